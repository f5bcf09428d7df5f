"""Rehearsals: announced calls, what every output says of them, and calls of real agents without a network."""

import json
from types import SimpleNamespace

import httpx2
import pytest

from agents.loopback.faults import parse
from agents.registry import find
from agents.services.base import Rehearsal, Site
from harness import rehearsal, settings
from harness.attempt import carry
from harness.child import close_all
from harness.cli.progress import line
from harness.cli.run import describe
from harness.files import write_json
from harness.job import AttemptOutcome, CallOptions
from harness.rehearsal import announce, forget
from harness.report.rows import facts
from harness.score import summarise
from harness.store import Store
from pipelines.record import Record
from scenarios.errors import InfrastructureError, UsageError
from tests.harness.call_jobs import job

LIVE = "nova3-gpt54-sonic3"


def options(agent=LIVE, **given):
    return settings.load(None, given).call_options(find(agent))


@pytest.mark.parametrize(("agent", "is_one"), [(LIVE, True), ("embedded-s2s", False), ("ws://127.0.0.1:1/ws", False)])
def test_only_agents_with_vendors_of_their_own_are_rehearsed(agent, is_one):
    assert options(agent, rehearse=True).rehearsal is is_one
    assert options(agent).rehearsal is False


def test_faults_of_vendors_are_read_before_the_first_call():
    found = options(rehearse=True, rehearse_fault=["stt:401", "tts:slow=8@1"])
    assert [parse(f).kind for f in found.vendor_faults] == ["status", "slow"]
    with pytest.raises(UsageError, match="no kind 'sulks'"):
        options(rehearse=True, rehearse_fault=["stt:sulks"])
    with pytest.raises(UsageError, match="add --rehearse"):
        options(rehearse_fault=["stt:401"])
    with pytest.raises(UsageError, match=r"has no realtime of a vendor's; its stt, llm, tts can fail$"):
        options(rehearse=True, rehearse_fault=["realtime:401"])
    with pytest.raises(UsageError, match=r"embedded-s2s has no realtime of a vendor's; nothing of it can fail so$"):
        options("embedded-s2s", rehearse=True, rehearse_fault=["realtime:401"])


def test_a_rehearsal_travels_as_text(tmp_path):
    made = Rehearsal("127.0.0.1:1", "localhost:2", tmp_path / "ca.pem", "key")
    assert Rehearsal.read(made.write()) == made
    site = Site(rehearsal=made)
    assert site.key("ANY_KEY") == "key"
    assert site.url("wss://api.vendor.example/v1/listen?x=1") == "ws://127.0.0.1:1/v1/listen?x=1"


def test_every_output_says_that_it_is_one(tmp_path):
    given = job(tmp_path, agent=find(LIVE), clock="real", rehearsal=True)
    outcome = AttemptOutcome(status="completed", end_reason="goodbye", valid=True, seconds=10, wall_s=10)
    assert "a rehearsal" in line(given, outcome)
    assert "a rehearsal" not in line(job(tmp_path), outcome)
    run = {"agent": "a", "architecture": "cascade", "clock": "real", "seed": 0, "tick_ms": 20, "spelling": "nato"}
    run |= {"trials": 1, "calibration": False, "floor_agent": "", "ears": "real", "rehearsal": True}
    trials = {"planned": 1, "with_result": 1, "without_result": [], "not_carried": []}
    summary = {"run": run, "trials": trials, "scenarios": 1, "excluded_attempts": [], "composites": {}, "metrics": {}}
    told = [fact for fact in facts(summary) if "rehearsal" in fact]
    assert len(told) == 1
    assert "no agent's result" in told[0]
    assert "on demand" not in told[0]
    run["vendor_faults"] = ["tts:close@1", "llm:mute"]
    assert "This is a rehearsal with faults on demand: tts:close@1, llm:mute: servers" in " ".join(facts(summary))


def test_a_run_says_what_was_done_wrong_on_demand(cli):
    asked = ["--rehearse", "--rehearse-fault", "tts:close@1", "--scenarios", "week-later"]
    status, out, _ = cli("run", "--agent", LIVE, *asked, "--dry-run")
    assert status == 0
    assert f"agent {LIVE}, caller plan, a rehearsal with faults on demand: tts:close@1, real clock" in out


