"""Building packs: the committed pack is what the code builds, and every difference is one line."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import pytest

from scenarios.build import DOMAINS, build, check, complete, encode, main, pack_folder, scenarios_of
from scenarios.errors import PackError, UsageError
from scenarios.model import Arg, Scenario, Step
from scenarios.toolbox import Toolbox

once = functools.cache(scenarios_of)


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the code builds is built once for the tests of files and folders."""
    monkeypatch.setattr("scenarios.build.scenarios_of", once)


@pytest.fixture
def folder(tmp_path: Path, built: None) -> Path:
    build("airline", tmp_path)
    return tmp_path


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_committed_pack_is_what_the_code_builds(domain: str, built: None) -> None:
    assert check(domain) == []


def test_building_elsewhere_anew_gives_the_same_bytes(tmp_path: Path) -> None:
    build("airline", tmp_path)
    committed = {p.name: p.read_bytes() for p in pack_folder("airline").glob("*.json")}
    assert {p.name: p.read_bytes() for p in tmp_path.glob("*.json")} == committed


def test_files_read_back_as_the_scenarios(folder: Path) -> None:
    for scenario in once("airline"):
        assert Scenario.model_validate_json((folder / f"{scenario.id}.json").read_text()) == scenario


def test_a_changed_value_is_one_line_with_its_place(folder: Path) -> None:
    path = folder / "week-later.json"
    lines = path.read_text().split("\n")
    number = next(n for n, line in enumerate(lines, start=1) if '"title"' in line)
    lines[number - 1] = lines[number - 1].replace("week", "month")
    path.write_text("\n".join(lines))
    assert check("airline", folder) == [f"{path}: differs from what the code builds, first at line {number}"]


def test_a_file_cut_short_is_found(folder: Path) -> None:
    path = folder / "week-later.json"
    path.write_bytes(path.read_bytes()[:-1])
    assert len(check("airline", folder)) == 1


def test_missing_and_foreign_files_are_found(folder: Path) -> None:
    (folder / "stranded.json").rename(folder / "stray.json")
    assert check("airline", folder) == [
        f"{folder / 'stranded.json'}: missing; the code builds it",
        f"{folder / 'stray.json'}: no scenario of the code has this name",
    ]


def test_building_removes_scenarios_that_are_gone(folder: Path) -> None:
    (folder / "stray.json").write_text("{}")
    build("airline", folder)
    assert check("airline", folder) == []


def test_a_refused_step_names_scenario_step_and_answer() -> None:
    draft = once("airline")[0]
    world = json.loads(json.dumps(draft.world))
    for journey in world["journeys"].values():
        journey["bookable"] = False
    with pytest.raises(PackError, match=r"airline/week-later: plan\[2\] rebook_flight is refused \(not_bookable\)"):
        complete(draft.model_copy(update={"world": world}), Toolbox.for_domain("airline"))


def test_a_refused_lookup_may_be_what_the_caller_is_told() -> None:
    draft = once("airline")[0]
    number = next(n for n, step in enumerate(draft.plan) if step.tool == "search_rebooking_options")
    lookup = Step(tool="get_disruption_info", args={"flight_number": Arg(source="policy", value="SK1")})
    lookup.args["date"] = Arg(source="policy", value=draft.now[:10])
    told = Step(do="tell", text="I'm sorry, I can't find that.")
    toolbox = Toolbox.for_domain("airline")
    with pytest.raises(PackError, match="get_disruption_info is refused"):
        complete(draft.model_copy(update={"plan": (*draft.plan[:number], lookup)}), toolbox)
    with pytest.raises(PackError, match="get_disruption_info is refused"):
        complete(draft.model_copy(update={"plan": (*draft.plan[:number], lookup, *draft.plan[number:], told)}), toolbox)
    left = complete(draft.model_copy(update={"plan": (*draft.plan[:number], lookup, told)}), toolbox)
    assert left.expected["reservations"] == draft.world["reservations"]


def test_completing_leaves_the_start_world_alone() -> None:
    draft = once("airline")[0]
    before = encode(draft)
    complete(draft, Toolbox.for_domain("airline"))
    assert encode(draft) == before


def test_an_unknown_domain_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="'railway' has no scenarios to build"):
        scenarios_of("railway")


def test_command_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0
    assert main(["--check", "--domain", "airline", "--out", str(folder)]) == 0
    assert capsys.readouterr().out == ""
    (folder / "stranded.json").unlink()
    assert main(["--check", "--domain", "airline", "--out", str(folder)]) == 1
    assert capsys.readouterr().out.count("\n") == 1
    assert main(["--domain", "airline", "--out", str(folder)]) == 0
    assert str(folder / "stranded.json") in capsys.readouterr().out
    assert main(["--domain", "railway"]) == 2
    assert capsys.readouterr().err.startswith("callbench: ")
    assert main(["--domain", "airline", "--domain", "hr", "--out", str(folder)]) == 2


def test_a_folder_that_cannot_be_written_is_a_usage_error(tmp_path: Path, built: None) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="pack folder"):
        build("airline", tmp_path / "file")
