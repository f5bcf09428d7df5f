"""Who judges a run: ``--judges`` as a jury."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from metrics.judges.jury import Jury
from metrics.judges.offline import NAME, OfflineJury
from metrics.registry import load
from scenarios.errors import UsageError

OFFLINE = NAME
"""What ``--judges`` calls the judges that need no model."""

CALLS_AT_ONCE, METRICS_AT_ONCE = 8, 4
"""How much is put to model judges at the same time; each judge bounds its own requests besides."""

CACHE = "judgements"
"""Folder of a run that keeps what model judges said, so that scoring again costs nothing."""


def jury_of(spec: str, run: Path | None = None) -> Jury:
    """The jury that ``--judges`` names.

    Args:
        spec: ``offline``, or what model judges are called: a name of the catalogue, or a judge file.
        run: the run whose replies are kept; ``None`` keeps nothing.

    Raises:
        UsageError: there are no such judges, or model judges cannot be used here.
    """
    if spec == OFFLINE:
        return OfflineJury()
    try:
        from metrics.judges.llm import jury_from
    except ImportError as error:
        raise UsageError(
            f"--judges {spec}: model judges cannot be loaded ({error}); "
            f"install what is missing, or use --judges {OFFLINE}"
        ) from error
    jury: Jury = jury_from(spec, run / CACHE if run else None)
    return jury


def exact_metrics() -> Sequence[str]:
    """The metrics that ask nobody."""
    return [m.name for m in load() if not m.judged]
