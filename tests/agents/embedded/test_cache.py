import os
import threading

import numpy as np
import pytest

from agents.embedded import cache
from agents.embedded.cache import SpeechCache, directory

KEY = "ab" + "0" * 62
SAMPLES = np.arange(-500, 500, dtype=np.int16)


def entry(folder):
    return next((folder / "speech").glob("*/*.pcm"))


def test_what_is_put_is_got(tmp_path):
    store = SpeechCache(tmp_path)
    assert store.get(KEY) is None
    store.put(KEY, SAMPLES)
    assert np.array_equal(SpeechCache(tmp_path).get(KEY), SAMPLES)
    assert [p.name for p in entry(tmp_path).parent.iterdir()] == [f"{KEY}.pcm"]


def test_silence_can_be_stored(tmp_path):
    store = SpeechCache(tmp_path)
    store.put(KEY, np.zeros(0, np.int16))
    assert len(store.get(KEY)) == 0


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "odd"])
def test_a_damaged_entry_is_not_trusted(tmp_path, damage):
    store = SpeechCache(tmp_path)
    store.put(KEY, SAMPLES)
    path = entry(tmp_path)
    data = path.read_bytes()
    path.write_bytes(
        {
            "flip": data[:50] + bytes([data[50] ^ 1]) + data[51:],
            "cut": data[:-2],
            "empty": b"",
            "odd": data[:-1],
        }[damage]
    )
    assert store.get(KEY) is None
    store.put(KEY, SAMPLES)
    assert np.array_equal(store.get(KEY), SAMPLES)


def test_no_folder_means_no_cache():
    store = SpeechCache(None)
    store.put(KEY, SAMPLES)
    store.trim()
    assert store.get(KEY) is None


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path):
    blocker = tmp_path / "file"
    blocker.write_text("in the way")
    store = SpeechCache(blocker)
    store.put(KEY, SAMPLES)
    assert store.get(KEY) is None


def test_the_least_recently_used_entries_go_first(tmp_path):
    store = SpeechCache(tmp_path, limit=10_000)
    keys = [f"{n:064x}" for n in range(8)]
    big = np.ones(600, np.int16)  # 1232 bytes each
    for age, key in enumerate(keys):
        store.put(key, big)
        os.utime(store._path(tmp_path / "speech", key), (age, age))
    store.get(keys[0])  # used now: the youngest
    store.put(f"{99:064x}", big)
    store.trim()
    left = [key for key in keys if store.get(key) is not None]
    assert keys[0] in left
    assert keys[1] not in left
    assert sum(p.stat().st_size for p in (tmp_path / "speech").glob("*/*")) <= 10_000


def test_writing_alone_keeps_the_size_bounded(tmp_path):
    store = SpeechCache(tmp_path, limit=20_000)
    for n in range(60):
        store.put(f"{n:064x}", np.ones(500, np.int16))
    assert sum(p.stat().st_size for p in (tmp_path / "speech").glob("*/*")) < 26_000


def test_readers_never_see_a_part_of_an_entry(tmp_path):
    versions = [np.full(20_000, n, np.int16) for n in range(2)]
    stop = threading.Event()

    def write():
        store = SpeechCache(tmp_path)
        while not stop.is_set():
            for version in versions:
                store.put(KEY, version)

    writers = [threading.Thread(target=write) for _ in range(2)]
    reader = SpeechCache(tmp_path)
    reader.put(KEY, versions[0])
    for writer in writers:
        writer.start()
    try:
        seen = [reader.get(KEY) for _ in range(200)]
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    assert all(s is not None and len(set(s.tolist())) == 1 for s in seen)


def test_where_the_cache_is(monkeypatch, tmp_path):
    monkeypatch.setenv("CALLBENCH_CACHE", str(tmp_path))
    assert directory() == tmp_path
    monkeypatch.setenv("CALLBENCH_CACHE", "off")
    assert directory() is None
    monkeypatch.delenv("CALLBENCH_CACHE")
    monkeypatch.setattr(cache.sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert directory() == tmp_path / "xdg" / "callbench"
    monkeypatch.setattr(cache.sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert directory() == tmp_path / "local" / "callbench" / "Cache"
    monkeypatch.setattr(cache.sys, "platform", "darwin")
    assert directory().parts[-3:] == ("Library", "Caches", "callbench")
