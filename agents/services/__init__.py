"""Services of agents: one module for each vendor, over one small contract (`agents.services.base`).

The contract speaks of Pipecat's classes, and virtual time has to be there before Pipecat is (`pipelines.clock`).
"""

import sys

from pipelines import clock

if "pipecat" not in sys.modules:
    clock.install()
