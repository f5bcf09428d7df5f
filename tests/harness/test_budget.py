"""A budget bounds what a run costs, and is refused where it cannot be kept."""

from pathlib import Path

import pytest

from agents.prices import Price
from harness.billing import Billed, Billing
from harness.budget import ASSUMED, Budget, estimate, forecast
from scenarios.errors import UsageError

EXAMPLE = Path(__file__).parents[2] / "examples" / "prices.yaml"


def price(part, unit, usd):
    return Price(provider="acme", part=part, unit=unit, price=usd, as_of="2026-11-01")


PRICES = (
    price("stt", "minute", 0.01),
    price("llm", "million_input_tokens", 1),
    price("llm", "million_output_tokens", 4),
    price("tts", "thousand_characters", 0.04),
)
SERVICES = tuple(Billed(party="agent", part=part, provider="acme", model="m") for part in ("stt", "llm", "tts"))
PAID = Billing(services=SERVICES, prices=PRICES)


def cost(usd, known=None):
    return {"usd": usd, "known_usd": usd if known is None else known}


def test_before_the_first_call_the_cost_is_assumed_from_the_table():
    llm = ASSUMED["llm"]
    expected = 0.04 + (llm["input_tokens"] + 4 * llm["output_tokens"]) / 1e6 + 0.1
    assert estimate(PAID) == pytest.approx(expected)
    assert Budget(1, PAID).expected == pytest.approx(expected)
    assert "assuming 4 minutes" in Budget(1, PAID).line


def test_a_model_that_hears_is_assumed_to_be_given_sound():
    services = tuple(s for s in SERVICES if s.part != "stt")
    heard = (*PRICES, price("llm", "million_input_audio_tokens", 2))
    assert estimate(Billing(services=services, prices=heard)) > estimate(Billing(services=services, prices=PRICES))
    assert estimate(Billing(services=SERVICES, prices=heard)) == estimate(PAID)
    caller = Billed(party="caller", part="stt", provider="acme", model="m")  # its ears are not the agent's
    with_caller = Billing(services=(*services, caller), prices=heard)
    assert estimate(with_caller) == pytest.approx(estimate(Billing(services=services, prices=heard)) + 0.04)


def test_a_speech_to_speech_session_is_assumed_to_hear_and_to_speak():
    session = (Billed(party="agent", part="realtime", provider="acme", model="m"),)
    units = {"input_tokens": 4, "input_audio_tokens": 32, "output_tokens": 16, "output_audio_tokens": 64}
    prices = tuple(price("realtime", f"million_{what}", usd) for what, usd in units.items())
    expected = sum(ASSUMED["realtime"][what] * usd for what, usd in units.items()) / 1e6
    assert estimate(Billing(services=session, prices=prices)) == pytest.approx(expected)


def test_then_it_is_the_mean_of_the_calls_that_were_carried_to_their_end():
    budget = Budget(1, PAID)
    for usd, whole in ((0.2, True), (0.4, True), (0.01, False)):
        budget.note(cost(usd), whole)
    assert budget.expected == pytest.approx(0.3)
    assert budget.line.endswith("the next call is expected to cost 0.3000 (as the calls so far)")
    assert budget.spent == pytest.approx(0.61)


def test_a_call_begins_only_if_it_is_expected_to_fit_beside_those_under_way():
    budget = Budget(1, PAID)
    budget.note(cost(0.25), True)
    assert budget.allows(0)
    assert budget.allows(2)
    assert not budget.allows(3)
    budget.note(cost(0.6), True)
    assert not budget.allows(0)


def test_a_call_whose_cost_is_not_known_is_taken_for_what_others_cost():
    budget = Budget(10, PAID)
    budget.note(cost(0.5), True)
    budget.note(cost(None, 0.1), True)
    budget.note(cost(None, 0.9), True)
    budget.note(None, False)
    assert budget.spent == pytest.approx(0.5 + 0.5 + 0.9 + 0.5)
    assert budget.expected == 0.5


def test_a_budget_that_cannot_be_kept_is_refused_in_a_line():
    with pytest.raises(UsageError) as caught:
        Budget(1, Billing(services=SERVICES, prices=PRICES[:1]))
    assert str(caught.value) == (
        "--budget cannot be kept: agent llm acme m: its price is not known; agent tts acme m: its price is not known; "
        "give the price by --prices FILE (see docs/cost.md), or leave --budget out"
    )


def test_a_rehearsal_and_a_local_agent_keep_any_budget():
    for free in (Billing(services=SERVICES, rehearsal=True), Billing()):
        budget = Budget(0.01, free)
        budget.note(cost(0.0), True)
        assert budget.allows(100)
    assert estimate(Billing(services=SERVICES, prices=PRICES, rehearsal=True)) == estimate(PAID)


def test_a_budget_tells_whoever_plans_how_many_calls_it_would_allow():
    each = estimate(PAID)
    assert Budget(each * 3, PAID).forecast(10).endswith("US dollars are expected to allow 3 of 10 calls")
    assert Budget(each * 1.5, PAID).forecast(10).endswith("US dollars are expected to allow 1 of 10 calls")
    assert Budget(each * 10, PAID).forecast(10).endswith("US dollars are expected to be enough")
    assert Budget(each * 0.9, PAID).forecast(10).endswith("US dollars are expected to allow not even one call")
    assert Budget(0.0001, Billing()).forecast(10) == ""


def test_a_dry_run_tells_how_far_its_budget_goes(cli):
    asked = ["--agent", "nova3-gpt54-sonic3", "--prices", EXAMPLE, "--limit", "3", "--dry-run"]
    for budget, words in (("1000", "be enough\n"), ("0.0001", "allow not even one call\n")):
        status, out, err = cli("run", *asked, "--budget", budget)
        assert (status, err) == (0, "")
        assert f"budget: {budget} US dollars are expected to {words}" in out


def test_a_misspelt_provider_of_a_price_is_found_before_the_first_call(cli, tmp_path):
    (tmp_path / "mine.yaml").write_text(EXAMPLE.read_text(encoding="utf-8").replace("cartesia", "cartesai"))
    status, out, err = cli("run", "--agent", "nova3-gpt54-sonic3", "--prices", "mine.yaml", "--dry-run")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "row 3, provider: nothing is of 'cartesai' (did you mean cartesia?)" in err


def test_calls_are_forecast_for_whoever_plans():
    each = estimate(PAID)
    assert forecast(PAID, 10).startswith(f"expected cost: {10 * each:.2f} US dollars ({each:.4f} US dollars a call, ")
    assert forecast(PAID, 1).startswith(f"expected cost: {each:.4f} US dollars a call, assuming 4 minutes")
    rehearsal = Billing(services=SERVICES, prices=PRICES, rehearsal=True)
    assert f"{each:.4f} US dollars a call for real" in forecast(rehearsal, 1)
    assert "not known (agent llm acme m: its price is not known;" in forecast(Billing(services=SERVICES[1:2]), 3)
    assert forecast(Billing(), 3) == ""
