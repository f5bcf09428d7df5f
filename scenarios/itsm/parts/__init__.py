"""Requests at the service desk: what each takes, and how it ends. One module per workflow."""
