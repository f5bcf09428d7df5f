"""What can be asked of a caller: how an agent asks for it, how a caller knows the question and words the answer.

One entry per slot. Agent and caller look here, and a slot that nobody wrote an entry for gets one from its name, so
that packs and tools of other people work as well. Pure data: no audio, no clock, no randomness.
"""

from scenarios.slots.asked import asked, places
from scenarios.slots.entry import Entry
from scenarios.slots.registry import UNASKED, entries, entry
from scenarios.slots.words import article, phrase, phrases, valued

__all__ = ["UNASKED", "Entry", "article", "asked", "entries", "entry", "phrase", "phrases", "places", "valued"]
