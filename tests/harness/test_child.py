"""Processes of our own beside a worker: told where they are, kept, and gone when the worker is."""

import io
import sys
import time

import pytest

from harness import child
from harness.child import Child, close_all, environment
from harness.executors.serve import _Masked
from harness.redact import Redactor
from scenarios.errors import InfrastructureError

SCRIPT = """
import json, os, sys
given = sys.stdin.readline().strip() if "--line" in sys.argv else ""
print(json.dumps({"given": given, "proxy": os.environ["NO_PROXY"]}), flush=True)
sys.stdin.read()
"""

TALKS = """
import sys
print("{}", flush=True)
for stream in (sys.stdout, sys.stderr):
    print("x" * 300_000, file=stream, flush=True)
    print("the key is sesame-open-wide", file=stream, flush=True)
open(sys.argv[1], "w").close()
sys.stdin.read()
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "kept_alive.py").write_text(SCRIPT)
    (tmp_path / "dumb.py").write_text("print('no JSON')\n")
    (tmp_path / "talks.py").write_text(TALKS)
    (tmp_path / "dead.py").write_text("raise SystemExit(1)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    yield "kept_alive"
    close_all()


def test_it_is_given_a_line_and_tells_where_it_is(module):
    made = Child("a test", module, ("--line",), "hello")
    assert made.told["given"] == "hello"
    assert made.alive
    made.close()
    assert not made.alive


def test_it_is_started_once_for_each_name_and_again_when_it_has_died(module):
    def start():
        return Child("a test", module)

    first = Child.kept("one", start)
    assert Child.kept("one", start) is first
    other = Child.kept("two", start)
    assert other is not first
    first.close()
    assert Child.kept("one", start) is not first
    close_all()
    assert not other.alive


@pytest.mark.parametrize("broken", ["dumb", "dead", "no_such_module"])
def test_one_that_does_not_start_is_named(module, broken):
    with pytest.raises(InfrastructureError, match=f"a test did not start; run it alone: python -m {broken}"):
        Child("a test", broken)


def test_one_that_says_nothing_is_not_waited_for_for_ever(module, monkeypatch):
    monkeypatch.setattr(child, "START_S", 0.2)
    with pytest.raises(InfrastructureError, match="did not start"):
        Child("a test", module, ("--line",))


def test_this_machine_is_reached_directly_whatever_proxy_is_set(module, monkeypatch):
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    monkeypatch.setenv("NO_PROXY", "intranet.example, localhost")
    made = Child("a test", module)
    assert made.told["proxy"] == "intranet.example,localhost,127.0.0.1"
    made.close()
    assert environment({"no_proxy": "x.example"})["NO_PROXY"] == "x.example,127.0.0.1,localhost"
    assert sys.executable


def test_one_that_prints_a_lot_goes_on_and_is_printed_without_secrets(module, tmp_path, monkeypatch):
    printed = io.BytesIO()
    monkeypatch.setattr(sys, "stderr", _Masked(printed, Redactor(["sesame-open-wide"])))
    made = Child("a test", "talks", (str(tmp_path / "went-on"),))
    until = time.monotonic() + 10
    while not (tmp_path / "went-on").exists() and time.monotonic() < until:
        time.sleep(0.02)
    went_on = (tmp_path / "went-on").exists()
    made.close()
    assert went_on
    assert printed.getvalue().count(b"x") == 600_000
    assert printed.getvalue().count(b"the key is ***") == 2
