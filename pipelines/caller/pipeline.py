"""The caller's pipeline: the same cascade as an agent's, on the other end of the line.

It waits longer than an agent before it takes a turn, since an agent may pause to use a tool, and it is not silenced
by the agent's speech: a caller that falls silent at every cough would hide what an interrupting agent does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pipecat.processors.frame_processor import FrameProcessor
from pipecat.services.llm_service import LLMService

from pipelines.cascade import Cascade, build_cascade
from pipelines.line.memory import LineTransport
from pipelines.tap import EventLog
from pipelines.turns import user_params

TURN_TIMEOUT_S = 0.7  # silence after which the caller answers; longer than recognition and sentence pauses


def build_caller(
    transport: LineTransport,
    stt: FrameProcessor,
    llm: LLMService[Any],
    tts: FrameProcessor,
    log: EventLog,
    now: Callable[[], int],
    name: str = "caller",
    voiced: Sequence[FrameProcessor] = (),
) -> Cascade:
    """Wire up the caller with the given ears, brain and voice, and what is done to the voice's sound."""
    return build_cascade(
        name=name,
        side="caller",
        transport=transport,
        stt=stt,
        llm=llm,
        tts=tts,
        params=user_params(
            stop="timeout",
            vad_start_secs=0.2,
            vad_stop_secs=0.2,
            vad_confidence=0.7,
            timeout_secs=TURN_TIMEOUT_S,
            interruptible=False,
        ),
        log=log,
        now=now,
        voiced=voiced,
    )
