"""What callers of the hr pack ask for, one module per workflow: each function adds one request to a draft."""
