"""What to say or do next: takes in the caller's words by what the last line waited for, then goes on with the plan."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from agents.embedded.calibration import wording
from agents.embedded.calibration.blame import DOUBT, blamed
from agents.embedded.calibration.evidence import Evidence
from agents.embedded.calibration.hearing import Hearing
from agents.embedded.calibration.offers import Offers
from agents.embedded.calibration.path import Path
from agents.embedded.calibration.slots import NOT_CAUGHT, Slot, question, together
from agents.embedded.calibration.state import State
from agents.embedded.calibration.unasked import corrected, volunteered
from agents.embedded.calibration.wording.airline import recap
from pipelines.brain import Action, CallTools, Say
from scenarios.spoken import affirms

MAX_TRIES = 4  # questions for one slot before the request is given up
REFUSALS = 3  # of one offer before it is dropped

_AGAIN = re.compile(r"repeat|say that again|sorry|total cost|didn't (?:catch|hear|understand)")
_ENOUGH = re.compile(r"good ?bye|that'?s (?:all|it)\b|\bnothing\b|that is (?:all|it)|that was all|^no\b")
_MORE = re.compile(r"^(?:yes|yeah|yep|yup|sure)\b")

Decision = tuple[Action, tuple[int, ...]]
"""An action, and the plan's steps that it carries out."""


