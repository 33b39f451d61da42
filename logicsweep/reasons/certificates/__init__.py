"""Formulas that deny a verdict, proofs that they are unsatisfiable, and a checker for both.

A trusted base of its own: only `formula.py` (what a board says, written down a second time, with
`counters.py`, and `clue_rules.py`, `layout_rules.py`, `squares.py` for boards with rules) and
`checker.py` (unit propagation) have to be trusted. Open `checker.py` first.
"""
