"""What an SDK's exception means."""

import pytest

from agents.preflight.base import LONGEST, Unclear, judge, words


class Refused(Exception):
    def __init__(self, status, body=None, text=""):
        super().__init__(text)
        self.status_code, self.body = status, body


@pytest.mark.parametrize(
    ("error", "state", "said"),
    [
        (Refused(401, {"error": {"message": "bad key"}}), "refused", "401: bad key"),
        (Refused(402, "pay first"), "refused", "402: pay first"),
        (Refused(422, b'{"detail": [{"message": "no voice"}]}'), "refused", "422: no voice"),
        (Refused(429, {"message": "slow", "code": "rate_limited"}), "unclear", "429: slow (rate_limited)"),
        (
            Refused(429, {"error": {"message": "Pay", "code": "insufficient_quota"}}),
            "refused",
            "429: Pay (insufficient_quota)",
        ),
        (
            Refused(401, {"detail": {"message": "no", "status": "missing_permissions"}}),
            "unclear",
            "401: no (missing_permissions)",
        ),
        (Refused(503, None, "down"), "unclear", "503: down"),
        (Refused(None, None, ""), "unclear", "Refused"),
        (TimeoutError("x"), "unclear", "no answer in time"),
        (ConnectionRefusedError("refused"), "unclear", "cannot be reached (refused)"),
        (Unclear("nobody knows"), "unclear", "nobody knows"),
        (ValueError("a\n b"), "unclear", "a b"),
    ],
)
def test_only_a_definite_no_is_a_refusal(error, state, said):
    assert judge(error) == (state, said)


def test_a_key_that_a_vendor_repeats_is_masked():
    key = "secret-key-0123456789"
    assert judge(Refused(401, {"message": f"bad key {key}"}), key) == ("refused", "401: bad key ***")
    assert judge(Refused(401, {"message": "none of it"}), "none") == ("refused", "401: none of it")


def test_long_messages_are_cut():
    assert len(words(Refused(500, "x" * 999))) == LONGEST + 3
