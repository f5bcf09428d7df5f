"""The hospital group of the pack: its facilities, departments, units and what a unit asks of its people."""

from __future__ import annotations

FACILITIES: dict[str, str] = {
    "TBH-14C": "AZ",
    "GWM-27R": "CO",
    "LKS-30P": "MN",
    "OXV-52D": "OH",
    "PRD-61M": "OR",
    "CDB-75K": "NM",
    "HVN-18W": "NC",
    "SJQ-43F": "TX",
    "MRL-86G": "WI",
    "BNT-39H": "UT",
    "FW-57L": "WA",
    "KTE-24B": "GA",
}
"""The state of every facility, by its code."""

ZONES: dict[str, str] = {
    "AZ": "MST",
    "CO": "MST",
    "MN": "CST",
    "OH": "EST",
    "OR": "PST",
    "NM": "MST",
    "NC": "EST",
    "TX": "CST",
    "WI": "CST",
    "UT": "MST",
    "WA": "PST",
    "GA": "EST",
}
"""The name of the clock in each state."""

UNITS: dict[str, tuple[str, tuple[str, ...]]] = {
    "CARDIOLOGY": ("3E-CARD", ("ACLS", "BLS", "CMC")),
    "EMERGENCY": ("1B-EMER", ("ACLS", "BLS", "CEN")),
    "ONCOLOGY": ("8D-ONCO", ("BLS", "OCN")),
    "SURGERY": ("2F-SURG", ("ACLS", "BLS", "CNOR")),
    "NEUROLOGY": ("7A-NEURO", ("BLS", "SCRN")),
    "PEDIATRICS": ("5G-PEDI", ("BLS", "PALS")),
    "RADIOLOGY": ("1H-RAD", ("BLS", "CRN")),
    "PATHOLOGY": ("9K-PATH", ("BLS",)),
    "ORTHOPEDICS": ("4J-ORTHO", ("BLS", "ONC")),
    "OBSTETRICS": ("6L-OB", ("BLS", "NRP")),
}
"""Unit and certifications of every department."""


def unit_of(department: str) -> str:
    """The unit of a department."""
    return UNITS[department][0]


def certifications_of(department: str) -> list[str]:
    """What the unit of a department asks for."""
    return list(UNITS[department][1])
