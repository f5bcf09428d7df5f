"""How often the offline judges' pass decisions are people's: counted on labelled cases, written to rates.yaml.

    python benchmarks/judge_rates.py ../shared/eva/judge_validation

The rules were written with these cases at hand, so other cases may be judged worse; the file says so.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import yaml

from metrics.composites import THRESHOLDS
from metrics.judges.jury import NothingToJudge
from metrics.judges.labelled import Labelled, load_traces, load_turns
from metrics.judges.offline import OfflineJury
from metrics.judges.ratings import normalized, rate
from metrics.score import TOLERANCE

ROOT = Path(__file__).resolve().parents[1]
LOADERS = {"faithfulness": load_traces, "conversation_progression": load_traces, "conciseness": load_turns}
SOURCE = "public labelled cases, which its rules were written with: optimistic"
HEAD = """# How judges' pass decisions agreed with people's, by metric and judge; read by metrics/judges/rates.py.
# Offline judges: counted by benchmarks/judge_rates.py. A call passes as in composites; a case of several turns
# passes by the mean of its turns.
"""


def label_passes(case: Labelled, threshold: float) -> bool:
    ratings = [normalized(r, 1, 3) for r in case.ratings.values()]
    return sum(ratings) / len(ratings) >= threshold - TOLERANCE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset", type=Path)
    folder = parser.parse_args().dataset
    jury, found = OfflineJury(), {}
    for metric, load in LOADERS.items():
        counts = {"passed": 0, "passed_right": 0, "failed": 0, "failed_right": 0}
        judge = ""
        for case in load(folder / f"{metric}.jsonl"):
            try:
                ruling = jury.rule(metric, case.case)
            except NothingToJudge:
                continue
            judge = ruling.judge
            outcome = rate(metric, ruling.verdict, case.case)
            if not case.ratings or outcome.normalized is None:
                continue
            people = label_passes(case, THRESHOLDS[metric])
            judged = outcome.normalized >= THRESHOLDS[metric] - TOLERANCE
            counts["passed" if people else "failed"] += 1
            if people == judged:
                counts["passed_right" if people else "failed_right"] += 1
        found[metric] = {judge: {**counts, "source": SOURCE}}
        print(metric, judge, counts)
    text = HEAD + yaml.safe_dump(found, sort_keys=True, allow_unicode=True)
    (ROOT / "metrics" / "judges" / "rates.yaml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
