"""Calls that begin with a DEA registration that has to move."""

from __future__ import annotations

from scenarios.hr import words
from scenarios.hr.draft import Draft
from scenarios.hr.parts import dea_transfer as dea
from scenarios.hr.parts import license_extension as license_
from scenarios.hr.parts import shift_swap
from scenarios.hr.people import person, sister_site
from scenarios.model import Request, Scenario

WORKFLOW = "dea_transfer"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return across_town(), lapsed_number(), second_site(), twice_no()


def across_town() -> Scenario:
    """A pediatrician's practice moves within the state."""
    who = person("across-town", "Nandini Rao", "woman", "PEDIATRICS", "MD", hired="2015-01-26")
    draft = Draft("across-town", "2027-04-06 09:05", who, "provider_code", "expert")
    return draft.scenario(
        WORKFLOW,
        "Pediatrician's practice moves within the state",
        dea.move(
            draft,
            Request(
                statement="I need a facility change on my DEA registration. Our practice relocates, same state.",
                details="Everything else about my work is unchanged.",
            ),
            "Your practice relocates to another building of the hospitals in the same state. The registration for "
            "controlled substances has to carry the new address in time.",
            reason="facility_relocation",
            counts_in=19,
        ),
    )


def lapsed_number() -> Scenario:
    """The registration has expired: the pharmacy office takes over."""
    who = person("lapsed-number", "Mateus Carvalho", "man", "NEUROLOGY", "DO", hired="2019-08-12")
    draft = Draft("lapsed-number", "2027-05-25 10:45", who, "provider_code", "nervous")
    return draft.scenario(
        WORKFLOW,
        "Neurologist with an expired registration",
        dea.lapsed(
            draft,
            Request(
                statement="I change hospitals next week and can't prescribe there yet. Could my DEA number move along?",
                details="It should be in order, but I have not looked at the certificate for long.",
                accepts_transfer=True,
            ),
            "Next week you work at another hospital of the group and must be able to prescribe. You have not noticed "
            "that your DEA registration has expired.",
            status="expired",
            offer="Your DEA registration has expired, so I can't move it. The pharmacy office has to look at the "
            "papers. I can hand you to a colleague there. Shall I transfer you?",
        ),
        outcome="transfer",
    )


def second_site() -> Scenario:
    """An anesthetist adds a site in another state and gives a shift away."""
    who = person("second-site", "Tomasz Wilk", "man", "SURGERY", "CRNA", hired="2018-05-14", facility="MRL-86G")
    draft = Draft("second-site", "2027-07-08 15:20", who, "provider_code", "tired")
    return draft.scenario(
        WORKFLOW,
        "Anesthetist: second site in Minnesota, night shift to a colleague",
        dea.move(
            draft,
            Request(
                statement="I will do two days a week in Minnesota besides my work here. They say my DEA registration "
                "has to be changed.",
                details="I keep my place in Wisconsin. I am licensed in both.",
            ),
            "You keep your place in Wisconsin and add two days a week in Minnesota, where you have a license. Your DEA "
            "registration has to be set up for that.",
            reason="additional_practice_site",
            counts_in=24,
            facility="LKS-30P",
        ),
        shift_swap.swap(
            draft,
            Request(statement="And I am dead tired. Ewa takes one of my nights, can you enter that?"),
            "You are worn out, and your colleague Ewa takes one of your night shifts.",
            day=5,
            start="19:00",
            colleague=("Ewa Brandt", "woman"),
        ),
    )


def twice_no() -> Scenario:
    """A move is pending and so is an extension: neither can be asked for twice."""
    who = person("twice-no", "Fatoumata Diallo", "woman", "OBSTETRICS", "MD", hired="2013-10-28")
    draft = Draft("twice-no", "2027-09-30 11:50", who, "provider_code", "stern")
    first = sister_site("twice-no/first")
    return draft.scenario(
        WORKFLOW,
        "Obstetrician asks for two things that are under way",
        dea.refused(
            draft,
            Request(statement="The clinic for my DEA registration has changed once more. Correct it, please."),
            "You had your DEA registration moved last week, and now you want yet another facility.",
            status="transfer_pending",
            pending_transfer={
                "new_facility_code": first,
                "new_state_code": who.state,
                "transfer_reason": "facility_relocation",
                "effective_date": draft.on(12),
                "transfer_case_id": draft.case("DEA"),
            },
            facts=(
                ("new_facility_code", "code", sister_site("twice-no/second")),
                ("new_state_code", "state", who.state),
                ("effective_date", "date", draft.on(26)),
            ),
            told=(
                f"I can't change it now. A move is pending until {words.day(draft.on(12))}, and there can be only one "
                "at a time.",
            ),
            because=("pending", "one at a time", "one move", "already", "under way"),
        ),
        license_.refused(
            draft,
            Request(statement="Then at least prolong my license. The last sixty days will not suffice."),
            "You also want a further extension of your license, although the first is still with the committee.",
            ends_in=20,
            extension_status="pending",
            extension_type="provisional",
            extension_days=60,
            extension_case_id=draft.case("LIC"),
            told=("That is not possible either. The extension you asked for is still pending with the committee.",),
            because=("pending", "already", "under way", "still with"),
        ),
        outcome="refuse",
    )
