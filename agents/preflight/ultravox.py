"""Ultravox, which has no SDK for this: the models are looked up over its HTTP interface."""

from __future__ import annotations

from agents.preflight.base import Question, Unclear

HOST = "https://api.ultravox.ai"


def ask(question: Question) -> str:
    """Look the model up."""
    import httpx2

    response = httpx2.get(f"{question.url}/api/models", headers={"X-API-Key": question.key}, timeout=question.timeout_s)
    response.raise_for_status()
    known = [str(m.get("name")) for m in response.json().get("results", [])]
    if question.model not in known:
        raise Unclear(f"the key is fine; {question.model} is not among the models that are listed for you")
    return "key and model"
