import numpy as np
import pytest
from pipecat.frames.frames import AggregatedTextFrame, TTSAudioRawFrame, TTSStoppedFrame
from pipecat.tests.utils import run_test
from pipecat.utils.text.base_text_aggregator import TextType

from pipelines.caller.behaviour.slow import PAUSE_S
from pipelines.caller.behaviour.sound import Lingering, Low
from pipelines.record import RATE
from tests.pipelines.sounds import burst


def speech(*seconds):
    """Sound and silence in turns, int16."""
    parts = [burst(s) if k % 2 == 0 else np.zeros(round(s * RATE), np.int16) for k, s in enumerate(seconds)]
    return np.concatenate(parts)


def lingered(sound, seed=1, chunk=1600):
    lingering = Lingering(np.random.default_rng(seed))
    out = b"".join(
        b"".join(lingering.lengthened(sound[at : at + chunk].tobytes())) for at in range(0, len(sound), chunk)
    )
    return np.frombuffer(out, "<i2")


def silences(sound):
    """Lengths in seconds of the silences inside."""
    loud = np.flatnonzero(sound)
    gaps = np.diff(loud)
    return [round(float(g / RATE), 2) for g in gaps if g > RATE // 10]


def test_pauses_of_the_voice_last_longer():
    for seed in range(10):
        found = silences(lingered(speech(1.0, 0.2, 1.0, 0.2, 1.0), seed))
        assert len(found) == 2
        assert all(PAUSE_S[0] - 0.05 <= s <= PAUSE_S[1] + 0.05 for s in found)


def test_every_sample_of_the_voice_is_still_there():
    sound = speech(1.0, 0.2, 1.0, 0.3, 0.7)
    out = lingered(sound)
    assert out[out != 0].tolist() == sound[sound != 0].tolist()


@pytest.mark.parametrize("seconds", [(1.0, 0.08, 1.0), (0.3, 0.2, 0.3), (1.0, 0.5)])
def test_short_gaps_short_words_and_the_end_are_left_as_they_are(seconds):
    sound = speech(*seconds)
    assert lingered(sound).tolist() == sound.tolist()


async def test_only_what_is_no_turn_is_low():
    sound = burst(0.1)
    frames = [
        AggregatedTextFrame("Mm-hmm.", TextType.BACKCHANNEL),
        TTSAudioRawFrame(sound.tobytes(), RATE, 1),
        TTSStoppedFrame(),
        AggregatedTextFrame("Okay, thank you.", TextType.SENTENCE),
        TTSAudioRawFrame(sound.tobytes(), RATE, 1),
    ]
    down, _ = await run_test(Low(-6.0), frames_to_send=frames)
    low, usual = (np.frombuffer(f.audio, "<i2").astype(float) for f in down if isinstance(f, TTSAudioRawFrame))
    assert usual.tolist() == sound.tolist()
    assert 20 * np.log10(np.sqrt((low**2).mean() / (usual**2).mean())) == pytest.approx(-6.0, abs=0.05)