@dataclass(frozen=True)
class Dialogue:
    """Decides on a draft of the state; nothing else is changed.

    Attributes:
        path: the plan.
        evidence: what the tools have shown.
        hearing: the agent's ears for values.
        offers: words offers.
        domain: whose tools they are.
        confirms: whether it waits for a yes before it acts.
    """

    path: Path
    evidence: Evidence
    hearing: Hearing
    offers: Offers
    domain: str
    confirms: bool

    def decide(self, s: State, heard: str, fresh: bool) -> Decision:
        """The next action.

        Args:
            s: the draft.
            heard: what the caller said since the last reply that was heard.
            fresh: whether the caller said anything at all.
        """
        if s.denied is not None:
            (index, error), s.denied = s.denied, None
            return self._denied(s, index, error)
        if s.transferred:
            s.transferred, s.waiting = False, "nothing"
            return _say("I am transferring you to a live agent now. Please hold.")
        if fresh and (reply := self._listen(s, heard)) is not None:
            return reply
        return self._proceed(s)

    def _listen(self, s: State, heard: str) -> Decision | None:
        """Take in what the caller said; a decision only when it must be answered."""
        match s.waiting:
            case "request":
                self._volunteered(s, heard)
            case "slots":
                missing = self._fill(s, heard)
                if missing:
                    return self._ask(s, missing)
            case "yes":
                return self._answered(s, heard)
            case "told":
                if _AGAIN.search(heard.lower()) and "?" in heard:
                    s.step = max(0, s.step - 1)
            case "more":
                return self._more(s, heard)
            case _:
                pass
        return None

    def _more(self, s: State, heard: str) -> Decision | None:
        low = heard.lower()
        wants = _MORE.search(low) or (affirms(heard) is not False and not _ENOUGH.search(low))
        if not wants:
            return _say("Thank you for calling. Goodbye.")
        if s.request + 1 >= self.path.requests:
            return _say("I'm sorry, I can't help with that today. Goodbye.")
        s.request += 1
        s.step = 0
        self._volunteered(s, heard)
        return None

    def _volunteered(self, s: State, heard: str) -> None:
        for slot, value in volunteered(self.hearing, self.path.every(s.request), heard).items():
            s.values.setdefault(slot.key, value)

    def _answered(self, s: State, heard: str) -> Decision | None:
        """What the caller says to an offer."""
        verdict = affirms(heard)
        if verdict is True:
            s.accepted.add(s.offered)
            s.read |= set(s.reading)
            s.refusals = 0
            return None
        if _AGAIN.search(heard.lower()) and verdict is not False:
            return self._offer(s)
        changed = corrected(self.hearing, self.path.every(s.request), s.values, heard)
        if changed:
            for slot, value in changed.items():
                s.forget(slot.key)
                s.values[slot.key] = value
            return self._rewind(s) or self._offer(s)
        s.refusals += 1
        if s.refusals < REFUSALS:
            return self._offer(s) if verdict is None else _say("What would you like me to change?")
        return self._give_up(s, "All right, I will leave it as it is.")

    # Going on ---------------------------------------------------------------------------------------------------

    def _proceed(self, s: State) -> Decision:
        """Go on with the plan from the next step."""
        steps = self._remaining(s)
        if not steps:
            return self._close(s)
        first = steps[0]
        if self.path.sort(first) == "tell":
            s.step, s.waiting = first + 1, "told"
            return _say(self._prefix(s) + self.path.steps[first].text)
        missing = self._missing(s, steps)
        if missing:
            return self._ask(s, missing)
        if not self._ready(first):
            # What has been written is not written again.
            written = any(self.path.steps[k].request == s.request for k in s.done)
            lost = None if written else self._rewind(s, lost=True)
            return lost or self._give_up(s, "I'm sorry, I can't find that in our system.")
        if self.path.sort(first) == "act" and self.confirms:
            head = self.path.group(first)
            if head not in s.accepted:
                return self._offer(s)
            check = self.offers.check(s, self._covered(s, head))
            if check:
                return self._ask_yes(s, head, check)
        return self._batch(s, steps)

    def _missing(self, s: State, steps: Sequence[int]) -> list[Slot]:
        """Unheard slots of the next step, and of the acts that are offered with it; then those that come after.

        Empty when nothing is in the way of the next step.
        """
        first = steps[0]
        needed = self.path.covered(self.path.group(first), steps) if self.path.sort(first) == "act" else [first]
        wanted = self._unheard(s, self.path.until_tell([k for k in steps if k in needed]))
        if not wanted or self.path.sort(first) == "auth":
            return wanted
        later = [k for k in self.path.until_tell(steps) if self.path.sort(k) != "auth"]
        return list(dict.fromkeys([*wanted, *self._unheard(s, later)]))

    def _unheard(self, s: State, steps: Sequence[int]) -> list[Slot]:
        slots = dict.fromkeys(slot for index in steps for slot in self.path.slots(index))
        return [slot for slot in slots if slot.key not in s.values]

    def _batch(self, s: State, steps: Sequence[int]) -> Decision:
        """Run as many of the next calls as their arguments allow: lookups and acts apart, identification alone."""
        sort = self.path.sort(steps[0])
        batch: list[tuple[str, dict[str, Any]]] = []
        pending: list[int] = []
        for index in steps:
            if self.path.sort(index) != sort or self._unheard(s, [index]) or not self._ready(index):
                break
            if sort == "act" and self.path.group(index) != self.path.group(steps[0]):
                break
            batch.append((self.path.steps[index].tool, self.path.params(index, s.values)))
            pending.append(index)
            s.step = index + 1
            if sort == "auth":
                break
        s.waiting = "nothing"
        return CallTools(tuple(batch)), tuple(pending)

    def _ready(self, index: int) -> bool:
        """Whether every value that must come from a tool has been seen in one."""
        args = self.path.steps[index].args.values()
        return all(self.evidence.holds(arg.value) for arg in args if arg.source == "result")

    def _remaining(self, s: State) -> list[int]:
        return self.path.remaining(s.request, s.step, s.done)

    # Asking -----------------------------------------------------------------------------------------------------

    def _ask(self, s: State, slots: Sequence[Slot], denied: str = "") -> Decision:
        """Ask for values; `denied` says that those which were given before are not known."""
        asked = together(slots, self._partners(s, slots[0]))
        keys = tuple(slot.key for slot in asked)
        if any(s.tries.get(key, 0) >= MAX_TRIES for key in keys):
            return self._give_up(s, "I'm sorry, I could not understand that.")
        repeated = bool(denied) or any(s.tries.get(key, 0) for key in keys)
        for key in keys:
            s.tries[key] = s.tries.get(key, 0) + 1
        s.waiting, s.asked = "slots", keys
        return _say(self._prefix(s) + question(asked, repeated, self.domain, denied or NOT_CAUGHT))

    def _partners(self, s: State, first: Slot) -> list[Slot]:
        """What belongs to the same call as a slot; two calls that need one value each also go together."""
        for index in range(len(self.path.steps)):
            slots = self.path.slots(index)
            if first in slots:
                near = self._unheard(s, [index + 1]) if index + 1 < len(self.path.steps) else []
                single = len(self._unheard(s, [index])) <= 1 and len(near) == 1
                alike = single and self.path.sort(index) == self.path.sort(index + 1) == "act"
                return [*slots, *near] if alike else slots
        return []

    def _fill(self, s: State, heard: str) -> list[Slot]:
        """Hear the slots that were asked for; returns those still missing."""
        known = dict.fromkeys(slot for index in range(len(self.path.steps)) for slot in self.path.slots(index))
        wanted = [slot for slot in known if slot.key in s.asked]
        found = self.hearing.values(wanted, heard)
        for slot, value in found.items():
            s.values[slot.key] = value
        return [slot for slot in wanted if slot not in found]

    def _denied(self, s: State, index: int, error: str) -> Decision:
        """Ask again for what a call was refused for: a code that nobody has, a name that is not on the booking."""
        s.denials[index] = s.denials.get(index, 0) + 1
        identity = self.path.sort(index) == "auth"
        slots = self.path.slots(index)
        if not identity:
            slots = [slot for slot in slots if slot.request is not None]
            s.accepted.discard(self.path.group(index) if self.path.sort(index) == "act" else -1)
        wrong = blamed(error, slots, lambda slot: slot.key in s.proven, s.denials[index])
        for slot in wrong:
            value = s.forget(slot.key)
            if value and len(wrong) == 1 and s.denials[index] < DOUBT:
                self.hearing.refuse(slot, value)
        if not wrong or max(s.tries.get(slot.key, 0) for slot in wrong) >= MAX_TRIES:
            return self._give_up(s, wording.hopeless(self.domain, identity))
        return self._ask(s, wrong, wording.unknown(self.domain, identity))

    def _rewind(self, s: State, lost: bool = False) -> Decision | None:
        """Go back to the request's first lookup that rests on a heard value; `lost`: ask for that value again."""
        for index in range(min(s.step + 1, len(self.path.steps))):
            if self.path.steps[index].request != s.request or self.path.sort(index) != "look":
                continue
            slots = [slot for slot in self.path.slots(index) if slot.request is not None]
            if not slots:
                continue
            s.step = index
            if not lost:
                return self._proceed(s)
            for slot in slots:
                s.forget(slot.key)
                s.tries[slot.key] = max(1, s.tries.get(slot.key, 0))
            return self._ask(s, slots, wording.unknown(self.domain, identity=False))
        return None

    # Offering and closing ---------------------------------------------------------------------------------------

    def _covered(self, s: State, head: int) -> list[int]:
        return self.path.until_tell(self.path.covered(head, self._remaining(s)))

    def _offer(self, s: State) -> Decision:
        acts = [k for k in self._remaining(s) if self.path.sort(k) == "act"]
        if not acts:
            return self._proceed(s)
        head = self.path.group(acts[0])
        return self._ask_yes(s, head, self.offers.offer(s, self._covered(s, head) or acts[:1]))

    def _ask_yes(self, s: State, head: int, text: str) -> Decision:
        s.waiting, s.offered = "yes", head
        s.reading = tuple(slot.key for slot, _ in self.offers.unread(s, self._covered(s, head)))
        return _say(self._prefix(s) + text)

    def _close(self, s: State) -> Decision:
        """The request is done: report, recap, and ask for more."""
        s.waiting = "more"
        text = self._prefix(s) or "All right. "
        code = s.values.get(("confirmation_number", None)) if self.domain == "airline" else None
        if s.request + 1 >= self.path.requests and code and not s.failed:
            text += recap(code) + " "
        return _say(text + wording.ANYTHING_ELSE)

    def _give_up(self, s: State, words: str) -> Decision:
        remaining = self._remaining(s)
        s.step = remaining[-1] + 1 if remaining else s.step
        s.waiting, s.failed = "more", True
        return _say(f"{self._prefix(s)}{words} {wording.ANYTHING_ELSE}")

    def _prefix(self, s: State) -> str:
        """Reports of what was done since the last line, to go before the next one."""
        done, s.outcomes = list(dict.fromkeys(o for o in s.outcomes if o)), []
        return " ".join(done) + (" " if done else "")


def _say(text: str) -> Decision:
    return Say(text), ()
