"""Anthropic, by its SDK: the model is looked up."""

from __future__ import annotations

from agents.preflight.base import Question

HOST = "https://api.anthropic.com"


def ask(question: Question) -> str:
    """Look the model up."""
    from anthropic import Anthropic

    with Anthropic(api_key=question.key, base_url=question.url, timeout=question.timeout_s, max_retries=0) as client:
        client.models.retrieve(question.model)
    return "key and model"
