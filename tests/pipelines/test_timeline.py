from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.record import RATE, Event, Span, ToolCall
from pipelines.timeline import Speech, build_timeline, overlap
from tests import reference


def span(start, end):
    return Span(round(start * RATE), round(end * RATE))


def caller(*pieces, **options):
    """One utterance of the caller from ``(start, end)`` in seconds."""
    return Speech("caller", tuple(span(*p) for p in pieces), **options)


def turns_of(callers, agents, **more):
    return build_timeline(callers, [span(*a) for a in agents], **more).turns


GREETING = (0.3, 2.0)


# The plain case ---------------------------------------------------------------------------------------------


def test_turn_zero_is_the_greeting_and_every_exchange_is_a_turn():
    turns = turns_of([caller((3, 5)), caller((10, 12))], [GREETING, (6.2, 9), (13.5, 15)])
    assert [t.index for t in turns] == [0, 1, 2]
    assert [t.caller for t in turns] == [(), (span(3, 5),), (span(10, 12),)]
    assert [t.agent for t in turns] == [(span(*GREETING),), (span(6.2, 9),), (span(13.5, 15),)]
    assert [t.latency_s for t in turns] == [None, 1.2, 1.5]
    assert not any(t.agent_interrupts or t.caller_interrupts or t.overlap_s for t in turns)


def test_a_call_in_which_nobody_speaks_has_an_empty_turn_zero():
    (turn,) = turns_of([], [])
    assert (turn.index, turn.caller, turn.agent, turn.latency_s) == (0, (), (), None)


def test_an_agent_that_never_answers_leaves_a_turn_without_latency():
    assert [t.latency_s for t in turns_of([caller((3, 5))], [GREETING])] == [None, None]


def test_a_caller_that_speaks_twice_before_the_agent_does_is_still_in_one_turn():
    turns = turns_of([caller((3, 4)), caller((6, 7))], [GREETING, (8, 9)])
    assert [len(t.caller) for t in turns] == [0, 2]
    assert turns[1].latency_s == 1.0  # from the end of what was said last


# Interruptions come from sound, not from the order in which somebody noticed --------------------------------


@pytest.mark.parametrize("gap", [0.001, 0.05, 0.2, 0.4])
def test_a_fast_agent_does_not_interrupt(gap):
    turns = turns_of([caller((3, 5))], [GREETING, (5 + gap, 7)])
    assert not turns[1].agent_interrupts
    assert turns[1].latency_s == pytest.approx(gap)
    assert turns[1].overlap_s == 0


@pytest.mark.parametrize("gap", [0.0, 0.02, 0.2])
def test_a_fast_caller_does_not_interrupt(gap):
    turns = turns_of([caller((2 + gap, 5))], [GREETING, (6, 7)])
    assert not turns[1].caller_interrupts


@pytest.mark.parametrize(("samples", "flagged"), [(8, False), (9, True), (4000, True)])
def test_one_millisecond_of_overlap_is_rounding(samples, flagged):
    end = 5 * RATE
    turns = build_timeline([caller((3, 5))], [span(*GREETING), Span(end - samples, end + RATE)]).turns
    assert turns[1].agent_interrupts is flagged
    assert turns[1].overlap_s == pytest.approx(samples / RATE, abs=1e-6)
    assert turns[1].latency_s == pytest.approx(-samples / RATE)


def test_a_caller_who_barges_into_the_greeting_opens_turn_one():
    turns = turns_of([caller((1.5, 4))], [GREETING, (5, 6)])
    assert turns[1].caller_interrupts
    assert not turns[1].agent_interrupts
    assert turns[1].overlap_s == 0.5
    assert turns[1].agent == (span(5, 6),)
    assert turns[1].latency_s == 1.0  # the answer after a barge-in is timed like any other


def test_an_utterance_that_goes_on_after_the_agent_fell_in_stays_in_its_turn():
    long = caller((3, 5), (5.6, 8))
    turns = turns_of([long, caller((12, 13))], [GREETING, (4.5, 5.4), (9, 10)])
    assert [len(t.caller) for t in turns] == [0, 2, 1]
    assert turns[1].agent == (span(4.5, 5.4), span(9, 10))
    assert turns[1].agent_interrupts
    assert turns[1].overlap_s == 0.5
    assert turns[1].latency_s == -3.5  # the first answer came before the caller's last word


