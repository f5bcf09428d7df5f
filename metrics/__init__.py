"""Offline scoring: everything that is scored is computed from a record, and from nothing else."""
