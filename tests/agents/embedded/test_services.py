"""The services inside real Pipecat pipelines, in virtual time."""

import asyncio

import numpy as np
import pytest
from pipecat.frames.frames import (
    EndFrame,
    ErrorFrame,
    InputAudioRawFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
    LLMTextFrame,
    MetricsFrame,
    STTMetadataFrame,
    TranscriptionFrame,
    TTSAudioRawFrame,
    TTSSpeakFrame,
    TTSStartedFrame,
    TTSStoppedFrame,
    TTSTextFrame,
    VADUserStartedSpeakingFrame,
    VADUserStoppedSpeakingFrame,
)
from pipecat.metrics.metrics import TTFBMetricsData
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.workers.runner import WorkerRunner

from agents.embedded.segments import SegmentKeeper
from agents.embedded.stt import EmbeddedSTT, PerfectSTT
from agents.embedded.tts import EmbeddedTTS
from agents.embedded.voices import synthesize
from pipelines import clock
from scenarios.errors import UsageError
from tests.agents.embedded.sounds import on_the_line, plain


class Sink(FrameProcessor):
    def __init__(self):
        super().__init__()
        self.seen = []

    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        if direction == FrameDirection.DOWNSTREAM:
            self.seen.append((asyncio.get_running_loop().time(), frame))
        await self.push_frame(frame, direction)

    def of(self, kind):
        return [(t, f) for t, f in self.seen if isinstance(f, kind)]


def through(service, frames, rate=8000):
    """Run frames through one service; a number is a pause in seconds. Returns the sink and the errors."""
    sink, errors, begun = Sink(), [], []

    async def call():
        worker = PipelineWorker(
            Pipeline([service, sink]),
            name="alone",
            params=PipelineParams(audio_in_sample_rate=rate, audio_out_sample_rate=8000, enable_metrics=True),
            idle_timeout_secs=None,
            enable_rtvi=False,
            enable_turn_tracking=False,
        )

        @worker.event_handler("on_pipeline_error")
        async def failed(_worker, frame):
            errors.append(frame.error)

        runner = WorkerRunner(handle_sigint=False)
        await runner.add_workers(worker)
        ready = asyncio.Event()

        @worker.event_handler("on_pipeline_started")
        async def started(*_):
            ready.set()

        async def feed():
            await ready.wait()
            begun.append(asyncio.get_running_loop().time())
            for frame in frames:
                await (asyncio.sleep(frame) if isinstance(frame, float) else worker.queue_frame(frame))
            await worker.queue_frame(EndFrame())

        await asyncio.gather(feed(), runner.run())

    clock.run_virtual(call, limit_s=120)
    sink.seen = [(t - begun[0], f) for t, f in sink.seen if begun]
    return sink, errors + [f.error for _, f in sink.of(ErrorFrame)]


def reply(*texts):
    return [LLMFullResponseStartFrame(), *(LLMTextFrame(t) for t in texts), LLMFullResponseEndFrame(), 1.0]


def heard(samples, rate=8000, stamp=None):
    """A segment as the voice activity detector marks it, in 20 ms frames in real time."""
    size = rate // 50
    frames = []
    for at in range(0, len(samples), size):
        frame = InputAudioRawFrame(samples[at : at + size].tobytes(), rate, 1)
        if stamp is not None:
            frame.metadata["line_sample"] = stamp + at
        frames += [frame, 0.02]
    half = len(frames) // 4 * 2
    return [
        *frames[:half],
        VADUserStartedSpeakingFrame(start_secs=0.2),
        *frames[half:],
        VADUserStoppedSpeakingFrame(stop_secs=0.2),
    ]


def pcm(sink):
    return np.frombuffer(b"".join(f.audio for _, f in sink.of(TTSAudioRawFrame)), np.int16)


