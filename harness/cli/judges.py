"""``callbench judges``: who can judge, and how far they agree with people."""

from __future__ import annotations

import math
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from harness.cli.scenarios import JsonOption

if TYPE_CHECKING:
    from harness.judges_check import Check
    from harness.judges_history import Drift
    from metrics.judges.agreement import Agreement, Figure

app = typer.Typer(help="List judges, or check them against labelled cases.", no_args_is_help=True)

SHOWN = 8  # disagreements and changed answers that are printed; --json has all
SEEN = (
    "Offline judges were written with labelled sets of the reference benchmark at hand; on those sets this agreement "
    "flatters them (docs/judges-check.md)."
)
LONGEST = 150  # characters of evidence


@app.command("list")
def list_judges(as_json: JsonOption = False) -> None:
    """Show model judges of the catalogue, and the offline judges with what they cannot see."""
    from harness.cli.output import print_json, print_table

    models, offline = _models(), _offline()
    if as_json:
        print_json({"models": models, "offline": offline})
        return
    columns = ["name", "judge", "model", "key", "audio", "answers for"]
    rows = [
        [m["name"], m["judge"], m["model"], m["key"] or "none", "yes" if m["audio"] else "no", ", ".join(m["metrics"])]
        for m in models
    ]
    print_table(columns, rows, whole=("name", "judge"))
    print("offline: rules without a model, the default")
    for judge in offline:
        print(f"\n{judge['metric']} {judge['version']} cannot see:")
        print("\n".join(f"- {line}" for line in judge["blind"]))


@app.command("check")
def check_judges(
    dataset: Annotated[Path, typer.Argument(help="Labelled cases: a .jsonl file, or a folder of them.")],
    metric: Annotated[str, typer.Option("--metric", metavar="NAME", help="Only cases on this metric.")] = "",
    judges: Annotated[
        str, typer.Option("--judges", metavar="NAME|FILE", help="Who judges: offline, or model judges.")
    ] = "offline",
    history: Annotated[
        Path | None,
        typer.Option("--history", metavar="FILE", help="Where answers are kept.  [default: in the cache folder]"),
    ] = None,
    by: Annotated[
        str, typer.Option("--by", metavar="FIELD", help="Give figures by the values of a field of the cases, too.")
    ] = "",
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="At most so many cases of each metric.")] = None,
    as_json: JsonOption = False,
) -> None:
    """How far does a judge agree with people, and does it say what it said the last time?

    Ends with 1 if a judge answered nothing of a set.
    """
    from agents.embedded.cache import directory
    from harness.cli import FAILED, FINE
    from harness.cli.output import print_json
    from harness.cli.progress import say
    from harness.judges import CALLS_AT_ONCE, OFFLINE, seated
    from harness.judges_check import check
    from harness.judges_history import History, usual_history
    from harness.report.text import plural
    from metrics.judges.labelled_files import known_metric, labelled_sets
    from scenarios.errors import UsageError

    if not dataset.exists():
        raise UsageError(f"{dataset}: no such file or folder; give labelled cases, see docs/judges-check.md")
    if metric:
        known_metric(metric)
    found = labelled_sets(dataset, metric)
    kept = History(history or usual_history(directory(), dataset))
    checks: list[tuple[Check, Drift | None]] = []
    # Model judges are asked anew and not from a cache: a remembered answer never drifts.
    with seated(judges) as jury:
        for labelled in found.sets:
            say(f"{labelled.metric}: {plural(labelled.count, 'case')} of {labelled.path.name}")
            done = check(labelled, jury, limit=limit, by=by, at_once=1 if judges == OFFLINE else CALLS_AT_ONCE)
            checks.append((done, kept.drift(done, judges)))
            if limit is None and done.items:
                kept.remember(done, judges)
    problem = kept.save()
    if as_json:
        print_json({"checks": [_json(c, d) for c, d in checks], "left_out": list(found.left_out)})
    else:
        for done, drift in checks:
            _show(done, drift, by)
        for line in found.left_out:
            print(f"Left out: {line}")
        if any(done.blind for done, _ in checks):
            print(SEEN)
        if limit is not None:
            print("Checked in part (--limit): not remembered for the next check")
    if problem:
        say(problem)
    raise typer.Exit(FINE if all(done.items for done, _ in checks) else FAILED)


