r"""The shape of a written code, from the regular expression of a tool's parameter, and how such a code is spoken.

What is spoken are letters and digits without case. Signs such as dashes are mostly not said, and letters that
are the same in every value ("EMP" in ``^EMP\d{6}$``) may be left out. A `Shape` tells, for a value as far as it
is written, how the next spoken character goes on.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass, field
from functools import lru_cache

_ALNUM = frozenset(string.ascii_letters + string.digits)
_CLASSES = {"d": frozenset(string.digits), "w": _ALNUM | {"_"}}
_UNBOUNDED = 24  # repetitions that stand for "any number"
_MOST_STATES = 4000
OMITTED = 0.1
"""What it costs to take fixed letters as meant that were not said."""
CLIPPED = 0.05
"""The same if only some of them are missing: "... number is R, E, Q" is easily heard as "numbers are E, Q"."""
AGAIN = 0.3
"""What it costs to take letters for variable ones that are those of the fixed run before them."""


@dataclass(frozen=True, slots=True)
class Write:
    """A way to go on: what is then written, and what it costs."""

    text: str
    cost: float


@dataclass
class _Automaton:
    """States with moves: by a character of a set, by nothing, and by fixed letters or the rest of them."""

    steps: list[list[tuple[frozenset[str], int]]] = field(default_factory=list)
    free: list[list[int]] = field(default_factory=list)
    fixed: dict[int, list[str]] = field(default_factory=dict)
    rests: dict[int, list[str]] = field(default_factory=dict)

    def state(self) -> int:
        if len(self.steps) >= _MOST_STATES:
            raise ValueError("the pattern is too long")
        self.steps.append([])
        self.free.append([])
        return len(self.steps) - 1


class _Parser:
    """A regular expression of the kinds that occur in tool schemas, built into an automaton."""

    def __init__(self, pattern: str, automaton: _Automaton) -> None:
        self._text, self._at, self._a = pattern, 0, automaton

    def fail(self, why: str) -> ValueError:
        return ValueError(f"pattern {self._text!r}: {why} at {self._at}")

    def whole(self, start: int) -> int:
        end = self._either(start)
        if self._at < len(self._text):
            raise self.fail("unexpected ')'")
        return end

    def _either(self, start: int) -> int:
        end = self._a.state()
        while True:
            self._a.free[self._sequence(start)].append(end)
            if self._text[self._at : self._at + 1] != "|":
                break
            self._at += 1
        return end

    def _sequence(self, start: int) -> int:
        at, run = start, ""
        places: list[int] = []
        while self._at < len(self._text) and self._text[self._at] not in "|)":
            item = self._at
            char = self._literal()
            if char is not None and char.isalpha() and self._text[self._at : self._at + 1] not in ("?", "*", "+", "{"):
                places = [*places, at] if run else [at]
                run += char
                at = self._step(at, frozenset(char))
                continue
            self._fixed(places, run)
            run = ""
            self._at = item
            at = self._repeated(at)
        self._fixed(places, run)
        return at

    def _fixed(self, places: list[int], run: str) -> None:
        if len(run) >= 2:
            self._a.fixed.setdefault(places[0], []).append(run)
            for number, state in enumerate(places[1:], 1):
                self._a.rests.setdefault(state, []).append(run[number:])

    def _step(self, at: int, chars: frozenset[str]) -> int:
        to = self._a.state()
        self._a.steps[at].append((chars, to))
        return to

    def _literal(self) -> str | None:
        """A literal character at this place; the place is then behind it."""
        char = self._text[self._at]
        if char == "\\":
            char = self._text[self._at + 1 : self._at + 2]
            if not char or char.isalnum():
                return None
            self._at += 2
            return char
        if char in "^$.[(*+?{":
            return None
        self._at += 1
        return char

    def _repeated(self, start: int) -> int:
        item = self._at
        end = self._item(start)
        behind = self._at
        least, most = self._quantifier()
        if (least, most) == (1, 1):
            return end
        resume = self._at
        at, out = start, self._a.state()
        for number in range(most):
            if number >= least:
                self._a.free[at].append(out)
            self._at = item
            at = end if number == 0 else self._item(at)
            if self._at != behind and number:
                raise self.fail("cannot be repeated")
        self._a.free[at].append(out)
        self._at = resume
        return out

    def _quantifier(self) -> tuple[int, int]:
        sign = self._text[self._at : self._at + 1]
        if sign in ("?", "*", "+"):
            self._at += 1
            found = {"?": (0, 1), "*": (0, _UNBOUNDED), "+": (1, _UNBOUNDED)}[sign]
        elif sign == "{":
            end = self._text.find("}", self._at)
            least, comma, most = self._text[self._at + 1 : end].partition(",")
            if end < 0 or not least.isdigit() or (most and not most.isdigit()):
                raise self.fail("a count is expected")
            found = int(least), int(most) if most else (int(least) + _UNBOUNDED if comma else int(least))
            self._at = end + 1
        else:
            return 1, 1
        if self._text[self._at : self._at + 1] == "?":  # as few as possible: the same values
            self._at += 1
        return found

    def _item(self, start: int) -> int:
        char = self._text[self._at]
        if char in "^$":
            self._at += 1
            return start
        if char == "\\" and self._text[self._at + 1 : self._at + 2] in ("A", "Z", "z", "b"):
            self._at += 2
            return start
        if char == "(":
            self._at += 1
            if self._text.startswith("?:", self._at):
                self._at += 2
            elif self._text.startswith("?", self._at):
                raise self.fail("only plain groups are understood")
            end = self._either(start)
            if self._text[self._at : self._at + 1] != ")":
                raise self.fail("')' is missing")
            self._at += 1
            return end
        if char == "[":
            return self._step(start, self._class())
        if char == "\\" and self._text[self._at + 1 : self._at + 2] in _CLASSES:
            self._at += 2
            return self._step(start, _CLASSES[self._text[self._at - 1]])
        if char == ".":
            self._at += 1
            return self._step(start, _ALNUM)
        literal = self._literal()
        if literal is None:
            raise self.fail("this is not understood")
        return self._step(start, frozenset(literal))

    def _class(self) -> frozenset[str]:
        self._at += 1
        if self._text[self._at : self._at + 1] == "^":
            raise self.fail("an excluding class is not understood")
        chars: set[str] = set()
        first = True
        while first or self._text[self._at : self._at + 1] != "]":
            first = False
            low = self._member()
            if (
                len(low) == 1
                and self._text[self._at : self._at + 1] == "-"
                and self._text[self._at + 1 : self._at + 2] != "]"
            ):
                self._at += 1
                begin, end = min(low), max(self._member())
                chars |= {chr(c) for c in range(ord(begin), ord(end) + 1)}
            else:
                chars |= low
        self._at += 1
        return frozenset(chars)

    def _member(self) -> frozenset[str]:
        char = self._text[self._at : self._at + 1]
        if not char:
            raise self.fail("']' is missing")
        self._at += 1
        if char != "\\":
            return frozenset(char)
        char = self._text[self._at : self._at + 1]
        self._at += 1
        if char in _CLASSES:
            return _CLASSES[char]
        if not char or char.isalnum():
            raise self.fail("this escape is not understood")
        return frozenset(char)


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
        self._a = _Automaton()
        start = self._a.state()
        self._end = _Parser(pattern, self._a).whole(start)
        self._begin = self._closure({start})
        self._states: dict[str, frozenset[int]] = {"": self._begin}
        self._after: dict[tuple[str, str], tuple[Write, ...]] = {}
        self._follows: dict[str, frozenset[str]] = {}
        chars = frozenset(c for state in self._a.steps for move, _ in state for c in move)
        self.alphabet = "".join(sorted({c.upper() for c in chars if c in _ALNUM}))
        self.signs = "".join(sorted(chars - _ALNUM))
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

    def _step(self, states: frozenset[int], char: str) -> frozenset[int]:
        return self._closure({to for s in states for chars, to in self._a.steps[s] if char in chars})

    def _lengths(self) -> tuple[int, int]:
        """Least and greatest number of letters and digits of a value."""
        found: list[int] = []
        reach = self._begin
        for number in range(len(self._a.steps)):
            if self._end in self._silent(reach):
                found.append(number)
            reach = self._closure({to for s in self._silent(reach) for chars, to in self._a.steps[s] if chars & _ALNUM})
            if not reach:
                break
        if not found:
            raise ValueError(f"pattern {self.pattern!r}: no value fits it")
        return found[0], found[-1]

    def _silent(self, states: frozenset[int]) -> frozenset[int]:
        """States that signs alone lead to."""
        while True:
            more = states | self._closure({to for s in states for chars, to in self._a.steps[s] if not chars & _ALNUM})
            if more == states:
                return states
            states = more

    def states(self, written: str) -> frozenset[int]:
        """Where a value stands that is written so far; empty when no value begins like this."""
        found = self._states.get(written)
        if found is None:
            before = self.states(written[:-1])
            found = self._step(before, written[-1]) if before else before
            self._states[written] = found
        return found

    def fits(self, value: str) -> bool:
        """Whether a value is whole and of this shape."""
        return self._end in self.states(value)

    def _onward(self, written: str) -> list[Write]:
        """What may be written without being said: signs, and fixed letters."""
        out, todo = {written: 0.0}, [written]
        while todo:
            text = todo.pop()
            for state in self.states(text):
                more = [(c, 0.0) for chars, _ in self._a.steps[state] if not chars & _ALNUM for c in chars]
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
        key = (written, spoken)
        found = self._after.get(key)
        if found is None:
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
            found = tuple(Write(*way) for way in sorted(ways.items(), key=lambda w: (w[1], len(w[0]), w[0])))
            self._after[key] = found
        return found

    def fix(self, written: str, run: str) -> tuple[Write, ...]:
        """The ways to write fixed letters as a whole behind what is written."""
        return tuple(
            Write(onward.text + run, onward.cost)
            for onward in self._onward(written)
            if any(run in self._a.fixed.get(state, ()) for state in self.states(onward.text))
        )

    def follows(self, written: str) -> frozenset[str]:
        """The letters (upper case), digits and signs that may be said next."""
        found = self._follows.get(written)
        if found is None:
            found = frozenset(
                c.upper()
                for onward in self._onward(written)
                for state in self.states(onward.text)
                for chars, _ in self._a.steps[state]
                for c in chars
            )
            self._follows[written] = found
        return found

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
