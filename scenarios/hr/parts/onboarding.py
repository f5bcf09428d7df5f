"""Requests of people in their first weeks: tasks to tick off, and the follow-up of the orientation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scenarios.authoring import Part, call, facts_of, found, heard, ruled
from scenarios.hr import records, words
from scenarios.hr.chance import Draw
from scenarios.hr.draft import Draft
from scenarios.hr.parts.refusals import turned_down
from scenarios.hr.steps import slots
from scenarios.model import Criterion, Fact, Request, Rule, Step

FOLLOW_UP = "orientation_followup"
SPOKEN = {
    "BLS_UPLOAD": "life support card",
    "I9_VERIFY": "I nine form",
    "BADGE_PICKUP": "badge pickup",
    "OCC_HEALTH": "health check",
    "HIPAA_TRAIN": "privacy training",
    "DRUG_SCREEN": "drug screen",
    "TB_TEST": "TB test",
    "ORIENTATION": "orientation",
}
"""How people call the tasks."""


_ONE_EACH = Rule(cue=r"\bcodes?\b.*\?", reply="I have a code for each of them. Please ask for one at a time.")


@dataclass(frozen=True)
class Meeting:
    """The follow-up that the caller wants.

    Attributes:
        day: days from the call.
        time: clock time that the caller takes.
        others: further free times of that day.
    """

    day: int
    time: str
    others: tuple[str, ...] = ()


def progress(
    draft: Draft,
    request: Request,
    goal: str,
    *,
    now_done: Sequence[str] = (),
    before: Sequence[str] = (),
    still_open: Sequence[str] = (),
    meeting: Meeting | None = None,
) -> Part:
    """Tasks that are entered with their codes, a follow-up that is booked, or both.

    Args:
        draft: the call.
        request: what the caller says; names the tasks.
        goal: for a model caller.
        now_done: tasks that are entered in this call.
        before: tasks that are complete already.
        still_open: tasks that stay open.
        meeting: the follow-up; only when nothing stays open.
    """
    if meeting and still_open:
        raise ValueError(f"{draft.id}: policy section 8 books no follow-up while tasks are open")
    codes = _list(draft, (*before, *now_done, *still_open), before)
    given = {task: heard(_slots(task, now_done)[0], "code", codes[task]) for task in now_done}
    facts = [Fact(slot=slot, kind="code", value=codes[task]) for task in now_done for slot in _slots(task, now_done)]
    look = [call("get_onboarding_checklist", employee_id=draft.employee_id)]
    writes = [
        call("complete_onboarding_task", employee_id=draft.employee_id, task_code=ruled(task), completion_code=code)
        for task, code in given.items()
    ]
    done = words.listed([SPOKEN[task] for task in now_done])
    promises = [f"enter your {done}"] if now_done else []
    if meeting:
        extra, booking = _meeting(draft, meeting)
        facts += extra
        look = [call("get_employee_record", employee_id=draft.employee_id), *look, booking[0]]
        writes.append(booking[1])
        promises.append(f"book the follow-up on {words.day(draft.on(meeting.day))} at {words.time(meeting.time)}")
    offer = f"I can {' and '.join(promises)}. Shall I go ahead?"
    return Part(
        request=request,
        goal=goal,
        facts=tuple(facts),
        criteria=_wanted(meeting),
        rules=(_ONE_EACH,) if len(now_done) > 1 else (),
        steps=(*look, writes[0].model_copy(update={"offer": offer}), *writes[1:]),
        negotiation=("Give a code only for a task that the agent asks about.",),
        resolution="The agent has entered what you have done" + (" and booked the follow-up." if meeting else "."),
        failure="If something cannot be entered, ask what is still missing.",
        information={f"code for {SPOKEN[task]}": codes[task] for task in now_done},
    )


def refused(
    draft: Draft,
    request: Request,
    goal: str,
    *,
    told: Sequence[str],
    because: tuple[str, ...],
    still_open: Sequence[str],
    before: Sequence[str] = (),
) -> Part:
    """A follow-up that is wanted while tasks are open.

    Args:
        draft: the call.
        request: what the caller says.
        goal: for a model caller.
        told: what the agent says, one text per refusal.
        because: words of the reason.
        still_open: tasks that are open.
        before: tasks that are complete.
    """
    _list(draft, (*before, *still_open), before)
    look = call("get_onboarding_checklist", employee_id=draft.employee_id)
    return turned_down(request, goal, (look,), told, because)


def code(draft: Draft, task: str) -> str:
    """The completion code of a task of this caller."""
    return Draw(f"task/{draft.id}/{task}").text(4)


def _list(draft: Draft, tasks: Sequence[str], done: Sequence[str]) -> dict[str, str]:
    codes = {task: code(draft, task) for task in tasks}
    draft.me["onboarding_checklist"] = records.tasks(codes, done)
    return codes


def _slots(task: str, tasks: Sequence[str]) -> tuple[str, ...]:
    """One task: the parameter's own name, and that of the task; several in one request have to be told apart."""
    own = f"{task.lower()}_code"
    return ("completion_code", own) if len(tasks) == 1 else (own,)


def _meeting(draft: Draft, meeting: Meeting) -> tuple[tuple[Fact, ...], tuple[Step, Step]]:
    day = draft.on(meeting.day)
    draft.free(FOLLOW_UP, day, *sorted((meeting.time, *meeting.others)))
    wish = heard("preferred_date", "date", day)
    facts = facts_of(wish, heard("preferred_time", "time", meeting.time))
    booking = call(
        "schedule_orientation_followup",
        employee_id=draft.employee_id,
        department_code=found(draft.caller.department),
        appointment_datetime=found(f"{day} {meeting.time}"),
    )
    return facts, (slots(draft.caller.department, FOLLOW_UP, wish), booking)


def _wanted(meeting: Meeting | None) -> tuple[Criterion, ...]:
    if meeting is None:
        return ()
    text = f"The follow-up is at {meeting.time}."
    return (Criterion(measure="time", op="==", value=meeting.time, text=text),)
