"""How well spelled codes and names are heard: by voice, spelling style and channel, at first and at second hearing.

    python benchmarks/hearing.py [--values 40] [--voices heart joe] [--styles nato letters] [--seed 1]
    python benchmarks/hearing.py --shape all [--group 3] [--marked] [--blind]

First hearing reads the free transcript of one turn; second hearing is `agents.embedded.spelling.hear_spelled` on the
same sound. ``sure`` is the share that the second hearing believes, ``wrong`` the share of those that is not right:
what an agent would act upon in error instead of asking again.

With ``--shape`` the values are those of tool parameters (employee numbers, asset tags, hexadecimal case numbers ...),
heard along the parameter's pattern; ``--blind`` hears the same turns knowing only the number of characters.
``--group`` has them said in groups, ``--marked`` with "digit" before each digit.
"""

from __future__ import annotations

import argparse
import re
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.embedded.grammar import Kind
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
SHAPES: dict[str, tuple[str, str, str]] = {
    "employee": (r"^EMP\d{6}$", "My employee ID is {}.", "EMP######"),
    "four": (r"^\d{4}$", "The last four are {}.", "####"),
    "six": (r"^\d{6}$", "It's {}.", "######"),
    "npi": (r"^\d{10}$", "My N P I is {}.", "##########"),
    "asset": (r"^AST-[A-Z]{3}-\d{6}$", "The asset tag is {}.", "AST-???-######"),
    "shift": (r"^SHF-\d{8}-\d{4}$", "The shift is {}.", "SHF-20260###-####"),
    "request": (r"^REQ-[A-Z]{2,4}-[a-f0-9]{12}$", "The request number is {}.", "REQ-??-xxxxxxxxxxxx"),
    "incident": (r"^INC[a-f0-9]{12}$", "It's incident {}.", "INCxxxxxxxxxxxx"),
    "case": (r"^CASE-[A-Z0-9]{2,6}-\d{6}$", "The case number is {}.", "CASE-???-######"),
    "license": (r"^[A-Z]{2}-[A-Z]{2,4}-\d{6,8}$", "My license number is {}.", "??-???-#######"),
    "dea": (r"^[A-Z]{2}\d{7}$", "My D E A number is {}.", "??#######"),
    "petition": (r"^[A-Z]{3}\d{10}$", "The receipt number is {}.", "???##########"),
    "room": (r"^BLD\d{1,2}-FL\d{1,2}-RM\d{3}$", "The room is {}.", "BLD#-FL#-RM###"),
    "facility": (r"^[A-Z]{2,4}-\d{2}[A-Z]$", "The facility code is {}.", "???-##?"),
    "manager": (r"^[A-Z0-9]{6}$", "The code is {}.", "******"),
    "policy": (r"^POL-\d{4}-[A-Z0-9]{6}$", "The policy number is {}.", "POL-####-******"),
    "unit": (r"^\d{1,2}[A-Z]-[A-Z]{2,6}$", "The unit is {}.", "#?-????"),
}
"""By name: the pattern, how a caller leads in, and how a value is drawn (``#`` digit, ``?`` letter, ``*`` either,
``x`` hexadecimal digit)."""
_DRAWN = {"#": "0123456789", "?": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "*": "".join(CHARACTERS), "x": "0123456789abcdef"}


