"""Faults on demand: how they are written, whom they strike, and what each does to each vendor's wire."""

import asyncio
import base64
import contextlib
import json
import time

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.loopback._timing import Timing
from agents.loopback.faults import CONNECTION, KINDS, PARTS, UTTERANCE, Fault, Faults, parse
from agents.loopback.mind import Reply
from scenarios.errors import UsageError
from tests.agents.loopback.vendors import EARS, MODELS, RATE, SAID, SPEECH, VOICES

PATIENCE = 8.0  # seconds in which a message that is to come has come, on a busy machine
QUIET = 1.0  # seconds after which one that is not to come would have come


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("stt:401", Fault(part="stt", kind="status", status=401)),
        ("llm:429=2", Fault(part="llm", kind="status", status=429, retry_after=2)),
        ("tts:status=503@2", Fault(part="tts", kind="status", status=503, skip=2)),
        ("tts:slow=8.5", Fault(part="tts", kind="slow", seconds=8.5)),
        ("stt:close@1", Fault(part="stt", kind="close", skip=1)),
        ("realtime:burst", Fault(part="realtime", kind="burst")),
        (" llm:mute ", Fault(part="llm", kind="mute")),
    ],
)
def test_faults_as_they_are_written(text, fault):
    assert parse(text) == fault


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("401", "PART:KIND"),
        ("ears:401", "no part 'ears'; known: stt, llm, tts, realtime"),
        ("stt:explode", "no kind 'explode'; known: status, slow"),
        ("stt:²", "PART:KIND"),
        ("stt:٤٠١", "PART:KIND"),
        ("stt:slow=inf", "finite number"),
        ("stt:429=inf", "finite number"),
        ("stt:200", "greater than or equal to 400"),
        ("stt:close=3", "close takes no value"),
        ("tts:slow=soon", "'soon' is no number"),
        ("tts:slow=-1", "greater than or equal to 0"),
        ("tts:status=4.5", "'4.5' is no whole number"),
        ("stt:close@later", "'later' is no whole number"),
        ("stt:close@", "after @ comes how many"),
        ("llm:burst", "for tts or realtime, not for llm"),
    ],
)
def test_what_cannot_be_read_is_one_clear_line(text, says):
    with pytest.raises(UsageError, match=r"^fault ") as caught:
        parse(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


NUMBERS = (st.integers(0, 9), st.integers(400, 599), st.integers(0, 60))


@given(st.sampled_from(PARTS), st.sampled_from(list(KINDS)), *NUMBERS)
def test_every_fault_that_is_written_is_read_again(part, kind, skip, status, secs):
    value = {"status": f"={status}", "slow": f"={secs}"}.get(kind, "")
    text = f"{part}:{kind}{value}@{skip}"
    if kind == "burst" and part not in ("tts", "realtime"):
        with pytest.raises(UsageError):
            parse(text)
        return
    fault = parse(text)
    assert (fault.part, fault.kind, fault.skip) == (part, kind, skip)
    assert fault.status == (status if kind == "status" else 500)
    assert fault.seconds == (secs if kind == "slow" else 5.0)


@given(st.text(max_size=20))
def test_no_text_breaks_the_reader(text):
    with contextlib.suppress(UsageError):
        parse(text)


def test_connections_and_the_utterances_within_them_are_counted_apart():
    faults = Faults([parse("tts:401@1"), parse("tts:close@2")])
    assert faults.strike("tts", CONNECTION) is None
    assert [faults.strike("tts", UTTERANCE) for _ in range(2)] == [None, None]
    assert faults.strike("tts", UTTERANCE).kind == "close"
    assert faults.strike("tts", CONNECTION).status == 401


async def collect(line, ended, fault, most=bool):
    """Messages with when they came: until one that ends it, one that cannot be read, a silence or the close.

    Where the end is withheld, `most` tells of a message that nothing but the end may follow soon.
    """
    got, began, quiet = [], time.monotonic(), fault == "mute"
    while not got or not ended(parsed(got[-1][1])):
        try:
            message = await line.receive(QUIET if quiet else PATIENCE)
        except TimeoutError:
            break
        if message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.ERROR):
            break
        got.append((time.monotonic() - began, message.data))
        quiet |= fault == "no_end" and bool(most(parsed(message.data)))
    return got


async def everyone(ask, vendors):
    """Ask every vendor at once; what fails says which one it was."""
    failed = await asyncio.gather(*map(ask, vendors.values()), return_exceptions=True)
    for name, error in zip(vendors, failed, strict=True):
        if error is not None:
            raise AssertionError(f"{name}: {error}") from error


def parsed(data):
    """A message; sound is an empty one, and what is not JSON is none."""
    if isinstance(data, bytes):
        return {}
    try:
        return json.loads(data)
    except ValueError:
        return None


