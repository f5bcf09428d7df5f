r"""The shape of a written code, from the regular expression of a tool's parameter, and how such a code is spoken.

What is spoken are letters and digits without case. Signs such as dashes are mostly not said, and letters that
are the same in every value ("EMP" in ``^EMP\d{6}$``) may be left out. A `Shape` tells, for a value as far as it
is written, how the next spoken character goes on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from scenarios.spoken._pattern import ALNUM, Automaton, Parser

OMITTED = 0.1
"""What it costs to take fixed letters as meant that were not said."""
CLIPPED = 0.05
"""The same if only some of them are missing: "... number is R, E, Q" is easily heard as "numbers are E, Q"."""
_KEPT = 8192  # beginnings of values for which an answer is kept; one long code, spelled, asks for some thousands
AGAIN = 0.3
"""What it costs to take letters for variable ones that are those of the fixed run before them."""


@dataclass(frozen=True, slots=True)
class Write:
    """A way to go on: what is then written, and what it costs."""

    text: str
    cost: float


class Shape:
    """What a code can look like and how it is spoken.

    Attributes:
        pattern: the regular expression; it describes the whole value, with or without anchors.
        shortest: least number of letters and digits, fixed ones included.
        longest: greatest number of letters and digits.
        alphabet: letters (upper case) and digits that may be spoken.
        signs: signs that occur in values, such as ``-``.
        fixed: letters that are the same in every value, run by run.
    """

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self._a = Automaton()
        start = self._a.state()
        self._end = Parser(pattern, self._a).whole(start)
        self._begin = self._closure({start})
        self._step = lru_cache(maxsize=None)(self._find_step)  # as many as the pattern has places
        self._states = lru_cache(maxsize=_KEPT)(self._find_states)
        self._after = lru_cache(maxsize=_KEPT)(self._find_after)
        self._follows = lru_cache(maxsize=_KEPT)(self._find_follows)
        chars = frozenset(c for state in self._a.steps for move, _ in state for c in move)
        self.alphabet = "".join(sorted({c.upper() for c in chars if c in ALNUM}))
        self.signs = "".join(sorted(chars - ALNUM))
        self.fixed = frozenset(run for runs in self._a.fixed.values() for run in runs)
        ends = {run: [run[k:] for k in range(len(run) - 1)] for run in sorted(self.fixed)}
        again = "|".join(rf"{run}\W?(?:{'|'.join(tails)})" for run, tails in ends.items())
        self._again = re.compile(again) if again else None
        self.shortest, self.longest = self._lengths()

    def _closure(self, states: set[int]) -> frozenset[int]:
        todo, seen = list(states), set(states)
        while todo:
            for to in self._a.free[todo.pop()]:
                if to not in seen:
                    seen.add(to)
                    todo.append(to)
        return frozenset(seen)

    def _find_step(self, states: frozenset[int], char: str) -> frozenset[int]:
        return self._closure({to for s in states for chars, to in self._a.steps[s] if char in chars})

    def _lengths(self) -> tuple[int, int]:
        """Least and greatest number of letters and digits of a value."""
        found: list[int] = []
        reach = self._begin
        for number in range(len(self._a.steps)):
            if self._end in self._silent(reach):
                found.append(number)
            reach = self._closure({to for s in self._silent(reach) for chars, to in self._a.steps[s] if chars & ALNUM})
            if not reach:
                break
        if not found:
            raise ValueError(f"pattern {self.pattern!r}: no value fits it")
        return found[0], found[-1]

    def _silent(self, states: frozenset[int]) -> frozenset[int]:
        """States that signs alone lead to."""
        while True:
            more = states | self._closure({to for s in states for chars, to in self._a.steps[s] if not chars & ALNUM})
            if more == states:
                return states
            states = more

    def states(self, written: str) -> frozenset[int]:
        """Where a value stands that is written so far; empty when no value begins like this."""
        return self._states(written)

    def _find_states(self, written: str) -> frozenset[int]:
        if not written:
            return self._begin
        before = self._states(written[:-1])
        return self._step(before, written[-1]) if before else before

    def fits(self, value: str) -> bool:
        """Whether a value is whole and of this shape."""
        return self._end in self.states(value)

    def _onward(self, written: str) -> list[Write]:
        """What may be written without being said: signs, and fixed letters."""
        out, todo = {written: 0.0}, [written]
        while todo:
            text = todo.pop()
            for state in self.states(text):
                more = [(c, 0.0) for chars, _ in self._a.steps[state] if not chars & ALNUM for c in chars]
                for run in self._a.fixed.get(state, ()):
                    more += [(run, OMITTED), *((run[:k], CLIPPED) for k in range(1, len(run)))]
                more += [(rest[:k], CLIPPED) for rest in self._a.rests.get(state, ()) for k in range(1, len(rest) + 1)]
                for part, cost in more:
                    if out.get(text + part, 9.0) > out[text] + cost:
                        out[text + part] = round(out[text] + cost, 3)
                        todo.append(text + part)
        return [Write(text, cost) for text, cost in out.items()]

    def after(self, written: str, spoken: str) -> tuple[Write, ...]:
        """The ways to write a spoken letter, digit or sign behind what is written, cheapest first.

        Args:
            written: the value so far.
            spoken: one character; letters without case.
        """
        return self._after(written, spoken)

    def _find_after(self, written: str, spoken: str) -> tuple[Write, ...]:
        ways: dict[str, float] = {}
        inside = any(state in self._a.rests for state in self.states(written))
        for onward in self._onward(written):
            if inside and spoken.upper() in onward.text[len(written) :]:
                continue  # "P, R, V": the V is the fixed one, not one that follows it
            for char in dict.fromkeys((spoken.upper(), spoken.lower())):
                text = onward.text + char
                if self.states(text):
                    ways[text] = min(onward.cost, ways.get(text, onward.cost))
                    break
        return tuple(Write(*way) for way in sorted(ways.items(), key=lambda w: (w[1], len(w[0]), w[0])))

    def fix(self, written: str, run: str) -> tuple[Write, ...]:
        """The ways to write fixed letters as a whole behind what is written."""
        return tuple(
            Write(onward.text + run, onward.cost)
            for onward in self._onward(written)
            if any(run in self._a.fixed.get(state, ()) for state in self.states(onward.text))
        )

    def follows(self, written: str) -> frozenset[str]:
        """The letters (upper case), digits and signs that may be said next."""
        return self._follows(written)

    def _find_follows(self, written: str) -> frozenset[str]:
        return frozenset(
            c.upper()
            for onward in self._onward(written)
            for state in self.states(onward.text)
            for chars, _ in self._a.steps[state]
            for c in chars
        )

    def ends(self, written: str) -> tuple[Write, ...]:
        """The whole values that what is written stands for, cheapest first; none if characters are missing."""
        whole = [w for w in self._onward(written) if self.fits(w.text)]
        if self._again is not None:
            whole = [Write(w.text, round(w.cost + AGAIN * bool(self._again.search(w.text)), 3)) for w in whole]
        return tuple(sorted(whole, key=lambda w: (w.cost, len(w.text))))


@lru_cache(maxsize=256)
def shape(pattern: str) -> Shape:
    """The shape of a pattern, kept for later calls.

    Raises:
        ValueError: the pattern uses what is not understood here: excluding classes, look-around, references.
    """
    return Shape(pattern)


@lru_cache(maxsize=64)
def list_shape(pattern: str, most: int = 6) -> Shape:
    """The shape of one to `most` such values, joined by commas."""
    one = pattern.removeprefix("^").removesuffix("$")
    return Shape(f"(?:{one})(?:,(?:{one})){{0,{most - 1}}}")
