"""Is what a run or a study says still what its calls say? Scores and every figure are computed anew and compared."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from harness import deltas
from harness.calls import Attempt
from harness.files import dumps, read_json
from harness.gathered import gather, why_not
from harness.judges import CACHE, OFFLINE, seated
from harness.report.html import page
from harness.report.markdown import markdown
from harness.report.study import PAGE, TEXT
from harness.report.study import markdown as study_markdown
from harness.report.study import page as study_page
from harness.report.text import plural
from harness.score import REFERENCE, SCORES, SUMMARY, fresh_scores, read_scores, summary_of, table_of
from harness.study import open_study
from metrics.judges.jury import Jury
from metrics.judges.views import METRICS as JUDGED
from metrics.registry import load
from metrics.score import Score
from scenarios.errors import UsageError

SHORT = 80  # characters of a value in a difference


@dataclass
class Verified:
    """What was found.

    Attributes:
        calls: calls whose scores were computed again.
        scores: scores that were, of all metrics.
        kept: scores of model judges: they are what the summary was made of, and are not asked for again.
        unchecked: scores of metrics that are not installed here, by metric: they and their own figures are taken as
            they are.
        differences: one line each: where, what is written, what was computed.
    """

    calls: int = 0
    scores: int = 0
    kept: int = 0
    unchecked: dict[str, int] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)


def verify(run: Path) -> Verified:
    """Compute scores and figures of a run from its call folders, and compare them with what is written.

    Nothing is written. Scores of model judges are taken as they are.

    Raises:
        UsageError: not a run folder.
    """
    found = Verified()
    with seated(OFFLINE) as jury:
        gathered = gather(run, partial(_scores, run=run, jury=jury, found=found))
    summary = _as_written(run / SUMMARY, summary_of(gathered), found.unchecked)
    found.differences += _json(run, SUMMARY, summary)
    if (run / REFERENCE).exists():
        theirs = read_json(run / REFERENCE)
        seed = theirs.get("seed") if isinstance(theirs, dict) else None  # a folder may have been renamed since
        computed = _as_written(run / REFERENCE, summary_of(gathered, "reference", seed), found.unchecked)
        found.differences += _json(run, REFERENCE, computed)
    shown = json.loads(dumps(summary))
    texts = {"trials.csv": table_of(gathered)}
    if (run / "report.html").exists():
        texts["summary.md"] = markdown(shown)
        try:
            texts["report.html"] = page(run, shown)
        except UsageError as error:
            found.differences.append(f"report.html: cannot be made again, {error}")
    for name, text in texts.items():
        found.differences += _text(run, name, text)
    return found


def verify_study(path: Path) -> Verified:
    """Verify every run of a study, and then its own figures and reports, by the scores that are written.

    Raises:
        UsageError: not a study.
    """
    study, found = open_study(path), Verified()
    for part, run in study.folders:
        own = verify(run)
        found.calls, found.scores, found.kept = (
            found.calls + own.calls,
            found.scores + own.scores,
            found.kept + own.kept,
        )
        for name, count in own.unchecked.items():
            found.unchecked[name] = found.unchecked.get(name, 0) + count
        found.differences += (f"{part.folder}/{line}" for line in own.differences)
    try:
        computed = deltas.deltas(study)
    except UsageError as error:
        found.differences.append(f"{deltas.FILE}: cannot be computed, {error}")
        return found
    for name in (deltas.FILE, deltas.REFERENCE):
        if name == deltas.FILE or (path / name).exists():
            own_figures = computed if name == deltas.FILE else deltas.deltas(study, "reference")
            found.differences += _json(path, name, own_figures)
    shown = json.loads(dumps(computed))
    for name, text in ((TEXT, study_markdown(shown)), (PAGE, study_page(shown))):
        found.differences += _text(path, name, text)
    return found


def _scores(
    attempts: Sequence[Attempt], run: Path, jury: Jury, found: Verified
) -> dict[Path, dict[str, Score] | Exception]:
    """The scores that are written, compared with those that are computed; those alone where none are written."""
    written = {a.folder: read_scores(a.folder) for a in attempts}
    named = (_judge(score) for scores in written.values() for score in (scores or {}).values())
    models = (run / CACHE).exists() or any(judge not in ("", OFFLINE) for judge in named)
    results: dict[Path, dict[str, Score] | Exception] = {}
    for folder, there in written.items():
        where = (folder / SCORES).relative_to(run).as_posix()
        again = [name for name, score in (there or {}).items() if not _by_model(score, models)]
        for name in sorted(set(again) - set(load().names())):
            found.unchecked[name] = found.unchecked.get(name, 0) + 1
            again.remove(name)
        try:
            fresh = fresh_scores(folder, again if there is not None else None, jury)
        except Exception as error:
            if there is not None:
                found.differences.append(f"{where}: cannot be computed again, {why_not(error, folder)}")
            results[folder] = error
            continue
        if there is None:
            found.differences.append(f"{where}: absent, or cannot be read")
            results[folder] = fresh
            continue
        found.calls += 1
        found.scores += len(again)
        found.kept += sum(_by_model(score, models) for score in there.values())
        for name in again:
            old, new = there[name].model_dump(mode="json"), json.loads(dumps(fresh[name].model_dump(mode="json")))
            found.differences += (f"{where}: {name}{line}" for line in differences(old, new))
        results[folder] = there
    return results


def _judge(score: Score) -> str:
    """First word of the judge's name; empty where nobody judged."""
    judge = score.details.get("judge")
    return str(judge.get("name", "")).split(" ")[0] if isinstance(judge, dict) else ""


