"""A whole call in text: the plan caller and the calibration brain, without sound, pipeline or clock."""

from __future__ import annotations

import contextlib
import copy

import numpy as np
from pipecat.processors.aggregators.llm_context import LLMContext

from agents.embedded.calibration.faulty import FaultyBrain
from agents.embedded.calibration.service import calibration_brain
from pipelines.brain import CallTools, Say
from pipelines.caller.plan import PlanCaller
from scenarios.errors import NoScenariosError
from scenarios.packs import load_pack
from scenarios.toolbox import Toolbox
from scenarios.world import World, diff

PACK = load_pack("builtin", "airline")
TURNS = 90


class Agent:
    """The calibration brain with its world; what it is told is what a pipeline would tell it."""

    def __init__(self, scenario, faults=()):
        self.scenario = scenario
        self.toolbox = Toolbox.for_domain(scenario.domain)
        self.world = World(copy.deepcopy(scenario.world))
        self.brain = calibration_brain(scenario, self.toolbox, None, faults)
        self.faulty = FaultyBrain(self.brain, faults)
        self.context = LLMContext([])
        self.calls = []
        self.said = []

    def hear(self, text):
        """Take in a turn of the caller and act until something is to be said; returns the action."""
        self.context.add_message({"role": "user", "content": text})
        return self.think()

    def think(self):
        while True:
            action = self.faulty.next(self.context)
            self.faulty.begin(action)
            if not isinstance(action, CallTools):
                return action
            for name, params in action.calls:
                response = self.toolbox.call(self.world, name, params)
                self.calls.append((name, params, response.get("status")))
                self.brain.result(name, params, response)

    def speak(self, action, share=1.0):
        """The action's words leave the line, or the first `share` of them; returns what was heard."""
        words = action.text.split()
        heard = " ".join(words[: round(share * len(words))])
        self.brain.spoken(heard)
        self.said.append(heard)
        return heard

    def tools(self):
        return [name for name, _, _ in self.calls]

    @property
    def done(self):
        return not diff(self.scenario.expected, self.world.tables)


def scenario_with(name, **values):
    """A scenario whose caller has other values for some slots than the plan was written for."""
    scenario = PACK.scenarios[name]
    facts = tuple(
        fact.model_copy(update={"value": values[fact.slot]}) if fact.slot in values else fact for fact in scenario.facts
    )
    return scenario.model_copy(update={"facts": facts})


def packs():
    """The built-in packs by domain, those that there are."""
    found = {}
    for domain in ("airline", "hr", "itsm"):
        with contextlib.suppress(NoScenariosError):
            found[domain] = load_pack("builtin", domain)
    return found


def carry(
    scenario,
    *,
    faults=(),
    distort=lambda text: text,
    lose=lambda turn: False,
    seed=0,
    greeting=PACK.greeting,
    spelling="nato",
):
    """Carry a call to its end.

    Args:
        scenario: who calls.
        greeting: the agent's first words.
        faults: of the agent.
        distort: what the agent's ears make of the caller's words.
        lose: for each of the agent's replies by number, whether the caller talks over its beginning and
            says the same again.
        seed: of the caller.
        spelling: of the caller.
    """
    agent, caller = Agent(scenario, faults), PlanCaller(scenario, np.random.default_rng(seed), spelling)
    ears = LLMContext([])
    heard, turn = greeting, 0
    for _ in range(TURNS):
        ears.add_message({"role": "user", "content": heard})
        reply = caller.next(ears)
        if reply is None and not caller.hung_up:
            reply = Say(caller.nudge(owed_by_agent=True).text)
        if reply is None or reply.hang_up:
            break
        answer = agent.hear(distort(reply.text))
        while isinstance(answer, Say) and lose(turn):
            turn += 1
            agent.speak(answer, share=0.0)
            answer = agent.hear(distort(reply.text))
        turn += 1
        heard = agent.speak(answer) if isinstance(answer, Say) else ""
        if isinstance(answer, Say) and answer.hang_up:
            break
    return agent, caller
