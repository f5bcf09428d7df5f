"""The calibration brain: walks the plan, hears every value that only the caller knows, asks, reads back, acts."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pipecat.processors.aggregators.llm_context import LLMContext

from agents.embedded.calibration import wording
from agents.embedded.calibration.dialogue import Dialogue
from agents.embedded.calibration.evidence import Evidence
from agents.embedded.calibration.forms import Form
from agents.embedded.calibration.hearing import Hearing
from agents.embedded.calibration.offers import Offers
from agents.embedded.calibration.path import Path
from agents.embedded.calibration.slots import Slot
from agents.embedded.calibration.state import State
from agents.embedded.segments import SegmentKeeper
from pipelines.brain import Action, CallTools, Say, user_texts
from scenarios.model import Step

SPOKEN_SHARE = 0.6  # of a reply's words that must have been heard for it to count


class CalibrationBrain:
    """Decides the calibration agent's next action.

    Args:
        plan: the golden path without the caller's values.
        golden: the response of a perfect call to each ``call`` step, in order: prices that tools only tell after, and
            whether a refusal belongs to the plan.
        types: ``read``, ``write``, ``auth`` or ``system``, by tool.
        forms: what values the tools' parameters take.
        today: the date of the call.
        domain: whose tools they are.
        keeper: the present user turn's sound, for spelled values; ``None`` with perfect ears.
        faults: seeded faults that live in the dialogue.
        believe: what is taken for a heard value (a seeded fault); ``None``: the value itself.
    """

    def __init__(
        self,
        plan: Sequence[Step],
        golden: Sequence[dict[str, Any]],
        types: Mapping[str, str],
        forms: Mapping[tuple[str, str], Form],
        today: datetime.date,
        domain: str,
        keeper: SegmentKeeper | None = None,
        faults: Sequence[str] = (),
        believe: Callable[[Slot, str | None], str | None] | None = None,
    ) -> None:
        self.state = State()
        self.evidence = Evidence()
        self._path, self._domain, self._keeper = Path(plan, types, forms), domain, keeper
        calls = [k for k, step in enumerate(plan) if step.do == "call"]
        self._golden = dict(zip(calls, golden, strict=False))
        offers = Offers(self._path, self._golden, self.evidence, domain, today, reads="mishears" not in faults)
        self._dialogue = Dialogue(
            self._path,
            self.evidence,
            Hearing(keeper, today, domain, believe),
            offers,
            domain,
            confirms="skips_confirmation" not in faults,
        )
        self.on_reading: Callable[[str, str], None] = lambda slot, value: None
        """Told of each value that was read from the sound of a turn (slot, value), once what follows from it counts."""
        self._draft: tuple[State, str, int] | None = None
        self._pending: tuple[int, ...] = ()
        self._responses: list[tuple[str, dict[str, Any], dict[str, Any]]] = []

    def next(self, context: LLMContext) -> Action:
        """Decide on the ground of everything the caller said since the last reply that was heard."""
        self._absorb()
        texts = user_texts(context)
        draft = self.state.draft()
        fresh = texts[draft.consumed :]
        draft.consumed = len(texts)
        kept = len(self._keeper.segments) if self._keeper else 0
        action, self._pending = self._dialogue.decide(draft, " ".join(fresh).strip(), bool(fresh))
        self._draft = (draft, action.text if isinstance(action, Say) else "", kept)
        return action

    def begin(self, action: Action) -> None:
        """Tools act on the world whether or not anybody hears a word, so their decision counts at once."""
        for slot, value in self._dialogue.hearing.taken().items():
            self.on_reading(slot, value)
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

    def _absorb(self) -> None:
        """Take in the responses of the last batch. They are facts: they hold whether or not the next reply is heard."""
        responses, self._responses = self._responses, []
        s = self.state
        for index, (name, params, response) in zip(self._pending, responses, strict=False):
            success = response.get("status") == "success"
            if success:
                s.proven |= {slot.key for slot in self._path.slots(index)}
            if success and self._path.sort(index) == "act":
                s.done.add(index)
                s.outcomes.append(wording.outcome(self._domain, name, params, response))
            if self._path.handover(index):
                s.transferred = True
            elif not success and s.denied is None and not self._planned(index, response):
                s.step, s.denied = index, (index, str(response.get("error_type") or "error"))

    def _planned(self, index: int, response: Mapping[str, Any]) -> bool:
        """Whether the plan foresees this refusal."""
        golden = self._golden.get(index, {})
        return golden.get("status") == "error" and golden.get("error_type") == response.get("error_type")
