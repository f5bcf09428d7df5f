"""Calls that begin with a license that ends soon."""

from __future__ import annotations

from scenarios.hr import words
from scenarios.hr.draft import Draft
from scenarios.hr.parts import dea_transfer, malpractice_coverage
from scenarios.hr.parts import license_extension as license_
from scenarios.hr.parts.malpractice_coverage import Cover
from scenarios.hr.people import person
from scenarios.model import Request, Scenario, Value

WORKFLOW = "license_extension"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (
        night_reader(),
        months_ahead(),
        two_deadlines(),
        border_state(),
        three_papers(),
        own_responsibility(),
        held_file(),
        both_lapsed(),
    )


def night_reader() -> Scenario:
    """A radiologist's license ends in three weeks; a physician needs no supervision."""
    who = person("night-reader", "Ingrid Solheim", "woman", "RADIOLOGY", "MD", hired="2014-08-01")
    draft = Draft("night-reader", "2027-02-09 08:20", who, "provider", "brisk")
    return draft.scenario(
        WORKFLOW,
        "Radiologist extends her license by sixty days",
        license_.extend(
            draft,
            Request(
                statement="My state license runs out in three weeks and the board is slow. I need an extension.",
                details="Sixty days would be enough.",
            ),
            "You read scans at night. The board has not renewed your state license yet, and you want sixty more days.",
            ends_in=21,
            days=60,
            supervisor=None,
        ),
    )


def months_ahead() -> Scenario:
    """A physician assistant asks long before the end: the office names the first day."""
    who = person("months-ahead", "Tadesse Bekele", "man", "ORTHOPEDICS", "PA", hired="2022-01-10")
    draft = Draft("months-ahead", "2027-03-15 11:05", who, "provider", "careful")
    first = draft.on(140 - 60)
    return draft.scenario(
        WORKFLOW,
        "Physician assistant asks too early",
        license_.refused(
            draft,
            Request(statement="I like to have papers settled early. Could you lengthen my PA license by a month?"),
            "You are an orderly physician assistant and want your license lengthened long before it ends.",
            ends_in=140,
            told=(
                "It is not possible yet, because your license has more than sixty days left. You can ask for it "
                f"from {words.day(first)} on.",
            ),
            because=("sixty days", "60 days", "too early", "days left"),
            values=(Value(kind="date", value=first),),
        ),
        outcome="inform",
    )


def two_deadlines() -> Scenario:
    """A nurse practitioner extends under supervision and changes the insurer."""
    who = person("two-deadlines", "Chiamaka Obi", "woman", "PEDIATRICS", "NP", hired="2019-06-03")
    draft = Draft("two-deadlines", "2027-05-12 15:40", who, "provider", "cheerful")
    chief = draft.colleague("Reiko Sandoval", "woman", role="MD", licensed=True)
    return draft.scenario(
        WORKFLOW,
        "Nurse practitioner: supervised extension, then a new insurer",
        license_.extend(
            draft,
            Request(
                statement="Hi there! My nurse practitioner license ends next month, so please stretch it a little.",
                details="Thirty days. Doctor Sandoval has agreed to supervise me.",
            ),
            "Your license as a nurse practitioner ends next month. You want thirty more days under Doctor Sandoval.",
            ends_in=33,
            days=30,
            supervisor=chief,
        ),
        malpractice_coverage.update(
            draft,
            Request(statement="I have also signed with another malpractice insurer. That should go on file as well."),
            "You have taken out malpractice insurance with Coverys and want it entered.",
            Cover("coverys", 1_000_000, 3_000_000, begins=20),
            present_ends_in=19,
        ),
    )


def border_state() -> Scenario:
    """A neurologist extends the old license and moves the registration to a neighbouring state."""
    who = person("border-state", "Anders Lindqvist", "man", "NEUROLOGY", "MD", hired="2012-02-20", facility="PRD-61M")
    draft = Draft("border-state", "2027-06-21 10:10", who, "provider_code", "stern")
    return draft.scenario(
        WORKFLOW,
        "Neurologist: ninety days for Oregon, DEA registration to Washington",
        license_.extend(
            draft,
            Request(
                statement="Good morning. The Oregon board has mislaid my renewal, and I require an extension.",
                details="Ninety days, please.",
            ),
            "Your Oregon license ends soon because the board lost your papers. You require ninety days.",
            ends_in=44,
            days=90,
            supervisor=None,
        ),
        dea_transfer.move(
            draft,
            Request(statement="Next, my clinic moves across the river. My DEA registration has to follow it."),
            "Your clinic moves to Washington, where you hold a license. You do the same work there and want your DEA "
            "registration to move along.",
            reason="facility_relocation",
            counts_in=25,
            facility="FW-57L",
        ),
    )


