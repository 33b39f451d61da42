"""Puzzles: positions with one layout, in which no clue can be left out.

Open `puzzle.py` first, which makes one from a seed; `records.py` makes lines of them.
"""
