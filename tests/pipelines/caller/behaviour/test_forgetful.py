import datetime
import re

import numpy as np
import pytest

from pipelines.brain import Phrase
from pipelines.caller.answers import answer, entity
from pipelines.caller.behaviour.base import Draft
from pipelines.caller.behaviour.forgetful import (
    CODES,
    CORRECTIONS,
    RESTARTING,
    RESTARTS,
    SEARCH_S,
    SEARCHES,
    SEARCHING,
    SLIPS,
    Forgetful,
)
from pipelines.caller.plan import Line
from scenarios.model import Fact
from scenarios.packs import load_pack
from scenarios.slots import entry
from scenarios.spoken import mentions, spell

SEEDS = range(60)
CODE = Fact(slot="confirmation_number", kind="code", value="KT4B2Q")
DATE = Fact(slot="travel_date", kind="date", value="2026-03-14")


@pytest.fixture(scope="module")
def scenario():
    return load_pack("builtin", "airline").scenarios["second-thoughts"]


def given(fact, scenario, forgetful, asked=0, style="nato"):
    """The forgetful caller's answer to the question for a fact."""
    words = entry(fact.slot, "airline")
    text = answer(fact, words, style, lambda n: 0, asked, datetime.date.fromisoformat(scenario.now[:10]))
    draft = Draft(Line(text, [entity(fact)]), [Phrase(text)])
    forgetful.change(draft)
    return text, draft


def test_the_last_date_is_the_true_one_and_the_first_may_not_be(scenario):
    today = datetime.date(2026, 3, 1)
    slipped = 0
    for seed in SEEDS:
        taken = []
        forgetful = Forgetful(seed, scenario)
        forgetful.on_taken_back = taken.append
        _, draft = given(DATE, scenario, forgetful)
        dates = [m.value[-5:] for m in mentions(draft.text, today=today) if m.kind == "date"]
        assert dates[-1] == "03-14"
        assert dates[:-1] == [v["said"][-5:] for v in taken]
        assert draft.line.entities == [entity(DATE)]
        slipped += len(taken)
    assert 20 <= slipped <= 40


def test_no_other_value_of_the_callers_is_said_by_mistake(scenario):
    days = [DATE.model_copy(update={"value": f"2026-03-{day}"}) for day in (11, 12, 13, 15, 16)]
    around = scenario.model_copy(
        update={"facts": (*scenario.facts, *days)}
    )  # of the days that a slip may hit, 17 is free
    said = set()
    for seed in SEEDS:
        forgetful = Forgetful(seed, around)
        forgetful.on_taken_back = lambda value: said.add(value["said"])
        given(DATE, around, forgetful)
    assert said == {"2026-03-17"}


def words_from(first, text):
    """The words of a text from a pattern on."""
    return re.findall(r"\w+", text[first.search(text).start() :].lower())


@pytest.mark.parametrize("style", ["nato", "letters"])
@pytest.mark.parametrize("asked", [0, 1, 2])
def test_codes_are_said_to_their_end_and_never_wrongly(scenario, style, asked):
    first = re.compile(rf"\b{spell(CODE.value, style).split(', ')[0]}\b")
    begun = 0
    for seed in SEEDS:
        text, draft = given(CODE, scenario, Forgetful(seed, scenario, style), asked, style)
        *start, rest = re.split("|".join(map(re.escape, RESTARTING)), draft.text)
        true = words_from(first, text)
        assert words_from(first, rest) == true
        if start:
            begun += 1
            tried = words_from(first, start[0])
            assert 2 <= len(tried) < len(true)
            assert tried == true[: len(tried)]
    assert begun > 8 or asked  # in groups it is no row that could be begun again


def test_codes_are_looked_for(scenario):
    found = [given(CODE, scenario, Forgetful(seed, scenario))[1].phrases for seed in SEEDS]
    searched = [p for p in found if len(p) > 1]
    assert 0.4 < len(searched) / len(found) < 0.8
    assert all(p[0].text in SEARCHING for p in searched)
    waits = [p[1].pause_s for p in searched]
    assert SEARCH_S[0] <= min(waits) < 2.5
    assert 3.5 < max(waits) <= SEARCH_S[1]


def test_it_comes_to_an_end_of_it(scenario):
    forgetful, taken = Forgetful(1, scenario), []
    forgetful.on_taken_back = taken.append
    drafts = [given(fact, scenario, forgetful)[1] for _ in range(40) for fact in (CODE, DATE)]
    texts = [d.text for d in drafts]
    assert len(taken) == CORRECTIONS
    assert sum(any(r in t for r in RESTARTING) for t in texts) == RESTARTS
    assert sum(len(d.phrases) > 1 for d in drafts) == SEARCHES


def test_openings_farewells_and_reminders_are_left_alone(scenario):
    text = scenario.opening
    for kind in ({"opening": True}, {"leaving": True}):
        for seed in SEEDS:
            draft = Draft(Line(text), [Phrase(text)], **kind)
            Forgetful(seed, scenario).change(draft)
            assert draft.text == text


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("date", "2026-03-01"),
        ("date", "2026-03-31"),
        ("time", "00:30"),
        ("time", "23:10"),
        ("count", "1"),
        ("count", "3"),
    ],
)
def test_slips_are_other_values_of_the_same_kind(kind, value):
    for seed in SEEDS:
        wrong = SLIPS[kind](value, np.random.default_rng(seed))
        assert wrong != value
        if kind == "date":
            assert datetime.date.fromisoformat(wrong).month == 3
        elif kind == "time":
            assert datetime.time.fromisoformat(wrong).minute == int(value[-2:])
        else:
            assert int(wrong) >= 1


def test_nothing_slips_that_a_code_could_be_taken_for():
    assert not set(SLIPS) & {*CODES, "flight", "name", "email", "choice"}


def test_all_answers_of_a_pack_keep_their_value():
    """Whatever is put into an answer, the words of the value are the last in it."""
    for domain in ("airline", "hr", "itsm"):
        for scenario in list(load_pack("builtin", domain).scenarios.values())[:12]:
            today = datetime.date.fromisoformat(scenario.now[:10])
            for fact in scenario.facts:
                words = entry(fact.slot, domain)
                text = answer(fact, words, "nato", lambda n: 0, 0, today)
                for seed in range(4):
                    draft = Draft(Line(text, [entity(fact)]), [Phrase(text)])
                    Forgetful(seed, scenario).change(draft)
                    said = [w for w in re.findall(r"[a-z0-9']+", draft.text.lower()) if w not in ("um", "uh")]
                    tail = re.findall(r"[a-z0-9']+", text.lower())[-2:]
                    assert said[-1] == tail[-1]
                    assert said[-2:] == tail or fact.kind in SLIPS


def test_what_is_put_in_reads_as_a_person_would_say_it(scenario):
    found = {given(DATE, scenario, Forgetful(seed, scenario))[1].text for seed in SEEDS}
    assert "The date is, um, March fourteenth twenty twenty-six." in found
    assert "Um, the date is March fourteenth twenty twenty-six." in found
    assert any(", no, wait, March fourteenth twenty twenty-six." in text for text in found)
    assert not any(" ," in text or "  " in text for text in found)


def test_a_bare_code_that_is_begun_twice_begins_as_a_sentence_both_times(scenario):
    text = f"{spell(CODE.value)}."
    for seed in SEEDS:
        draft = Draft(Line(text, [entity(CODE)]), [Phrase(text)])
        Forgetful(seed, scenario).change(draft)
        assert not re.search(r"(?:^|[.?!] )[a-z]", draft.text)
        assert all(phrase.text[0].isupper() for phrase in draft.phrases)
