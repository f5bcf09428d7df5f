"""Draw a call from its record as an SVG: two lanes of sound, turns, overlaps, tool calls and latencies.

    python docs/pictures/draw_call.py CALL_FOLDER PICTURE.svg --start 0 --end 50

Everything in the picture is read from the record; the same record gives the same bytes.
"""

from __future__ import annotations

import argparse
import html
import textwrap
import wave
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipelines.record import RATE, Record, Span, Turn, Utterance
from pipelines.timeline import overlap

WIDTH, LEFT, RIGHT = 960, 58, 16  # pixels; the names of the lanes stand on the left
STEP = 1.5  # pixels for each stroke of a waveform
FULL = 15000  # sample value that fills a lane: the peaks of telephone speech at its usual level
LETTER = 5.4  # pixels of a letter, about
LANE = 44  # height of a lane
TEXT = 13  # height of a line of text
GAP = 46  # between the lanes: latencies and tool calls
WORDS = 3 * TEXT + 4  # above the caller's and below the agent's lane
ROW = 2 * (WORDS + LANE) + GAP + 22
SIDES = ("caller", "agent")
COLOURS = {"caller": "#0f766e", "agent": "#4338ca"}
STYLE = (
    "text{font:11px system-ui,-apple-system,'Segoe UI',sans-serif;fill:#334155}"
    ".s{font-size:10px;fill:#64748b}.n{font-weight:600}.l{font-weight:600;fill:#b45309;text-anchor:middle}"
    ".o{font-weight:600;fill:#dc2626;text-anchor:end}.t{fill:#9d174d;font-size:10px}"
)