def test_a_sentence_becomes_the_voices_speech_after_its_latency():
    sink, errors = through(EmbeddedTTS("heart", lambda: 0.15), [TTSSpeakFrame("Yes, please."), 1.0])
    assert errors == []
    assert np.array_equal(pcm(sink), synthesize("Yes, please.", "heart"))
    frames = sink.of(TTSAudioRawFrame)
    assert frames[0][0] == pytest.approx(0.15, abs=0.002)
    assert all(f.sample_rate == 8000 and f.num_channels == 1 and len(f.audio) <= 3200 for _, f in frames)
    assert [f.text for _, f in sink.of(TTSTextFrame)] == ["Yes, please."]
    assert len(sink.of(TTSStartedFrame)) == len(sink.of(TTSStoppedFrame)) == 1
    ttfb = [d.value for _, f in sink.of(MetricsFrame) for d in f.data if isinstance(d, TTFBMetricsData) and d.value]
    assert ttfb == [pytest.approx(0.15, abs=0.002)]


def test_sentences_of_one_reply_are_a_pause_apart():
    sink, errors = through(EmbeddedTTS("heart", lambda: 0.1, pause=0.25), reply("Yes. ", "Go ahead. "))
    assert errors == []
    pause = np.zeros(2000, np.int16)
    expected = np.concatenate([synthesize("Yes.", "heart"), pause, synthesize("Go ahead.", "heart")])
    assert np.array_equal(pcm(sink), expected)


def test_two_replies_have_no_pause_of_their_own():
    sink, _ = through(EmbeddedTTS("heart", lambda: 0.1), [*reply("Yes."), *reply("Go ahead.")])
    assert np.array_equal(pcm(sink), np.concatenate([synthesize("Yes.", "heart"), synthesize("Go ahead.", "heart")]))


@pytest.mark.parametrize("text", ["...", "—", "😀", "**"])
def test_text_with_nothing_to_say_is_passed_over_without_an_error(text):
    service = EmbeddedTTS("heart", lambda: 0.1)
    frames = [frame for _ in range(4) for frame in (TTSSpeakFrame(text), 0.5)]
    sink, errors = through(service, [*frames, TTSSpeakFrame("Yes."), 1.0])
    assert errors == []
    assert service.is_usable
    assert np.array_equal(pcm(sink), synthesize("Yes.", "heart"))


def test_words_that_the_voice_cannot_say_are_silence_and_no_error():
    sink, errors = through(EmbeddedTTS("heart", lambda: 0.1), [TTSSpeakFrame("\u4f60\u597d"), 1.0])
    assert errors == []
    assert len(pcm(sink)) == 1600
    assert not pcm(sink).any()


def test_what_the_voice_says_can_differ_from_the_text():
    service = EmbeddedTTS("heart", lambda: 0.1, spoken_as=lambda text: text.replace("Kilo", "Lima"))
    sink, _ = through(service, reply("Kilo, three."))
    assert np.array_equal(pcm(sink), synthesize("Lima, three.", "heart"))
    assert [f.text for _, f in sink.of(TTSTextFrame)] == ["Kilo, three."]


def test_an_unknown_voice_is_refused_at_once():
    with pytest.raises(UsageError, match="unknown embedded voice 'nobody'; known: heart, joe"):
        EmbeddedTTS("nobody", lambda: 0.1)
    with pytest.raises(UsageError, match="unknown accent"):
        EmbeddedTTS("heart+martian", lambda: 0.1)


def test_a_segment_becomes_a_transcript_after_its_latency():
    keeper = SegmentKeeper()
    sound = on_the_line("Yes, please go ahead.", lead=0.4, tail=0.2)
    sink, errors = through(EmbeddedSTT(lambda: 0.25, keeper), [*heard(sound, stamp=16_000), 1.0])
    assert errors == []
    [(when, frame)] = sink.of(TranscriptionFrame)
    assert plain(frame.text) == ["yes", "please", "go", "ahead"]
    assert frame.finalized
    assert when == pytest.approx(np.ceil(len(sound) / 160) * 0.02 + 0.25, abs=0.003)
    [segment] = keeper.take()
    assert segment.text == frame.text
    assert np.array_equal(segment.samples, sound)
    assert segment.first_sample == 16_000
    [(_, metadata)] = sink.of(STTMetadataFrame)
    assert metadata.ttfs_p99_latency == pytest.approx(0.55)