def test_speech_that_goes_on_through_a_barge_in_belongs_to_the_turn_it_began_in():
    turns = turns_of([caller((3, 5)), caller((8, 10))], [GREETING, (6, 9.5), (11, 12)])
    assert [t.agent for t in turns[1:]] == [(span(6, 9.5),), (span(11, 12),)]
    assert (turns[1].caller_interrupts, turns[2].caller_interrupts) == (False, True)
    assert turns[2].overlap_s == 1.5
    assert turns[2].latency_s == 1.0


def test_a_word_of_the_caller_under_the_agents_speech_is_not_an_agent_interruption():
    turns = turns_of([caller((3, 5)), caller((7, 7.3))], [GREETING, (6, 9)])
    assert turns[2].caller_interrupts
    assert not turns[2].agent_interrupts
    assert turns[2].latency_s is None


# Nudges -----------------------------------------------------------------------------------------------------


def test_a_nudge_is_no_turn_and_does_not_shorten_the_latency():
    silent = [caller((3, 5)), caller((15, 16), nudge=True, intended="Hello?")]
    timeline = build_timeline(silent, [span(*GREETING), span(17, 18)])
    assert [t.index for t in timeline.turns] == [0, 1]
    assert timeline.turns[1].caller == (span(3, 5),)
    assert timeline.turns[1].latency_s == 12.0
    nudge = next(u for u in timeline.utterances if u.intended == "Hello?")
    assert (nudge.role, nudge.turn) == ("caller", 1)  # but it is in the transcript


def test_a_nudge_over_the_agents_speech_is_no_barge_in():
    turns = turns_of([caller((3, 5)), caller((15, 16), nudge=True)], [GREETING, (15.5, 18)])
    assert not turns[1].caller_interrupts
    assert not turns[1].agent_interrupts


# Words and tools --------------------------------------------------------------------------------------------


def tool(start, end):
    return ToolCall(1, 0, "find", "read", {}, {"status": "success"}, round(start * RATE), round(end * RATE))


def test_tools_are_counted_in_the_turn_in_which_they_were_called():
    timeline = build_timeline(
        [caller((3, 5)), caller((10, 12))],
        [span(*GREETING), span(7, 9), span(14, 15)],
        tools=[tool(5.5, 6), tool(6, 6.2), tool(12.5, 13)],
    )
    assert [t.turn for t in timeline.tools] == [1, 1, 2]
    assert [t.tools for t in timeline.turns] == [0, 2, 1]


def test_a_tool_before_anybody_spoke_belongs_to_the_greeting():
    timeline = build_timeline([caller((3, 5))], [span(*GREETING)], tools=[tool(0.1, 0.2)])
    assert [t.tools for t in timeline.turns] == [1, 0]


def test_utterances_come_in_order_with_their_turns_and_texts():
    timeline = build_timeline(
        [
            caller(
                (3, 5),
                intended="I need help.",
                entities=({"slot": "date", "kind": "date", "value": "2026-01-02"},),
            ),
            Speech("caller", (), "never heard"),
        ],
        [span(*GREETING), span(6, 7)],
        [
            Speech("agent", (span(*GREETING),), "Hello!"),
            Speech("agent", (span(6, 7),), "Sure, what", cut=True),
        ],
    )
    said = [(u.role, u.turn, u.intended, u.cut) for u in timeline.utterances]
    assert said == [
        ("agent", 0, "Hello!", False),
        ("caller", 1, "I need help.", False),
        ("agent", 1, "Sure, what", True),
    ]
    assert timeline.utterances[1].entities[0]["value"] == "2026-01-02"
    assert all(u.heard is None for u in timeline.utterances)  # nobody has a recogniser here


def heard(events, side, stops):
    for at, text in stops:
        events.append(Event(round(at * RATE), side, "vad_stopped", {"stop_secs": 0.2}))
        if text is not None:
            events.append(Event(round((at + 0.25) * RATE), side, "stt_final", {"text": text}))
    return events


def test_recognised_text_goes_to_the_utterance_whose_speech_it_is():
    events = heard([], "agent", [(4.0, "I need"), (5.2, "help."), (12.2, "Zulu")])
    timeline = build_timeline([caller((3, 5)), caller((10, 12))], [span(*GREETING), span(7, 8)], events=events)
    mine = [u for u in timeline.utterances if u.role == "caller"]
    assert [u.heard for u in mine] == ["I need help.", "Zulu"]


