"""The speech models behind the voices: phonemes from hibari, waveforms from hibari's or Piper's graph.

Piper's graph is run directly with onnxruntime: its own runner is GPL and brings another phonemizer, while hibari's
phonemes map onto Piper's alphabet character by character. Both are made deterministic: hibari's noise is seeded,
Piper's noise scales are zero, which does not cost intelligibility.
"""

from __future__ import annotations

import functools
import json
import re
import threading
import unicodedata
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.embedded import accents
from agents.embedded.onnx import session
from agents.embedded.packages import HIBARI, JOE

Speaker = Callable[[str, str, float], tuple[NDArray[np.float32], int]]
"""``(text, accent, pace) -> (samples at full scale 1.0, samples per second)``; `accent` may be empty, 1.0 is normal."""

# hibari writes diphthongs and affricates as one letter and no vowel length (misaki's alphabet); Piper was trained on
# espeak's IPA, which has both. Without the length marks "Juliett" and "Kilo" come out clipped: over the telephone
# Moonshine's word error rate on joe falls from 12 % to 7 % with them.
_LENGTH = (
    (re.compile(r"ˈɔɹ(?!\w)"), "ˈoːɹ"),
    (re.compile(r"(?<=[ˈˌ])i"), "iː"),
    (re.compile(r"([uɑɔ])"), r"\1ː"),
)
_PIPER = (
    ("A", "eɪ"),
    ("I", "aɪ"),
    ("O", "oʊ"),
    ("W", "aʊ"),
    ("Y", "ɔɪ"),
    ("ʤ", "dʒ"),
    ("ʧ", "tʃ"),
    ("T", "ɾ"),
    ("ᵊ", "ə"),
    ("ɜɹ", "ɜː"),
    ("əɹ", "ɚ"),
)


_loading = threading.Lock()
_phonemizing = threading.Lock()  # the phonemizer keeps state while it works; the graphs do not


def _hibari() -> Any:
    with _loading:
        return _load_hibari()


def _piper() -> tuple[dict[str, Any], Any]:
    with _loading:
        return _load_piper()


@functools.cache
def _load_hibari() -> Any:
    HIBARI.path()
    import hibari

    return hibari.Hibari(threads=1)


@functools.cache
def _load_piper() -> tuple[dict[str, Any], Any]:
    config: dict[str, Any] = json.loads(JOE.path("data/en_US-joe-medium.onnx.json").read_text(encoding="utf-8"))
    return config, session(JOE.path("data/en_US-joe-medium.onnx"))


def phonemes(text: str, accent: str = "") -> list[str]:
    """The phonemes of `text` in hibari's alphabet, one string per sentence.

    The phonemizer fails on a few characters (superscript digits among them); such a text is said in plain letters.
    """
    model = _hibari()
    with _phonemizing:
        try:
            sentences: list[str] = model.phonemize(text)
        except (ValueError, KeyError, IndexError, TypeError, AttributeError):
            sentences = model.phonemize(unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode())
    return [accents.find(accent)(sentence) for sentence in sentences] if accent else sentences


def heart(text: str, accent: str = "", pace: float = 1.0) -> tuple[NDArray[np.float32], int]:
    """Hibari's voice. The noise generator starts anew with every text, so that a text always sounds the same."""
    model = _hibari()
    noise = np.random.default_rng(0)
    parts = [model.from_ids(model.ids(sentence), pace, noise) for sentence in phonemes(text, accent)]
    return _join(parts), int(model.sample_rate)


def joe(text: str, accent: str = "", pace: float = 1.0) -> tuple[NDArray[np.float32], int]:
    """Piper's voice "joe" (medium)."""
    config, graph = _piper()
    ids: dict[str, list[int]] = config["phoneme_id_map"]
    parts = []
    for sentence in phonemes(text, accent):
        row = ids["^"] + ids["_"]
        for symbol in piper_phonemes(sentence):
            if symbol in ids:
                row = row + ids[symbol] + ids["_"]
        row = row + ids["$"]
        feed = {
            "input": np.array([row], np.int64),
            "input_lengths": np.array([len(row)], np.int64),
            "scales": np.array([0.0, 1.0 / pace, 0.0], np.float32),  # noise, length, noise of durations
        }
        parts.append(graph.run(None, feed)[0].ravel())
    return _join(parts), int(config["audio"]["sample_rate"])


def piper_phonemes(sentence: str) -> str:
    """Hibari's phonemes in the alphabet that Piper's voices were trained on."""
    for pattern, long in _LENGTH:
        sentence = pattern.sub(long, sentence)
    return _replace(sentence, _PIPER)


def _join(parts: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    return np.concatenate(parts) if parts else np.zeros(0, np.float32)


def _replace(text: str, table: tuple[tuple[str, str], ...]) -> str:
    for old, new in table:
        text = text.replace(old, new)
    return text
