"""How well the offline speech judges tell a faithful turn from a corrupted one, on turns whose corruption is known.

    python benchmarks/fidelity.py [--texts 120] [--sets tuning final] [--seed 1] [--show] [--json FILE]

Each text is said as it is and once more with one corruption: a digit, a letter, a date, an amount, a time or a name
changed, a character left out, two swapped, the last word clipped or a word of a value lost. The voice gets the
corrupted words, or its sound loses samples; the judges get the sound and the words that were meant. Every turn is
judged clean and over mu-law.

Texts come from templates with drawn values, of all three domains, and from the offers in the packs. Those of the set
``tuning`` were used to build the judges; those of ``final`` have other templates, other values and other scenarios,
and were first judged when the judges were done. Intervals are 95 %, by bootstrap over texts, since the four turns of
one text are no four experiments.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
import time
import wave
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from agents.embedded.voices import synthesize
from harness.heard import judges_ears
from metrics.judges.case import Case, Entry
from metrics.judges.offline import agent_speech_fidelity, tts_fidelity
from metrics.judges.offline._speech_recogniser import Ears
from metrics.judges.verdicts import RatedTurn
from metrics.transcript.cardinals import listed
from pipelines import g711
from pipelines.record import RATE, Record, Utterance
from pipelines.segments import energy_spans
from scenarios.spoken import say, spell

Set = Literal["tuning", "final"]
PAUSE = RATE // 4  # between sentences, as the embedded voice leaves it
KINDS = ("digit", "letter", "dropped", "swapped", "clipped", "lost", "date", "amount", "time", "name")
DOMAINS = ("airline", "hr", "itsm")
STYLES = ("nato", "nato", "nato", "letters", "written")
PACKED = 5  # every fifth text is an offer of a pack, where its kind of corruption fits one

TEMPLATES: dict[Set, dict[str, tuple[str, ...]]] = {
    "tuning": {
        "airline": (
            "Your confirmation number is {code}.",
            "You are now booked on flight {flight}. Your seat is assigned. Your confirmation number is {code}.",
            "Flight {flight} on {date} leaves at {time} and lands at {time}. The total cost is {amount}.",
            "I have your booking open, {name}. You leave on {date} at {time}.",
            "Your refund of {amount} is on its way to the card that ends in {digits}.",
            "The voucher {code} covers {amount}. Shall I send it to you?",
            "Thank you, {name}. I can move you to flight {flight}, which leaves at {time}.",
        ),
        "hr": (
            "The document number is {code}. I can renew your form. Shall I go ahead?",
            "Your employee number is {digits}, and your leave begins on {date}.",
            "{name} may work on your unit. I can give your shift on {date} to her.",
            "Your review is booked for {date} at {time}. Is there anything else?",
            "The request is filed under {code}. Your manager {name} is informed.",
            "Your correction adds {amount} to the pay of {date}.",
        ),
        "itsm": (
            "Your ticket number is {code}. Is there anything else I can help you with?",
            "The asset tag is {code}, and the old device goes back by {date}.",
            "A technician calls you at {time} on {date}. The reference is {code}.",
            "The license costs your department {amount} until {date}.",
            "I have sent a code to the phone that ends in {digits}.",
            "{name} has approved your request. The case number is {digits}.",
        ),
    },
    "final": {
        "airline": (
            "I found it. The booking {code} is in the name of {name}.",
            "All right, that is flight {flight} at {time} on {date}.",
            "Standby for flight {flight} is free. Your code is still {code}.",
            "The difference in fare comes to {amount}, so you would pay {amount} in all.",
            "We land at {time}, and your bag has the number {digits}.",
            "You fly on {date}, {name}. Please note the code {code}.",
            "I can return {amount} to your card, or give you a travel credit.",
        ),
        "hr": (
            "So I have your license as {code}. Is that right?",
            "Your badge number {digits} is active again from {date} on.",
            "I have told {name} that you are away from {date} to {date}.",
            "The appointment at {time} is free. I would put you down for {date}.",
            "That is petition {code}, opened on {date}.",
            "Your insurance covers {amount} for each case, {name}.",
        ),
        "itsm": (
            "I opened incident {code} for you. Someone looks at it before {time}.",
            "The new laptop has the number {code}.",
            "Please read {digits} from the screen when {name} calls you.",
            "Access ends on {date}, and the form is {code}.",
            "Your team is charged {amount} from {date} on.",
            "The change runs at {time}, under the number {digits}.",
        ),
    },
}
NAMES: dict[Set, tuple[str, ...]] = {
    "tuning": tuple(
        listed("Torvald Valdivia Shao Thalberg Marsh Okafor Lindqvist Bennett Castellano Weber Dubois Nakamura")
    ),
    "final": tuple(
        listed("Hartmann Ibarra Sullivan Petrov Coleman Moretti Andersen Fletcher Ramirez Baptiste Yoder Klein")
    ),
}
_FORMS = {
    "airline": ("******",),
    "hr": ("???######", "EMP######", "**?###", "??#######"),
    "itsm": ("INC#######", "REQ-??####", "AST-???-####", "CHG######"),
}
_DRAWN = {"#": "0123456789", "?": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "*": "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"}
_SMALL = listed("zero one two three four five six seven eight nine")
_TENS = listed("twenty thirty forty fifty sixty seventy eighty ninety")
_DAYS = listed("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth")
_MONTHS = listed("January February March April May June July August September October November December")


@dataclass(frozen=True)
class Turn:
    """One turn with what was done to it.

    Attributes:
        group: the text it comes from; turns of one group are judged together or not at all in the bootstrap.
        intended: the words that were meant.
        said: the words that the voice gets.
        kind: the corruption, one of `KINDS`; empty for none.
    """

    group: str
    domain: str
    intended: str
    said: str
    kind: str
    voice: str
    channel: str

    def sound(self) -> NDArray[np.int16]:
        """Mono int16 at 8 kHz, 0.3 s of silence around it."""
        speech = render(self.said, self.voice)
        if self.kind == "clipped":
            speech = _clipped(speech, self.said, self.voice)
        elif self.kind == "lost":
            speech = _lost(speech)
        quiet = np.zeros(3 * RATE // 10, np.int16)
        speech = np.concatenate([quiet, speech, quiet])
        return g711.decode(g711.encode(speech)) if self.channel == "mu-law" else speech


def render(text: str, voice: str) -> NDArray[np.int16]:
    """Sentence by sentence, as the embedded agent speaks."""
    parts: list[NDArray[np.int16]] = []
    for sentence in re.split(r"(?<=[.?!])\s+", text):
        parts += [synthesize(sentence, voice), np.zeros(PAUSE, np.int16)]
    return np.concatenate(parts[:-1])


def turns(which: Set, texts: int, seed: int) -> list[Turn]:
    """The turns of a set: per text a faithful and a corrupted one, each over both channels."""
    out = []
    for number, (domain, intended, said, kind) in enumerate(_texts(which, texts, seed)):
        voice = ("joe", "heart")[number % 2]
        for channel in ("clean", "mu-law"):
            for words, corruption in ((intended, ""), (said, kind)):
                out.append(Turn(f"{which}{number}", domain, intended, words, corruption, voice, channel))
    return out


def _texts(which: Set, texts: int, seed: int) -> Iterator[tuple[str, str, str, str]]:
    offers = {domain: _offers(domain, which) for domain in DOMAINS}
    for number in range(texts):
        draw = np.random.default_rng([seed, ("tuning", "final").index(which), number])
        kind, domain = KINDS[number // 2 % len(KINDS)], DOMAINS[number // 2 % len(DOMAINS)]
        made = None
        if number % PACKED == 0 and offers[domain]:
            made = _packed(str(draw.choice(offers[domain])), kind, draw)
        if made is None:
            made = _drawn(which, domain, kind, draw)
        yield (domain, *made, kind)


def _offers(domain: str, which: Set) -> list[str]:
    """Offers of the domain's pack that hold a number; every other scenario belongs to the other set."""
    found = set()
    files = sorted(Path(__file__).parents[1].glob(f"scenarios/{domain}/pack/*.json"))
    for path in files[("tuning", "final").index(which) :: 2]:
        for offer in re.findall(r'"offer": "([^"]+)"', path.read_text(encoding="utf-8")):
            if re.search(rf"\b(?:{'|'.join([*_SMALL[1:], *_TENS, *_DAYS])})\b", offer):
                found.add(offer)
    return sorted(found)