def test_the_first_line_and_the_summary_of_a_run_name_its_faults(make_run):
    run = make_run("fine")
    assert describe(run).startswith("embedded-cascade, a calibration agent: 1 call")
    manifest = run.manifest
    own = manifest.caller.model_copy(update={"name": "mine"})  # a plan of one's own is named, and the usual one is not
    called = Store(run.path, manifest.model_copy(update={"caller": own}))
    assert describe(called).startswith("embedded-cascade, a calibration agent, called by mine: 1 call")
    faulty = manifest.options.model_copy(update={"rehearsal": True, "vendor_faults": ("tts:close@1",)})
    spoiled = Store(run.path, manifest.model_copy(update={"options": faulty, "agent": find(LIVE)}))
    assert describe(spoiled).startswith(f"{LIVE}, a rehearsal with faults on demand: tts:close@1: 1 call")
    write_json(run.path / "run.json", spoiled.manifest.model_dump(mode="json"))
    assert summarise(run.path)["run"]["vendor_faults"] == ["tts:close@1"]


@pytest.fixture(scope="module")
def servers():
    yield
    close_all()


@pytest.mark.slow
def test_a_call_is_announced_under_a_key_of_its_own_and_forgotten(tmp_path, servers):
    given = job(tmp_path, agent=find(LIVE), clock="real", rehearsal=True, vendor_faults=("llm:429=1",))
    one, two = announce(given, "agent"), announce(given, "caller")
    assert one.key != two.key
    assert (one.plain, one.cafile) == (two.plain, two.cafile)
    shown = f"http://{one.plain}/rehearsal/sessions/{one.key}"
    assert httpx2.get(shown, trust_env=False).json() == {"log": []}
    asked = {"model": "m", "messages": [{"role": "user", "content": "Hi"}]}
    for made, status in ((one, 429), (two, 200), (Rehearsal(one.plain, "", one.cafile, "unknown"), 401)):
        answer = httpx2.post(
            f"http://{made.plain}/v1/chat/completions",
            json=asked,
            headers={"Authorization": f"Bearer {made.key}"},
            trust_env=False,
            timeout=30,
        )
        assert answer.status_code == status, answer.text
    forget(one)
    again = httpx2.post(
        f"http://{one.plain}/v1/chat/completions", headers={"Authorization": f"Bearer {one.key}"}, json=asked
    )
    assert again.status_code == 401


@pytest.mark.slow
def test_a_call_that_the_servers_refuse_is_told(tmp_path, servers):
    given = job(tmp_path, "no-such-scenario", agent=find(LIVE), clock="real", rehearsal=True)
    with pytest.raises(InfrastructureError, match=r"servers refused the call: .*no-such-scenario"):
        announce(given, "agent")


def test_servers_that_have_gone_are_told_and_forgetting_is_no_error(tmp_path, monkeypatch):
    told = {"plain": "127.0.0.1:1", "tls": "localhost:1", "cafile": str(tmp_path / "ca.pem")}
    monkeypatch.setattr(rehearsal.Loopback, "shared", classmethod(lambda cls: SimpleNamespace(told=told)))
    with pytest.raises(InfrastructureError, match="the rehearsal's servers do not answer"):
        announce(job(tmp_path, agent=find(LIVE), clock="real", rehearsal=True), "agent")
    forget(Rehearsal("127.0.0.1:1", "localhost:1", tmp_path / "ca.pem", "key"))


@pytest.mark.slow
@pytest.mark.realtime
@pytest.mark.parametrize(
    ("fault", "category", "said"),
    [("llm:401", "authentication", "401"), ("stt:401", "authentication", "401")],
)
def test_a_vendor_that_refuses_ends_the_call_as_infrastructure_in_its_own_words(
    tmp_path, servers, fault, category, said
):
    given = job(tmp_path, agent=find(LIVE), clock="real", rehearsal=True, vendor_faults=(fault,), time_limit_s=60.0)
    from agents import prices
    from harness.billing import billing

    given = given.model_copy(update={"billing": billing(given.agent, {}, prices.load(None), rehearsal=True)})
    outcome = carry(given)
    assert (outcome.status, outcome.end_reason) == ("infrastructure", "service_failed")
    assert said in outcome.error
    assert outcome.seconds < 60
    call = json.loads((given.folder / "call.json").read_text())
    assert call["failure"]["category"] == category
    assert call["failure"]["provider"] == {"llm": "openai", "stt": "deepgram"}[fault.partition(":")[0]]
    assert call["options"]["rehearsal"] is True
    assert Record.load(given.folder).status == "infrastructure"
    assert CallOptions.model_validate(call["options"]).vendor_faults == (fault,)