@pytest.mark.parametrize("fault", ["close", "slow=1", "mute", "no_end", "malformed"])
async def test_ears_with_a_fault(server, announce, fault):
    session = announce(f"stt:{fault}")
    sound = await session.speak(SAID, RATE)

    async def ask(vendor):
        async with (
            aiohttp.ClientSession(headers=vendor.headers) as http,
            http.ws_connect(f"ws://{server.plain}{vendor.path}") as line,
        ):
            for message in vendor.sends(bytes(RATE) + sound + bytes(2 * RATE)):
                await (line.send_bytes(message) if isinstance(message, bytes) else line.send_str(message))
            got = await collect(line, lambda m: m is None or bool(vendor.final(m)), fault, vendor.some)
        known = [parsed(data) for _, data in got]
        finals = [text for m in known if m and (text := vendor.final(m))]
        heard = [text for m in known if m and (text := vendor.some(m))]
        if fault == "close":
            assert (finals, line.close_code) == ([], aiohttp.WSCloseCode.INTERNAL_ERROR)
        elif fault == "slow=1":
            assert finals == [SAID]
            assert got[-1][0] >= 1
        elif fault == "mute":
            assert not got
        elif fault == "no_end":
            assert (finals, heard[-1]) == ([], SAID)
        else:
            assert known[-1] is None
            assert not finals

    await everyone(ask, EARS)


@pytest.mark.parametrize("fault", ["close", "slow=1", "mute", "burst", "no_end", "malformed", ""])
async def test_voices_with_a_fault(server, announce, fault):
    session = announce(*([f"tts:{fault}"] if fault else []))
    server.house.timing = Timing(first=0, speed=2.0, token=0, last=0)
    length = len(await session.speak(SAID, RATE, "v"))

    async def ask(vendor):
        async with (
            aiohttp.ClientSession(headers=vendor.headers) as http,
            http.ws_connect(f"ws://{server.plain}{vendor.path}") as line,
        ):
            for order in vendor.sends:
                await line.send_json(order)
            got = await collect(line, lambda m: m is not None and vendor.ended(m), fault, lambda m: True)
        known = [parsed(data) for _, data in got]
        sounds = []
        for (when, data), message in zip(got, known, strict=True):
            if isinstance(data, bytes):
                sounds.append((when, len(data)))
            elif message and (text := vendor.sound(message)):
                sounds.append((when, len(base64.b64decode(text))))
        ended = any(vendor.ended(m) for m in known if m)
        sent = sum(size for _, size in sounds)
        if fault == "close":
            assert 0.3 * length < sent < 0.8 * length
            assert (ended, line.close_code) == (False, aiohttp.WSCloseCode.INTERNAL_ERROR)
        elif fault == "mute":
            assert not got
        else:
            assert sent == length
            assert ended == (fault != "no_end")
            assert (None in known) == (fault == "malformed")
            assert (sounds[-1][0] - sounds[0][0] < 0.3) == (fault == "burst")
            assert (sounds[0][0] >= 1) == (fault == "slow=1")

    await everyone(ask, VOICES)


class Script:
    """A mind of few words."""

    def think(self, messages):
        return Reply("How may I help you today, please?")

    def decide(self, reply):
        return reply


@pytest.mark.parametrize("part", ["llm", "tts"])
@pytest.mark.parametrize("fault", ["close", "slow=1", "mute", "no_end", "malformed", "503", ""])
async def test_requests_with_a_fault(server, announce, part, fault):
    session = announce(*([f"{part}:{fault}"] if fault else []))
    session._mind = Script()
    length = len(await session.speak(SAID, 24000, "v"))

    async def ask(vendor):
        path, headers, body, end = vendor
        got, cut, late, first, status = b"", False, False, None, None
        began = time.monotonic()
        async with aiohttp.ClientSession(headers=headers) as http:
            try:
                secs = QUIET if fault in ("mute", "no_end") else PATIENCE
                async with asyncio.timeout(secs), http.post(f"http://{server.plain}{path}", json=body) as answer:
                    status = answer.status
                    async for piece in answer.content.iter_any():
                        first = first or time.monotonic() - began
                        got += piece
            except aiohttp.ClientError:
                cut = True
            except TimeoutError:
                late = True
        if fault == "503":
            assert status == 503
            assert "error" in json.loads(got)
            return
        assert cut == (fault == "close")
        assert late == (fault in ("mute", "no_end"))
        assert bool(got) == (fault != "mute")
        whole = end in got if end else len(got) == length
        assert whole == (fault in ("slow=1", "") or (fault == "no_end" and not end))
        if fault == "slow=1":
            assert first >= 1
        if fault == "malformed":
            assert parsed(got.split(b"data: ")[-1].decode(errors="replace")) is None

    await everyone(ask, MODELS if part == "llm" else SPEECH)