def _packed(offer: str, kind: str, draw: np.random.Generator) -> tuple[str, str] | None:
    """An offer and its corruption; nothing if it has no value of that kind."""
    pools = {"digit": _SMALL[1:], "amount": _TENS, "date": _DAYS, "time": None}.get(kind)
    if pools is None:
        return None
    places = list(re.finditer(rf"\b(?:{'|'.join(pools)})\b", offer))
    if not places:
        return None
    place = places[int(draw.integers(len(places)))]
    hyphened = offer[: place.start()].endswith("-") and pools is _DAYS  # "twenty-tenth" is no day
    other = str(draw.choice([w for w in (pools[:9] if hyphened else pools) if w != place[0]]))
    return offer, offer[: place.start()] + other + offer[place.end() :]


def _drawn(which: Set, domain: str, kind: str, draw: np.random.Generator) -> tuple[str, str]:
    """A template with values drawn, and the same with one value corrupted."""
    slot = {"date": "date", "amount": "amount", "time": "time", "name": "name"}.get(kind)
    wanted = {slot} if slot else {"digits"} if kind == "digit" else {"code"}
    if kind == "digit":
        wanted |= {"code", "flight"}
    fitting = [t for t in TEMPLATES[which][domain] if any("{" + w + "}" in t for w in wanted)]
    if kind == "clipped":
        fitting = [re.sub(r"(\{(?:code|digits|date)\}).*", r"\1.", t) for t in TEMPLATES[which][domain]]
        fitting = [t for t in fitting if t.endswith("}.")]
    template = str(draw.choice(fitting))
    style = str(draw.choice(STYLES))
    if kind == "lost":
        style = "nato"
    slots = re.findall(r"\{(\w+)\}", template)
    values = [_value(s, which, domain, draw) for s in slots]
    spoiled = list(values)
    if kind not in ("clipped", "lost"):
        places = [i for i, s in enumerate(slots) if s in wanted]
        if kind == "digit":
            places = [i for i in places if any(c.isdigit() for c in values[i])] or places
        place = int(draw.choice(places))
        spoiled[place] = _spoiled(values[place], slots[place], kind, which, draw)
    return _filled(template, slots, values, style), _filled(template, slots, spoiled, style)


