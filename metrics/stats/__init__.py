"""Statistics of runs: intervals, paired tests, detectable differences, what judges' errors do to a rate.

The unit is the scenario: trials of one scenario are not independent and never count as more scenarios. Which
interval is used where, and what was measured of it, is in design/statistics.md.
"""

from metrics.stats.bootstrap import RESAMPLES, bootstrap_ci, studentised
from metrics.stats.interval import ALPHA, LEVEL, Interval
from metrics.stats.judged import Rates, behind_judge, behind_judges, beside_caller
from metrics.stats.means import mean_interval, share_interval
from metrics.stats.paired import detectable, difference_interval, holm, mcnemar, sign_flip
from metrics.stats.percentiles import percentiles
from metrics.stats.seed import run_seed
from metrics.stats.shares import wilson
from metrics.stats.stability import stability

__all__ = [
    "ALPHA",
    "LEVEL",
    "RESAMPLES",
    "Interval",
    "Rates",
    "behind_judge",
    "behind_judges",
    "beside_caller",
    "bootstrap_ci",
    "detectable",
    "difference_interval",
    "holm",
    "mcnemar",
    "mean_interval",
    "percentiles",
    "run_seed",
    "share_interval",
    "sign_flip",
    "stability",
    "studentised",
    "wilson",
]
