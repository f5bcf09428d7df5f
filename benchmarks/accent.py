"""How well accents and voices are heard over the telephone: word error rate and values that arrive.

    python benchmarks/accent.py [--voices heart joe] [--accents none french ...] [--sentences 36] [--show]

Each sentence is said by the voice, coded and decoded as mu-law at 8 kHz, and heard by the embedded recogniser. Words
are counted as in `stt_wer`; a value has arrived when the best reading of the transcript is that value. Intervals are
95 % bootstrap intervals over sentences; ``codes`` is the share of NATO-spelled codes found at the second hearing,
which is what the calibration agent acts upon. At the end stands how much more is misheard than with the accent of the
line before, sentence by sentence.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import jiwer
import numpy as np
from numpy.typing import NDArray

from agents.embedded.accents import ACCENTS
from agents.embedded.moonshine import Moonshine, from_line
from agents.embedded.spelling import hear_spelled
from agents.embedded.voices import synthesize
from metrics.transcript import normal
from pipelines import g711
from scenarios.model import EntityKind
from scenarios.spoken import hear, same, spell

RESAMPLES = 2000
Value = tuple[EntityKind, str]


@dataclass(frozen=True)
class Said:
    """A sentence and the values in it."""

    text: str
    values: tuple[Value, ...] = ()


def _code(lead: str, code: str) -> Said:
    return Said(lead.format(spell(code, "nato")), (("code", code),))


SENTENCES = (
    _code("My confirmation code is {}.", "ZK3FFW"),
    Said("I would like to move my flight to the thirteenth of June.", (("date", "--06-13"),)),
    Said("The charge was 240 dollars, and I never agreed to it.", (("amount", "240"),)),
    _code("Sure, it is {}.", "QH72DP"),
    Said("My daughter and I are travelling together, so we need two seats.", (("count", "2"),)),
    Said("I was born on the third of March, 1987.", (("date", "1987-03-03"),)),
    Said("Could you send the receipt to my work address, please?"),
    _code("The record locator is {}.", "B4XNR9"),
    Said("I think that the other flight leaves at half past seven in the evening.", (("time", "19:30"),)),
    Said("The laptop does not start, and there is a very strange noise inside.", ()),
    Said("It says that I was charged 99 dollars for the bag.", (("amount", "99"),)),
    _code("You can find it under {}.", "JT8VLC"),
    Said("I have to be back at work on Thursday, the ninth of July.", (("date", "--07-09"),)),
    Said("No, thank you, I would rather keep the seat that I have."),
    Said("The last four digits are 4 7 2 6.", (("digits", "4726"),)),
    Said("I started at the hospital on the first of September.", (("date", "--09-01"),)),
    _code("The asset tag ends in {}.", "M5YGE2"),
    Said("Is there anything earlier, maybe at ten fifteen in the morning?", (("time", "10:15"),)),
    Said("My badge stopped working this morning, and I cannot open the door."),
    Said("I can pay up to 350 dollars, but not more than that.", (("amount", "350"),)),
    _code("It should be {}.", "W6SUA1"),
    Said("Please change it to the twenty second of October.", (("date", "--10-22"),)),
    Said("My manager has approved the request for the whole team."),
    Said("The code that you sent me is 8 1 3 0 5 9.", (("digits", "813059"),)),
    Said("We missed the connection because the first plane was three hours late.", (("count", "3"),)),
    _code("That would be {}.", "P3KZO7"),
    Said("I would like to enroll my husband in the health plan."),
    Said("The meeting begins at four o'clock in the afternoon.", (("time", "16:00"),)),
    Said("I have already restarted the computer, and it did not help."),
    Said("My leave begins on the fifteenth of January.", (("date", "--01-15"),)),
    _code("The booking is {}.", "D9HIL4"),
    Said("That is too much, I was hoping for something under 180 dollars.", (("amount", "180"),)),
    Said("Yes, that works for me, please go ahead and book it."),
    Said("The license expires on the thirtieth of November, 2027.", (("date", "2027-11-30"),)),
    Said("I forgot my password, and now my account is locked."),
    Said("My employee number is 5 0 2 9 3 8.", (("digits", "502938"),)),
)
"""Our own; a third of them hold nothing but words."""


@dataclass(frozen=True)
class Heard:
    """What became of one sentence: word errors, words, values that arrived, values, codes at the second hearing."""

    errors: int
    words: int
    arrived: int
    values: int
    spelled: int
    codes: int


def over_the_telephone(text: str, voice: str) -> NDArray[np.int16]:
    """One utterance between 0.8 s and 0.5 s of silence, through mu-law."""
    sound = np.concatenate([np.zeros(6400, np.int16), synthesize(text, voice), np.zeros(4000, np.int16)])
    return g711.decode(g711.encode(sound))


def listen(said: Said, voice: str, show: bool = False) -> Heard:
    """Say one sentence and hear it."""
    sound = over_the_telephone(said.text, voice)
    free = Moonshine.shared().transcribe(from_line(sound)).text
    wanted, found = normal(said.text), normal(free)
    counted = jiwer.process_words(wanted, found)
    errors = counted.substitutions + counted.deletions + counted.insertions
    arrived = [_arrived(kind, value, free) for kind, value in said.values]
    codes = [value for kind, value in said.values if kind == "code"]
    spelled = [bool(g := hear_spelled([sound], "code", length=len(code))) and g[0].value == code for code in codes]
    if show and (errors or not all(arrived)):
        print(f"    {errors}/{len(wanted.split())} {free!r}  {said.text!r}", flush=True)
    return Heard(errors, len(wanted.split()), sum(arrived), len(arrived), sum(spelled), len(codes))


def _arrived(kind: EntityKind, value: str, free: str) -> bool:
    return any(same(kind, guess.value, value) for guess in hear(kind, free)[:1])


def interval(heard: Sequence[Heard], of: Callable[[Heard], tuple[int, int]], seed: int = 1) -> tuple[float, float]:
    """95 % bootstrap interval, over sentences, of a ratio of two sums."""
    parts = np.array([of(h) for h in heard], float)
    drawn = parts[np.random.default_rng(seed).integers(0, len(parts), (RESAMPLES, len(parts)))].sum(axis=1)
    low, high = np.percentile(drawn[:, 0] / np.maximum(drawn[:, 1], 1), [2.5, 97.5])
    return float(low), float(high)


def difference(heard: Sequence[Heard], before: Sequence[Heard], seed: int = 1) -> tuple[float, float, float]:
    """How much higher the word error rate is than it was on the same sentences, with its 95 % bootstrap interval."""
    words = np.array([h.words for h in heard], float)
    more = np.array([h.errors for h in heard], float) - np.array([b.errors for b in before], float)
    drawn = np.random.default_rng(seed).integers(0, len(more), (RESAMPLES, len(more)))
    low, high = np.percentile(more[drawn].sum(axis=1) / words[drawn].sum(axis=1), [2.5, 97.5])
    return float(more.sum() / words.sum()), float(low), float(high)


def line(heard: Sequence[Heard]) -> str:
    """Word error rate and share of values, each with its interval, and codes at the second hearing."""
    cells = []
    for of in (lambda h: (h.errors, h.words), lambda h: (h.arrived, h.values)):
        parts = [of(h) for h in heard]
        low, high = interval(heard, of)
        cells.append(f"{sum(p[0] for p in parts) / sum(p[1] for p in parts):6.1%} [{low:5.1%}, {high:5.1%}]")
    return "  ".join((*cells, f"{sum(h.spelled for h in heard)}/{sum(h.codes for h in heard)}"))


def main() -> None:
    """Print one line per voice and accent."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--voices", nargs="+", default=["heart", "joe"])
    parser.add_argument("--accents", nargs="+", default=["none", *ACCENTS])
    parser.add_argument("--sentences", type=int, default=len(SENTENCES))
    parser.add_argument("--show", action="store_true", help="print what was not heard right")
    args = parser.parse_args()
    print(f"{'voice':22}{'accent':16}{'word error rate':22}  {'values':22}  codes")
    found: dict[tuple[str, str], list[Heard]] = {}
    for accent in args.accents:
        for voice in args.voices:
            name = voice if accent == "none" else f"{voice}+{accent}"
            found[voice, accent] = [listen(said, name, args.show) for said in SENTENCES[: args.sentences]]
            print(f"{voice:22}{accent:16}{line(found[voice, accent])}", flush=True)
    for before, accent in itertools.pairwise(args.accents):
        for voice in args.voices:
            more, low, high = difference(found[voice, accent], found[voice, before])
            print(f"{voice:22}{accent} against {before}: {more:+.1%} [{low:+.1%}, {high:+.1%}] of the words")


if __name__ == "__main__":
    main()
