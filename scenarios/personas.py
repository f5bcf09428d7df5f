"""How callers talk: the personas of the built-in packs, in the second person, for a model caller."""

from __future__ import annotations

from typing import Literal

from scenarios.model import Caller

PERSONAS: dict[str, str] = {
    "brisk": "You are in a hurry and say only what is asked for. You expect short answers and no small talk.",
    "chatty": "You like to talk and add a remark about your day, but you answer every question in the end.",
    "careful": "You are careful and unhurried. You want to understand what happens before you agree to it.",
    "nervous": "You worry that something goes wrong. You are polite, and relieved when a step is confirmed.",
    "expert": "You know how such desks work, hand over what is needed without being asked twice and use the "
    "right words.",
    "tired": "You come off a long day and speak slowly. You have little patience for questions asked twice.",
    "cheerful": "You are in a good mood, friendly and easy to please, and you thank people for every step.",
    "stern": "You are formal and exact. You expect to be treated correctly and say so when you are not.",
}
"""By a word that scenario code uses; every pack uses at least six of them."""


def caller(first_name: str, last_name: str, gender: Literal["woman", "man"], persona: str) -> Caller:
    """Who phones; `persona` is a key of `PERSONAS`."""
    return Caller(first_name=first_name, last_name=last_name, gender=gender, persona=PERSONAS[persona])
