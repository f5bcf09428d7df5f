"""What models are shown of the hr tools: 48 schemas, and every golden call fits them."""

import json
import re
from collections import Counter
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics.diagnostic.tool_call_validity import codes
from scenarios.toolbox import Toolbox
from scenarios.world import World
from tests import reference

TOOLBOX = Toolbox.for_domain("hr")
SCHEMAS = {schema["name"]: schema for schema in TOOLBOX.schemas()}
TYPES: dict[str, tuple[type, ...]] = {"string": (str,), "integer": (int,), "number": (int, float), "array": (list,)}

#: Refusals by the rules of the business that merely sound like malformed parameters.
BUSINESS = {
    "invalid_blackout_date",
    "invalid_clearance_code",
    "invalid_completion_code",
    "invalid_date_range",
    "invalid_datetime",
}


def problems(schema: dict[str, Any], value: Any, where: str = "") -> list[str]:
    """What is wrong with a value, by the keywords that our schemas use; another keyword is an error here."""
    unknown = set(schema) - {
        "type",
        "properties",
        "required",
        "enum",
        "pattern",
        "items",
        "minItems",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "description",
    }
    assert not unknown, (where, unknown)
    if schema["type"] == "object":
        found = [f"{where}{name}: missing" for name in schema["required"] if name not in value]
        for name, item in value.items():
            shape = schema["properties"].get(name)
            found += problems(shape, item, f"{where}{name}") if shape else [f"{where}{name}: unknown"]
        return found
    if not isinstance(value, TYPES[schema["type"]]) or isinstance(value, bool):
        return [f"{where}: not a {schema['type']}"]
    if schema["type"] == "array":
        short = ["too short"] if len(value) < schema.get("minItems", 0) else []
        return short + [text for item in value for text in problems(schema["items"], item, f"{where}[]")]
    fits = (
        value in schema.get("enum", [value])
        and (not isinstance(value, str) or re.search(schema.get("pattern", ""), value))
        and (isinstance(value, str) or schema.get("minimum", value) <= value <= schema.get("maximum", value))
        and (isinstance(value, str) or schema.get("exclusiveMinimum", value - 1) < value)
    )
    return [] if fits else [f"{where}: {value!r}"]


def test_both_names_of_the_domain_give_the_same_48_tools() -> None:
    assert Toolbox.for_domain("medical_hr") == TOOLBOX
    assert TOOLBOX.domain == "hr"
    kinds = Counter(tool.type for tool in TOOLBOX.tools.values())
    assert kinds == {"read": 22, "write": 21, "auth": 4, "system": 1}


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_one_that_models_accept(name: str) -> None:
    parameters = SCHEMAS[name]["parameters"]
    model = TOOLBOX.tools[name].params
    assert set(parameters["properties"]) == set(model.model_fields)
    assert set(parameters["required"]) == {n for n, f in model.model_fields.items() if f.is_required()}
    assert SCHEMAS[name]["description"]
    for field, item in parameters["properties"].items():
        assert item["type"] in TYPES, field
        assert item["description"], field
        assert item["type"] != "array" or item["items"]["type"] == "string"
        assert not {"anyOf", "title", "$ref", "default"} & set(item), field
    assert json.loads(json.dumps(parameters)) == parameters


@pytest.mark.reference
def test_names_types_parameters_and_enums_are_the_reference_ones() -> None:
    agent = yaml.safe_load(reference.path("configs", "agents", "medical_hr_agent.yaml").read_text())
    assert {name: tool.type for name, tool in TOOLBOX.tools.items()} == {
        item["name"]: item["tool_type"] for item in agent["tools"]
    }
    for item in agent["tools"]:
        mine = SCHEMAS[item["name"]]["parameters"]
        required = {p["name"]: p for p in item.get("required_parameters") or []}
        optional = {p["name"]: p for p in item.get("optional_parameters") or []}
        assert mine["required"] == list(required), item["name"]
        assert list(mine["properties"]) == [*required, *optional], item["name"]
        for name, parameter in {**required, **optional}.items():
            own = mine["properties"][name]
            assert own["type"] == {"float": "number"}.get(parameter["type"], parameter["type"]), name
            assert own.get("enum", []) == (parameter.get("enum") or []), (item["name"], name)


@pytest.mark.reference
def test_no_description_is_the_reference_s_prose() -> None:
    agent = yaml.safe_load(reference.path("configs", "agents", "medical_hr_agent.yaml").read_text())
    for item in agent["tools"]:
        schema = SCHEMAS[item["name"]]
        theirs = [item["description"], *(p["description"] for p in item["required_parameters"])]
        ours = [schema["description"], *(p["description"] for p in schema["parameters"]["properties"].values())]
        assert not {text.strip() for text in theirs} & set(ours), item["name"]


@pytest.mark.reference
def test_every_golden_call_validates_against_its_schema() -> None:
    seen = set()
    for calls in reference.vector("golden_tool_sequences")["sequences"]["medical_hr"].values():
        for call in calls:
            assert problems(SCHEMAS[call["tool"]]["parameters"], call["params"]) == [], call
            TOOLBOX.tools[call["tool"]].params.model_validate(call["params"])
            seen.add(call["tool"])
    assert seen


@pytest.mark.reference
def test_a_parameter_that_the_schema_rejects_is_a_malformed_call() -> None:
    """The schema and the validation say the same: what one rejects, the other does too."""
    for probe in (reference.vector("tool_error_probes"))["medical_hr"]["probes"]:
        found = problems(SCHEMAS[probe["tool"]]["parameters"], probe["params"])
        answer = TOOLBOX.call(World({"session": {}}), probe["tool"], probe["params"])
        malformed = answer.get("error_type") in TOOLBOX.validation_codes
        if probe["tool"] != "transfer_to_agent":
            assert malformed is bool(found), (probe, found)


def test_the_codes_of_malformed_calls_are_not_those_of_refusals() -> None:
    assert not TOOLBOX.validation_codes & BUSINESS
    assert not codes("hr") & BUSINESS
    assert TOOLBOX.validation_codes <= codes("hr")


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["EMP100001", "1000000001", "SHF-20270105-0700", "CASE-FMLA-100001", "2027-02-30", "pto"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)


@settings(max_examples=200)
@given(st.data())
def test_whatever_a_model_sends_there_is_an_answer_and_no_half_done_change(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(list(TOOLBOX.tools)))
    fields = list(TOOLBOX.tools[name].params.model_fields)
    params = data.draw(st.dictionaries(st.sampled_from([*fields, "extra"]), anything, max_size=6))
    session = {"authenticated_employee_id": "EMP100001", "employee_auth": True}
    world = World({"_current_date": "2027-01-01", "employees": {"EMP100001": {"broken": True}}, "session": session})
    before = json.dumps(world.tables)
    answer = TOOLBOX.call(world, name, params)
    assert answer["status"] in {"success", "error"}
    if answer["status"] == "error":
        assert answer["error_type"]
        if TOOLBOX.tools[name].type != "read":
            assert json.dumps(world.tables) == before
