"""The pages say what the code does: one for every metric, and their worked numbers are run."""

import doctest
import re
from pathlib import Path

import pytest

from metrics import registry
from metrics.registry import ARCHITECTURES, Registry, load
from metrics.scoring import score_record
from tests.metrics.build import agent, caller, record
from tests.metrics.transcript import differences

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "metrics"
OWN = [m for m in load() if m.function.__module__.startswith("metrics.")]


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda p: p.stem)
def test_worked_numbers(page):
    failed, run = doctest.testfile(str(page), module_relative=False, report=False)
    assert failed == 0
    assert run or page.name == "README.md", "a page without a worked number"


@pytest.mark.parametrize("metric", OWN, ids=lambda m: m.name)
def test_every_metric_has_a_page_and_a_true_row_in_the_index(metric):
    assert (PAGES / f"{metric.name}.md").read_text(encoding="utf-8").startswith(f"# {metric.name}\n")
    index = (PAGES / "README.md").read_text(encoding="utf-8")
    row = re.search(rf"^\| \[{metric.name}\]\({metric.name}\.md\) \|(.+)\|$", index, re.MULTILINE)
    assert row, "no row in docs/metrics/README.md"
    category, _, better, threshold, in_pass, agents = (cell.strip() for cell in row.group(1).split("|"))
    everyone = metric.architectures == ARCHITECTURES
    assert (category, float(threshold)) == (metric.category, metric.threshold)
    assert better == ("high" if metric.higher_is_better else "low")
    assert in_pass == ("yes" if metric.in_pass_at_k else "no")
    assert agents == ("all" if everyone else ", ".join(metric.architectures))


def test_the_index_names_no_metric_that_does_not_exist():
    index = (PAGES / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[(\w+)\]", index, re.MULTILINE)
    assert set(rows) == {m.name for m in OWN}


def test_the_metric_in_the_guide_works(monkeypatch):
    """Its registration goes to a registry of its own."""
    own = Registry()
    monkeypatch.setattr(registry, "metric", own.metric)
    text = (PAGES / "README.md").read_text(encoding="utf-8")
    exec(re.search(r"```python\n(.+?)```", text, re.DOTALL).group(1), {"__name__": "guide"})
    said = [agent("Hello.", at=0), caller("Hi.", at=2)]
    found = score_record(record(utterances=said), registry=own)["greets_first"]
    assert (found.value, found.why) == (1.0, "the agent spoke first")


def test_every_rule_by_which_transcripts_differ_is_listed():
    listed = (ROOT / "design" / "differences.md").read_text(encoding="utf-8")
    for name in (*differences.MERGES, *differences.PARTS):
        assert f"*{name}*" in listed, name
