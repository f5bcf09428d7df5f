"""Accents by rule: what they change, that the voices know what comes out, and what they cost the recogniser."""

import hashlib
import re
from pathlib import Path

import jiwer
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.embedded import accents, speakers
from agents.embedded.accents import ACCENTS, SOUNDS, Accent, Rule
from agents.embedded.moonshine import Moonshine, from_line
from agents.embedded.spelling import hear_spelled
from agents.embedded.voices import find, synthesize
from metrics.transcript import normal
from pipelines import g711
from scenarios.errors import UsageError
from scenarios.spoken import spell

PLAIN = "b15029f61161d5c911512a344b31f0daec179a02a822b8b96a45644d1c4f361f"
LIGHT = (("θ", "s"), ("ð", "z"), ("h", ""), ("ɪ", "i"), ("ʧ", "ʃ"), ("ᵻ", "i"), ("ʊ", "u"), ("ɾ", "t"), ("T", "t"))
TEXTS = (
    "I think that this is the other hotel, with a child in the water.",
    "My confirmation code is Zulu, Kilo, three, Foxtrot, Foxtrot, Whiskey.",
    "Yes, the judge is very busy on Thursday; speak slowly, please!",
    "Better button it: the measure of a world, (a bird) and a thing.",
    "Strange schools, sphere, snow, small, swim, slow: big bag, of, five, was, large, the vision.",
    "She wanted to put the book back, but the old call and the first fact were asked, loved and lost by July.",
    "Could you book a good room, and should I look for the wool?",
)
SPOKEN = [sentence for text in TEXTS for sentence in speakers.phonemes(text)]
every_accent = pytest.mark.parametrize("accent", ACCENTS.values(), ids=ACCENTS)

phonemes = st.text(st.sampled_from([*sorted(SOUNDS), " ", ",", ".", "”"]), max_size=40)


def said(accent: str, text: str) -> str:
    return " ".join(speakers.phonemes(text, accent))


@every_accent
def test_every_accent_says_whose_it_is_and_where_its_rules_come_from(accent):
    assert accent.summary
    assert re.search(r"Learner English|Accents of English", accent.source)
    assert all(rule.words for rule in accent.rules)


@every_accent
def test_every_rule_of_an_accent_changes_something_that_is_said(accent):
    """Each rule is at work in one of the sentences, at its place in the order."""
    sentences, idle = SPOKEN, []
    for rule in accent.rules:
        changed = [rule(sentence) for sentence in sentences]
        if changed == sentences:
            idle.append(rule.find)
        sentences = changed
    assert idle == []


@every_accent
@settings(max_examples=300)
@given(text=phonemes)
def test_what_comes_out_are_sounds_of_english(accent, text):
    out = accent(text)
    assert set(out) <= SOUNDS | set(" ,.”")
    marks = [c for c in text if c in " ,.”"]
    assert [c for c in out if c in " ,.”"] == marks  # words stay words


@every_accent
def test_an_accent_laid_on_twice_is_the_same_accent(accent):
    for sentence in SPOKEN:
        assert accent(accent(sentence)) == accent(sentence)


@every_accent
def test_both_voices_know_every_sound_of_an_accent(accent):
    hibari = speakers._hibari().vocab
    piper = speakers._piper()[0]["phoneme_id_map"]
    for sentence in SPOKEN:
        out = accent(sentence)
        assert set(out) <= set(hibari)
        assert set(speakers.piper_phonemes(out)) - set(piper) <= set("“”—…")


@settings(max_examples=300)
@given(text=phonemes)
def test_the_light_french_accent_is_what_it_always_was(text):
    expected = text
    for old, new in LIGHT:
        expected = expected.replace(old, new)
    assert ACCENTS["french"](text) == expected


@pytest.mark.parametrize(
    ("voice", "digest"),
    [
        ("heart+french", "fac5fb3cc87ac8731d66e2c5d9b6868ab4b130d23aab241bd6e7d71fb6f1eae0"),
        ("joe+french", "c36feb7e192fad3e634d99d1535a89a680f04454897e9c3be4a72b9512652589"),
    ],
)
def test_the_light_french_accent_sounds_as_it_always_did(voice, digest, monkeypatch):
    """The bytes that it had before there were others."""
    monkeypatch.setenv("CALLBENCH_CACHE", "off")
    if hashlib.sha256(synthesize(TEXTS[0], "heart").tobytes()).hexdigest() != PLAIN:
        pytest.skip("on this processor, or with these libraries, the last bit differs without an accent too")
    assert hashlib.sha256(synthesize(TEXTS[0], voice).tobytes()).hexdigest() == digest


