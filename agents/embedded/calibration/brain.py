"""The calibration brain: walks the plan, hears every value that only the caller knows, asks, reads back, acts."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pipecat.processors.aggregators.llm_context import LLMContext

from agents.embedded.calibration import phrases
from agents.embedded.calibration.evidence import Evidence
from agents.embedded.calibration.slots import NOT_CAUGHT, Hearing, Slot, question
from agents.embedded.calibration.state import SlotKey, State
from agents.embedded.segments import SegmentKeeper
from pipelines.brain import Action, CallTools, Say, user_texts
from scenarios.model import Step
from scenarios.spoken import affirms

WHOLE_CALL = ("confirmation_number", "last_name", "first_name", "phone", "email")
MAX_TRIES = 4  # questions for one slot before the request is given up
SPOKEN_SHARE = 0.6  # of a reply's words that must have been heard for it to count

RELATIVE = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening)|last night|next week)\b"
)

ToolType = Callable[[str], str]


class CalibrationBrain:
    """Decides the calibration agent's next action.

    Args:
        plan: the golden path without the caller's values.
        golden: the response of a perfect call to each ``call`` step, in order: prices that tools only tell after.
        tool_type: ``read``, ``write``, ``auth`` or ``system`` of a tool.
        today: the date of the call.
        keeper: the present user turn's sound, for spelled values; ``None`` with perfect ears.
        faults: seeded faults that live in the dialogue.
        choices: the closed lists of the tools' parameters, by slot.
    """

    def __init__(
        self,
        plan: Sequence[Step],
        golden: Sequence[dict[str, Any]],
        tool_type: ToolType,
        today: datetime.date,
        keeper: SegmentKeeper | None = None,
        faults: Sequence[str] = (),
        choices: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.state = State()
        self.evidence = Evidence()
        self._plan, self._tool_type, self._keeper = tuple(plan), tool_type, keeper
        calls = [k for k, step in enumerate(self._plan) if step.do == "call"]
        self._golden = dict(zip(calls, golden, strict=False))
        self._hearing = Hearing(keeper, today, choices)
        self._faults = frozenset(faults)
        self._draft: tuple[State, str, int] | None = None
        self._pending: list[int] = []
        self._responses: list[tuple[str, dict[str, Any], dict[str, Any]]] = []

    # What the pipeline tells the brain --------------------------------------------------------------------------

    def next(self, context: LLMContext) -> Action:
        """Decide on the ground of everything the caller said since the last reply that was heard."""
        self._absorb()
        texts = user_texts(context)
        draft = self.state.draft()
        fresh = texts[draft.consumed :]
        draft.consumed = len(texts)
        kept = len(self._keeper.segments) if self._keeper else 0
        action = self._decide(draft, " ".join(fresh).strip(), bool(fresh))
        self._draft = (draft, action.text if isinstance(action, Say) else "", kept)
        return action

    def begin(self, action: Action) -> None:
        """Tools act on the world whether or not anybody hears a word, so their decision counts at once."""
        if isinstance(action, CallTools) and self._draft is not None:
            draft, _, kept = self._draft
            self._commit(draft, kept)

    def spoken(self, content: str) -> None:
        """The last reply left the line, whole or cut to `content`."""
        if self._draft is None or not self._draft[1]:
            return
        draft, text, kept = self._draft
        if len(content.split()) >= SPOKEN_SHARE * len(text.split()):
            self._commit(draft, kept)

    def result(self, name: str, params: dict[str, Any], response: dict[str, Any]) -> None:
        """A tool has answered."""
        self.evidence.add(response)
        self._responses.append((name, params, response))

    def _commit(self, draft: State, kept: int) -> None:
        self.state, self._draft = draft, None
        if self._keeper:
            later = self._keeper.take()[kept:]
            for segment in later:
                self._keeper.add(segment)

    # Decisions --------------------------------------------------------------------------------------------------

    def _decide(self, s: State, heard: str, fresh: bool) -> Action:
        if s.denied:
            error, s.denied = s.denied, ""
            return self._denied(s, error)
        if s.transferred:
            s.transferred, s.waiting = False, "nothing"
            return Say("I am transferring you to a live agent now. Please hold.")
        if fresh and (reply := self._listen(s, heard)) is not None:
            return reply
        return self._proceed(s)

    def _listen(self, s: State, heard: str) -> Action:
        """Take in what the caller said, by what the last line waited for; an action only when it must be answered."""
        match s.waiting:
            case "request":
                self._volunteered(s, heard)
            case "slots":
                missing = self._fill(s, heard)
                if missing:
                    return self._ask(s, missing)
            case "yes":
                return self._answered(s, heard)
            case "more":
                if affirms(heard) is False or re.search(
                    r"good ?bye|that'?s (?:all|it)|nothing|that is all", heard.lower()
                ):
                    return Say("Thank you for calling. Goodbye.")
                if s.request + 1 < self._requests:
                    s.request += 1
                    self._volunteered(s, heard)
                else:
                    return Say("I'm sorry, I can't help with that today. Goodbye.")
            case _:
                pass
        return None

    def _answered(self, s: State, heard: str) -> Action:
        verdict = affirms(heard)
        if verdict is True:
            s.accepted.add(s.request)
            return None
        if re.search(r"repeat|say that again|sorry|total cost", heard.lower()) and verdict is not False:
            return self._offer(s)
        changed = self._corrected(s, heard)
        if changed:
            return self._rewind(s) or self._offer(s)
        s.refusals += 1
        if s.refusals < 3:
            return self._offer(s) if verdict is None else Say("What would you like me to change?")
        return self._give_up(s, "All right, I will leave it as it is.")

    def _proceed(self, s: State) -> Action:
        """Go on with the plan from the next step."""
        steps = self._remaining(s)
        if not steps:
            return self._close(s)
        step = self._plan[s.step]
        if step.do == "tell":
            s.step += 1
            s.waiting = "told"
            return Say(self._prefix(s) + step.text)
        missing = self._missing(s, steps)
        if missing:
            return self._ask(s, missing)
        if not self._ready(s, step):
            written = any(
                step.request == s.request and self._tool_type(step.tool) == "write"
                for step in self._plan[: s.step]
                if step.do == "call"
            )
            # What has been written is not written again.
            return (None if written else self._rewind(s, lost=True)) or self._give_up(
                s, "I'm sorry, I can't find that in our system."
            )
        kind = self._tool_type(step.tool)
        if kind not in ("read", "auth") and s.request not in s.accepted:
            if "skips_confirmation" not in self._faults:
                return self._offer(s)
            s.accepted.add(s.request)
        return self._batch(s, steps, kind)

    def _batch(self, s: State, steps: list[int], kind: str) -> Action:
        """Run as many of the next calls as their arguments allow, reads and writes apart."""
        batch: list[tuple[str, dict[str, Any]]] = []
        self._pending = []
        for index in steps:
            step = self._plan[index]
            if step.do != "call" or not self._ready(s, step):
                break
            if (self._tool_type(step.tool) in ("read", "auth")) != (kind in ("read", "auth")):
                break
            if self._missing(s, [index]):
                break
            batch.append((step.tool, self._params(s, step)))
            self._pending.append(index)
            s.step = index + 1
            if self._tool_type(step.tool) == "auth":
                break
        s.waiting = "nothing"
        return CallTools(tuple(batch))

    def _absorb(self) -> None:
        """Take in the responses of the last batch. They are facts: they hold whether or not the next reply is heard."""
        responses, self._responses = self._responses, []
        for index, (name, params, response) in zip(self._pending, responses, strict=False):
            success = response.get("status") == "success"
            if self._tool_type(name) == "auth" and not success:
                self.state.step, self.state.denied = index, str(response.get("error_type") or "error")
            elif name == "transfer_to_agent":
                self.state.transferred = True
            elif success and self._tool_type(name) not in ("read", "auth"):
                self.state.outcomes.append(phrases.outcome(name, params, response))

    def _denied(self, s: State, error: str) -> Action:
        """Ask again for what the lookup refused: a code that it does not know, or a name that is not on the booking."""
        wrong = {"not_found": "confirmation_number", "authentication_failed": "last_name"}.get(error)
        slots = [x for x in self._slots(self._plan[s.step]) if wrong in (None, x.name)]
        for slot in slots:
            value = s.values.pop((slot.name, slot.request), None)
            if value:
                self._hearing.refuse(slot.name, value)
        if max((s.tries.get((slot.name, slot.request), 0) for slot in slots), default=MAX_TRIES) >= MAX_TRIES:
            return self._give_up(s, "I'm sorry, I can't find your reservation.")
        return self._ask(s, slots, again=True, lead="I'm sorry, I can't find a reservation with that.")

    # Slots ------------------------------------------------------------------------------------------------------

    def _slots(self, step: Step) -> list[Slot]:
        """What a step needs from the caller."""
        return [
            Slot(arg.slot, arg.kind, None if arg.slot in WHOLE_CALL else step.request)
            for arg in step.args.values()
            if arg.source == "caller" and arg.slot and arg.kind
        ]

    def _missing(self, s: State, steps: Sequence[int]) -> list[Slot]:
        """Unheard slots of the coming steps: of the identification alone, else of all up to the next tell step."""
        missing: list[Slot] = []
        for index in steps:
            step = self._plan[index]
            if step.do == "tell":
                break
            for slot in self._slots(step):
                if (slot.name, slot.request) not in s.values and slot not in missing:
                    missing.append(slot)
            if step.tool and self._tool_type(step.tool) == "auth":
                break
        return missing

    def _ask(self, s: State, slots: Sequence[Slot], again: bool = False, lead: str = "") -> Action:
        # Two values of one kind in one answer could not be told apart.
        asked = [slots[0], *(x for x in slots[1:2] if x.kind != slots[0].kind)]
        keys = tuple((slot.name, slot.request) for slot in asked)
        if any(s.tries.get(key, 0) >= MAX_TRIES for key in keys):
            return self._give_up(s, "I'm sorry, I could not understand that.")
        repeated = again or any(s.tries.get(key, 0) for key in keys)
        for key in keys:
            s.tries[key] = s.tries.get(key, 0) + 1
        s.waiting, s.asked = "slots", keys
        text = question(asked, repeated)
        if lead:
            text = f"{lead} {text.removeprefix(NOT_CAUGHT)}"
        return Say(self._prefix(s) + text)

    def _fill(self, s: State, heard: str) -> list[Slot]:
        """Hear the slots that were asked for; returns those still missing."""
        missing = []
        for slot in self._open_slots(s):
            value = self._hearing.value(slot, heard)
            if value is None:
                missing.append(slot)
            else:
                s.values[slot.name, slot.request] = value
        return missing

    def _open_slots(self, s: State) -> list[Slot]:
        wanted: list[Slot] = []
        for step in self._plan:
            for slot in self._slots(step):
                if (slot.name, slot.request) in s.asked and slot not in wanted:
                    wanted.append(slot)
        return wanted

    def _volunteered(self, s: State, heard: str) -> None:
        """Values that the caller gave unasked when opening a request: only kinds that are safe to pick up."""
        for index in self._remaining(s):
            for slot in self._slots(self._plan[index]):
                if slot.kind in ("date", "flight") and (slot.name, slot.request) not in s.values:
                    if slot.kind == "date" and RELATIVE.search(heard.lower()):
                        continue  # "tonight" may be the flight that is gone as well as the one that is wanted
                    value = self._hearing.value(slot, heard)
                    if value is not None:
                        s.values[slot.name, slot.request] = value

    def _corrected(self, s: State, heard: str) -> bool:
        """Whether the caller's objection names another value for a slot of this request."""
        changed = False
        for index in range(len(self._plan)):
            step = self._plan[index]
            if step.request != s.request:
                continue
            for slot in self._slots(step):
                key = (slot.name, slot.request)
                if slot.kind not in ("choice", "date", "count", "flight", "time") or key not in s.values:
                    continue
                if slot.kind == "count" and "bag" not in heard.lower():
                    continue  # a number in an objection is mostly a price
                value = self._hearing.value(slot, heard)
                if value is not None and value != s.values[key]:
                    s.values[key] = value
                    changed = True
        return changed

    # Plan -------------------------------------------------------------------------------------------------------

    @property
    def _requests(self) -> int:
        return 1 + max((step.request for step in self._plan), default=0)

    def _remaining(self, s: State) -> list[int]:
        return [k for k in range(s.step, len(self._plan)) if self._plan[k].request == s.request]

    def _params(self, s: State, step: Step) -> dict[str, Any]:
        return {name: self._argument(s, step, name) for name in step.args}

    def _argument(self, s: State, step: Step, name: str) -> Any:
        arg = step.args[name]
        if arg.source != "caller":
            return arg.value
        value = s.values.get((arg.slot or "", None if arg.slot in WHOLE_CALL else step.request), "")
        return int(value) if arg.kind == "count" and value.isdigit() else value

    def _ready(self, s: State, step: Step) -> bool:
        """Whether every value that must come from a tool has been seen in one."""
        return all(self.evidence.holds(arg.value) for arg in step.args.values() if arg.source == "result")

    def _rewind(self, s: State, lost: bool = False) -> Action:
        """Go back to the request's first lookup that rests on a heard value; `lost`: ask for that value again."""
        for index, step in enumerate(self._plan[: s.step + 1]):
            if step.request != s.request or step.do != "call" or self._tool_type(step.tool) != "read":
                continue
            slots = self._slots(step)
            keys: list[SlotKey] = [(slot.name, slot.request) for slot in slots if slot.name not in WHOLE_CALL]
            if not keys:
                continue
            s.step = index
            if not lost:
                return self._proceed(s)
            for key in keys:
                s.values.pop(key, None)
                s.tries[key] = max(1, s.tries.get(key, 0))
            chosen = [slot for slot in slots if slot.name not in WHOLE_CALL]
            return self._ask(s, chosen, again=True, lead="I'm sorry, I can't find a matching flight.")
        return None

    def _offer(self, s: State) -> Action:
        s.waiting = "yes"
        authored, parts = "", []
        heard: dict[str, str] = {}
        for index in self._remaining(s):
            step = self._plan[index]
            if step.do != "call":
                break
            for slot in self._slots(step):
                heard[slot.name] = s.values.get((slot.name, slot.request), "")
            if self._tool_type(step.tool) in ("read", "auth"):
                continue
            authored = authored or (step.offer or "")
            params = self._params(s, step)
            parts.append(phrases.offer(step, params, self._golden.get(index, {}), self.evidence.responses))
        read = "" if "mishears" in self._faults else phrases.readback({k: v for k, v in heard.items() if v})
        body = authored or " ".join([p for p in parts if p] + [phrases.GO_AHEAD])
        return Say(self._prefix(s) + " ".join(p for p in (read, body) if p))

    def _close(self, s: State) -> Action:
        """The request is done: report, recap, and ask for more."""
        s.waiting = "more"
        text = self._prefix(s) or "All right. "
        code = s.values.get(("confirmation_number", None))
        if s.request + 1 >= self._requests and code and not s.failed:
            text += phrases.recap(code) + " "
        return Say(text + phrases.ANYTHING_ELSE)

    def _give_up(self, s: State, words: str) -> Action:
        remaining = self._remaining(s)
        s.step = remaining[-1] + 1 if remaining else s.step
        s.waiting, s.failed = "more", True
        return Say(f"{self._prefix(s)}{words} {phrases.ANYTHING_ELSE}")

    def _prefix(self, s: State) -> str:
        """Reports of what was done since the last line, to go before the next one."""
        done, s.outcomes = [o for o in s.outcomes if o], []
        return " ".join(done) + (" " if done else "")
