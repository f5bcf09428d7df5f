"""A deployed agent in its smallest form: Twilio Media Streams over a plain WebSocket, tools over HTTP.

Serve, and let Callbench dial as Twilio would::

    python examples/deployed_agent.py --port 8765
    callbench run --agent ws://127.0.0.1:8765 --scenarios week-later

or dial a Callbench that waits, as an agent behind NAT would::

    callbench run --agent listen://127.0.0.1:8765 --scenarios week-later
    python examples/deployed_agent.py --dial ws://127.0.0.1:8765

It greets, asks for the booking code and the name, looks the booking up, and hands the call to a person:
polite, quick, and of no use to the caller, as task_completion will say. Your server has ears, a model and a
voice of its own; this one borrows Callbench's embedded ones, so that it runs without a key.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
from typing import Any

import httpx2
import numpy as np
import websockets

from agents.embedded.moonshine import Moonshine, from_line
from agents.embedded.voices import synthesize
from pipelines import g711
from scenarios.model import EntityKind
from scenarios.spoken import hear

LOUD = 150.0  # RMS of 20 ms of int16 samples; telephone silence is far below, speech far above
TURN_OVER = 45  # packets of silence (0.9 s) after which the caller has finished
PAUSED = 10  # packets of silence that belong to a word
SLOTS: dict[str, EntityKind] = {"confirmation_number": "code", "last_name": "name"}
ASK = "May I have your confirmation number and your last name, please?"
HAND_OVER = "Thank you, I have your booking. I am transferring you to a live agent now. Please hold."


class Conversation:
    """One call: what comes in over the socket, and what is said in answer."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.heard = bytearray()  # the caller's present turn, mu-law
        self.quiet, self.talking, self.speaking = 0, False, False
        self.now = 0  # milliseconds of the call, from the packets
        self.begun = 0
        self.said, self.cut = "", False
        self.found: dict[str, str] = {}
        self.tries = 0
        self.tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Follow the stream until it stops."""
        async with httpx2.AsyncClient(timeout=10) as self.http:
            async for frame in self.socket:
                message = json.loads(frame)
                match message["event"]:
                    case "start":
                        await self.begin(message["start"])
                    case "media":
                        self.now = int(message["media"]["timestamp"])
                        await self.listen(base64.b64decode(message["media"]["payload"]))
                    case "mark":
                        await self.report()
                    case "stop":
                        return

    async def begin(self, start: dict[str, Any]) -> None:
        """Greet. Instructions and the tools' JSON schemas, for a model, are at `call_url`."""
        told = start["customParameters"]
        self.stream, self.call_url = start["streamSid"], told["call_url"]
        self.http.headers["Authorization"] = f"Bearer {told['tools_token']}"
        call = (await self.http.get(self.call_url)).json()
        print(f"a call of the {call['domain']} domain, {len(call['tools'])} tools", flush=True)
        await self.say(call["greeting"])

    async def listen(self, ulaw: bytes) -> None:
        """Find out by energy when the caller speaks and has finished."""
        loud = float(np.sqrt(np.mean(g711.decode(ulaw).astype(np.float64) ** 2))) > LOUD
        self.quiet = 0 if loud else self.quiet + 1
        if loud and not self.talking:
            self.talking = True
            if self.speaking:  # broken in on: drop what is queued; the mark comes back at once
                self.cut = True
                await self.send("clear")
        if self.talking and self.quiet < PAUSED:
            self.heard += ulaw
        if self.talking and self.quiet >= TURN_OVER:
            turn, self.heard, self.talking = bytes(self.heard), bytearray(), False
            task = asyncio.create_task(self.answer(turn))  # recognising must not stop the stream
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def answer(self, ulaw: bytes) -> None:
        """Recognise the turn and say the next thing."""
        sound = from_line(g711.decode(ulaw))
        text = (await asyncio.to_thread(Moonshine.shared().transcribe, sound)).text
        print(f"caller: {text}", flush=True)
        for slot, kind in SLOTS.items():
            readings = hear(kind, text)
            if readings and self.tries:
                self.found[slot] = readings[0].value
        if len(self.found) < 2 or (await self.tool("get_reservation", **self.found))["status"] != "success":
            self.tries += 1
            lead = "I'm sorry, I can't find a booking with that. " if self.tries > 1 else "Of course. "
            return await self.say(lead + ASK if self.tries < 4 else "I can't find it. Goodbye.")
        await self.tool(
            "transfer_to_agent",
            confirmation_number=self.found["confirmation_number"],
            transfer_reason="unable_to_resolve",
            issue_summary=text,
        )
        return await self.say(HAND_OVER)

    async def tool(self, name: str, **arguments: Any) -> dict[str, Any]:
        """Run a tool. The answer has a ``status``, ``success`` or ``error``; refusals are answers too."""
        response = await self.http.post(f"{self.call_url}/tools/{name}", json=arguments)
        result: dict[str, Any] = response.raise_for_status().json()
        print(f"{name}: {result['status']}", flush=True)
        return result

    async def say(self, text: str) -> None:
        """Send speech, of any length at once, and ask to be told when it has been heard."""
        pcm = await asyncio.to_thread(synthesize, text, "joe")
        self.said, self.begun, self.speaking, self.cut = text, self.now, True, False
        await self.send("media", media={"payload": base64.b64encode(g711.encode(pcm)).decode()})
        await self.send("mark", mark={"name": "said"})

    async def report(self) -> None:
        """Tell the words that were said. Optional: without them the text metrics have nothing to read."""
        self.speaking = False
        event = {
            "sample": self.now * 8,
            "kind": "spoken",
            "data": {"text": self.said, "begun": self.begun * 8, "cut": self.cut},
        }
        await self.http.post(f"{self.call_url}/events", json=[event])

    async def send(self, event: str, **body: Any) -> None:
        """Send one message of the stream."""
        with contextlib.suppress(websockets.ConnectionClosed):  # the caller may hang up at any time
            await self.socket.send(json.dumps({"event": event, "streamSid": self.stream, **body}))


async def main() -> None:
    """Serve, or dial, until interrupted."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--dial", metavar="URL", help="dial this address instead of serving, call after call")
    asked = parser.parse_args()
    Moonshine.shared()  # load before the first call, not in it
    synthesize("Hello.", "joe")
    while asked.dial:
        try:
            async with websockets.connect(asked.dial) as socket:
                await Conversation(socket).run()
        except (OSError, websockets.WebSocketException):
            await asyncio.sleep(0.5)  # nobody waits for us at the moment
    async with websockets.serve(lambda socket: Conversation(socket).run(), "127.0.0.1", asked.port) as server:
        print(f"ws://127.0.0.1:{asked.port}", flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main())
