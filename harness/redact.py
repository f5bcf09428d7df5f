"""Keep secrets out of everything that a run writes.

Two lines of defence: values of fields and variables that are secret by name are never written, and the values
themselves, wherever they turn up in a text (an error message, an echoed header), are replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from harness.files import write

MASK = "***"
SHORTEST = 8  # shorter values are too likely to be ordinary words

_FIELD = re.compile(
    r"(?:^|[_-])(?:\w*key|token|secret|password|passwd|passphrase|credentials?|authorization|bearer)$",
    re.IGNORECASE,
)
_VARIABLE = re.compile(
    r"(?:^|_)(?:[A-Z0-9]*KEY|[A-Z0-9]*TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)(?:_|$)",
    re.IGNORECASE,
)
_REFERENCE = re.compile(r"\$\{?\w+\}?")
_URL = re.compile(r"^[a-z][a-z0-9+.-]*://", re.IGNORECASE)


def is_secret_field(name: str) -> bool:
    """Whether a field of this name holds a secret: ``api_key``, ``auth-token``; not ``max_tokens``."""
    return _FIELD.search(name) is not None


class Redactor:
    """Replaces secrets by ``***``."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        """Take the secrets' values; those shorter than `SHORTEST` are left out."""
        self._secrets = sorted({s for s in secrets if len(s) >= SHORTEST}, key=lambda s: (-len(s), s))

    @classmethod
    def of(cls, environ: Mapping[str, str], *configurations: Any) -> Redactor:
        """A redactor that knows the secrets of an environment and of configurations (nested data)."""
        found = [v for k, v in environ.items() if _VARIABLE.search(k) and not v.startswith("/")]
        for configuration in configurations:
            found += _secrets_in(configuration)
        return cls(found)

    def text(self, text: str) -> str:
        """The text with every known secret replaced."""
        for secret in self._secrets:
            text = text.replace(secret, MASK)
        return text

    def data(self, value: Any) -> Any:
        """Nested data with secret fields, secrets in URLs and known secrets replaced."""
        if isinstance(value, Mapping):
            return {k: MASK if _hidden(str(k), v) else self.data(v) for k, v in value.items()}
        if isinstance(value, list | tuple):
            return [self.data(v) for v in value]
        if isinstance(value, str):
            return self.text(_bare_url(value))
        return value

    def folder(self, folder: Path, suffixes: tuple[str, ...] = (".json", ".jsonl", ".txt", ".vtt", ".log")) -> int:
        """Replace known secrets in the text files of a folder; answers how many files had to be mended."""
        mended = 0
        if not self._secrets:
            return mended
        for path in sorted(folder.rglob("*")):
            if path.suffix in suffixes and path.is_file():
                text = path.read_text(encoding="utf-8", errors="replace")
                clean = self.text(text)
                if clean != text:
                    write(path, clean)
                    mended += 1
        return mended


def _hidden(name: str, value: Any) -> bool:
    if not is_secret_field(name) or not isinstance(value, str) or not value:
        return False
    return _REFERENCE.fullmatch(value) is None


def _secrets_in(value: Any, name: str = "") -> list[str]:
    if isinstance(value, Mapping):
        return [s for k, v in value.items() for s in _secrets_in(v, str(k))]
    if isinstance(value, list | tuple):
        return [s for v in value for s in _secrets_in(v, name)]
    if isinstance(value, str):
        if _hidden(name, value):
            return [value]
        if _URL.match(value):
            return _url_secrets(value)
    return []


def _url_secrets(url: str) -> list[str]:
    head, _, query = url.partition("?")
    user = re.search(r"//([^/@]*)@", head)
    values = [part.partition("=")[2] for part in query.split("&")]
    return [*(user[1].split(":") if user else []), *values]


def _bare_url(text: str) -> str:
    """A URL without user and with masked query values; any other text as it is."""
    if not _URL.match(text):
        return text
    head, mark, query = text.partition("?")
    head = re.sub(r"//[^/@]*@", f"//{MASK}@", head)
    parts = [f"{p.partition('=')[0]}={MASK}" if "=" in p else MASK for p in query.split("&")]
    return head + (mark + "&".join(parts) if mark else "")
