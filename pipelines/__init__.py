"""Audio on Pipecat: clock, line, record, caller and architectures."""
