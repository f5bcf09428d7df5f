"""One end of the line: what is queued to be heard, the ledger of what really was, and the recordings.

A port never blocks the line. Speech waits in `queue` until the line's tick takes it; when nothing waits, the tick
takes silence. Times are samples of the line clock.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipelines import g711
from pipelines.record import RATE, Span

Pcm = NDArray[np.int16]
Perturb = Callable[[Pcm, int], Pcm]
Receiver = Callable[[bytes, int, bool], None]
"""Called on every tick with mu-law bytes, the first sample's index, and whether it is exact digital silence."""

UNDERRUN_GAP = int(0.1 * RATE)
AUDIBLE = 32768 * 10 ** (-50 / 20)  # RMS of a tick; below this an agent's comfort noise must not pass for an answer
JOIN_GAP = int(0.3 * RATE)  # pauses up to this belong to the same span: the hang of DESIGN section 4


@dataclass(slots=True)
class Entry:
    """A ledger entry: an utterance, and where on the wire its sound was.

    Attributes:
        utterance: id given by the speaker.
        spans: stretches of non-silent samples that were transmitted; gaps of up to 0.3 s are bridged.
        cut_at: sample of the wire at which the speaker was silenced before the end, or ``None``.
        begun: sample of the line when the utterance reached the port.
    """

    utterance: str
    begun: int
    spans: list[list[int]]
    cut_at: int | None = None
    ended: bool = False

    def add(self, start: int, end: int) -> None:
        """Note transmitted sound from `start` to before `end`."""
        if self.spans and start - self.spans[-1][1] <= JOIN_GAP:
            self.spans[-1][1] = end
        else:
            self.spans.append([start, end])

    @property
    def final_spans(self) -> tuple[Span, ...]:
        """The spans, frozen."""
        return tuple(Span(a, b) for a, b in self.spans)


