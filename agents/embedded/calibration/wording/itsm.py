"""What the IT service desk's writes are called."""

from __future__ import annotations

from agents.embedded.calibration.wording.template import Wording

WORDINGS = {
    "attempt_account_unlock": Wording("I can unlock your {target_system} account.", "Your account is unlocked."),
    "attempt_password_reset": Wording("I can reset your {target_system} password.", "Your password is reset."),
    "create_incident_ticket": Wording("I can open a ticket for that.", "Your ticket is open."),
    "assign_sla_tier": Wording("", ""),
    "add_affected_user": Wording("I can add you to the open outage.", "You are added to the outage."),
    "link_known_error": Wording("", "The ticket is linked to the known error."),
    "schedule_field_dispatch": Wording(
        "I can send a technician on {preferred_date}, {time_window}.",
        "A technician comes on {preferred_date}, {time_window}.",
    ),
    "attach_diagnostic_log": Wording("I can attach your diagnostic log to the ticket.", "The log is attached."),
    "submit_hardware_request": Wording("I can order the {request_type}.", "Your hardware is ordered."),
    "initiate_asset_return": Wording("You get a return label for the old device.", "The return label is on its way."),
    "submit_access_request": Wording(
        "I can request {access_level} access for you.",
        "Your access request is submitted.",
    ),
    "route_approval_workflow": Wording("", "It is with your manager for approval."),
    "submit_license_request": Wording("I can request that license for you.", "Your license request is submitted."),
    "submit_license_renewal": Wording("I can renew that license.", "Your license is renewed."),
    "submit_desk_assignment": Wording("I can assign that desk to you.", "The desk is yours."),
    "submit_parking_assignment": Wording("I can assign that parking space to you.", "The parking space is yours."),
    "submit_waitlist": Wording("I can put you on the {resource_type} waitlist.", "You are on the waitlist."),
    "submit_equipment_request": Wording("I can order {equipment_type:a} for you.", "Your equipment is ordered."),
    "submit_room_booking": Wording(
        "I can book a room on {date} from {start_time} to {end_time} for {attendee_count} people.",
        "The room is booked.",
    ),
    "send_calendar_invite": Wording("", "The calendar invite is sent."),
    "provision_new_account": Wording("I can create the accounts for the new hire.", "The accounts are created."),
    "submit_group_membership_change": Wording(
        "I can change your membership of that group.",
        "Your group membership is changed.",
    ),
    "submit_permission_change": Wording(
        "I can apply the permissions of your new role from {effective_date} on.",
        "Your permissions are changed.",
    ),
    "schedule_access_review": Wording("", "An access review is scheduled for {review_date}."),
    "submit_access_removal": Wording(
        "I can remove the access, effective {last_working_day}.",
        "The access removal is submitted.",
    ),
    "initiate_asset_recovery": Wording(
        "The equipment comes back by {recovery_method}.",
        "The recovery of the equipment is under way.",
    ),
    "report_security_incident": Wording("I can open a security case for the device.", "The security case is open."),
    "initiate_remote_wipe": Wording("I can wipe the device remotely.", "The remote wipe is under way."),
    "submit_mfa_reset": Wording("I can open a case for the phone change.", "The case is open."),
    "escalate_approval": Wording("I can escalate the approval.", "The approval is escalated."),
    "mark_resolved": Wording("I can mark this as resolved.", "It is marked as resolved."),
}
