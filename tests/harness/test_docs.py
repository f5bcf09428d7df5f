"""What the documents say of commands, options and faults is what there is."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from agents.spec import FAULTS
from harness.cli.app import command
from harness.settings import RunSettings
from pipelines.perturb.registry import kinds

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("arguments", [[], ["no-such-folder"]])
def test_the_example_of_a_metric_says_in_a_line_what_is_missing(arguments):
    example = DOCS.parent / "examples" / "own_metric.py"
    done = subprocess.run([sys.executable, example, *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "Traceback" not in done.stderr


def test_every_option_of_run_is_described():
    text = (DOCS / "cli.md").read_text()
    (section,) = re.findall(r"^## run$(.*?)^## ", text.replace("`", ""), re.MULTILINE | re.DOTALL)
    described = set(re.findall(r"^\| --([a-z-]+)|, --([a-z-]+)", section, re.MULTILINE))
    described = {(first or second).removeprefix("no-") for first, second in described}
    options = {p.name for p in command().commands["run"].params}
    assert {o.replace("_", "-") for o in options} - {"help"} <= described
    assert {f.replace("_", "-") for f in RunSettings.model_fields} <= described


def test_every_command_is_described():
    text = (DOCS / "cli.md").read_text()
    assert isinstance(command(), typer.core.TyperGroup)
    assert all(f"callbench {name}" in text for name in command().commands)


def test_every_fault_is_described_as_the_code_does():
    rows = dict(re.findall(r"^\| `([a-z_]+)` \| ([a-z].*) \|$", (DOCS / "agents.md").read_text(), re.MULTILINE))
    assert {k: rows.get(k) for k in FAULTS} == FAULTS


@pytest.mark.parametrize("page", ["perturbations.md", "plan.md", "study.md"])
def test_worked_numbers(page):
    failed, run = doctest.testfile(str(DOCS / page), module_relative=False, report=False)
    assert (failed, run > 0) == (0, True)


def test_every_kind_of_perturbation_has_a_row_and_its_order():
    text = (DOCS / "perturbations.md").read_text()
    rows = " ".join(re.findall(r"^\| (`.+) \| \[", text, re.MULTILINE))
    assert set(re.findall(r"`(\w+)`", rows)) == set(kinds())
    orders = re.findall(r"^\| (\d[\d, ]*) \|", text, re.MULTILINE)
    assert [int(n) for row in orders for n in row.split(", ")] == [k.order for k in kinds().values()]
