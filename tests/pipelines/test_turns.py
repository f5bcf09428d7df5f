"""When a turn ends: the guard against transcripts of an earlier segment, and the hold."""

import asyncio
import time

import pytest
from pipecat.audio.turn.base_turn_analyzer import BaseTurnAnalyzer, BaseTurnParams, EndOfTurnState
from pipecat.clocks.system_clock import SystemClock
from pipecat.frames.frames import (
    STTMetadataFrame,
    TranscriptionFrame,
    VADUserStartedSpeakingFrame,
    VADUserStoppedSpeakingFrame,
)
from pipecat.processors.frame_processor import FrameProcessorSetup
from pipecat.turns.user_start import ExternalUserTurnStartStrategy, VADUserTurnStartStrategy
from pipecat.turns.user_stop import (
    ExternalUserTurnStopStrategy,
    SpeechTimeoutUserTurnStopStrategy,
    TurnAnalyzerUserTurnStopStrategy,
)
from pipecat.turns.user_turn_strategies import ExternalUserTurnStrategies
from pipecat.utils.asyncio.task_manager import TaskManager

from pipelines.clock import run_virtual
from pipelines.turns import TURN_LIMIT_S, FreshTranscriptTurnStop, user_params

STOP_S = 0.2  # silence after which the detector reports the end of speech
P99_S = 0.55


class Verdicts(BaseTurnAnalyzer):
    """Says at each end of speech what it was told to say; complete when nothing is left."""

    def __init__(self, *verdicts):
        super().__init__()
        self.verdicts = list(verdicts)

    @property
    def speech_triggered(self):
        return False

    @property
    def params(self):
        return BaseTurnParams()

    def append_audio(self, buffer, is_speech):
        return EndOfTurnState.INCOMPLETE

    async def analyze_end_of_turn(self):
        complete = self.verdicts.pop(0) if self.verdicts else True
        return (EndOfTurnState.COMPLETE if complete else EndOfTurnState.INCOMPLETE), None

    def clear(self):
        pass


def started():
    return VADUserStartedSpeakingFrame(start_secs=0.2)


def stopped():
    return VADUserStoppedSpeakingFrame(stop_secs=STOP_S)


def transcript(text, finalized=True):
    return TranscriptionFrame(text, "user", "now", finalized=finalized)


def ends(strategy, *script, until=6.0):
    """The seconds at which `strategy` ends the turn, given frames as ``(second, frame factory)``."""
    found = []

    async def main():
        manager = TaskManager(loop=asyncio.get_running_loop())
        await strategy.setup(
            FrameProcessorSetup(
                clock=SystemClock(),
                task_manager=manager,
                audio_in_sample_rate=8000,
                audio_out_sample_rate=8000,
                observer=None,
                pipeline_worker=None,
            )
        )
        begun = time.monotonic()

        @strategy.event_handler("on_user_turn_stopped")
        async def over(*_):
            found.append(round(time.monotonic() - begun, 3))

        await strategy.process_frame(STTMetadataFrame(service_name="stt", ttfs_p99_latency=P99_S))
        await strategy.handle_user_turn_started()
        for at, make in script:
            await asyncio.sleep(begun + at - time.monotonic())
            await strategy.process_frame(make())
        await asyncio.sleep(begun + until - time.monotonic())
        await strategy.cleanup()

    run_virtual(main)
    return found


def fresh(hold=0.0, *verdicts):
    return FreshTranscriptTurnStop(turn_analyzer=Verdicts(*verdicts), hold_secs=hold)


# Segment one ends at 1.0 s; speech starts again at 1.3; its transcript comes late, at 1.4; two ends at 2.0.
STALE = [
    (0.2, started),
    (1.2, stopped),
    (1.3, started),
    (1.4, lambda: transcript("The code is")),
    (2.2, stopped),
    (2.5, lambda: transcript("Zulu Kilo three.")),
]


def test_a_transcript_of_an_earlier_segment_does_not_end_the_turn():
    assert ends(fresh(0.0, False, True), *STALE) == [2.5]


