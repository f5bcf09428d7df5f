import functools
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.executors.inline import InlineExecutor
from harness.report import write_report
from harness.report.marks import compare
from harness.report.text import cell, clock, markdown_table, number
from harness.run import execute
from harness.score import summarise
from harness.worker import perform
from scenarios.errors import UsageError
from tests.harness.builder import deaf, fake_carry

work = functools.partial(perform, carry=fake_carry, ears=deaf, environ={})
VOID = {"meta", "input", "br", "link", "img", "hr"}


class Page(HTMLParser):
    """Checks nesting, and collects what a page holds."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.ids, self.words, self.links = [], [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.append((tag, attributes))
        self.links += [attributes[k] for k in ("src", "href") if k in attributes]
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


@pytest.fixture
def report(make_run):
    def report(*names, **settings):
        run = make_run(*names, **settings)
        with run.journal(lambda: "t") as journal:
            execute(run, InlineExecutor(work), journal)
        summarise(run.path)
        path = write_report(run.path)
        return run, path.read_text(encoding="utf-8"), (run.path / "summary.md").read_text(encoding="utf-8")

    return report


def test_the_page_holds_calls_transcripts_tools_worlds_and_metrics(report):
    run, text, _ = report("fine", "mishears", "late-once", count=2)
    page = Page(text)
    words = " ".join("".join(page.words).split())
    assert sum(tag == "audio" for tag, _ in page.tags) == 6
    files = [link for link in page.links if not link.startswith("#")]
    assert all((run.path / link).is_file() for link in files)
    assert sum("late-once/t1/a1" in link for link in files) == 1  # rejected, but one may hear why
    for expected in (
        "Attempts that do not count",
        "480 ms at worst",
        "✓ arrived",
        "✗ lost",
        "get_reservation",
        "refused",
        "reservations/ZK3FFW/date: expected",
        "task not completed",
        "pass^2",
        "k = 2",
        "calibration agent",
        "the caller said goodbye and hung up",
    ):
        assert expected in words, expected


def test_the_page_is_whole_in_itself(report):
    _, text, _ = report("fine")
    page = Page(text)
    assert len(page.ids) == len(set(page.ids))
    assert not [tag for tag, _ in page.tags if tag in ("script", "link", "iframe", "object")]
    assert not re.search(r"https?://|//cdn|@import|url\(", text)
    outside = [link for link in page.links if not link.startswith("#")]
    assert outside
    assert all(link.startswith("calls/") for link in outside)
    assert ("html", {"lang": "en"}) in page.tags
    assert any(tag == "meta" and a.get("name") == "viewport" for tag, a in page.tags)
    assert "prefers-color-scheme: dark" in text
    assert all(a.get("aria-label") for tag, a in page.tags if tag == "audio" or a.get("role") == "region")
    assert all(f"{a['id']}" for tag, a in page.tags if tag == "h2")


def test_text_from_outside_is_never_markup(report):
    _, text, markdown = report("markup <b>&'\"#%", "markup-too")
    page = Page(text)
    assert not [tag for tag, _ in page.tags if tag in ("script", "b")]
    assert "<script>" not in text
    assert "&lt;script&gt;" in text
    assert "<script>alert('x')</script>" in "".join(page.words)
    assert "<b>" not in markdown
    assert "<script>" not in markdown
    audio = [a["src"] for tag, a in page.tags if tag == "audio"]
    assert all(re.fullmatch(r"[\w./%~-]+", src) for src in audio)


def test_both_reports_are_functions_of_the_folder(report):
    run, text, markdown = report("fine", "silent")
    write_report(run.path)
    assert (run.path / "report.html").read_text(encoding="utf-8") == text
    assert (run.path / "summary.md").read_text(encoding="utf-8") == markdown
    from harness.report.html import page

    assert page(run.path, summarise(run.path)) == text


def test_a_run_without_calls_has_a_page(make_run):
    run = make_run("fine")
    summarise(run.path)
    assert "No call counts yet." in write_report(run.path).read_text()


def test_without_a_summary_there_is_no_report(make_run):
    with pytest.raises(UsageError, match="callbench score"):
        write_report(make_run("fine").path)


def test_perfect_ears_are_always_named(report):
    _, text, markdown = report("fine", ears="perfect")
    assert "Perfect ears" in text
    assert "Perfect ears" in markdown


def test_figures_of_which_less_is_better_are_marked_beside_a_legend(report):
    from harness.report.rows import metric_rows

    entry = {"category": "diagnostic", "mean_ci_n_scenarios": 1, "count": 1, "total_records": 1}
    known = [
        ("stt_wer", 0.8, 0.2, False),
        ("half", 0.5, 0.5, False),
        ("fine", 1.0, 3.0, True),
        ("same", 1.0, 1.0, True),
    ]
    found = metric_rows(
        {
            "metrics": {
                name: {**entry, "mean": mean, "raw_mean": raw, "higher_is_better": higher}
                for name, mean, raw, higher in known
            }
        }
    )
    assert {row.name: row.raw for row in found} == {"fine": "3", "half": "0.5 ↓", "same": "", "stt_wer": "0.2 ↓"}
    _, page, markdown = report("fine")
    assert "higher is better" in markdown
    assert "↓ where less is better" in markdown
    assert "↓ where less is better" in page
    for text in (page, markdown.replace("\\", "")):
        assert text.count("EVA-A_pass: task_completion at least 1, faithfulness at least 0.5, agent_speech") == 1
        assert text.count("EVA-X_pass: conversation_progression at least 0.5, turn_taking at least 0.8") == 1


@pytest.mark.parametrize(("idle", "told"), [(0.0, True), (0.5, False)])
def test_a_floor_of_nothing_is_explained(report, idle, told):
    from harness.report.rows import facts

    run, _, _ = report("fine")
    summary = summarise(run.path)
    summary["floor"] |= {"authenticate_and_stop": idle, "never_call_a_tool": 0.0}
    assert ("what the caller must be told is asked for" in " ".join(facts(summary))) == told


@given(st.text(), st.text())
def test_marks_never_alter_a_text(intended, heard):
    left, right = compare(intended, heard)
    assert "".join(p.text for p in left) == intended
    assert "".join(p.text for p in right) == heard


def test_marks_show_the_words_that_differ():
    left, right = compare("The code is Zulu, Kilo.", "the code is Hulu Kilo")
    assert [p.text.strip() for p in left if p.changed] == ["Zulu,"]
    assert [p.text.strip() for p in right if p.changed] == ["Hulu"]
    left, right = compare("Same words.", "same, words")
    assert not any(p.changed for p in [*left, *right])


@given(st.text())
def test_a_cell_stays_a_cell(text):
    line = markdown_table(["a"], [[cell(text)]])[2]
    assert "\n" not in line
    assert re.sub(r"\\.", "", line).count("|") == 2


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (1.0, "1"),
        (0.5, "0.5"),
        (0.0, "0"),
        (-0.0001, "0"),
        (100.0, "100"),
        (1 / 3, "0.333"),
        (-1.5, "-1.5"),
    ],
)
def test_numbers(value, text):
    assert number(value) == text


def test_times():
    assert clock(0) == "0:00.0"
    assert clock(8000 * 61 + 4000) == "1:01.5"
