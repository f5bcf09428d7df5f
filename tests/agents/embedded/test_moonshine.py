import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.embedded import moonshine
from agents.embedded.moonshine import (
    BOS,
    EOS,
    RATE,
    Decoding,
    Moonshine,
    Transcript,
    audible,
    from_line,
    log_softmax,
    pieces,
)
from tests.agents.embedded.sounds import at_the_ear, on_the_line, plain

SENTENCES = (
    "Thank you for calling. How can I help you today?",
    "I would like to change my flight to next Friday, please.",
    "Could you tell me your last name?",
    "No, that does not work for me.",
    "Is there anything cheaper in the morning?",
    "Yes, please go ahead.",
    "Let me check that for you. One moment, please.",
    "I need a window seat near the front.",
    "Your reservation is confirmed.",
    "Is there anything else I can do for you?",
)


@pytest.fixture(scope="module")
def model():
    return Moonshine.shared()


def test_plain_sentences_are_understood(model):
    heard = [plain(model.transcribe(at_the_ear(s)).text) for s in SENTENCES]
    wrong = [h for h, s in zip(heard, SENTENCES, strict=True) if h != plain(s)]
    assert len(wrong) <= 1, wrong


def test_the_other_voice_is_understood_too(model):
    heard = [plain(model.transcribe(at_the_ear(s, "joe")).text) for s in SENTENCES]
    wrong = [h for h, s in zip(heard, SENTENCES, strict=True) if h != plain(s)]
    assert len(wrong) <= 2, wrong


def test_there_is_one_instance(model):
    assert Moonshine.shared() is model


@pytest.mark.parametrize("samples", [0, 1, 319, 900, 16_000, 40 * RATE])
def test_silence_of_any_length_has_no_words(model, samples):
    assert model.transcribe(np.zeros(samples, np.float32)) == Transcript("", (), ())


def test_the_notes_that_the_model_writes_for_noise_are_no_words(model, monkeypatch):
    monkeypatch.setattr(model, "greedy", lambda encoded: Transcript("\u266a\u266a", (300, 300), (-0.1, -0.1, -0.1)))
    assert model.transcribe(np.full(RATE, 0.1, np.float32)).text == ""


@pytest.mark.parametrize("samples", [1, 100, 894, 2000])
def test_very_short_sounds_do_not_fail(model, samples):
    heard = model.transcribe(np.full(samples, 0.1, np.float32))
    assert len(heard.logprobs) == len(heard.tokens) + 1


def test_sound_of_more_than_nine_seconds_is_heard_to_its_end(model):
    """A mask at the encoder's own rate happens to fit up to 384 frames (9.2 s) and fails beyond."""
    sound = at_the_ear(" ".join(SENTENCES[:5]))
    assert len(sound) > 9.5 * RATE
    text = plain(model.transcribe(sound).text)
    assert text[:3] == ["thank", "you", "for"]
    assert text[-3:] == ["in", "the", "morning"]


def test_sound_of_more_than_half_a_minute_is_heard_to_its_end(model):
    part = np.concatenate([on_the_line(s) for s in SENTENCES])
    sound = from_line(np.concatenate([part, part]))
    assert len(sound) > 45 * RATE
    text = plain(model.transcribe(sound).text)
    expected = plain(" ".join(SENTENCES)) * 2
    assert abs(len(text) - len(expected)) <= 6
    assert text[-3:] == ["do", "for", "you"]


@settings(max_examples=20)
@given(seconds=st.floats(0, 100), seed=st.integers(0, 9))
def test_pieces_are_the_whole_and_short_enough(seconds, seed):
    sound = np.random.default_rng(seed).normal(0, 0.1, round(seconds * RATE)).astype(np.float32)
    cut = pieces(sound)
    assert np.array_equal(np.concatenate(cut), sound)
    assert all(len(p) <= 30 * RATE for p in cut)
    assert all(len(p) >= 15 * RATE for p in cut[:-1])


def test_a_cut_falls_into_the_pause():
    sound = np.random.default_rng(0).normal(0, 0.1, 40 * RATE).astype(np.float32)
    sound[20 * RATE : 21 * RATE] = 0
    assert 20 <= len(pieces(sound)[0]) / RATE <= 21


def test_the_probabilities_are_those_of_the_decoder(model):
    encoded = model.encode(at_the_ear("Yes, please."))
    heard = model.greedy(encoded)
    decoding = Decoding(model, encoded)
    rows = log_softmax(decoding.step(np.array([[BOS, *heard.tokens]])))[0]
    picked = [float(rows[i, t]) for i, t in enumerate((*heard.tokens, EOS))]
    assert heard.logprobs == pytest.approx(picked, abs=0.2)  # activations are scaled per batch
    assert heard.logprob == pytest.approx(sum(picked), abs=0.5)
    assert heard.logprob < 0


def test_hypotheses_of_a_batch_do_not_mix(model):
    encoded = model.encode(at_the_ear("Yes, please."))
    tokens = [model.ids["▁Yes"], model.ids["▁No"], model.ids["▁You"]]
    batch = Decoding(model, encoded)
    batch.step(np.array([[BOS]]))
    batch.select(np.zeros(3, int))
    batch.step(np.array(tokens)[:, None])
    batch.select(np.array([2, 0]))
    together = batch.step(np.full((2, 1), model.ids[","]))
    for row, token in zip(together, (tokens[2], tokens[0]), strict=True):
        alone = Decoding(model, encoded)
        alone.step(np.array([[BOS]]))
        alone.step(np.array([[token]]))
        expected = alone.step(np.array([[model.ids[","]]]))[0]
        assert np.abs(row - expected).max() < 1.0  # activations are scaled per batch
        other = Decoding(model, encoded)
        other.step(np.array([[BOS]]))
        other.step(np.array([[tokens[1]]]))
        assert np.abs(row - other.step(np.array([[model.ids[","]]]))[0]).max() > 3.0


def test_endless_repetition_is_bounded(model, monkeypatch):
    monkeypatch.setattr(moonshine, "EOS", -1)  # the decoder never ends by itself
    encoded = model.encode(at_the_ear("Yes."))
    assert len(model.greedy(encoded).tokens) <= int(encoded.shape[1] * 384 / RATE * 6.5) + 4


def test_audible():
    assert not audible(np.zeros(0, np.float32))
    assert not audible(np.full(4000, 1e-5, np.float32))
    assert audible(np.full(100, 0.1, np.float32))
    burst = np.zeros(RATE, np.float32)
    burst[8000:8320] = 0.01
    assert audible(burst)


def test_from_line_keeps_time_and_scale():
    samples = (np.sin(np.arange(8000) * 0.3) * 16384).astype(np.int16)
    sound = from_line(samples)
    assert sound.dtype == np.float32
    assert len(sound) == 16_000
    assert float(np.abs(sound[1000:-1000]).max()) == pytest.approx(0.5, abs=0.01)
    assert len(from_line(np.zeros(0, np.int16))) == 0
    assert np.array_equal(from_line(samples, RATE), samples / np.float32(32768))
