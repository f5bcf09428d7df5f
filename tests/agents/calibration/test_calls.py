"""Whole calls of the calibration agent, in text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.embedded.calibration import wording
from agents.embedded.calibration.dialogue import MAX_TRIES
from agents.embedded.calibration.faulty import STOPS_AFTER, garble, mishear
from pipelines.brain import Say
from scenarios.spoken import mentions
from tests.agents.calibration.talk import PACK, Agent, carry, scenario_with

NAMES = sorted(PACK.scenarios)


@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_of_the_pack_can_be_done(name):
    scenario = PACK.scenarios[name]
    agent, caller = carry(scenario)
    assert agent.done
    golden = [step.tool for step in scenario.plan if step.do == "call"]
    done = iter(agent.tools())
    assert all(tool in done for tool in golden)  # in this order; a search in vain may come in between
    assert [n for n in golden if agent.toolbox.tools[n].type == "write"] == [
        n for n in agent.tools() if agent.toolbox.tools[n].type == "write"
    ]
    assert caller.hung_up
    assert caller.report()["ok"]


@pytest.mark.parametrize("seed", range(3))
def test_whatever_the_caller_words_it_like(seed):
    assert carry(PACK.scenarios["later-return"], seed=seed)[0].done


# A reply that nobody heard never happened -----------------------------------------------------------


@pytest.mark.parametrize("name", ["second-thoughts", "home-for-dinner", "phantom-cancellation"])
@given(st.sets(st.integers(0, 20), max_size=5))
@settings(max_examples=15)
def test_replies_that_are_talked_over_change_nothing_in_the_end(name, lost):
    agent, caller = carry(PACK.scenarios[name], lose=lambda turn: turn in lost)
    assert agent.done
    assert len(agent.tools()) == len([s for s in PACK.scenarios[name].plan if s.do == "call"])  # none twice
    assert caller.report()["ok"]


def opened(name="second-thoughts", **more):
    agent = Agent(PACK.scenarios[name], **more)
    return agent, agent.hear(PACK.scenarios[name].opening)


def test_an_interrupted_reply_is_not_committed():
    agent, question = opened()
    before = agent.brain.state
    agent.brain.spoken("")  # as Pipecat reports it: not interrupted, but empty
    assert agent.brain.state is before
    again = agent.think()
    assert again == question  # nothing was asked yet, so it is asked, and not "again"


@pytest.mark.parametrize(("share", "counts"), [(0.0, False), (0.4, False), (0.7, True), (1.0, True)])
def test_a_reply_counts_when_most_of_it_was_heard(share, counts):
    agent, question = opened()
    agent.speak(question, share)
    assert (agent.brain.state.waiting == "slots") is counts


def test_what_was_said_over_a_lost_reply_is_considered_with_what_comes_after():
    agent, question = opened("meal-and-bags")
    agent.speak(question)
    both = "Confirmation number seven, Golf, Echo, Bravo, nine, Lima. Last name Thibodeaux. "
    both += "Tango, Hotel, India, Bravo, Oscar, Delta, Echo, Alfa, Uniform, X-ray."
    agent.speak(agent.hear(both))
    lost = agent.hear("I'd like a vegan meal, please.")
    assert "bags" in lost.text
    agent.speak(lost, share=0.0)
    offer = agent.hear("Two checked bags, please.")
    assert "vegan meal and two checked bags" in offer.text


def test_tools_are_not_undone_by_a_lost_reply():
    agent, question = opened()
    agent.speak(question)
    both = "Confirmation number three, Papa, zero, Mike, Echo, Tango. Last name Vasquez. "
    both += "Victor, Alfa, Sierra, Quebec, Uniform, Echo, Zulu."
    offer = agent.hear(both)
    made = list(agent.calls)
    agent.speak(offer, share=0.0)
    again = agent.think()
    assert agent.calls == made
    assert again == offer


def test_a_reply_that_is_still_to_be_spoken_is_not_counted_by_another_ones_end():
    agent, question = opened()
    agent.speak(question)
    agent.brain.spoken("Hello! How can I help you today?")  # the greeting, reported late
    assert agent.brain.state.waiting == "slots"


# It knows only what it heard ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slot", "value", "param"), [("meal_type", "kosher", "meal_type"), ("num_bags", "1", "num_bags")]
)
def test_what_the_caller_wants_is_what_is_done_not_what_the_plan_holds(slot, value, param):
    agent, _ = carry(scenario_with("meal-and-bags", **{slot: value}))
    done = {k: v for _, params, _ in agent.calls for k, v in params.items()}
    assert str(done[param]) == value
    assert not agent.done


def test_a_code_that_was_misheard_is_looked_up_as_heard_refused_and_asked_again():
    heard = []

    def once(text):
        if "Papa" in text and not heard:
            heard.append(text)
            return text.replace("Papa", "Tango")
        return text

    agent, caller = carry(PACK.scenarios["second-thoughts"], distort=once)
    codes = [p["confirmation_number"] for name, p, _ in agent.calls if name == "get_reservation"]
    assert codes == ["3T0MET", "3P0MET"]
    assert any("can't find a reservation" in text for text in agent.said)
    assert agent.done
    assert caller.report()["ok"]


def test_a_caller_who_cannot_be_understood_is_asked_a_few_times_and_no_more():
    agent, _ = carry(PACK.scenarios["second-thoughts"], distort=lambda text: "I have no idea what you mean by that.")
    assert agent.calls == []
    asked = [text for text in agent.said if "confirmation number" in text]
    assert len(asked) == MAX_TRIES
    assert any("could not understand" in text for text in agent.said)


def test_a_silent_recogniser_does_not_make_it_act():
    agent, _ = carry(PACK.scenarios["second-thoughts"], distort=lambda text: "")
    assert agent.calls == []


# It acts only on a yes ------------------------------------------------------------------------------


def writes(agent):
    return [n for n, _, _ in agent.calls if agent.toolbox.tools[n].type not in ("read", "auth")]


def offered(name="second-thoughts"):
    agent, question = opened(name)
    agent.speak(question)
    both = "Confirmation number three, Papa, zero, Mike, Echo, Tango. Last name Vasquez. "
    offer = agent.hear(both + "Victor, Alfa, Sierra, Quebec, Uniform, Echo, Zulu.")
    agent.speak(offer)
    return agent, offer


def test_nothing_is_written_before_a_yes():
    agent, offer = offered()
    assert offer.text.endswith("?")
    assert writes(agent) == []
    agent.hear("Yes, please go ahead.")
    assert writes(agent)


@pytest.mark.parametrize("text", ["No, thank you.", "Sorry, could you repeat that, please?", "", "The weather."])
def test_anything_but_a_yes_writes_nothing(text):
    agent, _ = offered()
    agent.speak(agent.hear(text))
    assert writes(agent) == []


def test_a_request_to_repeat_gets_the_offer_again():
    agent, offer = offered()
    assert agent.hear("Sorry, could you repeat that, please?") == offer


def test_three_refusals_end_the_request():
    agent, _ = offered()
    last = None
    for _ in range(3):
        last = agent.hear("No.")
        agent.speak(last)
    assert wording.ANYTHING_ELSE in last.text
    assert writes(agent) == []


def test_a_wrong_choice_that_the_caller_corrects_is_corrected():
    scenario = PACK.scenarios["week-later"]
    heard = []

    def once(text):
        if "window" in text.lower() and not heard:
            heard.append(text)
            return text.replace("window", "aisle").replace("A aisle", "An aisle")
        return text

    agent, _ = carry(scenario, distort=once)
    assert any("aisle seat" in text for text in agent.said)
    assert agent.done


# Faults ---------------------------------------------------------------------------------------------


def fault(name, scenario="meal-and-bags"):
    return carry(PACK.scenarios[scenario], faults=(name,))


def test_a_silent_agent_stops_in_the_middle_and_a_hanging_up_one_says_so():
    agent, _ = fault("silent")
    assert len([t for t in agent.said if t]) == STOPS_AFTER
    assert not agent.done
    agent, _ = fault("hangs_up")
    assert agent.said[-1].endswith("Goodbye.")
    assert len(agent.said) == STOPS_AFTER + 1
    assert not agent.done


def test_an_agent_that_skips_confirmation_writes_without_asking():
    agent, _ = fault("skips_confirmation")
    assert writes(agent)
    assert not any("Shall I" in text for text in agent.said)


def test_a_verbose_agent_says_the_same_with_more_words_and_a_repeating_one_twice():
    sound, _ = carry(PACK.scenarios["meal-and-bags"])
    wordy, _ = fault("verbose")
    assert wordy.done
    assert len(wordy.said) == len(sound.said)
    assert all(
        long.endswith(short) and len(long) > len(short) + 80 for long, short in zip(wordy.said, sound.said, strict=True)
    )
    twice, _ = fault("repeats")
    assert twice.said == [f"{text} {text}" for text in sound.said]
    assert twice.done


def test_a_wrong_amount_is_said_and_not_done():
    sound, _ = carry(PACK.scenarios["meal-and-bags"])
    agent, _ = fault("wrong_amount")
    assert agent.calls == sound.calls
    amounts = {m.value for text in agent.said for m in mentions(text) if m.kind == "amount"}
    true = {m.value for text in sound.said for m in mentions(text) if m.kind == "amount"}
    assert amounts - true


def test_the_sound_agent_is_not_touched_by_faults_that_live_elsewhere():
    sound, _ = carry(PACK.scenarios["meal-and-bags"])
    for name in ("slow", "barge_in", "garbled_code"):
        assert fault(name)[0].said == sound.said


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("I'd like an aisle seat, please.", "I'd like an middle seat, please."),
        ("A window seat, please.", "A middle seat, please."),
        ("An I'll seat, please.", "An aisle seat, please."),
        ("Two checked bags, please.", "four checked bags, please."),
        ("I'd like a vegan meal.", "I'd like a kosher meal."),
        ("I have two sisters.", "I have two sisters."),
    ],
)
def test_what_the_mishearing_agent_hears(text, heard):
    found = mishear(text)
    assert found != text or text == heard
    if "I'll" not in text:
        assert found == heard


def test_a_garbled_code_differs_in_one_letter():
    text = "Your confirmation number is Tango, two, Lima."
    assert garble(text) == "Your confirmation number is Lima, two, Lima."
    assert garble("Kilo, two.") == "Tango, two."
    assert garble("No code here.") == "No code here."


def test_a_greeting_is_no_reply():
    agent = Agent(PACK.scenarios["second-thoughts"])
    agent.brain.spoken(PACK.greeting)
    assert agent.brain.state.waiting == "request"
    assert isinstance(agent.hear(PACK.scenarios["second-thoughts"].opening), Say)
