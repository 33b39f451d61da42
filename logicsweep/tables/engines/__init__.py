"""Ways to count a board, by name; two of them slow and independent, to judge the first.

Open `registry.py` first.
"""
