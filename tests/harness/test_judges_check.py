"""Judges against labelled cases: what is compared with what, what counts nowhere, and what has drifted."""

import json
import math
from pathlib import Path

import pytest

from harness.cli import dispatch
from harness.judges_check import check
from harness.judges_history import History, usual_history
from harness.plan import Trial
from metrics.judges.case import Case, Entry
from metrics.judges.jury import JudgeError, NothingToJudge, Ruling
from metrics.judges.labelled import WHOLE, Labelled
from metrics.judges.labelled_entities import LabelledEntities
from metrics.judges.labelled_files import LabelledSet, labelled_sets
from metrics.judges.verdicts import CORRUPTIONS, FAITHFULNESS, Entities, Entity, EntityTurn
from pipelines.record import Record
from scenarios.errors import UsageError
from tests import reference
from tests.harness.builder import write_call
from tests.loopback.judge import Endpoint
from tests.metrics.jury import Says, behaviour, dimensions, turns

HERE = Path("labelled.jsonl")
WORDS = Case("cascade", (Entry(0, "agent", "Hello."), Entry(1, "caller", "A seat."), Entry(1, "agent", "Done.")))


def whole(id_, rating, group="", modes=()):
    return Labelled(id_, WORDS, {WHOLE: rating}, {WHOLE: modes}, group or id_)


class ByCase:
    """Answers one after the other."""

    def __init__(self, *answers):
        self.answers = list(answers)

    def rule(self, metric, case):
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return Ruling(answer, "offline test 1", details={"blind": ["the colour"]}, cost_usd=0.25)


def faithful(rating=3, why=""):
    return dimensions(FAITHFULNESS, rating, **({"hallucination": (rating, why)} if why else {}))


def test_ratings_of_the_whole_come_from_the_dimensions_and_disagreements_are_ordered():
    cases = [whole("a", 3), whole("b", 3), whole("c", 1, modes=("hallucination",)), whole("d", 2)]
    jury = ByCase(faithful(), faithful(1, "a  gift\nof a seat"), faithful(2, "a meal"), faithful(2, "a bag"))
    done = check(LabelledSet("faithfulness", HERE, cases), jury, at_once=1)
    assert [(i.label, i.said) for i in done.items] == [(3, 3), (3, 1), (1, 2), (2, 2)]
    assert done.agreement.accuracy.value == 0.5
    assert done.agreement.counts == ((0, 1, 0), (0, 1, 0), (1, 0, 1))
    assert [(i.id, i.evidence) for i in done.disagreements()] == [
        ("b", "hallucination: a gift of a seat"),
        ("c", "hallucination: a meal"),
    ]
    assert done.disagreements()[1].modes == ("hallucination",)
    # passes from 0.5: rating 2 and above
    assert (done.threshold, done.passes.counts) == (0.5, ((0, 1), (1, 2)))
    assert (done.judges, done.blind, done.cost_usd) == (("offline test 1",), ("the colour",), 1.0)


def test_the_judges_own_overall_rating_does_not_count():
    done = check(
        LabelledSet("faithfulness", HERE, [whole("a", 1)]), ByCase(faithful(3).model_copy(update={"rating": 1}))
    )
    assert [i.said for i in done.items] == [3]


def test_turns_are_compared_one_by_one_and_a_call_passes_by_their_mean():
    case = Labelled("a", WORDS, {0: 3, 1: 1}, {1: ("verbosity_or_filler",)}, "talk")
    said = turns({0: 2, 1: 1}, explanation={0: "long", 1: "longer"}, failure_modes={0: ("verbosity_or_filler",)})
    done = check(LabelledSet("conciseness", HERE, [case]), Says(said))
    assert [(i.id, i.label, i.said, i.evidence) for i in done.items] == [
        ("a, turn 0", 3, 2, "verbosity_or_filler; long"),
        ("a, turn 1", 1, 1, "longer"),
    ]
    assert done.passes.counts == ((0, 0), (1, 0))  # people's mean is 0.5, the judge's 0.25
    assert done.agreement.groups == 1


def test_turns_that_the_judge_leaves_unrated_count_nowhere():
    case = Labelled("a", WORDS, {0: 1, 1: 0}, {}, "a")
    said = turns({0: None, 1: 0}, has_entities={0: False})
    done = check(LabelledSet("agent_speech_fidelity", HERE, [case]), Says(said))
    assert [i.id for i in done.items] == ["a, turn 1"]
    assert done.unanswered == ("a, turn 0: not rated by the judge",)
    assert done.threshold == 0.95


