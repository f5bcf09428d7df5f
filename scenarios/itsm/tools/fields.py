"""The parameters that the tools share: type, format and error code in one place."""

from __future__ import annotations

from datetime import time
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from scenarios.tool import Code


def _clock(value: str) -> str:
    time.fromisoformat(value)
    return value


PhoneLastFour = Annotated[
    str,
    Field(pattern=r"^\d{4}$", description="Last four digits of the phone number on file"),
    Code("invalid_phone_last_four_format"),
]
ManagerCode = Annotated[
    str,
    Field(pattern=r"^[A-Z0-9]{6}$", description="The manager's code: six capital letters and digits"),
    Code("invalid_manager_auth_code_format"),
]
AssetTag = Annotated[
    str,
    Field(
        pattern=r"^AST-[A-Z]{3}-\d{6}$",
        description="Tag of a device: AST, three capital letters for its kind and six digits, such as AST-LPT-310582",
    ),
    Code("invalid_asset_tag_format"),
]
TicketNumber = Annotated[
    str,
    Field(
        pattern=r"^INC[a-f0-9]{12}$",
        description="Number of the incident ticket: INC and twelve digits and letters from a to f, as a tool "
        "returned it",
    ),
    Code("invalid_ticket_number_format"),
]
RequestId = Annotated[
    str,
    Field(
        pattern=r"^REQ-[A-Z]{2,4}-[a-f0-9]{12}$",
        description="Number of a request: REQ, a few capital letters for its kind, and twelve digits and letters "
        "from a to f",
    ),
    Code("invalid_request_id_format"),
]
CaseId = Annotated[
    str,
    Field(
        pattern=r"^CASE-[A-Z]{2,4}-[a-f0-9]{12}$",
        description="Case number that the change before returned: CASE, a few capital letters for its kind, and "
        "twelve digits and letters from a to f",
    ),
    Code("invalid_case_id_format"),
]
SecurityCaseId = Annotated[
    str,
    Field(
        pattern=r"^SEC-[a-f0-9]{12}$",
        description="Number of the security case: SEC and twelve digits and letters from a to f, as a tool returned it",
    ),
    Code("invalid_security_case_id_format"),
]
DiagnosticCode = Annotated[
    str,
    Field(
        pattern=r"^DIAG-[A-Z0-9]{8}$",
        description="Code that the diagnostic tool shows to the caller: DIAG and eight capital letters or digits",
    ),
    Code("invalid_diagnostic_ref_code_format"),
]
LicenseAssignmentId = Annotated[
    str,
    Field(
        pattern=r"^LASGN-\d{6}$",
        description="Number of the license that the employee holds: LASGN and six digits, as it was looked up",
    ),
    Code("invalid_license_assignment_id_format"),
]
ApplicationId = Annotated[
    str,
    Field(pattern=r"^APP-\d{4}$", description="Catalog number of an application: APP and four digits"),
    Code("invalid_catalog_id_format"),
]
LicenseId = Annotated[
    str,
    Field(pattern=r"^LIC-\d{4}$", description="Catalog number of a license: LIC and four digits"),
    Code("invalid_catalog_id_format"),
]
BuildingName = Annotated[
    str,
    Field(min_length=1, description="Building, by its code, such as BLD4, or by whatever name the caller uses"),
    Code("invalid_building_code_format"),
]
FloorCode = Annotated[
    str,
    Field(pattern=r"^FL\d{1,2}$", description="Floor: FL and its number, such as FL3"),
    Code("invalid_floor_code_format"),
]
DeskCode = Annotated[
    str,
    Field(pattern=r"^BLD\d{1,2}-FL\d{1,2}-D\d{3}$", description="Desk that was found free, such as BLD4-FL3-D108"),
    Code("invalid_desk_code_format"),
]
RoomCode = Annotated[
    str,
    Field(pattern=r"^BLD\d{1,2}-FL\d{1,2}-RM\d{3}$", description="Room that was found free, such as BLD4-FL3-RM308"),
    Code("invalid_room_code_format"),
]
ParkingSpaceId = Annotated[
    str,
    Field(pattern=r"^PZ[A-Z]-\d{3}$", description="Parking space that was found free, such as PZC-108"),
    Code("invalid_parking_space_id_format"),
]
GroupCode = Annotated[
    str,
    Field(pattern=r"^GRP-[A-Z]{2,8}$", description="Access group: GRP and two to eight capital letters"),
    Code("invalid_group_code_format"),
]
TemplateId = Annotated[
    str,
    Field(
        pattern=r"^PTPL-[A-Z]{2,5}-\d{2}$",
        description="Permission template that the caller chose: PTPL, capital letters for the role and two digits",
    ),
    Code("invalid_permission_template_id_format"),
]
DepartmentCode = Annotated[
    str,
    Field(pattern=r"^[A-Z]{2,8}$", description="Department by its code in capital letters, such as FIN"),
    Code("invalid_department_code"),
]
RoleCode = Annotated[
    str,
    Field(
        pattern=r"^[A-Z][A-Z_]{1,14}$", description="Role by its code, capital letters and underscores, such as ANALYST"
    ),
    Code("invalid_role_code"),
]
Time = Annotated[
    str,
    Field(pattern=r"^\d{2}:\d{2}$", description="Time of day as HH:MM, from 00:00 to 23:59"),
    AfterValidator(_clock),
    Code("invalid_time_format"),
]
Service = Annotated[
    Literal[
        "email_exchange",
        "vpn_gateway",
        "erp_oracle",
        "crm_platform",
        "hr_portal",
        "code_repository",
        "ci_cd_pipeline",
        "file_storage",
        "sso_identity",
        "print_service",
    ],
    Field(description="The service that does not work"),
    Code("invalid_service_name"),
]
AccountSystem = Annotated[
    Literal["active_directory", "sso_identity", "email_exchange", "vpn_gateway", "erp_oracle"],
    Field(description="System that the account belongs to"),
    Code("invalid_target_system"),
]
IssueCategory = Literal["login_issue", "network_connectivity", "hardware_malfunction"]
