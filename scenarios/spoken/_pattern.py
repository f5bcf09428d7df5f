r"""Regular expressions as tools' schemas have them, read into an automaton that can be walked character by character.

Understood are literals, classes, ``\d``, ``\w``, counts, groups and alternatives; all that describes a whole value.
"""

from __future__ import annotations

import string
from dataclasses import dataclass, field

ALNUM = frozenset(string.ascii_letters + string.digits)
"""The characters that are spoken one by one; everything else is a sign."""
_CLASSES = {"d": frozenset(string.digits), "w": ALNUM | {"_"}}
_UNBOUNDED = 24  # repetitions that stand for "any number"
_MOST_STATES = 4000


@dataclass
class Automaton:
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


class Parser:
    """A regular expression of the kinds that occur in tool schemas, built into an automaton."""

    def __init__(self, pattern: str, automaton: Automaton) -> None:
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
            return self._step(start, ALNUM)
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
