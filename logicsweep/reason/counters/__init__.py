"""Ways to count a board, by name; those beside elimination are slow and independent, to judge it.

Open `registry.py` first.
"""
