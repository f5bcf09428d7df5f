import pytest

from metrics.diagnostic import _validation_codes as known
from metrics.diagnostic.tool_call_validity import codes, validity
from metrics.scoring import score_record
from tests import reference
from tests.metrics.build import failed, record, tool

VECTORS = reference.present("vectors", "tool_call_validity.json") or {"cases": [], "call_error_types": []}
CASES, THEIRS = VECTORS["cases"], frozenset(VECTORS["call_error_types"])


def responses(case):
    return [(r["tool_name"], r["tool_response"]) for r in case["tool_responses"]]


def ours_only(case):
    """Error codes of a case that say the call was malformed, but not to the reference.

    The intended difference: it knows the codes of one domain only. Codes of the other domains, and any code
    that names a format, count for us (design/differences.md, tool_call_validity).
    """
    types = {r.get("error_type") for _, r in responses(case) if isinstance(r, dict)} - {None}
    return {t for t in types - THEIRS if t in known.CODES or t.endswith("_format")}


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(CASES, (c["name"] for c in CASES)))
def test_reference_cases(case):
    found, expected = validity(responses(case), codes("airline")), case["expected"]
    more = ours_only(case)
    if more:
        extra = sum(isinstance(r, dict) and r.get("error_type") in more for _, r in responses(case))
        total = expected["details"]["total_tool_calls"]
        invalid = expected["details"]["invalid_tool_calls"] + extra
        assert found.details["invalid_tool_calls"] == invalid
        assert found.value == round((total - invalid) / total, 4)
        return
    assert found.value == expected["score"]
    assert {k: found.details[k] for k in expected["details"]} == expected["details"]
    assert {k: v for k, v in found.subs.items() if v} == expected["nonzero_sub_metrics"]


@pytest.mark.reference
def test_every_code_that_the_reference_counts_is_known():
    if not THEIRS:
        pytest.skip("no reference data")
    assert codes("airline") >= THEIRS


@pytest.mark.reference
def test_codes_of_bad_parameters_in_every_domain_are_known():
    """Each probe with a missing or nonsensical parameter that is answered by an ``invalid_`` code."""
    probes = [p for domain in reference.vector("tool_error_probes").values() for p in domain["probes"]]
    bad = {p["error_type"] for p in probes if (p.get("error_type") or "").startswith("invalid_")}
    unknown = {t for t in bad if t not in known.CODES and not t.endswith("_format")}
    assert bad
    assert not unknown


def score(*tools, domain="test"):
    return score_record(record(tools=tools, domain=domain), ["tool_call_validity"])["tool_call_validity"]


def test_no_calls_are_no_bad_calls():
    assert (score().value, score().why) == (1.0, "there were no tool calls")


def test_a_refusal_is_valid_and_a_malformed_call_is_not():
    found = score(
        tool("look_up", response=failed("not_found")),
        tool("look_up", response=failed("invalid_amount")),
        tool("look_up", response=failed("invalid_npi_format")),
        tool("look_up", response=failed("invalid_planet_format")),
    )
    assert found.value == 0.5
    assert found.why == "2 of 4 tool calls were malformed, most often by invalid_npi_format (1)"
    assert [i["index"] for i in found.details["invalid"]] == [2, 3]
    assert found.subs == {
        "num_tool_calls": 4.0,
        "invalid_npi_format_rate": 0.25,
        "invalid_planet_format_rate": 0.25,
    }


def test_a_response_without_a_code_or_with_a_strange_one_is_valid():
    odd = {"status": "error", "error_type": ["x"]}
    assert score(tool("a", response={}), tool("a", response=odd)).value == 1.0


def test_codes_of_an_installed_domain_join_the_known_ones():
    from scenarios.toolbox import Toolbox

    assert Toolbox.for_domain("airline").validation_codes <= codes("airline")
    assert codes("nowhere") == known.CODES
