"""Google's Gemini API, by google-genai: the model is looked up."""

from __future__ import annotations

from contextlib import closing

from agents.preflight.base import Question

HOST = "https://generativelanguage.googleapis.com"


def ask(question: Question) -> str:
    """Look the model up; its voices cannot be."""
    from google.genai import Client
    from google.genai.types import HttpOptions

    options = HttpOptions(base_url=question.url, timeout=round(question.timeout_s * 1000))
    with closing(Client(api_key=question.key, http_options=options)) as client:
        client.models.get(model=question.model)
    return "key and model" + ("; the voice shows in a call only" if question.voice else "")
