"""What a run says of its condition before the first call."""

import wave

import pytest

from harness import launch
from harness.cli.run import look_over
from harness.settings import RunSettings


@pytest.mark.parametrize(("rate", "told"), [(16000, True), (8000, False)])
def test_recordings_that_are_converted_are_told_before_the_first_call(monkeypatch, capsys, tmp_path, rate, told):
    with wave.open(str(tmp_path / "kitchen.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((b"\x10\x20\xf0\xdf" * rate)[: 2 * 2 * rate])
    planned = launch.prepare(RunSettings(scenarios=("sick-note",), perturb=(f"noise-{tmp_path}=10",)))
    look_over(planned.manifest, False)
    err = capsys.readouterr().err
    assert ("converted from 16000 Hz to 8000 Hz" in err) is told
