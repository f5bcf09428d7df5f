"""Where attempts are carried: in this process, in worker processes, elsewhere."""
