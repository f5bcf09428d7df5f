"""The page of behaviours says what the code does."""

import re
from pathlib import Path

import pytest

from pipelines.caller.behaviour import backchannels, base, forgetful, impatient, listening, slow, sound
from pipelines.caller.behaviour.reach import REACH

PAGE = (Path(__file__).parents[4] / "docs" / "perturbations-behaviour.md").read_text(encoding="utf-8")
COUNTS = {2: "twice", 3: "three times"}


def bounds(pair):
    return f"{pair[0]:g} to {pair[1]:g} s"


@pytest.mark.parametrize(
    "said",
    [
        f"| pace | {slow.PACE:g} of the voice's own; {base.MOST_SLOW:g} at the least",
        f"| pauses | {bounds(slow.PAUSE_S)} |",
        f"at {slow.COMMA:.0%} of the commas".replace("%", " %"),
        f"at {slow.SPELLED:.0%} of the gaps".replace("%", " %"),
        f"a phrase of more than {slow.LONG} words",
        f"after {slow.REPEAT:.0%} of the agent's turns, {COUNTS[slow.REPEATS]} a call at most".replace("%", " %"),
        f"speaking for {bounds(impatient.BREAKS_IN_S)}; once in a stretch of speech",
        f"{COUNTS[impatient.BREAK_INS]} a call at most",
        f"after {bounds(impatient.PATIENCE_S)} of silence",
        f"pace {impatient.PACE:g} |",
        f'"{impatient.INTERJECTIONS[1]}"',
        f"until the agent is silent for {listening.STILL_S:g} s",
        f"before {forgetful.FILLED:.0%} of the lines; inside {forgetful.INSIDE:.0%} of the values".replace("%", " %"),
        f"{forgetful.WRONG:.0%} of the dates, times and counts".replace("%", " %"),
        f"{forgetful.AGAIN:.0%} of the codes of {forgetful.SHORTEST} characters or more".replace("%", " %"),
        f"after {forgetful.BEGUN[0]} to {forgetful.BEGUN[1]} characters",
        f'{forgetful.SEARCHED:.0%} of the codes: "{forgetful.SEARCHING[0]}", then {bounds(forgetful.SEARCH_S)}'.replace(
            "%", " %"
        ),
        f"speaking for {bounds(backchannels.FIRST_S)} |",
        f"{bounds(backchannels.NEXT_S)} later",
        ", ".join(f'"{w}" {s:.0%}' for w, s in zip(backchannels.WORDS, backchannels.SHARES, strict=True)).replace(
            "%", " %"
        ),
        f"{-backchannels.LEVEL_DB:g} dB below",
        f"in the last {listening.HUSH_S[0]:g} s",
        f"within {bounds(listening.HUSH_S)}",
        f"a pause of {sound.SHORTEST * 20} ms or more by itself, and has spoken for {sound.BETWEEN * 0.02:g} s",
    ],
)
def test_every_figure(said):
    assert said in PAGE


def test_every_manner_has_its_rows():
    assert set(re.findall(r"`behaviour-([a-z]+)` \|", PAGE)) == set(REACH)
    reach = PAGE[PAGE.index("## Which callers") :]
    _, *rows = re.findall(r"^\| ([a-z]+) \| .* \| .* \| (.*) \|$", reach, re.MULTILINE)
    assert {manner for manner, _ in rows} == set(REACH)
    assert {m for m, hosted in rows if hosted == "refused"} == {m for m in REACH if not REACH[m]["hosted"]}
