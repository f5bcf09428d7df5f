"""Charts are whole XML, say in words what they show, and keep everything inside."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.report import chart
from harness.report.chart import Group, Mark, Point, differences, scatter

GROUPS = [
    Group("EVA-A", [Mark("noise", -0.31, -0.5, -0.12, True), Mark("<b>&accent", 0.02, None, None, False)]),
    Group("EVA-X", [Mark("noise", 0.1, -0.1, 0.3, False)]),
]
POINTS = [Point("clean", 0.98, 0.9), Point("noise", 0.71, 0.55), Point("both", 0.5, 0.4)]


def parsed(svg):
    return ElementTree.fromstring(svg)


def numbers(element, names):
    return [float(e.get(n)) for e in element.iter() for n in names if e.get(n) and e.tag in ("circle", "text", "line")]


@pytest.mark.parametrize(
    "svg",
    [
        differences("a", "A & B", "noise <down>", GROUPS, "difference"),
        scatter("a", "A & B", "noise <down>", POINTS, "x", "y"),
    ],
)
def test_a_chart_is_read_aloud_and_its_text_is_never_markup(svg):
    element = parsed(svg)
    assert element.get("role") == "img"
    ids = element.get("aria-labelledby").split()
    named = {e.get("id"): e.text for e in element if e.get("id")}
    assert [named[i] for i in ids] == ["A & B", "noise <down>"]
    assert not re.search(r"https?://|<b>|<script|@import|url\(", svg)
    assert "prefers-color-scheme: dark" in svg


def test_a_mark_is_full_where_it_is_more_than_chance_and_hollow_where_it_may_be():
    element = parsed(differences("a", "t", "d", GROUPS, "difference"))
    assert [e.get("class") for e in element.iter("circle")] == ["mark solid", "mark", "mark"]
    assert len(list(element.iter("path"))) == 2  # no whiskers without an interval
    texts = [e.text for e in element.iter("text")]
    assert {"EVA-A", "EVA-X", "<b>&accent", "0", "difference"} <= set(texts)


def test_marks_stand_where_their_values_are():
    element = parsed(differences("a", "t", "d", GROUPS, "difference"))
    ticks = {e.text: float(e.get("x")) for e in element.iter("text") if re.fullmatch(r"-?[\d.]+", e.text)}
    low, high = min(ticks, key=float), max(ticks, key=float)
    scale = (ticks[high] - ticks[low]) / (float(high) - float(low))
    places = [float(e.get("cx")) for e in element.iter("circle")]
    assert places == pytest.approx([ticks["0"] + scale * v for v in (-0.31, 0.02, 0.1)], abs=0.2)


def test_labels_of_points_that_coincide_do_not():
    element = parsed(scatter("a", "t", "d", [Point("one", 0.5, 0.5), Point("two", 0.5, 0.5)], "x", "y", trend=True))
    heights = [float(e.get("y")) for e in element.iter("text") if e.text in ("one", "two")]
    assert abs(heights[0] - heights[1]) >= 12
    assert not [e for e in element.iter("line") if e.get("class") == "trend"]
    assert [
        e
        for e in parsed(scatter("a", "t", "d", POINTS, "x", "y", trend=True)).iter("line")
        if e.get("class") == "trend"
    ]


values = st.floats(-5, 5, allow_nan=False)


@given(st.lists(st.tuples(values, values, values), min_size=1, max_size=6))
def test_everything_is_inside_the_picture(found):
    marks = [Mark("m", v, min(v, a), max(v, b), False) for v, a, b in found]
    for svg in (
        differences("a", "t", "d", [Group("g", marks)], "x"),
        scatter("a", "t", "d", [Point("p", a, b) for _, a, b in found], "x", "y", trend=True),
    ):
        element = parsed(svg)
        width, height = (float(v) for v in element.get("viewBox").split()[2:])
        assert all(-0.1 <= x <= width + 0.1 for x in numbers(element, ("cx", "x", "x1", "x2")))
        assert all(-0.1 <= y <= height + 20 for y in numbers(element, ("cy", "y1", "y2")))


def test_a_file_of_a_chart_stands_alone():
    text = chart.file(scatter("a", "t", "d", POINTS, "x", "y"))
    element = ElementTree.fromstring(text)
    assert element.tag.endswith("}svg")
    assert [e.get("class") for e in element if e.tag.endswith("}rect")] == ["paper"]
    assert text.endswith("</svg>\n")
