"""A stand-in for the call itself: writes a plausible call folder at once, so that all around calls can be
tested fast. What happens is said by the scenario's id: ``late-once``, ``silent``, ``dies`` and so on."""

import json
import os
import signal
import time
import wave
from pathlib import Path

import numpy as np

from harness.files import write_json
from harness.job import AttemptJob, AttemptOutcome
from pipelines.record import RATE, Span, Turn, turn_to_dict
from scenarios.errors import InfrastructureError
from scenarios.model import Arg, Brief, Caller, Fact, Request, Scenario, Step

LINES = [
    ("agent", 0, 0.5, 2.0, "Hello! How can I help you today?"),
    ("caller", 1, 3.0, 6.0, "I need to change my flight, please."),
    ("agent", 1, 7.0, 9.0, "What is your confirmation number?"),
    ("caller", 2, 10.0, 14.0, "It is Zulu Kilo three Foxtrot Foxtrot Whiskey."),
    ("agent", 2, 15.0, 18.0, "Your flight on March 25 costs $115. You are all set. Goodbye!"),
    ("caller", 3, 19.0, 20.0, "Thank you, goodbye!"),
]
FIT = {
    "ticks": 1050,
    "late_ticks": 0,
    "late_share": 0.0,
    "lateness_p50_ms": 0.0,
    "lateness_p99_ms": 0.0,
    "lateness_max_ms": 0.0,
    "underruns": 0,
    "fit": True,
}


def scenario(id_: str, domain: str = "airline", title: str = "A later flight", kind: str = "single") -> Scenario:
    world = {
        "_current_date": "2026-03-20",
        "reservations": {"ZK3FFW": {"confirmation_number": "ZK3FFW", "date": "2026-03-24", "status": "confirmed"}},
    }
    expected = json.loads(json.dumps(world))
    expected["reservations"]["ZK3FFW"]["date"] = "2026-03-25"
    expected["session"] = {"confirmation_number": "ZK3FFW"}
    return Scenario(
        id=id_,
        domain=domain,
        workflow="voluntary_change",
        kind=kind,
        title=title,
        now="2026-03-20 10:00 EST",
        caller=Caller(first_name="Ada", last_name="Okafor", gender="woman", persona="You are calm."),
        requests=(Request(statement="I need to change my flight, please."),),
        facts=(Fact(slot="confirmation_number", kind="code", value="ZK3FFW"),),
        brief=Brief(goal="Move the flight."),
        world=world,
        expected=expected,
        plan=(
            Step(
                tool="get_reservation",
                args={
                    "confirmation_number": Arg(source="caller", value="ZK3FFW", slot="confirmation_number", kind="code")
                },
            ),
        ),
    )


def fake_carry(job: AttemptJob) -> AttemptOutcome:
    """Behaves as the scenario's id says."""
    name, first = job.scenario, job.attempt == 1
    if log := os.environ.get("FAKE_CARRY_LOG"):
        with open(log, "a") as file:
            file.write(f"{os.getpid()} {job.scenario} t{job.trial} a{job.attempt}\n")
    if name.startswith("slow"):
        time.sleep(float(os.environ.get("FAKE_CARRY_SLEEP", "0.2")))
    if name.startswith("hangs"):
        time.sleep(3600)
    if name.startswith("raises"):
        raise RuntimeError("")
    if name.startswith("infra-once") and first:
        raise InfrastructureError("socket lost")
    if (name.startswith("dies-once") and first) or name.startswith("dies-always"):
        job.folder.mkdir(parents=True)
        (job.folder / "events.jsonl").write_text('{"sample": 0')
        os.kill(os.getpid(), signal.SIGKILL)
    if name.startswith("leaks"):
        print("the key is", os.environ.get("FAKE_API_KEY"))
        raise RuntimeError(f"401 for key {os.environ.get('FAKE_API_KEY')}")
    return write_call(job)


