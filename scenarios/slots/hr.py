"""What a hospital's human resources desk asks staff and providers."""

from __future__ import annotations

from scenarios.slots.common import LAST_NAME
from scenarios.slots.entry import Entry

_NPI = r"\b[nm]\.?\s?[pt]\.?\s?i\b\.?(?:\s+number)?|\bprovider(?:'s)?\s+(?:number|i\.?d\b|identif\w+)|national provider"
_FAMILY = r"(?:depend|child|son|daughter|spouse|wife|husband|partner)\w*(?:'s)?"
_LEAVE = r"\b(?:leave|leaf|leap|fmla)\b"
_OFF = r"(?:\btime off|\bvacation|\bholidays?\b|\bp\.?\s?t\.?\s?o\b|\babsence)"


def _task(task: str, name: str, words: str) -> Entry:
    """The code of one onboarding task, where a caller has several of them."""
    return Entry(
        f"{task}_code",
        f"the completion code for the {name}",
        rf"(?:{words})[^.?!]{{0,30}}?\bcode\b|\bcode\b[^.?!]{{0,30}}?(?:{words})",
        leads=(f"The code for the {name} is {{}}.", f"For the {name} it is {{}}."),
    )


def _start(absence: str, within: int) -> str:
    """The first day of an absence; "when" and "start" are at most `within` characters apart."""
    return (
        rf"{absence}.{{0,16}}\b(?:start|begin)\w*(?:\s+(?:date|day))?"
        rf"|(?:start|begin|first)\w*(?:\s+(?:date|day))?.{{0,12}}{absence}"
        rf"|\b(?:start|begin)\w*\s+(?:date|day)|first day|when\b.{{0,{within}}}\b(?:start|begin)\w*"
    )


def _end(absence: str, within: int) -> str:
    """The same for its last day."""
    return (
        rf"{absence}.{{0,16}}\bend\w*(?:\s+(?:date|day))?|(?:end|last)\w*(?:\s+(?:date|day))?.{{0,12}}{absence}"
        rf"|\bend\w*\s+(?:date|day)|last day|when\b.{{0,{within}}}\bend\w*"
    )


