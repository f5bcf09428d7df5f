"""Moonshine tiny-en in onnxruntime: speech in, words out, and a decoder that a grammar can steer.

The package's own C library is not used: it runs hidden threads, splits lines at its own pauses and cannot be
steered. The two graphs are `encoder_model.ort` and `decoder_model_merged.ort` (with a key/value cache).
"""

from __future__ import annotations

import functools
import threading
from dataclasses import dataclass
from typing import Any

import numpy as np
import soxr
from numpy.typing import NDArray

from agents.embedded.onnx import session
from agents.embedded.packages import MOONSHINE
from agents.embedded.wording import speakable

RATE = 16000
"""Samples per second that the encoder expects."""

BOS, EOS = 1, 2
_FIRST_WORD = 259  # ids 3..258 are raw bytes
_HEADS, _HEAD_SIZE = 8, 36
_STRIDE = 384  # samples per encoder frame: the convolutions' strides 64 * 3 * 2
_SHORTEST = RATE // 4  # the convolutions need 895 samples; very short sounds are padded well beyond that
_TOKENS_PER_SECOND = 6.5  # the model's authors' bound against endless repetition
_SILENCE = 10 ** (-65 / 20)  # below this level there is no speech, and the model would invent some
_LONGEST = 30.0  # seconds that the model was trained on
_SHORTEST_PIECE = 15.0  # seconds; a long recording is cut at the quietest moment after this


@dataclass(frozen=True)
class Transcript:
    """What was heard.

    Attributes:
        text: words as the model writes them.
        tokens: the model's own units, without begin and end.
        logprobs: natural-log probability of each token, and of the end as the last.
    """

    text: str
    tokens: tuple[int, ...] = ()
    logprobs: tuple[float, ...] = ()

    @property
    def logprob(self) -> float:
        """Sum of the natural-log probabilities."""
        return float(sum(self.logprobs))


def _read_vocabulary(data: bytes) -> list[bytes]:
    """Length-prefixed byte strings; a length of 128 and more takes a second byte."""
    words, at = [], 0
    while at < len(data):
        size = data[at]
        at += 1
        if size >= 128:
            size = data[at] * 128 + size - 128
            at += 1
        words.append(data[at : at + size])
        at += size
    return words


