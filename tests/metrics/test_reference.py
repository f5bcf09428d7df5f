"""The reference's perturbation statistics: exact where its seeds are known, within the noise of draws elsewhere."""

import pytest

from metrics import reference as published
from metrics.calls import CallScores
from metrics.perturbations import Condition, perturbations
from metrics.score import Score
from metrics.stats import bootstrap_ci, holm, sign_flip
from tests import reference

VECTORS = reference.present("vectors", "perturbation_stats.json") or {"perm": [], "rows": []}
CELLS = [*VECTORS.get("per_domain", []), *VECTORS.get("pooled", [])]


def deltas(cell):
    return [
        row["delta"]
        for row in VECTORS["rows"]
        if row["perturbation_condition"] == cell["perturbation_condition"]
        and (cell["domain"] in ("pooled", row["domain"]))
        and row["metric"] == cell["metric"]
    ]


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(VECTORS["perm"]))
def test_permutation_tests_draw_the_same_patterns(case):
    assert published.sign_flip(case["deltas"], case["seed"], draws=case["n_perm"]) == case["p"]


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(VECTORS["perm"]))
def test_our_p_is_exact_where_the_reference_draws(case):
    """A deliberate difference: few scenarios need no draw, and a drawn p counts the pattern at hand."""
    p, how = sign_flip(case["deltas"], case["seed"])
    assert how == "exact"
    assert p == pytest.approx(case["p"], abs=4 * (case["p"] * (1 - case["p"]) / case["n_perm"]) ** 0.5 + 1e-4)


@pytest.mark.reference
@pytest.mark.parametrize("cell", reference.each(CELLS, (f"{c['domain']}-{c['perturbation_condition']}" for c in CELLS)))
def test_cells_agree_within_the_noise_of_their_draws(cell):
    found, draws = deltas(cell), VECTORS["config"]["n_permutations"]
    assert sum(found) / len(found) == pytest.approx(cell["observed_mean_delta"])
    noise = 5 * (max(cell["raw_p"], 1e-4) * (1 - cell["raw_p"]) / draws) ** 0.5
    assert published.sign_flip(found, 42, draws=draws) == pytest.approx(cell["raw_p"], abs=2**0.5 * noise)
    assert sign_flip(found, 42)[0] == pytest.approx(cell["raw_p"], abs=2**0.5 * noise + 1e-4)
    low, high = bootstrap_ci(found, 42, resamples=VECTORS["config"]["n_bootstrap"])
    wide = cell["ci_upper"] - cell["ci_lower"]
    assert (low, high) == pytest.approx((cell["ci_lower"], cell["ci_upper"]), abs=0.1 * wide)


@pytest.mark.reference
@pytest.mark.parametrize("scope", ["per_domain", "pooled"])
def test_corrected_p_are_holms_within_the_declared_family(scope):
    table = reference.vector("perturbation_stats")[scope]
    families = {}
    for cell in table:
        families.setdefault((cell["model_label"], cell["metric"]), []).append(cell)
    for cells in families.values():
        corrected = holm([c["raw_p"] for c in cells])
        assert corrected == pytest.approx([c["corrected_p"] for c in cells])
        assert [p < VECTORS["config"]["alpha"] for p in corrected] == [c["reject"] for c in cells]


def calls(condition):
    """The reference's rows as calls; 0 in the clean condition, so that the difference is the row's."""
    return [
        CallScores(
            row["domain"],
            row["scenario_id"],
            1,
            {
                row["metric"]: Score(
                    name=row["metric"],
                    version="1",
                    category="experience",
                    state="scored",
                    value=row["delta"] if condition else 0.0,
                    why="so",
                )
            },
        )
        for row in VECTORS["rows"]
        if row["perturbation_condition"] == (condition or VECTORS["rows"][0]["perturbation_condition"])
    ]


@pytest.mark.reference
def test_a_study_by_the_reference_s_convention_has_its_tables():
    """Means and families exactly; p and intervals within the noise of their draws."""
    names = list(dict.fromkeys(row["perturbation_condition"] for row in reference.vector("perturbation_stats")["rows"]))

    def one(name):
        found = calls(name)
        return Condition(name or "clean", found, frozenset(c.name for c in found))

    study = perturbations(one(""), [one(name) for name in names], seed=42, convention="reference")
    assert study["complete"]
    metric = CELLS[0]["metric"]
    tables = [[c for c in study[name] if c["name"] == metric] for name in ("by_domain", "pooled")]
    found = {(c["domain"], c["condition"], c["name"]): c for table in tables for c in table}
    assert len(found) == len(CELLS) == 12
    for cell in CELLS:
        own = found[cell["domain"], cell["perturbation_condition"], cell["metric"]]
        assert own["difference"] == pytest.approx(cell["observed_mean_delta"], abs=5e-5)
        noise = (
            5 * 2**0.5 * (max(cell["raw_p"], 1e-4) * (1 - cell["raw_p"]) / VECTORS["config"]["n_permutations"]) ** 0.5
        )
        assert own["p"] == pytest.approx(cell["raw_p"], abs=noise)
        wide = cell["ci_upper"] - cell["ci_lower"]
        assert (own["low"], own["high"]) == pytest.approx((cell["ci_lower"], cell["ci_upper"]), abs=0.1 * wide)
        assert own["tests"] == (3 if cell["domain"] == "pooled" else 9)
        assert own["found"] == cell["reject"]
    for table in tables:
        assert [c["p_adjusted"] for c in table] == pytest.approx(holm([c["p"] for c in table]), rel=1e-3, abs=1e-12)


def test_the_reference_p_can_be_0_and_ours_cannot():
    """A deliberate difference: without the pattern at hand among them, no drawn one reaches it."""
    assert published.sign_flip([0.5] * 40, 1) == 0.0
    assert sign_flip([0.5] * 40, 1)[0] > 0