def test_behaviour_is_rated_by_what_is_detected():
    done = check(
        LabelledSet("user_behavioral_fidelity", HERE, [whole("a", 0), whole("b", 1)]),
        ByCase(behaviour(CORRUPTIONS, 1, premature_ending="left"), behaviour(CORRUPTIONS, 1)),
        at_once=1,
    )
    assert [(i.label, i.said) for i in done.items] == [(0, 0), (1, 1)]
    assert done.passes is None  # no composite takes it in


def test_figures_are_given_by_the_values_of_a_field_too():
    cases = [
        Labelled(str(n), WORDS, {WHOLE: rating}, {}, str(n), fields)
        for n, (rating, fields) in enumerate(
            [(3, {"kind": "real"}), (1, {"kind": "made"}), (3, {}), (3, {"kind": "made"})]
        )
    ]
    done = check(LabelledSet("faithfulness", HERE, cases), Says(faithful()), by="kind")
    assert [(p.value, p.agreement.n, p.agreement.accuracy.value) for p in done.parts] == [
        ("(none)", 1, 1.0),
        ("made", 2, 0.5),
        ("real", 1, 1.0),
    ]
    assert done.parts[1].passes.counts == ((0, 1), (0, 1))
    assert check(LabelledSet("faithfulness", HERE, cases), Says(faithful())).parts == ()


def test_cases_without_an_answer_are_listed_and_count_nowhere():
    cases = [whole("a", 3), whole("b", 3), whole("c", 3), whole("d", 3)]
    jury = ByCase(JudgeError("no reply"), NothingToJudge("no words"), turns({0: 3}), faithful())
    done = check(LabelledSet("faithfulness", HERE, cases), jury, at_once=1)
    assert done.unanswered == ("a: no reply", "b: no words", "c: the judge answered Turns, not Dimensions")
    assert [i.id for i in done.items] == ["d"]
    assert (done.cases, done.agreement.n) == (4, 1)


def test_no_answer_at_all():
    done = check(LabelledSet("faithfulness", HERE, [whole("a", 3)]), Says(JudgeError("down")))
    assert (done.items, done.agreement.n) == ((), 0)
    assert math.isnan(done.agreement.accuracy.value)


def test_only_the_first_cases_are_asked_about_and_ids_are_told_apart():
    jury = Says(faithful())
    done = check(
        LabelledSet("faithfulness", HERE, [whole("a", 3, "g"), whole("a", 3, "g"), whole("b", 1)]), jury, limit=2
    )
    assert [i.id for i in done.items] == ["a", "a (2)"]
    assert len(jury.asked) == 2


def value(text, correct=True, skipped=False):
    return Entity(type="code", value=text, transcribed_value=text, correct=correct, skipped=skipped)


def test_values_are_paired_first_and_compared_then():
    labelled = {1: (value("B7TKR2"), value("Moreau", correct=False), value("Lyon")), 2: (value("5:30 PM"),)}
    said = Entities(
        turns=(
            EntityTurn(turn_id=1, entities=(value("B7TKR2", correct=False), value("Moreau", correct=False))),
            EntityTurn(turn_id=2, entities=(value("5:30 PM", skipped=True), value("next week"))),
            EntityTurn(turn_id=3, entities=(value("in a turn that nobody labelled"),)),
        )
    )
    name = "transcription_accuracy_key_entities"
    done = check(LabelledSet(name, HERE, entities=[LabelledEntities("1", WORDS, labelled)]), Says(said))
    assert [(i.id, i.label, i.said) for i in done.items] == [
        ("1, turn 1, code B7TKR2", 1, 0),
        ("1, turn 1, code Moreau", 0, 0),
    ]
    assert done.extraction.precision.value == 3 / 4
    assert done.extraction.recall.value == 3 / 4
    assert done.extraction.f1.value == 3 / 4
    assert done.passes is None


@pytest.mark.parametrize(("ours", "theirs"), [(True, False), (False, True), (True, True)])
def test_values_that_either_side_skips_are_found_and_not_compared(ours, theirs):
    labelled = {1: (value("B7TKR2", skipped=theirs),)}
    said = Entities(turns=(EntityTurn(turn_id=1, entities=(value("B7TKR2", skipped=ours),)),))
    name = "transcription_accuracy_key_entities"
    done = check(LabelledSet(name, HERE, entities=[LabelledEntities("1", WORDS, labelled)]), Says(said))
    assert (done.items, done.extraction.f1.value) == ((), 1)


def test_a_recorded_call_can_be_labelled(tmp_path, make_run):
    job = make_run("fine").job(Trial("airline", "fine", 1), 1)
    write_call(job)
    row = {"id": "a", "metric": "agent_speech_fidelity", "ratings": {"1": 0}}
    row["call"] = str(job.folder.relative_to(tmp_path))
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(row))
    (found,) = labelled_sets(path).sets
    assert found.cases[0].case.record == Record.load(job.folder)
    assert found.cases[0].ratings == {1: 0}


