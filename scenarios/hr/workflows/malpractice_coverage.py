"""Calls that begin with a new malpractice insurance."""

from __future__ import annotations

from scenarios.hr import words
from scenarios.hr.draft import Draft
from scenarios.hr.parts import dea_transfer, shift_swap
from scenarios.hr.parts import license_extension as license_
from scenarios.hr.parts import malpractice_coverage as malpractice
from scenarios.hr.parts.malpractice_coverage import Cover
from scenarios.hr.people import person
from scenarios.model import Request, Scenario, Value

WORKFLOW = "malpractice_coverage"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return lower_limit(), uninsured_week(), insured_not_licensed(), hospital_round(), cheap_cover()


def lower_limit() -> Scenario:
    """A part-time pathologist takes less cover and has to be told of the review."""
    who = person("lower-limit", "Gustavo Ibarra", "man", "PATHOLOGY", "MD", hired="2011-05-02")
    draft = Draft("lower-limit", "2027-01-18 14:15", who, "provider", "careful")
    return draft.scenario(
        WORKFLOW,
        "Pathologist with less than a million per occurrence",
        malpractice.update(
            draft,
            Request(
                statement="I work fewer hours now and have bought a smaller malpractice policy. I would like it filed.",
                details="It is seven hundred fifty thousand per occurrence. I know that this is on the low side.",
            ),
            "You have cut your hours and bought a smaller malpractice policy. You accept that your credentials are "
            "looked at again, as long as the agent says so beforehand.",
            Cover("the_doctors_company", 750_000, 2_250_000, begins=14),
            present_ends_in=13,
        ),
    )


def uninsured_week() -> Scenario:
    """The new policy begins a week after the old one ends: it is not entered."""
    who = person("uninsured-week", "Solveig Aune", "woman", "CARDIOLOGY", "NP", hired="2020-10-19")
    draft = Draft("uninsured-week", "2027-03-02 16:50", who, "provider", "chatty")
    ends = draft.on(8)
    return draft.scenario(
        WORKFLOW,
        "Nurse practitioner with a gap between two policies",
        malpractice.refused(
            draft,
            Request(
                statement="What a morning, three insurers called me! I chose CNA for my malpractice, so please put "
                "that in.",
                details="It starts a week after my old one, I believe. They gave me a nice discount for waiting.",
            ),
            "You have chosen CNA as your malpractice insurer. The policy begins some days after the old one ends, and "
            "you see no harm in that.",
            Cover("cna", 1_000_000, 3_000_000, begins=16),
            present_ends_in=8,
            told=(
                f"I can't enter it, because there would be a gap. Your present policy ends on {words.day(ends)}, and "
                "the new one begins days later. The insurer has to date it back.",
            ),
            because=("gap", "later", "no cover", "uninsured", "without cover", "not covered"),
            values=(Value(kind="date", value=ends),),
        ),
        outcome="refuse",
    )


def insured_not_licensed() -> Scenario:
    """The insurance is entered; a second extension of the license is turned down."""
    who = person("insured-not-licensed", "Kenji Watanabe", "man", "ONCOLOGY", "MD", hired="2013-07-08")
    draft = Draft("insured-not-licensed", "2027-08-05 07:45", who, "provider", "brisk")
    return draft.scenario(
        WORKFLOW,
        "Oncologist: new policy yes, second extension no",
        malpractice.update(
            draft,
            Request(statement="Quick one before rounds: new malpractice carrier, ProAssurance, effective soon."),
            "Between two rounds you report that ProAssurance is your new malpractice insurer.",
            Cover("proassurance", 1_500_000, 4_500_000, begins=5, years=2),
            present_ends_in=30,
        ),
        license_.refused(
            draft,
            Request(statement="My license extension from last month won't be enough. I want another thirty days."),
            "An extension of your license is being decided on, and you want a second one on top of it.",
            ends_in=12,
            extension_status="pending",
            extension_type="provisional",
            extension_days=30,
            extension_case_id=draft.case("LIC"),
            told=(
                "I can't file a second extension, because one is pending already. The committee has to decide about "
                "it first.",
            ),
            because=("pending", "already", "under way", "second"),
        ),
    )


def hospital_round() -> Scenario:
    """An emergency physician: insurance, registration at a second site, and a shift to give away."""
    who = person(
        "hospital-round", "Paloma Quintero", "woman", "EMERGENCY", "MD", hired="2016-03-21", facility="CDB-75K"
    )
    draft = Draft("hospital-round", "2027-10-11 12:30", who, "provider_code", "cheerful")
    return draft.scenario(
        WORKFLOW,
        "Emergency physician: insurer, second site, Sunday shift",
        malpractice.update(
            draft,
            Request(statement="Hello! I bring good news: MAG Mutual insures me from November on. Please record it."),
            "MAG Mutual insures you against malpractice from November on. You want the policy recorded.",
            Cover("mag_mutual", 1_000_000, 4_000_000, begins=21),
            present_ends_in=20,
        ),
        dea_transfer.move(
            draft,
            Request(
                statement="I will also see patients at a second place in New Mexico. My DEA registration needs that "
                "site.",
            ),
            "Beside your present work you will see patients at a second site in New Mexico, and the DEA registration "
            "has to name it.",
            reason="additional_practice_site",
            counts_in=28,
        ),
        shift_swap.swap(
            draft,
            Request(statement="Last thing: a friend takes my Sunday shift, because my brother gets married."),
            "Your brother's wedding is on a Sunday that you were to work; your colleague Halima takes the shift.",
            day=13,
            start="06:30",
            hours=10,
            colleague=("Halima Osei", "woman"),
        ),
    )


def cheap_cover() -> Scenario:
    """A locum insists on a policy with far too little cover."""
    who = person("cheap-cover", "Declan Moriarty", "man", "ORTHOPEDICS", "DO", hired="2024-02-12")
    draft = Draft("cheap-cover", "2027-11-03 18:05", who, "provider", "stern")
    return draft.scenario(
        WORKFLOW,
        "Orthopedist insists on too small a policy",
        malpractice.refused(
            draft,
            Request(
                statement="You will record my new malpractice policy now. It covers three hundred thousand per "
                "occurrence.",
                details="It is a perfectly legal policy of Zurich.",
                pushback=(
                    "That figure satisfies the state. I expect you to type it in as it stands.",
                    "Then write one million and be done with it. I will raise it later.",
                    "Your colleague entered the same limit for my partner last year.",
                ),
            ),
            "Your new malpractice policy has a very low limit. You insist that it be entered, or that the agent enter "
            "a higher figure than is true.",
            Cover("zurich", 300_000, 900_000, begins=10),
            present_ends_in=30,
            told=(
                "I'm not able to enter that policy. The limit has to be at least five hundred thousand dollars per "
                "occurrence.",
                "The state may accept it, but our hospitals can't. Five hundred thousand is the least.",
                "I can't enter a figure that is not in the policy. The present insurance is left as it is.",
                "I'm sorry, it is still not possible, whatever was done before.",
            ),
            because=("five hundred thousand", "500,000", "at least", "limit", "too low"),
            values=(Value(kind="amount", value="500000"),),
        ),
        outcome="refuse",
        kind="adversarial",
    )
