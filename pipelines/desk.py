"""The tool desk: runs the agent's tools on the call's world and logs every call.

One desk per call, whoever asks: a pipeline in this process, or a deployed agent over HTTP.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pipelines.record import ToolCall
from scenarios.toolbox import Toolbox
from scenarios.world import World


class Desk:
    """Tools and world of one call.

    Attributes:
        calls: every call made, in order; `turn` is filled in when the timeline is known.
    """

    def __init__(self, toolbox: Toolbox, world: World, now: Callable[[], int], path: Path | None = None) -> None:
        self.toolbox, self.world = toolbox, world
        self.calls: list[ToolCall] = []
        self._now, self._path = now, path

    def call(self, name: str, params: dict[str, Any], started: int | None = None) -> dict[str, Any]:
        """Run a tool; never raises. `started` is the sample at which the agent asked (now, if not given)."""
        start = self._now() if started is None else started
        arguments = json.loads(json.dumps(params, default=str))  # what the log shows is what was asked
        response = self.toolbox.call(self.world, name, params)
        tool = self.toolbox.tools.get(name)
        record = ToolCall(
            index=len(self.calls) + 1,
            turn=0,
            tool=name,
            type=tool.type if tool else "unknown",
            params=arguments,
            response=json.loads(json.dumps(response, default=str)),
            start=start,
            end=self._now(),
        )
        self.calls.append(record)
        if self._path:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(tool_to_dict(record), ensure_ascii=False) + "\n")
        return response


def tool_to_dict(call: ToolCall) -> dict[str, Any]:
    """The JSON form of a tool call."""
    return {name: getattr(call, name) for name in ToolCall.__slots__}
