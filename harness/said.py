"""What a caller says where there is no call: the same few sentences, in any manner."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Sequence

from pipelines.brain import Phrase
from pipelines.caller.answers import spoken
from pipelines.caller.behaviour.base import Draft, Manner
from pipelines.caller.behaviour.forgetful import Forgetful
from pipelines.caller.behaviour.impatient import Impatient
from pipelines.caller.behaviour.reach import REACH
from pipelines.caller.behaviour.slow import Slow
from pipelines.caller.plan import Line
from scenarios.model import Fact, Scenario
from scenarios.packs import load_pack
from scenarios.slots import entry

OPENING = "Hi, I need some help with my booking, please."
SENTENCES = (
    ("My confirmation number is {}.", ("confirmation_number",)),
    ("The flight is on {}, and my last name is {}.", ("travel_date", "last_name")),
)
"""What is said after the opening, with slots of facts."""


@functools.cache
def scenario() -> Scenario:
    """Whose caller speaks: the first of the airline who has all that the sentences ask for."""
    wanted = {slot for _, slots in SENTENCES for slot in slots}
    found = load_pack("builtin", "airline").scenarios.values()
    return next(s for s in found if wanted <= {fact.slot for fact in s.facts})


def lines() -> list[Line]:
    """The sentences as the caller's plan has them: words, and the values in them."""
    facts = {fact.slot: fact for fact in reversed(scenario().facts)}
    found = [Line(OPENING)]
    for text, slots in SENTENCES:
        own = [facts[slot] for slot in slots]
        given = [{"slot": f.slot, "kind": f.kind, "value": f.value} for f in own]
        found.append(Line(text.format(*(_said(f) for f in own)), given))
    return found


def in_manner(names: Sequence[str], seed: int) -> list[tuple[list[Phrase], float]]:
    """The sentences as phrases with the pauses before them, and the pace of each.

    Args:
        names: manners; those that act only on what the agent does leave the sentences as they are.
        seed: as of a call.
    """
    made: dict[str, Manner] = {
        "impatient": Impatient(seed),
        "forgetful": Forgetful(seed, scenario()),
        "slow": Slow(seed),
    }
    found = []
    for number, line in enumerate(lines()):
        draft = Draft(line, [Phrase(line.text)], opening=number == 0)
        for name, manner in made.items():  # words before pauses, as in a call
            if name in names:
                manner.change(draft)
        found.append(([p for p in draft.phrases if p.text], draft.line.pace))
    return found


def in_calls(names: Sequence[str]) -> str:
    """What manners are in a call, where there is more of them than can be heard here."""
    return "; ".join(f"{name} in a call: {REACH[name]['plan']}" for name in names)


def _said(fact: Fact) -> str:
    found = scenario()
    return spoken(fact, entry(fact.slot, found.domain), "nato", 0, datetime.date.fromisoformat(found.now[:10]))
