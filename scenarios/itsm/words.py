"""How offers and answers of the itsm pack say values."""

from __future__ import annotations

from collections.abc import Sequence

from scenarios.itsm.places import BUILDINGS
from scenarios.spoken import say

SYSTEMS = {
    "active_directory": "Active Directory",
    "sso_identity": "single sign-on",
    "email_exchange": "e-mail",
    "vpn_gateway": "VPN",
    "erp_oracle": "the ERP",
    "crm_platform": "the CRM",
    "hr_portal": "the HR portal",
    "code_repository": "the code repository",
    "ci_cd_pipeline": "the build pipeline",
    "file_storage": "file storage",
    "print_service": "printing",
}
"""What people call the systems."""


def day(iso: str) -> str:
    """``2027-07-06`` -> "July sixth"."""
    return say("date", iso)


def time(clock: str) -> str:
    """``16:00`` -> "four PM"."""
    return say("time", clock)


def count(value: int) -> str:
    """``60`` -> "sixty"."""
    return say("count", str(value))


def dollars(amount: int) -> str:
    """``1480`` -> "one thousand four hundred eighty dollars"."""
    return say("amount", str(amount))


def floor(code: str) -> str:
    """``FL3`` -> "floor three"."""
    return f"floor {say('count', code.removeprefix('FL'))}"


def building(code: str) -> str:
    """``BLD2`` -> "Foundry Hall"."""
    return BUILDINGS[code][0]


def screen(size: str) -> str:
    """``27_inch`` -> "twenty-seven inch"."""
    return f"{say('count', size.removesuffix('_inch'))} inch"


def listed(items: Sequence[str]) -> str:
    """``["a", "b", "c"]`` -> "a, b and c"."""
    return " and ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))
