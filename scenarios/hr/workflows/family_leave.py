"""Calls that begin with protected leave, or with the way back from it."""

from __future__ import annotations

from scenarios.hr import words
from scenarios.hr.draft import Draft
from scenarios.hr.parts import family_leave as leave
from scenarios.hr.parts import paid_time_off, payroll_correction, shift_swap, visa_dependent
from scenarios.hr.parts.visa_dependent import Relative
from scenarios.hr.people import person
from scenarios.model import Request, Scenario, Value

WORKFLOW = "family_leave"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (
        adopted_son(),
        half_a_year(),
        new_hip(),
        back_on_monday(),
        fathers_stroke(),
        fresh_start(),
        used_up(),
        sick_boy(),
        marching_orders(),
    )


def adopted_son() -> Scenario:
    """Leave for an adopted child, two days off before it, and a shift in between."""
    who = person("adopted-son", "Julien Lacroix", "man", "PATHOLOGY", "MT", hired="2012-08-27")
    draft = Draft("adopted-son", "2027-04-20 10:55", who, "employee_code", "cheerful")
    return draft.scenario(
        WORKFLOW,
        "Technologist adopts: leave, two days off, a shift",
        leave.take(
            draft,
            Request(
                statement="We have been matched, we are adopting a little boy! I would like eight weeks with him.",
                details="He moves in at the end of May.",
            ),
            "You adopt a boy who moves in at the end of May, and you want eight weeks of protected leave with him.",
            category="bonding",
            begins=41,
            weeks=8,
        ),
        paid_time_off.days_off(
            draft,
            Request(statement="Before that we have to go to court. I want two days of vacation for it in May."),
            "You need two days of paid time off in May for the court.",
            kind="pto",
            start=draft.on(20),
            end=draft.on(21),
            days=2,
        ),
        shift_swap.swap(
            draft,
            Request(statement="Oh, and Priscilla is so nice as to take my early shift on the day of the home visit."),
            "Somebody from the agency visits you at home on a working day, so Priscilla takes your early shift.",
            day=13,
            start="05:30",
            hours=8,
            colleague=("Priscilla Akana", "woman"),
        ),
    )


def half_a_year() -> Scenario:
    """A pharmacist has been here for half a year only."""
    who = person("half-a-year", "Agnieszka Zielinska", "woman", "ONCOLOGY", "PHARMD", hired="2026-11-23")
    draft = Draft("half-a-year", "2027-05-31 12:05", who, "employee_code", "nervous")
    full = "2027-11-23"
    return draft.scenario(
        WORKFLOW,
        "Pharmacist asks for leave after half a year",
        leave.refused(
            draft,
            Request(
                statement="My husband had an accident and needs me at home. Do I get family leave for five weeks?",
                details="I would like to begin next week, if it is possible at all.",
            ),
            "Your husband was badly hurt. You hope for five weeks of family leave, though you came here only last "
            "November.",
            begins=7,
            weeks=5,
            told=(
                "I'm very sorry, I can't open a leave for you yet. It takes twelve months of employment, which you "
                f"reach on {words.day(full)}.",
            ),
            because=("twelve months", "12 months", "a year", "one year", "long enough"),
            values=(Value(kind="date", value=full),),
        ),
        outcome="refuse",
    )


def new_hip() -> Scenario:
    """A leave for an operation, with check-in, and a shift before it."""
    who = person("new-hip", "Rosalind Okello", "woman", "OBSTETRICS", "CNM", hired="2009-03-09")
    draft = Draft("new-hip", "2027-01-27 15:35", who, "employee_code", "expert")
    return draft.scenario(
        WORKFLOW,
        "Midwife: leave for a new hip with check-in, and a shift",
        leave.take(
            draft,
            Request(
                statement="I am getting a new hip, so I need medical leave. I know that a check-in goes with it.",
                details="Seven weeks from the twenty-second of February; the check-in on the Monday after, at half "
                "past nine.",
            ),
            "You get an artificial hip in February and are out for seven weeks. The check-in shall be on the first "
            "working day, at half past nine.",
            category=leave.OWN_ILLNESS,
            begins=26,
            weeks=7,
            check_in="09:30",
            others=("13:00", "16:10"),
        ),
        shift_swap.swap(
            draft,
            Request(statement="The hospital wants me for tests beforehand. Winnie takes that day shift from me."),
            "You have tests before the operation, and Winnie works the day shift for you.",
            day=19,
            start="08:00",
            hours=10,
            colleague=("Winnie Cheung", "woman"),
        ),
    )


