import os

import pytest

from harness import files


def test_a_file_is_replaced_whole_and_nothing_is_left_beside_it(tmp_path):
    path = tmp_path / "a.json"
    files.write_json(path, {"b": 1, "a": "ä"})
    files.write_json(path, {"b": 2, "a": "ä"})
    assert path.read_text(encoding="utf-8") == '{\n  "a": "ä",\n  "b": 2\n}\n'
    assert os.listdir(tmp_path) == ["a.json"]


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "a.json"
    files.write_json(path, 1)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        files.write_json(path, 2)
    assert files.read_json(path) == 1
    assert os.listdir(tmp_path) == ["a.json"]


def test_what_is_not_json_is_refused_and_reads_as_nothing(tmp_path):
    with pytest.raises(ValueError):
        files.write_json(tmp_path / "a", float("nan"))
    (tmp_path / "b").write_text('{"torn": ')
    assert files.read_json(tmp_path / "b") is None
    assert files.read_json(tmp_path / "none") is None
