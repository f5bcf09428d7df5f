"""How offers and answers of the itsm pack say values."""

from __future__ import annotations

from scenarios.itsm.places import BUILDINGS
from scenarios.spoken import say
from scenarios.wording import count, day, dollars, listed, time

__all__ = ["SYSTEMS", "building", "count", "day", "dollars", "floor", "listed", "screen", "time"]

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


def floor(code: str) -> str:
    """``FL3`` -> "floor three"."""
    return f"floor {say('count', code.removeprefix('FL'))}"


def building(code: str) -> str:
    """``BLD2`` -> "Foundry Hall"."""
    return BUILDINGS[code][0]


def screen(size: str) -> str:
    """``27_inch`` -> "twenty-seven inch"."""
    return f"{say('count', size.removesuffix('_inch'))} inch"