class Row:
    """One stretch of the call, drawn from left to right."""

    def __init__(self, record: Record, sound: NDArray[np.int16], start: int, end: int, top: float) -> None:
        self.record, self.sound, self.start, self.end, self.top = record, sound, start, end, top
        self.caller_y = top + WORDS
        self.agent_y = self.caller_y + LANE + GAP
        self.parts: list[str] = []

    def x(self, sample: float) -> float:
        """The horizontal place of a sample."""
        share = (sample - self.start) / (self.end - self.start)
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def seen(self, start: int, end: int) -> tuple[int, int] | None:
        """The part of a stretch that lies in this row."""
        first, last = max(start, self.start), min(end, self.end)
        return (first, last) if first < last else None

    def draw(self) -> list[str]:
        """All of the row, back to front."""
        self._axis()
        for turn in self.record.turns:
            self._turn(turn)
        for side, y in (("caller", self.caller_y), ("agent", self.agent_y)):
            self._wave(side, y)
        for utterance in self.record.utterances:
            self._words(utterance)
        for turn in self.record.turns:
            self._latency(turn)
        self._tools()
        return self.parts

    def _axis(self) -> None:
        bottom = self.agent_y + LANE + WORDS
        for second in range(-(-self.start // RATE), self.end // RATE + 1):
            if second % 5 == 0:
                x = self.x(second * RATE)
                self.parts.append(f'<path d="M{x} {self.caller_y}V{self.agent_y + LANE}" stroke="#e2e8f0"/>')
                self.parts.append(f'<text class="s" x="{x + 2}" y="{bottom + 10}">{second} s</text>')
        for side, y in (("caller", self.caller_y), ("agent", self.agent_y)):
            label = f'<text class="n" x="14" y="{y + LANE / 2 + 4:g}" style="fill:{COLOURS[side]}">{side}</text>'
            self.parts.append(label)

    def _turn(self, turn: Turn) -> None:
        for side, y in (("caller", self.caller_y), ("agent", self.agent_y)):
            spans: tuple[Span, ...] = getattr(turn, side)
            for span in spans:
                if part := self.seen(span.start, span.end):
                    self._box(part, y, LANE, COLOURS[side], 0.1)
        for a in (s for t in self.record.turns for s in t.agent):
            for c in turn.caller:
                part = self.seen(max(a.start, c.start), min(a.end, c.end))
                if overlap(a, c) > RATE // 100 and part:
                    self._box(part, self.caller_y, 2 * LANE + GAP, "#dc2626", 0.22)
                    y, text = self.caller_y + LANE + 12, f"both speak {overlap(a, c) / RATE:.2f} s"
                    self.parts.append(f'<text class="o" x="{self.x(part[1])}" y="{y}">{text}</text>')
        if turn.caller and self.start <= turn.caller[0].start < self.end:
            x = self.x(turn.caller[0].start)
            self.parts.append(f'<path d="M{x} {self.caller_y}v{LANE + GAP}" stroke="#94a3b8" stroke-dasharray="2 3"/>')
            self.parts.append(f'<text class="s" x="{x + 3}" y="{self.agent_y - 4}">turn {turn.index}</text>')

    def _box(self, part: tuple[int, int], y: float, height: float, colour: str, opacity: float) -> None:
        x, end = self.x(part[0]), self.x(part[1])
        self.parts.append(
            f'<rect x="{x}" y="{y}" width="{round(end - x, 1)}" height="{height}" rx="3" fill="{colour}"'
            f' fill-opacity="{opacity}"/>'
        )

    def _wave(self, side: str, y: float) -> None:
        channel = self.sound[self.start : self.end, SIDES.index(side)]
        middle, scale = y + LANE / 2, LANE / 2 / FULL
        strokes: list[str] = []
        for k, part in enumerate(np.array_split(channel, int((WIDTH - LEFT - RIGHT) / STEP))):
            size = min(int(np.abs(part.astype(np.int32)).max(initial=0)) * scale, LANE / 2)
            if size >= 0.4:
                strokes.append(f"M{LEFT + k * STEP:g} {middle - size:.1f}v{2 * size:.1f}")
        if strokes:
            self.parts.append(f'<path d="{"".join(strokes)}" stroke="{COLOURS[side]}" fill="none"/>')

    def _words(self, utterance: Utterance) -> None:
        if not self.start <= utterance.start < self.end:
            return
        text = utterance.intended if utterance.intended is not None else utterance.heard or ""
        later = [u.start for u in self.record.utterances if u.role == utterance.role and u.start > utterance.start]
        x, last = self.x(utterance.start), self.x(min(utterance.end, self.end))
        room = min(self.x(min([*later, self.end])) - x - 4, max(last - x + 12, 74))
        lines = textwrap.wrap(text, max(6, int(room / LETTER)), max_lines=3, placeholder=" …")
        above = self.caller_y - 5 - TEXT * (len(lines) - 1)
        y = above if utterance.role == "caller" else self.agent_y + LANE + TEXT
        for k, line in enumerate(lines):
            self.parts.append(f'<text x="{x}" y="{y + k * TEXT}">{html.escape(line)}</text>')

    def _latency(self, turn: Turn) -> None:
        """From the caller's last sound to the agent's next: the turn's latency, unless the agent fell in."""
        if not turn.caller:
            return
        ended = turn.caller[-1].end
        answers = [span.start for span in turn.agent if span.start > ended]
        part = self.seen(ended, answers[0]) if answers else None
        if not part:
            return
        a, b, y = self.x(part[0]), self.x(part[1]), self.caller_y + LANE + 16
        self.parts.append(f'<path d="M{a} {y - 4}v8M{a} {y}H{b}M{b} {y - 4}v8" stroke="#b45309" fill="none"/>')
        if ended >= self.start:
            middle, seconds = round((a + b) / 2, 1), (answers[0] - ended) / RATE
            self.parts.append(f'<text class="l" x="{middle}" y="{y - 5}">{seconds:.2f} s</text>')

    def _tools(self) -> None:
        before, line = -WIDTH * 1.0, 0
        for tool in self.record.tools:
            if not self.start <= tool.start < self.end:
                continue
            x = self.x(tool.start)
            line = line + 1 if x - before < 120 else 0
            before = x
            y = self.caller_y + LANE + 30 + (line % 2) * 11
            self.parts.append(f'<circle cx="{x}" cy="{y - 3}" r="2.5" fill="#9d174d"/>')
            self.parts.append(f'<text class="t" x="{x + 5}" y="{y}">{html.escape(tool.tool)}</text>')


def picture(folder: Path, start_s: float, end_s: float, row_s: float) -> str:
    """The SVG of a call folder's stretch, `row_s` seconds to a row."""
    record = Record.load(folder)
    with wave.open(str(folder / "audio.wav")) as file:
        sound = np.frombuffer(file.readframes(file.getnframes()), "<i2").reshape(-1, 2).astype(np.int16)
    first, last, size = round(start_s * RATE), min(round(end_s * RATE), len(sound)), round(row_s * RATE)
    starts = range(first, last, size)
    body: list[str] = []
    for k, start in enumerate(starts):
        body += Row(record, sound, start, start + size, 8 + k * ROW).draw()
    height = 8 + ROW * len(starts)
    title = html.escape(f"Scenario {record.call['scenario']}, agent {record.call['agent']['name']}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">'
        f"<title>{title}</title><style>{STYLE}</style>"
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#fff"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def main() -> None:
    """Draw what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("call", type=Path, help="call folder")
    parser.add_argument("svg", type=Path, help="file to write")
    parser.add_argument("--start", type=float, default=0.0, help="seconds into the call")
    parser.add_argument("--end", type=float, default=1e9, help="seconds into the call")
    parser.add_argument("--row", type=float, default=25.0, help="seconds in a row")
    asked = parser.parse_args()
    asked.svg.write_text(picture(asked.call, asked.start, asked.end, asked.row), encoding="utf-8")


if __name__ == "__main__":
    main()
