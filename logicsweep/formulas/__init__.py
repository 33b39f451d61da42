"""Boards as formulas and logic programs for other tools, and the answers of those tools.

In: a `Board`. Out: an `Encoding` as DIMACS CNF, OPB, WCNF, model counting or logic program, line by
line; `read_answer` reads a solver's answer, and `broken_rules`
checks it. Open `registry.py` first: it lists the formats.
`cardinality.py` has the encodings of one constraint, `user_program.py` the logic programs of users.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
