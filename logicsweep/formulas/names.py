"""The names of the formula formats, apart from what they load."""

from __future__ import annotations

from typing import Final, Literal

CNF: Final = "cnf"
OPB: Final = "opb"
WCNF: Final = "wcnf"
MCC: Final = "mcc"
LP: Final = "lp"
FACTS: Final = "facts"
LP_GROUND: Final = "lp-ground"
FormulaFormat = Literal["cnf", "opb", "wcnf", "mcc", "lp", "facts", "lp-ground"]
"""The name of a formula format, one of `FORMULA_FORMATS`."""
FORMULA_FORMATS: Final[dict[FormulaFormat, str]] = {
    CNF: "DIMACS CNF",
    OPB: "pseudo-Boolean constraints",
    WCNF: "weighted CNF with soft clues",
    MCC: "model counting competition",
    LP: "facts plus programs",
    FACTS: "facts alone",
    LP_GROUND: "the program grounded by clingo",
}
"""The names of all formula formats, each with a description in a few words."""
