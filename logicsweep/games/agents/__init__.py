"""One file an agent; equations, matrices and shares are what several of them use.

To add one, subclass `Agent` of `base.py` (or `DeducingAgent` of `deducing.py`, for one that plays
what is certain and else guesses) and name it in `registry.py`, the file to open first. `own.py`
imports agents of a user's own.
"""
