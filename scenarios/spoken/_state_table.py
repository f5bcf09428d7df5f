"""The states of the United States, with the federal district and the territories."""

from __future__ import annotations

_ROWS = """
AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California/Cal/Calif|CO Colorado|CT Connecticut|DE Delaware
DC Washington D C/District of Columbia/the District of Columbia/Washington DC/D C|FL Florida|GA Georgia|HI Hawaii
ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland
MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada
NH New Hampshire|NJ New Jersey/Jersey|NM New Mexico|NY New York/New York State|NC North Carolina
ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina
SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington/Washington State
WV West Virginia|WI Wisconsin|WY Wyoming|PR Puerto Rico|GU Guam|VI Virgin Islands/U S Virgin Islands
AS American Samoa|MP Northern Mariana Islands
"""

STATES: dict[str, tuple[str, ...]] = {}
"""Code -> names, the one that is said first."""
for _entry in _ROWS.replace("\n", "|").split("|"):
    if _entry:
        STATES[_entry[:2]] = tuple(_entry[3:].split("/"))
