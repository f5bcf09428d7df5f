"""The house keeps its shape: sizes, layers, clocks, randomness, pins, licence."""

from __future__ import annotations

import ast
import re
import statistics
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("scenarios", "pipelines", "agents", "metrics", "harness")
LONGEST, MEDIAN = 600, 150  # lines
URL = re.compile(r"\b(?:https?|wss?|git)://(?:[^\s/@\"'`]*@)?([\w-]+(?:\.[\w-]+)+)")
HOSTS = re.compile(r"127\.0\.0\.1|0\.0\.0\.0|192\.0\.2\.\d|www\.w3\.org|(.+\.)?example(\.\w+)?|\w\.\w")  # x.y in a test
VENDORS = {  # whom an agent's or a caller's services are bought from; nowhere else may their hosts be named
    "api.anthropic.com",
    "api.cartesia.ai",
    "api.deepgram.com",
    "api.elevenlabs.io",
    "api.openai.com",
    "api.ultravox.ai",
    "generativelanguage.googleapis.com",
}
BOUGHT = re.compile(r"(tests/)?agents/(services|callers|preflight)/.+\.py")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def modules() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def written() -> list[Path]:
    """Every text file of the repository, packs aside: they are data."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    endings = (".py", ".md", ".yaml", ".toml", ".txt", ".j2", ".css", ".svg", "Makefile", "run")
    return [ROOT / line for line in listed.stdout.splitlines() if line.endswith(endings) and (ROOT / line).exists()]


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_no_module_is_long_and_most_are_short(record_property):
    lines = {named(p): len(p.read_text(encoding="utf-8").splitlines()) for p in modules()}
    lines = {name: n for name, n in lines.items() if not name.endswith("__init__.py")}
    median = statistics.median(lines.values())
    record_property("median_lines", median)
    print(f"{len(lines)} modules, median {median:.0f} lines, longest {max(lines, key=lines.__getitem__)}")
    assert {name: n for name, n in lines.items() if n > LONGEST} == {}
    assert median <= MEDIAN


def test_imports_point_down():
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


def calls(tree: ast.AST) -> Iterator[tuple[int, str, bool]]:
    """Line, dotted name and whether there are arguments, for every call."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node.lineno, ast.unparse(node.func), bool(node.args or node.keywords)


def global_randomness(name: str, arguments: bool) -> bool:
    if re.fullmatch(r"(np|numpy)\.random\.default_rng", name):
        return not arguments
    return bool(re.match(r"random\.|(np|numpy)\.random\.(?!default_rng|Generator|SeedSequence)", name))


@pytest.mark.parametrize("path", modules(), ids=named)
def test_clocks_and_generators_are_injected(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [
        f"line {line}: {name}"
        for line, name, arguments in calls(tree)
        if name in ("time.time", "time.time_ns") or global_randomness(name, arguments)
    ]
    if named(path) != "pipelines/clock.py":  # which is the clock
        assert found == []
    imported = [a.name for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom) for a in n.names]
    assert "random" not in imported, "use a numpy Generator that is handed in"


@pytest.mark.parametrize(
    "code", ["time.time()", "random.random()", "np.random.normal(1)", "numpy.random.default_rng()"]
)
def test_the_rule_on_clocks_and_generators_can_fail(code):
    ((_, name, arguments),) = list(calls(ast.parse(code)))
    assert name == "time.time" or global_randomness(name, arguments)


def test_no_host_is_named_but_loopback_examples_and_vendors_where_they_are_bought():
    """Neither a registry nor anybody else's service: where things come from is the machine's business."""
    found = [
        f"{named(path)}: {host}"
        for path in written()
        for host in URL.findall(path.read_text(encoding="utf-8"))
        if not HOSTS.fullmatch(host) and not (host in VENDORS and BOUGHT.fullmatch(named(path)))
    ]
    assert found == []


def test_the_rule_on_hosts_can_fail():
    assert [
        h for h in URL.findall("pip install -i https:" + "//packages.somewhere.org/simple") if not HOSTS.fullmatch(h)
    ]


def test_constraints_pin_every_dependency_exactly():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = {}
    for line in lines:
        if not line.startswith("#"):
            pin = re.fullmatch(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.!+]+)(; python_version .+)?", line)
            assert pin, f"not an exact version: {line}"
            pins[pin[1].lower().replace("_", "-")] = pin[2]
    asked = [*PROJECT["dependencies"], *(d for e in PROJECT["optional-dependencies"].values() for d in e)]
    for dependency in asked:
        name = re.match(r"[A-Za-z0-9._-]+", dependency)[0].lower()
        if name == PROJECT["name"]:  # an extra made of others
            continue
        assert name in pins, f"{name} has no pin in constraints.txt"
        if "==" in dependency and "python_version" not in dependency:
            assert dependency.split("==")[1] == pins[name]


def test_licence_and_version_agree_everywhere():
    assert PROJECT["license"] == "MIT"
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License\n")
    assert metadata.version("callbench") == PROJECT["version"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(PROJECT['version'])}\b", changes, re.MULTILINE)
    assert PROJECT["requires-python"] == ">=3.11,<3.14"
    assert "3.11 to 3.13" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_package_is_typed_and_shipped():
    found = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    for package in PACKAGES:
        assert (ROOT / package / "py.typed").exists()
        assert f"{package}*" in found["packages"]["find"]["include"]