def _filled(template: str, slots: Sequence[str], values: Sequence[str], style: str) -> str:
    words = iter([_words(slot, value, style) for slot, value in zip(slots, values, strict=True)])
    return re.sub(r"\{\w+\}", lambda _: next(words), template)


def _value(slot: str, which: Set, domain: str, draw: np.random.Generator) -> str:
    match slot:
        case "code":
            form = str(draw.choice(_FORMS[domain]))
            return "".join(str(draw.choice(list(_DRAWN[c]))) if c in _DRAWN else c for c in form)
        case "digits":
            return "".join(map(str, draw.integers(0, 10, int(draw.choice([4, 6, 8])))))
        case "flight":
            return str(draw.integers(100, 999))
        case "date":
            return f"2027-{draw.integers(1, 13):02}-{draw.integers(1, 29):02}"
        case "amount":
            return str(draw.integers(11, 700))
        case "time":
            return f"{draw.integers(6, 22):02}:{5 * draw.integers(0, 12):02}"
        case _:
            return str(draw.choice(NAMES[which]))


def _words(slot: str, value: str, style: str) -> str:
    match slot:
        case "code":
            return value if style == "written" else spell(value, style)
        case "digits" | "flight":
            return spell(value, "letters").replace(",", "")
        case "name":
            return value
        case "date" | "amount" | "time":
            return say(slot, value)
        case _:
            raise ValueError(slot)


def _spoiled(value: str, slot: str, kind: str, which: Set, draw: np.random.Generator) -> str:
    """A value that is another one, by one step of its kind."""
    while True:
        other = _step(value, slot, kind, which, draw)
        if other != value:
            return other


