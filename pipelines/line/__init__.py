"""The line between caller and agent: time, audio, ports and recordings."""
