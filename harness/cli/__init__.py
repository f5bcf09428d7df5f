"""The command ``callbench``. One module for each command; what a command needs is imported when it runs."""

from __future__ import annotations

import io
import os
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

FINE, FAILED, UNUSABLE, OVER_BUDGET, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit statuses: fine; something was checked and failed; could not run; its budget is spent; stopped by Ctrl-C."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit. Every error is one line on stderr, without a traceback."""
    os.environ.setdefault("LOGURU_LEVEL", "ERROR")  # Pipecat logs from its first import on
    sys.exit(dispatch(arguments))


def dispatch(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; answers the exit status."""
    from harness.cli.app import command
    from scenarios.errors import CallbenchError

    _prepare_streams()
    shown = warnings.showwarning
    warnings.showwarning = partial(_warn, shown)
    try:
        status = command().main(
            args=list(sys.argv[1:] if arguments is None else arguments),
            prog_name="callbench",
            standalone_mode=False,
        )
        sys.stdout.flush()
        return status if isinstance(status, int) else FINE
    except CallbenchError as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _unread()
    except SystemExit as error:  # libraries end the process with 1 where the pipe is broken
        if isinstance(error.__context__, BrokenPipeError):
            return _unread()
        raise
    except OSError as error:
        file = error.filename2 or error.filename  # of two, the one that was to be written
        name = f"{file}: " if file else ""
        return _complain(f"{name}{error.strerror or error}")
    except Exception as error:
        if message := getattr(error, "format_message", None):  # the parser's own errors
            return _complain(" ".join(str(message()).split()), error)
        if type(error).__name__ == "Abort":
            return INTERRUPTED
        if os.environ.get("CALLBENCH_DEBUG"):
            raise
        text = " ".join(str(error).split())
        return _complain(f"internal error: {type(error).__name__}: {text} (CALLBENCH_DEBUG=1 shows where)")
    finally:
        warnings.showwarning = shown


def _warn(otherwise: Callable[..., None], message: Warning | str, category: type[Warning], *where: Any) -> None:
    """Show a warning about a user's plug-in in a line: where it was raised helps nobody. Others stay as they are."""
    if category.__name__ == "PluginWarning":  # by name, so that commands without metrics need not import them
        print(f"callbench: warning: {' '.join(str(message).split())}", file=sys.stderr)
    else:
        otherwise(message, category, *where)


def _prepare_streams() -> None:
    """Let no closed or narrow stream spoil a command: characters that it lacks are written as escapes."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - lives as long as the process
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _unread() -> int:
    """The reader of our output has gone, as in `callbench ... | head`, which is no failure."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FINE


def _stray_scenario(message: str, context: Any) -> str:
    """The word that a command with ``--scenarios`` was given without it; empty where that is not the mistake."""
    found = re.search(r"unexpected extra argument(?:s|\(s\))? \((\S+)", message)
    if found is None or all(p.name != "scenarios" for p in getattr(getattr(context, "command", None), "params", ())):
        return ""
    return found[1].rstrip(")")


def _complain(message: str, parser: Exception | None = None) -> int:
    if not message:  # asked for nothing: the help has been shown
        return UNUSABLE
    context = getattr(parser, "ctx", None)
    hint = f" (see {context.command_path} --help)" if context is not None else ""
    if stray := _stray_scenario(message, context):
        hint = f"; to choose scenarios, write --scenarios {stray}"
    line = "\\n".join(f"{message}{hint}".splitlines())  # names that the user gave may hold line breaks
    line = re.sub(r"[\x00-\x1f\x7f-\x9f]", "?", line)  # and what vendors say, anything that a terminal obeys
    print(f"callbench: {line}", file=sys.stderr)
    return UNUSABLE
