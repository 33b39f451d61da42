"""A data set: positions of games with all that can be proved and computed about them.

Open `records.py` first, which declares a line; `positions.py` makes one from a seed.
"""
