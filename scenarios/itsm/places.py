"""The company of the pack, a maker of optical instruments: its buildings, parking zones and departments."""

from __future__ import annotations

BUILDINGS: dict[str, tuple[str, tuple[str, ...]]] = {
    "BLD1": ("Prism House", ("head office", "the main building")),
    "BLD2": ("Foundry Hall", ("the foundry",)),
    "BLD4": ("Harbor Works", ("the harbor plant",)),
    "BLD6": ("Orchard Campus", ("the orchard",)),
    "BLD9": ("Mill Street", ("the mill",)),
}
"""Code of every building -> its name and what people also call it."""

CLOCKS: dict[str, str] = {"BLD1": "EST", "BLD2": "EST", "BLD4": "PST", "BLD6": "CST", "BLD9": "MST"}
"""The name of the clock in every building."""

ZONES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "PZA": ("BLD1", "North Garage", ("the garage",)),
    "PZB": ("BLD2", "Chimney Yard", ("the yard",)),
    "PZC": ("BLD4", "River Deck", ("the deck",)),
    "PZD": ("BLD6", "Meadow Lot", ("the meadow",)),
    "PZE": ("BLD9", "Wheelhouse Ramp", ("the ramp",)),
}
"""Code of every parking zone -> the building beside it, its name and what people also call it."""

DEPARTMENTS: dict[str, tuple[str, str, int]] = {
    "ENG": ("CC-6110", "Instrument engineering", 48_500),
    "FIN": ("CC-6120", "Finance and accounting", 12_750),
    "SALES": ("CC-6130", "Sales and field service", 21_300),
    "LEGAL": ("CC-6140", "Legal and patents", 9_400),
    "OPS": ("CC-6150", "Production and logistics", 33_900),
    "MKT": ("CC-6160", "Marketing", 7_800),
    "RND": ("CC-6170", "Optics research", 61_200),
    "HR": ("CC-6180", "People and training", 8_650),
}
"""Code of every department -> its cost center, what it does, and what is left of its hardware budget in dollars."""


def zone_of(building: str) -> str:
    """The parking zone beside a building."""
    return next(zone for zone, (beside, _, _) in ZONES.items() if beside == building)
