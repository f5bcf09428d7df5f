"""Judges that need no model and no network: one module per metric, each with `VERSION`, `BLIND` and `judge(case)`.

They are the default jury. Modules are imported when their metric is first judged, so that scoring without judged
metrics needs none of them.
"""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType

from metrics.judges.case import Case
from metrics.judges.jury import NothingToJudge, Ruling

NAME = "offline"


class OfflineJury:
    """Rules by the modules of this package."""

    def rule(self, metric: str, case: Case) -> Ruling:
        """Answer for one metric on one case.

        Raises:
            JudgeError: the judge gave no usable answer.
            NothingToJudge: there is nothing to rate, or nobody can rate this metric without a model.
        """
        module = judge_of(metric)
        if module is None:
            raise NothingToJudge(f"no offline judge for {metric}; name a model judge with --judges")
        verdict = module.judge(case)
        return Ruling(verdict, f"{NAME} {metric} {module.VERSION}", details={"blind": list(module.BLIND)})


def judge_of(metric: str) -> ModuleType | None:
    """The module that judges a metric; ``None`` where there is none. One that cannot be imported raises."""
    name = f"{__name__}.{metric}"
    if not metric.isidentifier() or metric.startswith("_") or importlib.util.find_spec(name) is None:
        return None
    return importlib.import_module(name)
