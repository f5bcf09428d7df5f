"""Which labelled sets a file or a folder holds, and which metric each is about.

The metric follows from the fields of the first object; where two metrics share a form, from the file's name.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from metrics.judges.labelled import Labelled, load_traces, load_turns, rows
from metrics.judges.labelled_entities import LabelledEntities, load_entities
from metrics.judges.labelled_own import load_own
from metrics.judges.ratings import RATERS, scale
from scenarios.errors import UsageError

ENTITIES = "transcription_accuracy_key_entities"
SPEECH = "agent_speech_fidelity"
TRACES = ("faithfulness", "conversation_progression")
_DEAF = (
    f"labels of {SPEECH} beside texts alone, without the sound that they are about: cannot be checked from text, left "
    "out; label recorded calls instead (field call, see docs/judges-check.md)"
)


@dataclass(frozen=True, slots=True)
class LabelledSet:
    """Labelled cases on one metric, of one file. Either `cases` or `entities` are there."""

    metric: str
    path: Path
    cases: Sequence[Labelled] = ()
    entities: Sequence[LabelledEntities] = ()

    @property
    def count(self) -> int:
        """Number of cases."""
        return len(self.cases or self.entities)


@dataclass(frozen=True, slots=True)
class Found:
    """The sets of a file or folder, and one line for each file that was left out, with the reason."""

    sets: tuple[LabelledSet, ...]
    left_out: tuple[str, ...]


class _Unknown(UsageError):
    """The file is no labelled set, or not one that can be checked."""


def labelled_sets(dataset: Path, metric: str = "") -> Found:
    """Read every labelled set of a ``.jsonl`` file or a folder of them.

    Args:
        dataset: the file or folder.
        metric: only sets on this metric; it also says which one a file is about whose fields leave it open.

    Raises:
        UsageError: there is nothing to check, or a file is broken.
    """
    if not dataset.is_dir():
        found = Found(tuple(s for s in _read(dataset, metric) if metric in ("", s.metric)), ())
        if not found.sets:
            raise UsageError(f"{dataset}: holds no case on {metric}" if metric else f"{dataset}: holds no case")
        return found
    sets: list[LabelledSet] = []
    left_out = []
    files = sorted(dataset.glob("*.jsonl"))
    for file in files:
        try:
            sets += [s for s in _read(file, "") if metric in ("", s.metric)]
        except _Unknown as error:
            left_out.append(str(error))
    if not sets:
        why = f"; {left_out[0]}" if left_out else ""
        what = f"no labelled set on {metric}" if metric and files else "no labelled set (*.jsonl)"
        inside = sorted({file.parent for file in dataset.glob("*/*.jsonl")}) if not files else []
        hint = f"; {inside[0]} holds some: name that folder" if inside else ""
        raise UsageError(f"{dataset}: {what}{why}{hint}")
    return Found(tuple(sets), tuple(left_out))


def known_metric(name: str) -> None:
    """Refuse a name that no labelled set can be about.

    Raises:
        UsageError: with the nearest names.
    """
    known = sorted([*RATERS, ENTITIES])
    if name not in known:
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
        raise UsageError(f"metric {name!r} is not one that is judged; {hint}")


def _read(path: Path, metric: str) -> list[LabelledSet]:
    first = next((row for _, row in rows(path)), None)
    if first is None:
        raise _Unknown(f"{path}: holds no case")
    if "entries" in first or "call" in first:
        sets = [LabelledSet(name, path, cases) for name, cases in load_own(path, metric).items()]
    elif "user_tts" in first:
        return [LabelledSet(ENTITIES, path, entities=load_entities(path))]
    elif "conv_turns" in first:
        sets = [LabelledSet("conciseness", path, load_turns(path))]
    elif "trace" in first:
        sets = [LabelledSet(_of_trace(path, metric), path, load_traces(path))]
    elif "intended_turns" in first:
        raise _Unknown(f"{path}: {_DEAF}")
    else:
        raise _Unknown(f"{path}: not a labelled set (no field entries, call, trace, conv_turns or user_tts)")
    for one in sets:
        _on_scale(one)
    return sets


def _of_trace(path: Path, metric: str) -> str:
    if metric in TRACES:
        return metric
    name = path.stem.lower()
    named = [m for m in TRACES if m in name or m.removeprefix("conversation_") in name]
    if len(named) != 1:
        raise _Unknown(f"{path}: rated traces; say of what with --metric {' or --metric '.join(TRACES)}")
    return named[0]


def _on_scale(found: LabelledSet) -> None:
    allowed = scale(found.metric)
    for case in found.cases:
        for rating in case.ratings.values():
            if rating not in allowed:
                text = ", ".join(map(str, allowed))
                raise UsageError(f"{found.path}, case {case.id}: rating {rating} is none of {found.metric}: {text}")
