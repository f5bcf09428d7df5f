"""The files of packs: whatever is wrong with one is one line that names it."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.errors import PackError
from scenarios.files import label, read_json, read_text, read_yaml, stays_inside


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "line 1: this is not JSON"),
        (b"", "line 1: this is not JSON"),
        (b'{"a": Infinity}', "this is not JSON: Infinity is no number"),
        (b"[" * 100_000, "is nested too deeply"),
        (b"9" * 5_000, "this is not JSON"),
        (b"\xff", r"not UTF-8 \(byte 0\)"),
        (b'{"a": -1e999}', "this is not JSON: the number -1e999 is too large"),
        (b'{"a": [{"b": 1, "c": 2, "b": 1}]}', "this is not JSON: the name 'b' occurs twice in one object"),
        (b'{"a": ' + b"[" * 100 + b"]" * 100 + b"}", "is nested too deeply: 100 objects and lists"),
        (b'{"a": "x\\ud83d"}', r"holds half a character, '\\ud83d'; write all of it"),
        (b'{"\\uDE00": 1}', r"holds half a character, '\\ude00'"),
    ],
)
def test_what_is_no_json_says_so(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(content)
    with pytest.raises(PackError, match=rf"a\.json.*{message}") as caught:
        read_json(file)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a: [", "cannot be read as YAML"),
        ("a: 2020-99-99", "cannot be read as YAML"),
        ("[" * 2000, "cannot be read as YAML"),
        ("a: 1\nb: 2\na: 1\n", "cannot be read as YAML: the name 'a' occurs twice in .*, line 3"),
        ("- 1", "must hold names and values"),
        ("", "must hold names and values"),
    ],
)
def test_what_is_no_yaml_says_so(tmp_path: Path, content: str, message: str) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(content)
    with pytest.raises(PackError, match=rf"a\.yaml: {message}") as caught:
        read_yaml(file)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "value"),
    [
        (b'\xef\xbb\xbf{"a": 1}', {"a": 1}),
        (b'{"a": "\\ud83d\\ude00", "b": 1e300, "c": -2.5}', {"a": "\U0001f600", "b": 1e300, "c": -2.5}),
        (b"[" * 100 + b"]" * 100, None),
    ],
)
def test_unusual_json_is_read(tmp_path: Path, content: bytes, value: object) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(content)
    found = read_json(file)
    assert value is None or found == value


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.json")
    with pytest.raises(PackError, match=r"a\.json: cannot be read: it is no file"):
        read_text(tmp_path / "a.json")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="the file is missing; it is needed"):
        read_text(tmp_path / "none", "it is needed")
    (tmp_path / "file").write_text("x")
    with pytest.raises(PackError, match="the file is missing"):
        read_text(tmp_path / "file" / "inside")
    with pytest.raises(PackError, match="cannot be read"):
        read_text(tmp_path)
    with pytest.raises(PackError, match="cannot be the name of a file"):
        read_text(tmp_path / "a\0b")


@pytest.mark.parametrize("name", ["1.1.2", "week-later", "part/one", "a..b", "..a", "A4", "…"])
def test_names_that_stay_inside(name: str) -> None:
    assert stays_inside(name)


@pytest.mark.parametrize("name", ["", ".", "..", "../a", "a/../b", "/a", "a//b", "a/", "..\\a", "c:a", "a\0", "a/./b"])
def test_names_that_climb_out(name: str) -> None:
    assert not stays_inside(name)


@given(st.text(alphabet="ab./\\:", max_size=8))
def test_what_stays_inside_resolves_inside(name: str) -> None:
    root = Path("/root/of/it")
    if stays_inside(name):
        assert (root / name).resolve().is_relative_to(root)
        assert (root / name).resolve() != root


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ({"id": "a"}, "a"),
        ({"id": 5}, "5"),
        ({"id": ""}, "?"),
        ({"id": ["a"]}, "?"),
        ({}, "?"),
        ("a", "?"),
        ({"id": "a\nb"}, r"'a\nb'"),
        ({"id": "x" * 80}, f"'{'x' * 60}'"),
    ],
)
def test_a_record_is_called_by_its_id_on_one_line(row: object, text: str) -> None:
    assert label(row, "?") == text
