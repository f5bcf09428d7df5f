"""Which manners which callers can have, and how much of each: the one place that says what cannot be done.

What is done mechanically is the same for every caller that has it: times and words are drawn by the call's seed. A
model is told of its manner besides, and says the rest in its own words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

HOSTED = ("openai-realtime", "elevenlabs-agent")
"""Callers that a vendor plays whole."""

REACH: Mapping[str, Mapping[str, str]] = {
    "slow": {
        "plan": "pace, pauses and requests to repeat; a vendor's voice has its own pauses made longer",
        "llm": "told; the voice's pace where it can be set; its own pauses are made longer",
        "hosted": "told; its own pauses are made longer",
    },
    "impatient": {
        "plan": "words, breaking in and complaints about silence",
        "llm": "told; breaking in and complaints about silence",
        "hosted": "told; it is asked to complain about silence sooner, and breaks in only if it does so by itself",
    },
    "forgetful": {
        "plan": "fillers, slips put right, codes begun twice and looked for; with a vendor's voice no set pause",
        "llm": "told",
        "hosted": "told",
    },
    "backchannels": {
        "plan": "all of it",
        "llm": "all of it; the model does not know that it was said",
        "hosted": "",
    },
}
"""By manner and caller what is done; nothing where it cannot be."""


def problem(brain: str, manners: Sequence[str]) -> str:
    """Why a caller cannot have manners, in one line; empty if it can.

    Args:
        brain: what plays the caller.
        manners: as conditions name them.
    """
    kind = "hosted" if brain in HOSTED else brain
    for manner in manners:
        if not REACH[manner][kind]:
            return (
                f"behaviour-{manner}: a caller that a vendor plays whole ({brain}) cannot be made to say mm-hmm while "
                "it listens; take a caller with brain plan or llm"
            )
    return ""
