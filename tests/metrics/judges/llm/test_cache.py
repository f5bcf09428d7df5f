"""Answers are remembered by content: what would change them is asked anew, what would not costs nothing."""

from __future__ import annotations

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from metrics.judges.jury import JudgeError
from metrics.judges.llm.cache import FILE, Cache
from tests.loopback.judge import Endpoint, Says, script
from tests.metrics.judges.llm.build import RATE, case, judge, jury, recording, write_wav

PRICE = {"input": 2.0, "output": 10.0}


def asked(endpoint: Endpoint, folder, metric: str, call, **changes) -> int:
    """How many requests a ruling takes."""
    before = len(endpoint.requests)
    with jury(folder, judge(endpoint.url, **changes)) as jurors:
        jurors.rule(metric, call)
    return len(endpoint.requests) - before


@pytest.fixture
def endpoint():
    with Endpoint() as found:
        yield found


def test_the_same_question_costs_nothing_again(endpoint, tmp_path):
    with jury(tmp_path, judge(endpoint.url, price=PRICE)) as jurors:
        first, second = (jurors.rule("faithfulness", case()) for _ in range(2))
    with jury(tmp_path, judge(endpoint.url, price=PRICE)) as jurors:
        third = jurors.rule("faithfulness", case())
    assert len(endpoint.requests) == 1
    assert [r.cost_usd for r in (first, second, third)] == [0.003, 0, 0]
    assert first.verdict == second.verdict == third.verdict
    assert first.details == second.details == third.details


@pytest.mark.parametrize(
    "change",
    [
        {"model": "another"},
        {"temperature": 0.5},
        {"effort": "high"},
        {"max_tokens": 1234},
        {"format": "text"},
        {"service_tier": "flex"},
        {"extra": {"seed": 7}},
        {"overrides": {"faithfulness": {"effort": "low"}}},
    ],
    ids=lambda c: next(iter(c)),
)
def test_other_parameters_are_another_question(change, endpoint, tmp_path):
    assert asked(endpoint, tmp_path, "faithfulness", case()) == 1
    assert asked(endpoint, tmp_path, "faithfulness", case(), **change) == 1
    assert asked(endpoint, tmp_path, "faithfulness", case()) == 0


@pytest.mark.parametrize(
    "change",
    [
        {"name": "another", "model": "model-one"},
        {"price": PRICE},
        {"retries": 1},
        {"tries": 5},
        {"concurrency": 1},
        {"timeout_s": 9},
        {"overrides": {"conciseness": {"effort": "low"}}},
    ],
    ids=lambda c: next(iter(c)),
)
def test_what_cannot_change_the_answer_is_not(change, endpoint, tmp_path):
    assert asked(endpoint, tmp_path, "faithfulness", case()) == 1
    assert asked(endpoint, tmp_path, "faithfulness", case(), **change) == 0


def test_another_endpoint_is_another_question(endpoint, tmp_path):
    assert asked(endpoint, tmp_path, "faithfulness", case()) == 1
    with Endpoint() as other:
        assert asked(other, tmp_path, "faithfulness", case()) == 1


@pytest.mark.parametrize(
    "call",
    [case("ZK3FFX"), case(instructions="Never cancel."), case(now="2026-03-18 09:00"), case(architecture="s2s")],
    ids=["words", "policy", "date", "architecture"],
)
def test_other_words_are_another_question(call, endpoint, tmp_path):
    assert asked(endpoint, tmp_path, "faithfulness", case()) == 1
    assert asked(endpoint, tmp_path, "faithfulness", call) == 1


def test_another_template_is_another_question(endpoint, tmp_path, monkeypatch):
    from metrics.judges.llm import jury as module
    from metrics.judges.llm.prompts import Prompt, prompt

    assert asked(endpoint, tmp_path, "faithfulness", case()) == 1
    found = prompt("faithfulness")
    monkeypatch.setattr(module, "prompt", lambda _: Prompt(found.version, found.text, "0" * 12))
    assert asked(endpoint, tmp_path, "faithfulness", case()) == 1


def test_other_sound_is_another_question(endpoint, tmp_path):
    call = case(folder=tmp_path / "call")
    assert asked(endpoint, tmp_path, "agent_speech_fidelity", call) == 1
    assert asked(endpoint, tmp_path, "agent_speech_fidelity", call) == 0
    recording(tmp_path / "call")
    assert asked(endpoint, tmp_path, "agent_speech_fidelity", call) == 0
    import numpy as np

    write_wav(tmp_path / "call" / "audio.wav", np.full((RATE, 2), 999))
    assert asked(endpoint, tmp_path, "agent_speech_fidelity", call) == 1


