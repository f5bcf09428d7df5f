import signal
from pathlib import Path

import pytest

from agents.registry import find
from harness import heard
from harness.cli import dispatch
from harness.plan import trials
from harness.redact import Redactor
from harness.settings import RunSettings
from harness.store import Manifest, PackEntry, Store
from metrics.judges.jury import JudgeError
from metrics.judges.offline._speech_recogniser import use
from tests.harness.builder import scenario
from tests.harness.paid import PAID

NOW = "2026-11-30T00:00:00.000Z"


@pytest.fixture(autouse=True)
def ears_are_given_back():
    """Ears that one test lends to the judges of this process are not there for the next."""
    yield
    use(None)


@pytest.fixture
def deaf_judges(monkeypatch):
    """Nobody listens for the offline speech judges: made-up calls hold noise, which takes long to make nothing of."""

    def nobody():
        raise JudgeError("nobody listens in this test")

    monkeypatch.setattr(heard, "judges_ears", nobody)


@pytest.fixture
def cli(capsys, tmp_path, monkeypatch, deaf_judges):
    """The command line in a folder of its own: arguments in, exit status, stdout and stderr out."""
    monkeypatch.chdir(tmp_path)

    def cli(*arguments):
        status = dispatch([str(a) for a in arguments])
        out, err = capsys.readouterr()
        return status, out, err

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield cli
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def agent():
    return find("embedded-cascade")


@pytest.fixture
def make_run(tmp_path, agent):
    """Make a run folder for scenarios that behave as their names say."""

    def make(*names: str, path: Path | None = None, count: int = 1, **settings) -> Store:
        chosen = RunSettings(trials=count, **settings)
        manifest = Manifest(
            callbench="0.1.0",
            created=NOW,
            settings=chosen,
            options=chosen.call_options(agent),
            concurrency=2,
            agent=agent,
            packs={"airline": PackEntry(name="test", scenarios=len(names), sha256="0" * 64)},
            versions={"python": "3"},
            trials=[(t.domain, t.scenario, t.trial) for t in trials([scenario(n) for n in names], count)],
        )
        return Store.create(path or tmp_path / "run", manifest, Redactor())

    return make


@pytest.fixture
def paid_run(make_run):
    """Make a run folder whose agent has a vendor that is paid."""

    def make(*names, **settings) -> Store:
        run = make_run(*names, **settings)
        return Store(run.path, run.manifest.model_copy(update={"billing": PAID}))

    return make