@dataclass
class Count:
    """Values heard so far."""

    total: int = 0
    first: int = 0
    second: int = 0
    sure: int = 0
    wrong: int = 0
    cpu: float = 0.0
    slowest: float = 0.0

    def add(self, other: Count) -> None:
        """Sum up."""
        for name in ("total", "first", "second", "sure", "wrong", "cpu"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.slowest = max(self.slowest, other.slowest)


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
    count = Count()
    for text, value in turns(kind, style, values, seed):
        count.add(heard(value, sound(text, voice, channel), kind, {}))  # type: ignore[arg-type]
    return count


def heard(want: str, samples: NDArray[np.int16], kind: Kind, knows: dict[str, Any], show: bool = False) -> Count:
    """Hear one value at first and at second hearing.

    Args:
        want: what was said, in capitals unless the pattern is known.
        samples: its turn.
        kind: what is listened for.
        knows: what is known of it, ``pattern`` or ``length``.
        show: print what was not heard or not believed.
    """
    free = Moonshine.shared().transcribe(from_line(samples)).text
    read = [g.value if "pattern" in knows else g.value.upper() for g in hear(kind, free, **knows)[:1]]
    began = time.process_time()
    guesses = hear_spelled([samples], kind, **knows)
    spent = time.process_time() - began
    right = bool(guesses) and guesses[0].value == want
    sure = bool(guesses) and guesses[0].confidence >= SURE
    if show and (not right or not sure):
        top = [(g.value, g.confidence) for g in guesses[:2]]
        print(f"    {want}: {free!r} read {read} heard {top}", flush=True)
    return Count(1, read == [want], right, sure, sure and not right, spent, spent)


def shaped_turns(
    name: str, style: str, values: int, seed: int, group: int | None, marked: bool
) -> list[tuple[str, str]]:
    """Turns with the value of a shape that each holds."""
    _, lead, form = SHAPES[name]
    draw = np.random.default_rng([seed, len(name), len(form)])
    out = []
    for _ in range(values):
        value = "".join(str(draw.choice(list(_DRAWN[c]))) if c in _DRAWN else c for c in form)
        said = spell(value, style, group=group)
        if marked:
            said = re.sub(r"\b(zero|one|two|three|four|five|six|seven|eight|nine)\b", r"digit \1", said, flags=re.I)
        out.append((lead.format(said), value))
    return out


def measure_shape(name: str, style: str, voice: str, args: argparse.Namespace) -> Count:
    """Hear values of a shape over the telephone."""
    pattern = SHAPES[name][0]
    count = Count()
    for text, value in shaped_turns(name, style, args.values, args.seed, args.group, args.marked):
        bare = "".join(c for c in value if c.isalnum()).upper()
        kind: Kind = "digits" if bare.isdigit() else "code"
        knows: dict[str, Any] = {"length": len(bare)} if args.blind else {"pattern": pattern}
        want = bare if args.blind else value
        count.add(heard(want, sound(text, voice, "mu-law"), kind, knows, args.show))
    return count


def shapes(args: argparse.Namespace) -> None:
    """Print one line per shape, style and voice, and their sums."""
    heads = ("first", 8), ("second", 8), ("sure", 7), ("wrong", 7), ("CPU s", 7), ("most", 7)
    print(f"{'shape':10}{'style':9}{'voice':8}{'n':>4}" + "".join(f"{h:>{w}}" for h, w in heads))
    whole: dict[str, Count] = {}
    names = list(SHAPES) if args.shape == ["all"] else args.shape
    for name in names:
        for style in args.styles if any(c in "?*xABCDEFGHIJKLMNOPQRSTUVWXYZ" for c in SHAPES[name][2]) else ["letters"]:
            for voice in args.voices:
                c = measure_shape(name, style, voice, args)
                _print_shape(name, style, voice, c)
                whole.setdefault(style, Count()).add(c)
    for style, c in whole.items():
        _print_shape("all", style, "", c)


def _print_shape(name: str, style: str, voice: str, c: Count) -> None:
    shares = f"{c.first / c.total:8.0%}{c.second / c.total:8.0%}{c.sure / c.total:7.0%}{c.wrong / c.total:7.1%}"
    print(f"{name:10}{style:9}{voice:8}{c.total:4}{shares}{c.cpu / c.total:7.2f}{c.slowest:7.2f}", flush=True)


def main() -> None:
    """Print one line per voice, style, channel and kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--values", type=int, default=40)
    parser.add_argument("--voices", nargs="+", default=["heart", "joe"])
    parser.add_argument("--styles", nargs="+", default=["nato", "letters"])
    parser.add_argument("--channels", nargs="+", default=["clean", "mu-law"])
    parser.add_argument("--kinds", nargs="+", default=["code", "name"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shape", nargs="+", choices=["all", *SHAPES])
    parser.add_argument("--group", type=int)
    parser.add_argument("--marked", action="store_true")
    parser.add_argument("--blind", action="store_true")
    parser.add_argument("--show", action="store_true", help="print what was not heard or not believed")
    args = parser.parse_args()
    if args.shape:
        shapes(args)
        return
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
