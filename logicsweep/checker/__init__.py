"""A checker of certificates that trusts nothing: it imports the standard library alone.

Open `folder.py` first. `sources.py` says what follows from a source of a verdict, `rules.py` what
the rules are, `board.py` reads a board; `clauses.py`, `sums.py` and `circuits.py` follow proofs.
`python -m logicsweep.checker` runs it, and `python -m checker` beside a copy of this folder.
"""
