"""Texts made comparable before their words are counted: another way of writing is no error of hearing."""

from metrics.transcript.normal import normal

__all__ = ["normal"]
