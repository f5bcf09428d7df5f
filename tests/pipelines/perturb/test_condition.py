"""What a condition's text means, and what is said of one that cannot be read."""

import itertools
import types

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.perturb.base import MARK
from pipelines.perturb.condition import Condition, Element, parse, parse_all
from pipelines.perturb.registry import kinds
from scenarios.errors import UsageError

PARTS = ("accent-french", "behaviour-slow", "behaviour-forgetful", "gain=-6:drift=3")


def test_clean_is_nothing():
    assert parse("clean") == parse("") == parse(" clean ") == parse("clean+clean") == Condition()
    assert parse("clean+gain=1") == parse("gain=1")
    assert Condition().clean
    assert Condition().folder == "clean"


@pytest.mark.parametrize("order", list(itertools.permutations(PARTS)))
def test_the_stack_has_one_order_whatever_the_writers(order):
    condition = parse("+".join(order))
    assert condition == parse("+".join(PARTS))
    assert [e.kind for e in condition.elements] == ["accent", "behaviour", "behaviour", "gain"]
    assert condition.accent == "french"
    assert set(condition.behaviours) == {"slow", "forgetful"}
    assert [e.kind for e in condition.on_line] == ["gain"]


def test_options_that_were_not_given_are_recorded_with_their_defaults():
    (element,) = parse("gain=-6").elements
    assert element == Element(kind="gain", options={"db": -6.0, "drift": 0.0, "period": 12.0})
    assert parse("gain=-6:drift=3:period=4").elements[0].options == {"db": -6.0, "drift": 3.0, "period": 4.0}


def test_a_condition_survives_its_json():
    condition = parse("+".join(PARTS))
    assert Condition.model_validate_json(condition.model_dump_json()) == condition


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("loud", "there is no perturbation 'loud'"),
        ("gian=3", "did you mean gain?"),
        ("gain-big", "gain has no variants"),
        ("gain=much", "db: input should be a valid number"),
        ("gain=99", "db: input should be less than or equal to 40, not '99'"),
        ("gain=1:speed=2", "no option 'speed=2'; gain has db=…, drift=…, period=…"),
        ("gain=1:drift", "no option 'drift'"),
        ("behaviour-sad", "manner: input should be 'slow'"),
        ("behaviour", "manner: field required"),
        ("behaviour-slow=2", "behaviour takes no value"),
        ("accent-", "accent"),
        ("gain=1+gain=2", "stands beside"),
        ("gain=1+gain=1", "stands beside"),
        ("behaviour-slow+behaviour-slow", "stands beside"),
        ("accent-french+accent-spanish", "a condition has one accent"),
        ("gain=1++", "there is no perturbation ''"),
        ("clean+", "there is no perturbation ''"),
        ("gain=1:db=2", "db is given twice, as 1 and 2"),
        ("gain:drift=1:drift=1", "drift is given twice"),
        ("gain=1:drift=0." + "0" * 200, "215 long; 200 characters at most"),
    ],
)
def test_what_cannot_be_read_is_named_in_one_line(text, said):
    with pytest.raises(UsageError) as caught:
        parse(text)
    message = str(caught.value)
    assert said in message
    assert "\n" not in message


def test_a_condition_is_given_once():
    with pytest.raises(UsageError, match="'accent-french\\+gain=1' is given twice"):
        parse_all(["gain=1+accent-french", "clean", "accent-french+gain=1"])
    assert [c.name for c in parse_all(["clean", "gain=1"])] == ["clean", "gain=1"]


@pytest.mark.parametrize("other", ["gain=1.0", "gain:db=1", "gain=1:drift=0"])
def test_a_condition_written_otherwise_is_the_same(other):
    with pytest.raises(UsageError, match=f"conditions 'gain=1' and '{other}' are the same; drop one"):
        parse_all(["clean", "gain=1", "gain=2", other])


@given(st.text(max_size=40))
def test_any_text_is_a_condition_or_one_clear_line(text):
    said = ""
    try:
        condition = parse(text)
    except UsageError as error:
        said = str(error)
    if said:
        assert said.startswith("condition ")
    else:
        assert parse(condition.name) == condition


@given(st.text(alphabet="abcxyz/\\.:+=-_ é\n", min_size=1, max_size=60))
def test_a_folders_name_stays_inside_its_folder(name):
    folder = Condition(name=name).folder
    assert folder
    assert folder not in (".", "..")
    assert not set(folder) & set("/\\: \n")


def test_every_kind_says_what_it_is():
    found = kinds()
    assert list(found) == [k.name for k in sorted(found.values(), key=lambda k: (k.order, k.name))]
    for name, kind in found.items():
        assert kind.name == name
        assert kind.summary
        assert (kind.build is not None) == (kind.acts == "line")
        for field in (kind.options.variant, kind.options.value):
            assert not field or field in kind.options.model_fields


def test_a_kind_of_another_distribution_joins(monkeypatch):
    from pipelines.perturb import registry
    from pipelines.perturb.base import Options, perturbation

    @perturbation("hum", 15, Options, "mains hum")
    def build(options, site):
        raise AssertionError("not built here")

    module = types.ModuleType("theirs")
    module.build = build

    class Point:
        value = "theirs:kinds"

        @staticmethod
        def load():
            return module

    class Broken:
        value = "broken:kinds"

        @staticmethod
        def load():
            raise ImportError("no such thing")

    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [Broken, Point])
    registry.kinds.cache_clear()
    try:
        with pytest.warns(UserWarning, match="broken:kinds cannot be loaded: no such thing"):
            found = registry.kinds()
        assert "hum" in found
        assert "gain" in found
        assert getattr(build, MARK).name == "hum"
    finally:
        registry.kinds.cache_clear()
