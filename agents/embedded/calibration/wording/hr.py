"""What the HR desk's writes are called."""

from __future__ import annotations

from agents.embedded.calibration.wording.template import Wording

WORDINGS = {
    "submit_license_extension": Wording(
        "I can file {extension_type:a} extension of {extension_days} days for your license.",
        "Your license extension is filed.",
    ),
    "confirm_shift_swap": Wording(
        "I can swap that shift with your colleague.",
        "The shift is swapped.",
    ),
    "update_malpractice_coverage": Wording(
        "I can record the new coverage with {new_carrier}, {per_occurrence_limit_usd:$} per occurrence and "
        "{aggregate_limit_usd:$} in aggregate.",
        "Your new coverage is on file.",
    ),
    "complete_onboarding_task": Wording(
        "I can mark that task as complete.", "The task {task_code} is marked as complete."
    ),
    "schedule_orientation_followup": Wording(
        "I can book your orientation follow-up for {appointment_datetime}.",
        "Your follow-up is booked for {appointment_datetime}.",
    ),
    "transfer_dea_registration": Wording(
        "I can move your DEA registration to the new facility from {effective_date} on.",
        "Your DEA registration is moved.",
    ),
    "submit_fmla_case": Wording(
        "I can open a leave case from {leave_start_date} to {leave_end_date}.",
        "Your leave case is open.",
    ),
    "schedule_return_to_work_checkin": Wording(
        "I can book your return to work check-in for {appointment_datetime}.",
        "Your check-in is booked for {appointment_datetime}.",
    ),
    "submit_payroll_correction": Wording(
        "I can file a correction of that shift to {corrected_hours} hours.",
        "The correction is filed.",
    ),
    "schedule_competency_review": Wording(
        "I can book your competency review for {appointment_datetime}.",
        "Your competency review is booked for {appointment_datetime}.",
    ),
    "reactivate_privileges": Wording("I can reactivate those privileges.", "Your privileges are active again."),
    "update_ehr_access": Wording("Your access to health records is restored with it.", "Your access is restored."),
    "register_oncall_availability": Wording(
        "I can register you for {oncall_tier} on-call from {availability_start_date} to {availability_end_date}.",
        "You are registered for on-call.",
    ),
    "submit_i9_verification": Wording("I can file those I-9 details.", "Your I-9 details are filed."),
    "add_visa_dependent": Wording(
        "I can add {dependent_first_name} to your visa petition.",
        "{dependent_first_name} is added to your petition.",
    ),
    "submit_pto_request": Wording(
        "I can book {pto_type} leave for you from {start_date} to {end_date}.",
        "Your time off is booked.",
    ),
    # What goes out to others goes with what it reports, and nobody asks leave for it.
    "notify_credentialing_committee": Wording("", "The credentialing committee is informed."),
    "notify_department_manager": Wording("", "Your manager is informed."),
    "notify_pdmp": Wording("", "The state monitoring program is informed."),
    "notify_hr_compliance": Wording("", "Compliance is informed."),
    "notify_immigration_counsel": Wording("", "Immigration counsel is informed."),
}
