"""One file an agent; equations, matrices and shares are what several of them use.

To add one, subclass `Agent` of `base.py` and name it in `registry.py`, the file to open first.
"""
