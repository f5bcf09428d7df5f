import numpy as np
import pytest

from agents.embedded.beam import Chain, search
from agents.embedded.grammar import LEADS, LETTERS, Grammar, grammar, splits, trie
from agents.embedded.moonshine import BOS, EOS, Decoding, Moonshine, log_softmax
from tests.agents.embedded.sounds import at_the_ear


@pytest.fixture(scope="module")
def model():
    return Moonshine.shared()


def scene(model, text, voice="heart"):
    encoded = model.encode(at_the_ear(text, voice))
    free = model.greedy(encoded)
    pieces = [model.text((t,)) for t in free.tokens]
    return encoded, free, pieces


def test_a_code_between_known_words(model):
    encoded, free, pieces = scene(model, "The code is Zulu, Kilo, three, Foxtrot, Foxtrot, Whiskey. Thank you.")
    start, end = pieces.index("is") + 1, pieces.index("Thank")
    chain = Chain(free.tokens, free.logprobs, frozenset((start,)), frozenset((end,)))
    found = search(model, encoded, chain, grammar("code"), trie(grammar("code").alphabet, "nato", model.ids))
    assert found[0].value == "ZK3FFW"
    assert found[0].start == start
    assert found[0].logprob > -4
    assert [f.logprob for f in found] == sorted((f.logprob for f in found), reverse=True)


def test_the_score_is_that_of_the_whole_utterance(model):
    """With the value's own tokens forced, the decoder gives the score of the search."""
    encoded, free, _ = scene(model, "Kilo, India, Mike.")
    chain = Chain(free.tokens, free.logprobs, frozenset((0,)), frozenset((len(free.tokens),)))
    rules = Grammar("KIM", 3, 3)
    best = search(model, encoded, chain, rules, trie("KIM", "nato", model.ids))[0]
    assert best.value == "KIM"
    comma, dot = model.ids[","], model.ids["."]
    forms = [
        (*kilo, *one, *india, *two, *mike, dot)
        for kilo in splits("▁Kilo", model.ids)
        for india in splits("▁India", model.ids)
        for mike in splits("▁Mike", model.ids)
        for one in ((), (comma,))
        for two in ((), (comma,))
    ]
    assert best.logprob == pytest.approx(max(total(model, encoded, f) for f in forms) - free.logprob, abs=1.0)


def total(model, encoded, tokens):
    rows = log_softmax(Decoding(model, encoded).step(np.array([[BOS, *tokens]])))[0]
    return float(sum(rows[i, t] for i, t in enumerate((*tokens, EOS))))


def test_every_value_obeys_the_grammar(model):
    encoded, free, pieces = scene(model, "My name is Lee. Lima, Echo, Echo.")
    starts = frozenset(range(len(pieces)))
    chain = Chain(free.tokens, free.logprobs, starts, frozenset((len(free.tokens),)))
    found = search(model, encoded, chain, Grammar(LETTERS, 2, 4), trie(LETTERS, "nato", model.ids))
    assert found
    assert all(2 <= len(f.value) <= 4 and set(f.value) <= set(LETTERS) and f.start in starts for f in found)
    assert len({(f.value, f.start) for f in found}) == len(found)
    assert "LEE" in [f.value for f in found]


def test_nowhere_to_begin_finds_nothing(model):
    encoded, free, _ = scene(model, "Yes.")
    chain = Chain(free.tokens, free.logprobs, frozenset(), frozenset((len(free.tokens),)))
    assert search(model, encoded, chain, grammar("code"), trie("AB", "nato", model.ids)) == []


def test_an_empty_transcript_is_no_error(model):
    encoded = model.encode(np.zeros(8000, np.float32))
    chain = Chain((), (-0.1,), frozenset((0,)), frozenset((0,)))
    found = search(model, encoded, chain, grammar("digits"), trie("01", "nato", model.ids))
    assert all(f.start == 0 for f in found)


def test_a_shape_prunes_and_writes_what_is_not_said(model):
    encoded, free, pieces = scene(model, "It's four, eight, two, one, one, three.")
    start = next(i for i, p in enumerate(pieces) if p.lower().startswith("four") or p.startswith("4"))
    chain = Chain(free.tokens, free.logprobs, frozenset((start,)), frozenset((len(free.tokens),)))
    rules = grammar("code", pattern=r"^EMP\d{6}$")
    found = search(model, encoded, chain, rules, trie(rules.alphabet, "nato", model.ids))
    assert found[0].value == "EMP482113"
    assert all(rules.shape.fits(f.value) for f in found)


def test_the_words_before_may_hide_the_first_letter(model):
    """Heard as one word with "code is", the Sierra is found where the lead-in words may be said anew."""
    encoded, free, pieces = scene(model, "The facility code is Sierra, Bravo, Bravo, six, nine, Whiskey.", "joe")
    rules = grammar("code", pattern=r"^[A-Z]{2,4}-\d{2}[A-Z]$")
    starts = frozenset(i for i, p in enumerate(pieces) if p.startswith(("cod", "Bra")))
    chain = Chain(free.tokens, free.logprobs, starts, frozenset((len(free.tokens),)))
    root = trie(rules.alphabet, "nato", model.ids, leads=LEADS)
    assert search(model, encoded, chain, rules, root)[0].value == "SBB-69W"