def _step(value: str, slot: str, kind: str, which: Set, draw: np.random.Generator) -> str:
    match kind:
        case "date":
            month, day = int(value[5:7]), int(value[8:])
            if draw.random() < 0.3:
                return f"2027-{draw.integers(1, 13):02}-{day:02}"
            return f"2027-{month:02}-{max(1, min(28, day + int(draw.choice([-2, -1, 1, 2, 10])))):02}"
        case "amount":
            return str(max(11, int(value) + int(draw.choice([-100, -10, -1, 1, 10, 100]))))
        case "time":
            hour = (int(value[:2]) + int(draw.choice([0, 1, 12]))) % 24
            return f"{hour:02}:{(int(value[3:]) + 5 * int(draw.integers(0, 4))) % 60:02}"
        case "name":
            return str(draw.choice(NAMES[which]))
    kinds: dict[str, Callable[[str], bool]] = {"digit": str.isdigit, "letter": str.isalpha}
    test = kinds.get(kind, str.isalnum)
    places = [i for i, c in enumerate(value) if test(c)] or [i for i, c in enumerate(value) if c.isalnum()]
    at = int(draw.choice(places))
    if kind == "dropped":
        return value[:at] + value[at + 1 :]
    if kind == "swapped":
        pairs = [i for i in range(len(value) - 1) if value[i].isalnum() and value[i + 1].isalnum()]
        at = int(draw.choice(pairs))
        return value[:at] + value[at + 1] + value[at] + value[at + 2 :]
    pool = _DRAWN["#"] if value[at].isdigit() else _DRAWN["?"]
    return value[:at] + str(draw.choice(list(pool))) + value[at + 1 :]


def _clipped(speech: NDArray[np.int16], text: str, voice: str) -> NDArray[np.int16]:
    """Without the last word: what the words before it do not need, and no less than the word takes by itself."""
    word = re.findall(r"\w+", text)[-1]
    cut = len(re.search(r"[\s,-]*\w+\W*$", text)[0])  # type: ignore[index]
    if re.fullmatch(r"[A-Z0-9]{2,}", word):  # spelled by the voice
        word, cut = word[-1], 2
    last = len(speech) - len(render(text[:-cut] + ".", voice))
    return speech[: len(speech) - max(last, round(0.9 * len(render(word + ".", voice))))]


