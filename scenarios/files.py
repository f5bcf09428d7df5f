"""Reading the files of packs. Whatever is wrong with one comes out as a `PackError` of one line that names it."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from scenarios import yaml_file
from scenarios.errors import PackError

DEEPEST = 100
"""How many objects and lists may lie in one another: what is deeper could be read, but not copied and compared."""


def read_text(path: Path, purpose: str = "") -> str:
    """The text of a UTF-8 file, without the mark that some editors put at its beginning.

    Args:
        path: the file.
        purpose: what it is for, told when it is missing: "it holds the agent's role".

    Raises:
        PackError: it is missing, is no file, cannot be read or is not UTF-8.
    """
    try:
        if path.exists() and not path.is_file():  # reading a pipe or a device might never end
            raise PackError(f"{path}: cannot be read: it is no file")
        return path.read_text(encoding="utf-8").removeprefix("\ufeff")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise PackError(f"{path}: the file is missing{f'; {purpose}' if purpose else ''}") from error
    except UnicodeDecodeError as error:
        raise PackError(f"{path}: not UTF-8 (byte {error.start})") from error
    except OSError as error:
        raise PackError(f"{path}: cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise PackError(f"{str(path)!r}: cannot be the name of a file") from error


def read_json(path: Path, purpose: str = "") -> Any:
    """The value of a JSON file; arguments and errors as for `read_text`."""
    text = read_text(path, purpose)
    try:
        value = json.loads(text, parse_constant=_no_number, parse_float=_number, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise PackError(f"{path}, line {error.lineno}: this is not JSON: {error.msg}") from error
    except RecursionError as error:
        raise PackError(f"{path}: is nested too deeply to be read") from error
    except ValueError as error:
        raise PackError(f"{path}: this is not JSON: {error}") from error
    if _depth(value) > DEEPEST:
        raise PackError(f"{path}: is nested too deeply: {DEEPEST} objects and lists in one another are the most")
    if _HALF.search(text):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise PackError(
                f"{path}: holds half a character, {error.object[error.start]!a}; write all of it"
            ) from error
    return value


def read_yaml(path: Path, purpose: str = "") -> dict[str, Any]:
    """The names and values of a YAML file; arguments and errors as for `read_text`."""
    return parse_yaml(
        read_text(path, purpose), f"{path}: cannot be read as YAML", f"{path}: must hold names and values"
    )


def parse_yaml(text: str, broken: str, other: str) -> dict[str, Any]:
    """Names and values from YAML.

    Args:
        text: the YAML.
        broken: begins the message when it is no YAML.
        other: the message when it is YAML of something else.
    """
    try:
        loaded = yaml_file.parse(text)
    except RecursionError as error:
        raise PackError(f"{broken}: is nested too deeply") from error
    except (yaml.YAMLError, ValueError) as error:
        raise PackError(f"{broken}: {' '.join(str(error).split())}") from error
    if not isinstance(loaded, dict):
        raise PackError(other)
    return loaded


def first_problem(error: ValidationError) -> str:
    """The first failure of a validation as ``field a.b: what is wrong``, and how many there are."""
    items = error.errors(include_url=False, include_input=False)
    more = f" (and {len(items) - 1} more)" if len(items) > 1 else ""
    where = ".".join(" ".join(str(part).split())[:60] for part in items[0]["loc"])
    return f"{f'field {where}: ' if where else ''}{' '.join(items[0]['msg'].split())}{more}"


def label(row: Any, otherwise: str) -> str:
    """What a message calls a record: its id, on one line and not too long."""
    found = row.get("id") if isinstance(row, dict) else None
    if not isinstance(found, str | int) or found == "":
        return otherwise
    text = str(found)
    return text if text.isprintable() and len(text) <= 60 else f"{text[:60]!r}"


def stays_inside(id_: str) -> bool:
    """Whether an id, used as the name of a file or folder, stays in the folder that it is joined to."""
    parts = re.split(r"[/\\]", id_)
    return not any(part in ("", ".", "..") for part in parts) and "\0" not in id_ and not re.match(r"[A-Za-z]:", id_)


_HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""A character outside of the basic plane, written as two escapes, or one of the two alone."""


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def _number(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"the number {text[:20]} is too large")
    return value


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; of two members of one name the first would be lost without a word."""
    found = dict(members)
    if len(found) < len(members):
        names = [name for name, _ in members]
        twice = next(name for name in found if names.count(name) > 1)
        raise ValueError(f"the name {twice[:60]!r} occurs twice in one object")
    return found


def _depth(value: Any) -> int:
    """How many objects and lists lie in one another, counted level by level."""
    level, depth = [value], 0
    while level := [item for item in level if isinstance(item, dict | list)]:
        depth += 1
        level = [item for outer in level for item in (outer.values() if isinstance(outer, dict) else outer)]
    return depth
