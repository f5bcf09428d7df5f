"""Yes, no, or neither."""

import pytest

from scenarios.spoken import affirms

YES = """
Yes please, go ahead.|yes|Yeah, that's right.|Yep.|That works for me.|that works|Correct.|correct
Sounds good.|No problem, go ahead.|no problem, go ahead|Sure.|Okay, let's do that.|That's fine.
Please do.|Absolutely.|Yes, that's correct.|Perfect, book it.|I'll take that one.|That is right.
Yes, go ahead with that.|Okay.|Of course.|Yes, that's correct, no other changes.|Sure, why not.|Why not?
I don't mind, go ahead.|Yes, don't worry.|mm-hmm|That would be fine.|Uh huh.|I think so.
Yes, I don't need anything else.|Okay, sounds good, thank you.|You're right.|Let's go with that.
Please go ahead and book it.|I accept.|Alright, go ahead.|That's the one, yes.|Yes, is that all?
I'd like that.|That'll work.|Works for me.|That's perfect.|No objections, please proceed.
Yup, you got it.|Go ahead.|Fine.|Definitely.|Yes, I confirm.|That is correct.|It's correct.
Not a problem, go ahead.|Agreed.
"""
NO = """
No, that's wrong.|no, that's wrong|Not yet.|not yet|I don't think so.|Nope.|nope|Don't do that.
don't do that|No thanks.|No, thank you.|That's not right.|That doesn't work for me.|I'd rather not.
No, I don't want that.|That's not what I asked for.|No, that is too expensive.|Wait, that's not correct.
Please don't book that.|I can't accept that.|Yes, wait, that's wrong.
Okay, but I don't want to pay that much.|Never mind.|Nah.|No, it's K as in Kilo.|That's incorrect.
Sure, but don't book it yet.|No. The last name is Okafor.|It isn't.|Yeah, no, that's not it.
I do not agree.|No, not at all.|Absolutely not.|Of course not.|Definitely not.|I won't do that.
That won't work.|Not really.|That is not correct.|Please do not cancel it.|Right, but that's wrong.
I'm not sure about that.|Unfortunately that is too late for me.|No way.
"""
NEITHER = """
|Hmm, let me see.|March twenty-fifth.|How much is it?|Is that correct?|What about the window seat?
Zulu, Kilo, three.|Could you repeat that?|My last name is Okafor.|Hello?|Okay, how much would that cost?
Can you hear me?|I see.
"""


def cases(block):
    return [c.strip() for line in block.strip("\n").splitlines() for c in line.split("|")]


@pytest.mark.parametrize("text", [c for c in cases(YES) if c])
def test_yes(text):
    assert affirms(text) is True


@pytest.mark.parametrize("text", [c for c in cases(NO) if c])
def test_no(text):
    assert affirms(text) is False


@pytest.mark.parametrize("text", cases(NEITHER))
def test_neither(text):
    assert affirms(text) is None
