"""The loopback servers in a process of their own: ``python -m agents.loopback``.

Prints one line of JSON (`plain`, `tls`, `cafile`) and serves until its standard input closes.
"""

from __future__ import annotations

import asyncio
import json
import sys


async def serve() -> None:
    """Serve until standard input closes."""
    from agents.loopback.server import LoopbackServer

    server = LoopbackServer()
    await server.start()
    await asyncio.to_thread(warm)
    print(json.dumps({"plain": server.plain, "tls": server.tls, "cafile": str(server.cafile)}), flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await server.stop()


def warm() -> None:
    """Read ears and voices from disk, which would make the first answer of a vendor seconds late."""
    from agents.embedded.moonshine import Moonshine
    from agents.embedded.voices import VOICES

    Moonshine.shared()
    for voice in VOICES.values():
        voice.speaker("Ready.", "", 1.0)


def main() -> None:
    """Entry point."""
    from pipelines.clock import quiet_logs

    quiet_logs()
    asyncio.run(serve())


if __name__ == "__main__":
    main()
