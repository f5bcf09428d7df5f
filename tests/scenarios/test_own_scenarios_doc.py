"""The example in docs/own-scenarios.md runs as it stands and gives a sound pack."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from statistics import mean
from typing import get_args

import pytest

from scenarios.check import check_pack
from scenarios.model import Outcome, ScenarioKind
from scenarios.packs import Pack, load_pack, load_packs
from scenarios.replay import replay
from scenarios.toolbox import Toolbox

DOC = Path(__file__).parents[2] / "docs" / "own-scenarios.md"


def test_the_example_gives_a_sound_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.findall(r"```python\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)
    assert len(code) == 1
    monkeypatch.chdir(tmp_path)
    exec(compile(code[0], str(DOC), "exec"), {"__name__": "example"})
    pack = load_pack(str(tmp_path / "my-pack"), "airline")
    assert check_pack(pack) == []
    scenario = pack.scenarios["two-days-sooner"]
    assert scenario.plan[2].offer is not None
    response = replay(scenario, Toolbox.for_domain("airline")).responses[2]
    assert response["cost_summary"]["total_collected"] == 105
    assert (response["new_journey"]["departure"], response["new_journey"]["arrival"]) == ("09:00", "10:35")


def test_the_table_of_scenarios_is_the_pack() -> None:
    text = (DOC.parent / "scenarios.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| (\w+) \| (\w+) \| (\w+) \| (\d+) \|", text, re.MULTILINE)
    pack = load_pack("builtin", "airline").scenarios
    assert {row[0]: row[1:] for row in rows} == {
        s.id: (s.workflow, s.kind, s.outcome, str(sum(step.do == "call" for step in s.plan))) for s in pack.values()
    }


def test_the_table_of_packs_is_what_they_hold() -> None:
    text = (DOC.parent / "scenarios.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (airline|hr|itsm) \| (\d[^|]+ \|[^|]+\|[^|]+\|[^|]+) \|$", text, re.MULTILINE))
    assert rows == {pack.domain: _row(pack) for pack in load_packs("builtin", ["all"])}


def _row(pack: Pack) -> str:
    scenarios = pack.scenarios.values()
    kinds, outcomes = Counter(s.kind for s in scenarios), Counter(s.outcome for s in scenarios)
    calls = [sum(step.do == "call" for step in s.plan) for s in scenarios]
    columns = (
        [len(scenarios)],
        [kinds[kind] for kind in get_args(ScenarioKind)],
        [outcomes[outcome] for outcome in get_args(Outcome)],
        [min(calls), f"{mean(calls):.2f}", max(calls)],
    )
    return " | ".join(", ".join(map(str, column)) for column in columns)
