"""Licenses that callers hold: in the world, and looked up."""

from __future__ import annotations

from scenarios.authoring import call, heard
from scenarios.chance import DIGITS
from scenarios.itsm import records
from scenarios.itsm.catalog import license_number, software
from scenarios.itsm.chance import Draw
from scenarios.itsm.draft import Draft
from scenarios.model import Arg, Step
from scenarios.rows import Row


def entry(product: str) -> Row:
    """The catalog's entry of a product."""
    row: Row = software()["licenses"][license_number(product)]
    return row


def hold(d: Draft, product: str, days: int | None) -> str:
    """Gives the caller a license that ends in so many days, or has ended, or never ends; returns its number."""
    number = f"LASGN-{Draw(f'license/{d.id}/{product}').text(6, DIGITS)}"
    end = None if days is None else d.on(days)
    d.me["software_licenses"].append(records.license_held(number, license_number(product), product, end))
    return number


def held(d: Draft) -> Step:
    """Look at the caller's licenses."""
    return call("get_employee_licenses", employee_id=d.employee_id)


def name(product: str, said: str | None = None) -> Arg:
    """A product as the caller names it.

    Raises:
        ValueError: nobody calls it so.
    """
    if said is not None and said not in entry(product)["name_aliases"]:
        raise ValueError(f"nobody calls {product} {said}")
    return heard("license_name", "choice", said or product)


def found_as(named: Arg) -> Step:
    """Look a product up."""
    return call("get_license_catalog_item", license_name=named)
