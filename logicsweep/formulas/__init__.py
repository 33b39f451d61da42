"""Boards and constraint systems in the formats that solvers read, and solvers' answers read back.

In: a board or a constraint system. Out: an `Encoding` (clauses, pseudo-Boolean constraints, logic
programs), a `Cnf` or a `Program`; from a solver's output a layout. Open `registry.py` first;
`cardinality.py` has the encodings of cardinality constraints.
"""
