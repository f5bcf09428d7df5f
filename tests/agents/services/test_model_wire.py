"""Language models of every vendor through their own protocol: Pipecat's service against the loopback servers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import pytest
from pipecat.adapters.llm.schemas.function_schema import FunctionSchema
from pipecat.adapters.llm.schemas.tools_schema import ToolsSchema
from pipecat.frames.frames import (
    InputAudioRawFrame,
    LLMContextFrame,
    LLMFullResponseEndFrame,
    LLMTextFrame,
)
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair
from pipecat.services.llm_service import FunctionCallParams, LLMService
from pipecat.utils.errors import ErrorCategory

from agents.loopback.faults import Fault, Faults
from agents.loopback.mind import Message, Reply
from agents.loopback.session import Session
from agents.services import registry
from agents.services.base import Provider, Site
from tests.agents.loopback.conftest import Announce
from tests.agents.services.pipe import RATE, Pipe, Tap
from tests.agents.services.vendors import entry, hosted

pytestmark = pytest.mark.filterwarnings("ignore:Inheritance class Aiohttp:DeprecationWarning")  # of google-genai
MODELS = [p for p in hosted() if p.part == "llm"]
every = pytest.mark.parametrize("provider", MODELS, ids=lambda p: p.name)
hearing = pytest.mark.parametrize("provider", [p for p in MODELS if p.hears_sound], ids=lambda p: p.name)
ASKED: list[Message] = [{"role": "user", "content": "Is my flight on time?"}]


class Script:
    """Answers in the place of a session's mind, and keeps what it was asked."""

    def __init__(self, session: Session, *replies: Reply) -> None:
        self._replies, self.asked = list(replies), []
        session.reply = self.reply  # type: ignore[method-assign]

    async def reply(self, messages: Sequence[Message]) -> Reply:
        self.asked.append(list(messages))
        return self._replies.pop(0)


class Talk:
    """A model between the aggregators of its context, with two tools."""

    def __init__(self, provider: Provider, site: Site, messages: Sequence[Any] = ASKED, **fields: Any) -> None:
        self.called: list[tuple[str, dict[str, Any]]] = []
        self.context = LLMContext(list(messages), tools=ToolsSchema(standard_tools=[self._tool(n) for n in "ab"]))
        user, assistant = LLMContextAggregatorPair(self.context)
        self.said: list[Any] = []
        service = registry.build("llm", entry(provider, **fields), site)
        assert isinstance(service, LLMService)
        service.append_system_instruction("You are brief.")
        self.pipe = Pipe(user, service, _kept(self.said), assistant)

    def _tool(self, letter: str) -> FunctionSchema:
        async def handler(params: FunctionCallParams) -> None:
            self.called.append((params.function_name, dict(params.arguments)))
            await params.result_callback({"found": params.function_name})

        properties = {"number": {"type": "string"}}
        return FunctionSchema(f"tool_{letter}", "looks up", properties, ["number"], handler=handler)

    @property
    def text(self) -> str:
        return "".join(f.text for f in self.said if isinstance(f, LLMTextFrame))

    async def until_answered(self, answers: int = 1, secs: float = 10) -> None:
        """Let the model speak, until it has ended so many answers, or failed."""

        async def act() -> None:
            await self.pipe.put(LLMContextFrame(self.context))
            ended = LLMFullResponseEndFrame
            await self.pipe.until(lambda: sum(isinstance(f, ended) for f in self.said) >= answers, secs)
            await asyncio.sleep(0.1)

        await self.pipe.run(act)


def _kept(frames: list[Any]) -> Tap:
    from pipecat.processors.frame_processor import FrameDirection

    return Tap(frames, FrameDirection.DOWNSTREAM)


@every
async def test_a_model_answers(provider: Provider, site: Site, announce: Announce) -> None:
    script = Script(announce(), Reply("It is on time."))
    talk = Talk(provider, site)
    await talk.until_answered()
    assert talk.text.strip() == "It is on time."
    assert not talk.pipe.errors
    assert script.asked[0][-1]["role"] == "user"
    assert "You are brief." not in str([m for m in script.asked[0] if m["role"] == "user"])


@every
async def test_all_tools_of_an_answer_run_and_their_results_go_back(
    provider: Provider, site: Site, announce: Announce
) -> None:
    calls = (("tool_a", {"number": "1"}), ("tool_b", {"number": "2"}))
    script = Script(announce(), Reply("", calls), Reply("Both found."))
    talk = Talk(provider, site)
    await talk.until_answered(2)
    assert sorted(talk.called) == sorted(calls)
    assert talk.text.strip() == "Both found."
    results = [m["content"] for m in script.asked[1] if m["role"] == "tool"]
    assert [name for name in ("tool_a", "tool_b") if any(name in str(result) for result in results)] == [
        "tool_a",
        "tool_b",
    ]


@hearing
async def test_a_model_that_takes_sound_hears_the_caller(provider: Provider, site: Site, announce: Announce) -> None:
    session = announce()
    sound = await session.speak("I would like to change my booking.", RATE)
    script = Script(session, Reply("Of course."))
    heard = await LLMContext.create_audio_message(
        audio_frames=[InputAudioRawFrame(bytes(RATE) + sound + bytes(RATE), RATE, 1)]
    )
    talk = Talk(provider, site, [heard])  # its greeting was cut before it was written down
    await talk.until_answered()
    assert talk.text.strip() == "Of course."
    assert "change my booking" in str(script.asked[0][-1])
    assert "You are brief." not in str([m for m in script.asked[0] if m["role"] == "user"])


@every
async def test_a_refusal_that_passes_goes_unnoticed(provider: Provider, site: Site, announce: Announce) -> None:
    session = announce()
    session.faults = Faults((Fault(part="llm", kind="status", status=503, count=2),))
    Script(session, Reply("Here I am."))
    talk = Talk(provider, site)
    await talk.until_answered()
    assert talk.text.strip() == "Here I am."
    assert not talk.pipe.errors


@every
async def test_a_refusal_that_lasts_is_told_in_the_vendors_words(
    provider: Provider, site: Site, announce: Announce
) -> None:
    Script(announce("llm:status=429"), Reply("Never said."))
    talk = Talk(provider, site, retries=1)
    await talk.until_answered()
    error = talk.pipe.errors[0]
    assert error.category is ErrorCategory.RATE_LIMIT
    assert "429" in error.error
    assert talk.text == ""


@every
async def test_a_wrong_key_is_an_error_that_will_last(provider: Provider, site: Site) -> None:
    talk = Talk(provider, site)
    started = time.monotonic()
    await talk.until_answered()
    assert talk.pipe.errors[0].category is not None
    assert talk.pipe.errors[0].category.is_permanent
    assert time.monotonic() - started < 4  # nobody asks again


@every
async def test_a_vendor_that_never_answers_is_waited_for_no_longer_than_it_may(
    provider: Provider, site: Site, announce: Announce
) -> None:
    Script(announce("llm:mute"), Reply("Never said."))
    talk = Talk(provider, site, timeout_secs=1)
    started = time.monotonic()
    await talk.until_answered()
    assert talk.pipe.errors[0].category is ErrorCategory.CONNECTIVITY
    assert time.monotonic() - started < 6


@every
async def test_an_answer_that_is_cut_off_is_an_error_and_keeps_its_words(
    provider: Provider, site: Site, announce: Announce
) -> None:
    Script(announce("llm:close"), Reply("This sentence has quite a number of words in it. " * 4))
    talk = Talk(provider, site)
    await talk.until_answered()
    assert talk.pipe.errors
