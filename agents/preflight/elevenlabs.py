"""ElevenLabs, by its SDK: voice and models are looked up, and where a call needs a token one is drawn."""

from __future__ import annotations

from agents.preflight.base import Question, Unclear

HOST = "https://api.elevenlabs.io"


def ask(question: Question) -> str:
    """Look voice and model up; nothing is said."""
    import httpx
    from elevenlabs import ElevenLabs
    from elevenlabs.core.request_options import RequestOptions

    once = RequestOptions(max_retries=0)
    with httpx.Client(timeout=question.timeout_s) as http:
        client = ElevenLabs(api_key=question.key, base_url=question.url, timeout=question.timeout_s, httpx_client=http)
        if question.part == "stt":
            client.tokens.single_use.create("realtime_scribe", request_options=once)
            return "key; the model shows in a call only"
        if question.part == "realtime":
            client.conversational_ai.conversations.get_signed_url(agent_id=question.voice, request_options=once)
            return "key and agent"
        client.voices.get(question.voice, request_options=once)
        known = [m.model_id for m in client.models.list(request_options=once)]
    if question.model not in known:
        raise Unclear(
            f"key and voice are fine; {question.model} is not among the {len(known)} models that are listed for you"
        )
    return "key, model and voice"
