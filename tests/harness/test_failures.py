"""A vendor's failure ends a call as infrastructure, in the vendor's words, and is never the agent's."""

import pytest

from harness.billing import Billed
from harness.failures import Failure, limited, review
from pipelines.driver import Ending
from pipelines.record import RATE, Event

SERVICES = tuple(
    Billed(party="agent", part=part, provider=provider, model=model)
    for part, provider, model in (
        ("stt", "deepgram", "nova-3"),
        ("llm", "openai", "gpt-5.4"),
        ("tts", "cartesia", "sonic-3"),
    )
)
REALTIME = (Billed(party="agent", part="realtime", provider="ultravox", model="v0.6"),)
ERROR = Ending("error", "pipeline_error", 9 * RATE, "agent: gone")
SILENCE = Ending("agent_timeout", "agent_silence", 40 * RATE)


def at(seconds, kind, side="agent", **data):
    return Event(round(seconds * RATE), side, kind, data)


def test_a_vendor_s_error_is_infrastructure_and_names_provider_and_cause():
    error = at(9, "error", part="stt", category="rate_limit", status=429, retry_after_s=7.0, error="Too many requests")
    ending, failure = review(ERROR, [error], SERVICES)
    assert (ending.status, ending.reason, ending.sample) == ("infrastructure", "service_failed", 9 * RATE)
    assert ending.error == "agent stt deepgram nova-3 (429): Too many requests"
    assert failure == Failure(
        party="agent",
        part="stt",
        provider="deepgram",
        model="nova-3",
        category="rate_limit",
        status=429,
        retry_after_s=7.0,
        said="Too many requests",
    )
    assert not failure.refusal
    assert Failure.model_validate(failure.model_dump()) == failure


def test_the_first_error_is_the_cause():
    later = at(9, "error", part="tts", category="server", error="503")
    first = at(8, "error", part="llm", category="authentication", status=401, error="HTTP 401: bad key")
    _, failure = review(ERROR, [at(7, "stt_final"), later, first], SERVICES)
    assert (failure.provider, failure.refusal) == ("openai", True)
    assert failure.line == "agent llm openai gpt-5.4: HTTP 401: bad key"


def test_a_speech_to_speech_service_is_a_language_model_to_the_pipeline():
    _, failure = review(ERROR, [at(1, "error", part="llm", error="gone")], REALTIME)
    assert (failure.part, failure.category) == ("realtime", "unknown")


@pytest.mark.parametrize(
    "events",
    [
        [],
        [at(9, "error", error="KeyError: 'x'")],
        [at(9, "error", part="", category="unknown", error="KeyError")],
        [at(9, "error", "caller", part="stt", category="server", error="503")],
    ],
)
def test_what_is_no_vendor_s_fault_stays_a_defect_of_ours(events):
    assert review(ERROR, events, SERVICES) == (ERROR, None)
    assert review(ERROR, [at(9, "error", part="stt", error="x")], ()) == (ERROR, None)


SPOKEN = [at(1, "speaking_started"), at(4, "speaking_stopped"), at(3, "tts_first_audio"), at(2, "tts_started")]
HEARD = [at(5, "speaking_started", "caller"), at(8, "stt_final"), at(8.1, "llm_started")]


@pytest.mark.parametrize(
    ("events", "part", "why"),
    [
        # The model was asked and never answered.
        ([*SPOKEN, *HEARD], "llm", "no answer within 32 s"),
        # It began to answer and never came to an end.
        ([*SPOKEN, *HEARD, at(9, "llm_first_token")], "llm", "no end of its answer within 32 s"),
        # It answered, and the voice never made a sound of it.
        ([*SPOKEN, *HEARD, at(9, "llm_first_token"), at(9.5, "llm_ended"), at(9.6, "tts_started")], "tts", "no answer"),
        # Nobody transcribed the caller, who asked again.
        (
            [*SPOKEN, at(5, "speaking_started", "caller"), at(18, "speaking_started", "caller")],
            "stt",
            "silent session: it was spoken to 2 times and gave no sign",
        ),
    ],
)
def test_a_service_that_was_asked_and_never_answered_is_why_the_agent_was_silent(events, part, why):
    ending, failure = review(SILENCE, events, SERVICES)
    assert (ending.status, ending.reason) == ("infrastructure", "service_failed")
    assert (failure.part, failure.category, failure.refusal) == (part, "silent", False)
    assert failure.said.startswith(why)
    # A service of this machine has no vendor to blame.
    assert review(SILENCE, events, ()) == (SILENCE, None)


