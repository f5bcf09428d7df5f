"""Servers that speak the vendors' wire protocols, with the embedded stack behind them: rehearsal without a key."""
