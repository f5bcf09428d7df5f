"""Parameters that tools of several domains share: type, format and error code in one place."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import AfterValidator, Field

from scenarios.tool import Code


def _calendar_date(value: str) -> str:
    date.fromisoformat(value)
    return value


Date = Annotated[
    str,
    Field(pattern=r"^\d{4}-\d{2}-\d{2}$", description="Date as YYYY-MM-DD"),
    AfterValidator(_calendar_date),
    Code("invalid_date_format"),
]
EmployeeId = Annotated[
    str,
    Field(pattern=r"^EMP\d{6}$", description="Employee number: EMP and six digits, such as EMP310582"),
    Code("invalid_employee_id_format"),
]
OneTimeCode = Annotated[
    str,
    Field(pattern=r"^\d{6}$", description="The six digits that the caller reads out"),
    Code("invalid_otp_format"),
]
