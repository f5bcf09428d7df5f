"""How judges' pass decisions agreed with people's: what is known, in ``rates.yaml`` beside this module.

Figures hold for one judge of one version, by the name that its scores carry; for any other judge nothing is known,
and its scores get no band.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from metrics.sensitivity import JudgeRates
from metrics.stats import Rates
from scenarios import yaml_file


@cache
def known_rates() -> JudgeRates:
    """By metric and name of the judge.

    Raises:
        ValueError: an entry of the file is not whole.
    """
    text = resources.files("metrics.judges").joinpath("rates.yaml").read_text(encoding="utf-8")
    return parse(text)


def parse(text: str) -> JudgeRates:
    """The entries of a file of rates.

    Raises:
        ValueError: an entry is not whole.
    """
    found: dict[str, dict[str, Rates]] = {}
    for metric, judges in (yaml_file.parse(text) or {}).items():
        for judge, entry in judges.items():
            try:
                found.setdefault(metric, {})[judge] = Rates(**entry)
            except TypeError as error:
                raise ValueError(f"rates of {judge} for {metric}: {error}") from error
    return found
