import pytest

from metrics.scoring import score_record
from tests.metrics.build import agent, event, record, turn

TURNS = [turn(0, agent=[(0, 1)]), turn(1, [(2, 3)], [(4, 12)]), turn(2, [(14, 15)], [(16, 19.5)])]


def score(*events, said=()):
    found = score_record(record(turns=TURNS, utterances=said, events=events), ["backchannel_yields"])
    return found["backchannel_yields"]


def mumbled(at, side="caller"):
    return event("backchannel", at=at, side=side, text="Mm-hmm.")


def cut(until, start=16.0):
    return agent("Your refund is", at=start, until=until, turn=2, cut=True)


def test_an_agent_that_breaks_off_at_one_of_two():
    found = score(mumbled(7.0), mumbled(19.0), said=[cut(19.5)])
    assert (found.value, found.normalized) == (0.5, 0.5)
    assert found.why == "the agent broke off at 1 of 2 backchannels; at 19 s it was silent 0.50 s later"
    assert found.details == {"backchannels": 2, "left_out": 0, "cases": [{"at": 19.0, "silent_after_s": 0.5}]}


def test_an_agent_that_was_at_its_end_has_not_broken_off():
    found = score(mumbled(19.0), said=[agent("Done.", at=16, until=19.5, turn=2)])
    assert found.value == 0.0
    assert found.why == "the agent broke off at 0 of 1 backchannels"


def test_an_agent_that_spoke_on_for_longer_was_broken_off_by_something_else():
    assert score(mumbled(18.4), said=[cut(19.5)]).value == 0.0


def test_an_earlier_cut_is_not_this_one():
    assert score(mumbled(19.0), said=[cut(8.0, 4.0)]).value == 0.0


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ((), "the caller said no mm-hmm"),
        ([mumbled(7.0, side="agent")], "the caller said no mm-hmm"),
        ([mumbled(13.0)], "the agent was not speaking at any mm-hmm"),
    ],
)
def test_nothing_to_see(events, why):
    found = score(*events)
    assert found.value is None
    assert why in found.why
