from metrics.scoring import score_record
from tests.metrics.build import agent, caller, record


def score(*utterances):
    return score_record(record(utterances=utterances), ["words_per_turn"])["words_per_turn"]


def test_words_are_averaged_over_the_agent_s_turns_greeting_included():
    found = score(
        agent("Hello there.", at=0, turn=0),
        caller("A very long story with many words.", at=2),
        agent("One two three.", at=4),
        agent("Four five, six.", at=5),
    )
    assert (found.value, found.normalized) == (4.0, None)
    assert found.subs == {"p90": 6.0, "max": 6.0, "turns": 2.0}
    assert found.why == "4 words a turn on average, at most 6 in turn 1"


def test_the_ninetieth_percentile_is_the_nearest_rank():
    said = [agent(" ".join(["word"] * n), at=n, turn=n) for n in range(1, 11)]
    assert score(*said).subs == {"p90": 10.0, "max": 10.0, "turns": 10.0}
    assert score(*said[:9]).subs["p90"] == 9.0


def test_without_the_agent_s_words_there_is_nothing_to_count():
    assert score(caller("yes", at=2), agent(None, at=4, heard=None)).state == "skipped"
    assert score(agent(None, at=4, heard="as the caller heard it")).value == 5.0
