"""Formulas that deny a verdict with proofs that they have no model, and their checker.

A trusted base of its own: only `formula.py` (what a board says, written down a second time) and
`checker.py` (unit propagation) have to be believed. Open `checker.py` first.
"""
