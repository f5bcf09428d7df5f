import asyncio

import numpy as np
import pytest

from pipelines.caller.plan import Line as SpokenLine
from pipelines.clock import run_virtual
from pipelines.driver import AFTER_FAREWELL_S, FAREWELL_LIMIT_S, Driver
from pipelines.line.line import Line
from pipelines.record import END_REASONS, RATE
from pipelines.tap import EventLog
from tests.pipelines.sounds import burst

SILENCE_S, LIMIT_S = 10.0, 60.0


class Mind:
    """A caller's brain that only knows how to break a silence."""

    def __init__(self, nudges=True):
        self.nudges, self.asked = nudges, []

    def nudge(self, owed_by_agent):
        self.asked.append(owed_by_agent)
        return SpokenLine("Hello?", nudge=True) if self.nudges else None


class Scene:
    """A line with two voices and a driver, without any pipeline."""

    def __init__(self, *, nudges=True, greeting=1.0, transferred=False, noise_db=None):
        self.line, self.log, self.mind = Line(), EventLog(), Mind(nudges)
        self.said = []
        self.greeting, self.noise_db = greeting, noise_db
        self.driver = Driver(
            self.line,
            self.log,
            self.mind,
            self._say,
            self._greet,
            time_limit_s=LIMIT_S,
            silence_limit_s=SILENCE_S,
            transferred=lambda: transferred,
        )
        self._count = 0
        self._tasks = set()

    async def _say(self, text):
        self.said.append((self.seconds(), text))
        self.speak("caller", 0.5)

    async def _greet(self):
        if self.greeting:
            self.speak("agent", self.greeting)

    def seconds(self):
        return self.line.now() / RATE

    def speak(self, side, seconds):
        """Begin to speak; returns at once."""
        self._count += 1
        task = asyncio.create_task(self._speak(getattr(self.line, side), f"{side}-{self._count}", seconds))
        self._tasks.add(task)

    async def _speak(self, port, name, seconds):
        port.begin(name, self.line.sample)
        await port.write_through(burst(seconds).tobytes())
        port.end(name)

    def run(self, *script):
        """Run the call with actions ``(second, function)``; returns status and reason."""

        async def act():
            for at, what in script:
                await asyncio.sleep(at - self.seconds())
                what()

        async def hiss():
            level = 32768 * 10 ** (self.noise_db / 20)
            rng = np.random.default_rng(1)
            while True:
                self.line.agent.write(np.round(rng.normal(0, level, 160)).astype(np.int16).tobytes())
                await asyncio.sleep(0.02)

        async def main():
            ticks = asyncio.create_task(self.line.run())
            await asyncio.sleep(0)
            others = [asyncio.create_task(act())]
            if self.noise_db is not None:
                others.append(asyncio.create_task(hiss()))
            before = asyncio.all_tasks()
            ending = await self.driver.run()
            after = {t for t in asyncio.all_tasks() - before if t not in self._tasks}
            self.line.stop()
            await ticks
            for task in others:
                task.cancel()
            return ending, after

        self.ending, self.leftovers = run_virtual(main, limit_s=400)
        assert self.ending.reason in END_REASONS
        last = self.log.events[-1]
        assert (last.side, last.kind, last.data["reason"]) == ("line", "call_ended", self.ending.reason)
        return self.ending.status, self.ending.reason

    @property
    def at(self):
        return self.ending.sample / RATE


def farewell(scene, side="caller", seconds=1.0):
    def act():
        (scene.driver.caller_hangs_up if side == "caller" else scene.driver.agent_hangs_up)()
        scene.speak(side, seconds)

    return act


# The ends ---------------------------------------------------------------------------------------------------


def test_goodbye_ends_the_call_once_it_has_been_heard():
    scene = Scene()
    assert scene.run((4.0, farewell(scene))) == ("completed", "goodbye")
    assert scene.at == pytest.approx(4.0 + 1.0 + AFTER_FAREWELL_S, abs=0.13)
    assert scene.ending.error == ""
    assert scene.line.caller.ledger[-1].ended  # to the last sample


