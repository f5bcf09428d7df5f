import numpy as np
import pytest

from harness import heard
from harness.heard import Remembering
from metrics.judges.offline._speech_recogniser import lent, use
from tests.harness.builder import Scribe

SOUND = np.arange(800, dtype=np.int16)


@pytest.fixture
def memory(tmp_path):
    opened = []

    def memory(scribe, folder=tmp_path / "cache", name="w1"):
        opened.append(Remembering(scribe, folder, name))
        return opened[-1]

    yield memory
    for one in opened:
        one.close()


def test_the_same_sound_is_heard_once_whoever_asks(memory):
    scribe = Scribe("hello there")
    assert memory(scribe).transcribe(SOUND, 8000) == "hello there"
    assert memory(scribe).transcribe(SOUND, 8000) == "hello there"
    assert len(scribe.heard) == 1


def test_silence_heard_as_nothing_is_remembered_too(memory):
    scribe = Scribe("")
    one = memory(scribe)
    assert [one.transcribe(SOUND, 8000) for _ in range(3)] == [""] * 3
    assert len(scribe.heard) == 1


@pytest.mark.parametrize(
    ("sound", "rate", "name"), [(SOUND + 1, 8000, "w1"), (SOUND, 16000, "w1"), (SOUND, 8000, "w2")]
)
def test_another_sound_rate_or_recogniser_is_heard_anew(memory, sound, rate, name):
    memory(Scribe("one")).transcribe(SOUND, 8000)
    assert memory(Scribe("two"), name=name).transcribe(sound, rate) == "two"


def test_without_a_folder_nothing_is_remembered(memory):
    scribe = Scribe("a", "b")
    one = memory(scribe, folder=None)
    assert (one.transcribe(SOUND, 8000), one.transcribe(SOUND, 8000)) == ("a", "b")


def test_a_broken_memory_is_no_obstacle(memory, tmp_path):
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "heard.sqlite").write_bytes(b"no database at all" * 100)
    assert memory(Scribe("a")).transcribe(SOUND, 8000) == "a"
    (tmp_path / "file").write_text("")
    assert memory(Scribe("b"), folder=tmp_path / "file" / "x").transcribe(SOUND, 8000) == "b"


class Scales:
    """Weighs texts by their length and counts how often."""

    def __init__(self):
        self.asked = 0

    def transcribe(self, samples, rate=8000):
        return "words"

    def weigh(self, samples, texts, rate=8000):
        self.asked += 1
        return [-float(len(t)) for t in texts]


def test_texts_are_weighed_once_for_a_sound(memory):
    scales = Scales()
    assert memory(scales).weigh(SOUND, ["a", "bcd"]) == [-1.0, -3.0]
    assert memory(scales).weigh(SOUND, ["a", "bcd"]) == [-1.0, -3.0]
    assert scales.asked == 1
    assert memory(scales).weigh(SOUND, ["bcd", "a"]) == [-3.0, -1.0]
    assert memory(scales).weigh(SOUND + 1, ["a", "bcd"]) == [-1.0, -3.0]
    assert scales.asked == 3
    assert memory(scales).transcribe(SOUND) == "words"


def test_a_recogniser_without_scales_says_so(memory):
    with pytest.raises(TypeError, match="Scribe weighs no texts"):
        memory(Scribe("a")).weigh(SOUND, ["a"])


def test_the_speech_judges_get_two_recognisers_of_which_the_last_is_independent(monkeypatch, tmp_path):
    monkeypatch.setenv("CALLBENCH_CACHE", str(tmp_path))
    heard.second_recogniser.cache_clear()
    heard.first_recogniser.cache_clear()
    heard.lend_ears()
    try:
        ears = lent()
        assert ears.recognisers == (heard.first_recogniser(), heard.second_recogniser())
        assert ears.independent.recognisers == (heard.second_recogniser(),)
        assert ears.weigh == heard.second_recogniser().weigh
    finally:
        use(None)
        for one in ears.recognisers:
            one.close()
        heard.second_recogniser.cache_clear()
        heard.first_recogniser.cache_clear()
