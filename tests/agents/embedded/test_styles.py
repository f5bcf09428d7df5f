"""Kokoro's style vectors on disk: fetched once, known by their digest, missed in one line. Nothing is downloaded."""

import hashlib
import io
import os
import tarfile

import numpy as np
import pytest

from agents.embedded import styles
from scenarios.errors import MissingPackageError, UsageError

VECTORS = np.arange(3 * styles.WIDTH, dtype="<f4").tobytes()


@pytest.fixture
def known(monkeypatch, tmp_path):
    """Two made-up voices in the place of all, and an empty folder for them."""
    digest = hashlib.sha256(VECTORS).hexdigest()
    monkeypatch.setattr(styles, "SHA256", {"af_one": digest, "am_two": digest})
    monkeypatch.setenv("CALLBENCH_KOKORO_VOICES", str(tmp_path / "voices"))
    return tmp_path / "voices"


def package(folder, files):
    path = folder / "kokoro-js-1.2.1.tgz"
    with tarfile.open(path, "w:gz") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(f"package/voices/{name}.bin")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return path


def npm(folder, monkeypatch, script):
    """A program by the name of npm, the only one on the path."""
    folder.mkdir()
    program = folder / "npm"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin")


def test_vectors_are_unpacked_and_read(known, tmp_path, capsys):
    assert not styles.present()
    file = package(tmp_path, {"af_one": VECTORS, "am_two": VECTORS, "zf_other": b"not wanted"})
    assert styles.main([str(file)]) == 0
    assert capsys.readouterr().out == f"2 voices in {known}\n"
    assert styles.present()
    assert sorted(p.name for p in known.iterdir()) == ["af_one.bin", "am_two.bin"]
    vectors = styles.load("af_one")
    assert vectors.shape == (3, styles.WIDTH)
    assert vectors[1, 0] == styles.WIDTH


def test_npm_fetches_the_package(known, tmp_path, monkeypatch):
    ready = package(tmp_path, {"af_one": VECTORS, "am_two": VECTORS})
    npm(tmp_path / "bin", monkeypatch, f'test "$*" = "pack --silent {styles.PACKAGE}" && cp {ready} .')
    assert styles.main([]) == 0
    assert styles.present()


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo 'npm error 404 not found' >&2; exit 1", "npm pack kokoro-js@1.2.1 failed (npm error 404 not found)"),
        ("exit 0", "npm pack kokoro-js@1.2.1 failed (no reason given)"),
    ],
)
def test_an_npm_that_fails_is_one_line(known, tmp_path, monkeypatch, capsys, script, message):
    npm(tmp_path / "bin", monkeypatch, script)
    assert styles.main([]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"callbench: {message}; fetch kokoro-js@1.2.1 elsewhere with `npm pack` and run")
    assert said.count("\n") == 1
    assert not styles.present()


def test_no_npm_is_one_line(known, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert styles.main([]) == 2
    assert "npm cannot be run (No such file or directory): install Node.js, or fetch" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"af_one": VECTORS}, "am_two"),
        ({"af_one": VECTORS, "am_two": VECTORS[:-4]}, "voices/am_two.bin is not the file that is known"),
    ],
)
def test_another_package_changes_nothing(known, tmp_path, files, message):
    with pytest.raises(UsageError, match=message) as error:
        styles.unpack(package(tmp_path, files))
    assert "kokoro-js@1.2.1" in str(error.value)
    assert not known.exists()


@pytest.mark.parametrize("content", [None, b"no archive"])
def test_a_file_that_is_no_package_is_one_line(known, tmp_path, content):
    path = tmp_path / "x.tgz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UsageError, match=r"x\.tgz: .+; give the npm package kokoro-js@1\.2\.1") as error:
        styles.unpack(path)
    assert "\n" not in str(error.value)


def test_a_package_that_is_cut_short_is_one_line(known, tmp_path):
    path = package(tmp_path, {"af_one": VECTORS, "am_two": VECTORS})
    data = path.read_bytes()
    for size in range(0, len(data) - 8, max(1, len(data) // 40)):
        path.write_bytes(data[:size])
        with pytest.raises(UsageError, match=r"; (give the npm package|take) kokoro-js@1\.2\.1") as error:
            styles.unpack(path)
        assert "\n" not in str(error.value)
    assert not known.exists()


def test_missing_and_damaged_vectors_name_the_mend(known):
    mend = r"; fetch them: make voices"
    with pytest.raises(MissingPackageError, match=rf"voice kokoro-af_one: .*af_one\.bin: No such file.*{mend}"):
        styles.load("af_one")
    known.mkdir()
    (known / "af_one.bin").write_bytes(VECTORS[:-4])
    with pytest.raises(MissingPackageError, match=rf"af_one\.bin is not the file that is known{mend}"):
        styles.load("af_one")


def test_where_they_lie(monkeypatch, tmp_path):
    monkeypatch.delenv("CALLBENCH_KOKORO_VOICES", raising=False)
    monkeypatch.setenv("CALLBENCH_CACHE", str(tmp_path))
    assert styles.folder() == tmp_path / "kokoro-voices"
    monkeypatch.setenv("CALLBENCH_CACHE", "off")
    with pytest.raises(UsageError, match="CALLBENCH_KOKORO_VOICES=FOLDER"):
        styles.folder()
    assert not styles.present()
    with pytest.raises(MissingPackageError, match="CALLBENCH_KOKORO_VOICES=FOLDER"):
        styles.load("af_bella")
