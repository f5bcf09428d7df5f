"""Charts as inline SVG: readable without colour, by screen readers, in light and dark, in a page or as a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from markupsafe import escape

WIDTH = 760
LEFT, RIGHT, TOP, BOTTOM = 290, 24, 16, 44
ROW, GAP = 22, 12
SIDE = 420  # height of a scatter plot
TICKS = 6  # about so many
LEAST = 0.02  # that a scale spans: ticks are written with three decimals

_RULES = """ .chart text {{ fill: {ink}; }} .chart .soft {{ fill: {soft}; }} .chart .paper {{ fill: {paper}; }}
  .chart .edge {{ stroke: {edge}; }} .chart .zero, .chart .trend {{ stroke: {soft}; }}
  .chart .mark {{ stroke: {mark}; fill: {paper}; }} .chart .solid {{ fill: {mark}; }}"""
_LIGHT = {"ink": "#1b1f24", "soft": "#57606a", "edge": "#d0d7de", "mark": "#0550ae", "paper": "#ffffff"}
_DARK = {"ink": "#e6edf3", "soft": "#9aa5b1", "edge": "#30363d", "mark": "#79c0ff", "paper": "#0d1117"}
STYLE = f""".chart {{ max-width: 100%; height: auto; font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; }}
.chart .head {{ font-weight: 600; }} .chart .mark {{ stroke-width: 2; }}
.chart .trend {{ stroke-dasharray: 5 4; fill: none; }}
{_RULES.format(**_LIGHT)}
@media (prefers-color-scheme: dark) {{ {_RULES.format(**_DARK)} }}"""
"""Colours as they are, without variables: not every reader of a file knows those."""


@dataclass(frozen=True)
class Mark:
    """A figure with its interval.

    Attributes:
        solid: whether it is more than chance explains; drawn full, others hollow.
    """

    label: str
    value: float
    low: float | None
    high: float | None
    solid: bool


@dataclass(frozen=True)
class Group:
    """Marks under one heading."""

    name: str
    marks: Sequence[Mark]


@dataclass(frozen=True)
class Point:
    """A point of a scatter plot."""

    label: str
    x: float
    y: float


def differences(ident: str, title: str, description: str, groups: Sequence[Group], axis: str) -> str:
    """Differences from zero, one row each, with their intervals as whiskers.

    Args:
        ident: begins the ids; unique in a page.
        title: what the chart shows.
        description: the same figures in words, for those who cannot see it.
        groups: from top to bottom.
        axis: what is measured along the horizontal.

    Returns:
        An ``<svg>`` element.
    """
    ends = [v for g in groups for m in g.marks for v in (m.value, m.low, m.high) if v is not None]
    scale = _Scale(min([0.0, *ends]), max([0.0, *ends]), LEFT, WIDTH - RIGHT)
    height = TOP + sum(ROW * (len(g.marks) + 1) + GAP for g in groups) + BOTTOM
    base = height - BOTTOM
    parts = [*_grid(scale, TOP, base, axis)]
    y = TOP + ROW / 2
    for group in groups:
        parts.append(_text(4, y, group.name, "head"))
        for mark in group.marks:
            y += ROW
            parts.append(_text(LEFT - 10, y, mark.label, "soft", "end"))
            parts.append(_mark(scale, mark, y))
        y += ROW + GAP
    return _svg(ident, title, description, height, parts)


def scatter(
    ident: str, title: str, description: str, points: Sequence[Point], x_axis: str, y_axis: str, *, trend: bool = False
) -> str:
    """Points on two scales of 0 to 1 or wider, each with its label.

    Args:
        ident: begins the ids; unique in a page.
        title: what the chart shows.
        description: the same figures in words.
        points: in order.
        x_axis: what is measured along the horizontal.
        y_axis: what is measured along the vertical.
        trend: draw the line of least squares.

    Returns:
        An ``<svg>`` element.
    """
    left, base = 70, SIDE - BOTTOM
    across = _Scale(*_range([p.x for p in points]), left, WIDTH - RIGHT)
    ends = _trend(points) if trend else None
    up = _Scale(*_range([*(p.y for p in points), *(y for _, y in ends or ())]), base, TOP)
    parts = [*_grid(across, TOP, base, x_axis)]
    for tick in up.ticks():
        y = up(tick)
        parts.append(_line(left, y, across.end, y, "edge"))
        parts.append(_text(left - 8, y, _number(tick), "soft", "end"))
    middle = (TOP + base) / 2
    parts.append(
        f'<text class="soft" text-anchor="middle" transform="translate(16 {middle:.1f}) rotate(-90)">'
        f"{escape(y_axis)}</text>"
    )
    if ends:
        (x0, y0), (x1, y1) = ends
        parts.append(_line(across(x0), up(y0), across(x1), up(y1), "trend"))
    taken: dict[str, float] = {}
    for point in sorted(points, key=lambda p: (-p.y, p.x)):
        x, y = across(point.x), up(point.y)
        anchor = "start" if x < (left + across.end) / 2 else "end"  # inside, however long the label is
        said = max(y, taken.get(anchor, 0.0) + 15)  # labels of points that lie close go below each other
        taken[anchor] = said
        parts.append(f'<circle class="mark solid" cx="{x:.1f}" cy="{y:.1f}" r="5"/>')
        parts.append(_text(x + (10 if anchor == "start" else -10), said, point.label, "", anchor))
    return _svg(ident, title, description, SIDE, parts)


def file(svg: str) -> str:
    """A chart as the text of an SVG file: with its name space, and paper behind it."""
    head, _, rest = svg.partition(">")
    paper = '\n<rect class="paper" width="100%" height="100%"/>'
    style = rest.index("</style>") + len("</style>")
    named = head.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return f"{named}>{rest[:style]}{paper}{rest[style:]}\n"


class _Scale:
    """From values to places, with round ends."""

    def __init__(self, low: float, high: float, begin: float, end: float) -> None:
        if high - low < LEAST:
            low, high = (low + high - LEAST) / 2, (low + high + LEAST) / 2
        span = high - low
        size = float(10.0 ** floor(log10(span / TICKS)))
        self.step = next(size * n for n in (1, 2, 5, 10) if span / (size * n) <= TICKS)
        self.low = floor(low / self.step + 1e-9) * self.step
        self.high = ceil(high / self.step - 1e-9) * self.step
        if self.high <= self.low:
            self.high = self.low + self.step
        self.begin, self.end = begin, end

    def __call__(self, value: float) -> float:
        return self.begin + (value - self.low) / (self.high - self.low) * (self.end - self.begin)

    def ticks(self) -> list[float]:
        """Round values from end to end."""
        return [self.low + n * self.step for n in range(round((self.high - self.low) / self.step) + 1)]


def _range(values: Sequence[float]) -> tuple[float, float]:
    return (min(values, default=0.0), max(values, default=1.0))


def _grid(scale: _Scale, top: float, base: float, axis: str) -> Iterator[str]:
    for tick in scale.ticks():
        x = scale(tick)
        yield _line(x, top, x, base, "zero" if abs(tick) < 1e-9 else "edge")
        yield _text(x, base + 14, _number(tick), "soft", "middle")
    yield _text((scale.begin + scale.end) / 2, base + 34, axis, "soft", "middle")


def _mark(scale: _Scale, mark: Mark, y: float) -> str:
    x = scale(mark.value)
    whisker = ""
    if mark.low is not None and mark.high is not None:
        left, right = scale(mark.low), scale(mark.high)
        whisker = f'<path class="mark" d="M{left:.1f} {y - 4:.1f}v8m0-4H{right:.1f}m0-4v8"/>'
    shape = "mark solid" if mark.solid else "mark"
    return f'{whisker}<circle class="{shape}" cx="{x:.1f}" cy="{y:.1f}" r="5"/>'


def _trend(points: Sequence[Point]) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Ends of the line of least squares between the outermost points; ``None`` where there is no such line."""
    if len(points) < 2:
        return None
    mean_x, mean_y = (sum(values) / len(points) for values in ([p.x for p in points], [p.y for p in points]))
    spread = sum((p.x - mean_x) ** 2 for p in points)
    if spread < 1e-12:
        return None
    slope = sum((p.x - mean_x) * (p.y - mean_y) for p in points) / spread
    ends = min(p.x for p in points), max(p.x for p in points)
    (low, at_low), (high, at_high) = ((x, mean_y + slope * (x - mean_x)) for x in ends)
    return (low, at_low), (high, at_high)


def _line(x0: float, y0: float, x1: float, y1: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}"/>'


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y + 4:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _number(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _svg(ident: str, title: str, description: str, height: float, parts: Sequence[str]) -> str:
    inside = "\n".join(parts)
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
        f'height="{height:.0f}" role="img" aria-labelledby="{ident}-title {ident}-desc">\n'
        f'<title id="{ident}-title">{escape(title)}</title>\n<desc id="{ident}-desc">{escape(description)}</desc>\n'
        f"<style>{STYLE}</style>\n{inside}\n</svg>"
    )
