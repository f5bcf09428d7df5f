"""When the other side has finished: turn strategies for both pipelines.

Two guards against traps of segmented recognition (notes/embedded_call.md 3.1): a transcript of an earlier segment
must not release the turn that a later segment belongs to, and a speech timeout must be longer than recognition.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pipecat.audio.turn.base_turn_analyzer import BaseTurnAnalyzer
from pipecat.audio.turn.smart_turn.local_smart_turn_v3 import LocalSmartTurnAnalyzerV3
from pipecat.frames.frames import VADUserStoppedSpeakingFrame
from pipecat.processors.aggregators.llm_response_universal import LLMUserAggregatorParams
from pipecat.turns.user_start import ExternalUserTurnStartStrategy, VADUserTurnStartStrategy
from pipecat.turns.user_start.base_user_turn_start_strategy import BaseUserTurnStartStrategy
from pipecat.turns.user_stop import (
    ExternalUserTurnStopStrategy,
    SpeechTimeoutUserTurnStopStrategy,
    TurnAnalyzerUserTurnStopStrategy,
)
from pipecat.turns.user_stop.base_user_turn_stop_strategy import BaseUserTurnStopStrategy
from pipecat.turns.user_turn_strategies import UserTurnStrategies

from pipelines.vad import LineVAD

TURN_LIMIT_S = 5.0  # a user turn in which nothing was recognised is closed after this


class TurnOver(BaseUserTurnStopStrategy):  # type: ignore[no-untyped-call]
    """Tells, once a turn is released, since when it was over for the detector: after that only words were waited for.

    Attributes:
        on_over: told the moment, in seconds of the event loop's clock.
    """

    on_over: Callable[[float], None] | None = None
    _over_at: float | None = None

    async def trigger_user_turn_stopped(self, *, enable_user_speaking_frames: bool | None = None) -> None:
        if self.on_over is not None and self._over_at is not None:
            self.on_over(self._over_at)
        await super().trigger_user_turn_stopped(enable_user_speaking_frames=enable_user_speaking_frames)

    def _over(self, at: float | None = None) -> None:
        """The detector has made up its mind, now or, when that is later, at the moment `at`."""
        if self._over_at is None:
            now = asyncio.get_running_loop().time()
            self._over_at = now if at is None else max(now, at)


class FreshTranscriptTurnStop(TurnOver, TurnAnalyzerUserTurnStopStrategy):
    """Releases a turn only with a transcript that is younger than the last end of speech.

    Without it a transcript of segment one, arriving after speech has started again, releases the turn at the end of
    segment two without segment two's words: measured 10 of 14 calls complete, 14 of 14 with the guard.

    A verdict also has to outlast `hold_secs` of silence: the model calls nearly every end of a sentence complete, and
    a person who goes on after a breath would be answered in the middle of a request.
    """

    def __init__(self, *, turn_analyzer: BaseTurnAnalyzer, hold_secs: float, wait_for_transcript: bool = True) -> None:
        super().__init__(turn_analyzer=turn_analyzer, wait_for_transcript=wait_for_transcript)
        self._hold_secs = hold_secs
        self._held_until = 0.0

    async def _handle_vad_user_stopped_speaking(self, frame: VADUserStoppedSpeakingFrame) -> None:
        self._transcript_finalized = False
        # The detector reports silence `stop_secs` after it began; the hold counts from there.
        self._held_until = asyncio.get_running_loop().time() + max(0.0, self._hold_secs - frame.stop_secs)
        self._over_at = None
        await super()._handle_vad_user_stopped_speaking(frame)

    async def _discard_pending_end_of_turn(self) -> None:
        self._over_at = None
        await super()._discard_pending_end_of_turn()  # type: ignore[no-untyped-call]

    async def _maybe_trigger_user_turn_stopped(self) -> None:
        if self._turn_complete:
            self._over(self._held_until)
        wait = self._held_until - asyncio.get_running_loop().time()
        if wait < 0.001:  # a timer may wake a rounding error early
            await super()._maybe_trigger_user_turn_stopped()  # type: ignore[no-untyped-call]
        elif self._turn_complete and self._worded:
            if self._timeout_task:
                await self.task_manager.cancel_task(self._timeout_task)
            # Speech that starts again cancels this task and drops the verdict, as for the strategy's own timeout.
            self._timeout_task = self.task_manager.create_task(self._timeout_handler(wait), f"{self}::_hold")

    @property
    def _worded(self) -> bool:
        """Whether there are words to release the turn with, or none are waited for."""
        if not self.wait_for_transcript:
            return True
        return bool(self._text) and (self._transcript_finalized or not self._timeout_task)


class TimeoutTurnStop(TurnOver, SpeechTimeoutUserTurnStopStrategy):
    """Releases a turn after so much silence and with its words; tells which of the two came last."""

    async def _restart_user_speech_timer(self) -> None:
        self._over_at = None
        await super()._restart_user_speech_timer()  # type: ignore[no-untyped-call]

    async def _maybe_trigger_user_turn_stopped(self) -> None:
        if self._user_speech_wait_done:
            self._over()
        await super()._maybe_trigger_user_turn_stopped()  # type: ignore[no-untyped-call]


def user_params(
    *,
    stop: str,
    vad_start_secs: float,
    vad_stop_secs: float,
    vad_confidence: float,
    timeout_secs: float,
    interruptible: bool,
    hold_secs: float = 0.0,
    start: str = "vad",
    wait_for_transcript: bool = True,
    recommended: UserTurnStrategies | None = None,
) -> LLMUserAggregatorParams:
    """Parameters of the user aggregator.

    Args:
        stop: ``smart_turn`` (the model in the Pipecat wheel), ``timeout`` (silence of `timeout_secs`), or ``vendor``:
            a service of the pipeline tells.
        vad_start_secs: speech this long starts a turn.
        vad_stop_secs: silence this long ends speech.
        vad_confidence: Silero's threshold.
        timeout_secs: further silence after which a turn ends; only for ``timeout``.
        interruptible: whether the other side's speech silences this side.
        hold_secs: silence that smart-turn's verdict has to outlast, counted from the end of speech.
        start: ``vad``, or ``vendor`` as for `stop`.
        wait_for_transcript: a turn ends only when there are words; not for models that hear sound.
        recommended: what the service that tells of turns wants them to be taken by; for ``vendor`` at both ends.
    """
    strategies = UserTurnStrategies(
        start=[_start(start, interruptible)],
        stop=[_stop(stop, timeout_secs, hold_secs, wait_for_transcript)],
    )
    if recommended is not None and start == stop == "vendor":
        strategies = recommended
    return LLMUserAggregatorParams(
        # Where a vendor tells of turns, speech is watched all the same: it explains what was heard when.
        vad_analyzer=LineVAD(start_secs=vad_start_secs, stop_secs=vad_stop_secs, confidence=vad_confidence),
        user_turn_strategies=strategies,
        user_turn_stop_timeout=TURN_LIMIT_S,
        empty_user_turn=None,
    )


def _start(start: str, interruptible: bool) -> BaseUserTurnStartStrategy:
    if start == "vendor":
        return ExternalUserTurnStartStrategy(enable_interruptions=interruptible)
    return VADUserTurnStartStrategy(enable_interruptions=interruptible)


def _stop(stop: str, timeout_secs: float, hold_secs: float, wait_for_transcript: bool) -> BaseUserTurnStopStrategy:
    if stop == "vendor":
        return ExternalUserTurnStopStrategy(wait_for_transcript=wait_for_transcript)
    if stop == "smart_turn":
        analyzer = LocalSmartTurnAnalyzerV3(cpu_count=1)
        return FreshTranscriptTurnStop(
            turn_analyzer=analyzer, hold_secs=hold_secs, wait_for_transcript=wait_for_transcript
        )
    return TimeoutTurnStop(user_speech_timeout=timeout_secs, wait_for_transcript=wait_for_transcript)
