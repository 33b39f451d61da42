"""Boards as SVG: nothing but arrays and words go in, markup comes out.

Open `drawing.py` first; `signs.py` has what stands in a cell, `themes.py` the colours.
"""
