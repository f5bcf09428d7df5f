"""Writes before an offer and a yes, and costs that were not named before they were charged."""

from __future__ import annotations

import re
from collections.abc import Iterator

from metrics.evidence import squeezed, to_cents
from metrics.judges.offline._effects import benefit, charged, leaves, soft
from metrics.judges.offline._faithfulness_fault import MAJOR, MINOR, Fault
from metrics.judges.offline._faithfulness_grounds import read
from metrics.judges.offline._faithfulness_view import Saying, Step, View
from metrics.offers import heard_offer, offer
from metrics.words import flat
from scenarios.spoken import affirms

# what makes a question one that a yes lets the agent act on, and what makes it a choice among things offered
_PROPOSES = re.compile(
    r"\b(?:(?:shall|should|may|can|could) (?:i|we)|would you like|do you (?:still |also )?want|want me to|okay"
    r"|ok with|go ahead"
    r"|proceed|is (?:that|this) (?:all )?(?:right|correct|fine|okay|good|what you)|sounds?|agree|ready|do i have"
    r"|works?|happy)\b"
)
_CHOICE = re.compile(r"\b(?:which|what|or)\b.*\b(?:would you|do you|works|should i|shall i|you'd|can i|you like)\b")
# "would you like the aisle or the window seat": a detail is asked for, nothing is put to the other
_DETAIL = re.compile(
    r"\b(?:would|do) you (?:still |also |rather )?(?:like|want|prefer|need|have)(?: to have)?"
    r" (?!(?:me|us|that|this|it|to)\b)(?:\S+ ){1,8}or (?!(?:not|no|shall|should|would|do|is|are|can|may|will|if)\b)"
)
_ACTS = (
    r"(?:book|rebook|cancel|change|switch|move|proceed|process|submit|file|do|confirm|issue|refund|add|put|assign"
    r"|update"
    r"|reset|order|register|schedule|request|use|take|swap|transfer|reserve|renew|extend|remove|charge|complete"
    r"|enter|send"
    r"|make|set|apply|upgrade|downgrade|unlock|close|open|report|release|arrange|finali[sz]e|ticket)"
)
_DIRECTS = re.compile(
    rf"\b(?:go ahead|please (?:just )?{_ACTS}|i (?:authori[sz]e|approve|accept|agree)|let's"
    rf"|(?:just )?{_ACTS} (?:it|that|me|this|"
    rf"my|the)|(?:can|could|would|will) you (?:please )?{_ACTS}(?! (?:sure|what|which|whether|if|that (?:the|it)))"
    rf"|that one)\b"
)
_CHOOSES = re.compile(
    r"\b(?:i'?(?:ll|d)(?: (?:like|prefer|rather|love))?(?: to)? (?:take|have|go|stick|choose|pick|the|that|an?|do"
    r"|keep|stay|use)"
    r"|i (?:want|prefer|choose|need) (?:the|that|to|an?)|option \w+|number \w+|the (?:first|second|third|last"
    r"|earlier|later)"
    r"|\w+ (?:one )?works|make it)\b"
)
_HOLDS = re.compile(
    r"\bbefore (?:i|you|we|anything|any)\b(?! (?:die|leave|go|arrive|fly|land))"
    r"|\b(?:don't|do not|not) (?:book|cancel|change|process|submit|charge|do|make|proceed)\b[^.]{0,30}\b(?:yet"
    r"|until|unless|anything)\b"
)
_ASKS_FIRST = re.compile(
    r"\b(?:can|could|would) you (?:please |just )?(?:also )?(?:check|tell|see|look|find|confirm|explain"
    r"|let me know|give me)\b"
    r"|\bwhat (?:would|will|is|are|does)\b|\bhow much\b|\bwhich (?:one|option)s?\b"
)
_COST = re.compile(r"\b(?:costs?|price|charges?|fees?|pay|extra|amount|total|dollars?|money|budget|afford|under)\b")
_NAMES_COST = re.compile(r"\b(?:fees?|charges?|charged|penalty|costs?|deduct\w*|minus|less an?|withh\w+)\b")


def faults(view: View) -> Iterator[Fault]:
    """Writes without consent, one fault per stretch of writes; and costs that came unannounced."""
    start = 0
    for block in blocks(view):
        yield from _unasked(view, block, start)
        yield from _undisclosed(view, block)
        start = max(s.answered for s in block)


def blocks(view: View) -> list[list[Step]]:
    """Writes that succeeded, those together between which the caller said nothing."""
    found: list[list[Step]] = []
    spoke = [s.place for s in view.caller]
    for step in view.steps:
        if not step.writes or not step.ok:
            continue
        if found and not any(found[-1][-1].place < p < step.place for p in spoke):
            found[-1].append(step)
        else:
            found.append([step])
    return found