@pytest.mark.parametrize(
    ("accent", "text", "wanted"),
    [
        ("french", "think", "sˈiŋk"),
        ("french", "hotel", "Otˈɛl"),
        ("french-strong", "June", "ʒˈun"),
        ("spanish", "speak", "ɛspˈik"),
        ("spanish", "very", "bˈɛɹi"),
        ("spanish", "sip", "sˈip"),
        ("indian", "west", "vˈɛst"),
        ("indian", "three", "tɹˈi"),
        ("chinese", "think", "sˈiŋk"),
        ("chinese", "very", "wˈɛɹi"),
        ("chinese", "bill", "bˈiO"),
        ("chinese", "loved", "lˈʌf"),
    ],
)
def test_words_as_they_are_said(accent, text, wanted):
    assert said(accent, text) == wanted


def test_a_rule_may_look_at_where_in_a_word_a_sound_is():
    assert said("spanish", "sky") == "ɛskˈI"
    assert said("spanish", "ask") == "ˈæsk"
    rule = Rule(rf"d{accents._END}", "t", "")
    assert rule("bˈɛd, dˈɛd.”") == "bˈɛt, dˈɛt.”"


def test_another_rule_is_another_version():
    one = ACCENTS["french"]
    other = Accent(one.name, one.summary, one.source, one.rules[:-1])
    assert one.version != other.version
    assert Accent("x", "y", "z", one.rules).version == one.version


def test_unknown_accents_are_one_line_that_lists_the_known_ones():
    with pytest.raises(UsageError, match="unknown accent 'klingon'; known: french, french-strong, spanish"):
        accents.find("klingon")
    with pytest.raises(UsageError, match=r"unknown accent in voice 'joe\+klingon'; known: french, french-strong"):
        find("joe+klingon")


PAGE = Path(__file__).resolve().parents[3] / "docs" / "perturbations-accent.md"
SENTENCES = (
    "My confirmation code is Quebec, Hotel, seven, two, Delta, Papa.",
    "I would like to move my flight to the thirteenth of June.",
    "The laptop does not start, and there is a very strange noise inside.",
    "I think that the other flight leaves at half past seven in the evening.",
    "Is there anything earlier, maybe at ten fifteen in the morning?",
    "My leave begins on the fifteenth of January, and that is final.",
)


@every_accent
def test_every_rule_is_on_the_page(accent):
    page = PAGE.read_text(encoding="utf-8").replace("*", "")
    assert f"`{accent.name}`" in page
    assert accent.source.split(",")[-1].strip() in page
    assert [rule.words for rule in accent.rules if rule.words not in page] == []


def errors(voice):
    """Word errors of the recogniser over the telephone."""
    wrong = 0
    for sentence in SENTENCES:
        sound = g711.decode(g711.encode(synthesize(sentence, voice)))
        found = jiwer.process_words(normal(sentence), normal(Moonshine.shared().transcribe(from_line(sound)).text))
        wrong += found.substitutions + found.deletions + found.insertions
    return wrong


def test_the_stronger_the_accent_the_more_words_are_misheard():
    clean, light, strong = errors("heart"), errors("heart+french"), errors("heart+french-strong")
    words = sum(len(normal(sentence).split()) for sentence in SENTENCES)
    assert clean < light < strong < 0.5 * words


def test_codes_can_be_heard_through_the_light_french_accent():
    codes = ("QH72DP", "B4XNR9", "M5YGE2")
    heard = []
    for code in codes:
        sound = synthesize(f"It is {spell(code, 'nato')}.", "heart+french")
        turn = np.concatenate([np.zeros(6400, np.int16), sound, np.zeros(4000, np.int16)])
        heard.append(hear_spelled([turn], "code", length=len(code))[0].value)
    assert heard == list(codes)
