"""Judge files: which model answers for which metrics, where, with which settings and at which price.

A file holds one judge, or several under ``judges``. Secrets are never in it: it names the environment variable
that holds the key. See docs/judges.md.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from metrics.judges.llm.questions import QUESTIONS
from metrics.judges.offline import NAME as OFFLINE
from scenarios import yaml_file
from scenarios.errors import UsageError

CATALOGUE = Path(__file__).parents[1] / "catalog"

_VARIABLE = re.compile(r"\$\{([A-Z][A-Z0-9_]*)(?::-([^}]*))?\}")


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class Price(_Model):
    """US dollars per million tokens.

    Attributes:
        cached: of input that the endpoint had cached; ``None`` for the price of input.
        audio: of sound; ``None`` for the price of input.
    """

    input: float = Field(ge=0, allow_inf_nan=False)
    output: float = Field(ge=0, allow_inf_nan=False)
    cached: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    audio: float | None = Field(default=None, ge=0, allow_inf_nan=False)


class Settings(_Model):
    """What is sent with a question; what is ``None`` is not sent.

    Attributes:
        format: how the form of the reply is asked for: a strict schema, any JSON object, or words alone.
        limit: name under which `max_tokens` is sent.
        extra: further fields of the request body, for what only this endpoint knows.
    """

    effort: Literal["none", "minimal", "low", "medium", "high", "xhigh"] | None = None
    temperature: float | None = Field(default=None, ge=0, le=2)
    max_tokens: int | None = Field(default=None, ge=1)
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    service_tier: str | None = None
    format: Literal["json_schema", "json_object", "text"] = "json_schema"
    extra: dict[str, Any] = Field(default_factory=dict)


class Judge(Settings):
    """One judge.

    Attributes:
        name: printed beside its scores and votes.
        model: name at the endpoint; may hold ``${VARIABLE}`` or ``${VARIABLE:-default}``.
        base_url: of the endpoint, up to and without ``/chat/completions``; may hold variables too. Empty for
            the SDK's own: ``OPENAI_BASE_URL``, else OpenAI.
        key: NAME of the variable that holds the key; empty for an endpoint that wants none.
        audio: whether the model hears; only such judges answer for metrics of speech.
        metrics: what it answers for; empty for everything it can.
        price: ``None`` where nothing is charged.
        timeout_s: the longest wait for one reply.
        retries: how often the SDK sends a request again after 408, 409, 429, 5xx or a lost connection.
        tries: how often a question is put until the reply can be used.
        concurrency: questions that are open at the same time.
        overrides: settings that differ, by metric.
    """

    name: str = Field(pattern=r"^[\w.-]{1,60}$")
    model: str = Field(min_length=1)
    base_url: str = ""
    key: str = Field(default="", pattern=r"^([A-Z][A-Z0-9]*_[A-Z0-9_]*)?$")
    audio: bool = False
    metrics: tuple[str, ...] = ()
    price: Price | None = None
    timeout_s: float = Field(default=480, gt=0, allow_inf_nan=False)
    retries: int = Field(default=8, ge=0, le=50)
    tries: int = Field(default=3, ge=1, le=10)
    concurrency: int = Field(default=8, ge=1, le=256)
    overrides: dict[str, Settings] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        for name in (*self.metrics, *self.overrides):
            if name not in QUESTIONS:
                raise ValueError(f"no judge is asked about {name}; known: {', '.join(QUESTIONS)}")
        deaf = [m for m in self.metrics if QUESTIONS[m].channel and not self.audio]
        if deaf:
            raise ValueError(f"{deaf[0]} needs a judge that hears; add audio: true if the model does")
        return self

    def answers(self, metric: str) -> bool:
        """Whether it answers for a metric."""
        if metric not in QUESTIONS or (self.metrics and metric not in self.metrics):
            return False
        return self.audio or not QUESTIONS[metric].channel

    def settings(self, metric: str) -> Settings:
        """What is sent with a question about a metric: the override's fields, else the judge's own."""
        own = {name: getattr(self, name) for name in Settings.model_fields}
        special = self.overrides.get(metric)
        given = {} if special is None else {name: getattr(special, name) for name in special.model_fields_set}
        return Settings(**{**own, **given})


class _File(_Model):
    judges: tuple[Judge, ...] = Field(min_length=1)


def load(spec: str, environ: Mapping[str, str]) -> tuple[Judge, ...]:
    """The judges that a name, a file or a comma-separated list of both means, variables filled in.

    Raises:
        UsageError: a name is unknown, a file broken, or a variable unset; the message says which and how to mend it.
    """
    parts = [part.strip() for part in spec.split(",") if part.strip()]
    if not parts:
        raise UsageError(f"judges: name one of {', '.join([OFFLINE, *names()])}, or a judge file")
    judges = [_filled(judge, path, environ) for path in map(_path, parts) for judge in read(path)]
    seen: set[str] = set()
    for judge in judges:
        if judge.name in seen:
            raise UsageError(f"judges {spec}: two are named {judge.name!r}; votes are told apart by name, rename one")
        seen.add(judge.name)
    return tuple(judges)


def names() -> list[str]:
    """Names in the catalogue."""
    return sorted(path.stem for path in CATALOGUE.glob("*.yaml"))


def read(path: Path) -> tuple[Judge, ...]:
    """The judges of a file.

    Raises:
        UsageError: the file cannot be read or is none of a judge; the message names file and field, no values.
    """
    data = yaml_file.read(path, "judge file")
    if not isinstance(data, dict):
        raise UsageError(f"judge file {path}: expected a mapping with name and model, or with judges")
    try:
        return _File.model_validate(data).judges if "judges" in data else (Judge.model_validate(data),)
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        field = ".".join(str(p) for p in first["loc"])
        text = first["msg"].removeprefix("Value error, ")
        if first["type"] == "extra_forbidden":
            text = f"no such field; known: {', '.join(_fields(first['loc'], 'judges' in data))}"
        elif first["type"] == "missing":
            text = "is missing"
        elif first["type"] == "too_short" and field == "judges":
            text = "names no judge"
        if first["loc"] and first["loc"][-1] == "key":  # whoever pastes a key here must not find it in a log
            text = "give the NAME of the environment variable that holds the key, such as MY_JUDGE_KEY"
        where = f"field {field}: " if field else ""  # rules about several fields name them
        raise UsageError(f"judge file {path}: {where}{text[:1].lower()}{text[1:]}") from None


def _fields(place: Sequence[str | int], several: bool) -> Sequence[str]:
    """The fields that there are where an unknown one stands, in a file of one judge or of several."""
    if several and len(place) == 1:
        return list(_File.model_fields)
    within = place[-2] if len(place) > 1 else ""
    model: type[BaseModel] = Price if within == "price" else Settings if "overrides" in place else Judge
    return list(model.model_fields)


def _path(name: str) -> Path:
    if re.fullmatch(r"[\w-]+", name):
        shipped = CATALOGUE / f"{name}.yaml"
        if shipped.exists():
            return shipped
        if not Path(name).exists():
            known = [OFFLINE, *names()]
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}, or the path of a judge file"
            raise UsageError(f"judge {name!r} does not exist; {hint}")
    return Path(name).expanduser()


def _filled(judge: Judge, path: Path, environ: Mapping[str, str]) -> Judge:
    """The judge with variables replaced; its key is checked to be there and left where it is."""

    def fill(field: str) -> str:
        def value(match: re.Match[str]) -> str:
            found = environ.get(match[1], "").strip() or match[2]
            if not found:
                raise UsageError(f"judge {judge.name} ({path.name}): set {match[1]} in the environment, its {field}")
            return found

        return _VARIABLE.sub(value, getattr(judge, field))

    url = fill("base_url") or environ.get("OPENAI_BASE_URL", "").strip()  # as the SDK would, but part of the cache key
    filled = judge.model_copy(update={"model": fill("model"), "base_url": url})
    _check_url(filled)
    if judge.key and not environ.get(judge.key, "").strip():
        raise UsageError(
            f"judge {judge.name} ({path.name}): set {judge.key} in the environment, the key of its endpoint"
        )
    return filled


def _check_url(judge: Judge) -> None:
    if not judge.base_url:
        return
    try:
        parts = urlsplit(judge.base_url)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname)
        bare = not (parts.username or parts.password or parts.query or parts.fragment)
        _ = parts.port
    except ValueError:
        fine, bare = False, True
    if not fine:
        raise UsageError(f"judge {judge.name}: base_url must begin with http:// or https:// and name a host")
    if not bare:
        raise UsageError(
            f"judge {judge.name}: base_url must hold no user, password or query; put the key into a variable"
        )
