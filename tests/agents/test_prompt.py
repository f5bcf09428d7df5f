"""What a language model is told, and who is told what."""

import pytest

from agents.prompt import greeting_in, opening, system_prompt
from agents.spec import AgentSpec
from scenarios.packs import load_pack


def spec(architecture, **more):
    return AgentSpec(name="a", architecture=architecture, **more)


def test_frame_date_work_manner_and_ones_own_words_in_that_order():
    text = system_prompt(spec("cascade", instructions="Say please."), "You are Sam.\n\nRules.", "2026-07-30 09:30 PDT")
    parts = ["telephone", "Today is Thursday, July 30, 2026. The call began at 09:30 PDT.", "You are Sam.", "Rules."]
    parts += ["# How to speak", "speech recogniser", "Say please."]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert text.endswith("Say please.")


@pytest.mark.parametrize(("architecture", "reads"), [("cascade", True), ("hybrid", False), ("s2s", False)])
def test_only_a_cascade_is_told_that_it_reads_a_recognisers_text(architecture, reads):
    assert ("speech recogniser" in system_prompt(spec(architecture), "Rules.", "2026-07-30")) is reads


@pytest.mark.parametrize(
    ("now", "time"), [("2026-07-30", ""), ("2026-07-30T18:05", "18:05"), ("2026-07-30 9 PM", "9 PM")]
)
def test_a_date_alone_will_do(now, time):
    text = system_prompt(spec("s2s"), "Rules.", now)
    assert "July 30, 2026." in text
    assert (f"The call began at {time}." in text) is bool(time)


@pytest.mark.parametrize("domain", ["airline", "hr", "itsm"])
def test_every_pack_has_what_a_prompt_needs(domain):
    pack = load_pack("builtin", domain)
    for scenario in list(pack.scenarios.values())[:5]:
        text = system_prompt(spec("cascade"), pack.instructions, scenario.now)
        assert pack.role in text
        assert scenario.now[:4] in text


def test_an_opening_asks_for_the_greeting_and_can_be_read_again():
    text = opening("Silver Kite Airlines, hello. {How} can I help?")
    assert "Silver Kite Airlines, hello. {How} can I help?" in text
    assert greeting_in(text) == "Silver Kite Airlines, hello. {How} can I help?"
    assert greeting_in("Hello.") == ""
