"""Constraint systems in formats that other tools read, and what those tools answer.

In: a `Board`. Out: an `Encoding` as DIMACS CNF, OPB, WCNF, model counting or logic program, line by
line; `read_answer` takes a solver's answer back. Open `registry.py` first: it lists the formats.
`cardinality.py` has the encodings of one constraint, `user_program.py` logic programs of users.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
