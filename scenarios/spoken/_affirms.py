"""Whether an answer is a yes, a no, or neither."""

from __future__ import annotations

import re

# said with "no" or "not" in them, and a yes or nothing at all
_HARMLESS = re.compile(
    r"\b(?:no|not a|not any) (?:problem|problems|worries|worry|trouble|issue|issues|doubt|objections?|rush)\b"
    r"|\bwhy not\b|\bnot at all\b(?=[^.]*\bgo ahead\b)|\b(?:don't|do not) worry\b|\bcan't complain\b"
    r"|\b(?:i )?(?:don't|do not) mind\b|\bno more\b|\bnot only\b|\bno (?:other|further|additional) \w+",
)
_PROBLEM_YES = re.compile(
    r"\b(?:no|not a) (?:problem|problems|worries|trouble|issue|issues|doubt|objections?)\b|\bwhy not\b"
    r"|\b(?:don't|do not) mind\b"
)
_STRONG_NO = re.compile(
    r"\b(?:that's|that is|it's|it is|this is|you have it|which is) (?:wrong|incorrect|not|false)\b"
    r"|\bisn't (?:right|correct|it|what)\b|\bnot (?:correct|right|quite right|what|it)\b"
    r"|\b(?:wrong|incorrect)\b"
    r"|\b(?:don't|do not) (?:do|book|change|make|process|proceed|cancel|charge|go|submit|confirm)\b"
    r"|\bnot (?:yet|now)\b|\bhold off\b"
)
_NO = re.compile(
    r"\b(?:no|nope|nah|negative|never|not|nay|neither|decline|refuse|reject)\b"
    r"|\b(?:don't|doesn't|didn't|isn't|wasn't|won't|can't|cannot|couldn't|wouldn't|aren't|haven't|shouldn't)\b"
    r"|\b(?:i'd|i would) rather (?!take|go|do|book|have)|\bunfortunately\b"
)
_YES = re.compile(
    r"\b(?:yes|yeah|yep|yup|yea|yah|ya|aye|absolutely|definitely|certainly|exactly|affirmative|indeed|totally)\b"
    r"|\bof course\b|\bgo ahead\b|\bplease do\b|\bsounds? (?:good|great|fine|perfect|right|like a plan)\b"
    r"|\b(?:that|it|this|which)(?:'ll| will| would|'d)? (?:works?|does it|suits me)\b|\bworks? for me\b"
    r"|\b(?:that's|that is|it's|it is|you're|you are|all|i'm|i am|is) "
    r"(?:right|correct|fine|good|great|perfect|ok|okay|me|it|sure)\b"
    r"|\b(?:correct|confirmed|agreed|perfect|deal|uh huh|uh-huh|mm-?hmm|mhm)\b"
    r"|\b(?:let's|let us) (?:do|go|proceed|book)\b|\bi (?:agree|accept|confirm|do|approve)\b"
    r"|\b(?:do|book|take) (?:it|that)\b"
    r"|\b(?:i'll|i will|i'd like to|i would like to) (?:take|go with|accept|do|have)\b"
    r"|\bproceed\b|\bby all means\b"
    r"|\bi (?:think|believe) so\b|\bi'd (?:love|like) that\b"
)
_WEAK_YES = re.compile(r"\b(?:ok|okay|sure|right|fine|great|good|alright|all right|cool|excellent|please|wonderful)\b")
# a yes even in a sentence that ends as a question ("yes, is that all?")
_PLAIN_YES = re.compile(r"\b(?:yes|yeah|yep|yup|go ahead|please do|absolutely|why not)\b")
_CUT = re.compile(r"[.!;\n]+|\?|,|\bbut\b|\bhowever\b|\balthough\b")


def affirms(text: str) -> bool | None:
    """True for a yes, False for a no, ``None`` when the answer is neither.

    Clauses are judged from left to right and the first clear one decides, except that an outright
    contradiction later on ("yes, wait, that's wrong") and a refusal after a mere "okay" make it a no.
    """
    low = re.sub(r"\s+", " ", text.lower().replace("’", "'"))
    asks = low.rstrip().endswith("?")
    verdict: bool | None = None
    weak = False
    for clause in (c.strip() for c in _CUT.split(low)):
        if not clause:
            continue
        if _PROBLEM_YES.search(clause) and not _STRONG_NO.search(clause):
            verdict = True if verdict is None else verdict
            continue
        rest = _HARMLESS.sub(" ", clause)
        if _STRONG_NO.search(rest):
            return False
        if _NO.search(rest):
            if verdict is None:
                return False
            continue
        if _YES.search(rest):
            verdict = True if verdict is None else verdict
        elif _WEAK_YES.search(rest):
            weak = True
    if verdict is None and weak and not asks:
        return True
    return None if verdict and asks and not _PLAIN_YES.search(low) else verdict
