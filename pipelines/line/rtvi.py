"""What a Pipecat bot says about itself on its data channel, in the RTVI protocol that it speaks to browsers.

Nobody has to add anything to a bot for this: it reports its own words and what it heard unless it was told not to.
They are noted as events, as an agent behind a WebSocket would send them; none of it becomes a time that is scored.
"""

from __future__ import annotations

import json
from typing import Any

from pipelines.tap import EventLog

CLIENT_READY = {
    "label": "rtvi-ai",
    "type": "client-ready",
    "id": "callbench",
    "data": {"version": "2.0.0", "about": {"library": "callbench"}},
}
"""What a browser sends first; many bots wait for it before they greet."""


class Words:
    """Collects a bot's words and notes them utterance by utterance.

    Args:
        log: gets ``spoken`` and ``stt_final`` events of the agent.
    """

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._said: list[str] = []
        self._begun = 0

    def take(self, message: str, sample: int) -> bool:
        """Handle a message that arrived at `sample`; answers whether it says that the peer has left."""
        try:
            found = json.loads(message)
            kind, data = found["type"], found.get("data") or {}
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return False
        if kind == "signalling":
            inner = found.get("message")
            return isinstance(inner, dict) and inner.get("type") == "peerLeft"
        if isinstance(data, dict):
            self._note(kind, data, sample)
        return False

    def _note(self, kind: Any, data: dict[str, Any], sample: int) -> None:
        if kind == "bot-started-speaking":
            self._said, self._begun = [], sample
        elif kind == "bot-tts-text":
            self._said.append(str(data.get("text", "")))
        elif kind == "bot-stopped-speaking":
            text = " ".join(" ".join(self._said).split())
            if text:
                self._log.add(sample, "agent", "spoken", text=text, begun=self._begun, cut=False)
            self._said = []
        elif kind == "user-transcription" and data.get("final"):
            self._log.add(sample, "agent", "stt_final", text=str(data.get("text", "")))
