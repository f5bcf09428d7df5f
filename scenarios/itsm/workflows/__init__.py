"""The calls of the itsm pack, one module per workflow of the first request."""
