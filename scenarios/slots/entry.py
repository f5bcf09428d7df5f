"""One slot: its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Entry:
    """The words of a slot.

    Attributes:
        slot: its name: that of the tool parameter which takes the value.
        noun: what an agent calls it: "your employee number", "the start date".
        cue: regular expression over lower-case words by which a caller knows that it is asked for. Only content words:
            recognisers distort the short ones.
        question: the question for it alone, where "May I have ..., please?" does not do.
        leads: how a caller begins the answer; ``{}`` stands for the value, ``{a}`` and ``{A}`` for the value
            with "a" or "an", ``{cap}`` for the value with a capital. By default from `noun`.
        says: how values are said that their own words do not tell: "paid time off" for ``pto``.
        answers: whole answers for single values: "I have no preference."
        read: how a value is read back, by default the noun and the value; placeholders as in `leads`.
        unit: what is counted, one and several: "day", "days".
        spelled: whether a name is spelled after it was said; people's names are, names of things are not.
        bare: whether an offer that names any value of the kind means this slot, though the noun is not said.
    """

    slot: str
    noun: str
    cue: str
    question: str = ""
    leads: tuple[str, ...] = ()
    says: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    read: str = ""
    unit: tuple[str, str] | None = None
    spelled: bool = True
    bare: bool = False

    @property
    def thing(self) -> str:
        """The noun as both sides may call it: "the employee number"."""
        for mine in ("your ", "the "):
            if self.noun.startswith(mine):
                return "the " + self.noun.removeprefix(mine)
        return self.noun

    @property
    def mine(self) -> str:
        """The noun in the caller's mouth: "my employee number"."""
        return "my " + self.noun.removeprefix("your ") if self.noun.startswith("your ") else self.noun

    @property
    def wording(self) -> tuple[str, ...]:
        """How an answer begins, at least one."""
        return self.leads or (f"{self.mine[0].upper()}{self.mine[1:]} is {{}}.",)

    @property
    def ask(self) -> str:
        """The question for this slot alone."""
        return self.question or f"May I have {self.noun}, please?"
