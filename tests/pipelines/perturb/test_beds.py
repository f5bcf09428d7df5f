"""Beds are what their page says, and sound like what they are called."""

import importlib.util
import re
import sys
import warnings
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest
from scipy.signal import find_peaks

from agents.embedded import babble
from pipelines.perturb import bed as registry
from pipelines.perturb.bed import RATE, Bed, beds, render
from pipelines.perturb.beds import airport, baby, construction, office, street
from pipelines.perturb.loop import momentary
from pipelines.perturb.sounds import normal, rms, seconds, shaped
from scenarios.errors import UsageError

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "perturbations-noise.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def drawn():
    """The script that measures and draws."""
    given = importlib.util.spec_from_file_location("draw_beds", DOCS / "pictures" / "draw_beds.py")
    module = importlib.util.module_from_spec(given)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "draw_beds", module)  # dataclasses look their module up
        given.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", sorted(beds()))
def test_a_bed_is_what_its_page_says(name, drawn):
    (row,) = re.findall(rf"^\| `{name}` \| ([a-z].*) \|$", PAGE, re.M)
    summary, loop, *figures = row.split(" | ")
    found = drawn.facts(render(name, babble.talk))
    assert summary == beds()[name].summary
    assert loop == f"{found.seconds:.0f} s"
    measured = (*found.octaves, found.band, found.even, found.peak)
    for said, figure in zip(figures, measured, strict=True):
        assert float(said) == pytest.approx(figure, abs=0.06 if "." in said else 0.55)


def test_the_picture_is_of_these_beds(drawn):
    """Not to the byte: another processor may round another way."""
    kept, made = (re.split(r"(-?\d+\.\d)", s) for s in ((DOCS / "pictures/beds.svg").read_text(), drawn.picture()))
    assert kept[::2] == made[::2]
    assert np.array(kept[1::2], float) == pytest.approx(np.array(made[1::2], float), abs=0.21)


def test_the_pages_example_of_a_bed_is_one(monkeypatch):
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    held: dict[str, object] = {}
    exec(compile(code, "rain", "exec"), held)
    rain = getattr(held["make"], registry.MARK)
    monkeypatch.setattr(registry, "beds", lambda: {"rain": rain})
    assert len(render("rain", None)) == 30 * RATE


# What it sounds like -----------------------------------------------------------------------------------


def tones(sound):
    """How far the spectrum's highest line stands out over its neighbourhood, dB, and where it is."""
    power = np.abs(np.fft.rfft(sound * np.hanning(len(sound)))) ** 2
    hertz = np.fft.rfftfreq(len(sound), 1 / RATE)
    power[hertz < 200] = 0
    best = int(np.argmax(power))
    return 10 * np.log10(power[best] / np.median(power[max(0, best - 200) : best + 200])), hertz[best]


def test_static_is_white_and_gaussian():
    loop = render("static", None)
    power = np.abs(np.fft.rfft(loop)) ** 2
    eighths = [10 * np.log10(part.mean()) for part in np.array_split(power, 8)]
    assert np.ptp(eighths) < 0.3
    assert np.mean(loop**4) == pytest.approx(3, abs=0.05)


