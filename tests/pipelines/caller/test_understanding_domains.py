"""What the caller makes of agents that speak for other houses than an airline."""

import pytest

from pipelines.caller.understanding import understand
from scenarios.slots import entries

HR = entries("hr")


@pytest.mark.parametrize(
    ("text", "flag", "value"),
    [
        ("I can swap your shift with your colleague. Shall I go ahead?", "transfer", False),
        ("I can move the registration to your new supervisor's site. Shall I go ahead?", "transfer", False),
        ("I can put you on the parking waitlist. Shall I go ahead?", "transfer", False),
        ("I can hand you over to a colleague. Shall I transfer you?", "transfer", True),
        ("Would you like to speak to a person?", "transfer", True),
        ("I am transferring you to a live agent now. Please hold.", "transferring", True),
        ("I am transferring the registration now. Please hold.", "transferring", False),
        ("The new policy number is on file.", "refusal", False),
        ("Our policy does not allow that.", "refusal", True),
        ("I can file that. Shall I go ahead?", "offer", True),
        ("Does the screen work now?", "offer", False),
        ("Shall I submit it?", "yes_no", True),
        ("Should we reset it?", "yes_no", True),
    ],
)
def test_flags(text, flag, value):
    assert getattr(understand(text, HR, ()), flag) is value


def test_a_read_back_asks_for_nothing():
    text = "The effective date is July tenth. The new policy number is Papa, Oscar, Lima. Is that right?"
    assert understand(text, HR, {"effective_date", "new_policy_number"}).asks == ()


def test_what_nobody_holds_is_asked_for_only_in_so_many_words():
    assert understand("Please check the phone.", HR, {"npi"}).asks == ()
    assert "phone" in understand("What is your phone number?", HR, {"npi"}).asks
