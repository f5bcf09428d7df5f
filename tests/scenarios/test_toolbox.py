import warnings
from typing import Annotated, Any

import pytest
from pydantic import Field

import scenarios.tool
import scenarios.toolbox
from scenarios.errors import UsageError
from scenarios.tool import Code, Params, Rejected, Result, registered, tool
from scenarios.toolbox import Toolbox
from scenarios.world import World


class Weigh(Params):
    parcel: Annotated[str, Field(pattern=r"^P\d+$", description="Parcel"), Code("invalid_parcel")]
    grams: Annotated[int, Field(ge=1)]
    notes: list[str] = Field(default=[])
    shelf: Annotated[str | None, Code("invalid_shelf")] = None


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenarios.tool, "_REGISTRY", dict(scenarios.tool._REGISTRY))
    monkeypatch.setattr(scenarios.toolbox, "_loaded", set())


@pytest.fixture
def post() -> Toolbox:
    @tool("post", "write", "Weighs a parcel.")
    def weigh(world: World, params: Weigh) -> Result:
        parcels = world.table("parcels")
        parcels[params.parcel] = {"grams": params.grams}
        if params.grams > 1000:
            raise Rejected("too_heavy", "The parcel is too heavy.")
        if params.grams == 13:
            raise RuntimeError("scale broke")
        return {"status": "success", "parcel": parcels[params.parcel]}

    return Toolbox.for_domain("post")


def test_a_tool_runs_and_its_answer_is_a_copy(post: Toolbox) -> None:
    world = World({})
    answer = post.call(world, "weigh", {"parcel": "P1", "grams": 10})
    world.table("parcels")["P1"]["grams"] = 99
    assert answer == {"status": "success", "parcel": {"grams": 10}}


@pytest.mark.parametrize(
    ("name", "params", "code"),
    [
        ("measure", {}, "tool_not_found"),
        ("weigh", {}, "invalid_parcel"),
        ("weigh", {"parcel": "???", "grams": "x"}, "invalid_parcel"),
        ("weigh", {"grams": "x", "shelf": 5, "parcel": "P1"}, "invalid_shelf"),
        ("weigh", {"parcel": "P1"}, "invalid_parameter"),
        ("weigh", {"parcel": "P1", "grams": 0}, "invalid_parameter"),
        ("weigh", None, "invalid_parameter"),
        ("weigh", "P1", "invalid_parameter"),
        ("weigh", {"parcel": "P1", "grams": 1001}, "too_heavy"),
        ("weigh", {"parcel": "P1", "grams": 13}, "execution_error"),
    ],
)
def test_a_call_that_fails_is_an_answer_and_changes_nothing(post: Toolbox, name: str, params: Any, code: str) -> None:
    world = World({"parcels": {"P1": {"grams": 1}}})
    answer = post.call(world, name, params)
    assert (answer["status"], answer["error_type"]) == ("error", code)
    assert answer["message"]
    assert world.tables == {"parcels": {"P1": {"grams": 1}}}


def test_a_refusal_may_say_more_but_never_less() -> None:
    @tool("shelf", "read", "Looks at the shelf.")
    def look(world: World, params: Params) -> Result:
        raise Rejected("full", "The shelf is full.", free=world.table("free"), status="success")

    world = World({"free": {"top": 0}})
    answer = Toolbox.for_domain("shelf").call(world, "look", {})
    world.table("free")["top"] = 9
    assert answer == {"status": "error", "error_type": "full", "message": "The shelf is full.", "free": {"top": 0}}


def test_rejected_and_malformed_calls_count_and_unknown_tools_do_not(post: Toolbox) -> None:
    world = World({})
    post.call(world, "weigh", {})
    post.call(world, "weigh", {"parcel": "P1", "grams": 1001})
    post.call(world, "measure", {})
    assert dict(world.calls) == {"weigh": 2}


def test_the_schema_comes_from_the_parameter_model(post: Toolbox) -> None:
    (schema,) = post.schemas()
    assert schema == {
        "name": "weigh",
        "description": "Weighs a parcel.",
        "parameters": {
            "type": "object",
            "properties": {
                "parcel": {"type": "string", "pattern": r"^P\d+$", "description": "Parcel"},
                "grams": {"type": "integer", "minimum": 1},
                "notes": {"type": "array", "items": {"type": "string"}, "default": []},
                "shelf": {"type": "string"},
            },
            "required": ["parcel", "grams"],
        },
    }


def test_validation_codes_are_those_of_the_parameters_and_the_common_ones(post: Toolbox) -> None:
    own = {"invalid_parcel", "invalid_shelf"}
    common = {"tool_not_found", "function_not_found", "execution_error", "invalid_parameter"}
    assert post.validation_codes == own | common


def test_names_are_unique_and_signatures_are_checked(post: Toolbox) -> None:
    def weigh(world: World, params: Weigh) -> Result:
        return {}

    def odd(world: World) -> Result:
        return {}

    with pytest.raises(ValueError, match="has a tool 'weigh' already"):
        tool("post", "read", "Again.")(weigh)
    with pytest.raises(ValueError, match="must take a world and a pydantic model"):
        tool("post", "read", "Odd.")(odd)  # type: ignore[arg-type]


@pytest.mark.parametrize("domain", ["nowhere", "not a name", "..airline"])
def test_a_domain_without_tools_is_a_usage_error(domain: str) -> None:
    if registered(domain):
        pytest.skip(f"{domain} has tools")
    with pytest.raises(UsageError, match="no tools for domain"):
        Toolbox.for_domain(domain)


class _Entry:
    def __init__(self, name: str, action: Any) -> None:
        self.name, self.value, self._action = name, f"package.{name}", action

    def load(self) -> Any:
        return self._action()


def test_a_broken_plugin_warns_and_the_others_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def good() -> None:
        @tool("plugged", "read", "Says hello.")
        def hello(world: World, params: Weigh) -> Result:
            return {"status": "success"}

    def bad() -> None:
        raise ImportError("no module named nothing")

    entries = [_Entry("bad", bad), _Entry("good", good)]
    monkeypatch.setattr(scenarios.toolbox, "entry_points", lambda group: entries)
    with pytest.warns(UserWarning, match=r"plug-in bad \(package.bad\) was left out"):
        toolbox = Toolbox.for_domain("plugged")
    assert list(toolbox.tools) == ["hello"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert list(Toolbox.for_domain("plugged").tools) == ["hello"], "each plug-in is loaded and warned of once"


AIRLINE = Toolbox.for_domain("airline")


def test_the_airline_has_fifteen_tools_of_the_right_types() -> None:
    types = {name: item.type for name, item in AIRLINE.tools.items()}
    assert types == {
        "get_reservation": "auth",
        "get_flight_status": "read",
        "get_disruption_info": "read",
        "search_rebooking_options": "read",
        "rebook_flight": "write",
        "add_to_standby": "write",
        "assign_seat": "write",
        "add_baggage_allowance": "write",
        "add_meal_request": "write",
        "issue_travel_credit": "write",
        "issue_hotel_voucher": "write",
        "issue_meal_voucher": "write",
        "cancel_reservation": "write",
        "process_refund": "write",
        "transfer_to_agent": "system",
    }
