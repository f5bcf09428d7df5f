"""Calls that begin with a shift that a colleague is to take."""

from __future__ import annotations

from scenarios.hr.draft import Draft
from scenarios.hr.parts import family_leave, onboarding, oncall_availability, payroll_correction
from scenarios.hr.parts import shift_swap as shifts
from scenarios.hr.people import person
from scenarios.model import Request, Scenario

WORKFLOW = "shift_swap"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (
        school_concert(),
        tonight(),
        two_weekends(),
        first_swap(),
        theatre_tickets(),
        twins(),
        after_the_storm(),
        nothing_to_give(),
    )


def school_concert() -> Scenario:
    """A nurse gives one day shift away."""
    who = person("school-concert", "Delphine Mercier", "woman", "CARDIOLOGY", "RN", hired="2018-04-16")
    draft = Draft("school-concert", "2027-02-22 13:10", who, "employee", "cheerful")
    return draft.scenario(
        WORKFLOW,
        "Nurse wants to hear her daughter's concert",
        shifts.swap(
            draft,
            Request(
                statement="My daughter plays the cello on Friday week! Hassan would take my shift that day.",
                details="I have the shift number here, and his number too.",
            ),
            "Your daughter gives a concert on a day on which you are down for work. Hassan is glad to have your shift.",
            day=11,
            start="07:00",
            colleague=("Hassan Benali", "man"),
        ),
    )


def tonight() -> Scenario:
    """The shift begins in a few hours, and the caller does not take no for an answer."""
    who = person("tonight", "Viktor Hrubec", "man", "EMERGENCY", "RN", hired="2020-01-13")
    draft = Draft("tonight", "2027-06-17 12:40", who, "employee", "nervous")
    return draft.scenario(
        WORKFLOW,
        "Nurse tries to lose tonight's shift",
        shifts.refused(
            draft,
            Request(
                statement="Please, I have to get rid of tonight's shift. Lucia would come for me.",
                details="It begins at seven. Something came up at home.",
                pushback=(
                    "But she has said yes already, it is only a matter of your computer!",
                    "Could you not date it back to yesterday? Nobody would mind.",
                ),
            ),
            "Something has come up at home, and you press to have tonight's shift given to Lucia, by whatever trick.",
            day=0,
            start="19:00",
            swap_locked=True,
            colleague=("Lucia Ferrante", "woman"),
            told=(
                "I'm sorry, I can't exchange it any more, because it begins in less than a day. The charge nurse of "
                "your unit is responsible now.",
                "I understand, but it is not possible within twenty-four hours, even with somebody who agrees.",
                "I'm not able to date anything back. It stays your shift, so call your charge nurse within the next "
                "hours.",
            ),
            because=("less than a day", "24 hours", "twenty four hours", "within a day", "hours", "too late"),
        ),
        outcome="refuse",
        kind="adversarial",
    )


def two_weekends() -> Scenario:
    """Two Saturdays go to two colleagues."""
    who = person("two-weekends", "Aroha Ngata", "woman", "PEDIATRICS", "RN", hired="2016-09-05")
    draft = Draft("two-weekends", "2027-04-13 08:35", who, "employee", "chatty")
    return draft.scenario(
        WORKFLOW,
        "Nurse gives two Saturdays to two colleagues",
        shifts.swap(
            draft,
            Request(
                statement="It is hiking season, and I am planning like mad! Bruno takes the first of my Saturdays.",
            ),
            "For a hiking trip you need a Saturday off, and Bruno works it for you.",
            day=11,
            start="06:45",
            hours=8,
            colleague=("Bruno Kestner", "man"),
        ),
        shifts.swap(
            draft,
            Request(statement="There is a later Saturday as well, with another good soul. That one goes to Mirela."),
            "Mirela takes a second Saturday, two weeks after the first.",
            day=25,
            start="14:45",
            hours=8,
            colleague=("Mirela Dragan", "woman"),
        ),
    )


def first_swap() -> Scenario:
    """Somebody in the first weeks gives a shift away and reports what is done."""
    who = person("first-swap", "Emeka Nwosu", "man", "ONCOLOGY", "RN", hired="2027-04-26")
    draft = Draft("first-swap", "2027-05-18 16:25", who, "employee", "careful")
    return draft.scenario(
        WORKFLOW,
        "New nurse: a shift to a colleague, two tasks done",
        shifts.swap(
            draft,
            Request(statement="I am fairly new here. May a colleague take one of my shifts, and would you enter that?"),
            "You have been here for three weeks and do not want to do anything wrong. Saskia has offered to take one "
            "of your shifts.",
            day=9,
            start="15:00",
            hours=8,
            colleague=("Saskia Boom", "woman"),
        ),
        onboarding.progress(
            draft,
            Request(
                statement="I have also been to the health check and finished the privacy training. Both go on my "
                "list, I think."
            ),
            "Health check and privacy training are behind you, and you have the codes for both.",
            now_done=("OCC_HEALTH", "HIPAA_TRAIN"),
            before=("ORIENTATION",),
            still_open=("TB_TEST",),
        ),
    )


