"""Constraint systems as formulas that other tools can read."""
