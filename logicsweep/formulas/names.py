"""The names of the formula formats, and of their files in commands, apart from what they load."""

from __future__ import annotations

from typing import Final, Literal

CNF: Final = "cnf"
OPB: Final = "opb"
WCNF: Final = "wcnf"
WCNF_OLD: Final = "wcnf-old"
MCC: Final = "mcc"
NNF: Final = "nnf"
LP: Final = "lp"
FACTS: Final = "facts"
LP_GROUND: Final = "lp-ground"
FormulaFormat = Literal["cnf", "opb", "wcnf", "wcnf-old", "mcc", "nnf", "lp", "facts", "lp-ground"]
"""The name of a formula format, one of `FORMULA_FORMATS`."""
FORMULA_FORMATS: Final[dict[FormulaFormat, str]] = {
    CNF: "DIMACS CNF",
    OPB: "pseudo-Boolean constraints",
    WCNF: "weighted CNF with soft clues, the format of 2022",
    WCNF_OLD: "the same in the format before, with a line p wcnf",
    MCC: "model counting competition",
    NNF: "a circuit of all layouts, d-DNNF",
    LP: "facts plus programs",
    FACTS: "facts alone",
    LP_GROUND: "the program grounded by clingo",
}
"""The names of all formula formats, each with a description in a few words."""

FORMULA_ENDINGS: Final[dict[str, FormulaFormat]] = {
    ".cnf": CNF,
    ".dimacs": CNF,
    ".opb": OPB,
    ".wcnf": WCNF,
    ".mcc": MCC,
    ".nnf": NNF,
    ".lp": LP,
}
"""The format of a file by its ending."""

# What stands for the path of the exported file in the command of a program.
CNF_FILE: Final = "{cnf}"
MCC_FILE: Final = "{mcc}"


def is_command(text: object, file: str) -> bool:
    """Tell whether a text is a command, in which `file` stands for a file, and no name."""
    return isinstance(text, str) and file in text
