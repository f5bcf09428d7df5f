import pytest

from agents.callers.registry import find
from agents.services import registry
from agents.spec import Service
from harness.caller_ends import mark, slowed
from harness.settings import speaking
from pipelines.caller.behaviour.slow import PACE
from pipelines.perturb.condition import parse
from pipelines.record import Span
from pipelines.timeline import Speech
from scenarios.errors import UsageError


def hosted():
    return find("openai-realtime")


@pytest.mark.parametrize("manner", ["slow", "impatient", "forgetful"])
def test_a_caller_that_a_vendor_plays_can_be_told_of_a_manner(manner):
    assert speaking(hosted(), parse(f"behaviour-{manner}")) == hosted()


def test_a_caller_that_a_vendor_plays_says_no_mm_hmm():
    with pytest.raises(UsageError) as caught:
        speaking(hosted(), parse("behaviour-backchannels"))
    assert str(caught.value).startswith("behaviour-backchannels: a caller that a vendor plays whole (openai-realtime)")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("service", "speed"),
    [
        ({"provider": "openai", "model": "gpt-4o-mini-tts"}, PACE),
        ({"provider": "cartesia"}, PACE),
        ({"provider": "embedded", "model": "heart"}, None),
    ],
)
def test_a_vendor_s_voice_is_slower_where_it_has_the_option(service, speed):
    _, options = registry.resolve("tts", Service.model_validate(service))
    assert getattr(slowed(options), "speed", None) == speed


def test_a_voice_whose_model_does_not_mind_keeps_its_options():
    _, options = registry.resolve("tts", Service.model_validate({"provider": "elevenlabs", "model": "eleven_v3"}))
    assert slowed(options) == options


def test_reminders_and_asides_are_marked_each_once():
    texts = ["Hello.", "Mm-hmm.", "Are you there?", "Mm-hmm."]
    said = [Speech("caller", (Span(k, k + 1),), text) for k, text in enumerate(texts)]
    marked = mark(said, ["Are you there?"], ["Mm-hmm."])
    assert [(s.nudge, s.aside) for s in marked] == [(False, False), (False, True), (True, False), (False, False)]