def test_a_baby_cries_at_a_babys_pitch():
    rng = np.random.default_rng(1)
    for _ in range(5):
        cry = baby._cry(rng, 1.0)
        voiced = cry[RATE // 5 : RATE // 5 + 400]
        alike = np.correlate(voiced, voiced, "full")[len(voiced) - 1 :]
        lags = np.arange(RATE // 700, RATE // 300)
        best = lags[np.argmax(alike[lags])]
        assert alike[best] > 0.6 * alike[0]
        assert 340 < RATE / best < 600


def test_cries_come_one_after_the_other():
    """Some 30 to 60 a minute, each with a fundamental where nothing else is."""
    loop = render("baby", None, even=False)
    power = np.abs(np.fft.rfft(loop))
    hertz = np.fft.rfftfreq(len(loop), 1 / RATE)
    low = np.fft.irfft(np.fft.rfft(loop) * ((hertz > 300) & (hertz < 620)))
    over = momentary(low, RATE, 0.1)
    starts = np.flatnonzero(np.diff((over > -10).astype(int)) == 1)
    assert power.any()
    assert 25 < len(starts) / beds()["baby"].seconds * 60 < 70


def test_a_jackhammer_strikes_24_times_a_second():
    work = construction._jackhammer(np.random.default_rng(0), 4.0)
    envelope = momentary(work, RATE, 0.004)
    power = np.abs(np.fft.rfft((envelope - envelope.mean()) * np.hanning(len(envelope))))
    hertz = np.fft.rfftfreq(len(envelope), 1 / RATE)
    assert hertz[np.argmax(power * ((hertz > 5) & (hertz < 40)))] == pytest.approx(24, abs=0.5)


def test_the_chime_has_its_three_tones():
    chime = airport._chime()
    for place, hertz in enumerate(airport.CHIME):
        part = chime[round(place * 0.5 * RATE) :][: RATE // 2 - 100]
        assert tones(part)[1] == pytest.approx(hertz, abs=4)


def test_a_car_that_passes_comes_and_goes():
    for seed in range(4):
        over = momentary(street._car(np.random.default_rng(seed)), RATE, 0.3)
        top = np.argmax(over) / len(over)
        assert 0.3 < top < 0.7
        assert over.max() - over[len(over) // 8] > 6


def test_horns_have_two_notes():
    horn = street._horn(np.random.default_rng(0), 1.0)
    power = np.abs(np.fft.rfft(horn * np.hanning(len(horn))))
    assert {50 * round(p / 50) for p in np.flatnonzero(power[:560] > power.max() / 4)} == {400, 500}


def test_keys_are_pressed_as_fast_as_people_type():
    keys = np.zeros(20 * RATE)
    office._type(keys, np.random.default_rng(0))
    envelope = momentary(keys, RATE, 0.004)
    presses, _ = find_peaks(envelope, height=envelope.max() - 16, distance=round(0.06 * RATE))
    assert 3 < len(presses) / 20 < 9


def test_music_keeps_time_and_has_notes():
    loop = render("music", None, even=False)
    envelope = momentary(loop, RATE, 0.02)
    power = np.abs(np.fft.rfft(envelope - envelope.mean()))
    hertz = np.fft.rfftfreq(len(envelope), 1 / RATE)
    beat = hertz[np.argmax(power * ((hertz > 1) & (hertz < 8)))]
    assert (beat / 1.6) % 1 == pytest.approx(0, abs=0.02)  # 96 beats a minute, or a multiple
    assert tones(loop)[0] > 25


def test_roads_rumble_and_babble_is_in_the_band_of_speech():
    def share(name, low, high):
        power = np.abs(np.fft.rfft(render(name, babble.talk))) ** 2
        hertz = np.fft.rfftfreq(round(beds()[name].seconds * RATE), 1 / RATE)
        return power[(hertz > low) & (hertz < high)].sum() / power.sum()

    assert share("road", 0, 300) > 0.35
    assert share("coffee", 150, 3000) > 0.85
    assert share("airport", 150, 3000) > 0.85


def test_babble_goes_as_syllables_do():
    """Its envelope swings at two to eight times a second more than that of noise with the same spectrum does."""

    def syllables(sound):
        power = np.abs(np.fft.rfft(np.sqrt(np.maximum(10 ** (momentary(sound, RATE, 0.02) / 10), 0)))) ** 2
        hertz = np.fft.rfftfreq(len(sound), 1 / RATE)
        return power[(hertz > 2) & (hertz < 8)].sum() / power[0]

    loop = render("coffee", babble.talk)
    bins = np.fft.rfft(loop)
    turned = np.abs(bins) * np.exp(2j * np.pi * np.random.default_rng(0).random(len(bins)))
    assert syllables(loop) > 1.3 * syllables(np.fft.irfft(turned, len(loop)))


# The registry ------------------------------------------------------------------------------------------


class Point:
    value = "theirs.beds"

    def __init__(self, loaded):
        self._loaded = loaded

    def load(self):
        if isinstance(self._loaded, Exception):
            raise self._loaded
        return self._loaded


@pytest.fixture
def points(monkeypatch):
    """Entry points of other distributions."""

    def given(*loaded):
        beds.cache_clear()
        monkeypatch.setattr(metadata, "entry_points", lambda group: [Point(x) for x in loaded])

    yield given
    monkeypatch.undo()
    beds.cache_clear()


def hum(studio):
    return np.sin(2 * np.pi * 100 * np.arange(studio.samples) / RATE)


def test_other_distributions_bring_beds_but_replace_none(points):
    theirs = type("module", (), {"a": Bed("hum", 2, "a hum", hum, False), "b": Bed("street", 2, "no", hum, False)})
    points(theirs)
    assert beds()["hum"].summary == "a hum"
    assert beds()["street"].seconds == 48
    assert np.sqrt(np.mean(render("hum", None) ** 2)) == pytest.approx(1)


def test_a_broken_distribution_is_told_and_kills_nothing(points):
    points(ImportError("no such thing"))
    with pytest.warns(UserWarning, match=r"beds of theirs\.beds cannot be loaded: no such thing"):
        assert "coffee" in beds()


def test_a_bed_makes_what_it_is_asked_for(points):
    points(
        type(
            "module",
            (),
            {
                "a": Bed("short", 2, "too short", lambda studio: np.ones(5), False),
                "b": Bed("sly", 2, "asks for talk", lambda studio: studio.talk(3), False),
            },
        )
    )
    with pytest.raises(ValueError, match="'short' made 5 samples and not 24000"):
        render("short", None)
    with pytest.raises(ValueError, match="declares no talk"):
        render("sly", babble.talk)


def test_a_bed_with_people_asks_for_them():
    with pytest.raises(UsageError, match="nobody is there to talk"):
        render("office", None)


def test_a_bed_is_made_once_in_a_process():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert render("static", None) is render("static", babble.talk)


# What beds are made of ---------------------------------------------------------------------------------


def test_shaped_noise_has_its_shape():
    noise = shaped(np.random.default_rng(0), 20 * RATE, ((100, 0), (1000, -20), (4000, -20)))
    power = np.abs(np.fft.rfft(noise)) ** 2
    hertz = np.fft.rfftfreq(len(noise), 1 / RATE)

    def density(centre):
        return 10 * np.log10(power[(hertz > centre * 0.97) & (hertz < centre * 1.03)].mean())

    assert density(100) - density(1000) == pytest.approx(20, abs=0.7)
    assert density(316) - density(1000) == pytest.approx(10, abs=0.7)
    assert density(1500) - density(3500) == pytest.approx(0, abs=0.7)
    assert rms(noise) == pytest.approx(1, abs=0.01)
    assert rms(normal(noise, -6)) == pytest.approx(10**-0.3)
    assert len(seconds(0.25)) == RATE // 4