def _unasked(view: View, block: list[Step], start: int) -> Iterator[Fault]:
    weighty = [s for s in block if not benefit(s.tool)] or [s for s in block if not soft(s.tool)]
    if not weighty or consented(view, start, weighty[0].place):
        return
    hard = [s for s in weighty if not soft(s.tool) or any(charged(s.response)) or _opens(view, s)]
    answer = view.last_saying(weighty[0].place, agent=False)
    only_asked = answer is not None and _only_asks(answer.text)
    step = (hard or weighty)[0]
    looked = any(s.looks and s.turn == step.turn and s.ok for s in view.steps)
    source = "the caller had only asked" if only_asked else "no offer and no yes went before"
    if looked:
        source += "; what the lookup of the same turn found was not told first"
    if view.heard:
        source += "; by the agent's words as they were heard, an offer may have been misheard"
    yield Fault(
        "violating_policies",
        MAJOR if hard or only_asked else MINOR,
        step.turn,
        "write without a yes",
        step.tool,
        source,
    )


def _opens(view: View, step: Step) -> bool:
    """Whether a write set something going that has a number of its own: a case, an order, an amendment."""
    codes = [v for path, v in leaves(step.response) if path[-1].endswith(("_id", "_number", "reference"))]
    before = squeezed(view.known(step.place).raw) + squeezed(str(step.params))
    return any(isinstance(c, str) and any(x.isdigit() for x in c) and squeezed(c) not in before for c in codes)


def consented(view: View, start: int, place: int) -> bool:
    """Whether between two places the agent offered something and the caller agreed, chose or told it to act."""
    offered: Saying | None = None
    agreed = False
    looked = [s.answered for s in view.steps if s.looks and s.ok]
    for saying in view.sayings:
        if not start <= saying.place < place:
            continue
        if saying.agent:
            told = not looked or saying.place > looked[0]
            if told and offers(saying, view.heard):
                offered, agreed = saying, False
            continue
        if offered is not None:
            verdict = answer(saying.text)
            agreed = agreed if verdict is None else verdict
    return agreed


def offers(saying: Saying, heard: bool = False) -> bool:
    """Whether somebody puts something to the other that can be agreed to, or lets them choose among things named.

    Where the words are a recogniser's, `heard`, the last sentence may be a question without its mark.
    """
    asked = [s.lower() for s in saying.sentences if offer(s) is not None]
    if heard and not asked and (worded := heard_offer(saying.text)):
        asked = [worded.lower()]
    if any(_PROPOSES.search(s) and not _asks_detail(s) for s in asked):
        return True
    named = _valued(saying.text)
    last = saying.sentences[-1:] if heard else ()
    chooses = any((s.endswith("?") or s in last) and _CHOICE.search(s.lower()) for s in saying.sentences)
    return chooses and (named or "option" in saying.text.lower())


def _asks_detail(sentence: str) -> bool:
    """Whether a question lets the other choose between details without a value of either, and asks for no yes."""
    detail = _DETAIL.search(sentence)
    if detail is None or _valued(sentence):
        return False
    return not _PROPOSES.search(sentence[: detail.start()] + sentence[detail.end() :])


def _valued(text: str) -> bool:
    """Whether a text names what can be told apart by value: a price, a time, a flight, a day, a code."""
    return any(m.kind in ("amount", "time", "flight", "date", "code") for m in read(text))


def answer(text: str) -> bool | None:
    """What an answer to an offer amounts to: agreed, held back, or neither."""
    low = flat(text)
    if _HOLDS.search(low):
        return False
    if _DIRECTS.search(low) and not _only_asks(low):
        return True
    verdict = affirms(text)
    if verdict is not None:
        return verdict
    if _only_asks(low):
        return False
    return True if _CHOOSES.search(low) else None


def _only_asks(text: str) -> bool:
    low = flat(text)
    if affirms(low):
        return False
    acts = _ASKS_FIRST.sub(" ", re.sub(r"\b(?:check|see|look|confirm|tell me) (?:if|whether)[^.?!]*", " ", low))
    return bool(_ASKS_FIRST.search(low)) and not _DIRECTS.search(acts) and not _CHOOSES.search(acts)


def _undisclosed(view: View, block: list[Step]) -> Iterator[Fault]:
    for step in block:
        total, fee = charged(step.response)
        cost = total or fee
        if not cost:
            continue
        before = [s for s in view.sayings if s.place < step.place]
        named = {c for s in before for m in read(s.text) if m.kind == "amount" and (c := to_cents(m.value))}
        paid = view.known(step.place).evidence.amounts
        if cost in named or any(cost - part in named for part in named):
            continue
        said = " ".join(s.text.lower() for s in before if s.agent)
        wish = view.last_saying(step.place, agent=False)
        asked = wish is not None and bool(_COST.search(wish.text.lower()))
        # the fee and the new price were named: what is left to the caller is one subtraction
        if not asked and total and fee in named and any(price - (total - fee) in paid for price in named):
            continue
        partly = bool(_NAMES_COST.search(said)) and (not total or fee in named)
        yield Fault(
            "violating_policies",
            MINOR if partly and not asked else MAJOR,
            step.turn,
            "cost not named before",
            step.tool,
            f"its response takes {cost / 100:g}, which had not been said"
            + (" though the caller asked" if asked else ""),
        )
