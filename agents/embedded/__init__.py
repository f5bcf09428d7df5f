"""Voices, ears and a brain that need no key and no network."""
