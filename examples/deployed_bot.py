"""An ordinary Pipecat bot in a process of its own, reached by Twilio Media Streams or by SmallWebRTC.

It is written as Pipecat's documentation shows: a `bot` function that its development runner calls for each
connection, a pipeline of STT, LLM and TTS, and an LLM with tools. The one thing that Callbench adds is where the tools
are: `tools_url` and `tools_token` of the call, instead of a back end of your own::

    python examples/deployed_bot.py --port 7860
    callbench agents check ws://127.0.0.1:7860/ws
    callbench agents check webrtc+http://127.0.0.1:7860/api/offer

So that it runs without a key, its services are Callbench's embedded ones, and in the place of a language model there
is `FrontDesk`, which can do one thing: look a booking up and say what stands in it. Put your own in:
`DeepgramSTTService(...)`, `OpenAILLMService(...)`, `CartesiaTTSService(...)`; nothing else changes.
"""

from __future__ import annotations

import json
import re
from typing import Any

import httpx2
from pipecat.adapters.llm.schemas.function_schema import FunctionSchema
from pipecat.adapters.llm.schemas.tools_schema import ToolsSchema
from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.frames.frames import TTSSpeakFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair, LLMUserAggregatorParams
from pipecat.runner.types import RunnerArguments, SmallWebRTCRunnerArguments
from pipecat.runner.utils import parse_telephony_websocket
from pipecat.serializers.twilio import TwilioFrameSerializer
from pipecat.services.llm_service import FunctionCallParams
from pipecat.transports.base_transport import BaseTransport, TransportParams
from pipecat.transports.websocket.fastapi import FastAPIWebsocketParams, FastAPIWebsocketTransport
from pipecat.workers.runner import WorkerRunner

from agents.embedded.stt import EmbeddedSTT
from agents.embedded.tts import EmbeddedTTS
from agents.embedded.voices import synthesize
from pipelines.brain import Action, BrainService, CallTools, Say
from scenarios.model import EntityKind
from scenarios.spoken import hear, say

ASK = "May I have your confirmation number and your last name, please?"
ANSWER = re.compile(r"number\b(?: is)?(?P<code>.*)\b(?:last name|surname|name)\b(?: is)?(?P<name>.+)", re.DOTALL)
SURE = 1.0  # readings that cost more are guesses
RATE = 8000  # a telephone line's; Pipecat's defaults would resample what Twilio sends


async def bot(runner_args: RunnerArguments) -> None:
    """Pipecat's entry point: one call for each connection."""
    if isinstance(runner_args, SmallWebRTCRunnerArguments):
        from pipecat.transports.smallwebrtc.transport import SmallWebRTCTransport

        told = runner_args.body or {}
        transport: BaseTransport = SmallWebRTCTransport(
            webrtc_connection=runner_args.webrtc_connection,
            params=TransportParams(audio_in_enabled=True, audio_out_enabled=True),
        )
    else:
        _, call = await parse_telephony_websocket(runner_args.websocket)  # type: ignore[attr-defined]
        told = call.body
        serializer = TwilioFrameSerializer(
            stream_sid=call.stream_id or "",
            params=TwilioFrameSerializer.InputParams(auto_hang_up=False),  # there is no account at Twilio to ask
        )
        transport = FastAPIWebsocketTransport(
            websocket=runner_args.websocket,  # type: ignore[attr-defined]
            params=FastAPIWebsocketParams(
                audio_in_enabled=True, audio_out_enabled=True, add_wav_header=False, serializer=serializer
            ),
        )
    await run_bot(transport, told)


