import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.plan import Trial, choose, domains_of, draw, trials
from scenarios.errors import UsageError
from tests.harness.builder import scenario

ALL = [
    scenario("week-later"),
    scenario("week-earlier"),
    scenario("no-refund", kind="adversarial"),
    scenario("payroll", domain="hr"),
]


def ids(*patterns, limit=None):
    return [s.id for s in choose(ALL, patterns, limit)]


def test_nothing_said_is_everything_in_the_packs_order():
    assert ids() == ["week-later", "week-earlier", "no-refund", "payroll"]


@pytest.mark.parametrize(
    ("patterns", "expected"),
    [
        (["week-later"], ["week-later"]),
        (["no-refund", "week-*"], ["week-later", "week-earlier", "no-refund"]),
        (["kind:adversarial"], ["no-refund"]),
        (["workflow:voluntary_*"], ["week-later", "week-earlier", "no-refund", "payroll"]),
        (["hr/*"], ["payroll"]),
        (["airline/week-later"], ["week-later"]),
    ],
)
def test_patterns(patterns, expected):
    assert ids(*patterns) == expected


def test_the_limit_is_per_domain():
    assert ids(limit=1) == ["week-later", "payroll"]


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("week-latter", "did you mean week-later"),
        ("kind:hard", "known: adversarial, single"),
        ("workflow:x", "known: voluntary_change"),
        ("[", "scenarios list"),
    ],
)
def test_a_pattern_that_names_nothing_is_an_error_with_a_hint(pattern, message):
    with pytest.raises(UsageError) as caught:
        ids("week-later", pattern)
    assert message in str(caught.value)


def test_a_scenario_of_another_domain_is_said_to_be_there():
    airline = [s for s in ALL if s.domain == "airline"]
    for pattern in ("payroll", "hr/payroll"):
        with pytest.raises(UsageError, match=f"{pattern} is of hr: add --domain hr$"):
            choose(airline, [pattern], elsewhere=lambda: ALL)
    with pytest.raises(UsageError, match=r"`callbench scenarios list --domain airline` shows all 3$"):
        choose(airline, ["nothing"], elsewhere=lambda: ALL)


def test_domains_that_patterns_name():
    known = ("airline", "hr", "itsm")
    assert domains_of([], ["airline"], known) == ("airline",)
    assert domains_of(["hr/payroll"], ["airline"], known) == ("hr",)
    assert domains_of(["hr/payroll", "week-*"], ["airline"], known) == ("airline", "hr")
    assert domains_of(["other/payroll"], ["airline"], known) == ("airline",)


def test_trials_cover_all_scenarios_before_any_a_second_time():
    assert trials(ALL[:2], 2) == [
        Trial("airline", "week-later", 1),
        Trial("airline", "week-earlier", 1),
        Trial("airline", "week-later", 2),
        Trial("airline", "week-earlier", 2),
    ]


@given(st.lists(st.sampled_from([s.id for s in ALL]), min_size=1), st.integers(1, 4))
def test_choosing_keeps_order_and_never_repeats(names, limit):
    chosen = ids(*names, limit=limit)
    assert chosen == [s.id for s in ALL if s.id in chosen]
    assert set(chosen) <= set(names)


@given(
    st.lists(st.tuples(st.sampled_from(["airline", "hr"]), st.integers(0, 99)), unique=True, max_size=30),
    st.integers(1, 10),
    st.integers(0, 5),
)
def test_a_draw_keeps_order_takes_what_there_is_and_hangs_on_no_other_scenario(names, limit, seed):
    every = [scenario(f"s{number}", domain=domain) for domain, number in names]
    drawn = draw(every, limit, seed)
    assert drawn == [s for s in every if s in drawn]
    for domain in ("airline", "hr"):
        assert sum(s.domain == domain for s in drawn) == min(limit, sum(s.domain == domain for s in every))
    assert draw(every, None, seed) == every
    assert {s.id for s in drawn} <= {s.id for s in draw(every, limit + 1, seed)}
    for left_out in [s for s in every if s not in drawn][:3]:
        assert draw([s for s in every if s is not left_out], limit, seed) == drawn
