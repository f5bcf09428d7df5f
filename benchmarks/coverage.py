"""Which interval of a pass rate holds what it promises: coverage of 95 % intervals, by simulation.

    python benchmarks/coverage.py [--replicates 1000]

Scenario chances are beta with concentration 2 around a mean pass rate; each cell shows the coverage on average over
mean pass rates of 0.2 to 0.9, and at the worst of them. Ours is Wilson's with an effective number of trials.
"""

import argparse

import numpy as np
from scipy import special

from metrics.stats import bootstrap_ci, share_interval, studentised

RATES = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
RESAMPLES = 600


def percentile(means, seed):
    return bootstrap_ci(list(means), seed, resamples=RESAMPLES)


def student(means, seed):
    half = special.stdtrit(len(means) - 1, 0.975) * means.std(ddof=1) / len(means) ** 0.5
    return means.mean() - half, means.mean() + half


def bootstrap_t(means, seed):
    found = studentised(means, seed, resamples=RESAMPLES)
    return student(means, seed) if found is None else (found.low, found.high)


def bca(means, seed):
    """Bias-corrected and accelerated (B. Efron, 1987), ties counted by half."""
    middle = means.mean()
    if not np.ptp(means):
        return middle, middle
    drawn = means[np.random.default_rng(seed).integers(0, len(means), (RESAMPLES, len(means)))].mean(axis=1)
    below = np.mean(drawn < middle) + np.mean(drawn == middle) / 2
    bias = special.ndtri(np.clip(below, 1 / RESAMPLES, 1 - 1 / RESAMPLES))
    off = means - middle
    speed = (off**3).sum() / (6 * (off**2).sum() ** 1.5)
    z = bias + special.ndtri([0.025, 0.975])
    return tuple(np.percentile(drawn, 100 * special.ndtr(bias + z / (1 - speed * z))))


METHODS = {"percentile": percentile, "BCa": bca, "studentised": bootstrap_t, "Student's t": student}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--replicates", type=int, default=1000)
    replicates = parser.parse_args().replicates
    rng = np.random.default_rng(1)
    print("| scenarios x trials | " + " | ".join([*METHODS, "ours"]) + " |")
    print("|---" * (len(METHODS) + 2) + "|")
    for scenarios in (10, 50, 213):
        for trials in (1, 3, 5):
            covered = {name: [] for name in [*METHODS, "ours"]}
            for rate in RATES:
                chances = rng.beta(2 * rate, 2 * (1 - rate), (replicates, scenarios, 1))
                drawn = (rng.random((replicates, scenarios, trials)) < chances).astype(float)
                held = dict.fromkeys(covered, 0)
                for seed, one in enumerate(drawn):
                    for name, method in METHODS.items():
                        low, high = method(one.mean(axis=1), seed)
                        held[name] += low - 1e-9 <= rate <= high + 1e-9
                    ours = share_interval(one.tolist())
                    held["ours"] += ours.low - 1e-9 <= rate <= ours.high + 1e-9
                for name, count in held.items():
                    covered[name].append(count / replicates)
            cells = [f"{100 * np.mean(c):.1f} ({100 * min(c):.1f})" for c in covered.values()]
            print(f"| {scenarios} x {trials} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
