"""Streams of events on which the reference pairs turns wrongly, through our timeline and turn taking."""

import pytest

from metrics.experience.turn_taking import score
from metrics.timeline import of_record
from pipelines.timeline import Speech, build_timeline
from tests import reference
from tests.metrics.build import record, spans

CASES = (reference.present("vectors", "processor_quirks.json") or {"cases": []})["cases"]


def intervals(history, role):
    """Speech of a role with its words: pairs of start and end by sound, as (start, end, text or None)."""
    found = []
    for event in history:
        data = event["data"]
        if event["event_type"] in ("audio_start", "audio_end") and data["user"] == role:
            if event["event_type"] == "audio_start":
                found.append([data["audio_timestamp"], None, None])
            else:
                next(f for f in found if f[1] is None)[1] = data["audio_timestamp"]
        elif event["event_type"] == "user_speech" and role == "simulated_user":
            found[-1][2] = data["data"]["text"]
    return found


def call(history):
    caller = [
        Speech("caller", spans([(a, b)]), text)
        for a, b, text in intervals(history, "simulated_user")
        if text is not None  # a burst without words is a noise
    ]
    agent = spans([(a, b) for a, b, _ in intervals(history, "assistant")])
    return build_timeline(caller, agent)


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(CASES, (c["name"] for c in CASES)))
def test_turns_follow_the_sound(case):
    timeline = call(case["history"])
    times = of_record(record(turns=timeline.turns))
    said = [i for i in intervals(case["history"], "simulated_user") if i[2] is not None]
    agent = intervals(case["history"], "assistant")
    apart = all(b <= c or d <= a for a, b, _ in said for c, d, _ in agent)
    if apart:
        assert not times.agent_interrupts | times.caller_interrupts, "nobody spoke over anybody"
    for turn in timeline.turns[1:]:
        assert len(turn.caller) == 1, "what the agent's answer parts is two turns"
        assert turn.agent[0].start > turn.caller[0].end or not apart
    found = score(times)
    for turn in timeline.turns[1:]:
        one = found.details["turns"][str(turn.index)]
        assert one["reason"] == "latency" or not apart
        assert one.get("latency_ms") == pytest.approx(turn.latency_s * 1000) or not apart
