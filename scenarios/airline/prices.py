"""What policy.md charges and grants, in dollars, as offers name it."""

from __future__ import annotations

CHANGE_FEE = 75
"""For a voluntary change in cabins that are charged for it; section 3."""
SAME_DAY_FEE, BASIC_SAME_DAY_FEE = 75, 199
"""For a change on the day of travel, and the same in Basic Economy; section 4."""
CANCELLATION_FEE = 100
"""Kept back from a credit; section 5."""
MISSED_FEE = 75
"""When the passenger missed the flight; section 6."""
MEAL_SHORT, MEAL_LONG = 12, 15
"""Of a meal voucher for a delay of two to four hours, and of four hours or more; section 7."""
EXTRA_BAG, BASIC_BAG = 40, 40
"""For each checked bag after the first, and for every one in Basic Economy; section 8."""
