"""A jury of models: each metric goes to the judges that answer for it, whose answers are made one."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pydantic import SecretStr

from metrics.judges.case import Case
from metrics.judges.jury import JudgeError, Ruling
from metrics.judges.llm import panel, sound
from metrics.judges.llm.cache import Cache
from metrics.judges.llm.client import Client
from metrics.judges.llm.config import Judge, load
from metrics.judges.llm.member import Member, Opinion, Put
from metrics.judges.llm.prompts import Prompt, prompt
from metrics.judges.llm.questions import QUESTIONS


def jury_from(spec: str, cache: Path | None, environ: Mapping[str, str] | None = None) -> ModelJury:
    """The jury that a name in the catalogue, a judge file or a comma-separated list of both stands for.

    Args:
        spec: for example ``reference``, ``my-judge.yaml``, ``gpt,my-judge.yaml``.
        cache: folder in which answers are remembered, shared by runs; ``None`` to remember nothing.
        environ: where variables are looked up; ``None`` for the process's environment.

    Raises:
        UsageError: a name is unknown, a file broken or a variable unset.
    """
    variables = os.environ if environ is None else environ
    judges = load(spec, variables)
    keys = {j.name: SecretStr(variables.get(j.key, "").strip() if j.key else "") for j in judges}
    return ModelJury(judges, keys, cache)


class ModelJury:
    """Answers through models; safe to use from many threads. Close it, or use it in a ``with`` statement."""

    def __init__(self, judges: Sequence[Judge], keys: Mapping[str, SecretStr], cache: Path | None) -> None:
        """Seat judges; nothing is asked or opened but the cache.

        Args:
            judges: with variables filled in.
            keys: of their endpoints, by the judge's name; empty for none.
            cache: folder in which answers are remembered; ``None`` to remember nothing.
        """
        self._cache = Cache(cache)
        self._members = [
            Member(judge, Client(judge, keys.get(judge.name, SecretStr(""))), self._cache) for judge in judges
        ]

    @property
    def spent_usd(self) -> float:
        """What this jury has cost so far: replies that could not be used too, answers from the cache nothing."""
        return sum(member.spent_usd for member in self._members)

    def answers(self, metric: str) -> bool:
        """Whether any judge answers for a metric."""
        return any(m.judge.answers(metric) for m in self._members)

    def rule(self, metric: str, case: Case) -> Ruling:
        """Answer for one metric on one case.

        Raises:
            JudgeError: no judge answers for the metric, or none gave a usable answer.
            NothingToJudge: there is nothing to rate.
        """
        members = [m for m in self._members if m.judge.answers(metric)]
        if not members:
            names = ", ".join(m.judge.name for m in self._members)
            raise JudgeError(f"no judge answers for {metric} ({names}); name one that does beside it, such as offline")
        template = prompt(metric)
        opinions, failures = _asked(members, _put(metric, template, case))
        if not opinions:
            raise JudgeError("; ".join(failures.values()))
        seated = [m.judge for m in members if m.judge.name in opinions]
        return Ruling(
            verdict=panel.combined(metric, [o.verdict for o in opinions.values()]),
            judge=f"{' + '.join(_named(j) for j in seated)}, prompt {template.version}",
            prompt=template.digest,
            cost_usd=sum(o.cost_usd for o in opinions.values()),
            details=_details(metric, opinions, failures),
        )

    def close(self) -> None:
        """Close connections and cache."""
        for member in self._members:
            member.close()
        self._cache.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _put(metric: str, template: Prompt, case: Case) -> Put:
    question = QUESTIONS[metric]
    asked = question.about(case)
    heard = sound.channel(case, question.channel) if question.channel else b""
    return Put(metric, template.render(asked.fields), asked.form, template.digest, heard)


def _asked(members: Sequence[Member], put: Put) -> tuple[dict[str, Opinion], dict[str, str]]:
    """Opinions and reasons for having none, by the judge's name, in the members' order."""

    def ask(member: Member) -> Opinion | JudgeError:
        try:
            return member.answer(put)
        except JudgeError as error:
            return error

    if len(members) == 1:
        found = [ask(members[0])]
    else:
        with ThreadPoolExecutor(len(members)) as pool:
            found = list(pool.map(ask, members))
    named = [(m.judge.name, answer) for m, answer in zip(members, found, strict=True)]
    opinions = {name: answer for name, answer in named if isinstance(answer, Opinion)}
    failures = {name: str(answer) for name, answer in named if isinstance(answer, JudgeError)}
    return opinions, failures


def _details(metric: str, opinions: Mapping[str, Opinion], failures: Mapping[str, str]) -> dict[str, Any]:
    """What the score's details hold: the same whether answers are new or remembered."""
    details: dict[str, Any] = {"asked": {name: o.details for name, o in opinions.items()}}
    if failures:
        details["failed"] = dict(failures)
    if len(opinions) > 1:
        cast = {name: panel.votes(o.verdict) for name, o in opinions.items()}
        odd = [name for name, o in opinions.items() if panel.inconsistent(metric, o.verdict)]
        details |= {"votes": cast, "agreement": panel.agreement(cast.values()), "inconsistent": odd}
    return details


def _named(judge: Judge) -> str:
    return judge.name if judge.name == judge.model else f"{judge.name} ({judge.model})"
