"""Tokens of a spoken session: every response is charged the whole conversation, most of it from a cache."""

from __future__ import annotations

from dataclasses import dataclass

LETTERS_PER_TOKEN = 4


@dataclass(frozen=True)
class Spent:
    """What one response is charged, in tokens; what was cached is a part of what was read."""

    read_text: int
    read_sound: int
    cached_text: int
    cached_sound: int
    text: int
    sound: int

    @property
    def read(self) -> int:
        """Everything that was read."""
        return self.read_text + self.read_sound

    @property
    def written(self) -> int:
        """Everything that was written."""
        return self.text + self.sound


class Tokens:
    """The running account of a session.

    Args:
        heard_per_sec: tokens of a second of the caller's sound.
        spoken_per_sec: tokens of a second of the model's sound.
    """

    def __init__(self, heard_per_sec: int, spoken_per_sec: int) -> None:
        self._heard, self._spoken = heard_per_sec, spoken_per_sec
        self._text = self._sound = 0
        self._cached = (0, 0)

    def read(self, text: str) -> None:
        """Text goes into the conversation."""
        self._text += len(text) // LETTERS_PER_TOKEN

    def hear(self, secs: float) -> None:
        """A turn of the caller goes into the conversation."""
        self._sound += round(secs * self._heard)

    def respond(self, text: str, secs: float) -> Spent:
        """A response of that text and that much sound."""
        wrote, spoke = len(text) // LETTERS_PER_TOKEN, round(secs * self._spoken)
        spent = Spent(self._text, self._sound, *self._cached, wrote, spoke)
        self._cached = (self._text, self._sound)
        self._text += wrote
        self._sound += spoke
        return spent