def test_a_late_transcript_goes_back_to_what_it_transcribes():
    """The transcript of the first utterance arrives when the second has already begun."""
    events = [
        Event(round(5.2 * RATE), "agent", "vad_stopped", {"stop_secs": 0.2}),
        Event(round(6.4 * RATE), "agent", "stt_final", {"text": "first"}),
    ]
    timeline = build_timeline([caller((3, 5)), caller((6, 8))], [], events=events)
    assert [u.heard for u in timeline.utterances] == ["first", ""]


def test_a_recogniser_that_hears_nothing_is_not_the_same_as_none():
    events = heard([], "agent", [(5.2, None)])
    timeline = build_timeline([caller((3, 5))], [span(*GREETING)], events=events)
    assert [(u.role, u.heard) for u in timeline.utterances] == [("agent", None), ("caller", "")]


def test_the_agents_speech_without_text_is_still_in_the_transcript():
    timeline = build_timeline([], [span(*GREETING)])
    assert [(u.role, u.intended, u.start) for u in timeline.utterances] == [("agent", None, 2400)]


def test_an_agent_that_speaks_up_in_a_pause_breaks_in_and_not_the_caller_that_goes_on():
    said = Speech("caller", (Span(1000, 9000), Span(17000, 25000)), "Kilo, Tango, four.")
    turn = build_timeline([said], [Span(12000, 20000), Span(30000, 40000)]).turns[1]
    assert turn.agent_interrupts
    assert not turn.caller_interrupts
    assert turn.overlap_s == 3000 / RATE


def test_an_agent_that_speaks_within_a_pause_breaks_in_on_nothing():
    said = Speech("caller", (Span(1000, 9000), Span(25000, 33000)), "Hold on. Four.")
    turn = build_timeline([said], [Span(12000, 20000), Span(40000, 48000)]).turns[1]
    assert not turn.agent_interrupts
    assert not turn.caller_interrupts


def test_a_backchannel_is_neither_a_turn_nor_an_utterance():
    said = Speech("caller", (Span(1000, 9000),), "Hello.")
    aside = Speech("caller", (Span(30000, 33000),), "Mm-hmm.", aside=True)
    agent = [Span(12000, 60000)]
    assert build_timeline([said, aside], agent) == build_timeline([said], agent)


def test_what_was_heard_of_a_backchannel_is_not_of_the_utterance_before():
    said = Speech("caller", (Span(1000, 9000),), "Hello.")
    aside = Speech("caller", (Span(30000, 33000),), "Mm-hmm.", aside=True)
    events = [
        Event(10600, "agent", "vad_stopped", {"stop_secs": 0.2}),
        Event(11000, "agent", "stt_final", {"text": "Hello."}),
        Event(34600, "agent", "vad_stopped", {"stop_secs": 0.2}),
        Event(35000, "agent", "stt_final", {"text": "Yeah."}),
    ]
    timeline = build_timeline([said, aside], [Span(12000, 60000)], events=events)
    assert [(u.intended, u.heard) for u in timeline.utterances if u.role == "caller"] == [("Hello.", "Hello.")]


# Properties -------------------------------------------------------------------------------------------------


@st.composite
def calls(draw):
    """Utterances of a caller and spans of an agent, each in order on its own channel."""

    def channel(most):
        at, spans = 0, []
        for gap, length in draw(st.lists(st.tuples(st.integers(1, 30000), st.integers(1, 30000)), max_size=most)):
            at += gap
            spans.append(Span(at, at + length))
            at += length
        return spans

    spoken = channel(7)
    speeches, k = [], 0
    while k < len(spoken):
        size = draw(st.integers(1, 3))
        nudge = draw(st.sampled_from([False, False, False, True]))
        speeches.append(Speech("caller", tuple(spoken[k : k + size]), nudge=nudge))
        k += size
    return speeches, channel(7)


