import json
import shutil

import pytest

from harness import calls
from harness.plan import Trial
from harness.worker import perform
from tests.harness.builder import Scribe, deaf, fake_carry

CANARY = "sk-canary-0123456789"


@pytest.fixture
def do(make_run, tmp_path):
    def do(name, attempt=1, carry=fake_carry, ears=deaf, environ=None):
        run = make_run(name, path=tmp_path / name) if name not in do.runs else do.runs[name]
        do.runs[name] = run
        job = run.job(Trial("airline", name, 1), attempt)
        return job, perform(job, carry, ears, environ=environ or {})

    do.runs = {}
    return do


def tree(folder):
    return {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize(
    ("name", "status", "reason", "valid"),
    [
        ("fine", "completed", "goodbye", True),
        ("silent", "agent_timeout", "agent_silence", True),
        ("limit", "time_limit", "time_limit", True),
        ("hangup", "completed", "agent_hangup", True),
        ("mute-once", "caller_invalid", "caller_silence", False),
        ("late-once", "infrastructure", "goodbye", False),
        ("strays-once", "caller_invalid", "goodbye", False),
        ("invents-once", "caller_invalid", "goodbye", False),
        ("infra-once", "infrastructure", "pipeline_error", False),
        ("raises", "error", "pipeline_error", False),
    ],
)
def test_the_taxonomy(do, name, status, reason, valid):
    job, outcome = do(name)
    assert (outcome.status, outcome.end_reason, outcome.valid) == (status, reason, valid)
    found = calls.read(job.folder)
    assert (found.status, found.valid) == (status, valid)
    assert bool(found.why_invalid) != valid
    assert (job.folder / "call.json").exists()
    assert (job.folder / "scores.json").exists() == valid


def test_an_error_without_a_message_still_has_a_cause(do):
    _, outcome = do("raises")
    assert outcome.error == "RuntimeError"


def test_an_error_is_one_line_that_no_terminal_obeys(do):
    def raises(job):
        raise ValueError("no\nsuch \x1b[31m thing")

    _, outcome = do("fine", carry=raises)
    assert outcome.error == "ValueError: no such ?[31m thing"


def test_a_finished_attempt_is_never_carried_again(do):
    job, first = do("fine")
    before = tree(job.folder)

    def never(job):
        raise AssertionError

    _, second = do("fine", carry=never)
    assert second == first.model_copy(update={"wall_s": 0.0})
    assert tree(job.folder) == before


@pytest.mark.parametrize("missing", [["scores.json"], ["scores.json", "gate.json"]])
def test_a_carried_call_is_judged_and_scored_without_being_carried_again(do, missing):
    job, _ = do("fine")
    before = tree(job.folder)
    for name in missing:
        (job.folder / name).unlink()

    def never(job):
        raise AssertionError

    do("fine", carry=never)
    assert tree(job.folder) == before


def test_half_a_call_is_carried_again_from_nothing(do):
    job, _ = do("fine")
    before = tree(job.folder)
    for name in ("scores.json", "gate.json", "call.json", "timeline.json"):
        (job.folder / name).unlink()
    (job.folder / "events.jsonl").write_text('{"torn')
    (job.folder / "stray.tmp").write_text("")
    do("fine")
    assert tree(job.folder) == before


def test_the_same_job_gives_the_same_bytes(do):
    job, _ = do("fine")
    before = tree(job.folder)
    shutil.rmtree(job.folder)
    do("fine")
    assert tree(job.folder) == before


def test_a_damaged_record_is_an_error_and_not_a_score(do):
    def damaged(job):
        outcome = fake_carry(job)
        (job.folder / "timeline.json").write_text("{")
        return outcome

    job, outcome = do("fine", carry=damaged)
    assert (outcome.status, outcome.valid) == ("error", False)
    assert "timeline.json" in outcome.error
    assert not (job.folder / "scores.json").exists()


def test_a_carrier_that_leaves_nothing_is_an_attempt_all_the_same(do):
    from harness.job import AttemptOutcome

    job, outcome = do("fine", carry=lambda job: AttemptOutcome(status="error", end_reason="line_lost", valid=False))
    assert (outcome.status, outcome.end_reason) == ("error", "line_lost")
    assert json.loads((job.folder / "call.json").read_text())["error"] == "the call left no call.json"


def test_secrets_in_what_a_call_leaves_are_masked(do):
    def leaks(job):
        outcome = fake_carry(job)
        with open(job.folder / "events.jsonl", "a") as file:
            file.write(json.dumps({"sample": 1, "side": "agent", "kind": "error", "data": {"text": CANARY}}) + "\n")
        return outcome

    job, _ = do("fine", carry=leaks, environ={"X_API_KEY": CANARY})
    assert all(CANARY.encode() not in content for content in tree(job.folder).values())

    def raises(job):
        raise RuntimeError(f"401 {CANARY}")

    job, outcome = do("other", carry=raises, environ={"X_API_KEY": CANARY})
    assert outcome.error == "RuntimeError: 401 ***"
    assert all(CANARY.encode() not in content for content in tree(job.folder).values())


def test_the_second_recogniser_is_asked(do):
    texts = ["I need to change my flight please", "It is Zulu Kilo 3 Foxtrot Foxtrot Whiskey"]
    _, outcome = do("fine", ears=lambda: Scribe(*texts))
    assert outcome.valid
    assert outcome.gate["speech"]["data"]["utterances"] == 2
    _, outcome = do("noise", ears=lambda: Scribe("la la", "mumble"))
    assert (outcome.status, outcome.valid) == ("caller_invalid", False)
