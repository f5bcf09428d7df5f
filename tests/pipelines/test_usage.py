"""What services report of their use comes to buckets that do not overlap."""

from hypothesis import given
from hypothesis import strategies as st
from pipecat.frames.frames import MetricsFrame
from pipecat.metrics.metrics import (
    LLMTokenUsage,
    LLMUsageMetricsData,
    STTUsage,
    STTUsageMetricsData,
    TTFBMetricsData,
    TTSUsageMetricsData,
)
from pipecat.observers.base_observer import FramePushed
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor

from pipelines import usage
from pipelines.tap import EventLog, Tap


def counted(**fields):
    return usage.tokens(LLMTokenUsage(**{"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0} | fields))


def test_cached_tokens_are_inside_a_gross_prompt_and_beside_a_net_one():
    cache = {"cache_read_input_tokens": 800, "cache_creation_input_tokens": 50}
    buckets = {"input_tokens": 150, "cached_tokens": 800, "cache_write_tokens": 50, "output_tokens": 20}
    assert counted(prompt_tokens=1000, completion_tokens=20, total_tokens=1020, **cache) == buckets
    assert counted(prompt_tokens=150, completion_tokens=20, total_tokens=1020, **cache) == buckets


def test_sound_is_told_apart_from_text_and_reasoning_stays_in_the_output():
    assert counted(
        prompt_tokens=1000,
        completion_tokens=300,
        total_tokens=1300,
        cache_read_input_tokens=400,
        cache_read_input_audio_tokens=100,
        input_audio_tokens=350,
        output_audio_tokens=220,
        reasoning_tokens=30,
    ) == {
        "input_tokens": 350,
        "cached_tokens": 300,
        "input_audio_tokens": 250,
        "cached_audio_tokens": 100,
        "output_tokens": 80,
        "output_audio_tokens": 220,
        "reasoning_tokens": 30,
    }


@given(
    st.integers(0, 9999),
    st.integers(0, 9999),
    st.integers(0, 9999),
    st.integers(0, 9999),
    st.integers(0, 9999),
    st.booleans(),
)
def test_no_token_is_counted_twice_or_lost(text, sound, cached, cached_sound, out, net):
    """Whatever a service reports net or gross, the buckets of input and output sum to the total."""
    caches = cached + cached_sound
    prompt = text + sound + (0 if net else caches)
    found = counted(
        prompt_tokens=prompt,
        completion_tokens=out,
        total_tokens=text + sound + caches + out,
        cache_read_input_tokens=caches,
        input_audio_tokens=sound + cached_sound,
        cache_read_input_audio_tokens=cached_sound,
    )
    assert sum(v for k, v in found.items() if k != "reasoning_tokens") == text + sound + caches + out
    assert found.get("input_audio_tokens", 0) == sound
    assert found.get("cached_audio_tokens", 0) == cached_sound


async def test_the_tap_notes_usage_and_no_other_measurement():
    log = EventLog()
    frame = MetricsFrame(
        data=[
            TTFBMetricsData(processor="x", value=0.2),
            STTUsageMetricsData(processor="DeepgramSTTService#0", model="nova-3", value=STTUsage(audio_seconds=2.51)),
            TTSUsageMetricsData(processor="CartesiaTTSService#0", model="sonic-3", value=41),
            LLMUsageMetricsData(
                processor="OpenAILLMService#0",
                model="gpt-5.4",
                value=LLMTokenUsage(prompt_tokens=9, completion_tokens=3, total_tokens=12),
            ),
        ]
    )
    source, destination = FrameProcessor(), FrameProcessor()
    await Tap("agent", log).on_push_frame(
        FramePushed(source, destination, frame, FrameDirection.DOWNSTREAM, timestamp=2_000_000_000)
    )
    assert [(e.sample, e.side, e.kind, e.data["part"], e.data["model"]) for e in log.events] == [
        (16000, "agent", "usage", "stt", "nova-3"),
        (16000, "agent", "usage", "tts", "sonic-3"),
        (16000, "agent", "usage", "llm", "gpt-5.4"),
    ]
    assert [e.data["quantities"] for e in log.events] == [
        {"seconds": 2.51},
        {"characters": 41},
        {"input_tokens": 9, "output_tokens": 3},
    ]
