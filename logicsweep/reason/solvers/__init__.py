"""SAT and answer sets behind one protocol; the only home of PySAT and clingo.

Open `protocol.py` first: both implement it and run the same tests. To add another, implement it and
name it in `engine.py`, which also names the reasoner that takes verdicts from tables.
"""
