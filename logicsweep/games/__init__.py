"""Games: a hidden layout, what a player sees of it, and agents that play it.

A `Setting` and a seed (or a layout) make a `Game`; `play` hands an agent one `View` after the other
and the game its moves, and returns an `Outcome`. Many games make an experiment: a file goes in, a
folder of records and a report come out. Only `loop` and those who deal the mines import `game`, the
one module that knows where they are. Open `loop` first, then `agents/base`.
"""
