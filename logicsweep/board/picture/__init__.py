"""Boards as SVG: only arrays and words go in, markup comes out.

Open `drawing.py` first; `signs.py` draws the content of a cell, `themes.py` has the colours,
`placing.py` says where the cells of each topology are.
"""
