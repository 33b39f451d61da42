"""Agents of published reports, and those that they are compared with in tables.

They are imported as `logicsweep.games.agents.published`, from the installed package or the
checkout; `logicsweep.games.agents.registry` gives each its name. Equations, matrices and
shares are what several of them use.
"""
