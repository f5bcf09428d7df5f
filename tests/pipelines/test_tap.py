import json

import pytest
from pipecat.frames import frames as F
from pipecat.observers.base_observer import FramePushed
from pipecat.processors.frame_processor import FrameDirection

from pipelines.tap import EventLog, LineClock, Tap

DOWN, UP = FrameDirection.DOWNSTREAM, FrameDirection.UPSTREAM


def pushed(frame, seconds, direction=DOWN):
    return FramePushed(None, None, frame, direction, round(seconds * 1e9))


async def seen(*frames):
    log = EventLog()
    tap = Tap("agent", log)
    for frame in frames:
        await tap.on_push_frame(frame)
    return [(e.sample, e.kind, e.data) for e in log.events]


async def test_frames_that_explain_a_time_are_noted_with_the_lines_sample():
    found = await seen(
        pushed(F.VADUserStartedSpeakingFrame(start_secs=0.2), 1.0),
        pushed(F.VADUserStoppedSpeakingFrame(stop_secs=0.3), 2.0),
        pushed(F.TranscriptionFrame("Hello", "u", "t"), 2.25),
        pushed(F.LLMRunFrame(), 2.3),  # explains nothing
    )
    assert found == [
        (8000, "vad_started", {"start_secs": 0.2}),
        (16000, "vad_stopped", {"stop_secs": 0.3}),
        (18000, "stt_final", {"text": "Hello"}),
    ]


async def test_a_broadcast_is_noted_once():
    found = await seen(pushed(F.InterruptionFrame(), 1.0), pushed(F.InterruptionFrame(), 1.0, UP))
    assert [k for _, k, _ in found] == ["interruption"]


async def test_errors_are_noted_in_either_direction_and_never_without_a_text():
    found = await seen(pushed(F.ErrorFrame("gone"), 1.0, UP), pushed(F.ErrorFrame(""), 2.0))
    assert [(k, d["error"]) for _, k, d in found] == [("error", "gone"), ("error", "ErrorFrame")]


async def test_only_the_first_word_and_the_first_sound_of_a_reply_count():
    sound = F.TTSAudioRawFrame(bytes(320), 8000, 1)
    found = await seen(
        pushed(F.LLMFullResponseStartFrame(), 1.0),
        *[pushed(F.LLMTextFrame("word"), 1.4 + k / 100) for k in range(5)],
        pushed(F.TTSStartedFrame(), 1.5),
        *[pushed(sound, 1.65 + k / 100) for k in range(5)],
        pushed(F.TTSStoppedFrame(), 2.0),
        pushed(F.TTSStartedFrame(), 3.0),
        pushed(sound, 3.1),
    )
    assert [(s, k) for s, k, _ in found] == [
        (8000, "llm_started"),
        (11200, "llm_first_token"),
        (12000, "tts_started"),
        (13200, "tts_first_audio"),
        (16000, "tts_stopped"),
        (24000, "tts_started"),
        (24800, "tts_first_audio"),
    ]


def test_both_pipelines_share_the_lines_zero():
    assert LineClock(lambda: 12345).get_time() == 12345 * 125_000


def test_events_are_on_disk_as_they_happen(tmp_path):
    path = tmp_path / "events.jsonl"
    log = EventLog(path)
    log.add(160, "agent", "stt_final", text="naïve", side="of the data")
    assert json.loads(path.read_text(encoding="utf-8")) == {
        "sample": 160,
        "side": "agent",
        "kind": "stt_final",
        "data": {"text": "naïve", "side": "of the data"},
    }
    log.close()
    log.add(320, "line", "late")  # what comes after the end is still counted, only not written
    log.close()
    assert len(path.read_text(encoding="utf-8").splitlines()) == 1
    assert [e.kind for e in log.of("line", "late", "other")] == ["late"]


@pytest.mark.parametrize(("side", "kinds", "count"), [("agent", ("a", "b"), 2), ("agent", ("c",), 0), ("x", ("a",), 0)])
def test_events_are_found_by_side_and_kind(side, kinds, count):
    log = EventLog()
    for kind in ("a", "b"):
        log.add(1, "agent", kind)
    assert len(log.of(side, *kinds)) == count
