"""The tools of a call as an MCP server (streamable HTTP), by the maintained SDK; extra ``mcp``.

Without sessions of its own: the call is the session, and its token stands before this like before everything else.
A tool's answer travels twice, as structured content and as text; a refusal is an answer, as it is over HTTP.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from importlib import util
from typing import Any

from starlette.types import ASGIApp


def available() -> bool:
    """Whether the SDK is installed."""
    return util.find_spec("mcp") is not None


def serve(
    schemas: list[dict[str, Any]], run: Callable[[str, dict[str, Any]], dict[str, Any]]
) -> tuple[ASGIApp, AbstractAsyncContextManager[None]]:
    """An MCP server of some tools.

    Args:
        schemas: name, description and ``parameters`` of every tool.
        run: runs a tool; never raises.

    Returns:
        The application, and the context in which it must be served.
    """
    import mcp_types as types
    from mcp.server.lowlevel import Server
    from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager

    tools = [
        types.Tool(name=tool["name"], description=tool["description"], input_schema=tool["parameters"])
        for tool in schemas
    ]

    async def list_tools(_: Any, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(_: Any, asked: types.CallToolRequestParams) -> types.CallToolResult:
        result = run(asked.name, asked.arguments or {})
        text = types.TextContent(type="text", text=json.dumps(result, ensure_ascii=False))
        return types.CallToolResult(content=[text], structured_content=result)

    server: Server[Any] = Server("callbench", on_list_tools=list_tools, on_call_tool=call_tool)
    manager = StreamableHTTPSessionManager(server, json_response=True, stateless=True)

    return StreamableHTTPASGIApp(manager), manager.run()