def test_two_segments_of_a_turn_keep_their_order_and_places():
    keeper = SegmentKeeper()
    one, two = on_the_line("Yes, please.", lead=0.2), on_the_line("Go ahead.", lead=0.2)
    frames = [*heard(one, stamp=0), *heard(two, stamp=len(one)), 1.0]
    sink, _ = through(EmbeddedSTT(lambda: 0.3, keeper), frames)
    assert [plain(f.text) for _, f in sink.of(TranscriptionFrame)] == [["yes", "please"], ["go", "ahead"]]
    assert [s.first_sample for s in keeper.segments] == [0, len(one)]
    assert [len(s.samples) for s in keeper.take()] == [len(one), len(two)]


def test_without_stamps_segments_have_no_place():
    keeper = SegmentKeeper()
    through(EmbeddedSTT(lambda: 0.1, keeper), [*heard(on_the_line("Yes.")), 1.0])
    assert keeper.take()[0].first_sample is None


def test_silence_gives_no_transcript_but_is_kept():
    keeper = SegmentKeeper()
    sink, errors = through(EmbeddedSTT(lambda: 0.1, keeper), [*heard(np.zeros(8000, np.int16)), 1.0])
    assert errors == []
    assert sink.of(TranscriptionFrame) == []
    assert keeper.take()[0].text == ""


def test_a_wider_pipeline_is_heard_and_kept_at_the_lines_rate():
    keeper = SegmentKeeper()
    sound = np.repeat(on_the_line("Yes, please go ahead.", lead=0.3, tail=0.2), 2)
    sink, _ = through(EmbeddedSTT(lambda: 0.1, keeper), [*heard(sound, 16_000), 1.0], rate=16_000)
    assert plain(sink.of(TranscriptionFrame)[0][1].text) == ["yes", "please", "go", "ahead"]
    assert len(keeper.take()[0].samples) == len(sound) // 2


def test_what_was_heard_can_be_changed():
    keeper = SegmentKeeper()
    sink, _ = through(
        EmbeddedSTT(lambda: 0.1, keeper, lambda text: text.upper()), [*heard(on_the_line("Go ahead.")), 1.0]
    )
    assert sink.of(TranscriptionFrame)[0][1].text == "GO AHEAD."
    assert keeper.take()[0].text == "GO AHEAD."


def test_the_bound_of_a_random_latency_covers_its_draws():
    draws = iter(np.random.default_rng(3).uniform(0.1, 0.9, 500).tolist())
    first = []
    service = EmbeddedSTT(lambda: first.append(next(draws)) or first[-1])
    sink, _ = through(service, [*heard(on_the_line("Yes.")), 1.5])
    [(_, metadata)] = sink.of(STTMetadataFrame)
    assert metadata.ttfs_p99_latency == pytest.approx(max(first) + 0.3)
    assert 0.8 < max(first) < 0.9


def test_perfect_ears_hear_what_was_meant():
    meant = iter(["Zulu Kilo three.", ""])
    keeper = SegmentKeeper()
    service = PerfectSTT(lambda: 0.2, lambda: next(meant), keeper)
    noise = np.random.default_rng(0).integers(-3000, 3000, 8000).astype(np.int16)
    sink, _ = through(service, [*heard(noise), 0.5, *heard(noise), 1.0])
    assert [f.text for _, f in sink.of(TranscriptionFrame)] == ["Zulu Kilo three."]
    assert [s.text for s in keeper.take()] == ["Zulu Kilo three.", ""]
