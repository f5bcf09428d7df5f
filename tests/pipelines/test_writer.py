import json
import os
import subprocess
import sys
import wave
from pathlib import Path

import numpy as np
import pytest

from pipelines.clock import run_virtual
from pipelines.desk import Desk
from pipelines.line.line import Line
from pipelines.record import RATE, Record, Span
from pipelines.timeline import Speech, build_timeline
from pipelines.writer import CallWriter
from scenarios.toolbox import Toolbox
from scenarios.world import World
from tests.pipelines.sounds import burst

END = 2 * RATE
CALL = {"schema": 1, "status": "completed", "end_reason": "goodbye"}


@pytest.fixture
def line():
    """A line that has carried two and a half seconds."""
    import asyncio

    line = Line()
    line.caller.perturb = lambda pcm, sample: (pcm // 2).astype(np.int16)
    line.caller.begin("caller-1", 0)
    line.caller.write(burst(0.5).tobytes())
    line.agent.begin("agent-1", 0)
    line.agent.write(burst(1.0, seed=1).tobytes())

    async def main():
        ticks = asyncio.create_task(line.run())
        await asyncio.sleep(2.5)
        line.stop()
        await ticks

    run_virtual(main)
    return line


@pytest.fixture
def timeline():
    return build_timeline(
        [Speech("caller", (Span(8000, 12000),), "Three & <four>\n\tfive --> six")],
        [Span(0, 8000)],
        [Speech("agent", (Span(0, 8000),), "Hello!")],
    )


@pytest.fixture
def writer(tmp_path):
    writer = CallWriter(tmp_path / "a1")
    writer.before({"id": "s"}, {"reservations": {}})
    return writer


def files(folder):
    return sorted(p.name for p in folder.iterdir())


def test_a_finished_call_can_be_loaded(writer, line, timeline):
    writer.events.add(900, "agent", "stt_final", text="zwei")
    writer.events.add(300, "caller", "vad_stopped", stop_secs=0.2)
    writer.after(line, END, timeline, {"reservations": {"A": 1}}, CALL)
    record = Record.load(writer.folder)
    assert (record.status, record.end_reason) == ("completed", "goodbye")
    assert record.turns == timeline.turns
    assert record.utterances == timeline.utterances
    assert [e.sample for e in record.events] == [300, 900]  # in order of time, not of arrival
    assert (record.world_before, record.world_after) == ({"reservations": {}}, {"reservations": {"A": 1}})


def test_what_the_agent_was_told_is_kept_and_older_records_do_without(writer, line, timeline):
    writer.after(line, END, timeline, {}, CALL)
    assert Record.load(writer.folder).agent_brief == {}
    told = {"instructions": "Be kind.", "tools": [{"name": "find", "type": "read"}], "now": "2026-03-17 09:00 CST"}
    writer.before({"id": "s"}, {}, told)
    assert Record.load(writer.folder).agent_brief == told
    (writer.folder / "agent.json").write_text("{")
    with pytest.raises(ValueError, match=r"agent\.json"):
        Record.load(writer.folder)


def test_the_recording_is_the_wire_cut_at_the_end(writer, line, timeline):
    from pipelines import g711

    writer.after(line, END, timeline, {}, CALL)
    with wave.open(str(writer.folder / "audio.wav")) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate(), file.getnframes()) == (
            2,
            2,
            RATE,
            END,
        )
        both = np.frombuffer(file.readframes(END), np.int16).reshape(-1, 2)
    assert np.array_equal(both[:, 0], g711.decode(line.caller.wire[:END]))  # left: as it went out, perturbed
    assert np.array_equal(both[:, 1], g711.decode(line.agent.wire[:END]))
    with wave.open(str(writer.folder / "caller_dry.wav")) as file:
        assert (file.getnchannels(), file.getnframes()) == (1, END)
        dry = np.frombuffer(file.readframes(END), np.int16)
    assert np.array_equal(dry[: RATE // 2], burst(0.5))  # the stem before perturbation


def test_call_json_comes_last_and_nothing_half_written_is_left(writer, line, timeline, monkeypatch):
    order = []
    replace = Path.replace
    monkeypatch.setattr(
        Path, "replace", lambda self, target: (order.append(Path(target).name), replace(self, target))[1]
    )
    writer.after(line, END, timeline, {}, CALL)
    assert order[-1] == "call.json"
    expected = "audio.wav call.json caller_dry.wav captions.vtt events.jsonl labels.txt scenario.json"
    expected += " timeline.json tools.jsonl transcript.jsonl world_after.json world_before.json"
    assert files(writer.folder) == expected.split()


@pytest.mark.parametrize("name", ["audio.wav", "timeline.json", "tools.jsonl", "world_after.json"])
def test_a_failure_on_the_way_leaves_no_call_json(writer, line, timeline, monkeypatch, name):
    replace = Path.replace

    def full(self, target):
        if Path(target).name == name:
            raise OSError(28, "No space left on device")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        writer.after(line, END, timeline, {}, CALL)
    assert not (writer.folder / "call.json").exists()
    assert not (writer.folder / name).exists() or name == "tools.jsonl"  # the live file is still there


def test_writing_twice_gives_equal_bytes(tmp_path, line, timeline):
    made = []
    for name in ("one", "two"):
        writer = CallWriter(tmp_path / name)
        writer.before({"b": 1, "a": 2}, {"x": {}})
        writer.after(line, END, timeline, {"z": 1, "y": 2}, CALL)
        made.append({p.name: p.read_bytes() for p in writer.folder.iterdir()})
    assert made[0] == made[1]


def test_labels_and_captions_are_one_line_each_and_escaped(writer, line, timeline):
    writer.after(line, END, timeline, {}, CALL)
    assert (writer.folder / "labels.txt").read_text().splitlines() == [
        "0.0000\t1.0000\tagent 0: Hello!",
        "1.0000\t1.5000\tcaller 1: Three & <four> five --> six",
    ]
    assert (writer.folder / "captions.vtt").read_text() == (
        "WEBVTT\n"
        "\n00:00:00.000 --> 00:00:01.000\n<v Agent>Hello!\n"
        "\n00:00:01.000 --> 00:00:01.500\n<v Caller>Three &amp; &lt;four&gt; five --&gt; six\n"
    )


def test_a_call_longer_than_an_hour_has_proper_stamps():
    from pipelines.writer import _stamp

    assert _stamp((3600 + 61) * RATE + 8) == "01:01:01.001"


CRASH = """
import os, sys
from pathlib import Path
from pipelines.writer import CallWriter
from pipelines.desk import Desk
from scenarios.toolbox import Toolbox
from scenarios.world import World
writer = CallWriter(Path(sys.argv[1]))
writer.before({"id": "s"}, {})
desk = Desk(Toolbox.for_domain("airline"), World({"reservations": {}}), lambda: 4000, writer.tools)
for k in range(50):
    writer.events.add(k * 160, "agent", "stt_final", text="naïve")
desk.call("get_reservation", {"confirmation_number": "ABC123", "last_name": "Y"})
os._exit(9)
"""


def test_a_killed_process_leaves_what_had_happened(tmp_path):
    folder = tmp_path / "a1"
    done = subprocess.run([sys.executable, "-c", CRASH, str(folder)], cwd=os.getcwd(), check=False)
    assert done.returncode == 9
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [e["sample"] for e in events] == [k * 160 for k in range(50)]
    (tool,) = [json.loads(line) for line in (folder / "tools.jsonl").read_text().splitlines()]
    assert (tool["tool"], tool["start"]) == ("get_reservation", 4000)
    assert not (folder / "call.json").exists()
    with pytest.raises(FileNotFoundError):
        Record.load(folder)


def test_half_a_line_at_the_end_of_a_log_is_passed_over_elsewhere_it_is_named(writer, line, timeline):
    writer.after(line, END, timeline, {}, CALL)
    log = writer.folder / "events.jsonl"
    good = '{"sample": 1, "side": "agent", "kind": "error", "data": {}}\n'
    log.write_text(good + '{"sample": 2, "si')
    assert len(Record.load(writer.folder).events) == 1
    log.write_text('{"sample": 2, "si\n' + good)
    with pytest.raises(ValueError, match=r"events\.jsonl, line 1: not valid JSON"):
        Record.load(writer.folder)


def test_a_damaged_json_file_is_named(writer, line, timeline):
    writer.after(line, END, timeline, {}, CALL)
    (writer.folder / "timeline.json").write_text('{"turns": [')
    with pytest.raises(ValueError, match=r"timeline\.json: not valid JSON .* run it again"):
        Record.load(writer.folder)


# The desk ---------------------------------------------------------------------------------------------------


def test_the_desk_logs_every_call_with_its_times_and_what_was_asked(tmp_path):
    now = iter([100, 340, 500])
    path = tmp_path / "tools.jsonl"
    desk = Desk(Toolbox.for_domain("airline"), World({"reservations": {}}), lambda: next(now), path)
    params = {"confirmation_number": "ABC123", "last_name": "Ypsilon"}
    response = desk.call("get_reservation", params)
    params["last_name"] = "changed afterwards"
    desk.call("no_such_tool", {"odd": {1, 2}}, started=7)
    first, second = desk.calls
    assert (first.index, first.start, first.end, first.type) == (1, 100, 340, "auth")
    assert first.params["last_name"] == "Ypsilon"
    assert first.response == response
    assert not first.ok
    assert (second.index, second.start, second.end, second.type, second.ok) == (2, 7, 500, "unknown", False)
    assert second.response["error_type"] == "tool_not_found"
    assert [json.loads(line)["index"] for line in path.read_text().splitlines()] == [1, 2]
