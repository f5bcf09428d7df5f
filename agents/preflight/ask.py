"""Ask every vendor behind an agent or a caller whether it will serve."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as LateError

from agents.preflight.base import Answer, Question, State, judge
from agents.services.base import Options, Provider, Site
from agents.services.openai import EXAMPLE
from agents.services.registry import resolve
from agents.spec import Service
from scenarios.errors import UsageError

TIMEOUT_S = 10.0
"""For each wait on the network."""

PATIENCE_S = 30.0
"""For a vendor's whole answer; some SDKs wait more than once."""

VENDORS = {
    "deepgram": "deepgram",
    "deepgram-flux": "deepgram",
    "cartesia": "cartesia",
    "elevenlabs": "elevenlabs",
    "elevenlabs-agent": "elevenlabs",
    "openai": "openai",
    "openai-compatible": "openai",
    "anthropic": "anthropic",
    "google": "google",
    "ultravox": "ultravox",
}
"""Providers that can be asked, and the module here that knows how."""

_OWN = "openai-compatible"
"""Servers of one's own, whose address stands in an environment variable."""


def ask_all(
    services: Mapping[str, Service],
    party: str,
    site: Site,
    *,
    timeout_s: float = TIMEOUT_S,
    urls: Mapping[str, str] | None = None,
) -> list[Answer]:
    """One answer for each service that does not run on this machine, in their order; they are asked side by side.

    Args:
        services: by part.
        party: ``agent`` or ``caller``.
        site: where keys and addresses are found.
        timeout_s: for each wait on the network.
        urls: addresses of vendors by the name of their module, where they are not the usual ones.

    Raises:
        UsageError: a service that is not known.
    """
    asked = [(part, *resolve(part, service)) for part, service in services.items()]  # type: ignore[arg-type]
    live = [(part, provider, options) for part, provider, options in asked if not provider.local]
    pool = ThreadPoolExecutor(max(1, len(live)), thread_name_prefix="preflight")
    try:
        futures = [pool.submit(_ask, *each, site, timeout_s, urls or {}) for each in live]
        return [
            Answer(party, part, options.provider, options.model, *_in_time(future))
            for (part, _, options), future in zip(live, futures, strict=True)
        ]
    finally:
        pool.shutdown(wait=False)


def _in_time(future: Future[tuple[State, str]]) -> tuple[State, str]:
    try:
        return future.result(PATIENCE_S)
    except LateError:
        return "unclear", "no answer in time"


def _ask(
    part: str, provider: Provider, options: Options, site: Site, timeout_s: float, urls: Mapping[str, str]
) -> tuple[State, str]:
    name = VENDORS.get(provider.name)
    if name is None:
        return "unclear", "nobody here knows how to ask this vendor"
    vendor = importlib.import_module(f"agents.preflight.{name}")
    key = ""
    try:
        key = _key(provider, options, site)
        url = urls.get(name) or _url(provider, options, site, vendor.HOST)
        question = Question(part, provider.name, options.model, _voice(options, site), key, url.rstrip("/"), timeout_s)
        return "fine", vendor.ask(question)
    except UsageError as error:
        return "refused", str(error)
    except ImportError as error:
        extra = f"; pip install 'callbench[{name}]'"
        return "unclear", f"the vendor's SDK is not installed, so nobody asked ({error.name}){extra}"
    except Exception as error:
        return judge(error, key)


def _key(provider: Provider, options: Options, site: Site) -> str:
    if provider.keys:
        return site.key(provider.keys[0])
    own = str(getattr(options, provider.own_key, "") or "") if provider.own_key else ""
    return site.key(own) if own else ""


def _voice(options: Options, site: Site) -> str:
    """The voice, or the hosted agent whose voice it is."""
    named = getattr(options, "voice", "") or getattr(options, "agent_id", "")
    return str(named or site.environ.get(str(getattr(options, "agent_id_from", "")), ""))


def _url(provider: Provider, options: Options, site: Site, host: str) -> str:
    if provider.name == _OWN:
        return site.own_url(str(getattr(options, provider.own_url)), EXAMPLE)
    return site.url(host)
