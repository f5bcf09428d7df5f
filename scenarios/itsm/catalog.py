"""What the company gives its people: applications, licenses, access groups, permission templates, and guides."""

from __future__ import annotations

from scenarios.rows import Row


def _application(
    number: str, name: str, vendor: str, aliases: list[str], levels: str, approval: bool, departments: str = ""
) -> Row:
    return {
        "catalog_id": number,
        "name": name,
        "name_aliases": aliases,
        "vendor": vendor,
        "available_access_levels": levels.split(),
        "requires_manager_approval": approval,
        "department_restrictions": departments.split(),
    }


def _license(number: str, name: str, vendor: str, aliases: list[str], cost: int, kinds: str) -> Row:
    return {
        "catalog_id": number,
        "name": name,
        "name_aliases": aliases,
        "vendor": vendor,
        "license_cost_usd": cost,
        "license_types_supported": kinds.split(),
    }


def _group(
    code: str, name: str, text: str, members: int, approval: bool, departments: str = "", roles: str = ""
) -> Row:
    return {
        "group_code": code,
        "name": name,
        "description": text,
        "member_count": members,
        "requires_approval": approval,
        "eligible_departments": departments.split(),
        "eligible_roles": roles.split(),
    }


def _template(number: str, role: str, name: str, text: str, permissions: str, groups: str) -> Row:
    return {
        "template_id": number,
        "role_code": role,
        "name": name,
        "description": text,
        "permissions": permissions.split(),
        "groups": groups.split(),
    }


_ALL, _USE, _BOTH = "read_only standard admin", "read_only standard", "permanent temporary"

_APPLICATIONS = (
    _application("APP-3104", "Ledgerline", "Halmond", ["the ledger", "books"], _ALL, True, "FIN OPS"),
    _application("APP-3117", "Trailmap", "Wayfare Systems", ["customer map"], _USE, False, "SALES MKT"),
    _application("APP-3128", "Stockroom", "Corvane Optics", ["inventory"], _USE, False),
    _application("APP-3143", "Opticore", "Brightcase", ["lens designer"], _ALL, True, "ENG RND"),
    _application("APP-3159", "Papermill", "Dovetail", ["documents"], _USE, False),
    _application("APP-3166", "Datawell", "Halmond", ["reports", "the well"], _ALL, True),
    _application("APP-3172", "Courier Desk", "Packhorse", ["shipping desk"], _USE, False, "OPS SALES"),
)

_LICENSES = (
    _license("LIC-4205", "Beamcraft", "Brightcase", ["beam software"], 1_480, _BOTH),
    _license("LIC-4218", "Mathloom", "Sigma Row", ["the math package"], 640, _BOTH),
    _license("LIC-4233", "Inkwell Studio", "Dovetail", ["inkwell"], 310, _BOTH),
    _license("LIC-4247", "Flowchart Forge", "Tannery Labs", ["the forge"], 95, "permanent"),
    _license("LIC-4251", "Clipscribe", "Tannery Labs", ["transcripts"], 180, "temporary"),
    _license("LIC-4269", "Surveyline", "Wayfare Systems", ["surveys"], 220, _BOTH),
)

_GROUPS = (
    _group("GRP-STAFF", "All Staff", "Intranet and notices", 2140, False),
    _group("GRP-REMOTE", "Remote Work", "Sign-in from outside", 1310, False),
    _group("GRP-LABDAT", "Laboratory Data", "Measurements of the laboratories", 164, True, "ENG RND"),
    _group("GRP-FINREP", "Financial Reports", "Closed books", 58, True, "FIN", "ANALYST MANAGER DIRECTOR"),
    _group("GRP-FLOOR", "Shop Floor Screens", "Screens beside the production lines", 212, False, "OPS ENG"),
    _group("GRP-CLIENT", "Client Files", "Offers and contracts of clients", 143, True, "SALES LEGAL"),
    _group("GRP-PRESS", "Press Library", "Pictures and texts that were released", 77, False),
)

_TEMPLATES = (
    _template("PTPL-ANL-01", "ANALYST", "Analyst", "Reports", "reports_read exports_run", "GRP-STAFF"),
    _template("PTPL-ANL-02", "ANALYST", "Closing", "Reports and closing", "reports_read books_close", "GRP-FINREP"),
    _template("PTPL-ENG-01", "ENGINEER", "Engineer", "Designs", "designs_read designs_write", "GRP-STAFF GRP-FLOOR"),
    _template("PTPL-ENG-03", "ENGINEER", "Laboratory", "Designs and data", "designs_read data_write", "GRP-LABDAT"),
    _template("PTPL-MGR-01", "MANAGER", "Manager", "Team and approvals", "team_read approvals_give", "GRP-STAFF"),
    _template("PTPL-SPC-02", "SPECIALIST", "Specialist", "Orders", "orders_read orders_write", "GRP-STAFF"),
)

_GUIDES: dict[str, list[str]] = {
    "login_issue": [
        "Type the user name anew, without the caps lock.",
        "Sign in through a private browser window.",
        "Approve the prompt on the phone, if one shows.",
    ],
    "network_connectivity": [
        "Switch flight mode on and off again.",
        "Disconnect, and connect anew.",
        "Restart the computer.",
    ],
    "hardware_malfunction": [
        "Unplug everything and plug it in again.",
        "Try another power outlet.",
        "Hold the power button for thirty seconds and start again.",
    ],
}


def software() -> Row:
    """The software catalog."""
    return {
        "applications": {row["catalog_id"]: _copy(row) for row in _APPLICATIONS},
        "licenses": {row["catalog_id"]: _copy(row) for row in _LICENSES},
    }


def groups() -> dict[str, Row]:
    """The access groups by code."""
    return {row["group_code"]: _copy(row) for row in _GROUPS}


def templates() -> dict[str, Row]:
    """The permission templates by number."""
    return {row["template_id"]: _copy(row) for row in _TEMPLATES}


def guides() -> dict[str, Row]:
    """The troubleshooting guides by kind of problem."""
    return {kind: {"steps": list(steps)} for kind, steps in _GUIDES.items()}


def application_number(name: str) -> str:
    """The catalog number of an application."""
    return next(str(row["catalog_id"]) for row in _APPLICATIONS if row["name"] == name)


def license_number(name: str) -> str:
    """The catalog number of a license."""
    return next(str(row["catalog_id"]) for row in _LICENSES if row["name"] == name)


def _copy(row: Row) -> Row:
    return {key: list(value) if isinstance(value, list) else value for key, value in row.items()}
