"""OpenAI and servers that speak its interface, by the openai SDK: the model is looked up, a voice says a word."""

from __future__ import annotations

from agents.preflight.base import WORD, Question, Unclear

HOST = "https://api.openai.com/v1"


def ask(question: Question) -> str:
    """Look the model up; OpenAI's voices, which cannot be looked up, say a word."""
    from openai import OpenAI

    with OpenAI(
        api_key=question.key or "none", base_url=question.url, timeout=question.timeout_s, max_retries=0
    ) as client:
        if question.provider == "openai-compatible":
            served = [m.id for m in client.models.list()]
            if question.model not in served:
                raise Unclear(f"it does not list {question.model}, but {', '.join(served[:5]) or 'nothing'}")
            return "address and model"
        if question.part == "tts":
            voice, model = question.voice, question.model
            client.audio.speech.create(model=model, voice=voice, input=WORD, response_format="pcm").read()
            return "key, model and voice"
        client.models.retrieve(question.model)
        return "key and model"
