"""An endpoint for chat completions on this machine: answers by the schema it is sent, and misbehaves to order."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

USAGE = {"prompt_tokens": 1000, "completion_tokens": 100}
Pick = Callable[[str, list[Any]], Any]


@dataclass(frozen=True)
class Request:
    """What arrived, and when."""

    at: float
    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def text(self) -> str:
        """The words of the question."""
        content = self.body["messages"][-1]["content"]
        return content if isinstance(content, str) else content[0]["text"]

    @property
    def schema(self) -> dict[str, Any]:
        """The form that the answer must have, wherever it is told."""
        if "json_schema" in self.body.get("response_format", {}):
            return self.body["response_format"]["json_schema"]["schema"]
        return json.loads(re.search(r"must fit this JSON schema:\n(.*)", self.text)[1])


@dataclass(frozen=True)
class Says:
    """A chat completion."""

    content: Any
    finish: str = "stop"
    message: dict[str, Any] = field(default_factory=dict)
    usage: Any = field(default_factory=lambda: dict(USAGE))


@dataclass(frozen=True)
class Raw:
    """Any HTTP answer."""

    body: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


class Drop:
    """The connection is cut without an answer."""


Answer = Says | Raw | Drop
Answers = Callable[[Request], Answer]


def best(name: str, values: list[Any]) -> Any:
    """The pick of a judge that finds no fault."""
    return {"flagged": False, "detected": False, "skipped": False}.get(name, values[-1])


def filled(schema: dict[str, Any], pick: Pick = best) -> Any:
    """A reply that fits a schema; lists of turns hold one for each turn that it allows.

    Args:
        schema: as it was sent.
        pick: chooses among the values of a closed list or of a truth value, by the field's name.
    """

    def value(part: dict[str, Any], name: str) -> Any:
        if "anyOf" in part:
            return value(part["anyOf"][0], name)
        if "enum" in part:
            return pick(name, part["enum"])
        match part["type"]:
            case "object":
                return {key: value(inner, key) for key, inner in part["properties"].items()}
            case "array":
                item = part["items"]
                turns = item.get("properties", {}).get("turn_id", {}).get("enum")
                if turns:
                    return [{**value(item, name), "turn_id": turn} for turn in turns]
                return [value(item, name)] if item.get("type") == "object" else []
            case "boolean":
                return pick(name, [False, True])
            case "string":
                return f"some {name}"
            case other:
                raise AssertionError(f"nothing to say for a {other}")

    return value(schema, "")


def good(request: Request) -> Says:
    """The best verdict, in the form that was asked for."""
    return Says(json.dumps(filled(request.schema)))


class Endpoint:
    """A server on a free port of the loopback interface; use it in a ``with`` statement."""

    def __init__(self, answers: Answers = good, pause_s: float = 0.0) -> None:
        self.answers, self._pause_s = answers, pause_s
        self.requests: list[Request] = []
        self._lock = threading.Lock()
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                headers = {k.lower(): v for k, v in self.headers.items()}
                endpoint._serve(self, Request(time.monotonic(), self.path, headers, body))

            def log_message(self, *_: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    def __enter__(self) -> Endpoint:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _serve(self, handler: BaseHTTPRequestHandler, request: Request) -> None:
        with self._lock:
            self.requests.append(request)
        if self._pause_s:
            time.sleep(self._pause_s)
        answer = self.answers(request)
        if isinstance(answer, Drop):
            handler.close_connection = True
            return
        if isinstance(answer, Says):
            message = {"role": "assistant", "content": answer.content, **answer.message}
            choice = {"index": 0, "finish_reason": answer.finish, "message": message}
            data = {"id": "1", "model": request.body["model"], "choices": [choice], "usage": answer.usage}
            answer = Raw(json.dumps(data))
        payload = answer.body.encode()
        handler.send_response(answer.status)
        for name, value in {"content-type": "application/json", **answer.headers}.items():
            handler.send_header(name, value)
        handler.send_header("content-length", str(len(payload)))
        handler.end_headers()
        handler.wfile.write(payload)


def script(*answers: Answer | Answers) -> Answers:
    """One answer for each request in turn; the last one for all that follow."""
    left = list(answers)
    lock = threading.Lock()

    def answer(request: Request) -> Answer:
        with lock:
            found = left.pop(0) if len(left) > 1 else left[0]
        return found(request) if callable(found) else found

    return answer
