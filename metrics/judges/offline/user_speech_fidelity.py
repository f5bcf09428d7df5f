"""Did the simulated caller say what it meant to say?

A recogniser that no call uses listens to the caller's dry stem, before line and noise. What the agent understood is
no evidence: attempts must not count because the agent coped with them.
"""

from __future__ import annotations

from metrics.judges.case import Case
from metrics.judges.jury import NothingToJudge
from metrics.judges.offline._speech_looks import Sound, read
from metrics.judges.offline._speech_match import blurred
from metrics.judges.offline._speech_recogniser import Ears, lent
from metrics.judges.offline._speech_turn import by_turn, departures, listen, recorded
from metrics.judges.offline._speech_values import capitals, values
from metrics.judges.offline._speech_words import SHARE, longest, modes
from metrics.judges.verdicts import RatedTurn, Turns
from pipelines.record import Utterance

VERSION = "1.1"
BLIND = (
    "One word that is missing or another is taken for a slip of the recogniser, unless it belongs to a value.",
    "Names, and spelling words that begin right and end otherwise, lower a rating to 2 at most: recognisers write "
    "them in too many ways.",
    "The language is not identified: another language counts as words lost.",
)
LOST = 2  # words in a row that no look heard: rating 2


def judge(case: Case, ears: Ears | None = None) -> Turns:
    """Rate each of the caller's turns 1 to 3; trailing words of its last turn are forgiven.

    Args:
        case: with its record, whose folder holds caller_dry.wav.
        ears: the independent one listens; those lent to this process by default.

    Raises:
        JudgeError: there is no sound, or nobody to listen.
        NothingToJudge: the caller said nothing.
    """
    record = recorded(case)
    spoken = [u for u in record.utterances if u.role == "caller" and u.intended and u.intended.strip()]
    if not spoken:
        raise NothingToJudge("the caller said nothing")
    ears = (ears or lent()).independent
    sound = read(record.path, "caller_dry.wav", 0)
    return by_turn(spoken, lambda u: _rated(u, sound, ears, last=u is spoken[-1]))


def _rated(utterance: Utterance, sound: Sound, ears: Ears, last: bool) -> RatedTurn:
    text = utterance.intended or ""
    hearing = listen(utterance, values(text, capitals(text)), sound, ears, utterance.cut or last)
    errors = [
        value
        for value, read in zip(hearing.wrong, hearing.read, strict=True)
        if value.kind != "name" and not blurred(hearing.meant.text[value.start : value.end], read)
    ]
    failures = modes(hearing)
    broken = "garbled_hallucination" in failures and sum(hearing.missing) > SHARE * len(hearing.missing)
    slight = bool(failures) or len(errors) < len(hearing.wrong) or longest(list(hearing.missing)) >= LOST
    why = (departures(hearing), f"not heard: {hearing.lost}" if hearing.lost else "")
    return RatedTurn(
        turn_id=utterance.turn,
        explanation="; ".join(w for w in why if w) or "as it was meant",
        rating=1 if errors or broken else 2 if slight else 3,
        failure_modes=(("entity_error",) if errors else ()) + failures,
        transcript=hearing.heard,
    )