def log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Natural-log probabilities over the last axis."""
    shifted = logits - logits.max(-1, keepdims=True)
    result: NDArray[np.float32] = shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))
    return result


class Decoding:
    """The decoder at work on one encoded sound, for a batch of hypotheses that share it.

    Everything that stems from the encoder stays at batch size one; the graph's products broadcast it. The results
    are the same to the bit and a step of 16 hypotheses takes half the time. The weights are 8-bit and activations
    are scaled per batch, so a hypothesis's logits depend a little (some tenths) on its neighbours.
    """

    def __init__(self, model: Moonshine, encoded: NDArray[np.float32]) -> None:
        self._model = model
        self._encoded = encoded
        self._past: dict[str, NDArray[np.float32]] | None = None
        # The mask is expected per sample, although encoder frames come in: the graph reads every 384th element.
        self._mask = np.ones((1, encoded.shape[1] * _STRIDE), np.int64)

    def step(self, tokens: NDArray[np.int64]) -> NDArray[np.float32]:
        """Append tokens [batch, steps]; returns logits [batch, steps, vocabulary]. The first batch must be one."""
        before = self._past
        feed: dict[str, Any] = {
            "input_ids": tokens,
            "encoder_hidden_states": self._encoded,
            "encoder_attention_mask": self._mask,
            "use_cache_branch": np.array([before is not None]),
        }
        feed.update(before or dict.fromkeys(self._model.past, np.zeros((1, _HEADS, 0, _HEAD_SIZE), np.float32)))
        out = dict(zip(self._model.outputs, self._model.decoder.run(None, feed), strict=True))
        self._past = {
            name: before[name] if before and ".encoder." in name else out[name.replace("past_key_values", "present")]
            for name in self._model.past
        }
        logits: NDArray[np.float32] = out["logits"]
        return logits

    def select(self, rows: NDArray[np.intp]) -> None:
        """Keep these hypotheses, in this order; one may be kept more than once."""
        if self._past is not None:
            self._past = {k: v if ".encoder." in k else v[rows] for k, v in self._past.items()}


class Moonshine:
    """The recogniser. Use `shared`: one instance serves a whole process, also from several threads."""

    _instance: Moonshine | None = None
    _lock = threading.Lock()

    def __init__(self) -> None:
        self.encoder = session(MOONSHINE.path("assets/tiny-en/encoder_model.ort"))
        self.decoder = session(MOONSHINE.path("assets/tiny-en/decoder_model_merged.ort"))
        self.past = [i.name for i in self.decoder.get_inputs() if i.name.startswith("past")]
        self.outputs = [o.name for o in self.decoder.get_outputs()]
        self.words = _read_vocabulary(MOONSHINE.path("assets/tiny-en/tokenizer.bin").read_bytes())

    @classmethod
    def shared(cls) -> Moonshine:
        """The process's instance, loaded on first use.

        Raises:
            MissingPackageError: the weights are not installed.
        """
        with cls._lock:
            if cls._instance is None:
                cls._instance = cls()
            return cls._instance

    @functools.cached_property
    def ids(self) -> dict[str, int]:
        """Token by its written form, in which ``▁`` marks the start of a word."""
        found: dict[str, int] = {}
        for number, word in enumerate(self.words):
            if number >= _FIRST_WORD:
                found.setdefault(word.decode("utf-8", "ignore"), number)
        return found

    def text(self, tokens: tuple[int, ...] | list[int]) -> str:
        """The words that tokens spell."""
        data = b"".join(self.words[t] for t in tokens if EOS < t < len(self.words))
        return data.decode("utf-8", "ignore").replace("▁", " ").strip()

    def encode(self, sound: NDArray[np.float32]) -> NDArray[np.float32]:
        """Encoder frames [1, frames, 288] of mono 16 kHz sound."""
        if len(sound) < _SHORTEST:
            sound = np.pad(sound, (0, _SHORTEST - len(sound)))
        row = np.ascontiguousarray(sound, np.float32)[None]
        frames: NDArray[np.float32] = self.encoder.run(
            None, {"input_values": row, "attention_mask": np.ones_like(row, np.int64)}
        )[0]
        return frames

    def greedy(self, encoded: NDArray[np.float32]) -> Transcript:
        """The most probable next token until the end."""
        decoding = Decoding(self, encoded)
        seconds = encoded.shape[1] * _STRIDE / RATE
        tokens: list[int] = []
        logprobs: list[float] = []
        token = BOS
        for _ in range(int(seconds * _TOKENS_PER_SECOND) + 4):
            row = log_softmax(decoding.step(np.array([[token]]))[0, -1])
            token = int(row.argmax())
            logprobs.append(float(row[token]))
            if token == EOS:
                break
            tokens.append(token)
        return Transcript(self.text(tokens), tuple(tokens), tuple(logprobs))

    def transcribe(self, sound: NDArray[np.float32]) -> Transcript:
        """Words of mono 16 kHz sound at full scale 1.0, of any length; nothing for silence.

        Sound of more than 30 seconds is cut at its quietest moments and heard piece by piece. The notes that the
        model writes for noise and music are no words.
        """
        heard = [self.greedy(self.encode(piece)) for piece in pieces(sound) if audible(piece)]
        return Transcript(
            " ".join(t.text for t in heard if speakable(t.text)),
            tuple(token for t in heard for token in t.tokens),
            tuple(value for t in heard for value in t.logprobs),
        )


def audible(sound: NDArray[np.float32]) -> bool:
    """Whether any 20 ms frame reaches -65 dBFS."""
    size = RATE // 50
    if len(sound) < size:
        return bool(len(sound)) and float(np.sqrt(np.mean(sound**2))) > _SILENCE
    frames = sound[: len(sound) // size * size].reshape(-1, size)
    return float(np.sqrt((frames**2).mean(1).max())) > _SILENCE


def pieces(sound: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """Cut sound into pieces of at most 30 s, each but the last at the quietest 0.2 s between 15 s and 30 s."""
    out = []
    longest, earliest, hop = round(_LONGEST * RATE), round(_SHORTEST_PIECE * RATE), RATE // 50
    while len(sound) > longest:
        window = sound[earliest:longest]
        power = (window[: len(window) // hop * hop].reshape(-1, hop).astype(np.float64) ** 2).sum(1)
        smooth = np.convolve(power, np.ones(10), "valid")
        cut = earliest + (int(smooth.argmin()) + 5) * hop
        out.append(sound[:cut])
        sound = sound[cut:]
    return [*out, sound]


def from_line(samples: NDArray[np.int16], rate: int = 8000) -> NDArray[np.float32]:
    """int16 at the line's rate to float32 at 16 kHz, full scale 1.0."""
    sound = samples.astype(np.float32) / np.float32(32768)
    if rate == RATE or not len(sound):
        return sound
    wide: NDArray[np.float32] = soxr.resample(sound, rate, RATE, quality="HQ").astype(np.float32)
    return wide
