"""Values as they are spoken: into the words for a voice, and back out of what a recogniser wrote.

`say` and `spell` make the words; `hear`, `canonical` and `mentions` read them; `places` finds those
named; `affirms` tells yes from no; `same` compares values. Pure text: no audio, no clock, no randomness.
"""

from scenarios.spoken._affirms import affirms
from scenarios.spoken._alphabet import NATO, spell
from scenarios.spoken._country_table import COUNTRIES
from scenarios.spoken._hear import canonical, hear
from scenarios.spoken._mentions import mentions
from scenarios.spoken._places import places
from scenarios.spoken._same import same
from scenarios.spoken._say import say
from scenarios.spoken._shape import Shape, list_shape, shape
from scenarios.spoken._state_table import STATES
from scenarios.spoken._types import Guess, Mention

__all__ = [
    "COUNTRIES",
    "NATO",
    "STATES",
    "Guess",
    "Mention",
    "Shape",
    "affirms",
    "canonical",
    "hear",
    "list_shape",
    "mentions",
    "places",
    "same",
    "say",
    "shape",
    "spell",
]
