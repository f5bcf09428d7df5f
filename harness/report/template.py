"""Pages of HTML: the template and the style sheet that lie beside this file."""

from __future__ import annotations

from functools import cache
from importlib import resources

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup


@cache
def template(name: str) -> Template:
    """A template, by the name of its file; it escapes every text that is not markup."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(_resource(name))


def style() -> Markup:
    """The style sheet of all pages."""
    return Markup(_resource("style.css"))


def _resource(name: str) -> str:
    return resources.files("harness.report").joinpath(name).read_text(encoding="utf-8")