@given(calls())
def test_what_holds_of_every_timeline(call):
    speeches, agent = call
    timeline = build_timeline(speeches, agent)
    turns = timeline.turns
    counted = [s for s in speeches if not s.nudge]
    assert [t.index for t in turns] == list(range(len(turns)))
    assert turns[0].caller == ()
    assert all(t.caller for t in turns[1:])
    assert sorted((s for t in turns for s in t.caller), key=lambda s: s.start) == [s for u in counted for s in u.spans]
    assert [s for t in turns for s in t.agent] == agent  # in order of time: nothing is moved to another turn
    starts = [t.caller[0].start for t in turns[1:]]
    assert starts == sorted(starts)
    began = {span: u.spans[0].start for u in counted for span in u.spans}
    for utterance in counted:  # an utterance is never torn apart
        assert sum(1 for t in turns if any(s in t.caller for s in utterance.spans)) == 1
    for turn in turns:
        shared = sum(overlap(a, c) for a in agent for c in turn.caller)
        assert turn.overlap_s == pytest.approx(shared / RATE, abs=1e-6)
        if turn.agent_interrupts or turn.caller_interrupts:
            assert shared > RATE // 1000
        if turn.agent_interrupts:
            assert any(began[c] < a.start < c.end for a in turn.agent for c in turn.caller)
        if turn.caller_interrupts:
            assert any(a.start < began[c] and overlap(a, c) for a in agent for c in turn.caller)
        if turn.caller and turn.agent:
            assert turn.latency_s == pytest.approx((turn.agent[0].start - turn.caller[-1].end) / RATE, abs=1e-6)
        else:
            assert turn.latency_s is None
    for before, after in pairwise(turns[1:]):  # a new turn needs an answer in between
        assert before.agent
        assert before.agent[0].start <= after.caller[0].start


@given(calls())
def test_without_a_common_sample_nobody_interrupts(call):
    speeches, agent = call
    apart = [a for a in agent if not any(overlap(a, s) for u in speeches for s in u.spans)]
    for turn in build_timeline(speeches, apart).turns:
        assert (turn.agent_interrupts, turn.caller_interrupts, turn.overlap_s) == (False, False, 0)


@given(calls(), st.integers(0, 10**6))
def test_a_call_that_starts_later_has_the_same_turns(call, shift):
    speeches, agent = call

    def later(spans):
        return tuple(Span(s.start + shift, s.end + shift) for s in spans)

    moved = [Speech("caller", later(s.spans), nudge=s.nudge) for s in speeches]
    before = build_timeline(speeches, agent).turns
    after = build_timeline(moved, later(agent)).turns
    assert [(t.latency_s, t.overlap_s, t.agent_interrupts, t.caller_interrupts, len(t.agent)) for t in after] == [
        (t.latency_s, t.overlap_s, t.agent_interrupts, t.caller_interrupts, len(t.agent)) for t in before
    ]


# The reference's own defects --------------------------------------------------------------------------------


def intervals(case):
    """A reference stream's true intervals, per role, as they were on the wire."""
    found = {"user": [], "assistant": []}
    role = {"simulated_user": "user", "assistant": "assistant"}
    for event in case["history"]:
        data = event["data"]
        if event["event_type"] == "audio_start":
            found[role[data["user"]]].append([data["audio_timestamp"], None])
        elif event["event_type"] == "audio_end":
            found[role[data["user"]]][-1][1] = data["audio_timestamp"]
    return [tuple(p) for p in found["user"]], [tuple(p) for p in found["assistant"]]


def quirk(name):
    cases = {c["name"]: c for c in reference.vector("processor_quirks")["cases"]}
    if name not in cases:
        pytest.skip(f"no case {name!r} in processor_quirks.json")
    return cases[name]


@pytest.mark.reference
def test_noise_does_not_merge_two_exchanges():
    case = quirk("s2s_split_empty_burst")
    users, agents = intervals(case)
    noise = [u for u in users if u[1] - u[0] < 0.5]
    assert noise  # the burst in which nothing was said; our ledger holds utterances only
    turns = turns_of([caller(u) for u in users if u not in noise], agents)
    assert [len(t.agent) for t in turns] == [1, 1, 1]
    assert [t.latency_s for t in turns] == [None, 2.2, 1.2]
    # and were it an utterance, it would still be in the turn that it belongs to
    assert [len(t.caller) for t in turns_of([caller(u) for u in users], agents)] == [0, 2, 1]


@pytest.mark.reference
def test_an_agent_faster_than_the_detector_is_not_an_interrupting_one():
    case = quirk("fast_agent_flagged")
    users, agents = intervals(case)
    turns = turns_of([caller(u) for u in users], agents)
    assert case["expected"]["assistant_interrupted_turns"] == [1]  # what order of detection makes of it
    assert not turns[1].agent_interrupts
    assert turns[1].latency_s == 0.4


@pytest.mark.reference
def test_a_caller_within_the_detectors_lag_does_not_interrupt_and_its_latency_counts():
    case = quirk("user_starts_200ms_after_real_assistant_end")
    users, agents = intervals(case)
    turns = turns_of([caller(u) for u in users], agents)
    assert case["expected"]["user_interrupted_turns"] == [1]
    assert not turns[1].caller_interrupts
    assert turns[1].latency_s == 10.0