def test_without_a_folder_nothing_is_remembered(endpoint, tmp_path):
    with jury(tmp_path, judge(endpoint.url), cache=False) as jurors:
        for _ in range(2):
            jurors.rule("faithfulness", case())
    assert len(endpoint.requests) == 2
    assert [p.name for p in tmp_path.iterdir()] == ["jury.yaml"]


@pytest.mark.parametrize(
    "damage", ["not JSON", "{}", '{"reply": "none", "tries": 1, "tokens": {}, "cost_usd": 0.0}', "[]"]
)
def test_an_answer_that_cannot_be_used_any_more_is_asked_for_anew(damage, endpoint, tmp_path):
    assert asked(endpoint, tmp_path, "faithfulness", case()) == 1
    with sqlite3.connect(tmp_path / "cache" / FILE) as base:
        assert base.execute("UPDATE answers SET text = ?", (damage,)).rowcount == 1
    base.close()
    assert asked(endpoint, tmp_path, "faithfulness", case()) == 1
    assert asked(endpoint, tmp_path, "faithfulness", case()) == 0


@pytest.mark.parametrize("spoilt", ["file", "folder"])
def test_a_disk_that_fails_costs_money_and_no_answer(spoilt, endpoint, tmp_path, caplog):
    (tmp_path / "cache").parent.mkdir(exist_ok=True)
    if spoilt == "folder":
        (tmp_path / "cache").write_text("a file where the folder should be")
    else:
        (tmp_path / "cache").mkdir()
        (tmp_path / "cache" / FILE).write_bytes(b"no database" * 500)
    assert asked(endpoint, tmp_path, "faithfulness", case()) == 1
    assert asked(endpoint, tmp_path, "faithfulness", case()) == 1
    assert "they will be paid for again" in caplog.text


def test_threads_and_juries_that_ask_the_same_wait_for_one_answer(tmp_path):
    """Two juries share nothing but the folder, as two processes do."""
    with Endpoint(pause_s=0.2) as endpoint:
        one = jury(tmp_path, judge(endpoint.url, price=PRICE))
        two = jury(tmp_path, judge(endpoint.url, price=PRICE))
        with one, two, ThreadPoolExecutor(8) as pool:
            rulings = list(pool.map(lambda j: j.rule("faithfulness", case()), [one, two] * 4))
        assert len(endpoint.requests) == 1
        assert sorted(r.cost_usd for r in rulings) == [0] * 7 + [0.003]
        assert one.spent_usd + two.spent_usd == 0.003
    assert list((tmp_path / "cache" / "judging").iterdir()) == []


def test_those_who_wait_for_an_answer_share_its_error(tmp_path):
    with Endpoint(script(Says("no")), pause_s=0.1) as endpoint, jury(tmp_path, judge(endpoint.url)) as jurors:

        def ask(_: int) -> str:
            with pytest.raises(JudgeError) as caught:
                jurors.rule("faithfulness", case())
            return str(caught.value)

        with ThreadPoolExecutor(6) as pool:
            assert len(set(pool.map(ask, range(6)))) == 1
        assert len(endpoint.requests) == 3


def test_a_lock_that_was_left_behind_is_no_obstacle(tmp_path):
    cache = Cache(tmp_path)
    (tmp_path / "judging").mkdir()
    (tmp_path / "judging" / "k").write_text("")
    assert cache.recall("k", lambda _: True, lambda: "made") == ("made", True)
    cache.close()


def test_a_lock_on_a_file_that_was_taken_away_is_not_the_lock(tmp_path, monkeypatch):
    fcntl = pytest.importorskip("fcntl")
    path, lock = tmp_path / "judging" / "k", fcntl.flock
    taken: list[bool] = []

    def flock(handle: int, how: int) -> None:
        if not taken:  # whoever held it is done between the opening of the file and its locking
            path.unlink()
            taken.append(True)
        lock(handle, how)

    def make() -> str:
        with path.open() as other, pytest.raises(BlockingIOError):
            lock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return "made"

    monkeypatch.setattr(fcntl, "flock", flock)
    cache = Cache(tmp_path)
    assert cache.recall("k", lambda _: True, make) == ("made", True)
    assert taken
    cache.close()


def test_a_key_is_free_again_after_an_error(tmp_path):
    cache = Cache(tmp_path)

    def fail() -> str:
        raise KeyError("k")

    with pytest.raises(KeyError):
        cache.recall("k", lambda _: True, fail)
    done = threading.Thread(target=lambda: cache.recall("k", lambda _: True, lambda: "made"))
    done.start()
    done.join(5)
    assert not done.is_alive()
    assert cache.recall("k", lambda _: True, fail) == ("made", False)
    cache.close()
