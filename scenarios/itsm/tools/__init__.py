"""The tools of an agent at an IT service desk. Importing this package registers them."""

from scenarios.itsm.tools import (
    apps,
    desks,
    equipment,
    groups,
    licenses,
    offboarding,
    onboarding,
    parking,
    permissions,
    rooms,
)

__all__ = [
    "apps",
    "desks",
    "equipment",
    "groups",
    "licenses",
    "offboarding",
    "onboarding",
    "parking",
    "permissions",
    "rooms",
]
