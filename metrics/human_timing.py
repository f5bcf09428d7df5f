"""The second curve of turn taking: how usual a gap is among people.

A gap is scored by its likelihood under the gaps of human conversation, as a share of the likelihood of the commonest
one. The distribution is a normal one of two halves that meet at the mode. Figures it is made of:

- the mode is near 200 ms: Levinson and Torreira 2015 (Frontiers in Psychology 6:731), and the three corpora of Heldner
  and Edlund 2010 (Journal of Phonetics 38, 555-568); answers to questions in ten languages come after 208 ms on
  average (Stivers et al. 2009, PNAS 106, 10587-10592);
- 41 to 45 % of the intervals between speakers are longer than 200 ms, which is 43 % of them after the mode; and about
  40 % are overlaps, below 0 (Heldner and Edlund 2010).

Two shares and a mode leave one pair of widths, here rounded to 10 ms. A tool turn has a tolerance of its own, which is
ours: it may come as much later as people let a silence stand before they treat it as trouble, about a second (the
"standard maximum" of Jefferson 1989).
"""

from __future__ import annotations

import math
from statistics import NormalDist

MODE_MS = 200.0
EARLIER_SD_MS = 520.0
LATER_SD_MS = 390.0
TOOL_PAUSE_MS = 1000.0
USUAL = 0.95
"""Share of human gaps that are called usual: the middle ones."""

_NORMAL = NormalDist()
_AFTER = LATER_SD_MS / (EARLIER_SD_MS + LATER_SD_MS)


def likelihood(gap_ms: float, *, tool: bool = False) -> float:
    """How usual a gap is, from 1 for the commonest to 0.

    Args:
        gap_ms: agent start minus caller end; negative for an overlap.
        tool: whether the turn has a tool call.
    """
    away = _without_pause(gap_ms, tool) - MODE_MS
    return math.exp(-0.5 * (away / (EARLIER_SD_MS if away < 0 else LATER_SD_MS)) ** 2)


def longer(gap_ms: float) -> float:
    """Share of the gaps between people that are longer."""
    if gap_ms < MODE_MS:
        return 1 - 2 * (1 - _AFTER) * _NORMAL.cdf((gap_ms - MODE_MS) / EARLIER_SD_MS)
    return 2 * _AFTER * _NORMAL.cdf((MODE_MS - gap_ms) / LATER_SD_MS)


def usual(gap_ms: float, *, tool: bool = False) -> bool:
    """Whether a gap is among the middle 95 % of those between people: from about -850 to 940 ms."""
    rim = (1 - USUAL) / 2
    return rim <= longer(_without_pause(gap_ms, tool)) <= 1 - rim


def _without_pause(gap_ms: float, tool: bool) -> float:
    """A gap less the pause that a tool excuses, as far as the gap is beyond the mode."""
    return gap_ms - min(TOOL_PAUSE_MS, max(0.0, gap_ms - MODE_MS)) if tool else gap_ms
