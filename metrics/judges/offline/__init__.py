"""Judges that need no model and no network: one module per metric, each with `VERSION` and `judge(case)`."""
