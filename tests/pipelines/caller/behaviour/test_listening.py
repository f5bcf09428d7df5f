import asyncio

import pytest

from pipelines.caller.behaviour.backchannels import Backchannels
from pipelines.caller.behaviour.impatient import BREAK_INS, Impatient
from pipelines.caller.behaviour.listening import Listening, Means
from pipelines.clock import run_virtual
from pipelines.line.line import Line
from pipelines.record import BACKCHANNEL, BARGE_IN, RATE
from pipelines.tap import EventLog
from tests.pipelines.sounds import burst


class Scene:
    """A line on which an agent speaks, and a caller that listens."""

    def __init__(self, *, impatient=None, backchannels=None, yields=False, may=True, answer=""):
        self.line, self.log = Line(), EventLog()
        self.may, self.yields, self.count, self.heard = may, yields, 0, []
        means = Means(lambda: self.may, lambda heard: self.heard.append(heard) or answer, self._speak, self._speak)
        self.listening = Listening(self.line, self.log, means, impatient, backchannels)

    async def _speak(self, text):
        self.say("caller", 0.5)
        if self.yields:
            later = asyncio.get_running_loop().call_later
            later(0.4, lambda: self.line.agent.clear(self.line.sample))

    def say(self, side, seconds):
        self.count += 1
        port = getattr(self.line, side)
        name = f"{side}-{self.count}"
        port.begin(name, self.line.sample)
        port.write(burst(seconds).tobytes())
        port.mark(lambda: port.end(name))

    def run(self, *script, until):
        """Run with ``(second, function)``."""

        async def main():
            ticking = asyncio.create_task(self.line.run())
            watching = asyncio.create_task(self.listening.run())
            for at, what in script:
                await asyncio.sleep(at - self.line.now() / RATE)
                what()
            await asyncio.sleep(until - self.line.now() / RATE)
            watching.cancel()
            self.line.stop()
            await asyncio.wait([ticking, watching])

        run_virtual(main)
        return self

    def events(self, kind):
        return [(round(e.sample / RATE, 2), e.data) for e in self.log.of("caller", kind)]


def agent_speaks(scene, seconds=20.0):
    return lambda: scene.say("agent", seconds)


def test_it_breaks_in_when_it_has_had_enough_and_once_in_a_stretch():
    scene = Scene(impatient=Impatient(3))
    after = Impatient(3).after_s
    scene.run((1.0, agent_speaks(scene)), until=25)
    ((at, data),) = scene.events(BARGE_IN)
    assert at == pytest.approx(1.0 + after, abs=0.1)
    assert data["after_s"] == pytest.approx(after, abs=0.05)


def test_every_stretch_is_broken_into_until_it_has_done_so_often_enough():
    scene = Scene(impatient=Impatient(3), yields=True)
    scene.run(*((1.0 + 15 * k, agent_speaks(scene, 12.0)) for k in range(5)), until=80)
    assert len(scene.events(BARGE_IN)) == BREAK_INS


def test_pauses_of_the_agent_do_not_begin_its_speech_anew():
    scene = Scene(impatient=Impatient(3))
    scene.run(*((1.0 + 2.5 * k, agent_speaks(scene, 2.0)) for k in range(5)), until=15)
    assert len(scene.events(BARGE_IN)) == 1


@pytest.mark.parametrize("may", [True, False])
def test_it_does_nothing_when_it_may_not(may):
    scene = Scene(impatient=Impatient(3), may=may)
    scene.run((1.0, agent_speaks(scene)), until=25)
    assert len(scene.events(BARGE_IN)) == may


def test_it_does_not_break_in_while_it_speaks_itself():
    scene = Scene(impatient=Impatient(3))
    scene.run((1.0, agent_speaks(scene)), (2.0, lambda: scene.say("caller", 10.0)), until=25)
    assert [at for at, _ in scene.events(BARGE_IN)] == [pytest.approx(12.5, abs=0.1)]


def test_it_answers_what_was_recognised_in_this_stretch():
    scene = Scene(impatient=Impatient(3), answer="Silva.")
    script = [
        (0.5, lambda: scene.log.add(scene.line.sample, "caller", "stt_final", text="before")),
        (1.0, agent_speaks(scene)),
        (3.0, lambda: scene.log.add(scene.line.sample, "caller", "stt_final", text="your name?")),
        (3.1, lambda: scene.log.add(scene.line.sample, "agent", "stt_final", text="not mine")),
    ]
    scene.run(*script, until=12)
    assert scene.heard == ["your name?"]
    assert scene.events(BARGE_IN)[0][1]["text"] == "Silva."


@pytest.mark.parametrize("yields", [True, False])
def test_it_knows_whether_the_agent_broke_off(yields):
    scene = Scene(impatient=Impatient(3), yields=yields)
    scene.run((1.0, agent_speaks(scene)), until=25)
    assert scene.listening.broken_off() is yields
    assert scene.listening.broken_off() is False  # asked once a turn


def test_it_says_mm_hmm_and_tells_where():
    scene = Scene(backchannels=Backchannels(3))
    scene.run((1.0, agent_speaks(scene, 20.0)), until=25)
    events = scene.events(BACKCHANNEL)
    assert 2 <= len(events) <= 5
    assert 3.5 <= events[0][0] <= 6.1
    for at, data in events:
        assert data["end"] / RATE - at == pytest.approx(0.5, abs=0.02)


def test_an_agent_that_it_has_silenced_may_finish_next_time():
    scene = Scene(backchannels=Backchannels(3), yields=True)
    stretches = [(1.0 + 12 * k, agent_speaks(scene, 10.0)) for k in range(4)]
    scene.run(*stretches, until=50)
    assert [int((at - 1.0) // 12) for at, _ in scene.events(BACKCHANNEL)] == [0, 2]


def test_whether_the_agent_fell_silent_at_it():
    for yields in (True, False):
        scene = Scene(backchannels=Backchannels(3), yields=yields)
        scene.run((1.0, agent_speaks(scene, 20.0)), until=8)
        assert scene.events(BACKCHANNEL)
        assert scene.listening.hushed is False or yields
