"""The virtual clock must be in place before any test module imports Pipecat."""

from pipelines import clock

clock.install()
