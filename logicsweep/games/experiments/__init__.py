"""Experiments: many games from a TOML file, played anywhere, and reports of what came of them.

`toml` reads a `Specification`, `runner` plays its tasks in any executor, `store` keeps a record of
each game, `report` makes tables and plots from the records alone. Open `game_run` first.
"""
