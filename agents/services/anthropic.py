"""Anthropic: language models."""

from __future__ import annotations

from typing import Literal

from pipecat.processors.frame_processor import FrameProcessor
from pydantic import Field

from agents.services.base import Options, Site, provider

KEY = "ANTHROPIC_API_KEY"
_HOST = "https://api.anthropic.com"


class ClaudeOptions(Options):
    """Options of a Claude model. What is ``None`` is not sent, and the model's own default holds.

    Attributes:
        max_tokens: of an answer, thinking included.
        thinking: ``lowest`` that the model allows (for most of them none), or the ``vendor``'s default.
        effort: how much a model spends on an answer (``low``, ``medium``, ``high``); goes before `thinking`.
        prompt_caching: have the prompt kept between turns: costs less, answers sooner.
        timeout_secs: until an answer begins, all attempts together, and then between two pieces of it.
        retries: further attempts after 408, 409, 429, 5xx or a failed connection.
    """

    model: str = "claude-haiku-4-5"
    temperature: float | None = Field(default=None, ge=0, le=1)
    max_tokens: int = Field(default=4096, ge=1)
    thinking: Literal["lowest", "vendor"] = "lowest"
    effort: str | None = None
    prompt_caching: bool = False
    timeout_secs: float = Field(default=20, gt=0, le=120)
    retries: int = Field(default=2, ge=0, le=10)


@provider("llm", "anthropic", ClaudeOptions, keys=(KEY,), extra="anthropic", modules=("anthropic",))
def claude(options: ClaudeOptions, site: Site) -> FrameProcessor:
    """A Claude model."""
    from agents.services._anthropic import Claude

    settings = Claude.Settings(
        model=options.model,
        max_tokens=options.max_tokens,
        effort=options.effort,
        enable_prompt_caching=options.prompt_caching,
        use_provider_thinking_default=options.thinking == "vendor",
    )
    if options.temperature is not None:
        settings.temperature = options.temperature
    return Claude(
        api_key=site.key(KEY),
        base_url=site.url(_HOST),
        settings=settings,
        timeout_secs=options.timeout_secs,
        retries=options.retries,
    )