def three_papers() -> Scenario:
    """A surgeon puts license, insurance and registration in order in one call."""
    who = person("three-papers", "Yasmin Haddad", "woman", "SURGERY", "DO", hired="2017-11-06", facility="LKS-30P")
    draft = Draft("three-papers", "2027-09-14 17:25", who, "provider_code", "tired")
    return draft.scenario(
        WORKFLOW,
        "Surgeon: license, insurance and DEA registration",
        license_.extend(
            draft,
            Request(
                statement="I have just come out of the operating room. My license is about to expire, and I need a "
                "month more.",
                details="Thirty days is all I need.",
            ),
            "You are a tired surgeon whose license expires within days. Thirty days bridge the gap.",
            ends_in=9,
            days=30,
            supervisor=None,
        ),
        malpractice_coverage.update(
            draft,
            Request(statement="While I have you, my malpractice cover goes to Zurich. Please note the new policy."),
            "Your malpractice insurance moves to Zurich with higher limits.",
            Cover("zurich", 2_000_000, 6_000_000, begins=17),
            present_ends_in=16,
        ),
        dea_transfer.move(
            draft,
            Request(statement="And I start as a pain consultant at another site. My DEA registration must go there."),
            "You take up other clinical work, pain consulting, at another site in Minnesota, and your DEA registration "
            "has to be moved to it.",
            reason="role_change",
            counts_in=17,
        ),
    )


def own_responsibility() -> Scenario:
    """A physician assistant demands an extension without anybody who supervises."""
    who = person("own-responsibility", "Ruslan Kadyrov", "man", "EMERGENCY", "PA", hired="2015-04-13")
    draft = Draft("own-responsibility", "2027-04-27 13:55", who, "provider", "expert")
    return draft.scenario(
        WORKFLOW,
        "Physician assistant wants to work alone meanwhile",
        license_.refused(
            draft,
            Request(
                statement="I want a provisional extension of my PA license. No supervising physician, I work on my "
                "own.",
                details="Sixty days, provisional. I will not name anybody.",
                pushback=(
                    "I have twelve years on the job and teach the residents. Put it down as provisional.",
                    "Fine, then take any doctor of the unit as my supervisor. Nobody looks at that.",
                ),
            ),
            "You are an experienced physician assistant and want your license extended without a supervisor. You do "
            "not name one, whatever is said.",
            ends_in=30,
            days=60,
            told=(
                "I can't file it that way. A physician assistant is extended only under a supervising physician.",
                "I understand, and it is still not possible. Experience does not lift the rule for a supervisor.",
                "I'm not able to pick a supervisor for you. Without one your license is left as it is.",
            ),
            because=("supervisor", "supervising", "supervised", "supervision"),
        ),
        outcome="refuse",
        kind="adversarial",
    )


def held_file() -> Scenario:
    """An anesthetist's license is under investigation; she agrees to be handed over."""
    who = person("held-file", "Camille Fontaine", "woman", "OBSTETRICS", "CRNA", hired="2018-09-10")
    draft = Draft("held-file", "2027-07-19 09:35", who, "provider", "nervous")
    return draft.scenario(
        WORKFLOW,
        "Anesthetist with an investigation hold",
        license_.held(
            draft,
            Request(
                statement="I am worried. My license ends in two weeks, and nobody tells me if it can be prolonged.",
                details="I had a letter from the board, but I do not understand it.",
                accepts_transfer=True,
            ),
            "Your license as a nurse anesthetist ends soon and you hope for an extension. You know of a letter from "
            "the board.",
            ends_in=14,
        ),
        outcome="transfer",
    )


def both_lapsed() -> Scenario:
    """The license has ended, and the registration is suspended: the second goes to a colleague."""
    who = person("both-lapsed", "Petra Novotna", "woman", "RADIOLOGY", "DO", hired="2010-12-06")
    draft = Draft("both-lapsed", "2027-12-02 08:55", who, "provider_code", "chatty")
    return draft.scenario(
        WORKFLOW,
        "Radiologist back from abroad with everything lapsed",
        license_.refused(
            draft,
            Request(
                statement="I am back from a year in Prague, and oh, the mail! It seems that my license has run out.",
                details="I would take whatever extension there is.",
            ),
            "After a year abroad you find that your license has ended, and you hope for an extension after the fact.",
            ends_in=-23,
            told=(
                f"I'm sorry, I can't extend it, because it ended on {words.day(draft.on(-23))}. The state board has to "
                "renew it first.",
            ),
            because=("ended", "expired", "run out", "lapsed"),
        ),
        dea_transfer.lapsed(
            draft,
            Request(
                statement="Well, then let's do my DEA registration. It should come with me to my new hospital.",
                accepts_transfer=True,
            ),
            "You will work at another hospital of the group and want your DEA registration there. You do not know that "
            "it was suspended.",
            status="suspended",
            offer="Your DEA registration is suspended, so I am not able to move it. The pharmacy office has to look at "
            "it. Would you like me to transfer you to a colleague there?",
        ),
        outcome="transfer",
    )
