"""What people bring themselves: a combination in a dozen lines of YAML, a voice in two dozen of Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from pipecat.frames.frames import TTSAudioRawFrame, TTSSpeakFrame, TTSStoppedFrame

from agents import ready
from agents.services import registry
from agents.services.base import Site
from agents.spec import AgentSpec, Service
from scenarios.errors import UsageError
from tests.agents.services.pipe import Pipe

EXAMPLES = Path(__file__).parents[3] / "examples"
VOICE = f"{EXAMPLES / 'my_tts.py'}:unhurried"


def test_a_new_combination_is_a_dozen_lines() -> None:
    file = EXAMPLES / "new_combination.yaml"
    assert len(file.read_text().splitlines()) <= 12
    agent = AgentSpec.load(file)
    assert agent.problem == ""
    assert {n.name for n in ready.needs(agent, {})} == {
        "deepgram",
        "DEEPGRAM_API_KEY",
        "MY_LLM_URL",
        "ELEVENLABS_API_KEY",
    }
    assert ready.here(agent, {}) == "rehearsal"


async def test_a_voice_of_ones_own_is_two_dozen_lines_and_speaks() -> None:
    assert len((EXAMPLES / "my_tts.py").read_text().splitlines()) <= 25
    pipe = Pipe(registry.build("tts", Service(provider=VOICE, pace=0.7), Site(environ={})))

    async def act() -> None:
        await pipe.put(TTSSpeakFrame("How may I help you today?"))
        await pipe.until(lambda: pipe.got(TTSStoppedFrame), secs=20)

    await pipe.run(act)
    assert not pipe.errors
    assert {f.sample_rate for f in pipe.got(TTSAudioRawFrame)} == {8000}
    assert 1.5 < pipe.spoken_secs < 4


@pytest.mark.parametrize(
    ("provider", "fields", "message"),
    [
        (VOICE, {"pacce": 1}, "tts has no option 'pacce' (did you mean pace?); known: model, pace"),
        (VOICE, {"pace": "quick"}, "tts option pace: "),
        (VOICE + "ly", {}, "no factory 'unhurriedly' in it; known: unhurried"),
        (str(EXAMPLES / "no_tts.py:x"), {}, "no such file"),
    ],
)
def test_what_is_wrong_with_ones_own_is_one_line(provider: str, fields: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        registry.resolve("tts", Service(provider=provider, **fields))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_voice_is_no_ear() -> None:
    with pytest.raises(UsageError, match=r"it makes tts, not stt$"):
        registry.resolve("stt", Service(provider=VOICE))


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("raise SystemExit(7)", "SystemExit: 7"),
        ("raise SystemExit", "SystemExit"),
        (r"raise ValueError('one\ntwo')", "ValueError: one"),
        ("def (:", "SyntaxError: "),
    ],
)
def test_a_file_that_fails_is_one_line(tmp_path: Path, code: str, message: str) -> None:
    (tmp_path / "bad.py").write_text(code)
    with pytest.raises(UsageError) as caught:
        registry.resolve("tts", Service(provider=f"{tmp_path / 'bad.py'}:x"))
    assert f"bad.py: {message}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_factory_that_makes_nothing_is_named(tmp_path: Path) -> None:
    (tmp_path / "none.py").write_text(
        "from agents.services.base import Options, provider\n\n"
        "@provider('tts', 'none', Options)\ndef none(options, site):\n    return None\n"
    )
    service = Service(provider=f"{tmp_path / 'none.py'}:none")
    with pytest.raises(UsageError, match=r"none\.py:none made NoneType, which is no Pipecat service$"):
        registry.build("tts", service, Site())


def test_the_home_of_nobody_is_no_such_file() -> None:
    with pytest.raises(UsageError, match=r"no such file ~nosuchuser/x\.py$"):
        registry.resolve("tts", Service(provider="~nosuchuser/x.py:x"))


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text("import no_such_module_of_mine\n")
    with pytest.raises(UsageError, match=r"odd\.py: ModuleNotFoundError: No module named"):
        registry.resolve("tts", Service(provider=f"{tmp_path / 'odd.py'}:x"))
