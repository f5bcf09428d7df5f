"""The page on the channel says what there is: its numbers are run, its defaults are the code's."""

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pipelines.perturb.coders import CODECS
from pipelines.perturb.registry import kinds
from tests.pipelines.perturb.channel import AV, stage

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "perturbations-channel.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_numbers_on_the_page():
    failed, run = doctest.testfile(str(PAGE), module_relative=False, report=False)
    assert (failed, run > 5) == (0, True)


@pytest.mark.parametrize("name", ["gain", "band", "codec", "mulaw", "loss", "jitter"])
def test_orders_and_defaults(name):
    kind = kinds()[name]
    (row,) = re.findall(rf"^\| {name} \| (\d+) \| (.+) \| (.*) ?\|$", TEXT, re.MULTILINE)
    assert int(row[0]) == kind.order
    shown = dict(re.findall(r"`(\w+)` `?([\w.]+)", row[2]))
    usual = {n: f.default for n, f in kind.options.model_fields.items() if n not in (kind.options.value, "codec")}
    assert {n: (str(v) if isinstance(v, str) else f"{v:g}") for n, v in usual.items()} == shown
    if given := re.search(r"\((\d+)\)", row[1]):
        assert float(given[1]) == kind.options.model_fields[kind.options.value].default
    assert re.search(rf"^## {name}$", TEXT, re.MULTILINE)


@pytest.mark.parametrize("name", ["gsm", pytest.param("amr", marks=AV), pytest.param("opus", marks=AV)])
def test_the_codecs_delays_and_bits(name):
    (row,) = re.findall(rf"^\| `codec-{name}` \|(.+)\|$", TEXT, re.MULTILINE)
    by, bits, delay = (cell.strip() for cell in row.split("|"))
    assert float(delay.removesuffix(" ms")) == stage(f"codec-{name}").delay / 8
    codec = CODECS[name]
    numbers = [float(n) for n in re.findall(r"[\d.]+", bits)]
    assert set(codec.kbps) <= set(numbers)
    assert codec.default in numbers
    assert not codec.extra or f"extra `{codec.extra}`" in by


def test_a_whole_stack_costs_less_than_2_percent_of_a_core():
    done = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "perturb.py", "--seconds", "2"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    whole = told["rows"][-1]
    assert {part.split("=")[0].split(":")[0] for part in whole["condition"].split("+")} == {
        "noise-coffee",
        "gain",
        "band",
        "mulaw",
        "loss",
        "jitter",
    }
    assert 0 < whole["ratio"] < told["most"] == 0.02
