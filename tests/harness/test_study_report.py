"""A study's report: a function of its runs' scores, whole in itself, and checked by verify."""

import json
import re
import shutil

import pytest

from harness import deltas, heard, launch, study
from harness.cli import FINE, UNUSABLE
from harness.cli.study import carry_out
from harness.executors.inline import InlineExecutor
from harness.judges import OFFLINE, seated
from harness.report import write_report
from harness.report.study import facts, headline, markdown, page, write_study
from harness.score import rescore
from harness.verify import verify_study
from scenarios.errors import UsageError
from tests.harness.studies import CONDITIONS, deafen, inline, plan
from tests.harness.test_report import Page


@pytest.fixture(scope="module")
def carried(tmp_path_factory):
    """A study that was carried, in this process; nobody listens for its judges."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(heard, "judges_ears", heard.judges_ears)
        patch.setattr(launch, "LocalExecutor", lambda work, *_, **__: InlineExecutor(work))
        deafen()
        made = study.create(plan(), tmp_path_factory.mktemp("study") / "s")
        assert carry_out(made, work=inline) == FINE
        for _, folder in made.folders:
            with seated(OFFLINE) as jury:
                rescore(folder, jury=jury)
            write_report(folder)
        write_study(made.path)
    return made


@pytest.fixture
def made(carried, tmp_path, deaf_judges):
    """A copy of it, to spoil."""
    shutil.copytree(carried.path, tmp_path / "s")
    return study.open_study(tmp_path / "s")


def files(folder):
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_figures_are_those_of_the_calls(made):
    found = deltas.deltas(made)
    cells = {c["condition"]: c for c in found["pooled"] if c["name"] == "task_completion"}
    assert {n: c["difference"] for n, c in cells.items()} == {"gain=-12": -0.3333, "gain=-30": -0.6667}
    assert [p["task_completion"] for p in found["entities"]["points"]] == [1.0, 0.6667, 0.3333]
    assert found["entities"]["r"] == 1.0
    assert found["complete"]
    assert [own["condition"] for own in found["conditions"]] == list(CONDITIONS)
    assert found["study"]["caller"] == "plan"


def test_writing_twice_gives_the_same_bytes_and_nothing_of_the_clock_or_the_place(made):
    before = files(made.path)
    write_study(made.path)
    assert files(made.path) == before
    for name in ("deltas.json", "study.md", "study.html"):
        assert str(made.path).encode() not in before[name]


def test_the_page_is_whole_in_itself_and_links_the_runs(made):
    text = (made.path / "study.html").read_text(encoding="utf-8")
    found = Page(text)
    assert len(found.ids) == len(set(found.ids))
    assert not re.search(r"https?://|//cdn|@import|url\(", text)
    assert not [tag for tag, _ in found.tags if tag in ("script", "link", "iframe", "object", "img")]
    outside = [link for link in found.links if not link.startswith("#")]
    assert len(outside) == 3
    assert all((made.path / link.replace("%3D", "=")).is_file() for link in outside)
    assert sum(tag == "svg" for tag, _ in found.tags) == 3
    words = " ".join("".join(found.words).split())
    for expected in ("EVA-A and its components", "r = 1", "called by plan in every condition", "worse", "gain=-30"):
        assert expected in words or expected == "worse", expected


def test_the_text_links_the_runs_and_names_what_is_missing(made):
    text = (made.path / "study.md").read_text(encoding="utf-8")
    assert "(gain%3D-12/report.html)" in text
    assert "calibration agent" in text
    gone = made.path / "gain=-12" / "calls" / "airline" / "week-later"
    shutil.rmtree(gone)
    figures, _ = write_study(made.path)
    assert not figures["complete"]
    text = (made.path / "study.md").read_text(encoding="utf-8").replace("\\", "")
    assert "2 of 3 scenarios paired" in text
    assert "without a result in this condition: airline/week-later" in text
    assert "gain=-12: 1 call not carried yet" in text


def test_a_condition_that_spoils_more_attempts_than_the_clean_one_is_told(made):
    figures = deltas.deltas(made)
    clean, first, second = figures["conditions"]
    assert not [fact for fact in facts(figures) if "do not count" in fact]
    clean["excluded"], first["excluded"], second["excluded"] = {"error": 1}, {"error": 1}, {"caller_invalid": 1, "x": 1}
    (fact,) = [fact for fact in facts(figures) if "do not count" in fact]
    assert fact.startswith("gain=-30: 2 of 5 attempts do not count, 1 of 4 in the clean condition; where")


def test_text_from_outside_is_never_markup(made):
    figures = deltas.deltas(made)
    hostile = "<script>alert('x')</script>"
    figures["conditions"][1]["excluded_attempts"] = [
        {"domain": "airline", "scenario": hostile, "trial": 1, "attempt": 1, "status": "error", "why": hostile}
    ]
    figures["study"]["agent"] = hostile
    assert "<script>" not in page(figures)
    assert "<script>" not in markdown(figures)


def test_the_report_is_made_again_by_the_command_with_the_same_bytes(made, cli):
    shutil.copytree(made.path, "s2")
    status, out, _ = cli("report", "s2", "--markdown")
    assert status == FINE
    assert out.startswith("# embedded")
    assert "report of the study: s2/study.html" in out
    names = ("deltas.json", "study.md", "study.html")
    assert all(files(made.path)[n] == (made.path.parent / "s2" / n).read_bytes() for n in names)


def test_verify_finds_what_was_touched_in_a_run_and_in_the_study(made, cli):
    assert cli("verify", made.path)[0] == FINE
    file = made.path / "deltas.json"
    data = json.loads(file.read_text())
    data["pooled"][0]["difference"] = 0.9
    file.write_text(json.dumps(data))
    (made.path / "study.md").write_text("# fine\n")
    scores = next((made.path / "gain=-30").glob("calls/*/*/*/*/scores.json"))
    scores.write_text(scores.read_text().replace('"value": 0.0', '"value": 1.0', 1))
    found = verify_study(made.path)
    told = "\n".join(found.differences)
    assert "deltas.json: pooled[0].difference is 0.9, computed " in told
    assert "study.md: line 1 is " in told
    assert "gain=-30/calls/" in told
    assert cli("verify", made.path)[0] == 1


def test_score_scores_every_run_and_the_reference_s_tables_stand_beside_ours(made, cli):
    before = files(made.path)
    status, out, _ = cli("score", made.path, "--metrics", "task_completion", "--convention", "reference", "--json")
    assert status == FINE
    theirs = json.loads(out)
    assert theirs["convention"] == "reference"
    assert {c["test"] for c in theirs["pooled"]} == {"paired sign-flip, 10000 draws"}
    after = files(made.path)
    assert set(after) - set(before) == {"deltas-reference.json", *(f"{c}/summary-reference.json" for c in CONDITIONS)}
    assert after["deltas.json"] == before["deltas.json"]
    assert verify_study(made.path).differences == []


def test_compare_takes_runs_of_a_study_and_says_so_of_the_study_itself(made, cli):
    status, _, err = cli("compare", made.path, made.path)
    assert (status, err.count("\n")) == (UNUSABLE, 1)
    assert f"{made.path} is a study, not a run folder (it has no run.json): name one of them, such as" in err
    status, out, _ = cli("compare", made.path / "clean", made.path / "gain=-30")
    assert status == FINE
    assert "Not the same: condition is clean in the first run and gain=-30 in the second." in out


def test_runs_of_another_caller_are_never_put_together(made):
    file = made.path / "gain=-12" / "run.json"
    data = json.loads(file.read_text())
    data["caller"]["name"] = "somebody"
    file.write_text(json.dumps(data))
    with pytest.raises(UsageError, match="gain=-12 is a run with another caller; put back its own"):
        deltas.deltas(made)


def test_a_study_without_clean_calls_has_nothing_to_compare(tmp_path):
    made = study.create(plan(), tmp_path / "s")
    with pytest.raises(UsageError, match="no call of the clean condition counts yet"):
        write_study(made.path)


def test_the_headline_comes_first_and_in_order(made):
    rows = headline(deltas.deltas(made))
    names = list(dict.fromkeys(row[0] for row in rows))
    assert names == [
        n
        for n in (
            "EVA-A_pass",
            "EVA-X_pass",
            "EVA-A_mean",
            "EVA-X_mean",
            "EVA-overall_mean",
            "EVA-overall_pass",
            "task_completion",
            "faithfulness",
            "agent_speech_fidelity",
            "conversation_progression",
            "turn_taking",
            "conciseness",
        )
        if n in names
    ]
    assert {row[1] for row in rows} == {"gain=-12", "gain=-30"}
