"""Agents, one a file; `registry` has them by name, `base` says what an agent is."""
