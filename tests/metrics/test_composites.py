import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.composites import ACCURACY, COMPOSITES, EXPERIENCE, compose
from metrics.score import Score
from tests import reference

VECTORS = reference.present("vectors", "aggregation.json") or {"composites": [], "record_cases": []}


def score(name, value=None, state="scored", normalized=None):
    return Score(
        name=name,
        version="1",
        category="accuracy",
        state=state,
        value=value,
        normalized=normalized,
        why="so",
    )


def of_reference(name, given):
    if given["error"]:
        return score(name, state="errored")
    if given["skipped"]:
        return score(name, state="skipped")
    return score(name, given["score"], normalized=given["normalized_score"])


def perfect(**kwargs):
    return {n: score(n, 1.0) for n in (*ACCURACY, *EXPERIENCE)} | kwargs


@pytest.mark.reference
@pytest.mark.parametrize("rule", reference.each(VECTORS["composites"], (c["name"] for c in VECTORS["composites"])))
def test_rules_are_the_reference_s(rule):
    ours = {c.name: c for c in COMPOSITES}[rule["name"]]
    assert set(ours.components) == set(rule["components"] or rule["derived_from"])
    assert ours.kind == {"pass": "pass", "mean": "mean", "derived": "all"}[rule["type"]]
    assert dict(ours.thresholds) == {k: v[1] for k, v in rule["thresholds"].items()}


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(VECTORS["record_cases"], (c["name"] for c in VECTORS["record_cases"])))
def test_reference_records(case):
    found = compose({n: of_reference(n, given) for n, given in case["metrics"].items()})
    for name, value in case["expected"].items():
        assert found[name].value == (None if value is None else pytest.approx(value, abs=1e-12)), name


def test_why_names_what_failed_and_by_how_much():
    found = compose(perfect(turn_taking=score("turn_taking", 0.7999)))
    assert found["EVA-X_pass"].why == "failed: turn_taking 0.7999 < 0.8"
    assert found["EVA-overall_pass"].why == "EVA-A_pass 1; EVA-X_pass 0"


def test_a_missing_component_is_told_from_an_errored_and_a_skipped_one():
    scores = perfect(
        faithfulness=score("faithfulness", state="errored"),
        agent_speech_fidelity=score("agent_speech_fidelity", state="skipped"),
    )
    del scores["conciseness"]
    found = compose(scores)
    assert dict(found["EVA-A_pass"].absent) == {"faithfulness": "errored", "agent_speech_fidelity": "skipped"}
    assert found["EVA-A_pass"].why == "undecided: faithfulness is errored"
    assert found["EVA-X_pass"].why == "undecided: conciseness is missing"
    assert found["EVA-overall_mean"].why == "mean of 3 of 6 components"
    assert found["EVA-overall_pass"].why == "undecided: EVA-A_pass, EVA-X_pass"


def test_only_skipped_components_decide_nothing():
    found = compose({n: score(n, state="skipped") for n in (*ACCURACY, *EXPERIENCE)})
    assert {c.value for c in found.values()} == {None}


def test_thresholds_have_a_tolerance_of_a_billionth():
    for below, passed in [(1e-10, 1.0), (1e-8, 0.0)]:
        found = compose(perfect(turn_taking=score("turn_taking", 0.8 - below)))
        assert found["EVA-X_pass"].value == passed


values = st.one_of(st.none(), st.floats(0, 1))
calls = st.fixed_dictionaries({}, optional=dict.fromkeys((*ACCURACY, *EXPERIENCE), values))


def scores_of(call):
    return {n: score(n, v, "scored" if v is not None else "errored") for n, v in call.items()}


@given(calls)
def test_passes_are_0_1_or_undecided_and_means_lie_between_their_components(call):
    found = compose(scores_of(call))
    for composite in COMPOSITES:
        value = found[composite.name].value
        known = [call[c] for c in composite.components if call.get(c) is not None]
        if composite.kind != "mean":
            assert value in (0.0, 1.0, None)
        elif known:
            assert min(known) - 1e-12 <= value <= max(known) + 1e-12
        else:
            assert value is None


@given(calls, st.sampled_from((*ACCURACY, *EXPERIENCE)), st.floats(0, 1))
def test_a_better_component_never_fails_a_passing_call(call, name, value):
    before = compose(scores_of(call))
    if call.get(name) is not None and value >= call[name]:
        after = compose(scores_of({**call, name: value}))
        for composite in COMPOSITES:
            if before[composite.name].value is not None:
                assert after[composite.name].value >= before[composite.name].value - 1e-12
