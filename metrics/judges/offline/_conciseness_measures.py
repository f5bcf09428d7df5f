"""What can be counted about a turn of the agent: how much a listener has to take in at once.

Identifiers that the caller must note, however they are read out, are no load: they are taken out before words
are counted. Values the conversation has named before (a confirmation, a recap) are known; only new ones count
as density.
"""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass

from metrics import words
from scenarios.spoken import mentions

_READ_OUT = ("code", "digits")
_VALUES = ("date", "time", "amount", "flight")
_NUMBER = (
    r"(?:\d+(?:[.,:]\d+)*|zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
    r"|fourteen|fifteen"
    r"|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand"
    r"|noon"
    r"|midnight)"
)
_FIGURE = re.compile(rf"\b{_NUMBER}(?:[ -]+(?:and )?{_NUMBER})*\b")
_ALONE = re.compile(r"\b(?:one|oh)\b")
_LETTERS = re.compile(r"(?:\b[A-Za-z]\b[\s,.-]*(?:\bas in \w+[\s,]*)?){2,}|\b[A-Za-z] as in \w+")
_LIST = re.compile(
    r"\b(?:option|choice|number) (?:one|two|three|four|five|six|[1-6a-f])\b"
    r"|\b(?:another|a second|a third|a fourth|the last one|the other)\b"
    r"|(?:^|[.;:,] )(?:(?:and|or) )?(?:one|two|three|four|five|six|first|second|third)[:,](?= )"
    r"|;|\b(?:or|and then)\b"
)
_HEDGE = re.compile(
    r"\b(?:usually|generally|normally|typically|sometimes|often|in some cases|it depends|depending on|case by case"
    r"|may|might|if|unless|as long as|eligible|policy|rules?|requirements?|limits?|exceptions?|otherwise"
    r"|in general)\b"
)
# Words that any call could hold: grammar, courtesy, attitude and generality.
_ANYWHERE = """
a about absolutely ahead all along already also always am an and any anyone anything appreciate are aren't as ask at
aware away back be bear because been before begin being believe best better bit both but by call called calling
calls can can't cannot care carefully caring certainly choosing come comes completely concern concerns continuing
could couldn't course day days deal dear definitely did didn't difficult do does doesn't doing don't done down each
easy else end ensure entirely even ever every everybody everyone everything exactly experience far feel feeling find
first for forward from fully further get getting give given giving glad gladly go goes going good got gotten
grateful great had happen happens happy hard has hasn't have haven't having he hear hearing help helpful helping her
here here's him his honestly hope how however hurry i i'd i'll i'm i've if imagine important in inconvenience indeed
into is isn't issue issues it it's its itself just keep keeping kind kindly know last least left let let's life like
listening little long look looking lot lots love lovely lucky make makes making many matter matters may me mean
means meantime mention might mind mine moment moments more moreover morning most much must my myself name need needs
never nice no none not nothing now of off often oh ok okay on once one ones only open or other others our ours out
over own part particular patience patient people perfectly perhaps person please pleased pleasure possible possibly
probably proceed promise proper properly put question questions quickly quite rather reach reaching ready real
really reason reassure regard rest right said sake same say saying second see seen sense service shall share she
should shouldn't side simple simply since situation so some somebody someone something sometimes somewhat soon sorry
sort speak speaking special start step steps still stop such support sure surely take taken takes taking talk
talking team tell telling than thank thankful thanks that that's the their theirs them then there there's therefore
these they they're they've thing things think this those though thought through time times to today together told
too totally touch trouble true truly trust try trying turn under understand understandable understanding understood
until up upon us use used usual valuable value valued very wait waiting want wanted wants was wasn't way ways we
we'd we'll we're we've welcome well went were weren't what what's whatever whatsoever when whenever where whether
which while who whole whom why will wish with within without won't wonderful word words work works world worries
worry would wouldn't write writing wrong year years yes yet you you'd you'll you're you've your yours yourself
"""
_EMPTY = frozenset(_ANYWHERE.split())
_REFUSES = re.compile(
    r"\b(?:not (?:able|possible|allowed)|unable|(?:can|may|must|do|does|did) ?not|can't|don't|doesn't)\b"
)
_CLOSING = re.compile(
    r"\b(?:to (?:recap|sum up|summari[sz]e)|in summary|recap|(?:is|was) there anything else|anything else|good ?bye"
    r"|thanks? (?:you )?for calling|have a (?:good|great|nice|safe)|safe travels|all set|you're all set)\b",
    re.IGNORECASE,
)
WRAP_UP = 0.5  # what a word of a closing recap weighs
FEWEST_RECALLED = 2  # values that make a recap
_IDLE = 0.85  # share of such words that makes a sentence idle
_SHORTEST_IDLE = 12  # a courtesy of fewer words is none