def _by_model(score: Score, models: bool) -> bool:
    """Whether a model decided a score, or should have: one that failed leaves no name."""
    judge = _judge(score)
    unnamed = not judge and models and score.name in JUDGED and score.state == "errored"
    return unnamed or judge not in ("", OFFLINE)


def _as_written(path: Path, computed: dict[str, Any], unchecked: Iterable[str]) -> dict[str, Any]:
    """A summary with the entries of metrics that are not installed as they stand in the file.

    What such a metric declared, and so its pass@k, is not known here.
    """
    written = read_json(path)
    theirs = written.get("metrics") if isinstance(written, dict) else None
    taken = {name: theirs[name] for name in unchecked if name in theirs} if isinstance(theirs, dict) else {}
    return {**computed, "metrics": {**computed["metrics"], **taken}}


def _json(run: Path, name: str, computed: Any) -> Iterator[str]:
    written = read_json(run / name)
    if written is None:
        yield f"{name}: absent, or not JSON"
        return
    for line in differences(written, json.loads(dumps(computed))):
        yield f"{name}: {line.lstrip('.')}"


def _text(run: Path, name: str, computed: str) -> Iterator[str]:
    path = run / name
    if not path.exists():
        yield f"{name}: absent"
        return
    written = path.read_text(encoding="utf-8").splitlines()
    lines = computed.splitlines()
    for number, (old, new) in enumerate(zip(written, lines, strict=False), 1):
        if old != new:
            yield f"{name}: line {number} is {_short(old)}, computed {_short(new)}"
            return
    if len(written) != len(lines):
        yield f"{name}: {len(written)} lines, computed {len(lines)}"


def differences(written: Any, computed: Any, path: str = "") -> Iterator[str]:
    """Where two JSON values differ: the path, and both values."""
    if isinstance(written, dict) and isinstance(computed, dict):
        for key in sorted(written.keys() | computed.keys(), key=str):
            if key not in written:
                yield f"{path}.{key} is absent, computed {_short(computed[key])}"
            elif key not in computed:
                yield f"{path}.{key} is {_short(written[key])}, computed nothing"
            else:
                yield from differences(written[key], computed[key], f"{path}.{key}")
    elif isinstance(written, list) and isinstance(computed, list) and len(written) == len(computed):
        for index, pair in enumerate(zip(written, computed, strict=True)):
            yield from differences(*pair, f"{path}[{index}]")
    elif written != computed or type(written) is not type(computed):
        yield f"{path} is {_short(written)}, computed {_short(computed)}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHORT else text[: SHORT - 3] + "..."


def told(found: Verified) -> Sequence[str]:
    """What was found, in lines."""
    kept = f"; {found.kept} of model judges were taken as they are" if found.kept else ""
    lines = [f"{plural(found.scores, 'score')} of {plural(found.calls, 'call')} computed again{kept}"]
    if found.unchecked:
        named = ", ".join(f"{name} ({plural(count, 'score')})" for name, count in sorted(found.unchecked.items()))
        lines.append(f"not checked, for no such metric is installed here: {named}")
    if found.differences:
        return [*lines, *found.differences, plural(len(found.differences), "difference")]
    every = "every other score and figure" if found.unchecked else "every score and every figure"
    return [*lines, f"{every} is what the calls say"]
