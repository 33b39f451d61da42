"""The backbone of a SAT solver's formula: the literals that are true in every model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

# Candidates that are tried at once.
_GROUP: Final = 40


class Formula(Protocol):
    """The part of a solver that is used here."""

    def add_clause(self, clause: Sequence[int]) -> None: ...
    def get_model(self) -> list[int]: ...
    def get_core(self) -> list[int] | None: ...


class BackboneSearch:
    """The search for the backbone over the first variables of a formula that has a model.

    A literal is a candidate while every model so far has it. Groups of candidates are tried
    otherwise, all at once: in a model of that all of them fall away; else the core of the
    refutation is one candidate, which is entailed and becomes a unit clause, or several, which are
    tried one by one. That is the core-based search of Janota, Lynce and Marques-Silva (2015), by
    groups. These are spread over the variables, which stand for cells in their order, so that
    nearly every core is one candidate, and a question is answered near it.

    Attributes:
        entailed: The literals of the backbone that are proved so far.
        models: The models so far, each as its literals over the first variables.
    """

    def __init__(
        self,
        formula: Formula,
        has_model: Callable[[Sequence[int]], bool],
        count: int,
        entailed: list[int],
    ) -> None:
        """Take a formula whose last question had a model; `count` is the number of variables.

        `has_model` asks it under assumptions. Proved literals are appended to `entailed`.
        """
        self._formula = formula
        self._has_model = has_model
        self._count = count
        self.entailed = entailed
        self.models = [formula.get_model()[:count]]
        self._candidates = dict.fromkeys(self.models[0])

    def run(self) -> None:
        """Find all of the backbone. Raises what `has_model` raises."""
        while self._candidates:
            literals = list(self._candidates)
            group = [-literal for literal in literals[:: -(-len(literals) // _GROUP)]]
            while group and not self._is_possible(group):
                core = set(self._formula.get_core() or ()).intersection(group)
                if len(core) == 1:
                    self._entail(-min(core))
                else:
                    self._try_each(core)
                group = [opposite for opposite in group if opposite not in core]

    def _is_possible(self, opposites: Sequence[int]) -> bool:
        """Tell whether candidates can be otherwise; a model of that rules out others as well."""
        if not self._has_model(opposites):
            return False
        model = self._formula.get_model()[: self._count]
        self.models.append(model)
        for literal in model:
            self._candidates.pop(-literal, None)
        return True

    def _try_each(self, opposites: set[int]) -> None:
        for opposite in sorted(opposites, key=abs):
            if -opposite in self._candidates and not self._is_possible([opposite]):
                self._entail(-opposite)

    def _entail(self, literal: int) -> None:
        del self._candidates[literal]
        self.entailed.append(literal)
        self._formula.add_clause([literal])
