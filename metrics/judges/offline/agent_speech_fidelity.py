"""Is each value of the conversation that the agent says spoken so that a listener gets it right?

An independent recogniser listens to the agent's channel. Where the words that the agent's voice was given are known,
each value in them that the conversation holds (callers' words, tool responses) must come back to the last character
at one of several looks. Where they are not known (speech to speech), the values come from the conversation alone.
"""

from __future__ import annotations

from metrics.judges.case import Case
from metrics.judges.jury import NothingToJudge
from metrics.judges.offline._speech_looks import AGENT, Sound, looks, read
from metrics.judges.offline._speech_near import nearest
from metrics.judges.offline._speech_recogniser import Ears, lent
from metrics.judges.offline._speech_turn import by_turn, departures, listen, recorded
from metrics.judges.offline._speech_values import Known, values
from metrics.judges.verdicts import RatedTurn, Turns
from metrics.judges.views import VIEWS
from pipelines.record import Utterance

VERSION = "1.1"
BLIND = (
    "Names are compared by how they are written and sound: one that sounds much like another is taken for it.",
    "A value that no recogniser hears right counts as garbled, even where a person might have understood it.",
    "A decimal point or a currency that is said wrong is not noticed.",
    "The language is not identified: another language is noticed only where it spoils a value.",
    "Of an agent whose words are not known, only codes and numbers that come close to one of the conversation are "
    "found garbled; any other value that is said clearly is taken for meant.",
)


def judge(case: Case, ears: Ears | None = None) -> Turns:
    """Rate each of the agent's turns 0 or 1; turns without a value of the conversation carry `has_entities` false.

    Args:
        case: with its record, whose folder holds audio.wav.
        ears: who listens; those lent to this process by default.

    Raises:
        JudgeError: there is no sound, or nobody to listen.
        NothingToJudge: the agent said nothing.
    """
    record = recorded(case)
    spoken = [u for u in record.utterances if u.role == "agent" and u.end > u.start]
    if not spoken:
        raise NothingToJudge("the agent said nothing")
    ears = ears or lent()
    sound = read(record.path, "audio.wav", AGENT)
    known = Known.of(case)
    rate = _by_text if VIEWS[case.architecture].agent == "intended" else _by_conversation
    return by_turn(spoken, lambda u: (rate if u.intended else _by_conversation)(u, sound, known, ears))


def _by_text(utterance: Utterance, sound: Sound, known: Known, ears: Ears) -> RatedTurn:
    """Against the words that the voice was given."""
    text = utterance.intended or ""
    held = [v for v in values(text, known.names) if known.knows(v)]
    if not held:
        why = "no value of the conversation"
        return RatedTurn(turn_id=utterance.turn, explanation=why, rating=1, has_entities=False)
    hearing = listen(utterance, held, sound, ears, utterance.cut)
    return RatedTurn(
        turn_id=utterance.turn,
        explanation=departures(hearing) or f"all {len(hearing.values)} values were heard",
        rating=0 if hearing.wrong else 1,
        failure_modes=("entity_error",) if hearing.wrong else (),
        has_entities=bool(hearing.values),
        transcript=hearing.heard,
    )


def _by_conversation(utterance: Utterance, sound: Sound, known: Known, ears: Ears) -> RatedTurn:
    """Without a text: a code must not be nearly said, unless some look hears it wholly."""
    first, attempted, right = "", dict[str, int](), False
    for number, look in enumerate(looks(sound, utterance.start, utterance.end, ears.recognisers)):
        near = nearest(look, known.codes)
        right = right or 0 in near.values() or any(known.knows(v) for v in values(look, known.names))
        if number == 0:
            first, attempted = look, {code: off for code, off in near.items() if off}
        if not attempted or any(near.get(code) == 0 for code in attempted):
            attempted = {}
            break
    said = "the values of the conversation in it were heard" if right else "no value of the conversation"
    return RatedTurn(
        turn_id=utterance.turn,
        explanation="; ".join(f"nearly {c.upper()}, {off} characters off" for c, off in attempted.items()) or said,
        rating=0 if attempted else 1,
        failure_modes=("entity_error",) if attempted else (),
        has_entities=right or bool(attempted),
        transcript=first,
    )