def write_call(job: AttemptJob, behaves: str = "") -> AttemptOutcome:
    """Write the folder of a call as the scenario's id wants it, or as another id would."""
    name, first = behaves or job.scenario, job.attempt == 1
    status, reason, lines, health = "completed", "goodbye", list(LINES), dict(FIT)
    heard = {3: "It is ZK3FFW."}
    events = [{"sample": 0, "side": "caller", "kind": "caller_brief", "data": {"ok": True, "why": "kept"}}]
    if name.startswith("silent"):
        status, reason, lines = "agent_timeout", "agent_silence", lines[:4]
    if name.startswith("limit"):
        status, reason = "time_limit", "time_limit"
    if name.startswith("hangup"):
        reason, lines = "agent_hangup", lines[:3]
    if name.startswith("mute-once") and first:
        reason, lines = "caller_silence", lines[:3]
    if (name.startswith("late-once") and first) or name.startswith("late-always"):
        health |= {"fit": False, "late_share": 0.02, "lateness_max_ms": 480.0}
    if name.startswith("strays-once") and first:
        events.append(
            {
                "sample": 9,
                "side": "caller",
                "kind": "caller_brief",
                "data": {"ok": False, "why": "second request"},
            }
        )
    if name.startswith("mishears"):
        heard[3] = "It is CK3FFW."
    entities = {3: [{"slot": "confirmation_number", "kind": "code", "value": "ZK3FFW"}]}
    if name.startswith("invents-once") and first:
        entities[3][0]["value"] = "AAAAAA"
    text_of = job_text(name)
    world = scenario(name).world
    folder = job.folder
    folder.mkdir(parents=True)
    (folder / "transcript.jsonl").write_text(
        "".join(
            json.dumps(
                {
                    "role": role,
                    "turn": turn,
                    "start": int(a * RATE),
                    "end": int(b * RATE),
                    "intended": text_of(n, text),
                    "heard": heard.get(n, text_of(n, text)),
                    "cut": False,
                    "entities": entities.get(n, []),
                }
            )
            + "\n"
            for n, (role, turn, a, b, text) in enumerate(lines)
        )
    )
    response = {"status": "success", "reservation": world["reservations"]["ZK3FFW"]}
    params = {"confirmation_number": "CK3FFW" if name.startswith("mishears") else "ZK3FFW"}
    if name.startswith("mishears"):
        response = {"status": "error", "error_type": "not_found", "message": "no such reservation"}
    call = {
        "index": 0,
        "turn": 2,
        "tool": "get_reservation",
        "type": "auth",
        "params": params,
        "response": response,
    }
    tools = [call | {"start": 14 * RATE, "end": 14 * RATE + 1600}] if len(lines) > 4 else []
    (folder / "tools.jsonl").write_text("".join(json.dumps(t) + "\n" for t in tools))
    (folder / "events.jsonl").write_text("".join(json.dumps(e) + "\n" for e in events))
    write_json(folder / "timeline.json", {"turns": [turn_to_dict(t) for t in turns(lines, tools)]})
    write_json(folder / "scenario.json", scenario(job.scenario, job.domain).model_dump(mode="json"))
    write_json(folder / "world_before.json", world)
    after = json.loads(json.dumps(world))
    if tools and not name.startswith("mishears"):
        after["reservations"]["ZK3FFW"]["date"] = "2026-03-25"
        after["session"] = {"confirmation_number": "ZK3FFW"}
    write_json(folder / "world_after.json", after)
    write_json(folder / "agent.json", {"instructions": "Help the caller.", "tools": [], "now": "2026-03-17 09:00 CST"})
    sound(folder, lines, job.seed)
    write_json(
        folder / "call.json",
        {
            "status": status,
            "end_reason": reason,
            "error": "",
            "seconds": 21.0,
            "seed": job.seed,
            "agent": {"name": job.agent.name, "architecture": job.agent.architecture},
            "line": health,
        },
    )
    return AttemptOutcome(status=status, end_reason=reason, valid=True, seconds=21.0)


def job_text(name: str):
    """How lines are worded; one scenario tries to smuggle markup into the report."""
    if name.startswith("markup"):
        return lambda n, text: f"{text} <script>alert('x')</script> & \"quotes\""
    return lambda n, text: text


def turns(lines, tools) -> list[Turn]:
    found = []
    for index in sorted({line[1] for line in lines}):
        spans = {
            side: tuple(Span(int(a * RATE), int(b * RATE)) for role, t, a, b, _ in lines if t == index and role == side)
            for side in ("caller", "agent")
        }
        latency = None
        if spans["caller"] and spans["agent"]:
            latency = round((spans["agent"][0].start - spans["caller"][-1].end) / RATE, 6)
        found.append(Turn(index, **spans, latency_s=latency, tools=sum(t["turn"] == index for t in tools)))
    return found


def sound(folder: Path, lines, seed: int) -> None:
    """Noise where somebody speaks, silence elsewhere; stereo, and the caller alone."""
    rng = np.random.default_rng(seed)
    stereo = np.zeros((21 * RATE, 2), "<i2")
    for role, _, a, b, _ in lines:
        size = int(b * RATE) - int(a * RATE)
        stereo[int(a * RATE) : int(b * RATE), 0 if role == "caller" else 1] = rng.integers(-900, 900, size)
    for name, data in (("audio.wav", stereo), ("caller_dry.wav", stereo[:, 0])):
        with wave.open(str(folder / name), "wb") as file:
            file.setnchannels(data.ndim)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(np.ascontiguousarray(data).tobytes())


class Scribe:
    """A recogniser that hears what it is told to."""

    def __init__(self, *texts: str) -> None:
        self.texts, self.heard = list(texts), []

    def transcribe(self, samples, rate=8000) -> str:
        self.heard.append((len(samples), rate))
        return self.texts.pop(0) if self.texts else ""


def deaf():
    """No second recogniser."""
    return