@dataclass(frozen=True, slots=True)
class Measures:
    """One turn of the agent in figures.

    Attributes:
        words: words, without identifiers that are read out.
        longest: words of its longest sentence, counted the same way.
        values: times, dates, amounts, flights and other figures.
        fresh: those of them that nobody had named before in this call.
        ratio: its words for each word of the caller's turn (plus ten, so that a "yes" is not a division by one).
        list: markers of a list or of alternatives.
        hedges: words of conditions, rules and generalities.
        idle: words of its idle sentences: long, without a value, a question or hardly a word that belongs to a matter.
        recap: it closes with values that were all known: it may be longer.
    """

    words: int
    longest: int
    values: int
    fresh: int
    ratio: float
    list: int
    hedges: int
    idle: int
    recap: bool

    @property
    def burden(self) -> tuple[float, float, float, float]:
        """What weighs: words, values, list markers and ratio; the words of a recap weigh half."""
        share = WRAP_UP if self.recap else 1.0
        return self.words * share, float(self.values), float(self.list), self.ratio * share


def measure(text: str, caller: str, known: Set[str]) -> Measures:
    """Count one turn of the agent.

    Args:
        text: its words.
        caller: the words of the caller that it answers; empty for a greeting.
        known: `named` of everything said before.
    """
    plain = without_identifiers(text)
    count = len(words.words(plain))
    found = named(text)
    fresh = [v for v in found if v not in known]
    lower = words.flat(plain)
    return Measures(
        words=count,
        longest=max((len(words.words(s)) for s in words.sentences(plain)), default=0),
        values=len(found),
        fresh=len(fresh),
        ratio=count / (10 + len(words.words(without_identifiers(caller)))),
        list=len(_LIST.findall(lower)),
        hedges=len(_HEDGE.findall(lower)),
        idle=sum(_idle(s) for s in words.sentences(plain)),
        recap=len(found) >= FEWEST_RECALLED and not fresh and bool(_CLOSING.search(text)),
    )


def _idle(sentence: str) -> int:
    """The words of a sentence if it carries nothing, else 0."""
    said = words.words(sentence)
    low = sentence.lower().replace("’", "'")
    if len(said) < _SHORTEST_IDLE or low.rstrip().endswith("?") or _REFUSES.search(low):
        return 0
    if any(not v.startswith("figure ") or " " in v.removeprefix("figure ") for v in named(sentence)):
        return 0
    return len(said) if sum(w in _EMPTY for w in said) >= _IDLE * len(said) else 0


def without_identifiers(text: str) -> str:
    """The text without codes and numbers that are spelled or read out digit by digit."""
    spans = [(m.start, m.end) for m in mentions(text, airline="") if m.kind in _READ_OUT]
    for start, end in reversed(spans):
        text = f"{text[:start]} {text[end:]}"
    return _LETTERS.sub(" ", text)


def named(text: str) -> list[str]:
    """The values of a text as they compare: mentions by kind and value, and other figures by their words."""
    found = mentions(text, airline="")
    values = [f"{m.kind} {m.value}" for m in found if m.kind in _VALUES]
    rest = text
    for m in reversed(found):
        rest = f"{rest[: m.start]} . {rest[m.end :]}"
    figures = (" ".join(f.replace("-", " ").split()) for f in _FIGURE.findall(rest.lower()))
    return values + [f"figure {f}" for f in figures if not _ALONE.fullmatch(f)]
