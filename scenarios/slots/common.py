"""Slots of every domain: who calls, dates and times."""

from __future__ import annotations

from scenarios.slots.entry import Entry

_BEGIN = r"(?:start|begin|first|from)\w*"
_END = r"(?:end|last|final|until|through|return)\w*"
LAST_NAME = r"(?:last|lost|list|family|sur)[ -]?name"
"""The words for a last name, and what recognisers make of them."""
_BIRTH = r"\b\w{0,2}ates? (?:of|a) (?:birth|earth)|\bmade a birth|birth ?dates?\b|birthday|\bborn\b"

ENTRIES = (
    Entry(
        "last_name",
        "your last name",
        rf"{LAST_NAME}|surname|(?<!first )(?<!file )(?<!user )\bname\b",
        leads=("Last name {}", "The last name is {}", "My last name is {}"),
    ),
    Entry("first_name", "your first name", r"(?:first|given)[ -]?name", leads=("My first name is {}",)),
    Entry("phone", "your phone number", r"\bphone\b|telephone|mobile number|cell number"),
    Entry("phone_number", "your phone number", r"\bphone\b|telephone|mobile number|cell number"),
    Entry("email", "your e-mail address", r"\be-?mail\b|\be mail\b", leads=("My e-mail address is {}.",)),
    Entry(
        "date_of_birth",
        "your date of birth",
        _BIRTH,
        leads=("My date of birth is {}.", "Date of birth, {}."),
    ),
    Entry(
        "employee_id",
        "your employee number",
        r"(?:employee|staff|personnel|employed)(?:'?s)?\W+(?:number|i\.?d\b|code|identif\w+)\.?|\byour i\.?d\b"
        r"|\bemployee numb\w*",
        leads=("My employee number is {}.", "Employee number {}.", "The employee number is {}."),
    ),
    Entry(
        "otp_code",
        "the one-time code",
        r"(?:one|won)[ -]?time\b(?: \w+){0,2}?(?: (?:code|passcode|password))?|\botp\b"
        r"|(?:verification|text|six[ -]digit|6[ -]digit) code|passcode|code (?:that )?(?:was|we|i)\b.{0,12}\bsent"
        r"|\bcode\b(?=.{0,40}\b(?:phone|text))|\bthe code\b",
        question="A one-time code is on its way to your phone. Please read me the one-time code.",
        leads=("The code is {}.", "The one-time code is {}."),
    ),
    Entry(
        "case_id",
        "the case number",
        r"\bcase(?:'s)?\W+(?:number|i\.?d\b|reference)|\bwhich case\b",
        question="What is the case number, please?",
    ),
    Entry(
        "date",
        "the date",
        r"\bdates?\b|(?:what|which) day|\bon what day|day would you|\bwhen\b|state would you",
        question="What date would you like, please?",
        leads=("The date is {}.", "On {}.", "That would be {}."),
    ),
    Entry(
        "start_date",
        "the start date",
        rf"\b{_BEGIN}\s(?:date|day)|\bwhen\b.{{0,40}}\b(?:start|begin)|(?:date|day)\b.{{0,25}}\b(?:start|begin)",
        question="What is the start date, please?",
        leads=("The start date is {}.", "It starts on {}."),
    ),
    Entry(
        "end_date",
        "the end date",
        rf"\b{_END}\s(?:date|day)|\bwhen\b.{{0,40}}\bend|(?:date|day)\b.{{0,25}}\bend\w*",
        question="What is the end date, please?",
        leads=("The end date is {}.", "It ends on {}."),
    ),
    Entry(
        "effective_date",
        "the effective date",
        r"\beffective\b(?:\s+(?:date|day|on))?|(?:takes?|comes?|goes?|go|come|going|taking)\s+(?:in(?:to)? )?effect",
        question="What is the effective date, please?",
        leads=("The effective date is {}.", "It should be effective on {}."),
    ),
    Entry(
        "preferred_date",
        "your preferred date",
        r"prefer\w*\s+(?:date|day)|state would you prefer|(?:date|day)\b.{0,30}\bprefer\w*"
        r"|(?:which|what) (?:date|day)|\bdates?\b"
        r"|(?:date|day)\b.{0,20}\b(?:suits?|works?)",
        question="What date would you prefer, please?",
        leads=("My preferred date is {}.", "I would prefer {}.", "On {}, please."),
    ),
    Entry(
        "preferred_time",
        "your preferred time",
        r"prefer\w*\s+time|(?:which|what) time|\btime\b.{0,30}\b(?:prefer|suit|work)\w*|\btime\b",
        question="What time would you prefer, please?",
        leads=("My preferred time is {}.", "At {}, please."),
    ),
    Entry(
        "start_time",
        "the start time",
        rf"\b{_BEGIN}\stimes?\b|(?:what|which) time\b.{{0,30}}\b(?:start|begin)|\btime\b.{{0,20}}\b(?:start|begin)\w*"
        r"|\bstart\b.{0,12}\btime\b|\bwhen\b.{0,30}\b(?:start|begin)\w*",
        question="What is the start time, please?",
        leads=("The start time is {}.", "It starts at {}."),
    ),
    Entry(
        "end_time",
        "the end time",
        rf"\b{_END}\stimes?\b|(?:what|which) time\b.{{0,30}}\bend\w*|\btime\b.{{0,20}}\bend\w*"
        rf"|\bend\b.{{0,12}}\btime\b"
        r"|\bwhen\b.{0,30}\bend\w*",
        question="What is the end time, please?",
        leads=("The end time is {}.", "It ends at {}."),
    ),
    Entry(
        "facility_code",
        "your facility code",
        r"\bfacilit(?:y|ies)(?:'s)?(?:\s+(?:code|i\.?d\b|number))?|(?:hospital|site)\s+code",
        leads=("My facility code is {}.", "The facility code is {}."),
    ),
    Entry(
        "pin",
        "your PIN",
        r"\bp[ie]ns?\b(?:\s+(?:code|number))?|personal identification|(?:four|4)[ -]digit (?:code|number|pin)",
        leads=("My PIN is {}.", "The PIN is {}."),
    ),
)

UNASKED = frozenset(
    {"transfer_reason", "issue_summary", "notification_type", "appointment_datetime", "appointment_type"}
)
