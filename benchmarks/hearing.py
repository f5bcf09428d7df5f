"""How well spelled codes and names are heard: by voice, spelling style and channel, at first and at second hearing.

    python benchmarks/hearing.py [--values 40] [--voices heart joe] [--styles nato letters] [--seed 1]

First hearing reads the free transcript of one turn; second hearing is `agents.embedded.spelling.hear_spelled` on the
same sound. ``sure`` is the share that the second hearing believes, ``wrong`` the share of those that is not right:
what an agent would act upon in error instead of asking again.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.embedded.moonshine import Moonshine, from_line
from agents.embedded.spelling import SURE, hear_spelled
from agents.embedded.voices import synthesize
from pipelines import g711
from scenarios.spoken import hear, spell

CHARACTERS = list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
_SURNAMES = (
    "Abbott Acosta Aguilar Ahmed Allison Andrade Armstrong Avery Bakker Barrett Becker Benson Berg Bishop Blake Bowen "
    "Bradley Burke Cabrera Cameron Carlson Castillo Chavez Clarke Conway Cooper Daniels Davies Delgado Douglas Dunn "
    "Eriksen Farrell Figueroa Fleming Fox Franklin Fuentes Gallagher Gardner George Gill Goldberg Gupta Hansen Harper "
    "Hoffman Horvath Hussain Ito Jensen Joshi Kane Keller Khan Klein Kovacs Kumar Larsen Lindberg Lowe Lynch Maldonado "
    "Mendez Meyer Moreau Mueller Novak Nunez Osborne Park Pavlov Quinn Rahman Reid Rojas Sato Shah Tanaka Ueda Vargas"
)
SURNAMES = _SURNAMES.split()
CODE_TURNS = (
    "My confirmation number is {code}.",
    "It's {code}.",
    "{code}.",
    "Confirmation number {code}. Last name {name}. {spelled}.",
)
NAME_TURNS = (
    "My last name is {name}. {spelled}.",
    "Last name {name}, {spelled}.",
    "{spelled}.",
    "Confirmation number {code}. Last name {name}. {spelled}.",
)


@dataclass
class Count:
    """Values heard so far."""

    total: int = 0
    first: int = 0
    second: int = 0
    sure: int = 0
    wrong: int = 0
    cpu: float = 0.0


def turns(kind: str, style: str, values: int, seed: int) -> list[tuple[str, str]]:
    """Turns with the value that each holds."""
    draw = np.random.default_rng([seed, len(kind)])
    names = [SURNAMES[i % len(SURNAMES)] for i in draw.permutation(max(values, len(SURNAMES)))][:values]
    out = []
    for number, name in enumerate(names):
        code = "".join(draw.choice(CHARACTERS, 6))
        pattern = (CODE_TURNS if kind == "code" else NAME_TURNS)[number % 4]
        text = pattern.format(code=spell(code, style), name=name, spelled=spell(name, style))
        out.append((text, code if kind == "code" else name.upper()))
    return out


def sound(text: str, voice: str, channel: str) -> NDArray[np.int16]:
    """One turn as a segment: 0.8 s before and 0.5 s after it."""
    spoken = np.concatenate([np.zeros(6400, np.int16), synthesize(text, voice), np.zeros(4000, np.int16)])
    return g711.decode(g711.encode(spoken)) if channel == "mu-law" else spoken


def measure(kind: str, style: str, voice: str, channel: str, values: int, seed: int) -> Count:
    """Hear `values` values of a kind."""
    ears = Moonshine.shared()
    count = Count()
    for text, value in turns(kind, style, values, seed):
        samples = sound(text, voice, channel)
        read = hear(kind, ears.transcribe(from_line(samples)).text)  # type: ignore[arg-type]
        began = time.process_time()
        guesses = hear_spelled([samples], kind)  # type: ignore[arg-type]
        count.cpu += time.process_time() - began
        right = bool(guesses) and guesses[0].value == value
        sure = bool(guesses) and guesses[0].confidence >= SURE
        count.total += 1
        count.first += bool(read) and read[0].value.upper() == value
        count.second += right
        count.sure += sure
        count.wrong += sure and not right
    return count


def main() -> None:
    """Print one line per voice, style, channel and kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--values", type=int, default=40)
    parser.add_argument("--voices", nargs="+", default=["heart", "joe"])
    parser.add_argument("--styles", nargs="+", default=["nato", "letters"])
    parser.add_argument("--channels", nargs="+", default=["clean", "mu-law"])
    parser.add_argument("--kinds", nargs="+", default=["code", "name"])
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    heads = ("first", 8), ("second", 8), ("sure", 7), ("wrong", 7), ("CPU s", 7)
    print(f"{'voice':8}{'style':9}{'channel':9}{'kind':6}{'n':>4}" + "".join(f"{h:>{w}}" for h, w in heads))
    for voice in args.voices:
        for style in args.styles:
            for channel in args.channels:
                for kind in args.kinds:
                    c = measure(kind, style, voice, channel, args.values, args.seed)
                    shares = f"{c.first / c.total:8.0%}{c.second / c.total:8.0%}{c.sure / c.total:7.0%}"
                    wrong = c.wrong / max(c.sure, 1)
                    print(
                        f"{voice:8}{style:9}{channel:9}{kind:6}{c.total:4}{shares}{wrong:7.0%}{c.cpu / c.total:7.2f}",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
