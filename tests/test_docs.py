"""The pages tell the truth: their commands run, their links lead somewhere, nothing is left out.

Every ``callbench``, ``make`` and ``python`` line of a ``console`` or ``bash`` block is a command. Each is run
as it stands, in a folder where ``examples`` and ``docs`` are those of the repository. Two liberties: whole
calls are cut to one scenario and one trial, and a fixed port becomes a free one. ``make`` is asked for its
plan only: it would run this very test.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest

from agents.spec import FAULTS, AgentSpec, LatencyProfile, Turns
from harness.cli.app import command as command_line
from harness.faults import CALLERS, EXPECTED
from metrics.registry import load
from pipelines.record import END_REASONS

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    [ROOT / n for n in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md")]
    + [p for folder in ("docs", "design") for p in (ROOT / folder).rglob("*.md")]
)
OURS = ("callbench", "make", "python")
OTHERS = (
    "git",
    "cd",
    ".",
    "pip",
    ".venv/bin/python",
)  # a reader's own steps, and pytest itself; not run here
LIMITS = " --limit 1 --trials 1"
CALL_S = 900  # the longest that a documented whole call may take on a busy machine


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path, *languages: str) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return [body for lang, body in re.findall(r"^```(\w*)\n(.*?)^```", text, re.M | re.S) if lang in languages]


# Commands --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Command:
    """A documented command.

    Attributes:
        text: the line.
        page: the first page that shows it.
    """

    text: str
    page: str

    @property
    def words(self) -> list[str]:
        return [w for w in shlex.split(self.text) if not re.match(r"[A-Z_]+=", w)]

    @property
    def urls(self) -> list[str]:
        return re.findall(r"\b(?:ws|wss|listen|webrtc\+https?)://[^\s:/]+", self.text)

    @property
    def carries(self) -> bool:
        """Whether it carries whole calls."""
        if self.words[:2] in (["callbench", "run"], ["callbench", "demo"]):
            return not {"--dry-run", "--help", "--resume"} & set(self.words)
        return any(w in ("examples/run.py", "examples/plug_in_agent.py") for w in self.words)

    @property
    def kind(self) -> str:
        if self.words[0] == "make":
            return "make"
        if self.text == "python -m scenarios.build":
            return "writes"  # into the repository; the same with --check is run
        if any(not url.endswith("127.0.0.1") for url in self.urls) and "run" in self.words:
            return "elsewhere"
        if "examples/deployed_agent.py" in self.words:
            return "server"
        if "examples/deployed_bot.py" in self.words:
            return "bot"
        if self.words[:3] == ["callbench", "agents", "check"]:
            return "bot check" if self.urls else "check"
        if self.urls and self.carries:
            return "socket"
        if "--clock real" in self.text:
            return "real"
        if self.carries:
            return "calls"
        return "after" if self.needs else "cheap"

    @property
    def needs(self) -> list[str]:
        """Run folders that it reads."""
        return [] if self.carries else re.findall(r"\bruns/[\w-]+", self.text)


def typed(page: Path) -> list[str]:
    """The command lines of a page, continuations joined and comments cut."""
    found = []
    for language in ("console", "bash"):
        for block in blocks(page, language):
            for line in block.replace("\\\n", " ").splitlines():
                if language == "console" and not line.startswith("$ "):
                    continue  # what the command printed
                line = re.sub(r"\s+#.*", "", line.removeprefix("$ ")).strip()
                if line and not line.startswith("#"):
                    found.append(" ".join(line.split()))
    return found


@cache
def commands() -> tuple[Command, ...]:
    """Every command, once."""
    seen: dict[str, Command] = {}
    for page in PAGES:
        for text in typed(page):
            seen.setdefault(text, Command(text, named(page)))
    return tuple(seen.values())


def ours(*kinds: str) -> list[Command]:
    """Our own commands of these kinds."""
    return [c for c in commands() if c.words[0] in OURS and c.kind in kinds]


def shape(command: Command) -> str:
    """What tells a whole call from another one: not how many of them, nor where they go."""
    return re.sub(r" (--(trials|limit|seed|out|concurrency) \S+|runs/\S+)", "", command.text)


def once(found: list[Command]) -> list[Command]:
    """One command of each shape."""
    return list({shape(c): c for c in found}.values())


def ids(command: Command) -> str:
    return command.text


class Desk:
    """A folder in which documented commands are run, each at most once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.done: dict[str, subprocess.CompletedProcess[str]] = {}
        for name in ("examples", "docs"):
            (folder / name).symlink_to(ROOT / name)
        for page in PAGES:
            for block in blocks(page, "yaml"):
                if title := re.match(r"# ([\w-]+\.yaml)\n", block):
                    (folder / title[1]).write_text(block, encoding="utf-8")

    def own_pack(self) -> None:
        """The pack that docs/own-scenarios.md makes."""
        if not (self.folder / "my-pack").exists():
            (code,) = blocks(ROOT / "docs" / "own-scenarios.md", "python")
            (self.folder / "own_pack.py").write_text(code, encoding="utf-8")
            assert fine(self.run("python own_pack.py"))

    def environment(self) -> dict[str, str]:
        first = Path(sys.executable).parent
        return {**os.environ, "PATH": f"{first}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}

    def run(self, text: str, timeout: float = 120) -> subprocess.CompletedProcess[str]:
        if "my-pack" in text:
            self.own_pack()
        if text not in self.done:
            self.done[text] = subprocess.run(
                ["bash", "-c", text],
                cwd=self.folder,
                env=self.environment(),
                capture_output=True,
                text=True,
                timeout=timeout,
                check=False,
            )
        return self.done[text]

    def carry(self, command: Command) -> subprocess.CompletedProcess[str]:
        limits = LIMITS if command.words[:2] == ["callbench", "run"] else ""
        return self.run(command.text + limits, CALL_S)

    def provide(self, command: Command) -> None:
        """Make the runs that a command reads, with the documented command that makes them."""
        for run in command.needs:
            maker = next((c for c in ours("calls") if re.search(rf"{run}\b", c.text)), None)
            assert maker, f"no command of any page makes {run}"
            assert fine(self.carry(maker))

    def start(self, text: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            ["bash", "-c", f"exec {text}"],
            cwd=self.folder,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    return Desk(tmp_path_factory.mktemp("reader"))


def fine(done: subprocess.CompletedProcess[str]) -> bool:
    assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return True


def test_commands_are_found():
    assert len(ours("cheap")) >= 5
    assert "make demo" in [c.text for c in commands()]
    strangers = [c.text for c in commands() if c.words[0] not in OURS + OTHERS]
    assert strangers == [], "neither ours nor one of a reader's own steps"


@pytest.mark.parametrize("command", ours("make"), ids=ids)
def test_make(command):
    done = subprocess.run(["make", "-n", *command.words[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert fine(done)


@pytest.mark.parametrize("command", ours("cheap"), ids=ids)
def test_cheap_command(command, desk):
    assert fine(desk.run(command.text))


@pytest.mark.parametrize(
    "command",
    [c for c in ours("calls", "real", "socket", "elsewhere") if c.words[:2] == ["callbench", "run"]],
    ids=ids,
)
def test_options_agents_and_scenarios_of_a_run_exist(command, desk):
    assert fine(desk.run(f"{command.text} --dry-run"))


@pytest.mark.slow
@pytest.mark.parametrize("command", once(ours("calls")), ids=ids)
def test_whole_calls(command, desk):
    assert fine(desk.carry(command))


@pytest.mark.slow
@pytest.mark.parametrize("command", ours("after"), ids=ids)
def test_command_on_a_run(command, desk):
    desk.provide(command)
    assert fine(desk.run(command.text))


@pytest.mark.slow
@pytest.mark.realtime
@pytest.mark.parametrize("command", once(ours("real")), ids=ids)
def test_real_time(command, desk):
    assert fine(desk.carry(command))


@pytest.mark.slow
@pytest.mark.realtime
@pytest.mark.parametrize("command", once(ours("socket")), ids=ids)
def test_an_agent_behind_a_socket(command, desk):
    """The documented server serves the documented run, or dials the run that listens."""
    dials = "listen://" in command.text
    server = next(c.text for c in ours("server") if ("--dial" in c.text) == dials)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    process = desk.start(re.sub(r"\b8765\b", port, server))
    try:
        if not dials:
            assert process.stdout.readline().strip() == f"ws://127.0.0.1:{port}"
        done = desk.run(re.sub(r"\b8765\b", port, command.text) + LIMITS, CALL_S)
    finally:
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=20)
    assert fine(done)
    assert "get_reservation: success" in printed


@pytest.fixture(scope="module")
def bots(desk):
    """The documented Pipecat bot, serving in a process of its own; answers its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    (command,) = ours("bot")
    process = desk.start(f"{command.text.replace('7860', str(port))} --host 127.0.0.1 >bot.log 2>&1")
    try:
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert process.poll() is None, (desk.folder / "bot.log").read_text()[-3000:]
            time.sleep(0.2)
        yield str(port)
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


@pytest.mark.slow
@pytest.mark.realtime
@pytest.mark.parametrize("command", once(ours("bot check")), ids=ids)
def test_a_pipecat_bot_in_its_own_process_passes_the_check(command, desk, bots):
    if "webrtc+" in command.text and not offers_a_way():
        pytest.skip("WebRTC needs the extra webrtc and a network interface besides the loopback")
    done = punctual(desk, command.text.replace("7860", bots))
    assert fine(done), (desk.folder / "bot.log").read_text()[-3000:]
    assert "calls a tool" in done.stdout


def punctual(desk: Desk, text: str) -> subprocess.CompletedProcess[str]:
    """A check by a machine that kept time; one that did not proves nothing against an agent."""
    for text_again in (text, f"{text} --seed 2"):
        done = desk.run(text_again, CALL_S)
        if done.returncode == 0 or "this machine was late" not in done.stdout:
            return done
    return pytest.skip(f"the machine is too loaded for a check in real time:\n{done.stdout}")


def offers_a_way() -> bool:
    """Whether two processes of this machine can meet by WebRTC."""
    if importlib.util.find_spec("aioice") is None:
        return False
    from aioice.ice import get_host_addresses

    return bool(get_host_addresses(use_ipv4=True, use_ipv6=True))


@pytest.mark.slow
@pytest.mark.realtime
@pytest.mark.parametrize("command", once(ours("check")), ids=ids)
def test_checks_of_agents(command, desk):
    assert fine(punctual(desk, command.text))


# Links -----------------------------------------------------------------------------------------------


def slug(heading: str) -> str:
    """A heading's anchor, as GitHub makes it."""
    plain = re.sub(r"[`*]|\[|\]\([^)]*\)", "", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def anchors(page: Path) -> set[str]:
    return {slug(heading) for heading in re.findall(r"^#+ (.+)$", prose(page), re.M)}


def prose(page: Path) -> str:
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)


def links(page: Path) -> list[str]:
    text = re.sub(r"`[^`\n]*`", "", prose(page))
    return re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'<img[^>]*\bsrc="([^"]+)"', text)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page):
    dead = []
    for link in links(page):
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        exists = target.is_relative_to(ROOT) and target.exists()
        if not exists or (anchor and anchor not in anchors(target)):
            dead.append(link)
    assert dead == []


def test_every_page_can_be_reached_from_the_first():
    reached, todo = set(), [ROOT / "README.md"]
    while todo:
        page = todo.pop()
        if page in reached:
            continue
        reached.add(page)
        todo += [t for link in links(page) if (t := (page.parent / link.split("#")[0]).resolve()).suffix == ".md"]
    assert [named(p) for p in PAGES if p not in reached] == []


# Nothing is left out ---------------------------------------------------------------------------------


def options(node: click.Command, path: tuple[str, ...] = ("callbench",)) -> list[tuple[str, str]]:
    """Every option of the command line, with the command it belongs to."""
    own = [(" ".join(path), o) for p in node.params for o in (*p.opts, *p.secondary_opts) if o.startswith("--")]
    below = getattr(node, "commands", {})
    return own + [item for name, sub in below.items() for item in options(sub, (*path, name))]


OPTIONS = options(command_line())


def test_every_option_is_documented():
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    missing = [(c, o) for c, o in OPTIONS if not re.search(rf"{re.escape(o)}(?![\w-])", page)]
    assert missing == []
    for command in {c for c, _ in OPTIONS}:
        assert command.split()[-1] in page


def test_no_page_shows_an_option_that_does_not_exist():
    known = {o for _, o in OPTIONS} | {"--help", "--check", "--version", "--port", "--dial"}
    known |= {"--start", "--end", "--row"}  # of the script that draws a call
    for page in PAGES:
        for text in [t for t in typed(page) if t.split()[0] in ("callbench", "python")]:
            assert set(re.findall(r"(?<!\S)--[\w-]+", text)) <= known, f"{named(page)}: {text}"


def test_every_metric_has_a_page():
    for metric in load():
        if metric.function.__module__.startswith("metrics."):
            assert (ROOT / "docs" / "metrics" / f"{metric.name}.md").exists(), metric.name


def test_every_setting_of_turns_and_stage_of_latency_is_explained():
    page = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
    assert [f for f in Turns.model_fields if not re.search(rf"\b{f}\b", page)] == []
    hold = str(Turns().hold_secs)
    assert f"| `hold_secs` | {hold} |" in page
    assert f"{hold} s of silence" in (ROOT / "design" / "when-a-turn-is-over.md").read_text(encoding="utf-8")
    assert [f for f in LatencyProfile.model_fields if not re.search(rf"latency:.*\b{f}\b", page)] == []


def test_every_fault_and_end_reason_is_explained():
    faults = (ROOT / "docs" / "calibration.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \|(.+)$", faults, re.M))
    assert set(rows) == {*FAULTS, *CALLERS}
    for fault, expected in {**EXPECTED, **CALLERS}.items():
        assert set(expected.moves) <= set(re.findall(r"metrics/(\w+)\.md", rows[fault])), fault
    record = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    assert [r for r in END_REASONS if f"`{r}`" not in record] == []


def test_every_agent_file_on_a_page_is_valid(tmp_path):
    found = 0
    for page in PAGES:
        for block in blocks(page, "yaml"):
            if "architecture:" in block:
                file = tmp_path / f"{found}.yaml"
                file.write_text(block, encoding="utf-8")
                assert AgentSpec.load(file).name
                found += 1
    assert found


@pytest.mark.parametrize("script", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_every_example_is_shown_and_so_run(script):
    named = f"examples/{script.name}"
    files = [f for f in (ROOT / "examples").glob("*.yaml") if f"{named}:" in f.read_text(encoding="utf-8")]
    ways = [named, *(f"examples/{f.name}" for f in files)]  # by itself, or as a service in an agent file
    shown = [c for c in commands() if set(ways) & set(c.words)]
    assert shown, "no page shows how to run it"


def test_the_readme_tells_a_deployed_agent_how_its_tools_are_reached():
    page = (ROOT / "docs" / "deployed.md").read_text(encoding="utf-8")
    handed = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", page, re.MULTILINE))))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\{(\w+_url)\}", readme)) == {"call_url", "tools_url"} <= handed
    assert "tools_token" in handed
    assert "`tools_token`, which every request carries as `Authorization: Bearer`" in readme


def test_an_unknown_command_would_be_found():
    assert Command("callbench run --agent ws://127.0.0.1:1", "x").kind == "socket"
    assert Command("callbench run --agent wss://agent.example.com/media", "x").kind == "elsewhere"
    assert Command("callbench run --dry-run", "x").kind == "cheap"
    assert Command("callbench score runs/first", "x").kind == "after"
    assert Command("callbench run --out runs/first", "x").needs == []
    assert shape(Command("callbench run --trials 5 --out runs/a", "x")) == "callbench run"


def test_pictures_are_whole():
    for picture in (ROOT / "docs" / "pictures").glob("*.svg"):
        assert ElementTree.parse(picture).getroot().tag.endswith("svg")
