"""Presets: options of ``callbench run`` by a name, one YAML file each, in the form of a run file."""

from __future__ import annotations

from importlib import resources
from typing import Any

from agents.near import near
from scenarios import yaml_file
from scenarios.errors import UsageError


def names() -> list[str]:
    """Every preset that there is."""
    found = (entry.name for entry in resources.files(__name__).iterdir())
    return sorted(name.removesuffix(".yaml") for name in found if name.endswith(".yaml"))


def options(name: str) -> dict[str, Any]:
    """What a preset sets, by field of the settings; nothing for the empty name.

    Raises:
        UsageError: there is no such preset.
    """
    if not name:
        return {}
    known = names()
    if name not in known:
        hint = near(str(name), known, cutoff=0.6)
        raise UsageError(f"--preset {name}: there is no such preset{hint}; known: {', '.join(known)}")
    with resources.as_file(resources.files(__name__) / f"{name}.yaml") as file:
        data: dict[str, Any] = yaml_file.read(file, "preset")
    return {key.replace("-", "_"): value for key, value in data.items()}