async def run_bot(transport: BaseTransport, told: dict[str, str]) -> None:
    """The bot itself, whatever it is reached by."""
    back_end = httpx2.AsyncClient(headers={"Authorization": f"Bearer {told['tools_token']}"}, timeout=10)

    async def run_tool(params: FunctionCallParams) -> None:
        url = f"{told['tools_url']}/{params.function_name}"
        response = await back_end.post(url, json=dict(params.arguments))
        await params.result_callback(response.json())

    stt = EmbeddedSTT(lambda: 0.0)
    llm = BrainService(FrontDesk(), lambda: 0.0)
    tts = EmbeddedTTS("joe", lambda: 0.0)
    llm.register_function(None, run_tool)
    tools = ToolsSchema(standard_tools=[schema(tool) for tool in (await back_end.get(told["tools_url"])).json()])
    context = LLMContext(tools=tools)  # a model is told `instructions`, which are at `call_url`, when it is made
    user, assistant = LLMContextAggregatorPair(
        context, user_params=LLMUserAggregatorParams(vad_analyzer=SileroVADAnalyzer())
    )
    worker = PipelineWorker(
        Pipeline([transport.input(), stt, user, llm, tts, transport.output(), assistant]),
        params=PipelineParams(audio_in_sample_rate=RATE, audio_out_sample_rate=RATE),
    )

    @transport.event_handler("on_client_connected")  # type: ignore[untyped-decorator]
    async def on_client_connected(*_: Any) -> None:
        await worker.queue_frame(TTSSpeakFrame(told["greeting"]))

    @transport.event_handler("on_client_disconnected")  # type: ignore[untyped-decorator]
    async def on_client_disconnected(*_: Any) -> None:
        await worker.cancel()

    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    await runner.run()
    await back_end.aclose()


def schema(tool: dict[str, Any]) -> FunctionSchema:
    """A tool of the call as Pipecat describes it."""
    parameters = tool["parameters"]
    return FunctionSchema(
        name=tool["name"],
        description=tool["description"],
        properties=parameters["properties"],
        required=parameters.get("required", []),
    )


class FrontDesk:
    """Stands where a language model would: sees the same context, calls the same tools."""

    def __init__(self) -> None:
        self.asked = False
        self.answer = ""

    def begin(self, action: Action) -> None:
        """Nothing to note: what is said or called shows in the context."""

    def next(self, context: LLMContext) -> Action:
        """The next thing to say or to call."""
        messages: list[Any] = context.get_messages()
        if messages[-1].get("role") == "tool":
            return self.tell(json.loads(messages[-1]["content"]))
        words = words_since_reply(messages)
        if self.answer:
            parting = re.search(r"\b(no|bye|goodbye|thanks?|thank you)\b", words)
            return Say("Thank you for calling. Goodbye." if parting else self.answer)
        if found := ANSWER.search(words):
            code, name = read("code", found["code"]), read("name", found["name"])
            if code and name:
                return CallTools((("get_reservation", {"confirmation_number": code, "last_name": name}),))
        self.asked, again = True, self.asked
        return Say(f"{'Sorry.' if again else 'Of course.'} {ASK}")

    def tell(self, result: dict[str, Any]) -> Action:
        """Say what stands in the booking."""
        if result["status"] != "success":
            return Say(f"I can't find a booking with that. {ASK}")
        flight = result["reservation"]["bookings"][0]["segments"][0]
        number, leaves = say("flight", flight["flight_number"]), say("time", flight["scheduled_departure"])
        self.answer = f"You are on {number}, and it leaves at {leaves}. Is there anything else?"
        return Say(self.answer)


def read(kind: EntityKind, words: str) -> str:
    """A value that was spoken or spelled; empty if there is none to be sure of."""
    return next((guess.value for guess in hear(kind, words) if guess.cost < SURE), "")


def words_since_reply(messages: list[Any]) -> str:
    """What the caller has said since the bot last spoke; a turn may come in pieces."""
    said: list[str] = []
    for message in reversed(messages):
        if message.get("role") != "user":
            break
        said.insert(0, str(message["content"]))
    return " ".join(said).lower().replace("digit", "")  # as some say before a figure


if __name__ == "__main__":
    from pipecat.runner.run import main

    synthesize("Hello.", "joe")  # load the voice before the first call, not in it
    main()