# Drift


def checked(*said, name="offline test 1", labels=(3, 2, 1)):
    cases = [whole(id_, label) for id_, label in zip("abc", labels, strict=True)]
    return check(
        LabelledSet("faithfulness", HERE, cases),
        ByCase(*(faithful(r, "x" if r < 3 else "") for r in said)),
        at_once=1,
    )


def test_the_first_check_has_nothing_to_drift_from(tmp_path):
    path = tmp_path / "deep" / "history.json"
    history = History(path)
    done = checked(3, 2, 1)
    assert history.drift(done, "offline") is None
    history.remember(done, "offline")
    assert history.save() == ""
    assert History(path).drift(done, "offline").changes == ()
    assert History(path).drift(done, "other") is None


def test_changed_answers_are_named(tmp_path):
    history = History(tmp_path / "h.json")
    history.remember(checked(3, 2, 1), "offline")
    history.save()
    drift = History(tmp_path / "h.json").drift(checked(3, 1, 1, labels=(3, 2, 2)), "offline")
    assert [(c.id, c.label, c.before, c.now) for c in drift.changes] == [("b", 2, 2, 1)]
    assert (drift.common, drift.relabelled, drift.before) == (3, 1, ("offline test 1",))
    assert drift.accuracy == (2 / 3, 1 / 3)


def test_a_file_that_is_no_history_is_left_alone(tmp_path):
    path = tmp_path / "notes.json"
    path.write_text('{"mine": 1}')
    with pytest.raises(UsageError, match=r"notes\.json: not a history of checks"):
        History(path)
    assert path.read_text() == '{"mine": 1}'


def test_a_history_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    history = History(tmp_path / "file" / "h.json")
    assert "not remembered" in history.save()
    assert History(None).save() == ""


def test_datasets_of_one_name_do_not_share_a_usual_history(tmp_path):
    one, other = (
        usual_history(tmp_path, tmp_path / "a" / "x.jsonl"),
        usual_history(tmp_path, tmp_path / "b" / "x.jsonl"),
    )
    assert one != other
    assert one.name.startswith("x-")
    assert usual_history(None, tmp_path) is None


# The command


@pytest.fixture
def cli(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CALLBENCH_CACHE", str(tmp_path / "cache"))

    def cli(*arguments):
        status = dispatch(["judges", *map(str, arguments)])
        out, err = capsys.readouterr()
        return status, out, err

    return cli


OWN = Path(__file__).parents[2] / "examples" / "labelled"


def test_the_examples_are_checked_and_remembered(cli, tmp_path):
    status, out, _ = cli("check", OWN)
    assert status == 0
    for text in ("accuracy, %", "kappa, quadratic", "pass decision: kappa", "people \\ judge", "83.9", "cannot see"):
        assert text in out
    assert out.count("no earlier check") == 3
    assert "To compare with the published figures, 3 groups will not do: at least 10 are needed." in out
    assert "1.000 to 1.000" not in out
    assert "100.0 to 100.0" not in out
    assert len(list((tmp_path / "cache" / "judges").iterdir())) == 1
    again = cli("check", OWN)[1]
    assert again.count("0 of 3 answers differ from the last check (by offline ") == 2
    assert again.count("0 of 2 answers differ") == 1


def test_changed_answers_are_named_on_the_terminal_and_in_json(cli):
    cli("check", OWN, "--metric", "faithfulness", "--history", "h.json")
    history = json.loads(Path("h.json").read_text())
    ((name, last),) = history["checks"].items()
    assert name == "faithfulness silver-kite.jsonl offline"
    last["items"]["fee-misstated"]["said"] = 3
    Path("h.json").write_text(json.dumps(history))
    drifted = cli("check", OWN, "--metric", "faithfulness", "--history", "h.json", "--limit", 2)[1]
    assert "1 of 2 answers differ" in drifted
    assert "- fee-misstated: 3 -> 1, people 1" in drifted
    assert "not remembered" in drifted
    status, out, _ = cli("check", OWN, "--metric", "faithfulness", "--history", "h.json", "--json")
    data = json.loads(out)
    (only,) = data["checks"]
    assert (status, data["left_out"], only["metric"], only["published"]["kappa"]) == (0, [], "faithfulness", 0.836)
    assert only["drift"]["changes"] == [{"id": "fee-misstated", "label": 1, "before": 3, "now": 1}]
    assert len(only["items"]) == only["agreement"]["n"] == 3


def test_figures_by_a_field_are_printed(cli):
    out = cli("check", OWN, "--metric", "faithfulness", "--by", "metric")[1]
    assert [line.split()[:2] for line in out.splitlines() if line.startswith(" metric ")] == [["metric", "n"]]
    assert [line.split()[:2] for line in out.splitlines() if line.startswith(" faithfulness ")] == [
        ["faithfulness", "3"]
    ]


def test_a_field_that_no_case_has_is_told(cli):
    out = cli("check", OWN, "--metric", "faithfulness", "--by", "nofield")[1]
    assert "--by nofield: no case has such a field." in out
    assert "(none)" not in out


def test_a_judge_that_answers_nothing_fails(cli, tmp_path):
    row = {"id": "a", "metric": "user_speech_fidelity", "ratings": {"1": 3}}
    row["entries"] = [{"turn": 1, "kind": "caller", "text": "Hello."}]
    (tmp_path / "a.jsonl").write_text(json.dumps(row))
    status, out, _ = cli("check", "a.jsonl")
    assert status == 1
    assert "Without an answer, and in no figure: 1" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "nowhere: no such file or folder"),
        ([OWN, "--metric", "faithfulnes"], "did you mean faithfulness?"),
        ([OWN, "--metric", "speakability"], "no labelled set on speakability"),
        ([OWN, "--judges", "nobody"], "nobody"),
        ([OWN, "--limit", "0"], "--limit"),
        ([OWN, "--history", __file__], "not a history of checks"),
        ([Path(__file__)], "line 1: not valid JSON"),
        ([], "Missing argument 'dataset'"),
    ],
)
def test_what_cannot_be_used_is_one_line(cli, arguments, message):
    status, out, err = cli("check", *arguments)
    assert (status, out) == (2, "")
    assert message in err.splitlines()[-1]
    assert sum(line.startswith("callbench: ") for line in err.splitlines()) == 1


