"""YAML in which a name that stands twice is an error, wherever it stands, and nothing else is."""

import time
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from scenarios import yaml_file
from scenarios.errors import UsageError

PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
DATA = st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


@given(DATA)
def test_what_has_no_name_twice_is_read_as_ever(data: object) -> None:
    text = yaml.safe_dump(data, allow_unicode=True)
    assert yaml_file.parse(text) == yaml.safe_load(text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: 1\nb: 2\na: 1\n", 3),
        ("x:\n  y:\n  - b: 1\n    b: 2\n", 4),
        ("{a: 1, 'a': 2}", 1),
        ("base: &base\n  a: 1\n  a: 2\nother:\n  <<: *base\n", 3),
    ],
)
def test_a_name_that_stands_twice_is_told_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(text)
    with pytest.raises(UsageError, match=rf"^some file .*a\.yaml, line {line}: the name '[ab]' occurs twice; keep one"):
        yaml_file.read(file, "some file")
    with pytest.raises(yaml_file.TwiceError):
        yaml_file.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "a: &a {x: 1, y: 2}\nb: {<<: *a, x: 3}\n",
        "a: &a {x: 1}\np: {q: &q {<<: *a, x: 2}}\nc: {<<: *q}\n",  # q has x twice by the time it is made
        "a: {x: 1}\nb: {x: 1}\n1: c\n'1': d\n",
        "",
    ],
)
def test_names_of_other_mappings_and_merged_ones_are_no_repetition(text: str) -> None:
    assert yaml_file.parse(text) == yaml.safe_load(text)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a: [", r"\.yaml, line 1: not valid YAML$"),
        (b"a: \xff", r"\.yaml: not valid UTF-8 \(byte 3\)$"),
        (b"a: 2024-13-45", r"\.yaml: not valid YAML \(a date or number that does not exist\)$"),
        (b"[" * 5000, r"\.yaml: nested too deeply$"),
        (None, r"\.yaml: No such file or directory$"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path, content: bytes | None, message: str) -> None:
    file = tmp_path / "a.yaml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(UsageError, match=r"^some file .*" + message) as caught:
        yaml_file.read(file, "some file")
    assert "\n" not in str(caught.value)


def test_a_message_shows_no_more_than_the_beginning_of_a_name() -> None:
    with pytest.raises(yaml_file.TwiceError) as caught:
        yaml_file.parse(f"{'k' * 500}: 1\n{'k' * 500}: 2\n")
    assert len(str(caught.value)) < 200


def test_a_few_lines_that_come_to_billions_of_values_are_refused_at_once(tmp_path: Path) -> None:
    file = tmp_path / "agent.yaml"
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    file.write_text("\n".join(lines))
    started = time.perf_counter()
    with pytest.raises(UsageError, match=r"agent.yaml, line \d: its aliases stand for more than 100000 values$"):
        yaml_file.read(file, "agent file")
    assert time.perf_counter() - started < 5
    file.write_text("\n".join(lines[:4]))
    assert yaml_file.read(file, "agent file")["a1"] == [["x"] * 10] * 10
