"""Names that help lists without loading the registries; a test compares them with these."""

from __future__ import annotations

from typing import Final, Literal

FirstClickName = Literal["unprotected", "safe", "opening"]
GameRuleName = Literal["classic", "continue", "search"]
ProofName = Literal["drup", "veripb"]
ModeName = Literal["uniform", "repaired"]

AGENTS: Final = (
    *("random", "single-point", "single-pass", "pairwise", "subset", "subset-as-printed"),
    *("rref-local", "rref", "rref-alone", "rref-as-printed", "small-numbers", "risk-gain"),
    *("risk-gain-random", "explore", "enumerate", "enumerate-alone", "enumerate-unlimited"),
    *("enumerate-as-printed", "rref-enumerate", "rref-brute", "rref-brute-as-printed", "lin-opt"),
    *("simplex", "linear", "logic", "logic-asp", "exact", "strategist", "search-exact"),
    "posterior",
)
REPLAY_FORMATS: Final = ("avf", "evf", "rmv", "mvf", "rawvf")
TECHNIQUES: Final = (
    *("single clue", "subset", "difference", "total", "case split", "rule", "together"),
)
PATTERNS: Final = (
    *("B1", "B2", "1-1", "1-1+", "1-2", "1-2+", "1-2C", "1-2C+", "1-2-1", "1-2-2-1"),
    *("H1", "H2", "H3", "1-3-1", "2-2-2", "1>2<1"),
)
