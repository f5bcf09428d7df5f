"""tool_call_validity: share of tool calls that were well formed.

A call is malformed when its tool does not exist, its code broke, or a parameter failed validation. A
refusal by the rules of the business (``not_found``, ``not_eligible``) is a valid call with a sad answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from metrics.diagnostic import _validation_codes as known
from metrics.registry import metric
from metrics.score import Outcome, share
from metrics.words import every
from pipelines.record import Record
from scenarios.errors import UsageError
from scenarios.toolbox import Toolbox

_FORMAT = re.compile(r"invalid_\w+_format")


@metric("tool_call_validity", category="diagnostic", version="1.0")
def tool_call_validity(record: Record) -> Outcome:
    """Share of tool calls that name a tool and its parameters correctly."""
    return validity([(t.tool, t.response) for t in record.tools], codes(record.scenario.get("domain", "")))


def codes(domain: str) -> frozenset[str]:
    """The error codes of malformed calls: of the domain's tools, where installed, and all known ones."""
    try:
        return Toolbox.for_domain(domain).validation_codes | known.CODES
    except UsageError:
        return known.CODES


def validity(responses: Sequence[tuple[str, Any]], invalid: Collection[str]) -> Outcome:
    """The share of valid calls; 1.0 when there are none.

    Args:
        responses: tool and response, in order.
        invalid: error codes of malformed calls. Any other ``invalid_..._format`` counts too.
    """
    found = [_malformed(response, invalid) for _, response in responses]
    bad = Counter(code for code in found if code)
    total = len(responses)
    details = {
        "total_tool_calls": total,
        "valid_tool_calls": total - bad.total(),
        "invalid_tool_calls": bad.total(),
        "invalid": [
            {"index": i, "tool": tool, "error_type": code}
            for i, ((tool, _), code) in enumerate(zip(responses, found, strict=True))
            if code
        ],
    }
    subs: dict[str, float | None] = {
        "num_tool_calls": float(total),
        **{f"{code}_rate": round(n / total, 4) for code, n in sorted(bad.items())},
    }
    if not bad:
        why = every(total, "tool call", "was well formed", "were well formed") if total else "there were no tool calls"
        return share(1.0, why, details=details, subs=subs)
    most, n = bad.most_common(1)[0]
    why = f"{bad.total()} of {total} tool calls were malformed, most often by {most} ({n})"
    return share(round((total - bad.total()) / total, 4), why, details=details, subs=subs)


def _malformed(response: Any, invalid: Collection[str]) -> str:
    code = response.get("error_type") if isinstance(response, dict) else None
    if not isinstance(code, str):
        return ""
    return code if code in invalid or _FORMAT.fullmatch(code) else ""
