"""YAML in which no name is lost: a name that stands twice in one mapping is an error and not the last one's value."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from scenarios.errors import UsageError

_LONGEST = 60  # characters of a name that a message shows
_MOST = 100_000  # values that aliases may add to a file; a few lines of lists of aliases of lists add billions
_TOO_MANY = f"its aliases stand for more than {_MOST} values"


class TwiceError(yaml.MarkedYAMLError):
    """A name stands twice in one mapping."""


class _Loader(yaml.SafeLoader):
    def __init__(self, stream: Any) -> None:
        super().__init__(stream)
        self._open: list[str] = []  # anchors of the values that are being read
        self._sizes: dict[str, int] = {}  # how many values each anchor stands for, those within it counted
        self._count = 0  # values so far, each alias counted as all that it stands for
        self._added = 0  # those of them that aliases added

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """A value, which may hold others but not itself: there would be no end to it."""
        event = self.peek_event()  # type: ignore[no-untyped-call]
        anchor: str = event.anchor or ""
        if isinstance(event, yaml.AliasEvent) and anchor in self._open:
            mark = event.start_mark
            raise yaml.MarkedYAMLError(problem=f"{anchor} holds itself", problem_mark=mark)  # type: ignore[arg-type]
        self._open.append(anchor)
        before = self._count
        node = super().compose_node(parent, index)
        alias = isinstance(event, yaml.AliasEvent)
        size = self._sizes.get(anchor, 1) if alias else 1
        self._count += size
        self._added += size if alias else 0
        if self._added > _MOST:
            raise yaml.MarkedYAMLError(problem=_TOO_MANY, problem_mark=event.start_mark)
        if anchor and not alias:
            self._sizes[anchor] = self._count - before
        self._open.pop()
        return node

    def compose_mapping_node(self, anchor: dict[Any, yaml.Node]) -> yaml.MappingNode:
        """A mapping as it is written, before `<<` brings in names that it may have itself."""
        node = super().compose_mapping_node(anchor)
        seen = set()
        for name, _ in node.value:
            if isinstance(name, yaml.ScalarNode):
                if (name.tag, name.value) in seen:
                    shown = repr(name.value[:_LONGEST])
                    raise TwiceError(problem=f"the name {shown} occurs twice", problem_mark=name.start_mark)
                seen.add((name.tag, name.value))
        return node


def parse(text: str) -> Any:
    """The value of a YAML text.

    Raises:
        yaml.YAMLError: it is no YAML, a name occurs twice in one mapping (`TwiceError`), or its aliases
            stand for more than a hundred thousand values.
        ValueError: a date or number in it does not exist: YAML's reader makes dates of what looks like one.
        RecursionError: it is nested too deeply.
    """
    return yaml.load(text, _Loader)


def read(path: Path, kind: str) -> Any:
    """The value of a YAML file.

    Args:
        path: the file.
        kind: begins the message when it cannot be read: "agent file".

    Raises:
        UsageError: the file cannot be read, is no YAML, or a name occurs twice in one mapping; the message names the
            file and, where it is known, the line, but no value.
    """
    try:
        return parse(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{kind} {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{kind} {path}: not valid UTF-8 (byte {error.start})") from error
    except RecursionError as error:
        raise UsageError(f"{kind} {path}: nested too deeply") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None)
        what = f"{problem}; keep one of the two" if isinstance(error, TwiceError) else "not valid YAML"
        what = _TOO_MANY if problem == _TOO_MANY else what
        raise UsageError(f"{kind} {path}{f', line {mark.line + 1}' if mark else ''}: {what}") from None
    except ValueError:
        raise UsageError(f"{kind} {path}: not valid YAML (a date or number that does not exist)") from None
