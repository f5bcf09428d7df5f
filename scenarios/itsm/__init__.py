"""The IT service desk: its tools."""