def _models() -> list[dict[str, Any]]:
    from metrics.judges.llm.config import CATALOGUE, names, read
    from metrics.judges.llm.questions import QUESTIONS

    return [
        {
            "name": name,
            "judge": judge.name,
            "model": judge.model,
            "key": judge.key,
            "audio": judge.audio,
            "metrics": [m for m in QUESTIONS if judge.answers(m)],
        }
        for name in names()
        for judge in read(CATALOGUE / f"{name}.yaml")
    ]


def _offline() -> list[dict[str, Any]]:
    import pkgutil

    from metrics.judges import offline

    found = []
    for info in pkgutil.iter_modules(offline.__path__):
        module = offline.judge_of(info.name)
        if module is not None:
            found.append({"metric": info.name, "version": module.VERSION, "blind": list(module.BLIND)})
    return found


def _show(done: Check, drift: Drift | None, by: str) -> None:
    from harness.cli.output import print_table
    from harness.judges_check import PUBLISHED
    from harness.report.text import plural
    from metrics.judges.agreement import FEW

    a = done.agreement
    cases = "" if done.cases == a.n else f" of {plural(done.cases, 'case')}"
    judges = ", ".join(done.judges) or "nobody"
    prompts = f", prompt {', '.join(done.prompts)}" if done.prompts else ""
    of = f"{plural(a.n, 'rating')}{cases} in {plural(a.groups, 'group')} of {done.file}"
    print(f"\n{done.metric}: {of}, judged by {judges}{prompts}")
    if done.items:
        print_table(["figure", "value", "95 % interval", "published"], _figures(done), whole=("figure", "value"))
        if done.metric in PUBLISHED:
            print("Published: by the benchmark's authors, of their model judge, on all cases of their set.")
            if a.groups < FEW:
                few = plural(a.groups, "group")
                print(f"To compare with the published figures, {few} will not do: at least {FEW} are needed.")
        _confusion(a)
        _parts(done, by)
        if done.passes is not None:
            both = done.passes.counts
            print(
                f"Pass (mean of at least {done.threshold:g} on 0 to 1), of {plural(done.passes.n, 'case')}: "
                f"{both[1][1]} by both, {both[0][0]} by neither, {both[0][1]} by the judge alone, "
                f"{both[1][0]} by people alone."
            )
    if apart := done.disagreements():
        print(f"Disagreements: {len(apart)}, the farthest apart first:")
        for item in apart[:SHOWN]:
            named = f" ({', '.join(item.modes)})" if item.modes else ""
            print(f"- {item.id}: people {item.label}{named}, judge {item.said}: {_short(item.evidence)}")
        _more(len(apart))
    if done.unanswered:
        print(f"Without an answer, and in no figure: {len(done.unanswered)}")
        print("\n".join(f"- {_short(line)}" for line in done.unanswered[:SHOWN]))
        _more(len(done.unanswered))
    _drift(drift)
    if done.cost_usd:
        print(f"Cost: {done.cost_usd:.4f} US dollars.")
    if done.blind:
        print("What this judge cannot see:")
        print("\n".join(f"- {line}" for line in done.blind))


def _parts(done: Check, by: str) -> None:
    from harness.cli.output import print_table
    from harness.judges_check import NONE

    if not done.parts:
        return
    if all(part.value == NONE for part in done.parts):
        print(f"--by {by}: no case has such a field.")
        return
    rows = []
    for part in done.parts:
        a, passes = part.agreement, part.passes
        figures = [(a.accuracy, 100), (a.macro_f1, 100), (a.kappa, 1), (passes.kappa if passes else None, 1)]
        rows.append([part.value, str(a.n), *(_cell(figure, factor) for figure, factor in figures)])
    print_table([by, "n", "accuracy, %", "macro-F1, %", "kappa", "pass decision: kappa"], rows)