ENTRIES = (
    Entry("npi", "your national provider number", _NPI, leads=("My NPI is {}.", "The NPI is {}.", "NPI {}.")),
    Entry(
        "supervising_physician_npi",
        "your supervising physician's provider number",
        rf"supervis\w+(?:\W+\w+){{0,2}}?\W+(?:{_NPI}|number)"
        rf"|(?:{_NPI})\s+of\b.{{0,12}}\bsupervis\w+(?: physician| doctor)?|supervis\w+ (?:physician|doctor)\w*",
        leads=("My supervising physician's NPI is {}.", "The supervising physician's NPI is {}."),
    ),
    Entry(
        "colleague_employee_id",
        "your colleague's employee number",
        r"(?:colleague|co-?worker|swap partner|other (?:nurse|person|employee))\w*(?:'s)?(?:\W+\w+){0,3}?\W+"
        r"(?:number|i\.?d\b)\.?|(?:number|i\.?d)\s+of\b.{0,12}\b(?:colleague|co-?worker)\w*",
        leads=("My colleague's employee number is {}.", "The colleague's employee number is {}."),
    ),
    Entry(
        "state_license_number",
        "your state license number",
        r"licen[cs]e(?:'s)?\s+(?:number|i\.?d\b)|number\b.{0,16}\blicen[cs]e",
        leads=("My license number is {}.", "The license number is {}."),
    ),
    Entry(
        "extension_type",
        "the type of extension",
        r"(?:type|kind|sort|which)\b(?: of)?(?: \w+)?\s+extension|extension type"
        r"|provisional\b.{0,20}\bor\b.{0,20}supervised"
        r"|supervised\b.{0,20}\bor\b.{0,20}provisional",
        question="Which type of extension do you need, provisional or supervised?",
        leads=("{A} extension, please.", "I need {a} extension."),
        read="{a} extension",
    ),
    Entry(
        "extension_days",
        "the number of days",
        r"how (?:many days|long)|number of (?:\w+ )?days|(?:length|duration)\b.{0,12}\bextension"
        r"|extension (?:days|length)",
        question="For how many days do you need the extension, please?",
        leads=("For {}, please.", "{cap}, please."),
        read="{}",
        unit=("day", "days"),
    ),
    Entry(
        "shift_id",
        "the shift number",
        r"\bshift(?:'s)?\s+(?:number|i\.?d\b|code|identif\w+)|(?:which|what) shift|number of the shift",
        leads=("The shift number is {}.", "My shift number is {}."),
    ),
    Entry(
        "unit_code",
        "the unit code",
        r"\bunit(?:'s)?(?:\s+(?:code|number|i\.?d\b))?|\buni ?code",
        leads=("The unit code is {}.", "The unit is {}."),
    ),
    Entry(
        "department_code",
        "the department",
        r"\bdepartment(?:'s)?(?:\s+(?:code|name))?",
        question="Which department is it, please?",
        leads=("The department is {}.", "It's the department of {}."),
    ),
    Entry(
        "new_carrier",
        "the new insurance carrier",
        r"(?:new |insurance )*\bcarrier|insurer|insurance company|insured with",
        question="Who is the new insurance carrier, please?",
        leads=("The new carrier is {}.", "My new carrier is {}."),
        says={
            "proassurance": "ProAssurance",
            "coverys": "Coverys",
            "the_doctors_company": "The Doctors Company",
            "cna": "C N A, as in Charlie, November, Alfa",
            "zurich": "Zurich Insurance",
            "mag_mutual": "MAG Mutual",
        },
    ),
    Entry(
        "new_policy_number",
        "the new policy number",
        r"(?:new )?\bpolicy(?:'s)?\s+(?:number|i\.?d\b)|number of the (?:new )?policy",
        leads=("The policy number is {}.", "The new policy number is {}."),
    ),
    Entry(
        "per_occurrence_limit_usd",
        "the limit per occurrence",
        r"(?:per[ -])?occurrence(?: limit)?|limit per (?:occurrence|claim|case)",
        question="What is the limit per occurrence, please?",
        leads=("The limit per occurrence is {}.",),
    ),
    Entry(
        "aggregate_limit_usd",
        "the aggregate limit",
        r"aggregate(?: limit)?|limit in (?:aggregate|total)",
        question="What is the aggregate limit, please?",
        leads=("The aggregate limit is {}.",),
    ),
    Entry(
        "expiration_date",
        "the expiration date",
        r"\bexpir\w+(?:\s+(?:date|day))?|run(?:s)? out",
        question="What is the expiration date, please?",
        leads=("The expiration date is {}.", "It expires on {}."),
    ),
    Entry(
        "task_code",
        "the onboarding task",
        r"(?:which|what)\b.{0,20}\btask|\btask(?:'s)?\s+(?:code|name)|name of the task|(?:onboarding )?\btask\b",
        question="Which onboarding task have you completed, please?",
        leads=("The task is {}.", "I have done {}."),
        says={
            "BLS_UPLOAD": "the basic life support upload",
            "I9_VERIFY": "the I nine verification",
            "BADGE_PICKUP": "the badge pickup",
            "OCC_HEALTH": "the occupational health check",
            "HIPAA_TRAIN": "the HIPAA privacy training",
            "DRUG_SCREEN": "the drug screen",
            "TB_TEST": "the TB test",
            "ORIENTATION": "the orientation",
        },
    ),
    Entry(
        "completion_code",
        "the completion code",
        r"completion(?:\s+(?:code|number))?|code (?:for|of) (?:the )?(?:completion|completed)|proof code",
        leads=("The completion code is {}.", "Completion code {}."),
    ),
    _task("bls_upload", "life support card", r"life support|\bb\.?l\.?s\b"),
    _task("badge_pickup", "badge pickup", r"badge"),
    _task("occ_health", "health check", r"health (?:check|screening|exam\w*)|occupational health"),
    _task("hipaa_train", "privacy training", r"privacy|\bhipaa\b|\bhippa\b"),
    _task("drug_screen", "drug screen", r"drug (?:screen\w*|test)"),
    _task("tb_test", "TB test", r"\bt\.?\s?b\b\.?|tuberculosis"),
    _task("orientation", "orientation", r"orientation"),
    Entry(
        "dea_number",
        "your DEA number",
        r"\bd\.?\s?[ei]?\.?\s?a{1,2}\b\.?(?:\s+registration)?(?:\s+number)?|registration number",
        leads=("My DEA number is {}.", "The DEA number is {}."),
    ),
    Entry(
        "new_facility_code",
        "the new facility code",
        r"(?:new|receiving|destination|target|other)\s+facilit(?:y|ies)(?:'s)?(?:\s+(?:code|number|i\.?d\b))?"
        r"|facility\b.{0,20}\b(?:moving|transferr\w+|going) to",
        leads=("The new facility code is {}.", "The code of the new facility is {}."),
    ),
    Entry(
        "new_state_code",
        "the new state",
        r"(?:which|what|new) state\b|\bstate\b.{0,24}\b(?:moving|transferr\w+|going) to|\bstate code",
        question="Which state are you moving to, please?",
        leads=("The new state is {}.", "It's {}."),
    ),
    Entry(
        "state_code", "the state", r"(?:which|what) state\b|\bstate code|\bthe state\b", "Which state is it, please?"
    ),
    Entry(
        "transfer_reason",
        "the reason for the transfer",
        r"reason\b.{0,24}\b(?:transfer|move|moving)|(?:transfer|move)(?:'s)?\s+reason|\breasons?\b|\bwhy\b",
        question="What is the reason for the transfer, please?",
        leads=("The reason is {}.", "It's {}."),
    ),
    Entry(
        "leave_category",
        "the reason for your leave",
        rf"(?:reason|type|kind|category|sort)\b.{{0,20}}{_LEAVE}|{_LEAVE}\s+(?:category|reason|type)|reason\b"
        rf"|what\b.{{0,12}}{_LEAVE} for",
        question="What is the reason for your leave, please?",
        leads=("The reason for my leave is {}.", "It's {}."),
    ),
    Entry(
        "leave_start_date",
        "the start date of your leave",
        _start(_LEAVE, within=20),
        question="What is the start date of your leave, please?",
        leads=("My leave starts on {}.", "The start date is {}."),
    ),
    Entry(
        "leave_end_date",
        "the end date of your leave",
        _end(_LEAVE, within=20),
        question="What is the end date of your leave, please?",
        leads=("My leave ends on {}.", "The end date is {}."),
    ),
    Entry(
        "correction_type",
        "the type of correction",
        r"(?:type|kind|sort|which)\b.{0,12}\b(?:correction|hours)|correction type|what\b.{0,24}\bcorrect\w*",
        question="Which hours are to be corrected, on call hours, overtime hours, or a missed differential?",
        leads=("The correction is for {}.", "It's {}."),
    ),
    Entry(
        "corrected_hours",
        "the corrected number of hours",
        r"how many\b.{0,20}\bhours|number of\b.{0,20}\bhours|correct(?:ed)? (?:number of )?hours"
        r"|hours\b.{0,12}\bshould",
        question="How many hours should it be, please?",
        leads=("It should be {}.", "The corrected number is {}."),
        read="{}",
        unit=("hour", "hours"),
    ),
    Entry(
        "clearance_code",
        "your clearance code",
        r"clearance(?:\s+(?:code|number))?|occupational health\b.{0,12}\bcode",
        leads=("My clearance code is {}.", "The clearance code is {}."),
    ),
    Entry(
        "privilege_codes",
        "the codes of the privileges",
        r"\bprivileges?(?:'s)?(?:\s+(?:codes?|numbers?))?",
        question="Which privileges do you want back? Please give me the codes of the privileges.",
        leads=("The privilege codes are {}.", "The codes are {}."),
    ),
    Entry(
        "leave_type_on_record",
        "the type of leave you were on",
        rf"(?:type|kind|sort|which)\b.{{0,12}}{_LEAVE}|{_LEAVE} type|what\b.{{0,12}}{_LEAVE}",
        question="Which type of leave were you on, please?",
        leads=("It was {a}.", "The leave was {a}."),
        read="{a}",
    ),
    Entry(
        "access_change_type",
        "the access you need",
        r"(?:kind|type|level|which|full|restricted)\b.{0,24}\baccess|access (?:type|level)|access\b.{0,12}\bneed",
        question="Which access do you need, full or restricted?",
        leads=("I need {}.",),
        says={"reactivate_full": "full access", "reactivate_restricted": "restricted access"},
        read="{}",
    ),
    Entry(
        "availability_start_date",
        "the first day of your availability",
        r"availab\w+.{0,16}\b(?:start|begin|from)\w*(?:\s+(?:date|day))?"
        r"|(?:start|begin|first)\w*(?:\s+(?:date|day))?.{0,16}\bavailab\w+"
        r"|\b(?:start|begin)\w*\s+(?:date|day)|first day|from (?:which|what) (?:date|day)"
        r"|when\b.{0,20}\b(?:start|begin)\w*",
        question="What is the first day of your availability, please?",
        leads=("My availability starts on {}.", "The first day is {}."),
    ),
    Entry(
        "availability_end_date",
        "the last day of your availability",
        r"availab\w+.{0,16}\b(?:end|until)\w*(?:\s+(?:date|day))?"
        r"|(?:end|last)\w*(?:\s+(?:date|day))?.{0,16}\bavailab\w+"
        r"|\bend\w*\s+(?:date|day)|last day|until (?:which|what) (?:date|day)|when\b.{0,20}\bend\w*",
        question="What is the last day of your availability, please?",
        leads=("My availability ends on {}.", "The last day is {}."),
    ),
    Entry(
        "oncall_tier",
        "the on-call tier",
        r"on[ -]?call\s+(?:tier|level|type)|repeat the on[ -]?call|\btier\b|primary\b.{0,16}\bor\b.{0,16}backup"
        r"|backup\b.{0,16}\bor\b.{0,16}primary",
        question="Which on-call tier would you like, primary or backup?",
        leads=("{cap}, please.", "I'd like {}."),
    ),
    Entry(
        "blackout_dates",
        "the blackout dates",
        r"black(?:ed)?[ -]?out(?:\s+(?:dates?|days?))?|(?:dates|days)\b.{0,30}\b(?:not|can't|cannot|unavailable)",
        question="Are there blackout dates within that time, and which, please?",
        leads=("The blackout dates are {}.", "I am not available on {}."),
        answers={"": "There are no blackout dates."},
    ),
    Entry(
        "verification_action",
        "the kind of verification",
        r"(?:kind|type|which)\b.{0,12}\bverification|initial\b.{0,24}\bor\b.{0,24}\bre-?verification"
        r"|verification action"
        r"|re-?verification\b.{0,16}\bor\b",
        question="Which kind of verification is it, initial verification or reverification?",
        leads=("It's {}.", "It is {a}."),
    ),
    Entry(
        "document_list_type",
        "the document list",
        r"\blists?\b(?:\s+(?:type|a\b|b\b|c\b))?",
        question="Which document list does it belong to, list A, list B, or list C?",
        leads=("The document is on {}.", "It belongs to {}."),
        says={"LIST_A": "list A, as in Alfa", "LIST_B": "list B, as in Bravo", "LIST_C": "list C, as in Charlie"},
    ),
    Entry(
        "document_type_code",
        "the type of document",
        r"(?:type|kind|sort|which|what)\b.{0,12}\bdocument\b(?!\W+(?:number|list|expir))|document type|document code",
        question="Which type of document do you have, please?",
        leads=("The document is {a}.", "It's {a}."),
        says={
            "US_PASSPORT": "US passport",
            "PERM_RESIDENT_CARD": "permanent resident card",
            "EAD": "employment authorization document",
            "DRIVERS_LICENSE": "driver's license",
            "STATE_ID": "state identity card",
            "SSN_CARD": "social security card",
            "BIRTH_CERT": "birth certificate",
        },
        read="{a}",
    ),
    Entry(
        "document_number",
        "the document number",
        r"document(?:'s)?\s+(?:number|i\.?d\b)|number\b.{0,16}\bdocument",
        leads=("The document number is {}.", "It's {}."),
    ),
    Entry(
        "document_expiration_date",
        "the expiration date of the document",
        r"document\w*(?:'s)?.{0,16}\bexpir\w+(?:\s+date)?|\bexpir\w+(?:\s+date)?.{0,16}\bdocument"
        r"|\bexpir\w+(?:\s+date)?",
        question="What is the expiration date of the document, please?",
        leads=("The document expires on {}.", "The expiration date is {}."),
    ),
    Entry(
        "issuing_country_code",
        "the issuing country",
        r"\bissu\w+(?:\s+\w+)?\s+(?:country|nation)|country\b.{0,24}\bissu\w+|(?:which|what) country|country code",
        question="Which country issued the document, please?",
        leads=("The issuing country is {}.", "It was issued in {}."),
    ),
    Entry(
        "visa_petition_number",
        "your visa petition number",
        r"(?:visa )?\bpetition(?:'s)?(?:\s+(?:number|i\.?d\b))?|\bvisa\s+number",
        leads=("My visa petition number is {}.", "The petition number is {}."),
    ),
    Entry(
        "dependent_first_name",
        "the first name of your dependent",
        rf"{_FAMILY}\W+(?:\w+\W+)?(?:first|given)[ -]?name|(?:first|given)[ -]?name\b.{{0,16}}\b{_FAMILY}"
        rf"|(?:first|given)[ -]?name",
        leads=("The first name is {}", "My dependent's first name is {}"),
    ),
    Entry(
        "dependent_last_name",
        "the last name of your dependent",
        rf"{_FAMILY}\W+(?:\w+\W+)?{LAST_NAME}|{LAST_NAME}\b.{{0,16}}\b{_FAMILY}|{LAST_NAME}",
        leads=("The last name is {}", "My dependent's last name is {}"),
    ),
    Entry(
        "relationship",
        "your dependent's relationship to you",
        r"relation\w*(?:\s+to you)?|how\b.{0,16}\brelated"
        r"|(?:spouse|child)\b.{0,24}\bor\b.{0,24}\b(?:partner|child|spouse)",
        question="What is your dependent's relationship to you, please?",
        leads=("It's my {}.", "The relationship is {}."),
    ),
    Entry(
        "dependent_date_of_birth",
        "your dependent's date of birth",
        rf"{_FAMILY}\W+(?:\w+\W+)?(?:\w{{0,2}}ates? (?:of|a) (?:birth|earth)|birth ?dates?\b|birthday)"
        rf"|(?:\w{{0,2}}ates? (?:of|a) (?:birth|earth)|birth ?date|birthday)\b.{{0,16}}\b{_FAMILY}"
        r"|when was\b.{0,24}\bborn",
        leads=("My dependent's date of birth is {}.", "The date of birth is {}."),
    ),
    Entry(
        "dependent_country_of_birth",
        "your dependent's country of birth",
        rf"(?:{_FAMILY}\W+)?country (?:of|a) (?:birth|earth)|birth country"
        r"|(?:which|what) country|country\b.{0,24}\bborn",
        leads=("The country of birth is {}.", "My dependent was born in {}."),
    ),
    Entry(
        "uscis_receipt_number",
        "the receipt number",
        r"(?:\bu\.?s\.?\s?c\.?i\.?s\b\.?\s+)?\breceipt(?:\s+number)?",
        leads=("The receipt number is {}.", "Receipt number {}."),
    ),
    Entry(
        "pto_type",
        "the kind of time off",
        r"(?:type|kind|sort)\b.{0,12}\b(?:time off|leave|p\.?\s?t\.?\s?o)|\bpto\b.{0,16}\bor\b.{0,12}\bsick"
        r"|sick\b.{0,16}\bor\b.{0,12}\bp\.?t\.?o"
        r"|pa(?:id|y) time off\b.{0,16}\bor\b.{0,12}\bsick",
        question="Which kind of time off is it, paid time off or sick leave?",
        leads=("It's {}.", "{cap}, please."),
        says={"pto": "paid time off", "sick": "sick leave"},
    ),
    Entry(
        "start_date",
        "the start date of your time off",
        _start(_OFF, within=30),
        question="What is the start date of your time off, please?",
        leads=("My time off starts on {}.", "The start date is {}."),
    ),
    Entry(
        "end_date",
        "the end date of your time off",
        _end(_OFF, within=30),
        question="What is the end date of your time off, please?",
        leads=("My time off ends on {}.", "The end date is {}."),
    ),
    Entry(
        "appointment_date",
        "the date of the appointment",
        r"(?:date|day)\b.{0,16}\bappointment|appointment\s+(?:date|day)|(?:which|what) (?:date|day)|\bdates?\b",
        question="Which date would you like for the appointment, please?",
        leads=("The date is {}.", "On {}, please."),
    ),
    Entry(
        "appointment_time",
        "the time of the appointment",
        r"\btime\b.{0,16}\bappointment|appointment\s+time|(?:which|what) time",
        question="What time would you like for the appointment, please?",
        leads=("The time is {}.", "At {}, please."),
    ),
)

UNASKED: frozenset[str] = frozenset()
