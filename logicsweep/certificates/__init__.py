"""Certificates: formulas and proofs that can be checked without a solver."""
