"""SAT and answer sets behind one protocol; the only home of PySAT and clingo.

Open `protocol.py` first: both engines implement it and run the same tests. To add a third engine,
implement it and name it in `engine.py`.
"""
