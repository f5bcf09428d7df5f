"""What a language model is told before a call: where it is, what day it is, its work, and how to speak."""

from __future__ import annotations

import datetime

from agents.spec import AgentSpec

_FRAME = "You are on the telephone: a person has called, and everything you write is spoken to them by a voice."
_TODAY = "Today is {date:%A}, {date:%B} {date.day}, {date.year}."
_TIME = " The call began at {time}."
_VOICE = """\
# How to speak

- Say two to four short sentences at a time, as one does on the telephone.
- Write words to be heard: no lists, headings, links, symbols or other formatting. Say dates, times and amounts of \
money as people say them, "July sixth", "half past three", "one hundred and fifteen dollars", and codes character by \
character.
- Ask for one thing at a time, two at most. Of a long list, name the few that matter and offer the rest.
- Say only what you were told here, by the caller or by a tool. Never make up a value, and never call a tool with one \
that nobody gave you.
- What you know already, do not ask for again.
- If a lookup fails, say which values you used and let the caller correct them. Try once more with the correction. If \
that fails too, ask for the value letter by letter or digit by digit."""
_HEARD = (
    "- You read what a speech recogniser wrote down of the caller's words, and it makes mistakes, above all in names, "
    "codes and numbers. Take odd wording for a mishearing before anything else, and before you change anything, have "
    "the values confirmed that it depends on."
)
_OPENING = "The caller has just been put through. Greet them with exactly these words, and then wait: {greeting}"


def system_prompt(spec: AgentSpec, instructions: str, now: str) -> str:
    """The system message of an agent's language model.

    Args:
        spec: the agent; a cascade is told that it reads a recogniser's text, and everybody the file's own instructions.
        instructions: what the pack tells every agent: its role and the rules of its work.
        now: when the call begins: a date, ``YYYY-MM-DD``, and after it a time of day in any form.
    """
    date, time = datetime.date.fromisoformat(now[:10]), now[10:].removeprefix("T").strip()
    today = _TODAY.format(date=date) + (_TIME.format(time=time) if time else "")
    manner = f"{_VOICE}\n{_HEARD}" if spec.architecture == "cascade" else _VOICE
    parts = [f"{_FRAME}\n{today}", instructions.strip(), manner, spec.instructions.strip()]
    return "\n\n".join(part for part in parts if part)


def opening(greeting: str) -> str:
    """The first message to a model that speaks by itself: it asks for the greeting."""
    return _OPENING.format(greeting=greeting)


def greeting_in(text: str) -> str:
    """The greeting that an opening asks for; empty for any other text."""
    before = _OPENING.partition("{")[0]
    return text.removeprefix(before) if text.startswith(before) else ""
