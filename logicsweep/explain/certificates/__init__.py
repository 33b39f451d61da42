"""Formulas that deny a verdict, proofs that they are unsatisfiable, and a checker for both.

A trusted base of its own: only `formula.py` (what a board says, written down a second time) and
`checker.py` (unit propagation) have to be trusted. Open `checker.py` first.
"""
