"""Judges: who rates what cannot be computed exactly, with a model or without one."""
