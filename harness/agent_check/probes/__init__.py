"""What the conformance call looks for, a probe per module, in the order of a call."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from harness.agent_check.evidence import Evidence, Finding
from harness.agent_check.probes import answers, calls_tool, clears, greets, hangs_up, hears, silence, yields

PROBES: Mapping[str, Callable[[Evidence], Finding]] = {
    module.NAME: module.probe for module in (greets, hears, yields, clears, silence, calls_tool, answers, hangs_up)
}
"""Every probe by its name."""
