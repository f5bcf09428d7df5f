"""The accuracy that `benchmarks/timing.py` prints, asserted."""

import pytest

from benchmarks import timing

MOST_MS = 10.0  # of an agent's beginning or end, at the 95th percentile
FRAME_MS = 20.0


@pytest.mark.slow
@pytest.mark.parametrize("level_db", [0.0, -20.0])
def test_the_callers_times_are_exact_and_the_agents_within_ten_milliseconds(level_db):
    found = timing.measure_virtual(level_db)
    assert found["caller_max_ms"] == 0
    assert found["onset_p95_ms"] <= MOST_MS
    assert found["offset_p95_ms"] <= MOST_MS
    assert found["sentences"] == len(timing.SENTENCES)


@pytest.mark.slow
def test_stalls_change_no_sample_and_no_latency():
    found = timing.measure_stalls()
    assert found["samples_changed"] == 0
    assert found["length_changed_samples"] == 0
    assert found["latency_changed_max_ms"] == 0
    assert found["late_ticks"] > 5 * 20  # they did happen


def carried(stalls=()):
    """A call in real time; once more when the machine tore the agent's speech, and skipped when it does again."""
    for _ in range(2):
        call = timing.measure_real(3, lambda phase: phase in stalls)
        late = max(abs(e.answer_ms) for e in call.exchanges)
        if not call.underruns and (stalls or late < 40):
            return call.exchanges
        print(f"{call.underruns} underruns, answers up to {late:.0f} ms late: carried again")
    return pytest.skip(
        f"the machine is too loaded for a call in real time: {call.underruns} underruns, {late:.0f} ms late"
    )


@pytest.mark.realtime
def test_in_real_time_too_and_with_stalls():
    calm, stalled = carried(), carried(("caller speaks", "agent waits", "agent speaks"))
    for exchange in calm + stalled:
        assert exchange.caller_ms == 0
        assert max(map(abs, exchange.measured_ms)) <= MOST_MS
    for before, after in zip(calm, stalled, strict=True):
        assert abs(after.answer_ms - before.answer_ms) <= FRAME_MS


def test_errors_are_signed_and_a_missing_sentence_is_no_zero():
    from pipelines.record import Span

    found = timing.errors([Span(108, 496), Span(500, 984)], [Span(100, 1000)])
    assert (found.onset, found.offset) == ((1.0,), (-2.0,))
    assert found.summary()["onset_median_ms"] == 1.0
    assert found.summary()["offset_p95_ms"] == 2.0
    with pytest.raises(SystemExit, match="not in the record"):
        timing.errors([], [Span(0, 10)])
