"""Conditions in a Pipecat pipeline of anybody's: frames keep what they are, and their sound is the stack's."""

import asyncio
import subprocess
import sys
import wave
from pathlib import Path

import numpy as np
import pytest
from pipecat.frames.frames import (
    EndFrame,
    InputAudioRawFrame,
    OutputAudioRawFrame,
    TTSAudioRawFrame,
    TTSSpeakFrame,
    TTSStartedFrame,
    UserAudioRawFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.transports.base_transport import TransportParams
from pipecat.workers.runner import WorkerRunner

from pipelines.clock import run_virtual
from pipelines.line.line import Line
from pipelines.line.memory import LineOutput
from pipelines.perturb.condition import parse
from pipelines.perturb.processor import Perturbed, PerturbedOutput
from pipelines.perturb.stack import open_stack
from pipelines.record import RATE
from scenarios.errors import UsageError
from tests.pipelines.perturb.channel import hiss
from tests.pipelines.stubs import SoundTTS

EXAMPLE = Path(__file__).parents[3] / "examples" / "perturbed_bot.py"
CONDITION = "gain=-2:drift=3+band+loss=10:burst=2+jitter=20:buffer=60"
UP = FrameDirection.UPSTREAM


async def through(processor, *frames, direction=FrameDirection.DOWNSTREAM):
    """What comes out for frames that go in."""
    out = []

    async def keep(frame, direction=FrameDirection.DOWNSTREAM):
        out.append(frame)

    processor.push_frame = keep
    for frame in frames:
        await processor.process_frame(frame, direction)
    return out


def pcm(seconds, rate):
    return np.rint(hiss(seconds, rate=rate) * 32768).astype(np.int16)


def frames(sound, rate, kind=InputAudioRawFrame, step_ms=20):
    size = round(rate * step_ms / 1000)
    return [kind(sound[k : k + size].tobytes(), rate, 1) for k in range(0, len(sound), size)]


def joined(found):
    return np.concatenate([np.frombuffer(frame.audio, np.int16) for frame in found])


@pytest.mark.parametrize("rate", [8000, 11025, 16000, 24000, 44100, 48000])
@pytest.mark.parametrize(("side", "kind"), [("input", InputAudioRawFrame), ("output", TTSAudioRawFrame)])
async def test_the_sound_is_the_stacks_at_any_rate(side, kind, rate):
    sound = pcm(1.0, rate)
    processor = Perturbed(CONDITION, 7, side=side)
    out = await through(processor, *frames(sound, rate, kind))
    stack = open_stack(parse(CONDITION), 7, rate=rate)
    assert np.array_equal(joined(out), stack(sound))
    assert processor.delay(rate) == stack.delay > 0


@pytest.mark.parametrize("step_ms", [10, 30, 40, 95])
async def test_frames_of_any_length_give_the_same_sound(step_ms):
    sound = pcm(1.0, 16000)
    out = await through(Perturbed(CONDITION, 7), *frames(sound, 16000, step_ms=step_ms))
    usual = await through(Perturbed(CONDITION, 7), *frames(sound, 16000))
    assert np.array_equal(joined(out), joined(usual))


async def test_a_frame_keeps_all_but_its_samples():
    frame = UserAudioRawFrame(pcm(0.02, 16000).tobytes(), 16000, 1, user_id="me")
    frame.pts, frame.transport_source = 123, "camera"
    frame.metadata["line_sample"] = 4711
    before = frame.audio
    (out,) = await through(Perturbed("gain=-6", 1), frame)
    assert isinstance(out, UserAudioRawFrame)
    assert (out.id, out.name, out.pts, out.user_id) == (frame.id, frame.name, 123, "me")
    assert (out.transport_source, out.metadata["line_sample"]) == ("camera", 4711)
    assert (out.sample_rate, out.num_channels, out.num_frames) == (16000, 1, 320)
    assert len(out.audio) == len(before)
    assert out.audio != before
    assert frame.audio == before  # others may hold it


async def test_what_is_not_its_sound_passes_untouched():
    spoken = TTSAudioRawFrame(pcm(0.02, 8000).tobytes(), 8000, 1)
    heard = InputAudioRawFrame(pcm(0.02, 8000).tobytes(), 8000, 1)
    started = TTSStartedFrame()
    assert await through(Perturbed("gain=-6", 1), spoken, started) == [spoken, started]
    assert (await through(Perturbed("gain=-6", 1, side="output"), heard))[0] is heard
    assert (await through(Perturbed("gain=-6", 1), heard, direction=UP))[0] is heard


async def test_clean_changes_nothing():
    frame = InputAudioRawFrame(pcm(0.02, 8000).tobytes(), 8000, 1)
    (out,) = await through(Perturbed("clean", 1), frame)
    assert out.audio == frame.audio
    assert Perturbed("clean", 1).delay(8000) == 0


async def test_the_seed_alone_decides():
    sound = frames(pcm(1.0, 8000), 8000)
    first, again, other = [joined(await through(Perturbed("loss=20", seed), *sound)) for seed in (1, 1, 2)]
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


async def test_stereo_is_refused_in_a_line():
    with pytest.raises(UsageError, match=r"sound of 2 channels; perturbations take one: mix it down first$"):
        await through(Perturbed("gain=-6", 1), InputAudioRawFrame(bytes(640), 16000, 2))


@pytest.mark.parametrize("made", [Perturbed, PerturbedOutput])
@pytest.mark.parametrize(
    ("text", "says"),
    [("behaviour-slow+gain=3", "behaviour is not done to sound but to who speaks"), ("gian=3", "did you mean gain")],
)
def test_what_is_not_done_to_sound_is_refused(made, text, says):
    with pytest.raises(UsageError, match=says):
        made(text, 1)


def test_a_rate_that_a_stage_does_not_take_is_refused_before_there_is_sound():
    """Pipecat asks for it in its setup, and then says that the processor cannot do its job."""
    with pytest.raises(UsageError, match="codec-gsm takes 8000 samples a second, not 16000"):
        Perturbed("codec-gsm", 1).delay(16000)


# In pipelines -------------------------------------------------------------------------------------------------


class Keeps(FrameProcessor):
    """Keeps the sound that reaches it."""

    def __init__(self):
        super().__init__()
        self.sound, self.errors = [], []

    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        if isinstance(frame, InputAudioRawFrame):
            self.sound.append(frame)
        await self.push_frame(frame, direction)


async def test_in_a_running_pipeline():
    keeps, sound = Keeps(), pcm(0.5, 16000)
    worker = PipelineWorker(
        Pipeline([Perturbed(CONDITION, 3), keeps]),
        params=PipelineParams(audio_in_sample_rate=16000),
        enable_rtvi=False,
        idle_timeout_secs=None,
    )
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    await worker.queue_frames([*frames(sound, 16000), EndFrame()])
    await asyncio.wait_for(runner.run(), 20)
    assert np.array_equal(joined(keeps.sound), open_stack(parse(CONDITION), 3, rate=16000)(sound))


def test_a_transport_plays_on_between_utterances():
    """The mixer of an output transport: what is added by the line is there in the pauses as well."""
    line = Line()
    stack = "gain=-6+loss=10:conceal=none"
    output = LineOutput(
        line.agent,
        line,
        TransportParams(
            audio_out_enabled=True,
            audio_out_sample_rate=RATE,
            audio_out_10ms_chunks=2,
            audio_out_end_silence_secs=0,
            audio_out_mixer=PerturbedOutput(stack, 4),
        ),
    )
    sound = pcm(0.4, RATE)
    worker = PipelineWorker(
        Pipeline([SoundTTS({"hello": sound}), output]),
        params=PipelineParams(audio_in_sample_rate=RATE, audio_out_sample_rate=RATE),
        enable_rtvi=False,
        idle_timeout_secs=None,
        check_dangling_tasks=False,
    )
    played = []

    async def main():
        writing = output.write_audio_frame

        async def watched(frame):
            played.append(np.frombuffer(frame.audio, np.int16))
            return await writing(frame)

        output.write_audio_frame = watched
        runner = WorkerRunner(handle_sigint=False)
        await runner.add_workers(worker)
        running = asyncio.create_task(runner.run())
        ticks = asyncio.create_task(line.run())
        await asyncio.sleep(0.5)
        await worker.queue_frame(TTSSpeakFrame("hello"))
        await asyncio.sleep(1.5)
        await worker.cancel()
        await asyncio.wait([running], timeout=5)
        line.stop()
        await ticks

    run_virtual(main)
    whole = np.concatenate(played)
    assert len(whole) >= 1.8 * RATE  # it never stopped
    start = int(np.flatnonzero(whole)[0]) // 160 * 160
    meant = np.zeros(len(whole), np.int16)
    meant[start : start + len(sound)] = sound
    assert np.array_equal(whole, open_stack(parse(stack), 4)(meant))


async def test_the_mixer_takes_the_transports_rate():
    mixer, sound = PerturbedOutput(CONDITION, 5), pcm(0.4, 24000)
    await mixer.start(24000)
    out = b"".join([await mixer.mix(f.audio) for f in frames(sound, 24000, OutputAudioRawFrame)])
    await mixer.stop()
    assert out == open_stack(parse(CONDITION), 5, rate=24000)(sound).tobytes()


# The example --------------------------------------------------------------------------------------------------


def example(folder, *arguments):
    return subprocess.run(
        [sys.executable, EXAMPLE, *arguments], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )


def test_the_example_perturbs_a_file(tmp_path):
    sound = pcm(1.0, 16000)
    with wave.open(str(tmp_path / "spoken.wav"), "wb") as file:
        file.setparams((1, 2, 16000, 0, "NONE", ""))
        file.writeframes(sound.tobytes())
    done = example(tmp_path, "spoken.wav", "--condition", CONDITION, "--seed", "9", "--out", "heard.wav")
    assert (done.returncode, done.stdout) == (0, "heard.wav: 1.1 s at 16000 samples a second\n"), done.stderr
    with wave.open(str(tmp_path / "heard.wav")) as file:
        assert file.getparams()[:3] == (1, 2, 16000)
        heard = np.frombuffer(file.readframes(file.getnframes()), np.int16)
    stack = open_stack(parse(CONDITION), 9, rate=16000)
    assert np.array_equal(heard, stack(np.concatenate((sound, np.zeros(stack.delay, np.int16)))))


def test_the_example_says_in_a_line_what_is_wrong(tmp_path):
    done = example(tmp_path, "--condition", "los=3")
    assert (done.returncode, done.stdout) == (2, "")
    assert "perturbed_bot.py: condition 'los=3': there is no perturbation 'los' (did you mean loss?)" in done.stderr
    assert "Traceback" not in done.stderr
