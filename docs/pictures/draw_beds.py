"""Draw the level and the spectrum of every bed of noise as an SVG, and print the table of docs/perturbations-noise.md.

    python docs/pictures/draw_beds.py PICTURE.svg

Everything is measured on the loops that calls hear; the same code gives the same picture.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agents.embedded.babble import talk
from pipelines.perturb.bed import RATE, Bed, beds, render
from pipelines.perturb.loop import momentary

WIDTH, ROW, TOP = 960, 78, 34  # pixels
NAME, SPECTRUM, LEVEL = 14, (120, 280), (440, 500)  # left edges, and widths of the two graphs
HEIGHT = 56  # of a graph
SHOWN_S = 12.0  # of each loop's level
STEP_S = 0.05
OCTAVES = (125, 250, 500, 1000, 2000, 4000)  # Hz; of the last one the half that a telephone line carries
BAND = (300, 3400)
STYLE = (
    "text{font:11px system-ui,-apple-system,'Segoe UI',sans-serif;fill:#334155}"
    ".s{font-size:9px;fill:#64748b}.m{text-anchor:middle}.n{font-weight:600}.g{stroke:#e2e8f0}.f{stroke:#94a3b8;fill:none}"
    ".b{stroke:#0f766e;stroke-width:2;fill:none}.p{stroke:#4338ca;stroke-width:1.5;fill:none}"
)


@dataclass(frozen=True)
class Facts:
    """What is measured of a bed; levels in dB against the RMS of the whole loop.

    Attributes:
        seconds: length of the loop.
        octaves: levels in `OCTAVES`.
        band: level in the telephone's band, 300 to 3400 Hz.
        even: furthest that the level over 400 ms is from that of the whole.
        peak: the highest peak.
    """

    seconds: float
    octaves: tuple[float, ...]
    band: float
    even: float
    peak: float


def _between(loop: NDArray[np.float64], low: float, high: float) -> float:
    power = np.abs(np.fft.rfft(loop)) ** 2
    hertz = np.fft.rfftfreq(len(loop), 1 / RATE)
    return float(10 * np.log10(power[(hertz >= low) & (hertz < high)].sum() / power.sum()))


def facts(loop: NDArray[np.float64]) -> Facts:
    """Measure a loop that has an RMS of 1."""
    return Facts(
        len(loop) / RATE,
        tuple(_between(loop, centre / 2**0.5, centre * 2**0.5) for centre in OCTAVES),
        _between(loop, *BAND),
        float(np.abs(momentary(loop, RATE)).max()),
        float(20 * np.log10(np.abs(loop).max())),
    )


def row(bed: Bed, found: Facts) -> str:
    """A bed's row of the table."""
    octaves = " | ".join(f"{level:.0f}" for level in found.octaves)
    return (
        f"| `{bed.name}` | {bed.summary} | {found.seconds:.0f} s | {octaves} | {found.band:.1f} | "
        f"{found.even:.1f} | {found.peak:.0f} |"
    )


def thirds(loop: NDArray[np.float64]) -> list[tuple[float, float]]:
    """Level in thirds of an octave: centre in Hz, and dB."""
    centres = [1000 * 2 ** (k / 3) for k in range(-10, 6)]
    return [(c, _between(loop, c / 2 ** (1 / 6), min(c * 2 ** (1 / 6), RATE / 2))) for c in centres]


def _across(hertz: float) -> float:
    left, width = SPECTRUM
    return left + width * float(np.log(hertz / 90) / np.log(3600 / 90))


def _line(points: list[tuple[float, float]], style: str) -> str:
    return f'<path class="{style}" d="M' + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + '"/>'


def _graphs(loop: NDArray[np.float64], top: float) -> list[str]:
    """The two graphs of a bed."""
    parts = []
    left, width = SPECTRUM

    def up(level: float, low: float, high: float) -> float:
        return top + HEIGHT * (1 - float(np.clip((level - low) / (high - low), 0, 1)))

    for level in (-40, -20, 0):
        y = up(level, -40, 0)
        parts.append(f'<path class="g" d="M{left} {y:.1f}h{width}"/>')
        parts.append(f'<text class="s" x="{left - 22}" y="{y + 3:.1f}">{level}</text>')
    parts.append(_line([(_across(c), up(level, -40, 0)) for c, level in thirds(loop)], "p"))
    left, width = LEVEL
    for level in (-15, 0, 15):
        y = up(level, -15, 15)
        parts.append(f'<path class="g" d="M{left} {y:.1f}h{width}"/>')
        parts.append(f'<text class="s" x="{left - 20}" y="{y + 3:.1f}">{level}</text>')
    for window, style in ((STEP_S, "f"), (0.4, "b")):
        levels = momentary(loop, RATE, window)[:: round(STEP_S * RATE)][: round(SHOWN_S / STEP_S)]
        places = [(left + width * k / len(levels), up(float(v), -15, 15)) for k, v in enumerate(levels)]
        parts.append(_line(places, style))
    return parts


def picture() -> str:
    """The SVG of all beds."""
    body = [
        f'<text class="s" x="{SPECTRUM[0]}" y="20">level in thirds of an octave, dB</text>',
        f'<text class="s" x="{LEVEL[0]}" y="20">level, dB: grey over 50 ms, green over 400 ms</text>',
    ]
    names = sorted(beds())
    for place, name in enumerate(names):
        top = TOP + place * ROW
        body.append(f'<text class="n" x="{NAME}" y="{top + HEIGHT / 2 + 4}">{name}</text>')
        body += _graphs(render(name, talk), top)
    height = TOP + ROW * len(names) + 8
    for hertz in (100, 300, 1000, 3000):
        body.append(f'<text class="s m" x="{_across(hertz):.1f}" y="{height - 14}">{hertz} Hz</text>')
    for second in range(0, round(SHOWN_S) + 1, 3):
        x = LEVEL[0] + LEVEL[1] * second / SHOWN_S
        body.append(f'<text class="s m" x="{x:.1f}" y="{height - 14}">{second} s</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">'
        f"<title>Level and spectrum of the beds of noise</title><style>{STYLE}</style>"
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#fff"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def table() -> str:
    """The table of all beds."""
    heads = ["bed", "what is heard", "loop", *(f"{c} Hz" for c in OCTAVES), "300-3400", "even", "peak"]
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    lines += [row(bed, facts(render(name, talk))) for name, bed in sorted(beds().items())]
    return "\n".join(lines)


def main() -> None:
    """Draw and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("svg", type=Path, help="file to write")
    parser.parse_args().svg.write_text(picture(), encoding="utf-8")
    print(table())


if __name__ == "__main__":
    main()
