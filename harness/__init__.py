"""Runs: attempts, gate, store, executors, reports and the command line. Knows every other floor."""