class Port:
    """One end of the line.

    Attributes:
        receive: called on every tick with what the *other* end sends.
        inflow: called before every tick with the sample at which it ends: whoever feeds this port from elsewhere
            hands over what had arrived by then.
        perturb: changes this end's sound on the tick (noise, channel); the dry stem is kept before it.
        wire: mu-law bytes as they were on the wire, one a sample.
        dry: 16-bit samples before perturbation.
        clears: ``(sample, samples dropped)`` for each order to be silent that dropped sound.
        onsets: ``(first sample, sample of its arrival)`` of each stretch of sound after silence, as it left the queue.
        last_sound: sample after the last audible sound, -1 before there was any; what silence is measured from. What
            `perturb` still holds back counts: it may lie up to `delay` ahead.
        underruns: times that speech ran dry and more of it arrived within 0.1 s: a gap the speaker did not mean.
        prebuffer: samples by which speech is held back when silence turns to speech. 0 for a speaker in this
            process; towards a socket it is the constant, published playout buffer that absorbs late packets. It is
            the same for a peer that sends in real time and one that sends ahead, or latencies could not be compared.
        delay: samples by which `perturb` holds sound back. The ledger, marks and the dry stem follow the wire: what the
            far end has not been sent yet has not been said, and what is held back cannot be cleared.
    """

    def __init__(
        self, name: str, tick: int, perturb: Perturb | None = None, prebuffer: int = 0, delay: int = 0
    ) -> None:
        self.name, self.tick, self.perturb, self.prebuffer, self.delay = name, tick, perturb, prebuffer, delay
        self.receive: Receiver | None = None
        self.inflow: Callable[[int], None] | None = None
        self.ledger: list[Entry] = []
        self.wire, self.dry = bytearray(), bytearray(2 * delay)
        self.clears: list[tuple[int, int]] = []
        self.onsets: list[tuple[int, int]] = []
        self.underruns = 0
        self.last_sound = -1
        self._queue = bytearray()
        self._held: deque[tuple[int, int, Entry]] = deque()  # sound that has been taken and is not on the wire yet
        self._marks: list[tuple[int, Callable[[], None]]] = []
        self._passing: deque[tuple[int, Callable[[], None]]] = deque()  # marks whose sound is held, by its end
        self._drained: list[asyncio.Future[None]] = []
        self._taken = 0
        self._released = False
        self._playing = False
        self._next = 0  # first sample of the next tick
        self._start = 0  # sample at which the waiting speech may begin
        self._arrived = 0  # sample at which it had come
        self._dry_at = -RATE

    @property
    def queued(self) -> int:
        """Samples waiting to be transmitted."""
        return len(self._queue) // 2

    @property
    def starving(self) -> bool:
        """Whether a speaker that writes through this port has been let go and has not written its next chunk yet."""
        return self._released and not self._queue

    def begin(self, utterance: str, sample: int) -> None:
        """From now on, what is written belongs to `utterance`."""
        if not self.ledger or self.ledger[-1].utterance != utterance:
            self.ledger.append(Entry(utterance, sample, []))

    def end(self, utterance: str) -> None:
        """All of `utterance` has been written."""
        self._released = False
        for entry in self.ledger:
            if entry.utterance == utterance:
                entry.ended = True

    def write(self, pcm: bytes, at: int | None = None) -> None:
        """Queue 16-bit samples.

        Args:
            pcm: the samples.
            at: the line's sample at which they arrived, if not just now. Speech that begins with them is heard from
                exactly there on (after the playout buffer), also when a stalled line has still to get there: its
                ticks are behind then, and on one of those speech would have been heard before it was made.
        """
        if pcm and not self._queue and not self._playing:
            self._begin_at((self._next if at is None else at) + self.prebuffer)
        self._queue.extend(pcm)

    async def write_through(self, pcm: bytes, at: int | None = None) -> None:
        """Queue samples and wait until all that is queued has been transmitted, as an audio device would.

        The device works in ticks: speech begins with the tick that holds the sample `at`.
        """
        if not self._queue and not self._playing:
            at = self._next if at is None else at
            self._begin_at(at - at % self.tick)
        self._queue.extend(pcm)
        self._released = False
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._drained.append(future)
        await future

    def mark(self, played: Callable[[], None]) -> None:
        """Call `played` once everything queued so far has been transmitted or dropped."""
        if self._queue:
            self._marks.append((self._taken + len(self._queue), played))
        elif self._held:
            self._passing.append((self._held[-1][1], played))
        else:
            played()

    def clear(self, sample: int, cut: bool = True) -> None:
        """Drop what is queued, as Twilio's ``clear`` does, and note in the ledger what was never heard."""
        if self._queue:
            self.clears.append((sample, self.queued))
        if cut and self.ledger and not self.ledger[-1].ended and self.ledger[-1].cut_at is None:
            self.ledger[-1].cut_at = sample + self.delay
        self._taken += len(self._queue)
        self._queue.clear()
        self._playing, self._dry_at = False, sample - RATE  # what comes next is new speech, not a late packet
        self._settle()
        self._released = False

    def take(self, sample: int) -> tuple[bytes, bool]:
        """The next tick's mu-law bytes and whether they are exact digital silence. The line alone calls this."""
        self._next = sample + self.tick
        if self.inflow:
            self.inflow(self._next)
        want = 2 * self.tick
        chunk = b""
        if self._ready(sample):
            lead = bytes(2 * max(0, self._start - sample))
            chunk = lead + self._queue[: want - len(lead)]
            del self._queue[: want - len(lead)]
            self._taken += len(chunk) - len(lead)
        sound = any(chunk)
        if sound:
            self._hold(np.frombuffer(chunk, np.int16), sample + self.delay)
        chunk += bytes(want - len(chunk))
        self.dry += chunk
        silent = not sound and self.perturb is None
        if silent:
            ulaw = bytes((g711.SILENCE,)) * self.tick
        else:
            pcm = np.frombuffer(chunk, np.int16)
            ulaw = g711.encode(self.perturb(pcm, sample) if self.perturb else pcm)
        self.wire += ulaw
        self._note(self._next)
        self._settle()
        return ulaw, silent

    def _begin_at(self, start: int) -> None:
        """Speech begins at the sample `start`."""
        self._start, self._arrived = start, start - self.prebuffer
        if self.prebuffer and start - self.prebuffer - self._dry_at < UNDERRUN_GAP:
            self.underruns += 1

    def _ready(self, sample: int) -> bool:
        """Whether speech may flow on this tick."""
        if not self._queue:
            if self._playing:
                self._playing, self._dry_at = False, sample
            return False
        if not self._playing and self._start < sample + self.tick:
            self._playing = True
            self.onsets.append((max(self._start, sample), self._arrived))
        return self._playing

    def _hold(self, pcm: Pcm, sample: int) -> None:
        """Sound was taken that will be on the wire from `sample` on."""
        loud = np.flatnonzero(pcm)
        start, end = sample + int(loud[0]), sample + int(loud[-1]) + 1
        if np.sqrt(np.mean(pcm.astype(np.float64) ** 2)) > AUDIBLE:
            self.last_sound = end
        if not self.ledger:
            self.begin("?", sample - self.delay)
        self._held.append((start, end, self.ledger[-1]))

    def _note(self, now: int) -> None:
        """Enter what has been on the wire before the sample `now`."""
        while self._held and self._held[0][0] < now:
            start, end, entry = self._held.popleft()
            entry.add(start, min(end, now))
            if end > now:
                self._held.appendleft((now, end, entry))
                break

    def _settle(self) -> None:
        """Wake those who wait for the queue to drain, and report reached marks."""
        while self._marks and self._marks[0][0] <= self._taken:
            self._passing.append((self._next + self.delay, self._marks.pop(0)[1]))
        while self._passing and self._passing[0][0] <= self._next:
            self._passing.popleft()[1]()
        if not self._queue and self._drained:
            waiting, self._drained = self._drained, []
            self._released = True
            for future in waiting:
                if not future.done():
                    future.set_result(None)
