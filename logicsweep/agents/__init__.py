"""One file an agent; see `registry`."""
