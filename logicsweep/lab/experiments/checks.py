"""Checks of an experiment file that types cannot say: names, and keys that do not go together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from msgspec import UNSET

from logicsweep.board.clue_models import clue_model
from logicsweep.board.rules.rules import Rules
from logicsweep.board.topology_text import canonical
from logicsweep.errors import ArgumentError
from logicsweep.games.agents.own import is_command, is_own
from logicsweep.games.agents.registry import AGENTS
from logicsweep.games.setting import GameRule
from logicsweep.lab.experiments.declared import ExperimentFile, several
from logicsweep.lab.experiments.faults import shown
from logicsweep.lab.experiments.metrics import METRICS, MOVES
from logicsweep.limits import MOST_NUMBER

# Keys with lists of names that are there once.
_NAMES: Final = ("agents", "rule", "first_click", "clues", "metrics")


@contextmanager
def naming(key: str) -> Iterator[None]:
    """Have the ValueErrors of a block name a key of the file, which is to blame for them."""
    try:
        yield
    except ValueError as error:
        raise ArgumentError(key, f"{key}: {error}") from None


def check(declared: ExperimentFile) -> None:
    """Raise `ArgumentError`, which names a key, for a file of which nothing can be played."""
    _check_names(declared)
    _check_published(declared)
    if declared.judge:
        if declared.forced_survival:
            what = "forced_survival and moves, which has that anyway; expected one of them"
            raise ArgumentError("forced_survival", what)
        if len(declared.agents) < 2:
            what = "agents is one agent, and moves needs another one; expected two or more"
            raise ArgumentError("agents", what)
        _check_forced(declared, MOVES)
    elif declared.forced_survival:
        _check_forced(declared, "forced_survival")
    for name in declared.metrics_of_causes:
        _check_classic(declared, name)


def _check_names(declared: ExperimentFile) -> None:
    """Check that each name is known, and is there once."""
    for key in _NAMES:
        names = getattr(declared, key)
        if isinstance(names, tuple) and len(set(names)) < len(names):
            given = shown([getattr(name, "value", name) for name in names])
            raise ArgumentError(key, f"{key} is {given}; expected each name once")
    is_ordinary = all(
        not (declared.rules if board.rules is UNSET else board.rules)
        and not board.liars
        and not board.constraints
        for board in declared.tables
    )
    for name in declared.agents:
        if name not in AGENTS and not is_own(name) and not is_command(name):
            known = ", ".join(AGENTS)
            what = f"agents: unknown {shown(name)}; known: {known}, module:Class, or | COMMAND"
            raise ArgumentError("agents", what)
        if name in AGENTS and not is_ordinary and not AGENTS[name].plays_rules:
            known = ", ".join(name for name, kind in AGENTS.items() if kind.plays_rules)
            what = f"{name} plays no boards with rules, liars or constraints; expected one of"
            raise ArgumentError("agents", f"agents: {what} {known}")
    with naming("clues"):
        for model in several(declared.clues):
            clue_model(model)
    with naming("topology"):
        canonical(declared.topology)
    with naming("rules"):
        Rules.of(declared.rules)
    for name in declared.fewer:
        if name not in declared.agents:
            expected = f"expected one of agents: {', '.join(declared.agents)}"
            raise ArgumentError("fewer", f"fewer: unknown {shown(name)}; {expected}")


def _check_published(declared: ExperimentFile) -> None:
    """Check that there is a mean for each agent, and that the clue model is known."""
    for number, table in enumerate(declared.published):
        with naming(f"published[{number}]"):
            if table.clues is not UNSET:
                clue_model(table.clues)
            for row in table.values:
                if len(row.values) != len(table.agents):
                    what = f"{list(row.values)} on {row.width}x{row.height}/{row.mines}"
                    expected = f"expected a value for each agent, {len(table.agents)} in all"
                    raise ValueError(f"{what}; {expected}")
                for value in row.values:
                    if abs(value) > MOST_NUMBER:
                        raise ValueError(f"{value:g}; expected a number or nan")


def _check_forced(declared: ExperimentFile, by: str) -> None:
    """Check that there can be games with forced survival, and that the report has numbers."""
    _check_classic(declared, by)
    if declared.trace:
        raise ArgumentError("trace", f"trace and {by}; expected one of them")
    for number, board in enumerate(declared.tables):
        for key in ("file", "folder"):
            if getattr(board, key) is not UNSET:
                what = f"boards[{number}]: {key} and {by}; expected a board that is dealt"
                raise ArgumentError(f"boards[{number}].{key}", what)
    has_numbers = [
        name
        for name, metric in METRICS.items()
        if (metric.judged if by == MOVES else metric.forced) is not None
    ]
    for key, name in declared.named_metrics.items():
        if name not in has_numbers:
            what = f"{key}: {name} and {by}; expected {' or '.join(has_numbers)}"
            raise ArgumentError(key, what)


def _check_classic(declared: ExperimentFile, needing: str) -> None:
    if several(declared.rule) != (GameRule.CLASSIC,):
        what = f"{needing} with other rules than classic; expected rule = 'classic'"
        raise ArgumentError("rule", what)