def _cell(figure: Figure | None, factor: int) -> str:
    """A figure with its interval."""
    if figure is None:
        return ""
    _, value, bounds, _ = _row("", figure, factor, None)
    return f"{value} ({bounds})" if bounds else value


def _figures(done: Check) -> list[list[str]]:
    from harness.judges_check import PUBLISHED, UNKNOWN

    theirs, a = PUBLISHED.get(done.metric, UNKNOWN), done.agreement
    rows = [
        _row("accuracy, %", a.accuracy, 100, theirs.accuracy),
        _row("macro-F1, %", a.macro_f1, 100, theirs.macro_f1),
        _row("kappa", a.kappa, 1, theirs.kappa),
        _row("kappa, quadratic", a.quadratic_kappa, 1, None),
    ]
    if done.passes is not None:
        rows.append(_row("pass decision: kappa", done.passes.kappa, 1, None))
        rows.append(_row("pass decision: accuracy, %", done.passes.accuracy, 100, None))
    if done.extraction is not None:
        rows.append(_row("extraction F1, %", done.extraction.f1, 100, theirs.extraction_f1))
        rows.append(_row("extraction precision, %", done.extraction.precision, 100, None))
        rows.append(_row("extraction recall, %", done.extraction.recall, 100, None))
    return rows


def _row(name: str, figure: Figure, factor: int, published: float | None) -> list[str]:
    digits = 1 if factor == 100 else 3

    def text(value: float) -> str:
        return "undefined" if math.isnan(value) else f"{factor * value:.{digits}f}"

    bounds = " to ".join(map(text, figure.interval)) if figure.interval else ""
    return [name, text(figure.value), bounds, "" if published is None else f"{published:.{digits}f}"]


def _confusion(a: Agreement) -> None:
    from harness.cli.output import print_table

    columns = ["people \\ judge", *(str(r) for r in a.scale), "F1, %"]
    rows = [
        [str(rating), *map(str, counts), "undefined" if math.isnan(f1) else f"{100 * f1:.1f}"]
        for rating, counts, f1 in zip(a.scale, a.counts, a.f1, strict=True)
    ]
    print_table(columns, rows)


def _drift(drift: Drift | None) -> None:
    if drift is None:
        print("Drift: no earlier check by these judges is remembered.")
        return
    before, now = (100 * share for share in drift.accuracy)
    print(
        f"Drift: {len(drift.changes)} of {drift.common} answers differ from the last check "
        f"(by {', '.join(drift.before)}); accuracy {before:.1f} % then, {now:.1f} % now."
    )
    if drift.relabelled:
        print(f"People's rating of {drift.relabelled} of these has changed since; both figures are by the new ones.")
    for change in drift.changes[:SHOWN]:
        print(f"- {change.id}: {change.before} -> {change.now}, people {change.label}")
    _more(len(drift.changes))


def _more(count: int) -> None:
    if count > SHOWN:
        print(f"- and {count - SHOWN} more (--json)")


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST].rsplit(" ", 1)[0] + " ..."


def _json(done: Check, drift: Drift | None) -> dict[str, Any]:
    from harness.judges_check import PUBLISHED

    data = asdict(done)
    data["disagreements"] = [asdict(item) for item in done.disagreements()]
    data["published"] = asdict(PUBLISHED[done.metric]) if done.metric in PUBLISHED else None
    data["drift"] = None if drift is None else asdict(drift)
    defined: dict[str, Any] = _defined(data)
    return defined


def _defined(value: Any) -> Any:
    """The same with ``None`` for what is not a number, which JSON does not have."""
    if isinstance(value, float):
        return None if math.isnan(value) else value
    if isinstance(value, dict):
        return {k: _defined(v) for k, v in value.items()}
    return [_defined(v) for v in value] if isinstance(value, list | tuple) else value
