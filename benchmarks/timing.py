"""How exact the times of a record are: known speech in, recorded times out.

``python benchmarks/timing.py [--exchanges N]`` plays sentences of the embedded voices, whose every sample is known,
through the whole stack and compares what the record says with where they were put:

* virtual time, both sides on Pipecat pipelines: at full level and 20 dB below it;
* virtual time with an event loop that stands still for half a second, five times;
* real time over a WebSocket to an agent in another process, which answers a fixed time after it heard the caller
  end: undisturbed, and with stalls of half a second.

Prints medians and 95th percentiles in milliseconds, and everything as one line of JSON at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import websockets

from pipelines import clock

if __name__ == "__main__":
    clock.install()

from pipecat.frames.frames import TTSAudioRawFrame, TTSSpeakFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.services.settings import TTSSettings
from pipecat.services.tts_service import TTSService
from pipecat.workers.runner import WorkerRunner

from agents.embedded.voices import synthesize
from pipelines import g711
from pipelines.line.io_thread import IoThread
from pipelines.line.line import Line
from pipelines.line.memory import LineTransport
from pipelines.line.port import Pcm, Port
from pipelines.line.twilio import PLAYOUT_MS, TwilioStream
from pipelines.record import RATE, Span
from pipelines.segments import speech_spans
from pipelines.tap import EventLog, LineClock
from pipelines.timeline import Speech, build_timeline

SENTENCES = (
    "Hello! How can I help you today?",
    "She said the total is forty five dollars.",
    "Half of the seats are sold.",
    "Yes.",
    "Five checked bags, please.",
    "Thank you for calling. Goodbye.",
    "For the flight on June eighteenth.",
    "Such a fuss.",
    "Hotel seven Foxtrot, India nine.",
    "Have a safe flight.",
    "What time does it leave, please?",
    "I think so.",
    "One moment, please.",
    "Zulu, Kilo, three, Foxtrot, Foxtrot, Whiskey.",
    "Could you spell the last name for me, please?",
    "Please go ahead.",
)
"""Soft and hard beginnings and ends; the fricatives are what energy misses."""

ANSWER_S = 0.8  # after which the agent of the real call answers, counted from the last packet with sound
STALL_S = 0.5
TICK = 160
EDGE = 400  # samples of an answer by which its beginning and end are found on the wire
PLAYOUT = RATE * PLAYOUT_MS // 1000


def voice(name: str, level_db: float = 0.0) -> dict[str, Pcm]:
    """Every sentence as samples, without silence at the ends."""
    found = {}
    for text in SENTENCES:
        pcm = np.round(synthesize(text, name) * 10 ** (level_db / 20)).astype(np.int16)
        loud = np.flatnonzero(pcm)
        found[text] = pcm[loud[0] : loud[-1] + 1]
    return found


class KnownTTS(TTSService):
    """Speaks each sentence as its given samples, without any delay."""

    def __init__(self, sounds: dict[str, Pcm]) -> None:
        super().__init__(
            sample_rate=RATE,
            push_start_frame=True,
            push_stop_frames=True,
            settings=TTSSettings(model="known", voice=None, language=None),
        )
        self._sounds = sounds

    async def run_tts(self, text: str, context_id: str) -> AsyncIterator[Any]:
        """Yield the samples in frames of 200 ms."""
        pcm = self._sounds[text].astype("<i2").tobytes()
        for at in range(0, len(pcm), 3200):
            yield TTSAudioRawFrame(pcm[at : at + 3200], RATE, 1, context_id=context_id)


class Speaker:
    """A pipeline on a port that says what it is told."""

    def __init__(self, line: Line, port: Port, sounds: dict[str, Pcm]) -> None:
        self.transport = LineTransport(line, port)
        self.worker = PipelineWorker(
            Pipeline([self.transport.input(), KnownTTS(sounds), self.transport.output()]),
            name=port.name,
            params=PipelineParams(audio_in_sample_rate=RATE, audio_out_sample_rate=RATE),
            clock=LineClock(line.now),
            idle_timeout_secs=None,
            enable_rtvi=False,
            enable_turn_tracking=False,
            check_dangling_tasks=False,
        )

    async def say(self, text: str) -> None:
        """Speak now."""
        await self.worker.queue_frame(TTSSpeakFrame(text))


@contextlib.asynccontextmanager
async def on(line: Line, *speakers: Speaker) -> AsyncIterator[None]:
    """Run pipelines and the line around a block."""
    runner = WorkerRunner(handle_sigint=False)
    workers = [speaker.worker for speaker in speakers]
    waiting, ready = len(workers), asyncio.Event()

    for worker in workers:

        @worker.event_handler("on_pipeline_started")
        async def started(*_: Any) -> None:
            nonlocal waiting
            waiting -= 1
            if not waiting:
                ready.set()

    await runner.add_workers(*workers)
    running = asyncio.create_task(runner.run())
    await ready.wait()
    ticks = asyncio.create_task(line.run())
    await asyncio.sleep(0)
    try:
        yield
    finally:
        for worker in workers:
            await worker.cancel()
        await asyncio.wait([running], timeout=5)
        line.stop()
        await ticks


@dataclass(frozen=True)
class Errors:
    """Recorded minus true, in milliseconds, for the beginnings and ends of sentences."""

    onset: tuple[float, ...]
    offset: tuple[float, ...]

    def summary(self) -> dict[str, float]:
        """Median and 95th percentile of the absolute error."""
        found = {}
        for name, values in (("onset", self.onset), ("offset", self.offset)):
            found[f"{name}_median_ms"] = round(float(np.median(values)), 2)
            found[f"{name}_p95_ms"] = round(float(np.percentile(np.abs(values), 95)), 2)
        return found


def errors(recorded: Sequence[Span], true: Sequence[Span]) -> Errors:
    """Compare each true stretch with the recorded ones that lie in it."""
    onset, offset = [], []
    for span in true:
        inside = [s for s in recorded if s.start < span.end and s.end > span.start]
        if not inside:
            raise SystemExit(f"a sentence at sample {span.start} is not in the record")
        onset.append((inside[0].start - span.start) * 1000 / RATE)
        offset.append((inside[-1].end - span.end) * 1000 / RATE)
    return Errors(tuple(onset), tuple(offset))


# Virtual time ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A scripted call in virtual time and where its sentences were put."""

    line: Line
    caller: tuple[Span, ...]
    agent: tuple[Span, ...]


