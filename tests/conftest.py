"""The virtual clock must be in place before any test module imports Pipecat, and sockets need a loopback."""

from hypothesis import settings

from pipelines import clock
from tests import loopback_up
from tests.egress import no_egress  # noqa: F401  (a fixture)

clock.install()
loopback_up.ensure()
# how long an example takes depends on what else this machine does: no test asserts it
settings.register_profile("callbench", deadline=None)
settings.load_profile("callbench")
