"""The catalogue: every file can carry calls with what it needs, and the published systems are in it."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

from agents import ready
from agents.registry import listing
from agents.services import registry
from agents.spec import AgentSpec

FILES = sorted(Path(str(f)) for f in resources.files("agents.catalog").iterdir() if f.name.endswith(".yaml"))
AGENTS = {file.stem: AgentSpec.load(file) for file in FILES}
every = pytest.mark.parametrize("name", AGENTS)

PUBLISHED = {
    "cohere-gemma4-26b-voxtral",
    "gemini3-flash-gemini31-tts",
    "gemini31-flash-live",
    "gpt-realtime",
    "gpt-realtime-1.5",
    "gpt-realtime-2",
    "gpt-realtime-mini",
    "ink-haiku45-sonic3",
    "nova3-gpt54-mini-aura2",
    "nova3-gpt54-sonic3",
    "parakeet-gemma4-31b-kokoro",
    "scribe-gemini3-flash-eleven-v3",
    "scribe-gpt54-eleven-flash2",
    "scribe-haiku45-eleven-flash2",
    "ultravox",
    "whisper-qwen35-27b-voxtral",
}


@every
def test_an_entry_is_small_and_carries_calls_with_what_it_names(name: str) -> None:
    agent = AGENTS[name]
    assert agent.name == name
    assert agent.problem == ""
    assert 10 <= len(agent.description) <= 80
    assert len((Path(FILES[0]).parent / f"{name}.yaml").read_text().splitlines()) <= 14


@every
def test_what_it_needs_can_be_had(name: str) -> None:
    agent = AGENTS[name]
    for need in ready.needs(agent, {}):
        assert need.kind == "extra" or re.fullmatch(r"[A-Z0-9_]+_(API_KEY|BASE_URL)", need.name), need
    everything = {need.name: "x" for need in ready.needs(agent, {})}
    assert ready.here(agent, everything) == "yes"
    assert ready.here(agent, {}) == ("yes" if agent.local else "rehearsal")


@every
def test_its_models_are_named_in_its_file(name: str) -> None:
    agent = AGENTS[name]
    for part, options in registry.effective(agent).items():
        if not registry.find(part, options["provider"]).local:  # type: ignore[arg-type]
            assert agent.services[part].model == options["model"] != "", part


def test_the_published_systems_are_in_it() -> None:
    assert set(AGENTS) >= PUBLISHED
    assert not listing().problems


def test_servers_of_ones_own_are_told_apart_by_their_variables() -> None:
    models: dict[str, set[str]] = {}
    for agent in AGENTS.values():
        for service in agent.services.values():
            if variable := (service.model_extra or {}).get("base_url_env"):
                models.setdefault(variable, set()).add(service.model)
    assert len(models) >= 7
    assert all(len(served) == 1 for served in models.values()), models
