import numpy as np
import pytest

from harness.heard import Remembering
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
