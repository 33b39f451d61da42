"""Reasoners: what follows from a constraint system."""
