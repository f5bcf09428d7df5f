"""Deepgram, by deepgram-sdk: half a second of silence is transcribed, a word is said, a Flux session is opened."""

from __future__ import annotations

import importlib
import warnings

from agents.preflight.base import WORD, Question, silence

HOST = "https://api.deepgram.com"


def ask(question: Question) -> str:
    """Use the model once, as a call would."""
    import httpx
    from deepgram import DeepgramClient
    from deepgram.environment import DeepgramClientEnvironment

    with warnings.catch_warnings():  # it is made of deprecated parts of websockets
        warnings.simplefilter("ignore", DeprecationWarning)
        importlib.import_module("deepgram.listen.v1.client")
        importlib.import_module("deepgram.listen.v2.client")
    socket = question.url.replace("http", "ws", 1)
    where = DeepgramClientEnvironment(base=question.url, production=socket, agent=socket, agent_rest=question.url)
    with httpx.Client(timeout=question.timeout_s) as http:
        client = DeepgramClient(
            api_key=question.key, environment=where, timeout=question.timeout_s, max_retries=0, httpx_client=http
        )
        if question.part == "tts":
            for _ in client.speak.v1.audio.generate(text=WORD, model=question.model):
                pass
            return "key and voice"
        if question.provider == "deepgram-flux":
            with client.listen.v2.connect(model=question.model, encoding="linear16", sample_rate=16000):
                return "key and model"
        client.listen.v1.media.transcribe_file(request=silence(), model=question.model)
        return "key and model"
