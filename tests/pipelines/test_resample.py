"""Speech at other rates comes to the line's whole, to its last sample."""

import numpy as np
import pytest
from pipecat.frames.frames import (
    InterruptionFrame,
    TTSAudioRawFrame,
    TTSStartedFrame,
    TTSStoppedFrame,
    TTSTextFrame,
)
from pipecat.processors.frame_processor import FrameDirection

from pipelines.record import RATE
from pipelines.resample import ToLineRate


async def through(*frames):
    """What comes out for frames that go in."""
    out, processor = [], ToLineRate()

    async def keep(frame, direction=FrameDirection.DOWNSTREAM):
        out.append(frame)

    async def nothing():
        pass

    processor.push_frame = keep
    processor._start_interruption = nothing  # it restarts tasks, and none run here
    for frame in frames:
        await processor.process_frame(frame, FrameDirection.DOWNSTREAM)
    return out


def tone(seconds, rate, hertz=440):
    return (10000 * np.sin(2 * np.pi * hertz * np.arange(round(seconds * rate)) / rate)).astype(np.int16)


def frames(samples, rate, size=1000):
    return [
        TTSAudioRawFrame(samples[at : at + size].tobytes(), rate, 1, context_id="c")
        for at in range(0, len(samples), size)
    ]


def joined(out):
    parts = [np.frombuffer(f.audio, np.int16) for f in out if isinstance(f, TTSAudioRawFrame)]
    return np.concatenate(parts) if parts else np.zeros(0, np.int16)


@pytest.mark.parametrize("rate", [16000, 22050, 24000, 44100, 48000])
async def test_nothing_is_lost_or_delayed(rate):
    out = await through(TTSStartedFrame(), *frames(tone(0.5, rate), rate), TTSStoppedFrame())
    heard, meant = joined(out), tone(0.5, RATE)
    assert abs(len(heard) - len(meant)) <= 1
    middle = slice(400, 3600)
    assert np.abs(heard[middle].astype(int) - meant[middle]).max() < 300
    assert isinstance(out[-1], TTSStoppedFrame), "the end follows the last sound"
    assert {f.sample_rate for f in out if isinstance(f, TTSAudioRawFrame)} == {RATE}
    assert {f.context_id for f in out if isinstance(f, TTSAudioRawFrame)} == {"c"}


async def test_what_passes_between_two_pieces_of_sound_does_not_break_it_up():
    sound = frames(tone(0.5, 24000), 24000)
    words = TTSTextFrame("hello", "word")
    whole = await through(TTSStartedFrame(), *sound, TTSStoppedFrame())
    mixed = await through(TTSStartedFrame(), *(f for piece in sound for f in (piece, words)), TTSStoppedFrame())
    assert len(joined(mixed)) == len(joined(whole))
    assert np.abs(joined(mixed).astype(int) - joined(whole)).max() <= 2, "dither"


async def test_another_rate_in_the_middle_is_resampled_from_that_rate():
    out = await through(
        TTSStartedFrame(), *frames(tone(0.5, 24000), 24000), *frames(tone(0.5, 48000), 48000), TTSStoppedFrame()
    )
    heard, meant = joined(out)[-3000:-400].astype(float), tone(0.5, RATE).astype(float)
    assert np.abs(np.fft.rfft(heard)).argmax() * RATE / len(heard) == pytest.approx(440, abs=RATE / len(heard))
    assert np.abs(heard).max() == pytest.approx(np.abs(meant).max(), rel=0.05)


async def test_the_lines_own_rate_passes_untouched():
    given = [TTSStartedFrame(), *frames(tone(0.1, RATE), RATE), TTSStoppedFrame()]
    assert await through(*given) == given


async def test_what_was_cut_off_does_not_begin_the_next_utterance():
    cut = await through(TTSStartedFrame(), *frames(tone(0.5, 24000), 24000), InterruptionFrame(), TTSStoppedFrame())
    assert isinstance(cut[-2], InterruptionFrame), "nothing sounds after it"
    silence = frames(np.zeros(2400, np.int16), 24000)
    out = await through(TTSStartedFrame(), *frames(tone(0.5, 24000), 24000), TTSStartedFrame(), *silence)
    second = out[out.index(next(f for f in out[1:] if isinstance(f, TTSStartedFrame))) :]
    assert np.abs(joined(second)).max() <= 2, "dither, and no tone"
