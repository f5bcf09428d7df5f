"""What judges were paid: a shared answer once, and what is not marked each time."""

from metrics.judges.costs import paid


def answer(mark: str, cost: float) -> dict[str, object]:
    return {"answer": mark, "cost_usd": cost}


def test_an_answer_that_calls_share_is_counted_once():
    first = {"asked": {"one": answer("a", 0.1), "two": answer("a", 0.2)}, "cost_usd": 0.3}
    other = {"asked": {"one": answer("b", 0.4)}, "cost_usd": 0.4}
    assert paid([first, other, first]) == 0.7, "the same mark of another judge is another answer"


def test_without_a_mark_on_every_answer_each_score_was_paid_for_by_itself():
    half = {"asked": {"one": answer("a", 0.1), "two": {"cost_usd": 0.2}}, "cost_usd": 0.3}
    assert paid([half, half]) == 0.6
    assert paid([{"cost_usd": 0.25}, {"cost_usd": 0.25}, {"asked": {}, "cost_usd": None}]) == 0.5