def test_goodbye_after_a_transfer_is_a_transfer():
    scene = Scene(transferred=True)
    assert scene.run((4.0, farewell(scene))) == ("completed", "transfer")


def test_two_polite_parties_do_hang_up():
    """The agent answers every farewell with another one; the caller's own has been heard, that is enough."""
    scene = Scene()

    def echo():
        scene.speak("agent", 3.0)

    assert scene.run((4.0, farewell(scene)), (5.2, echo), (8.4, echo)) == ("completed", "goodbye")
    assert scene.at < 5.6


def test_a_farewell_that_never_sounds_does_not_hold_the_line():
    scene = Scene()
    speak = (2.5, lambda: scene.speak("caller", 1.0))
    assert scene.run(speak, (4.0, scene.driver.caller_hangs_up)) == ("completed", "goodbye")
    assert scene.at == pytest.approx(4.0 + FAREWELL_LIMIT_S, abs=0.2)
    assert scene.mind.asked == []  # and nobody asks whether somebody is still there


def test_an_agent_that_hangs_up_is_heard_out():
    scene = Scene()
    assert scene.run((4.0, farewell(scene, "agent", 2.0))) == ("completed", "agent_hangup")
    assert scene.at == pytest.approx(6.0 + AFTER_FAREWELL_S, abs=0.13)


def test_an_agent_that_has_gone_is_heard_out_and_not_waited_for():
    scene = Scene()

    def leave():
        scene.line.agent.write(burst(1.0).tobytes())  # what it sent before it left
        scene.driver.agent_hangs_up(gone=True)

    assert scene.run((4.0, leave)) == ("completed", "agent_hangup")
    assert scene.at == pytest.approx(5.0 + AFTER_FAREWELL_S, abs=0.13)


def test_an_agent_that_leaves_while_the_caller_says_goodbye_was_said_goodbye_to():
    scene = Scene()
    leave = (4.5, lambda: scene.driver.agent_hangs_up(gone=True))
    assert scene.run((4.0, farewell(scene)), leave) == ("completed", "goodbye")


def test_a_lost_line_is_nobodys_fault():
    scene = Scene()
    assert scene.run((4.0, lambda: scene.driver.agent_lost("reset by peer"))) == (
        "infrastructure",
        "line_lost",
    )
    assert scene.ending.error == "reset by peer"
    assert scene.at == pytest.approx(4.0, abs=0.11)


def test_a_lost_line_without_a_cause_still_has_a_text():
    scene = Scene()
    scene.run((4.0, lambda: scene.driver.agent_lost("")))
    assert scene.ending.error == "the agent's connection closed"


def test_a_line_lost_after_the_farewell_is_a_finished_call():
    scene = Scene()
    lost = (4.2, lambda: scene.driver.agent_lost("reset by peer"))
    assert scene.run((4.0, farewell(scene)), lost) == ("completed", "goodbye")
    assert scene.ending.error == ""


def test_an_error_frame_ends_the_call_and_says_where():
    scene = Scene()
    broken = (4.0, lambda: scene.log.add(scene.line.now(), "agent", "error", error="model went away"))
    assert scene.run(broken) == ("error", "pipeline_error")
    assert scene.ending.error == "agent: model went away"
    assert scene.at == pytest.approx(4.0, abs=0.11)


def test_a_line_that_fails_is_an_error_and_not_two_silent_people():
    scene = Scene()

    def fail(ulaw, sample, silent):
        if sample > 4 * RATE:
            raise ValueError("no such sample")

    scene.line.agent.receive = fail
    assert scene.run() == ("error", "pipeline_error")
    assert scene.ending.error == "line: ValueError: no such sample"
    assert scene.at == pytest.approx(4.0, abs=0.15)


def test_cancelling_the_run_ends_the_call():
    scene = Scene()
    assert scene.run((4.0, scene.driver.cancel)) == ("infrastructure", "cancelled")


