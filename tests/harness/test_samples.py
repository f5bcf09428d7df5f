"""``callbench perturb``: every kind is listed and heard, without a call."""

import json
import wave

import numpy as np
import pytest

from agents.callers.registry import find
from harness import said, samples
from harness.cli import FINE, UNUSABLE
from harness.kinds import TOGETHER, examples, options, rows, variants
from pipelines.perturb.condition import parse
from pipelines.perturb.registry import kinds
from tests.harness.test_report import Page


@pytest.fixture
def tone(monkeypatch):
    """A voice that needs no model: half a second of a tone, higher for each accent."""

    def say(text, voice, pace=1.0):
        pitch = 400 if voice == "heart" else 300 if voice == "joe" else 900
        return (np.sin(2 * np.pi * pitch * np.arange(4000) / 8000) * 2000).astype(np.int16)

    monkeypatch.setattr(samples, "synthesize", say)
    monkeypatch.setattr(samples.babble, "talk", lambda n: np.random.default_rng(n).normal(0, 0.05, 8000))


def heard(path):
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (8000, 1, 2)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2")


def test_examples_cover_every_kind_and_every_variant_that_is_there():
    caller = find("plan")
    found = [parse(text) for text in examples(caller)]
    assert found[0].clean
    assert {e.kind for c in found for e in c.elements} == set(kinds())
    assert {c.accent for c in found} - {""} == set(caller.accents)
    for row in rows(caller):
        shown = {c.name.split("=")[0] for c in found}
        assert {f"{row['kind']}-{v}" for v in row["variants"] if v not in row["lacking"]} <= shown
    assert found[-1].name == parse(TOGETHER).name


def test_options_are_those_of_the_kind_with_their_defaults():
    known = kinds()
    named = {o.name: o for o in options(known["gain"])}
    assert {n: o.default for n, o in named.items()} == {"db": "0", "drift": "0", "period": "12"}
    assert variants(known["gain"], find("plan")) == []
    assert {o.name: o.choices for o in options(known["behaviour"])}["manner"][0] == "slow"


def test_list_shows_every_kind(cli):
    status, out, _ = cli("perturb", "list", "--json")
    assert status == FINE
    data = json.loads(out)
    assert [row["kind"] for row in data["perturbations"]] == list(kinds())
    assert data["beds"]["coffee"]
    status, out, _ = cli("perturb", "list")
    assert status == FINE
    for name in kinds():
        assert name in out
    assert "Accents are those of caller plan." in out


def test_samples_are_one_sound_for_each_condition_and_a_page(cli, tone, tmp_path):
    names = ["clean", "gain=-12", "noise-static=10", "accent-french", "behaviour-slow"]
    status, out, _ = cli("perturb", "samples", "--out", "heard", "--condition", ",".join(names), "--seed", "3")
    assert status == FINE
    assert "gain=-12.wav: " in out
    assert "listen: heard/index.html (caller plan, seed 3)" in out
    folder = tmp_path / "heard"
    assert {p.name for p in folder.iterdir()} == {*(f"{n}.wav" for n in names), "index.html"}
    clean, quiet, noisy = (heard(folder / f"{n}.wav").astype(float) for n in names[:3])
    assert len(clean) == len(quiet) == len(noisy) == 8000 * (0.8 + 6 * 0.5 + 5 * 1.2 + 1.0)
    assert np.std(quiet) == pytest.approx(np.std(clean) * 10 ** (-12 / 20), rel=0.01)
    lead = slice(0, 6000)
    assert np.std(clean[lead]) == 0
    assert 20 * np.log10(np.std(noisy[lead]) / 32768) == pytest.approx(-36, abs=0.5)  # speech at -26 less 10 dB
    assert not np.array_equal(heard(folder / "accent-french.wav"), clean)
    text = (folder / "index.html").read_text(encoding="utf-8")
    page = Page(text)
    assert sorted(page.links) == sorted(f"{n}.wav".replace("=", "%3D") for n in names)
    assert all(a.get("aria-label") for tag, a in page.tags if tag == "audio")
    assert "seed 3" in text
    assert "slow in a call: pace, pauses and requests to repeat" in text
    assert len(heard(folder / "behaviour-slow.wav")) > len(clean) + 8000
    again = cli("perturb", "samples", "--out", "again", "--condition", "noise-static=10", "--seed", "3")
    assert again[0] == FINE
    assert np.array_equal(heard(tmp_path / "again" / "noise-static=10.wav"), noisy)


def test_manners_are_those_of_a_call_and_drawn_by_the_seed():
    plain = said.in_manner([], 1)
    assert [phrases[0].text for phrases, _ in plain] == [line.text for line in said.lines()]
    assert all(pace == 1.0 and len(phrases) == 1 for phrases, pace in plain)
    slow = said.in_manner(["slow"], 1)
    assert all(pace < 1.0 for _, pace in slow)
    assert any(len(phrases) > 1 and phrases[1].pause_s >= 0.4 for phrases, _ in slow)
    assert said.in_manner(["slow"], 1) == slow != said.in_manner(["slow"], 2)
    assert {str(said.in_manner(["forgetful"], seed)) for seed in range(4)} - {str(plain)}
    quick = said.in_manner(["impatient"], 1)
    assert all(pace > 1.0 for _, pace in quick)
    assert said.in_manner(["backchannels"], 1) == plain
    assert "mm-hmm" in said.in_calls(["backchannels"]) or said.in_calls(["backchannels"]).startswith(
        "backchannels in a call"
    )


def test_what_holds_sound_back_is_heard_to_its_end(tone):
    dry, _ = samples.spoken(find("plan"), parse("clean"), 1)
    wet = samples.perturbed(dry, parse("jitter=0:buffer=200"), 1)
    assert np.array_equal(wet, dry)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--condition", "noize"], "there is no perturbation 'noize'"),
        (["--condition", "accent-klingon"], "has no accent 'klingon'"),
        (["--caller", "openai-realtime"], "speaks with a vendor's voice"),
        (["--caller", "nobody"], "nobody"),
    ],
)
def test_what_cannot_be_heard_is_one_line_and_makes_nothing(cli, tone, tmp_path, arguments, message):
    status, _, err = cli("perturb", "samples", "--out", "heard", *arguments)
    assert status == UNUSABLE
    assert message in err.splitlines()[-1]
    assert not (tmp_path / "heard").exists()