@pytest.mark.parametrize(
    "events",
    [
        # Everyone answered, and the agent had nothing to say.
        [
            *SPOKEN,
            *HEARD,
            at(9, "llm_first_token"),
            at(9.5, "llm_ended"),
            at(9.6, "tts_started"),
            at(9.8, "tts_first_audio"),
        ],
        # One utterance was not understood: that is what recognisers do.
        [*SPOKEN, at(5, "speaking_started", "caller")],
        # The voice was asked a moment before the call ended.
        [*SPOKEN, *HEARD, at(30, "llm_first_token"), at(31, "llm_ended"), at(39, "tts_started")],
        # It answered with a call of a tool alone.
        [*SPOKEN, *HEARD, at(9, "llm_ended")],
        # What was asked was taken back.
        [*SPOKEN, *HEARD, at(9, "interruption")],
        [*SPOKEN, *HEARD, at(9, "llm_first_token"), at(9.6, "tts_started"), at(9.7, "interruption")],
    ],
)
def test_an_agent_that_has_nothing_to_say_is_silent_by_itself(events):
    assert review(SILENCE, events, SERVICES) == (SILENCE, None)


def test_a_speech_to_speech_session_that_never_gave_a_sign_is_silent():
    _, failure = review(SILENCE, [at(10, "speaking_started", "caller")], REALTIME)
    assert failure.said == "silent session: it was spoken to and gave no sign"
    once = [*SPOKEN, at(5, "speaking_started", "caller")]
    assert review(SILENCE, once, REALTIME) == (SILENCE, None)
    _, failure = review(SILENCE, [*once, at(20, "speaking_started", "caller")], REALTIME)
    assert failure.category == "silent"


@pytest.mark.parametrize(
    "sign", ["stt_final", "llm_started", "llm_first_token", "tts_started", "tts_first_audio", "speaking_started"]
)
def test_a_speech_to_speech_session_that_gives_any_sign_is_there(sign):
    asked = [at(5, "speaking_started", "caller"), at(20, "speaking_started", "caller")]
    assert review(SILENCE, [*asked, at(21, sign)], REALTIME) == (SILENCE, None)


def test_what_only_writes_down_what_a_speech_to_speech_session_hears_is_not_why_it_is_silent():
    asked = [at(5, "speaking_started", "caller"), at(20, "speaking_started", "caller")]
    beside = Billed(party="agent", part="stt", provider="openai", model="gpt-4o-transcribe")
    assert review(SILENCE, [*asked, at(21, "llm_started")], (*REALTIME, beside)) == (SILENCE, None)
    assert review(SILENCE, [*asked, at(21, "llm_started")], (beside,))[1] is not None


def test_a_vendor_that_limited_a_call_and_was_waited_for_is_told():
    def wait(status):
        return [Event(0, "agent", "vendor_wait", {"client": "openai", "status": status, "seconds": 0.5})]

    own = Billed(party="agent", part="llm", provider="openai-compatible")
    assert limited(wait(429), SERVICES) == ("openai",)
    assert limited(wait(429), (own,)) == ("openai-compatible",)
    assert limited(wait(503), SERVICES) == ()
    assert limited([], SERVICES) == ()
    assert limited([at(9, "error", client="openai", status=429)], SERVICES) == (), "it was not waited for"


def test_a_caller_s_own_services_are_judged_like_the_agent_s():
    caller = (Billed(party="caller", part="llm", provider="openai", model="gpt-5.4"),)
    ending = Ending("caller_invalid", "caller_silence", 40 * RATE)
    events = [at(5, "speaking_started"), at(8, "llm_started", "caller")]
    found, failure = review(ending, events, caller)
    assert found.status == "infrastructure"
    assert failure.line == "caller llm openai gpt-5.4: no answer within 32 s"
    assert review(SILENCE, events, caller) == (SILENCE, None)


@pytest.mark.parametrize("reason", ["goodbye", "transfer", "agent_hangup", "time_limit", "line_lost"])
def test_other_ends_are_left_alone(reason):
    ending = Ending("completed", reason, 9)
    assert review(ending, [at(9, "error", part="stt", error="x")], SERVICES) == (ending, None)
