import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.journal import Journal, mend, read

EVENTS = [{"event": "a", "n": 1}, {"event": "b", "text": "zwölf\n"}, {"event": "c"}]


def fill(path):
    with Journal(path, lambda: "now") as journal:
        for event in EVENTS:
            journal.write(**event)
    return path.read_bytes()


def test_events_come_back_in_order_with_their_time(tmp_path):
    fill(tmp_path / "j")
    assert list(read(tmp_path / "j")) == [{"at": "now", **e} for e in EVENTS]


def test_no_journal_has_no_events(tmp_path):
    assert list(read(tmp_path / "none")) == []
    assert not mend(tmp_path / "none")


@pytest.mark.parametrize("cut", range(1, 40))
def test_a_torn_last_line_is_mended_and_the_next_event_survives(tmp_path, cut):
    whole = fill(tmp_path / "j")
    (tmp_path / "j").write_bytes(whole[:-cut])
    before = list(read(tmp_path / "j"))
    with Journal(tmp_path / "j", lambda: "later") as journal:
        assert journal.mended == (not whole[:-cut].endswith(b"\n"))
        journal.write("next")
    after = list(read(tmp_path / "j"))
    assert after == [*before, {"at": "later", "event": "next"}]
    assert all(json.loads(line) for line in (tmp_path / "j").read_bytes().splitlines())


def test_a_missing_newline_alone_loses_nothing(tmp_path):
    (tmp_path / "j").write_bytes(fill(tmp_path / "j")[:-1])
    assert mend(tmp_path / "j")
    assert len(list(read(tmp_path / "j"))) == len(EVENTS)


@given(st.binary(max_size=200))
def test_reading_survives_any_bytes(tmp_path_factory, junk):
    path = tmp_path_factory.mktemp("j") / "j"
    path.write_bytes(junk)
    with Journal(path, lambda: "t") as journal:
        journal.write("last")
    assert list(read(path))[-1] == {"at": "t", "event": "last"}
