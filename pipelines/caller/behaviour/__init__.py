"""Manners of a caller beyond its usual ones: slow, impatient, forgetful, and saying mm-hmm while it listens.

Each manner is a file. Their words and times come from generators of their own, so that a caller without a manner
draws what it always drew.
"""
