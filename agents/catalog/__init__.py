"""Agents that ship with Callbench, one YAML file each; `agents.registry` finds them by name."""
