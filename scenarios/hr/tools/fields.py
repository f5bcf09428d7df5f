"""The parameters that the tools share: type, format and error code in one place."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.tool import Code

Npi = Annotated[
    str,
    Field(pattern=r"^\d{10}$", description="National provider number of ten digits"),
    Code("invalid_npi_format"),
]
FacilityCode = Annotated[
    str,
    Field(pattern=r"^[A-Z]{2,4}-\d{2}[A-Z]$", description="Facility code, such as QRS-41T"),
    Code("invalid_facility_code_format"),
]
DeaNumber = Annotated[
    str,
    Field(pattern=r"^[A-Z]{2}\d{7}$", description="DEA number: two capital letters and seven digits"),
    Code("invalid_dea_number_format"),
]
LicenseNumber = Annotated[
    str,
    Field(
        pattern=r"^[A-Z]{2}-[A-Z]{2,4}-\d{6,8}$",
        description="License number: state, profession and six to eight digits, such as OR-RN-774120",
    ),
    Code("invalid_license_number_format"),
]
ShiftId = Annotated[
    str,
    Field(
        pattern=r"^SHF-\d{8}-\d{4}$",
        description="Shift number, made of the day and hour at which the shift begins: "
        "SHF-20270115-2100 begins on 15 January 2027 at 9 p.m.",
    ),
    Code("invalid_shift_id_format"),
]
UnitCode = Annotated[
    str,
    Field(pattern=r"^\d{1,2}[A-Z]-[A-Z]{2,6}$", description="Hospital unit, such as 7C-NEURO"),
    Code("invalid_unit_code_format"),
]
CaseId = Annotated[
    str,
    Field(
        pattern=r"^CASE-[A-Z0-9]{2,6}-\d{6}$",
        description="Case number that the change before returned, such as CASE-PTO-310582",
    ),
    Code("invalid_case_id_format"),
]
ClearanceCode = Annotated[
    str,
    Field(
        pattern=r"^CLR-[A-Z]{2,4}-\d{6}$",
        description="Clearance that occupational health gave the caller, such as CLR-OCC-310582",
    ),
    Code("invalid_clearance_code_format"),
]
PetitionNumber = Annotated[
    str,
    Field(
        pattern=r"^[A-Z]{3}\d{10}$",
        description="Number of the visa petition: three capital letters and ten digits",
    ),
    Code("invalid_petition_number_format"),
]
StateCode = Annotated[
    str,
    Field(pattern=r"^[A-Z]{2}$", description="US state by its two letters"),
    Code("invalid_state_code_format"),
]
CountryCode = Annotated[
    str,
    Field(pattern=r"^[A-Z]{2}$", description="Country by the two letters of its ISO code"),
    Code("invalid_country_code_format"),
]
AppointmentTime = Annotated[
    str,
    Field(
        pattern=r"^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$",
        description="Date and time as YYYY-MM-DD HH:MM; must be a slot that was found free",
    ),
    Code("invalid_appointment_datetime_format"),
]
Department = Annotated[
    Literal[
        "CARDIOLOGY",
        "EMERGENCY",
        "ONCOLOGY",
        "SURGERY",
        "NEUROLOGY",
        "PEDIATRICS",
        "RADIOLOGY",
        "PATHOLOGY",
        "ORTHOPEDICS",
        "OBSTETRICS",
    ],
    Field(description="Department in which the appointment takes place"),
    Code("invalid_department_code"),
]
