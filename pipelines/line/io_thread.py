"""An event loop in a thread of its own, for the sockets of a call in real time.

When the call's loop stands still, because a model computes or the machine is busy, an agent goes on sending. What
reads its socket must not stand still with it: the moment at which sound arrived is the moment at which it was heard.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

STOP_S = 5.0  # how long the thread may take to end


class IoThread:
    """Runs coroutines on its own loop; both loops count the same monotonic clock."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="line-io", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()
        tasks = asyncio.all_tasks(self.loop)
        for task in tasks:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        self.loop.close()

    async def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Run `work` on the thread's loop and wait for its result."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self.loop))

    async def stop(self) -> None:
        """Cancel what is left there and end the thread."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        await asyncio.to_thread(self._thread.join, STOP_S)
