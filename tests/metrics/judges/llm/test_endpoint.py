"""What the network does: sent again when it may help, final when it cannot, paid once, and the key seen nowhere."""

from __future__ import annotations

import json
import logging
import threading
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import openai
import pytest
from pydantic import SecretStr

from metrics.judges.jury import JudgeError
from metrics.judges.llm import ModelJury
from metrics.judges.llm.config import Judge
from tests.loopback.judge import Drop, Endpoint, Raw, Request, Says, filled, good, script
from tests.metrics.judges.llm.build import CANARY, case, judge, jury

SOON = {"retry-after-ms": "2"}


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    """Back off by milliseconds where the endpoint does not say for how long."""
    monkeypatch.setattr(openai._base_client, "INITIAL_RETRY_DELAY", 0.002)
    monkeypatch.setattr(openai._base_client, "MAX_RETRY_DELAY", 0.01)


def refusal(status: int, text: str = "no", **headers: str) -> Raw:
    return Raw(json.dumps({"error": {"message": text}}), status, headers)


@pytest.mark.parametrize(
    "fault",
    [*(refusal(status, **SOON) for status in (408, 409, 429, 500, 502, 503, 529)), refusal(503), Drop()],
    ids=lambda f: "lost" if isinstance(f, Drop) else f"{f.status}{'' if f.headers else ' unsaid'}",
)
def test_what_may_pass_is_sent_again(fault, tmp_path):
    with Endpoint(script(*[fault] * 5, good)) as endpoint, jury(tmp_path, judge(endpoint.url)) as jurors:
        ruling = jurors.rule("conciseness", case())
    assert len(endpoint.requests) == 6
    assert ruling.details["asked"]["one"]["tries"] == 1, "an answer that never came is no unusable one"


def test_a_fault_that_lasts_ends_in_an_error(tmp_path):
    busy = script(refusal(429, "slow down", **SOON))
    with (
        Endpoint(busy) as endpoint,
        jury(tmp_path, judge(endpoint.url, retries=3)) as jurors,
        pytest.raises(JudgeError, match="one: the endpoint answered 429: slow down"),
    ):
        jurors.rule("conciseness", case())
    assert len(endpoint.requests) == 4


@pytest.mark.parametrize("status", [400, 401, 403, 404, 413, 422])
def test_what_cannot_pass_is_not_sent_again(status, tmp_path):
    with (
        Endpoint(script(refusal(status, "not so"))) as endpoint,
        jury(tmp_path, judge(endpoint.url)) as jurors,
        pytest.raises(JudgeError, match=f"one: the endpoint answered {status}: not so"),
    ):
        jurors.rule("conciseness", case())
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize(
    "fault",
    [
        Raw('{"error": {"message": "used up", "code": "insufficient_quota"}}', 429, SOON),
        refusal(400, "used up", **{"x-should-retry": "true"}, **SOON),
    ],
    ids=["budget", "told to"],
)
def test_what_no_waiting_mends_is_not_sent_again(fault, tmp_path):
    with (
        Endpoint(script(fault)) as endpoint,
        jury(tmp_path, judge(endpoint.url)) as jurors,
        pytest.raises(JudgeError, match=f"one: the endpoint answered {fault.status}: used up"),
    ):
        jurors.rule("conciseness", case())
    assert len(endpoint.requests) == 1


def test_the_endpoint_says_how_long_to_wait(tmp_path):
    wait = refusal(429, **{"retry-after": "0.4"})
    with Endpoint(script(wait, good)) as endpoint, jury(tmp_path, judge(endpoint.url)) as jurors:
        jurors.rule("conciseness", case())
    first, second = endpoint.requests
    assert second.at - first.at >= 0.4


def test_waits_grow(tmp_path, monkeypatch):
    monkeypatch.setattr(openai._base_client, "INITIAL_RETRY_DELAY", 0.05)
    monkeypatch.setattr(openai._base_client, "MAX_RETRY_DELAY", 60)
    with Endpoint(script(*[refusal(503)] * 3, good)) as endpoint, jury(tmp_path, judge(endpoint.url)) as jurors:
        jurors.rule("conciseness", case())
    waits = [b.at - a.at for a, b in zip(endpoint.requests, endpoint.requests[1:], strict=False)]
    assert [w >= 0.75 * least for w, least in zip(waits, (0.05, 0.1, 0.2), strict=True)] == [True] * 3


def test_silence_ends_in_an_error(tmp_path):
    with (
        Endpoint(pause_s=1.0) as endpoint,
        jury(tmp_path, judge(endpoint.url, timeout_s=0.2, retries=1)) as jurors,
        pytest.raises(JudgeError, match=r"one: no reply within 0\.2 s"),
    ):
        jurors.rule("conciseness", case())
    assert len(endpoint.requests) == 2


def test_an_endpoint_that_is_not_there_is_an_error(tmp_path):
    with Endpoint() as gone:
        url = gone.url
    jurors = jury(tmp_path, judge(url, retries=0))
    with jurors, pytest.raises(JudgeError, match="one: the endpoint cannot be reached"):
        jurors.rule("conciseness", case())


def test_no_more_questions_are_open_than_allowed(tmp_path):
    lock, now, most = threading.Lock(), 0, 0

    def slow(request: Request) -> Says:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        threading.Event().wait(0.03)
        with lock:
            now -= 1
        return good(request)

    with (
        Endpoint(slow) as endpoint,
        jury(tmp_path, judge(endpoint.url, concurrency=3)) as jurors,
        ThreadPoolExecutor(12) as pool,
    ):
        list(pool.map(lambda n: jurors.rule("conciseness", case(f"A{n}")), range(24)))
    assert most == 3