def play(level_db: float = 0.0, stalls: Sequence[float] = ()) -> Played:
    """Both sides say every sentence in turn; at each of `stalls` the loop stands still for half a second."""
    sounds = {"caller": voice("heart", level_db), "agent": voice("joe", level_db)}
    line = Line()
    speakers = {name: Speaker(line, getattr(line, name), sounds[name]) for name in sounds}
    script: list[tuple[int, str, str]] = []
    at = RATE
    for text in SENTENCES:
        for side in ("caller", "agent"):
            script.append((at, side, text))
            # The next one starts on a tick, at least 0.9 s after this one's end: longer than any stall.
            at += -(-(len(sounds[side][text]) + round(0.9 * RATE)) // TICK) * TICK

    def stand_still() -> None:
        asyncio.get_running_loop().now_ns += round(STALL_S * 1e9)  # type: ignore[attr-defined]

    async def main() -> None:
        async with on(line, *speakers.values()):
            loop = asyncio.get_running_loop()
            assert line.started_at is not None
            for moment in stalls:
                loop.call_at(line.started_at + moment, stand_still)
            for sample, side, text in script:
                await asyncio.sleep(line.started_at + sample / RATE - loop.time())
                await speakers[side].say(text)
            await asyncio.sleep(line.started_at + at / RATE - loop.time())

    clock.run_virtual(main)
    true = {
        name: tuple(Span(s, s + len(sounds[name][text])) for s, side, text in script if side == name) for name in sounds
    }
    return Played(line, true["caller"], true["agent"])


def recorded(line: Line) -> tuple[list[Span], list[Span], list[float]]:
    """What the record holds: the caller's spans, the agent's, and the latencies."""
    caller = [Speech("caller", e.final_spans) for e in line.caller.ledger if e.spans]
    agent, _ = speech_spans(line.agent.wire)
    turns = build_timeline(caller, agent).turns
    latencies = [t.latency_s for t in turns if t.latency_s is not None]
    return [s for t in turns for s in t.caller], [s for t in turns for s in t.agent], latencies


def measure_virtual(level_db: float) -> dict[str, Any]:
    """Errors of a scripted call."""
    played = play(level_db)
    caller, agent, _ = recorded(played.line)
    mine = errors(caller, played.caller)
    return {
        "caller_max_ms": max(map(abs, mine.onset + mine.offset)),
        **errors(agent, played.agent).summary(),
        "sentences": len(played.agent),
    }


def measure_stalls() -> dict[str, Any]:
    """What half a second without an event loop changes: within speech of either side, and between."""
    calm = play()
    at = [
        (calm.caller[0].start + calm.caller[0].end) / 2 / RATE,
        (calm.agent[1].start + calm.agent[1].end) / 2 / RATE,
        calm.caller[3].end / RATE + 0.05,
        calm.agent[4].end / RATE + 0.05,
        calm.agent[6].start / RATE + 0.1,
    ]
    stalled = play(stalls=at)
    end = min(calm.line.sample, stalled.line.sample)
    pairs = [(getattr(calm.line, n).wire[:end], getattr(stalled.line, n).wire[:end]) for n in ("caller", "agent")]
    changed = sum(int((np.frombuffer(a, np.uint8) != np.frombuffer(b, np.uint8)).sum()) for a, b in pairs)
    before, after = recorded(calm.line)[2], recorded(stalled.line)[2]
    return {
        "stalls": len(at),
        "samples_changed": changed,
        "length_changed_samples": abs(calm.line.sample - stalled.line.sample),
        "latency_changed_max_ms": round(1000 * float(np.max(np.abs(np.subtract(before, after)))), 2),
        "late_ticks": stalled.line.health().late_ticks,
    }


# Real time ------------------------------------------------------------------------------------------


async def serve() -> None:
    """The agent of the real call: answers `ANSWER_S` after the last packet that held sound, sentence by sentence."""
    answers = [g711.encode(pcm) for pcm in voice("joe").values()]

    async def handle(connection: websockets.ServerConnection) -> None:
        loop, said, due = asyncio.get_running_loop(), 0, 0.0
        answering: asyncio.Task[None] | None = None

        async def answer(ulaw: bytes, started: float) -> None:
            for k in range(0, len(ulaw), TICK):
                await asyncio.sleep(started + k / RATE - loop.time())
                payload = base64.b64encode(ulaw[k : k + TICK]).decode()
                await connection.send(json.dumps({"event": "media", "media": {"payload": payload}}))

        async def later(ulaw: bytes) -> None:
            while (wait := due - loop.time()) > 0:  # noqa: ASYNC110
                await asyncio.sleep(wait)
            await answer(ulaw, due)

        with contextlib.suppress(websockets.ConnectionClosed):
            async for frame in connection:
                message = json.loads(frame)
                if message["event"] != "media":
                    continue
                if any(g711.decode(base64.b64decode(message["media"]["payload"]))):
                    due = loop.time() + ANSWER_S
                    if answering is None or answering.done():
                        answering = asyncio.create_task(later(answers[said % len(answers)]))
                        said += 1

    async with websockets.serve(handle, "127.0.0.1", 0) as server:
        print(next(iter(server.sockets)).getsockname()[1], flush=True)
        await asyncio.to_thread(sys.stdin.read)


@contextlib.contextmanager
def other_process() -> Any:
    """The agent's process and its address."""
    code = "import asyncio; from pipelines import clock; clock.install()\n"
    code += f"import sys; sys.path.insert(0, {str(__file__).rsplit('/benchmarks/', 1)[0]!r})\n"
    code += "from benchmarks.timing import serve; asyncio.run(serve())"
    process = subprocess.Popen([sys.executable, "-c", code], stdin=-1, stdout=-1, text=True)
    assert process.stdin
    assert process.stdout
    try:
        yield f"ws://127.0.0.1:{int(process.stdout.readline())}"
    finally:
        process.stdin.close()
        process.wait(10)
        process.stdout.close()


@dataclass(frozen=True)
class RealCall:
    """A call in real time; `underruns` are packets that came later than the playout buffer lasts."""

    exchanges: list[Exchange]
    underruns: int
    fit: bool


@dataclass(frozen=True)
class Exchange:
    """One exchange of the real call: errors in milliseconds."""

    caller_ms: float
    answer_ms: float
    measured_ms: tuple[float, float]


def measure_real(exchanges: int, stall: Callable[[str], bool] = lambda phase: False) -> RealCall:
    """Carry a call in real time; `stall` says in which phases of an exchange the loop stands still.

    The phases are ``caller speaks``, ``agent waits``, ``agent speaks`` and ``caller ends``.
    """
    sounds, answers = voice("heart"), list(voice("joe").values())
    line, log = Line(), EventLog()
    texts = [SENTENCES[k % len(SENTENCES)] for k in range(exchanges)]

    def still(phase: str) -> None:
        if stall(phase):
            time.sleep(STALL_S)

    async def main() -> None:
        caller, io = Speaker(line, line.caller, sounds), IoThread()
        with other_process() as url:

            async def dial() -> websockets.ClientConnection:
                return await websockets.connect(url)

            stream = TwilioStream(line, line.agent, await io.call(dial()), {}, "0", log, lambda cause: None, io.loop)
            await stream.start()
            async with on(line, caller):
                await asyncio.sleep(0.5)
                for k, text in enumerate(texts):
                    length = len(sounds[text]) / RATE
                    begun = line.now() / RATE
                    await caller.say(text)
                    await asyncio.sleep(0.1)
                    if length > 0.1 + STALL_S + 0.1:
                        still("caller speaks")
                    await asyncio.sleep(max(0.0, begun + length - 0.1 - line.now() / RATE))
                    still("caller ends")
                    await asyncio.sleep(max(0.0, begun + length + 0.2 - line.now() / RATE))
                    still("agent waits")
                    onset = begun + length + ANSWER_S + 0.1
                    await asyncio.sleep(max(0.0, onset + 0.2 - line.now() / RATE))
                    still("agent speaks")
                    end = onset + len(answers[k % len(answers)]) / RATE
                    await asyncio.sleep(max(0.0, end + 0.6 - line.now() / RATE))
            await stream.stop()
        await io.stop()

    clock.run_real(main)
    health = line.health()
    return RealCall(_exchanges(line, texts, sounds, answers), health.underruns, health.fit)


def _exchanges(line: Line, texts: list[str], sounds: dict[str, Pcm], answers: list[Pcm]) -> list[Exchange]:
    caller, agent, _ = recorded(line)
    dry, wire = np.frombuffer(line.caller.dry, np.int16), bytes(line.agent.wire)
    found, searched = [], 0
    for k, text in enumerate(texts):
        entry = line.caller.ledger[k]
        start, end = entry.spans[0][0], entry.spans[-1][1]
        if not np.array_equal(dry[start:end], sounds[text]):
            raise SystemExit(f"the caller's sentence {k + 1} is not on the record as it was spoken")
        mine = [s for s in caller if s.start < end and s.end > start]
        # Where the answer truly is: its very bytes on the wire. A packet that came later than the playout buffer
        # lasts has torn it, which the line counts as an underrun, so look for its beginning and its end.
        ulaw = g711.encode(g711.decode(g711.encode(answers[k % len(answers)])))
        at = wire.find(ulaw[:EDGE], searched)
        searched = wire.find(ulaw[-EDGE:], at) + EDGE
        if at < 0 or searched < EDGE:
            raise SystemExit(f"the agent's answer {k + 1} is not on the record as it was sent")
        due = -(-end // TICK) * TICK + round(ANSWER_S * RATE) + PLAYOUT
        error = errors(agent, [Span(at, searched)])
        found.append(
            Exchange(
                max(abs(mine[0].start - start), abs(mine[-1].end - end)) * 1000 / RATE,
                (at - due) * 1000 / RATE,
                (error.onset[0], error.offset[0]),
            )
        )
    return found


def real_summary(call: RealCall) -> dict[str, float]:
    """Errors over the exchanges of a real call."""
    exchanges = call.exchanges
    late = [e.answer_ms for e in exchanges]
    measured = Errors(tuple(e.measured_ms[0] for e in exchanges), tuple(e.measured_ms[1] for e in exchanges))
    return {
        "caller_max_ms": max(e.caller_ms for e in exchanges),
        **measured.summary(),
        "answer_late_median_ms": round(float(np.median(late)), 2),
        "answer_late_p95_ms": round(float(np.percentile(np.abs(late), 95)), 2),
        "exchanges": len(exchanges),
        "underruns": call.underruns,
    }


def main() -> int:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--exchanges", type=int, default=8, help="of each call in real time; 0 leaves them out")
    count = parser.parse_args().exchanges
    result: dict[str, Any] = {
        "virtual": measure_virtual(0.0),
        "virtual_20_db_down": measure_virtual(-20.0),
        "virtual_stalls": measure_stalls(),
    }
    for name in ("virtual", "virtual_20_db_down"):
        row = result[name]
        print(f"{name}: caller max {row['caller_max_ms']:.3f} ms; agent onset median {row['onset_median_ms']}", end=" ")
        print(f"p95 {row['onset_p95_ms']}, offset median {row['offset_median_ms']} p95 {row['offset_p95_ms']} ms")
    row = result["virtual_stalls"]
    print(f"{row['stalls']} stalls of {STALL_S} s: {row['samples_changed']} samples changed,", end=" ")
    print(f"latencies changed by at most {row['latency_changed_max_ms']} ms")
    if count:
        phases = ("caller speaks", "agent waits", "agent speaks")
        result["real"] = real_summary(measure_real(count))
        result["real_stalls"] = real_summary(measure_real(count, lambda phase: phase in phases))
        result["real_stalls_at_caller_end"] = real_summary(measure_real(count, lambda phase: phase == "caller ends"))
        for name in ("real", "real_stalls", "real_stalls_at_caller_end"):
            row = result[name]
            print(f"{name}: caller max {row['caller_max_ms']:.3f} ms; agent onset p95 {row['onset_p95_ms']},", end=" ")
            print(f"offset p95 {row['offset_p95_ms']} ms; answer after its due time by", end=" ")
            print(f"median {row['answer_late_median_ms']}, p95 {row['answer_late_p95_ms']} ms;", end=" ")
            print(f"underruns {row['underruns']}")
    print(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
