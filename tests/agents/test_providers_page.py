"""The page on agents lists every provider, what it needs, and its options with their defaults: as the code has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic_core import PydanticUndefined

from agents.services import registry
from agents.services.base import Provider

PAGE = Path(__file__).parents[2] / "docs" / "agents.md"
PARTS = ("stt", "llm", "tts", "realtime")


def table() -> list[str]:
    """A row for each provider, as it should stand in the page."""
    providers = sorted(registry.providers().values(), key=lambda p: (PARTS.index(p.part), p.local, p.name))
    return [f"| {p.part} | `{p.name}` | {_needs(p)} | {_options(p)} |" for p in providers]


def _needs(provider: Provider) -> str:
    needs = [f"`{key}`" for key in provider.keys]
    if provider.own_url:
        needs.append(f"what `{provider.own_url}` names")
    if provider.extra:
        needs.append(f"`callbench[{provider.extra}]`")
    return ", ".join(needs)


def _options(provider: Provider) -> str:
    fields = provider.options.model_fields
    return ", ".join(_option(name, field) for name, field in fields.items() if name != "provider")


def _option(name: str, field: Any) -> str:
    default = field.get_default(call_default_factory=True)
    if default is PydanticUndefined:
        return f"**`{name}`**"
    if isinstance(default, bool):
        return f"`{name}` {'yes' if default else 'no'}"
    if isinstance(default, float):
        return f"`{name}` {default:g}"
    return f"`{name}`" if default in (None, "", (), {}) else f"`{name}` {default}"


def test_every_provider_is_listed_as_it_is_and_no_other() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    listed = [line for line in lines if line.startswith(tuple(f"| {part} |" for part in PARTS))]
    assert listed == table(), "the table should be:\n" + "\n".join(table())
