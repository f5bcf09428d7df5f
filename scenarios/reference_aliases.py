"""Other names of places and programs in the reference dataset's format.

``data/<domain>_aliases/*.json`` hold one named thing each: its name, further names, and names in other languages.
Every row of a database with that name gets them as ``name_aliases``, and ``<LOC:Name>`` in a record stands for what
a caller of the language calls it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scenarios.errors import PackError
from scenarios.files import first_problem, read_json
from scenarios.reference_names import marked

_MARK = re.compile(r"<LOC:([^<>]*)>")


class Alias(BaseModel):
    """One named thing."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    name: str = Field(min_length=1)
    translatable: bool = False
    base: tuple[str, ...] = ()
    translations: dict[str, tuple[str, ...]] = Field(default_factory=dict)

    def spoken(self, language: str) -> str:
        """What a caller calls it: its name in English, the first translation elsewhere, if there is one."""
        translated = self.translations.get(language, ()) if self.translatable and language != "en" else ()
        return translated[0] if translated else self.name

    def names(self, language: str) -> list[str]:
        """All its further names for calls in a language."""
        return [*self.base, *self.translations.get(language, ())]


@dataclass(frozen=True)
class Aliases:
    """The named things of a domain.

    Attributes:
        folder: where they lie.
        known: by name.
        files: what was read.
    """

    folder: Path
    known: dict[str, Alias] = field(default_factory=dict)
    files: tuple[Path, ...] = ()

    def marks(self, language: str) -> dict[str, str]:
        """The replacement of each placeholder of a place."""
        return {f"<LOC:{name}>": alias.spoken(language) for name, alias in self.known.items()}

    def added(self, tree: Any, language: str) -> Any:
        """A copy of a database in which every row of a known name has its ``name_aliases``."""
        if isinstance(tree, list):
            return [self.added(item, language) for item in tree]
        if not isinstance(tree, dict):
            return tree
        copied = {key: self.added(value, language) for key, value in tree.items()}
        name = tree.get("name")
        if isinstance(name, str) and name in self.known:
            copied["name_aliases"] = self.known[name].names(language)
        return copied

    def require(self, tree: Any, where: str) -> None:
        """Raises `PackError` when a placeholder names a place that no file describes."""
        for path, name in marked(tree, _MARK):
            if name not in self.known:
                lacking = "has no file with that name" if self.folder.is_dir() else "is missing"
                raise PackError(f"{where}, field {path}: <LOC:{name}> names a place, but {self.folder} {lacking}")


def load_aliases(folder: Path) -> Aliases:
    """Reads a folder of aliases; without one there are none.

    Raises:
        PackError: a file is malformed, or two have the same name.
    """
    files = tuple(sorted(folder.glob("*.json")))
    known: dict[str, Alias] = {}
    for path in files:
        try:
            alias = Alias.model_validate(read_json(path))
        except ValidationError as error:
            raise PackError(f"{path}, {first_problem(error)}") from error
        if alias.name in known:
            raise PackError(f"{path}, field name: {alias.name!r} occurs in two files of the folder")
        known[alias.name] = alias
    return Aliases(folder, known, files)
