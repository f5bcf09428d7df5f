"""How several spellings of one value become one belief."""

from __future__ import annotations

import datetime

import numpy as np
import pytest

from agents.embedded.calibration import hearing as ears
from agents.embedded.calibration.hearing import Hearing, combine, whole
from agents.embedded.calibration.slots import Slot
from agents.embedded.segments import Segment, SegmentKeeper
from agents.embedded.spelling import SpelledGuess

CODE = Slot("confirmation_number", "code", None)
NAME = Slot("last_name", "name", None)


@pytest.fixture
def spelled(monkeypatch: pytest.MonkeyPatch):
    """Calls `hear(slot, begun, guesses)`: a turn that begins at a sample and is heard as the guesses."""
    keeper = SegmentKeeper()
    hearing = Hearing(keeper, datetime.date(2026, 3, 1))

    def hear(slot: Slot, begun: int, *guesses: SpelledGuess) -> str | None:
        keeper.clear()
        keeper.add(Segment("", np.ones(800, np.int16), begun))
        monkeypatch.setattr(ears, "hear_spelled", lambda sound, kind, pattern: list(guesses))
        return hearing.value(slot, "")

    return hearing, hear


def test_a_refused_value_is_not_believed_again(spelled):
    hearing, hear = spelled
    guesses = SpelledGuess("007R42", -1.0, 0.9), SpelledGuess("0S7R4Z", -3.0, 0.6)
    assert hear(CODE, 0, *guesses) == "007R42"
    hearing.refuse(CODE, "007R42")
    assert hear(CODE, 0, *guesses) == "0S7R4Z"


def test_what_was_read_from_sound_is_told_once_and_guesses_are_not(spelled):
    hearing, hear = spelled
    hear(CODE, 0, SpelledGuess("AB12CD", -3.0, 0.4), SpelledGuess("AP12CD", -3.2, 0.3))
    assert hearing.taken() == {}
    hear(CODE, 90_000, SpelledGuess("AB12CD", -1.0, 0.9))
    hear(NAME, 180_000, SpelledGuess("OKAFOR", -1.0, 0.9))
    assert hearing.taken() == {"confirmation_number": "AB12CD", "last_name": "Okafor"}
    assert hearing.taken() == {}


def test_what_is_believed_may_be_another_value_than_the_one_read(monkeypatch):
    keeper = SegmentKeeper()
    keeper.add(Segment("", np.ones(800, np.int16), 0))
    monkeypatch.setattr(ears, "hear_spelled", lambda sound, kind, pattern: [SpelledGuess("AB12CD", -1.0, 0.9)])
    hearing = Hearing(keeper, datetime.date(2026, 3, 1), believe=lambda slot, heard: f"{slot.name} is not {heard}")
    assert hearing.value(CODE, "") == "confirmation_number is not AB12CD"
    assert hearing.taken() == {"confirmation_number": "AB12CD"}


def test_two_doubtful_spellings_that_agree_are_believed(spelled):
    _, hear = spelled
    assert hear(CODE, 0, SpelledGuess("AB12CD", -3.0, 0.4), SpelledGuess("AP12CD", -3.2, 0.3)) is None
    assert hear(CODE, 90_000, SpelledGuess("AB12CD", -2.0, 0.4), SpelledGuess("AB12CT", -2.5, 0.3)) == "AB12CD"


def test_each_request_has_its_own_value(spelled):
    hearing, hear = spelled
    first, second = Slot("shift_id", "code", 0), Slot("shift_id", "code", 1)
    assert hear(first, 0, SpelledGuess("AB12CD", -1.0, 0.9)) == "AB12CD"
    hearing.refuse(first, "XY34ZW")
    assert hear(second, 90_000, SpelledGuess("XY34ZW", -1.0, 0.9), SpelledGuess("AB12CD", -9.0, 0.1)) == "XY34ZW"


def test_the_same_turn_heard_again_counts_once(spelled):
    _, hear = spelled
    doubtful = SpelledGuess("AB12CD", -3.0, 0.4), SpelledGuess("AP12CD", -9.0, 0.1)
    assert hear(CODE, 0, *doubtful) is None
    assert hear(CODE, 0, *doubtful) is None


def test_a_name_gets_its_first_letter_back(spelled):
    _, hear = spelled
    assert hear(NAME, 0, SpelledGuess("AMORA", -1.0, 0.9), SpelledGuess("ZAMORA", -2.0, 0.8)) == "Zamora"
    doubted = [SpelledGuess("AMORA", -1.0, 0.9), SpelledGuess("ZAMORA", -9.0, 0.1)]
    assert whole(doubted) == doubted


def test_what_a_spelling_does_not_list_costs_more_than_its_worst():
    one, two = [SpelledGuess("A", -1.0, 0.5), SpelledGuess("B", -2.0, 0.4)], [SpelledGuess("B", -1.0, 0.6)]
    assert [(g.value, g.logprob) for g in combine([one, two])] == [("B", -3.0), ("A", -1.0 + -1.0 - ears.UNLISTED)]
    assert combine([one, []]) == one


def test_sound_that_gave_nothing_is_heard_once_for_each_slot(monkeypatch: pytest.MonkeyPatch):
    keeper, kinds = SegmentKeeper(), []
    keeper.add(Segment("", np.ones(800, np.int16), 0))
    monkeypatch.setattr(ears, "hear_spelled", lambda sound, kind, pattern: kinds.append(kind) or [])
    text = "My confirmation number is, um. The last name is, er."
    assert Hearing(keeper, datetime.date(2026, 3, 1)).values([CODE, NAME], text) == {}
    assert kinds == ["code", "name"]