def test_judges_are_listed(cli):
    status, out, _ = cli("list")
    assert status == 0
    assert "OPENAI_API_KEY" in out
    data = json.loads(cli("list", "--json")[1])
    offline = {j["metric"]: j for j in data["offline"]}
    assert {"faithfulness", "conversation_progression", "conciseness", "agent_speech_fidelity"} <= set(offline)
    assert all(j["version"] and j["blind"] for j in offline.values())
    assert {m["name"] for m in data["models"]} >= {"gpt", "local", "reference"}
    assert all(m["metrics"] for m in data["models"])


@pytest.mark.reference
def test_the_reference_folder_is_checked(cli):
    """Speech is left out and said to be; the others are there, with figures far from chance."""
    status, out, _ = cli("check", reference.path("judge_validation"), "--limit", 25, "--json")
    data = json.loads(out)
    assert status == 0
    assert len(data["checks"]) >= 3
    assert any("agent_speech_fidelity" in line and "cannot be checked from text" in line for line in data["left_out"])
    for done in data["checks"]:
        kappa = done["agreement"]["kappa"]
        assert kappa["interval"] or kappa["value"] == 1, "all alike have no interval"
        assert (kappa["interval"] or [kappa["value"]])[0] > 0.2, done["metric"]
        assert done["unanswered"] == []


def test_model_judges_are_asked_anew_each_time_and_their_price_is_printed(cli, tmp_path, monkeypatch):
    monkeypatch.setenv("LOOPBACK_KEY", "sk-canary-0123456789")
    with Endpoint() as endpoint:
        lines = ["name: loop", "model: m", f"base_url: {endpoint.url}", "key: LOOPBACK_KEY"]
        (tmp_path / "loop.yaml").write_text("\n".join([*lines, "price: {input: 10, output: 100}"]))
        status, out, _ = cli("check", OWN, "--judges", "loop.yaml", "--metric", "faithfulness")
        assert status == 0
        assert "3 ratings in 3 groups of silver-kite.jsonl, judged by loop (m), prompt " in out
        assert "Cost: 0.0600 US dollars." in out  # 3 x (1000 x 10 + 100 x 100) / 1e6
        assert "cannot see" not in out
        again = cli("check", OWN, "--judges", "loop.yaml", "--metric", "faithfulness")[1]
        assert "0 of 3 answers differ from the last check (by loop (m), prompt " in again
        assert len(endpoint.requests) == 6


def test_a_model_judge_that_is_not_there_leaves_nothing_answered(cli, tmp_path):
    with Endpoint() as gone:
        url = gone.url
    (tmp_path / "loop.yaml").write_text(f"name: loop\nmodel: m\nbase_url: {url}\nretries: 0\n")
    status, out, _ = cli("check", OWN, "--judges", "loop.yaml", "--metric", "faithfulness")
    assert status == 1
    assert "Without an answer, and in no figure: 3" in out
    assert "cannot be reached" in out
