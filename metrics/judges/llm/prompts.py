"""Prompts: one template for each metric, with a version and a hash of all of its unrendered text."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined, Template

FOLDER = Path(__file__).with_name("templates")

_VERSION = re.compile(r"\A\{# version: (\d+) #\}\n")
_INCLUDE = re.compile(r"\{% include '(\w+\.md)' %\}")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A template.

    Attributes:
        version: raised by hand when the meaning changes.
        text: unrendered, with all that it includes.
        digest: first 12 hex digits of the SHA-256 of `text`.
    """

    version: str
    text: str
    digest: str

    def render(self, fields: Mapping[str, Any]) -> str:
        """The prompt with its fields filled; what is in the fields is never taken for template.

        Raises:
            jinja2.UndefinedError: a field is missing.
        """
        return _compiled(self.text).render(**fields).strip()


@cache
def prompt(metric: str) -> Prompt:
    """The prompt of a metric."""
    text = _INCLUDE.sub(lambda m: _file(m[1]).rstrip("\n"), _file(f"{metric}.md"))
    version = _VERSION.match(text)
    if version is None:
        raise ValueError(f"the template of {metric} does not begin with its version")
    return Prompt(version[1], text, hashlib.sha256(text.encode()).hexdigest()[:12])


@cache
def _compiled(text: str) -> Template:
    return _ENVIRONMENT.from_string(text)


def _file(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


_ENVIRONMENT = Environment(undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True)
