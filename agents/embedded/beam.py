"""Beam search through the recogniser's decoder: known words, a value along a grammar, known words again.

The free transcript is a chain of tokens. A hypothesis follows it, leaves it at some word for the trie of spelled
characters, and returns to it at some later word. All hypotheses of a step have the same number of tokens, so that
one batch holds them; the score of each is the probability of the whole utterance, so that they compare.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.embedded.grammar import LEAD, SEPARATORS, Grammar, Node
from agents.embedded.moonshine import BOS, EOS, Decoding, Moonshine, log_softmax

WIDTH = 10
"""Hypotheses kept per start inside the value, and as many behind it."""

_GAP = 10.0  # a hypothesis this much worse than the best finished one is given up
_MATCHED = 4  # tokens behind the value that are decoded anew; what follows is taken over from the free transcript


@dataclass(frozen=True)
class Chain:
    """The free transcript, and where a value may begin and end in it.

    Attributes:
        tokens: without begin and end.
        logprobs: natural-log probability of each token, and of the end of all as the last.
        starts: indices of tokens before which a value may begin.
        ends: indices of tokens before which the transcript may go on after a value; ``len(tokens)`` is the end.
    """

    tokens: tuple[int, ...]
    logprobs: tuple[float, ...]
    starts: frozenset[int]
    ends: frozenset[int]


@dataclass(frozen=True)
class Found:
    """A value and how probable the utterance is with it.

    Attributes:
        value: upper-case characters.
        logprob: natural-log probability of the utterance, less that of the free transcript.
        start: index of the free transcript's token before which it begins.
    """

    value: str
    logprob: float
    start: int


@dataclass(frozen=True)
class _Hypothesis:
    score: float
    value: str
    node: Node | None  # None: behind the value
    start: int  # where the value begins
    separated: bool = False  # the last token was a separator
    at: int = 0  # behind the value: index of the next token of the chain
    matched: int = 0  # behind the value: tokens of the chain so far
    parent: int = 0
    token: int = 0
    led: bool = False  # inside the value: words before it were said


def search(
    model: Moonshine,
    encoded: NDArray[np.float32],
    chain: Chain,
    rules: Grammar,
    root: Node,
) -> list[Found]:
    """The best values that `rules` allow, best first.

    Args:
        model: the recogniser.
        encoded: encoder frames of the whole sound.
        chain: the free transcript around the value.
        rules: the shape of the value.
        root: the trie of the value's characters.
    """
    if not chain.starts:
        return []
    tail = np.cumsum((0.0, *chain.logprobs[::-1]))[::-1]  # from a token to the end
    whole = float(tail[0])
    marks = [model.ids[s] for s in SEPARATORS]
    first, last = min(chain.starts), max(chain.starts)
    ends = sorted(chain.ends)
    chained = (*chain.tokens, EOS)

    decoding = Decoding(model, encoded)
    logprob = log_softmax(decoding.step(np.array([[BOS, *chain.tokens[:first]]])))[0][-1:]
    position = first  # of the hypothesis that still follows the chain, which is always row 0
    hypotheses: list[_Hypothesis] = []
    done: dict[tuple[str, int], Found] = {}

    for _ in range(last - first + rules.longest * (6 if rules.shape is None else 4) + _MATCHED + 4):
        follows = position <= last
        alive = [_Hypothesis(whole - float(tail[position]), "", root, position, True)] if follows else []
        alive += hypotheses
        inside, behind = [], []
        for number, h in enumerate(alive):
            row = logprob[number]
            leaving = rules.whole(h.value) if h.node is root and h.value else [(h.value, 0.0)]
            ways = ends if h.node is root and h.value else (h.at,) if h.node is None else ()
            for at, (value, unsaid) in itertools.product(ways, leaving):
                if at < h.start:
                    continue
                score = h.score + float(row[chained[at]]) + unsaid
                matched = h.matched + 1
                if at == len(chain.tokens) or matched == _MATCHED:
                    total = score + (float(tail[at + 1]) if at < len(chain.tokens) else 0.0) - whole
                    key = (value, h.start)
                    if key not in done or total > done[key].logprob:
                        done[key] = Found(value, total, h.start)
                else:
                    behind.append(_Hypothesis(score, value, None, h.start, False, at + 1, matched, number, chained[at]))
            if h.node is None or (number == 0 and follows and position not in chain.starts):
                continue
            if h.node is root and h.value and not h.separated:
                inside += [
                    _Hypothesis(h.score + float(row[m]), h.value, root, h.start, True, 0, 0, number, m) for m in marks
                ]
            follows_on = rules.follows(h.value)
            if not h.value and not h.led and rules.shape is not None:
                follows_on |= {LEAD}
            for token, child in h.node.children.items():
                if follows_on.isdisjoint(child.reach):
                    continue
                score = h.score + float(row[token])
                if child.character == LEAD and LEAD in follows_on:
                    inside.append(_Hypothesis(score, "", root, h.start, True, 0, 0, number, token, True))
                elif child.character in follows_on:
                    for value, unsaid in rules.onward(h.value, child.character):
                        inside.append(_Hypothesis(score + unsaid, value, root, h.start, False, 0, 0, number, token))
                if child.children:
                    inside.append(_Hypothesis(score, h.value, child, h.start, False, 0, 0, number, token, h.led))
        floor = max((f.logprob for f in done.values()), default=-np.inf) + whole - _GAP
        kept = [h for pool in (inside, behind) for h in _best(pool) if h.score > floor]
        follows = position < last
        if not kept and not follows:
            break
        rows = ([0] if follows else []) + [h.parent for h in kept]
        tokens = ([chain.tokens[position]] if follows else []) + [h.token for h in kept]
        decoding.select(np.array(rows))
        logprob = log_softmax(decoding.step(np.array(tokens)[:, None]))[:, -1]
        position += 1
        hypotheses = kept
    return sorted(done.values(), key=lambda f: (-f.logprob, f.start, f.value))


def _best(hypotheses: Sequence[_Hypothesis]) -> list[_Hypothesis]:
    """The best `WIDTH` of each start, of equal ones the best."""
    kept: list[_Hypothesis] = []
    seen: set[tuple[int, str, int, bool, int, int]] = set()
    number: Counter[int] = Counter()
    for h in sorted(hypotheses, key=lambda h: -h.score):
        key = (h.start, h.value, id(h.node), h.separated, h.at, h.token)
        if key not in seen and number[h.start] < WIDTH:
            seen.add(key)
            number[h.start] += 1
            kept.append(h)
    return kept
