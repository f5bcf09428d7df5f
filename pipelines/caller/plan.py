"""The caller's plan brain: reactive, answers what it is asked, keeps to its brief, and hangs up properly.

It never says "its next line": whatever the agent asks is answered from the facts, offers are held against the
criteria, and a request is opened when the agent asks what it can do. So a misheard word or an extra question costs
a turn and never the thread.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field

import numpy as np
from pipecat.processors.aggregators.llm_context import LLMContext

from pipelines.brain import Action, Say, user_texts
from pipelines.caller.answers import entity
from pipelines.caller.facts import Facts
from pipelines.caller.offers import objection, states, violated
from pipelines.caller.readback import contradicted
from pipelines.caller.understanding import Understanding, understand
from scenarios.model import Fact, Request, Rule, Scenario
from scenarios.toolbox import Toolbox
from scenarios.vocabulary import choices, closed_lists

SLOW = 0.7  # pace at which a caller answers again, every other time
PATIENCE = 6  # turns that bring nothing before the caller gives up (spec/simulation.md 7: five)
STUBBORN = 2  # objections to one value; then the caller's own ears are more likely wrong than the agent


@dataclass(slots=True)
class Line:
    """Something the caller decided to say."""

    text: str
    entities: list[dict[str, str]] = field(default_factory=list)
    nudge: bool = False
    pace: float = 1.0
    aside: bool = False


class PlanCaller:
    """Plays a scenario's caller.

    Attributes:
        lines: everything it decided to say, in order.
        hung_up: it has said goodbye and the call is to end once that was heard.
    """

    def __init__(self, scenario: Scenario, rng: np.random.Generator, spelling: str = "nato") -> None:
        self.scenario = scenario
        self.lines: list[Line] = []
        self.hung_up = False
        self._rng = rng
        self._facts = Facts(scenario, spelling, self._pick)
        self._request = -1
        self._pushes = 0
        self._used: dict[int, int] = {}
        self._objected: dict[tuple[str, int | None], int] = {}
        self._doubted = 0
        self._fruitless = 0
        self._gave_up = False
        self._cost_asked = False
        self._total_heard = False

    def next(self, context: LLMContext) -> Action:
        """Answer the agent's last turn."""
        texts = user_texts(context)
        heard = texts[-1] if texts else ""
        if self.hung_up:
            return None
        line = self._reply(heard)
        if line is None:
            return None
        self.lines.append(line)
        return Say(line.text, hang_up=self.hung_up, pace=line.pace)

    def begin(self, action: Action) -> None:
        """Nothing to do: the caller is never cut off, so what it decides it says."""

    def nudge(self, owed_by_agent: bool) -> Line | None:
        """Something to break a silence: a reminder to the agent, or a request to repeat; ``None`` when hanging up."""
        if self.hung_up:
            return None
        if self._request < 0:
            line = self._open()
        else:
            words = "Hello? Are you still there?" if owed_by_agent else "Sorry, could you say that again, please?"
            line = Line(words, nudge=True)
        self.lines.append(line)
        return line

    def interject(self, heard: str) -> Line | None:
        """An answer to what the agent has asked in the middle of its turn; ``None`` if that has asked for nothing."""
        if self.hung_up or self._request < 0:
            return None
        facts = self._facts.wanted(self.understands(heard).asks)
        if not facts:
            return None
        line = self._give(facts)
        self.lines.append(line)
        return line

    def understands(self, heard: str) -> Understanding:
        """What an agent's words ask of this caller."""
        return understand(heard, self._facts.entries, self._facts.held())

    def converses(self, heard: str) -> bool:
        """Whether an agent's turn is in the middle of things: it neither opens a request nor leads out of the call."""
        if self.hung_up or self._request < 0:
            return False
        got = self.understands(heard)
        leads = got.anything_else or got.farewell or got.transfer or got.transferring
        return not (leads or got.backchannel or (got.hold and not got.asks))

    @property
    def opened(self) -> bool:
        """Whether it has said what it phones for."""
        return self._request >= 0

    def report(self, transferred: bool = False) -> dict[str, object]:
        """Whether the caller kept to its brief: every value true, every request raised, ended by itself.

        Args:
            transferred: the agent has handed the call over; what the caller could not raise then is the agent's doing.
        """
        true = {(f.slot, f.value) for f in self.scenario.facts}
        false = [e for line in self.lines for e in line.entities if (e["slot"], e["value"]) not in true]
        if false:
            return {
                "ok": False,
                "why": f"said {false[0]['slot']} {false[0]['value']}, which is not in its brief",
            }
        raised = self._request + 1
        if self.hung_up and not (self._gave_up or transferred) and raised < len(self.scenario.requests):
            return {"ok": False, "why": f"raised {raised} of {len(self.scenario.requests)} requests"}
        return {"ok": True, "why": "kept to its brief"}

    # What to say -----------------------------------------------------------------------------------------------

    def _reply(self, heard: str) -> Line | None:
        got = self.understands(heard)
        if (got.hold and not got.asks) or got.backchannel:
            return None
        if self._request < 0 and (got.greeting or not got.asks):
            return self._open()
        if got.transferring:
            return self._goodbye("Thank you. Goodbye.")
        facts = self._facts.wanted(got.asks)
        if facts:
            return self._give(facts)
        if got.anything_else:
            return self._next_request()
        if got.farewell and not got.yes_no:
            return self._taken_leave_of()
        if got.transfer and ("?" in heard or got.offer):  # a recogniser may lose the question mark
            return self._transfer_offer()
        request = self.scenario.requests[max(0, self._request)]
        if got.refusal and self._pushes < len(request.pushback):
            return self._push_back(request)
        ruled = None if got.offer else self._ruled(heard)
        if ruled is not None:
            return ruled
        if got.yes_no:
            return self._decide(heard)
        if got.asks:
            return self._unknown()
        return self._statement(heard, got)

    def _open(self) -> Line:
        self._request += 1
        self._facts.request = self._request
        self._pushes, self._doubted, self._fruitless = 0, 0, 0
        self._cost_asked = self._total_heard = False
        statement = self.scenario.requests[self._request].statement
        return Line(statement, self._facts.said_in(statement))

    def _next_request(self) -> Line:
        if self._request + 1 < len(self.scenario.requests):
            line = self._open()
            return Line(f"Yes. {line.text}", line.entities)
        return self._goodbye(
            ("No, that's all. Thank you. Goodbye.", "No, thank you, that is everything. Goodbye.")[self._pick(2)]
        )

    def _taken_leave_of(self) -> Line:
        """The agent says goodbye. Whatever is left is said first: an agent must not be rid of it by a farewell."""
        if self._request + 1 < len(self.scenario.requests):
            line = self._open()
            return Line(f"One moment, please. {line.text}", line.entities)
        return self._goodbye("Thank you. Goodbye.")

    def _goodbye(self, text: str) -> Line:
        self.hung_up = True
        return Line(text)

    def _give(self, facts: list[Fact]) -> Line:
        text, entities, again = self._facts.give(facts)
        if self._facts.weary(facts):
            self._gave_up = True
            return self._goodbye("I'm sorry, this is not working. I will try another time. Goodbye.")
        if not again:
            self._fruitless = 0
        return Line(text, entities, pace=SLOW if again % 2 else 1.0)

    def _ruled(self, heard: str) -> Line | None:
        """The answer of the first rule whose cue is in the agent's words."""
        low = heard.lower().replace("’", "'")
        for index, rule in enumerate(self.scenario.rules):
            if self._holds(rule) and self._used.get(index, 0) < rule.times and re.search(rule.cue, low):
                self._used[index] = self._used.get(index, 0) + 1
                self._fruitless = 0
                return Line(rule.reply, self._facts.said_in(rule.reply))
        return None

    def _holds(self, rule: Rule) -> bool:
        return rule.request in (None, max(0, self._request))

    def _decide(self, heard: str) -> Line:
        criteria = [c for c in self.scenario.criteria if c.request in (None, self._request)]
        self._total_heard = self._total_heard or states(heard, "total_cost", self._facts.today)
        broken = violated(heard, criteria, self._facts.today)
        wrong = self._contradicted(heard)
        if broken or wrong:
            self._doubted += 1
            if self._doubted % 2 == 1:  # it may be the caller's own ears
                return Line("Sorry, could you repeat that, please?")
            if wrong:
                key = wrong.slot, wrong.request
                self._objected[key] = self._objected.get(key, 0) + 1
                return Line(f"No. {self._facts.answer(wrong, 1)}", [entity(wrong)])
            if self._doubted > 4:
                self._gave_up = True
                return self._goodbye("No, that does not work for me. I will leave it as it is. Goodbye.")
            return Line(f"No, that does not work for me. {objection(broken) if broken else ''}".strip())
        needs_total = any(c.measure == "total_cost" and c.must for c in criteria)
        if needs_total and not self._total_heard and not self._cost_asked:
            self._cost_asked = True
            return Line("What will the total cost be?")
        self._fruitless = 0
        return Line(
            ("Yes, please go ahead.", "Yes, that works for me. Please go ahead.", "Yes, go ahead, please.")[
                self._pick(3)
            ]
        )

    def _contradicted(self, heard: str) -> Fact | None:
        """A fact that was given, or belongs to this request, and that the agent's read-back gets wrong."""
        given = [
            fact
            for fact in self._facts.held().values()
            if (self._facts.asked(fact) or fact.request is not None)
            and self._objected.get((fact.slot, fact.request), 0) < STUBBORN
        ]
        return contradicted(heard, given, self._facts.entries, self._choices, self._facts.today)

    def _choices(self, slot: str) -> tuple[str, ...]:
        return choices(_lists(self.scenario.domain), self.scenario.world, slot)

    def _transfer_offer(self) -> Line:
        request = self.scenario.requests[max(0, self._request)]
        if request.accepts_transfer and self._pushes >= len(request.pushback):
            return Line("Yes, please transfer me.")
        if self._pushes < len(request.pushback):
            return self._push_back(request)
        return Line("No, thank you. I don't want to be transferred.")

    def _push_back(self, request: Request) -> Line:
        text = request.pushback[self._pushes]
        self._pushes += 1
        return Line(text, self._facts.said_in(text))

    def _unknown(self) -> Line:
        self._fruitless += 1
        return self._tired() or Line("I'm sorry, I don't have that with me.")

    def _statement(self, heard: str, got: Understanding) -> Line:
        """The agent stated something and asked nothing that the caller understood."""
        self._fruitless += 1
        tired = self._tired()
        if tired:
            return tired
        request = self.scenario.requests[max(0, self._request)]
        if got.details and request.details:
            return Line(request.details, self._facts.said_in(request.details))
        if "?" in heard or got.repeat or not heard.strip():
            return Line("Sorry, could you say that again, please?")
        return Line("Okay, thank you.")

    def _tired(self) -> Line | None:
        if self._fruitless < PATIENCE:
            return None
        self._gave_up = True
        return self._goodbye("I don't think this is getting anywhere. Thank you. Goodbye.")

    def _pick(self, count: int) -> int:
        return int(self._rng.integers(count))


@functools.cache
def _lists(domain: str) -> dict[tuple[str, str], tuple[str, ...]]:
    return closed_lists(Toolbox.for_domain(domain))