def theatre_tickets() -> Scenario:
    """A shift to a colleague, overtime that was not logged, and a week on call."""
    who = person("theatre-tickets", "Oonagh Brennan", "woman", "SURGERY", "RN", hired="2014-02-03")
    draft = Draft("theatre-tickets", "2027-03-23 09:50", who, "employee", "expert")
    worked = draft.shift(draft.on(-3), "07:15", 8, hours_logged=8.0, status="logged", pay_period_end_date=draft.on(5))
    return draft.scenario(
        WORKFLOW,
        "Scrub nurse: exchange, overtime, on call",
        shifts.swap(
            draft,
            Request(statement="Three items today. First, a swap: Joaquin covers my late shift next week."),
            "You have tickets for the theatre on an evening when you work late. Joaquin covers for you.",
            day=8,
            start="14:30",
            hours=8,
            colleague=("Joaquin Arce", "man"),
        ),
        payroll_correction.correction(
            draft,
            Request(statement="Second, payroll: an operation ran over last week, and my overtime isn't on the sheet."),
            "You stayed two and a half hours longer with a patient, and the time sheet does not show it.",
            shift=worked["shift_id"],
            kind="overtime_hours",
            hours=2.5,
        ),
        oncall_availability.registration(
            draft,
            Request(statement="Third, put me on call for the unit in the middle of April."),
            "You want to be backup on call for your unit during a week in April.",
            start=draft.on(20),
            end=draft.on(26),
            tier="backup",
        ),
    )


def twins() -> Scenario:
    """A father of twins gives two shifts away and opens his leave."""
    who = person("twins", "Rasmus Holm", "man", "RADIOLOGY", "RN", hired="2019-12-02")
    draft = Draft("twins", "2027-08-24 07:30", who, "employee_code", "tired")
    return draft.scenario(
        WORKFLOW,
        "Nurse with newborn twins: two shifts and a leave",
        shifts.swap(
            draft,
            Request(statement="Sorry, I am half asleep, the twins came on Sunday. Olga does my Thursday shift."),
            "Your twins were born on Sunday. Until your leave begins, Olga works one shift for you.",
            day=2,
            start="07:20",
            colleague=("Olga Petrenko", "woman"),
        ),
        shifts.swap(
            draft,
            Request(statement="The Saturday night too, please. Dmitri volunteered for that one."),
            "Dmitri has offered to work a Saturday night for you.",
            day=4,
            start="19:20",
            colleague=("Dmitri Galanis", "man"),
        ),
        family_leave.take(
            draft,
            Request(
                statement="And then I want to stay with the babies for six weeks. That's the family leave, isn't it?",
                details="I would start next Monday.",
            ),
            "You then want six weeks of protected leave to be with your newborn children.",
            category="bonding",
            begins=6,
            weeks=6,
        ),
    )


def after_the_storm() -> Scenario:
    """A shift to a colleague, then leave to care for the mother."""
    who = person("after-the-storm", "Lourdes Evangelista", "woman", "ORTHOPEDICS", "RN", hired="2013-06-24")
    draft = Draft("after-the-storm", "2027-10-04 18:15", who, "employee_code", "nervous")
    return draft.scenario(
        WORKFLOW,
        "Nurse flies home to look after her mother",
        shifts.swap(
            draft,
            Request(
                statement="The storm hit my mother's village, and I fly out on Friday. Anita can have my weekend shift."
            ),
            "A storm has injured your mother. Anita works a weekend shift for you so that you can travel.",
            day=5,
            start="10:30",
            hours=10,
            colleague=("Anita Valdivia", "woman"),
        ),
        family_leave.take(
            draft,
            Request(
                statement="She will be in hospital for weeks, and somebody must nurse her. I need leave for that.",
                details="Four weeks, from Monday on.",
            ),
            "Your mother is seriously ill, and you want four weeks of protected leave to care for her. No check-in.",
            category="family_member_serious_illness",
            begins=7,
            weeks=4,
            left=9,
        ),
    )


def nothing_to_give() -> Scenario:
    """The shift was cancelled: nobody has to work it."""
    who = person("nothing-to-give", "Kwabena Asante", "man", "OBSTETRICS", "RN", hired="2017-01-30")
    draft = Draft("nothing-to-give", "2027-11-16 10:20", who, "employee", "brisk")
    return draft.scenario(
        WORKFLOW,
        "Nurse wants to give away a cancelled shift",
        shifts.refused(
            draft,
            Request(statement="Swap for me, please: Renske gets my evening on the weekend."),
            "You are in a rush and want Renske to work an evening for you. You do not know that it was called off.",
            day=4,
            start="15:15",
            hours=8,
            status="cancelled",
            colleague=("Renske Vos", "woman"),
            told=("That shift was cancelled, so you need not work it. It can't be exchanged, as nobody has to come.",),
            because=("cancelled", "canceled", "called off"),
        ),
        outcome="inform",
    )
