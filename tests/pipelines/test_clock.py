import asyncio
import subprocess
import sys
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines import clock
from pipelines.clock import VirtualTimeError, run_real, run_virtual


async def _now():
    return asyncio.get_running_loop().time()


def test_an_hour_passes_at_once():
    async def main():
        started = await _now()
        await asyncio.sleep(3600)
        return await _now() - started

    before = clock.wall()
    assert run_virtual(main, limit_s=4000) == 3600
    assert clock.wall() - before < 1


@given(st.lists(st.floats(0.001, 50), min_size=1, max_size=12))
def test_timers_fire_in_order_and_on_time(delays):
    fired = []

    async def one(delay):
        started = await _now()
        await asyncio.sleep(delay)
        fired.append(await _now() - started)

    async def main():
        await asyncio.gather(*(one(d) for d in delays))

    run_virtual(main)
    assert fired == sorted(fired)
    assert fired == pytest.approx(sorted(delays), abs=2e-9)


def test_time_stands_still_while_something_is_runnable():
    async def main():
        started = await _now()
        for _ in range(1000):
            await asyncio.sleep(0)
        return await _now() - started

    assert run_virtual(main) == 0


def test_a_late_timer_does_not_move_time_back():
    async def main():
        loop = asyncio.get_running_loop()
        due = loop.time() + 1
        loop.now_ns += 3 * 10**9  # a callback that took three seconds
        await asyncio.sleep(due - loop.time())
        return loop.time() - due

    assert run_virtual(main) == 2


def test_standard_clocks_follow_the_loop_and_return_to_the_wall():
    names = ("time", "monotonic", "perf_counter")

    async def main():
        first = [getattr(time, name)() for name in names]
        first_ns = [getattr(time, f"{name}_ns")() for name in names]
        await asyncio.sleep(12.5)
        second = [getattr(time, name)() for name in names]
        second_ns = [getattr(time, f"{name}_ns")() for name in names]
        return first, second, first_ns, second_ns

    first, second, first_ns, second_ns = run_virtual(main)
    assert [b - a for a, b in zip(first, second, strict=True)] == [12.5] * 3
    assert [b - a for a, b in zip(first_ns, second_ns, strict=True)] == [12_500_000_000] * 3
    assert first[0] == clock.EPOCH_NS / 1e9 + 1000

    assert abs(time.time() - first[0]) > 10**6  # the wall has its own idea of today
    before = time.monotonic()
    threading.Event().wait(0.01)
    assert 0.009 < time.monotonic() - before < 5


def test_the_same_moment_in_every_call():
    async def main():
        await asyncio.sleep(0.25)
        return time.time(), time.monotonic()

    assert run_virtual(main) == run_virtual(main)


def test_iso_stamps_are_virtual_too():
    from pipecat.utils.time import time_now_iso8601

    async def main():
        await asyncio.sleep(1)
        return time_now_iso8601()

    assert run_virtual(main) == "2025-06-15T15:23:21.000+00:00"


def test_executors_run_inline_in_order_and_cost_no_time():
    seen = []

    def work(name):
        seen.append((name, threading.current_thread() is threading.main_thread(), time.monotonic()))
        return name

    async def main():
        loop = asyncio.get_running_loop()
        started = loop.time()
        results = await asyncio.gather(*(loop.run_in_executor(None, work, n) for n in "abc"))
        return results, await asyncio.to_thread(work, "d"), loop.time() - started

    results, last, elapsed = run_virtual(main)
    assert (results, last, elapsed) == (["a", "b", "c"], "d", 0)
    assert [(name, inline) for name, inline, _ in seen] == [(n, True) for n in "abcd"]


def test_an_executors_error_reaches_the_caller():
    def broken():
        raise KeyError("gone")

    async def main():
        with pytest.raises(KeyError, match="gone"):
            await asyncio.get_running_loop().run_in_executor(None, broken)
        return True

    assert run_virtual(main)


def test_a_deadlock_is_an_error_and_not_a_hang():
    async def main():
        await asyncio.get_running_loop().create_future()

    with pytest.raises(VirtualTimeError, match="never comes"):
        run_virtual(main)


def test_the_watchdog_ends_what_nothing_ends():
    async def main():
        while True:  # noqa: ASYNC110
            await asyncio.sleep(1)

    with pytest.raises(VirtualTimeError, match="watchdog"):
        run_virtual(main, limit_s=30)


@pytest.mark.parametrize("how", ["deadlock", "watchdog", "livelock", "error"])
def test_tasks_are_cancelled_and_cleaned_up_whatever_ends_the_run(how, monkeypatch):
    monkeypatch.setattr(clock, "LIVELOCK_TURNS", 10_000)
    ends = []

    async def side():
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            ends.append("cleaned")
            await asyncio.sleep(5)
            ends.append("at leisure")

    async def main():
        ends.append(asyncio.create_task(side()) and "started")
        await asyncio.sleep(0)
        if how == "error":
            raise LookupError("of the call")
        if how == "watchdog":
            await asyncio.sleep(1e6)
        while how == "livelock":  # noqa: ASYNC110
            await asyncio.sleep(0)
        await asyncio.get_running_loop().create_future()

    with pytest.raises(LookupError if how == "error" else VirtualTimeError):
        run_virtual(main, limit_s=30)
    assert ends == ["started", "cleaned", "at leisure"]
    assert run_virtual(_now) == 1000  # and the next call starts afresh


def test_virtual_runs_do_not_nest():
    async def main():
        with pytest.raises(RuntimeError, match="already running"):
            run_virtual(_now)

    run_virtual(main)


def test_real_and_virtual_calls_share_a_process():
    async def main():
        started = time.monotonic()
        await asyncio.sleep(0.02)
        return time.monotonic() - started

    assert run_virtual(main) == pytest.approx(0.02, abs=1e-9)
    assert 0.02 <= run_real(main) < 5
    assert run_virtual(main) == pytest.approx(0.02, abs=1e-9)


def _python(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_install_refuses_when_pipecat_came_first():
    done = _python("import pipecat.frames.frames\nfrom pipelines import clock\nclock.install()")
    assert done.returncode == 1
    assert "must run before pipecat is imported" in done.stderr.splitlines()[-1]


def test_install_before_pipecat_reaches_clocks_bound_at_import_and_keeps_logs_quiet():
    done = _python(
        "from pipelines import clock\n"
        "clock.install(); clock.install()\n"
        "from pipecat.frames.frames import VADUserStoppedSpeakingFrame as Stopped\n"
        "async def main():\n    return Stopped(stop_secs=0.2).timestamp\n"
        "assert clock.run_virtual(main) == clock.EPOCH_NS / 1e9 + 1000\n"
        "import time\n"
        "assert abs(Stopped(stop_secs=0.2).timestamp - clock._REAL['time']()) < 5\n"
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_task_that_wakes_itself_for_ever_is_an_error(monkeypatch) -> None:
    monkeypatch.setattr(clock, "LIVELOCK_TURNS", 10_000)

    async def spin() -> None:
        while True:  # noqa: ASYNC110
            await asyncio.sleep(0)

    with pytest.raises(VirtualTimeError, match="time stands still"):
        run_virtual(spin)


def test_a_timer_that_makes_no_progress_is_an_error(monkeypatch) -> None:
    monkeypatch.setattr(clock, "LIVELOCK_TURNS", 10_000)

    async def crawl() -> None:
        while True:  # noqa: ASYNC110
            await asyncio.sleep(1e-12)

    with pytest.raises(VirtualTimeError, match="time stands still"):
        run_virtual(crawl)