def test_without_the_guard_it_would():
    """The trap itself: should Pipecat mend it, the guard can go."""
    plain = TurnAnalyzerUserTurnStopStrategy(turn_analyzer=Verdicts(False, True))
    assert ends(plain, *STALE)[0] == 2.2


def test_a_transcript_ends_the_turn_at_once_when_the_verdict_is_there():
    assert ends(fresh(), (0.2, started), (1.2, stopped), (1.45, lambda: transcript("Yes."))) == [1.45]


def test_an_incomplete_verdict_ends_nothing():
    script = [(0.2, started), (1.2, stopped), (1.45, lambda: transcript("I would like"))]
    assert ends(fresh(0.0, False), *script) == []


def test_a_verdict_has_to_outlast_the_hold_counted_from_the_end_of_speech():
    script = [(0.2, started), (1.2, stopped), (1.45, lambda: transcript("Yes."))]
    (end,) = ends(fresh(0.65), *script)
    assert end == pytest.approx(1.2 - STOP_S + 0.65, abs=0.002)


def test_a_transcript_after_the_hold_is_not_held_again():
    script = [(0.2, started), (1.2, stopped), (1.9, lambda: transcript("Yes."))]
    assert ends(fresh(0.65), *script) == [1.9]


def test_speech_within_the_hold_takes_the_verdict_back():
    script = [
        (0.2, started),
        (1.2, stopped),
        (1.45, lambda: transcript("I bought a ticket.")),
        (1.55, started),  # the next sentence, 0.35 s after the last
        (3.0, stopped),
        (3.25, lambda: transcript("Please undo it.")),
    ]
    (end,) = ends(fresh(0.65), *script)
    assert end == pytest.approx(3.0 - STOP_S + 0.65, abs=0.002)


def test_a_recogniser_that_never_finalises_is_waited_for_no_longer_than_its_bound():
    script = [(0.2, started), (1.2, stopped), (1.3, lambda: transcript("Yes.", finalized=False))]
    (end,) = ends(fresh(), *script)
    assert end == pytest.approx(1.2 - STOP_S + P99_S, abs=0.002)


def test_the_hold_outlasts_that_bound_and_does_not_lose_the_turn():
    script = [(0.2, started), (1.2, stopped), (1.3, lambda: transcript("Yes.", finalized=False))]
    (end,) = ends(fresh(0.65), *script)
    assert end == pytest.approx(1.2 - STOP_S + 0.65, abs=0.002)


# Models that hear sound ------------------------------------------------------------------------------


def hearing(hold, *verdicts):
    return FreshTranscriptTurnStop(turn_analyzer=Verdicts(*verdicts), hold_secs=hold, wait_for_transcript=False)


@pytest.mark.parametrize("hold", [0.0, 0.65])
def test_nothing_is_waited_for_but_the_hold_where_a_model_hears_for_itself(hold):
    (end,) = ends(hearing(hold), (0.2, started), (1.2, stopped))
    assert end == pytest.approx(1.2 + max(0.0, hold - STOP_S), abs=0.002)


def test_speech_that_starts_again_within_the_hold_belongs_to_the_turn_without_transcripts_too():
    (end,) = ends(hearing(0.65), (0.2, started), (1.2, stopped), (1.5, started), (3.0, stopped))
    assert end == pytest.approx(3.0 + 0.45, abs=0.002)


def test_an_incomplete_sentence_does_not_end_the_turn_without_transcripts_either():
    assert ends(hearing(0.0, False), (0.2, started), (1.2, stopped)) == []


# Since when a turn was over for the detector --------------------------------------------------------


def overs(strategy, *script):
    """The seconds at which it says the turn was over, and at which it ended the turn."""
    told = []
    strategy.on_over = told.append
    begun = []
    found = ends(strategy, (0.0, lambda: begun.append(asyncio.get_running_loop().time()) or started()), *script)
    return [round(at - begun[0], 3) for at in told], found


def timeout(secs=0.4):
    return params(stop="timeout", timeout_secs=secs).user_turn_strategies.stop[0]


