"""What the human resources records of the reference dataset's format mean for us: who is asked for which parameter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from scenarios.model import EntityKind
from scenarios.reference_desk import Desk
from scenarios.reference_mentions import Brief, read_date, read_time
from scenarios.reference_record import Golden, Reading
from scenarios.values import leaves

_KINDS: dict[str, EntityKind] = {
    "employee_id": "code",
    "date_of_birth": "date",
    "npi": "digits",
    "facility_code": "code",
    "pin": "digits",
    "otp_code": "digits",
    "department_code": "choice",
    "preferred_date": "date",
    "state_license_number": "code",
    "extension_type": "choice",
    "extension_days": "count",
    "supervising_physician_npi": "digits",
    "shift_id": "code",
    "unit_code": "code",
    "colleague_employee_id": "code",
    "new_carrier": "choice",
    "new_policy_number": "code",
    "per_occurrence_limit_usd": "amount",
    "aggregate_limit_usd": "amount",
    "effective_date": "date",
    "expiration_date": "date",
    "task_code": "choice",
    "completion_code": "code",
    "dea_number": "code",
    "new_facility_code": "code",
    "new_state_code": "state",
    "state_code": "state",
    "transfer_reason": "choice",
    "leave_category": "choice",
    "leave_start_date": "date",
    "leave_end_date": "date",
    "correction_type": "choice",
    "corrected_hours": "number",
    "clearance_code": "code",
    "privilege_codes": "codes",
    "leave_type_on_record": "choice",
    "access_change_type": "choice",
    "availability_start_date": "date",
    "availability_end_date": "date",
    "oncall_tier": "choice",
    "blackout_dates": "dates",
    "verification_action": "choice",
    "document_list_type": "choice",
    "document_type_code": "choice",
    "document_number": "code",
    "document_expiration_date": "date",
    "issuing_country_code": "country",
    "visa_petition_number": "code",
    "dependent_first_name": "name",
    "dependent_last_name": "name",
    "relationship": "choice",
    "dependent_date_of_birth": "date",
    "dependent_country_of_birth": "country",
    "uscis_receipt_number": "code",
    "pto_type": "choice",
    "start_date": "date",
    "end_date": "date",
}

_WORKFLOWS = {
    "get_license_record": "license_extension",
    "check_extension_eligibility": "license_extension",
    "get_shift_record": "shift_swap",
    "check_swap_eligibility": "shift_swap",
    "verify_colleague_certifications": "shift_swap",
    "get_malpractice_record": "malpractice_update",
    "update_malpractice_coverage": "malpractice_update",
    "get_onboarding_checklist": "onboarding",
    "complete_onboarding_task": "onboarding",
    "get_dea_record": "dea_transfer",
    "transfer_dea_registration": "dea_transfer",
    "check_leave_eligibility": "family_leave",
    "submit_fmla_case": "family_leave",
    "get_timesheet_record": "payroll_correction",
    "check_correction_eligibility": "payroll_correction",
    "get_privilege_record": "privilege_reactivation",
    "check_reactivation_eligibility": "privilege_reactivation",
    "get_oncall_schedule": "on_call",
    "check_oncall_eligibility": "on_call",
    "get_i9_record": "i9_verification",
    "submit_i9_verification": "i9_verification",
    "get_visa_record": "visa_dependent",
    "add_visa_dependent": "visa_dependent",
    "get_pto_balance": "time_off",
    "check_pto_eligibility": "time_off",
}


def read(golden: Golden) -> Reading:
    """Derives plan and facts from a golden path."""
    return _DESK.read(golden)


def _says_shift(brief: Brief, shift: str) -> bool:
    """Whether the caller knows date and start of a shift, of which its number is made."""
    parts = re.fullmatch(r"SHF-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)", shift)
    if parts is None:
        return False
    day, start = "-".join(parts.group(1, 2, 3)), ":".join(parts.group(4, 5))
    known = list(_texts(brief.information))
    return day in map(read_date, known) and start in map(read_time, known)


def _texts(information: dict[str, Any]) -> Iterator[str]:
    return (leaf for leaf in leaves(information) if isinstance(leaf, str))


_DESK = Desk(
    kinds=_KINDS,
    proofs=frozenset({"verify_employee_auth", "verify_provider_auth", "initiate_otp_auth", "verify_otp_auth"}),
    workflows=_WORKFLOWS,
    worded=frozenset({"task_code"}),
    looked_up_first=frozenset({"department_code", "unit_code"}),
    ruled=frozenset({"appointment_type", "notification_type", "issue_summary", "blackout_dates"}),
    keys={"completion_code": ("completion_codes",), "task_code": ("task_codes",)},
    unasked=frozenset({("transfer_to_agent", "transfer_reason")}),
    built={"shift_id": _says_shift},
)