class Flaky:
    """Faults by the question's own digest, so that who asks when does not matter; a rating that follows from it."""

    FAULTS = (
        lambda: refusal(429, "slow down", **SOON),
        lambda: refusal(500, "oops", **SOON),
        lambda: refusal(503, "busy", **SOON),
        lambda: Drop(),
    )

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.charged: Counter[str] = Counter()
        self.faults = 0
        self._lock = threading.Lock()

    def __call__(self, request: Request) -> Says | Raw | Drop:
        digest = sha256(request.text.encode()).digest()
        key = digest.hex()
        with self._lock:
            self.seen[key] += 1
            if self.seen[key] <= digest[1] % 4 and digest[0] % 2:  # half of them fail, up to three times
                self.faults += 1
                return self.FAULTS[(digest[2] + self.seen[key]) % len(self.FAULTS)]()
            self.charged[key] += 1
        rating = 1 + digest[3] % 3
        wanted = {"rating": rating, "flagged": rating < 3}
        return Says(json.dumps(filled(request.schema, lambda name, values: wanted.get(name, values[-1]))))


def test_a_thousand_judgements_over_a_bad_line(tmp_path):
    """Each question is asked from two threads at the same time, and then once more: it is paid for once."""
    flaky, count = Flaky(), 1000
    told = {"price": {"input": 2.0, "output": 10.0}, "concurrency": 16}
    cases = [case(f"Q{n:04d}") for n in range(count)]
    with Endpoint(flaky) as endpoint, jury(tmp_path, judge(endpoint.url, **told)) as jurors:
        with ThreadPoolExecutor(16) as pool:
            twice = [c for c in cases for _ in range(2)]
            rulings = list(pool.map(lambda c: jurors.rule("faithfulness", c), twice))
        spent = jurors.spent_usd
    assert len(flaky.charged) == count
    assert set(flaky.charged.values()) == {1}
    assert flaky.faults > 500
    assert len(endpoint.requests) == count + flaky.faults
    assert spent == pytest.approx(count * 0.003)
    assert sum(r.cost_usd for r in rulings) == pytest.approx(spent)
    ratings = [r.verdict.rating for r in rulings]
    assert ratings[::2] == ratings[1::2]
    assert Counter(ratings[::2]).keys() == {1, 2, 3}

    with Endpoint(flaky) as other, jury(tmp_path, judge(endpoint.url, **told)) as jurors:
        again = [jurors.rule("faithfulness", c) for c in cases]
        assert jurors.spent_usd == 0
    assert other.requests == []
    assert [r.verdict for r in again] == [r.verdict for r in rulings[::2]]
    assert [r.details for r in again] == [r.details for r in rulings[::2]], "a second score run must give equal bytes"
    texts = {r.text: sha256(r.text.encode()).digest() for r in endpoint.requests}
    right = [next(1 + d[3] % 3 for t, d in texts.items() if f"Q{n:04d}" in t) for n in range(0, count, 50)]
    assert ratings[::100] == right


def test_the_key_is_seen_by_the_endpoint_and_by_nobody_else(tmp_path, caplog, capsys):
    caplog.set_level(logging.DEBUG)
    answers = script(
        refusal(500, f"your key {CANARY} made me stumble", **SOON),
        Says(f'I saw {CANARY}. {{"turns": "{CANARY}"}}'),
        lambda r: Says(json.dumps(filled(r.schema)).replace("some explanation", f"the key is {CANARY}")),
        refusal(401, f"Incorrect API key provided: {CANARY}"),
        Raw(f"<html>{CANARY}</html>"),
    )
    errors = []
    with Endpoint(answers) as endpoint, jury(tmp_path, judge(endpoint.url)) as jurors:
        ruling = jurors.rule("conciseness", case())
        for metric in ("faithfulness", "speakability"):
            with pytest.raises(JudgeError) as caught:
                jurors.rule(metric, case())
            errors.append("".join(traceback.format_exception(caught.value)) + repr(caught.value))
        texts = [repr(ruling), repr(jurors), repr(vars(jurors)), *errors]
    assert any(r.name.startswith("openai") for r in caplog.records), "the SDK's own log is looked at too"
    assert all(r.headers["authorization"] == f"Bearer {CANARY}" for r in endpoint.requests)
    assert "***" in repr(ruling)
    assert "***" in errors[0]
    printed = capsys.readouterr()
    texts += [caplog.text, printed.out, printed.err, *(repr(vars(r)) for r in caplog.records)]
    assert [t for t in texts if CANARY in t] == []
    files = [p for p in tmp_path.rglob("*") if p.is_file()]
    assert any(p.name == "judges.sqlite" for p in files)
    assert [p for p in files if CANARY.encode() in p.read_bytes()] == []
    assert [r.text for r in endpoint.requests if CANARY in r.text] == []


@pytest.mark.parametrize("before", range(270, 300, 7))
def test_a_long_refusal_that_is_cut_leaves_no_part_of_the_key(before, tmp_path):
    refused = refusal(401, f"{'x' * (before - 1)} {CANARY} is wrong")
    with (
        Endpoint(script(refused)) as endpoint,
        jury(tmp_path, judge(endpoint.url)) as jurors,
        pytest.raises(JudgeError) as caught,
    ):
        jurors.rule("conciseness", case())
    assert CANARY[:4] not in str(caught.value)


def test_a_short_key_is_a_word_like_any_other(tmp_path):
    with (
        Endpoint(script(refusal(400, "none of that is known here"))) as endpoint,
        ModelJury([Judge.model_validate(judge(endpoint.url))], {"one": SecretStr("none")}, tmp_path) as jurors,
        pytest.raises(JudgeError, match="none of that is known here"),
    ):
        jurors.rule("conciseness", case())