def back_on_monday() -> Scenario:
    """The check-in of a leave that ends soon, then vacation in spring."""
    who = person("back-on-monday", "Eitan Shapiro", "man", "RADIOLOGY", "RT", hired="2018-02-05")
    draft = Draft("back-on-monday", "2027-02-24 09:00", who, "employee_code", "careful")
    return draft.scenario(
        WORKFLOW,
        "Technologist comes back from a leave and plans vacation",
        leave.come_back(
            draft,
            Request(
                statement="My sick leave is over on Sunday, and my letter says that I need a check-in first.",
                details="I would come on Monday, early.",
            ),
            "Your protected leave after a surgery ends on Sunday. You need the check-in, early on Monday, and have the "
            "letter with the case number at hand.",
            began=-38,
            ends=4,
            check_in="08:15",
            others=("10:45", "15:45"),
        ),
        paid_time_off.days_off(
            draft,
            Request(statement="I would also like some vacation at Easter, the last full week of March."),
            "For the last full week of March you want five days of vacation.",
            kind="pto",
            start="2027-03-22",
            end="2027-03-26",
            days=5,
        ),
    )


def fathers_stroke() -> Scenario:
    """Leave to care for the father; two shifts go to colleagues before it begins."""
    who = person("fathers-stroke", "Tanvi Deshmukh", "woman", "SURGERY", "RN", hired="2020-05-18")
    draft = Draft("fathers-stroke", "2027-07-13 07:55", who, "employee_code", "brisk")
    return draft.scenario(
        WORKFLOW,
        "Nurse cares for her father: leave and two shifts",
        leave.take(
            draft,
            Request(statement="My father had a stroke. I need three weeks of family leave, starting Monday."),
            "After your father's stroke you want three weeks of family leave to nurse him. You need no check-in.",
            category="family_member_serious_illness",
            begins=6,
            weeks=3,
            left=5,
        ),
        shift_swap.swap(
            draft,
            Request(statement="Until then I have two shifts. Gintaras has the first."),
            "Gintaras works the first of the two shifts that are left before your leave.",
            day=2,
            start="06:20",
            hours=10,
            colleague=("Gintaras Balsys", "man"),
        ),
        shift_swap.swap(
            draft,
            Request(statement="The other one goes to Marguerite."),
            "The second of them goes to Marguerite.",
            day=4,
            start="18:20",
            colleague=("Marguerite Thorne", "woman"),
        ),
    )


def fresh_start() -> Scenario:
    """A check-in, a newborn for the visa petition, and the first shift after the leave."""
    who = person("fresh-start", "Jinhai Ou", "man", "NEUROLOGY", "RN", hired="2021-09-27")
    draft = Draft("fresh-start", "2027-06-02 13:45", who, "employee_code", "stern")
    visa_dependent.petition(draft, "2029-04-30")
    return draft.scenario(
        WORKFLOW,
        "Nurse returns from leave: check-in, petition, exchange",
        leave.come_back(
            draft,
            Request(
                statement="I return to duty on the fourteenth. Arrange the check-in that your regulations demand.",
                details="In the forenoon of that day.",
            ),
            "You come back from protected leave on the fourteenth of June. You expect a proper appointment in the "
            "forenoon of that day.",
            began=-24,
            ends=11,
            check_in="10:45",
            category="bonding",
            others=("13:00",),
        ),
        visa_dependent.added(
            draft,
            Request(statement="My daughter was born in April. She is to be put on my visa petition."),
            "Your daughter Meilin was born in April, and you want her on your petition. The receipt has arrived.",
            who=Relative("Meilin Ou", "child", "2027-04-25", "US"),
        ),
        shift_swap.swap(
            draft,
            Request(statement="One more matter. Nurse Torvald relieves me on the twentieth."),
            "Your colleague Signe Torvald relieves you of a shift on the twentieth.",
            day=18,
            start="22:15",
            hours=8,
            colleague=("Signe Torvald", "woman"),
        ),
    )


