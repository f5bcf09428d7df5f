"""Beam search through the recogniser's decoder along a grammar."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.embedded.grammar import Grammar, Node, separators
from agents.embedded.moonshine import BOS, Decoding, Moonshine, log_softmax

WIDTH = 16
"""Hypotheses kept at each step. Constant, because the exported decoder rejects some smaller batches."""

_BEST = 8  # values returned at most
_GAP = 6.0  # stop when what is still open is this much worse than the last of the best
_NEVER = -1e9


@dataclass(frozen=True)
class _Hypothesis:
    score: float
    value: str
    node: Node
    separated: bool  # the last token was a separator
    parent: int = 0
    token: int = 0


def search(
    model: Moonshine, encoded: NDArray[np.float32], prefix: tuple[int, ...], rules: Grammar, root: Node
) -> list[tuple[float, str]]:
    """The best values that `rules` allow, best first, as ``(sum of natural-log probabilities, value)``.

    Args:
        model: the recogniser.
        encoded: encoder frames of the whole sound.
        prefix: tokens that precede the value; they are taken for granted and cost nothing.
        rules: the shape of the value.
        root: the trie of the value's characters.
    """
    marks = [model.ids[s] for s in separators()]
    onward = np.array(sorted(root.children), np.intp)
    decoding = Decoding(model, encoded)
    logprob = log_softmax(decoding.step(np.array([[BOS, *prefix]]))[:, -1])
    hypotheses = [_Hypothesis(0.0, "", root, True)]
    done: dict[str, float] = {}
    for _ in range(rules.longest * 6 + 8):
        candidates: list[_Hypothesis] = []
        for number, h in enumerate(hypotheses):
            row = logprob[number]
            if h.node is root and len(h.value) >= rules.shortest:
                # The value ends where the decoder goes on with anything that is not its next character.
                rest = 1.0 - float(np.exp(row[onward]).sum())
                ended = h.score + float(np.log(max(rest, 1e-12)))
                done[h.value] = max(done.get(h.value, _NEVER), ended)
            if len(h.value) == rules.longest:
                continue
            for token, child in h.node.children.items():
                score = h.score + float(row[token])
                if child.character:
                    candidates.append(_Hypothesis(score, h.value + child.character, root, False, number, token))
                if child.children:
                    candidates.append(_Hypothesis(score, h.value, child, False, number, token))
            if h.node is root and not h.separated:
                candidates += [
                    _Hypothesis(h.score + float(row[m]), h.value, root, True, number, m) for m in marks
                ]
        kept = _distinct(candidates)
        if not kept:
            break
        if len(done) >= _BEST and kept[0].score < sorted(done.values())[-_BEST] - _GAP:
            break
        rows = kept + [kept[-1]] * (WIDTH - len(kept))
        decoding.select(np.array([h.parent for h in rows]))
        logprob = log_softmax(decoding.step(np.array([[h.token] for h in rows]))[:, -1])
        hypotheses = kept
    return sorted(((s, v) for v, s in done.items()), reverse=True)[:_BEST]


def _distinct(candidates: list[_Hypothesis]) -> list[_Hypothesis]:
    """The best `WIDTH` candidates, of equal ones the best."""
    kept: list[_Hypothesis] = []
    seen: set[tuple[str, int, bool, int]] = set()
    for h in sorted(candidates, key=lambda c: -c.score):
        key = (h.value, id(h.node), h.separated, h.token)
        if key not in seen:
            seen.add(key)
            kept.append(h)
            if len(kept) == WIDTH:
                break
    return kept
