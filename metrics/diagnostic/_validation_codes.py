"""Error codes that say a tool call was malformed, per domain of EVA-Bench.

They are data so that a record can be scored where a domain's tools are not installed. ``..._format`` codes
need no entry: the metric recognises them by their name. Business refusals that merely begin with
``invalid_`` (a date that is well formed but too late, say) are not here on purpose.
"""

from __future__ import annotations

COMMON = frozenset({"tool_not_found", "function_not_found", "execution_error", "invalid_parameter"})


def _codes(words: str) -> frozenset[str]:
    return frozenset(f"invalid_{word}" for word in words.split())


BY_DOMAIN: dict[str, frozenset[str]] = {
    "airline": _codes(
        """
        rebooking_type fare_class meal_type credit_reason voucher_reason refund_type seat_preference
        cancellation_reason bag_count confirmation_number_format flight_number_format date_format
        journey_id_format passenger_id_format airport_code_format
        """
    ),
    "itsm": _codes(
        """
        access_level affected_system application_name department_code equipment_type issue_category laptop_os
        laptop_size license_name membership_action recovery_method removal_scope request_type resource_type
        role_code service_name sla_tier target_system time_window transfer_reason urgency
        """
    ),
    "hr": _codes(
        """
        access_change_type appointment_type carrier correction_type coverage_limit department_code
        document_list_type document_type_code extension_days extension_type hours leave_category
        leave_type_on_record notification_type oncall_tier pto_type relationship task_code transfer_reason
        verification_action
        """
    ),
}

CODES = COMMON.union(*BY_DOMAIN.values())
"""All of them; no code is a malformed call in one domain and a refusal in another."""
