"""The virtual clock must be in place before any test module imports Pipecat, and sockets need a loopback."""

from pipelines import clock
from tests import loopback_up

clock.install()
loopback_up.ensure()
