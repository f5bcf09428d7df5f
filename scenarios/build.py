"""Building a domain's pack from its code, and proving that the committed pack is what the code builds.

``python -m scenarios.build`` writes ``scenarios/<domain>/pack/*.json``; with ``--check`` it writes nothing
and fails, with one line per difference, when a byte is not what the code gives. A domain takes part by having
a module ``scenarios.<domain>.build`` with a function ``drafts() -> tuple[Scenario, ...]``: scenarios whose
``expected`` world is empty. The expected world is what the domain's own tools make of the start world when
the golden path is played, so nobody writes it by hand.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from scenarios.errors import PackError, UsageError
from scenarios.expected import TRANSFER
from scenarios.model import Scenario, Step
from scenarios.mutations import traceless
from scenarios.replay import replay
from scenarios.toolbox import Toolbox

DOMAINS = ("airline", "hr", "itsm")
"""Domains with a pack of their own."""


def pack_folder(domain: str) -> Path:
    """Where the committed pack of a domain lies."""
    return Path(__file__).parent / domain / "pack"


def scenarios_of(domain: str) -> tuple[Scenario, ...]:
    """The scenarios that a domain's code gives, with their expected worlds.

    Raises:
        UsageError: the domain has no module ``scenarios.<domain>.build``.
        PackError: two scenarios share an id, or a step of a golden path is refused by the tools.
    """
    module = f"scenarios.{domain}.build"
    if not domain.isidentifier() or importlib.util.find_spec(f"scenarios.{domain}") is None:
        raise UsageError(f"domain {domain!r} has no scenarios to build: choose one of {', '.join(DOMAINS)}")
    toolbox = Toolbox.for_domain(domain)
    built = tuple(complete(draft, toolbox) for draft in importlib.import_module(module).drafts())
    ids = [scenario.id for scenario in built]
    twice = sorted({id_ for id_ in ids if ids.count(id_) > 1})
    if twice:
        raise PackError(f"{module}: scenario id {twice[0]!r} is given twice; ids are unique within a pack")
    return built


def complete(draft: Scenario, toolbox: Toolbox) -> Scenario:
    """A draft with its expected world: what the tools make of its world when its plan is played.

    Arguments that leave no trace in the world become expectations of what is done. A call may be refused where its
    refusal is the answer: when the caller is told so, or handed over, and the request is left at that.

    Raises:
        PackError: another step of the plan is refused; the message names scenario, step, tool and answer.
    """
    played = replay(draft, toolbox)
    calls = [(n, step) for n, step in enumerate(draft.plan) if step.do == "call"]
    for (n, step), response in zip(calls, played.responses, strict=True):
        if response["status"] != "success" and not _telling(draft, n, str(response["error_type"]), toolbox):
            raise PackError(
                f"{draft.domain}/{draft.id}: plan[{n}] {step.tool} is refused "
                f"({response['error_type']}): {response['message']}"
            )
    target = draft.model_copy(update={"expected": played.world.tables})
    return target.model_copy(update={"expectations": (*target.expectations, *traceless(target, toolbox))})


def _telling(draft: Scenario, index: int, code: str, toolbox: Toolbox) -> bool:
    """Whether a refused step is a well-formed call whose refusal its request goes on to tell, and nothing else."""
    step = draft.plan[index]
    rest = [item for item in draft.plan[index + 1 :] if item.request == step.request]
    told = any(item.do == "tell" or item.tool == TRANSFER for item in rest)
    ends = told and not any(_type(item, toolbox) == "write" for item in rest)
    return ends and _type(step, toolbox) in ("read", "write") and code not in toolbox.validation_codes


def _type(step: Step, toolbox: Toolbox) -> str:
    tool = toolbox.tools.get(step.tool) if step.do == "call" else None
    return tool.type if tool else ""


def encode(scenario: Scenario) -> str:
    """The text of a scenario's file: JSON, keys sorted, one line per value, so that differences read well."""
    return json.dumps(scenario.model_dump(mode="json"), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def build(domain: str, out: Path | None = None) -> list[Path]:
    """Write a domain's pack, one file per scenario, and remove files of scenarios that are gone.

    Args:
        domain: name of the domain.
        out: folder to write to; the committed pack by default.

    Returns:
        The files written, in the order of the pack.

    Raises:
        UsageError: the domain cannot be built, or the folder cannot be written.
    """
    folder = out or pack_folder(domain)
    texts = _texts(domain)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in sorted(folder.glob("*.json")):
            if path.name not in texts:
                path.unlink()
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"pack folder {folder}: {error.strerror}") from error
    return [folder / name for name in texts]


def check(domain: str, folder: Path | None = None) -> list[str]:
    """How the committed pack differs from what the code builds; empty when it is the same byte for byte.

    Args:
        domain: name of the domain.
        folder: the pack to examine; the committed one by default.
    """
    folder = folder or pack_folder(domain)
    texts = _texts(domain)
    there = {path.name: path for path in sorted(folder.glob("*.json"))}
    problems = [f"{folder / name}: missing; the code builds it" for name in texts if name not in there]
    problems += [f"{path}: no scenario of the code has this name" for name, path in there.items() if name not in texts]
    for name, path in there.items():
        if name in texts and (line := _first_difference(path.read_bytes(), texts[name].encode())):
            problems.append(f"{path}: differs from what the code builds, first at line {line}")
    return problems


def _texts(domain: str) -> dict[str, str]:
    return {f"{scenario.id}.json": encode(scenario) for scenario in scenarios_of(domain)}


def _first_difference(left: bytes, right: bytes) -> int | None:
    """The first line (from 1) in which two texts differ, ``None`` when they are the same."""
    if left == right:
        return None
    pairs = zip(left.split(b"\n"), right.split(b"\n"), strict=False)
    for number, (a, b) in enumerate(pairs, start=1):
        if a != b:
            return number
    return min(left.count(b"\n"), right.count(b"\n")) + 1


def main(argv: Sequence[str] | None = None) -> int:
    """Command line: build or check; 0 fine, 1 differences found, 2 could not run."""
    parser = argparse.ArgumentParser(prog="python -m scenarios.build", description="Build or check scenario packs.")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail when a pack is not what the code builds"
    )
    parser.add_argument(
        "--domain", action="append", help=f"domain to build (default: {', '.join(DOMAINS)}); may be repeated"
    )
    parser.add_argument("--out", type=Path, help="folder of the pack, for one domain (default: the committed one)")
    options = parser.parse_args(argv)
    domains: Iterable[str] = options.domain or DOMAINS
    try:
        if options.out and len(tuple(domains)) > 1:
            raise UsageError("--out takes the pack of one domain: name it with --domain")
        if options.check:
            problems = [line for domain in domains for line in check(domain, options.out)]
            for line in problems:
                print(line)
            return 1 if problems else 0
        for domain in domains:
            for path in build(domain, options.out):
                print(path)
    except UsageError as error:
        print(f"callbench: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