def used_up() -> Scenario:
    """Not enough weeks are left, and the colleague may not take the shift."""
    who = person("used-up", "Stelios Markou", "man", "ORTHOPEDICS", "RN", hired="2011-11-14")
    draft = Draft("used-up", "2027-08-18 16:35", who, "employee_code", "tired")
    return draft.scenario(
        WORKFLOW,
        "Nurse with three weeks left asks for six",
        leave.refused(
            draft,
            Request(
                statement="My back is gone again. The doctor says six weeks off, so open the leave for me.",
                details="From next Wednesday. It has to be the six weeks, or I rather talk to the doctor again.",
            ),
            "Your back gives you pain, and the doctor wants you off for six weeks. With fewer weeks you would rather "
            "speak to the doctor first.",
            begins=7,
            weeks=6,
            left=3,
            told=("I can't open six weeks, I'm afraid. You have only three weeks of protected leave left this year.",),
            because=("three weeks", "3 weeks", "weeks left", "left"),
        ),
        shift_swap.uncertified(
            draft,
            Request(statement="Figures. Then at least give my shift tomorrow week to Horacio."),
            "You want Horacio to work a shift of yours. He is new, and nobody has looked at his certificates.",
            day=8,
            start="07:25",
            colleague=("Horacio Benitez", "man"),
            lacks="ONC",
            told=("I'm sorry, that is not possible. He lacks the orthopedic certification that your unit asks for.",),
            because=("lacks", "certification", "certificate", "certified", "missing"),
        ),
        outcome="refuse",
    )


def sick_boy() -> Scenario:
    """Leave for a sick child, hours that are missing, and a sick day."""
    who = person("sick-boy", "Farida Rahmani", "woman", "EMERGENCY", "RN", hired="2016-06-13")
    draft = Draft("sick-boy", "2027-11-09 11:40", who, "employee_code", "chatty")
    worked = draft.shift(draft.on(-4), "19:45", 12, hours_logged=12.0, status="logged", pay_period_end_date=draft.on(4))
    return draft.scenario(
        WORKFLOW,
        "Nurse: leave for her boy, night pay, a sick day",
        leave.take(
            draft,
            Request(
                statement="Where do I start? My boy needs an operation and months of care, so I want a long leave.",
                details="Ten weeks from the first Monday of December, if I counted right.",
            ),
            "Your son is operated on in December. You want ten weeks of protected leave to care for him, without a "
            "check-in.",
            category="family_member_serious_illness",
            begins=27,
            weeks=10,
        ),
        payroll_correction.correction(
            draft,
            Request(statement="Then there is my pay slip, always something! The night bonus for Friday is missing."),
            "For Friday's night shift you did not get the differential, twelve hours in all.",
            shift=worked["shift_id"],
            kind="differential_missed",
            hours=12,
        ),
        paid_time_off.days_off(
            draft,
            Request(statement="And I have to see a doctor myself next Thursday. That would be a sick day."),
            "You see a doctor next Thursday and want that day from your sick leave.",
            kind="sick",
            start=draft.on(9),
            end=draft.on(9),
            days=1,
        ),
    )


def marching_orders() -> Scenario:
    """The wife is called up: leave, and on-call hours that were not paid."""
    who = person("marching-orders", "Lamar Whitfield", "man", "CARDIOLOGY", "RN", hired="2017-04-10")
    draft = Draft("marching-orders", "2027-09-21 14:20", who, "employee_code", "expert")
    worked = draft.shift(
        draft.on(-2), "20:10", 12, hours_logged=3.0, status="logged", on_call=True, pay_period_end_date=draft.on(5)
    )
    return draft.scenario(
        WORKFLOW,
        "Nurse whose wife is called up: leave and on-call pay",
        leave.take(
            draft,
            Request(
                statement="My wife's Guard unit deploys next month. I am requesting FMLA for a military exigency.",
                details="Two weeks, beginning on the eleventh of October.",
            ),
            "Your wife serves in the National Guard and is deployed in October. You request two weeks of leave for the "
            "time around it.",
            category="military_exigency",
            begins=20,
            weeks=2,
        ),
        payroll_correction.correction(
            draft,
            Request(statement="Also, my on-call hours from the weekend need a correction. The log shows too few."),
            "On Sunday you were called in longer than the log says, five and a half hours in all.",
            shift=worked["shift_id"],
            kind="on_call_hours",
            hours=5.5,
        ),
    )
