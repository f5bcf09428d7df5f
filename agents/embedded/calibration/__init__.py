"""The calibration agent's brain: knows the plan, not the caller's values.

It measures what everything around a model can reach: acoustics, turn taking, tools, timing. Its results are named
and reported as calibration, never as an agent's.
"""
