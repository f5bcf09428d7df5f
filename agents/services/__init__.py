"""Factories of vendor services; the embedded ones live in `agents.embedded`."""
