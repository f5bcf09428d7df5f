"""The ledger of a call: every line has a quantity, a price and an amount, or says why not."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.prices import Price, Prices, builtin
from agents.registry import external, find
from harness.billing import Billed, Billing, billing
from harness.ledger import ledger
from pipelines.record import Event


def price(part, unit, usd, provider="acme", model="*"):
    return Price(provider=provider, part=part, model=model, unit=unit, price=usd, as_of="2026-11-01")


def service(part, party="agent", provider="acme", model="m", local=False):
    return Billed(party=party, part=part, provider=provider, model=model, local=local)


def used(part, side="agent", **quantities):
    return Event(0, side, "usage", {"part": part, "model": "m", "processor": "p", "quantities": quantities})


DONE = Event(0, "agent", "agent_done", {})
PRICES = (
    price("stt", "minute", 0.006),
    price("llm", "million_input_tokens", 2),
    price("llm", "million_output_tokens", 10),
    price("tts", "thousand_characters", 0.03),
)
CASCADE = (service("stt"), service("llm"), service("tts"))
EVENTS = [
    used("stt", seconds=100.0),
    used("stt", seconds=20.0),
    used("llm", input_tokens=9000, output_tokens=100, reasoning_tokens=40),
    used("llm", input_tokens=1000, cached_tokens=5000, output_tokens=100),
    used("tts", characters=1500),
    used("tts", "caller", characters=999_999),
    DONE,
]


def rows(found):
    return {(r["party"], r["part"], r["what"]): r for r in found["lines"]}


def test_lines_sum_to_the_whole():
    found = ledger(Billing(services=CASCADE, prices=PRICES), EVENTS, 125.0)
    assert {k: v["usd"] for k, v in rows(found).items()} == {
        ("agent", "stt", "seconds"): pytest.approx(0.012),
        ("agent", "llm", "input_tokens"): pytest.approx(0.02),
        ("agent", "llm", "cached_tokens"): pytest.approx(0.01),  # no price of its own: the full one
        ("agent", "llm", "output_tokens"): pytest.approx(0.002),
        ("agent", "tts", "characters"): pytest.approx(0.045),
    }
    assert found["usd"] == found["known_usd"] == pytest.approx(0.089)
    assert found["unknown"] == []
    line = rows(found)["agent", "stt", "seconds"]
    assert (line["quantity"], line["unit"], line["price"], line["as_of"]) == (120.0, "minute", 0.006, "2026-11-01")
    assert line["counted"] == "service"
    json.dumps(found, allow_nan=False)


def test_what_recognition_does_not_report_is_counted_on_the_wire():
    found = ledger(Billing(services=(service("stt"),), prices=PRICES), [DONE], 90.0)
    assert [(r["quantity"], r["counted"], r["usd"]) for r in found["lines"]] == [(90.0, "wire", 0.009)]


def test_a_price_by_the_minute_goes_by_the_call_whatever_else_is_reported():
    prices = (price("realtime", "minute", 0.05),)
    found = ledger(Billing(services=(service("realtime"),), prices=prices), [used("llm", output_tokens=7), DONE], 120.0)
    assert [(r["what"], r["counted"], r["usd"]) for r in found["lines"]] == [("seconds", "wire", 0.1)]


def test_speech_to_speech_is_paid_for_sound_and_text_apart():
    prices = tuple(
        price("realtime", f"million_{name}_tokens", usd)
        for name, usd in {"input": 4, "output": 16, "input_audio": 32, "cached_audio": 0.4, "output_audio": 64}.items()
    )
    events = [used("llm", input_tokens=1e6, cached_audio_tokens=1e6, input_audio_tokens=1e6, output_audio_tokens=1e6)]
    found = ledger(Billing(services=(service("realtime"),), prices=prices), [*events, DONE], 60.0)
    assert found["usd"] == pytest.approx(100.4)


def test_sound_is_never_priced_as_text():
    found = ledger(
        Billing(services=(service("llm"),), prices=PRICES),
        [used("llm", input_audio_tokens=10, output_tokens=1), DONE],
        1,
    )
    assert rows(found)["agent", "llm", "input_audio_tokens"]["usd"] is None
    assert found["usd"] is None
    assert found["unknown"] == ["agent llm acme m: the price of input audio tokens is not known"]


def test_an_unknown_price_is_never_nothing():
    found = ledger(Billing(services=CASCADE, prices=PRICES[:1]), EVENTS, 125.0)
    assert found["usd"] is None
    assert found["known_usd"] == pytest.approx(0.012)
    assert found["unknown"] == ["agent llm acme m: its price is not known", "agent tts acme m: its price is not known"]
    assert all(r["usd"] is None and r["quantity"] for r in found["lines"] if r["part"] != "stt")


@pytest.mark.parametrize(
    ("events", "usd", "why"),
    [
        ([DONE], 0.0, ""),
        ([Event(0, "agent", "llm_started", {}), DONE], None, "it reported no usage"),
        ([], None, "the agent's report of usage is missing"),
    ],
)
def test_a_service_that_reported_nothing_cost_nothing_only_if_it_was_not_used(events, usd, why):
    found = ledger(Billing(services=(service("llm"),), prices=PRICES), events, 60.0)
    assert found["usd"] == usd
    assert found["unknown"] == ([f"agent llm acme m: {why}"] if why else [])


@pytest.mark.parametrize(
    ("part", "named"),
    [("stt", "stt"), ("llm", "llm"), ("tts", "tts"), ("realtime", "llm"), ("realtime", "realtime")],
)
def test_what_was_refused_is_not_paid_for(part, named):
    told = {"part": named, "status": 429, "error": "slow down"}
    started = Event(0, "agent", "tts_started" if part == "tts" else "llm_started", {})
    billing_ = Billing(services=(service(part),), prices=(price(part, "minute", 1),))
    found = ledger(billing_, [started, Event(1, "agent", "error", told), DONE], 60.0)
    assert (found["usd"], found["unknown"]) == (0.0, [])
    lost = Event(1, "agent", "error", told | {"status": None})
    assert ledger(billing_, [started, lost, DONE], 60.0)["usd"] != 0.0


def test_services_of_this_machine_cost_nothing_by_declaration_and_caller_and_agent_are_apart():
    services = (service("stt", local=True), service("tts", "caller"))
    found = ledger(Billing(services=services, prices=PRICES), [used("tts", "caller", characters=1000), DONE], 60.0)
    assert [(r["party"], r["part"], r["usd"], r["note"]) for r in found["lines"]] == [
        ("agent", "stt", 0.0, "runs on this machine"),
        ("caller", "tts", 0.03, ""),
    ]


def test_a_rehearsal_costs_nothing_and_tells_what_it_would_have_cost():
    real = ledger(Billing(services=CASCADE, prices=PRICES), EVENTS, 125.0)
    found = ledger(Billing(services=CASCADE, prices=PRICES, rehearsal=True), EVENTS, 125.0)
    assert (found["usd"], found["known_usd"], found["would_cost_usd"]) == (0.0, 0.0, real["usd"])
    assert all(r["usd"] == 0.0 for r in found["lines"])
    assert [r["would_cost_usd"] for r in found["lines"]] == [r["usd"] for r in real["lines"]]
    blind = ledger(Billing(services=CASCADE, rehearsal=True), EVENTS, 125.0)
    assert (blind["usd"], blind["would_cost_usd"]) == (0.0, None)
    assert blind["unknown"]


def test_a_deployed_agent_s_cost_is_not_seen_unless_a_price_is_given_for_its_minute():
    spec = external("ws://127.0.0.1:9")
    unseen = billing(spec, {}, Prices())
    assert ledger(unseen, [], 60.0)["usd"] is None
    assert [s.label for s in unseen.unpriced] == ["agent external 127.0.0.1:9"]
    priced = billing(spec, {}, Prices([price("agent", "minute", 0.1, "external")]))
    assert priced.unpriced == ()
    assert ledger(priced, [], 90.0)["usd"] == pytest.approx(0.15)


def test_a_recogniser_beside_a_speech_to_speech_session_is_paid_apart():
    spec = find("gpt-realtime")
    found = billing(spec, {}, Prices(builtin()))
    assert [(s.part, s.provider) for s in found.services] == [("realtime", "openai"), ("stt", "openai")]
    assert found.services[1].model != found.services[0].model
    cost = ledger(found, [used("llm", output_audio_tokens=1000), DONE], 60.0)
    assert [r["what"] for r in cost["lines"]] == ["output_audio_tokens", "seconds"]


def test_a_service_with_a_price_for_its_time_is_paid_by_that_alone_whatever_else_it_reports():
    prices = (*PRICES, price("realtime", "minute", 0.05))
    told = [used("stt", seconds=60.0, input_tokens=900), used("llm", input_tokens=9000, output_tokens=500), DONE]
    cost = ledger(Billing(services=(service("stt"), service("realtime")), prices=prices), told, 120.0)
    assert [(r["part"], r["what"], r["counted"], r["usd"]) for r in cost["lines"]] == [
        ("stt", "seconds", "service", 0.006),
        ("realtime", "seconds", "wire", 0.1),
    ]
    assert cost["unknown"] == []


def test_only_rows_in_use_are_kept_and_embedded_agents_are_free():
    spec = find("embedded-cascade")
    found = billing(spec, {}, Prices(PRICES))
    assert found.prices == ()
    assert found.live == ()
    assert ledger(found, [], 60.0)["usd"] == 0.0
    assert Billing.model_validate_json(found.model_dump_json()) == found


@given(
    st.dictionaries(st.sampled_from(["input_tokens", "cached_tokens", "output_tokens"]), st.integers(1, 10**9)),
    st.floats(0, 1000),
)
def test_amounts_are_quantity_times_price(quantities, usd):
    prices = [price("llm", f"million_{name}_tokens", usd) for name in ("input", "cached", "output")]
    events = [used("llm", **quantities), DONE] if quantities else [DONE]
    found = ledger(Billing(services=(service("llm"),), prices=tuple(prices)), events, 1.0)
    assert found["usd"] == pytest.approx(sum(quantities.values()) * usd / 1e6, abs=1e-4)
