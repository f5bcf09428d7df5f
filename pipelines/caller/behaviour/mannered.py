"""A caller with a plan and with manners: its plan decides what is said, its manners how."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from pipecat.processors.aggregators.llm_context import LLMContext

from pipelines.brain import Action, Phrase, Say, user_texts
from pipelines.caller.behaviour.base import Draft, Manner, mended
from pipelines.caller.behaviour.impatient import Impatient
from pipelines.caller.plan import Line, PlanCaller

GO_ON = "I'm listening."
"""Said to an agent that an "mm-hmm" has silenced; it is no yes."""


class Mannered:
    """The brain of a caller that plays a plan and has manners.

    Args:
        caller: plays the plan; its `lines` become what is said.
        manners: in the order in which they change a line: words before pauses.
        phrased: the voice can pause where it is told to.
    """

    def __init__(self, caller: PlanCaller, manners: Sequence[Manner], *, phrased: bool) -> None:
        self.caller, self._manners, self._phrased = caller, manners, phrased
        self.nothing_to_answer: Callable[[], bool] = lambda: False
        """Whether the agent's turn that has just ended needs no answer: the caller broke it off, or spoke on."""
        self.hushed: Callable[[], bool] = lambda: False
        """Whether the agent has fallen silent at an "mm-hmm"."""
        self.holding = False
        """Whether the agent's last turn was answered with silence: it asked for a moment."""
        self._asked = threading.Lock()  # it is asked off the loop, and breaks in from the loop

    def next(self, context: LLMContext) -> Action:
        """Answer the agent's last turn, in its manner."""
        with self._asked:
            texts = user_texts(context)
            heard = texts[-1] if texts else ""
            caller = self.caller
            if self.nothing_to_answer() and caller.converses(heard):
                return None
            if words := self._instead(heard):
                caller.lines.append(Line(words))
                return self._say(Draft(caller.lines[-1], [Phrase(words)]))
            action = caller.next(context)
            self.holding = action is None
            if not isinstance(action, Say):
                return action
            line = caller.lines[-1]
            opening = any(request.statement in line.text for request in caller.scenario.requests)
            draft = Draft(line, [Phrase(line.text)], opening, leaving=caller.hung_up)
            return self._say(draft)

    def begin(self, action: Action) -> None:
        """The caller says what it decided."""
        self.caller.begin(action)

    def nudge(self, owed_by_agent: bool) -> Line | None:
        """Something to break a silence."""
        with self._asked:
            line = self.caller.nudge(owed_by_agent)
            impatient = next((m for m in self._manners if isinstance(m, Impatient)), None)
            if line is not None and line.nudge and impatient:
                line.text = impatient.complains()
            return line

    def interject(self, heard: str) -> Line | None:
        """An answer to what the agent has asked so far, to break in with; in as few words as ever."""
        with self._asked:
            line = self.caller.interject(heard)
            if line is not None:
                draft = Draft(line, [Phrase(line.text)])
                for manner in self._manners:
                    if isinstance(manner, Impatient):
                        manner.change(draft)
                line.text = draft.text
            return line

    def _instead(self, heard: str) -> str:
        if not heard.strip() or not self.caller.converses(heard):
            return ""
        got = self.caller.understands(heard)
        if self.hushed() and not (got.asks or got.yes_no or got.offer):
            return GO_ON
        return next((words for manner in self._manners if (words := manner.instead(got))), "")

    def _say(self, draft: Draft) -> Say:
        for manner in self._manners:
            manner.change(draft)
        phrases = mended(draft.phrases) if self._phrased else ()
        line = replace(draft.line, text=draft.text)
        self.caller.lines[-1] = line
        return Say(line.text, hang_up=self.caller.hung_up, pace=line.pace, phrases=phrases)
