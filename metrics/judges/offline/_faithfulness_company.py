"""Companies that the agent names and that are not the one it works for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from metrics.evidence import squeezed
from metrics.judges.offline._faithfulness_fault import MINOR, Fault
from metrics.judges.offline._faithfulness_view import View
from metrics.judges.offline._spelling import BREAK, characters
from metrics.transcript.cardinals import listed

_NUMBER = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|\d+)"
_CLOCK = r"(?! ?(?:[AP]\.? ?M\b|[ap]\.?m\b|o'clock))"
# a name before a number of two or more figures, as in front of a flight's, that is no time of day
_FLIES = re.compile(rf"\b((?:[A-Z][a-z]{{3,}} ){{1,2}})(?=(?:flights? )?{_NUMBER}(?:[ -]{_NUMBER})+\b{_CLOCK})")
_NAMED = re.compile(
    r"\b((?:[A-Z][A-Za-z]+ ){1,3}(?:Airlines?|Airways|Air|Hospitals?|Health|Medical Cent(?:er|re)|Inc|Corporation"
    r"|Corp|Group|Bank"
    r"|Insurance))\b"
)
_NO_NAME = frozenset(
    listed(
        "the this that your our my for and then now from with flight option number route gate seat code "
        "terminal confirmation reference june july march april august september october november december "
        "january february monday tuesday wednesday thursday friday saturday sunday economy cabin main "
        "business first premium class room floor building"
    )
)


def faults(view: View) -> Iterator[Fault]:
    """Names of companies without a source; one fault a name."""
    codes = {
        m for e in view.case.entries if e.kind == "response" for m in re.findall(r"\b([A-Z]{2})\d{2,4}\b", str(e.data))
    }
    seen: set[str] = set()
    for saying in view.agent:
        for sentence in saying.sentences:
            for m in (*_FLIES.finditer(sentence), *_NAMED.finditer(sentence)):
                name = " ".join(w for w in m[1].split() if w.lower() not in _NO_NAME)
                low = name.lower()
                if (
                    not name
                    or low in seen
                    or characters(name).strip(BREAK)
                    or _ours(low, view.known(saying.place).raw, codes)
                ):
                    continue
                seen.add(low)
                yield Fault(
                    "hallucination",
                    MINOR,
                    saying.turn,
                    "other company",
                    sentence,
                    f"nothing in the call names {name!r}",
                )


def _ours(name: str, known: str, codes: set[str]) -> bool:
    """Whether policy, tools or caller gave the name or its beginning before, or it begins like a carrier's code."""
    joined = name.replace(" ", "")
    stem = joined.removesuffix("airlines").removesuffix("s")
    return stem in squeezed(known) or any(joined.startswith(code.lower()) for code in codes)