def talk(scene, seconds):
    """Both sides speak in turn, for ever."""
    return [
        (at, lambda side=side: scene.speak(side, 1.5))
        for k, at in enumerate(range(2, seconds, 3))
        for side in [("caller", "agent")[k % 2]]
    ]


def test_the_time_limit_ends_a_call_that_goes_on():
    scene = Scene()
    assert scene.run(*talk(scene, 80)) == ("time_limit", "time_limit")
    assert scene.at == pytest.approx(LIMIT_S, abs=0.11)


def test_the_agents_silence_is_the_agents():
    scene = Scene()
    assert scene.run((2.0, lambda: scene.speak("caller", 1.0))) == ("agent_timeout", "agent_silence")
    assert scene.mind.asked == [True]  # reminded once
    ((reminded, _),) = scene.said
    assert reminded == pytest.approx(3.0 + SILENCE_S / 2, abs=0.15)
    assert scene.at == pytest.approx(reminded + 0.5 + SILENCE_S, abs=0.15)


def test_an_agent_that_does_not_even_greet():
    scene = Scene(greeting=0)
    assert scene.run() == ("agent_timeout", "agent_silence")
    assert scene.at < 30


def test_the_callers_silence_is_the_callers():
    scene = Scene(nudges=False)
    assert scene.run() == ("caller_invalid", "caller_silence")
    assert scene.at == pytest.approx(1.5 + SILENCE_S, abs=0.15)


def test_a_caller_that_missed_something_asks_and_the_agents_next_silence_is_the_agents():
    scene = Scene()
    assert scene.run() == ("agent_timeout", "agent_silence")  # the greeting, then nobody
    assert scene.mind.asked == [False]


def test_an_agent_that_wakes_up_is_reminded_again_the_next_time():
    scene = Scene()
    wake = [(10.0, lambda: scene.speak("agent", 1.0)), (12.0, lambda: scene.speak("caller", 1.0))]
    assert scene.run((2.0, lambda: scene.speak("caller", 1.0)), *wake) == ("agent_timeout", "agent_silence")
    assert scene.mind.asked == [True, True]


@pytest.mark.parametrize("noise_db", [-70, -54])
def test_noise_on_the_agents_channel_is_not_speech(noise_db):
    scene = Scene(noise_db=noise_db, greeting=0)
    quiet = scene.run((2.0, lambda: scene.speak("caller", 1.0)))
    assert quiet == ("agent_timeout", "agent_silence")


# One owner, one precedence ----------------------------------------------------------------------------------


def test_an_error_goes_before_a_goodbye_and_cancelling_before_both():
    def everything(scene):
        scene.driver.caller_hangs_up()
        scene.log.add(scene.line.now(), "caller", "error", error="x")

    scene = Scene()
    assert scene.run((4.0, lambda: everything(scene))) == ("error", "pipeline_error")
    scene = Scene()
    both = (4.0, lambda: (everything(scene), scene.driver.cancel()))
    assert scene.run(both) == ("infrastructure", "cancelled")


@pytest.mark.parametrize("end", ["goodbye", "lost", "error"])
def test_timers_die_with_the_call(end):
    scene = Scene()
    acts = {
        "goodbye": farewell(scene),
        "lost": lambda: scene.driver.agent_lost("x"),
        "error": lambda: scene.log.add(scene.line.now(), "agent", "error", error="x"),
    }
    scene.run((4.0, acts[end]))
    assert scene.leftovers == set()
    assert scene.said == []
    count = len(scene.log.events)
    assert count == len(scene.log.events)


def test_no_nudge_while_somebody_says_goodbye():
    scene = Scene()
    scene.run((5.9, scene.driver.caller_hangs_up))  # silence since 1.5 s: the reminder would be due at 6.5
    assert scene.mind.asked == []


def test_every_nudge_is_noted_with_who_owed_what():
    scene = Scene()
    scene.run((2.0, lambda: scene.speak("caller", 1.0)))
    (nudge,) = [e for e in scene.log.events if e.kind == "nudge"]
    assert (nudge.side, nudge.data) == ("caller", {"owed_by_agent": True})