def _lost(speech: NDArray[np.int16]) -> NDArray[np.int16]:
    """With one of the words between pauses silent."""
    spans = energy_spans(speech, hang=RATE // 25)
    inner = [s for s in spans if RATE // 5 <= s.end - s.start <= 3 * RATE // 5] or list(spans)
    chosen = inner[len(inner) // 2]
    out = speech.copy()
    out[chosen.start : chosen.end] = 0
    return out


@dataclass(frozen=True)
class Judged:
    """A turn with what the judges made of it.

    Attributes:
        turn: what was rendered.
        agent: rating and explanation of agent_speech_fidelity.
        tts: those of tts_fidelity.
        seconds: of speech.
        cpu: seconds of computing for the first of them; what was heard before costs nothing.
    """

    turn: Turn
    agent: RatedTurn
    tts: RatedTurn
    seconds: float
    cpu: float

    def right(self, metric: str) -> bool:
        """Whether a judge says of the turn what is true."""
        return bool((getattr(self, metric).rating == 1) == (not self.turn.kind))


def judge(turn: Turn, ears: Ears) -> Judged:
    """Put one turn to both judges, as a call of one turn whose values stand in a tool's response."""
    speech = turn.sound()
    margin = 3 * RATE // 10
    said = Utterance("agent", 1, margin, len(speech) - margin, turn.intended, None)
    with tempfile.TemporaryDirectory() as folder:
        with wave.open(f"{folder}/audio.wav", "wb") as file:
            file.setparams((2, 2, RATE, 0, "NONE", ""))
            file.writeframes(np.stack([np.zeros_like(speech), speech], axis=1).astype("<i2").tobytes())
        record = Record(Path(folder), {}, (), (said,), (), (), {}, {}, {})
        names = [n for pool in NAMES.values() for n in pool if n in turn.intended]
        data = {"status": "success", "message": turn.intended, "names": names}
        known = Entry(1, "response", tool="known", data=data)
        case = Case("cascade", (known,), record=record)
        began = time.process_time()
        agent = agent_speech_fidelity.judge(case, ears).turns[0]
        spent = time.process_time() - began
        tts = tts_fidelity.judge(case, ears).turns[0]
    return Judged(turn, agent, tts, (said.end - said.start) / RATE, spent)


def balanced(judged: Sequence[Judged], metric: str) -> float:
    """Mean of the shares of faithful and of corrupted turns that a judge recognises."""
    shares = []
    for faithful in (True, False):
        group = [j.right(metric) for j in judged if (not j.turn.kind) == faithful]
        shares.append(sum(group) / len(group) if group else float("nan"))
    return float(np.mean(shares))


def interval(judged: Sequence[Judged], metric: str, seed: int = 0, draws: int = 2000) -> tuple[float, float]:
    """95 % bootstrap interval of `balanced`, drawing texts."""
    groups: dict[str, list[Judged]] = {}
    for j in judged:
        groups.setdefault(j.turn.group, []).append(j)
    # per text: faithful turns, of them right, corrupted turns, of them right
    counts = np.array(
        [
            [
                sum(not j.turn.kind for j in g),
                sum(not j.turn.kind and j.right(metric) for j in g),
                sum(bool(j.turn.kind) for j in g),
                sum(bool(j.turn.kind) and j.right(metric) for j in g),
            ]
            for g in groups.values()
        ]
    )
    draw = np.random.default_rng(seed)
    sums = counts[draw.integers(0, len(counts), (draws, len(counts)))].sum(1)
    low, high = np.percentile((sums[:, 1] / sums[:, 0] + sums[:, 3] / sums[:, 2]) / 2, [2.5, 97.5])
    return float(low), float(high)


def report(which: str, judged: Sequence[Judged]) -> dict[str, Any]:
    """Print the figures of a set, and give them."""
    rows: dict[str, Any] = {"set": which, "turns": len(judged)}
    speech, cpu = sum(j.seconds for j in judged), sum(j.cpu for j in judged)
    cost = 60 * cpu / speech
    print(f"{which}: {len(judged)} turns, {speech / 60:.1f} min of speech, {cost:.1f} s of computing a minute")
    for metric in ("agent", "tts"):
        low, high = interval(judged, metric)
        rows[metric] = {"balanced": balanced(judged, metric), "interval": [low, high]}
        false = [not j.right(metric) for j in judged if not j.turn.kind]
        print(
            f"  {metric + '_speech_fidelity' if metric == 'agent' else 'tts_fidelity'}: balanced accuracy "
            f"{balanced(judged, metric):.1%} [{low:.1%}, {high:.1%}], false alarms {sum(false)} of {len(false)}"
        )
        kinds = [k for k in KINDS if any(j.turn.kind == k for j in judged)]
        found = {k: [j.right(metric) for j in judged if j.turn.kind == k] for k in kinds}
        print("    found: " + ", ".join(f"{k} {sum(f)}/{len(f)}" for k, f in found.items()))
        rows[metric]["found"] = {k: sum(f) / len(f) for k, f in found.items()}
        for name in ("voice", "channel", "domain"):
            groups = sorted({getattr(j.turn, name) for j in judged})
            parts = {g: balanced([j for j in judged if getattr(j.turn, name) == g], metric) for g in groups}
            print(f"    {name}: " + ", ".join(f"{g} {share:.1%}" for g, share in parts.items()))
            rows[metric][name] = parts
    return rows


def main() -> None:
    """Render, judge and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=120)
    parser.add_argument("--sets", nargs="+", choices=["tuning", "final"], default=["tuning", "final"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print what was judged wrongly")
    parser.add_argument("--json", type=Path, help="file for the figures")
    args = parser.parse_args()
    ears, rows = judges_ears(), []
    for which in args.sets:
        judged = []
        for turn in turns(which, args.texts, args.seed):
            judged.append(judge(turn, ears))
            if args.show and not (judged[-1].right("agent") and judged[-1].right("tts")):
                _show(judged[-1])
        rows.append(report(which, judged))
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def _show(judged: Judged) -> None:
    turn = judged.turn
    print(f"{turn.group} {turn.kind or 'faithful'} {turn.voice} {turn.channel}\n    meant {turn.intended}")
    if turn.said != turn.intended:
        print(f"    said  {turn.said}")
    for name, rated in (("agent", judged.agent), ("tts", judged.tts)):
        print(f"    {name} {rated.rating}: {rated.explanation}\n      heard {rated.transcript}", flush=True)


if __name__ == "__main__":
    main()