@pytest.mark.parametrize(
    ("strategy", "words_at", "over", "ended"),
    [
        (fresh, 1.9, 1.2, 1.9),  # the words were waited for
        (lambda: fresh(0.65), 1.9, 1.65, 1.9),  # for the hold, and then for the words
        (lambda: fresh(0.65), 1.4, 1.65, 1.65),  # the words came before
        (timeout, 1.9, 1.6, 1.9),
        (timeout, 1.3, 1.6, 1.6),
    ],
)
def test_what_lies_between_the_end_of_a_turn_and_its_release_waited_for_words(strategy, words_at, over, ended):
    script = [(0.2, started), (1.2, stopped), (words_at, lambda: transcript("Yes."))]
    told, found = overs(strategy(), *script)
    assert told == [pytest.approx(over, abs=0.002)]
    assert found == [pytest.approx(ended, abs=0.002)]


@pytest.mark.parametrize("strategy", [lambda: fresh(0.65), timeout])
def test_speech_that_starts_again_takes_that_back(strategy):
    script = [(0.2, started), (1.2, stopped), (1.5, started), (3.0, stopped), (3.9, lambda: transcript("Yes."))]
    told, _ = overs(strategy(), *script)
    assert len(told) == 1
    assert told[0] > 3.0


def test_without_words_to_wait_for_it_is_the_release_itself():
    told, found = overs(hearing(0.65), (0.2, started), (1.2, stopped))
    assert told == [pytest.approx(found[0], abs=0.002)]


# The parameters -------------------------------------------------------------------------------------


def params(**changed):
    given = {
        "stop": "smart_turn",
        "vad_start_secs": 0.2,
        "vad_stop_secs": 0.3,
        "vad_confidence": 0.8,
        "timeout_secs": 0.7,
        "interruptible": True,
        "hold_secs": 0.65,
    }
    return user_params(**{**given, **changed})


def test_parameters_reach_detector_and_strategies():
    made = params()
    (start,), (stop,) = made.user_turn_strategies.start, made.user_turn_strategies.stop
    assert isinstance(start, VADUserTurnStartStrategy)
    assert isinstance(stop, FreshTranscriptTurnStop)
    detector = made.vad_analyzer.params
    assert (detector.start_secs, detector.stop_secs, detector.confidence) == (0.2, 0.3, 0.8)
    assert detector.min_volume == 0  # a level gate makes quiet callers look slow
    assert made.user_turn_stop_timeout == TURN_LIMIT_S
    assert made.empty_user_turn is None  # a cough is not a turn that must be answered


def test_a_timeout_instead_of_a_verdict():
    (stop,) = params(stop="timeout").user_turn_strategies.stop
    assert isinstance(stop, SpeechTimeoutUserTurnStopStrategy)


def test_only_one_strategy_starts_a_turn():
    """Transcripts must not: a late one would open a turn in which nobody speaks."""
    for stop in ("timeout", "smart_turn"):
        assert len(params(stop=stop).user_turn_strategies.start) == 1


@pytest.mark.parametrize("stop", ["smart_turn", "timeout", "vendor"])
@pytest.mark.parametrize("waits", [True, False])
def test_every_way_to_end_a_turn_can_go_without_transcripts(stop, waits):
    (strategy,) = params(stop=stop, wait_for_transcript=waits).user_turn_strategies.stop
    assert strategy.wait_for_transcript is waits


@pytest.mark.parametrize("interruptible", [True, False])
def test_turns_that_a_service_tells_of(interruptible):
    made = params(start="vendor", stop="vendor", interruptible=interruptible)
    (start,), (stop,) = made.user_turn_strategies.start, made.user_turn_strategies.stop
    assert isinstance(start, ExternalUserTurnStartStrategy)
    assert isinstance(stop, ExternalUserTurnStopStrategy)
    assert start._enable_interruptions is interruptible
    assert made.vad_analyzer is not None, "speech is watched all the same"


def test_what_a_service_recommends_goes_only_where_both_ends_are_its_own():
    wanted = ExternalUserTurnStrategies()
    assert params(start="vendor", stop="vendor", recommended=wanted).user_turn_strategies is wanted
    assert params(start="vad", stop="vendor", recommended=wanted).user_turn_strategies is not wanted
    assert params(start="vad", stop="smart_turn", recommended=wanted).user_turn_strategies is not wanted
