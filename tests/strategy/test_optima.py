"""The file of values of small games, against a new search; and the play that follows it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest

from examples.studies.small_games import Tree, blank, wins
from examples.studies.whole_games import whole_game
from logicsweep import Board, best
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import State
from logicsweep.limits import IN_PLAY, Budget
from logicsweep.strategy import win_chance
from logicsweep.strategy.decision import Why, decide
from logicsweep.strategy.optima import listed_next, listed_start, records
from logicsweep.strategy.whatif import WhatIf
from tests.conftest import needs_kernel

NEVER = Budget(None)
Game = tuple[int, int, int]
LARGE = [game for game, record in records().items() if comb(game[0] * game[1], game[2]) > IN_PLAY]


def check(game: Game, record: Mapping[str, Any]) -> None:
    """Compare a line of the file with a new search."""
    board = blank(*game)
    searched = whole_game(board, NEVER, layouts=200_000)
    assert searched is not None
    for click in FirstClick:
        first = record["first"].get(click.value)
        start = searched.first(click, NEVER)
        if first is None:
            assert not start.best
            continue
        assert (Fraction(first["won"], first["of"]), tuple(first["best"])) == start[:2]
        if click is not FirstClick.OPENING:
            protected = click is FirstClick.SAFE
            assert first["of"] == comb(board.grid.size - protected, game[2])


def some(most: int, *, least: int = 0) -> list[Game]:
    return [game for game in records() if least < comb(game[0] * game[1], game[2]) <= most]


@needs_kernel
def test_small_games_of_the_file_have_the_values_of_a_search() -> None:
    for game in some(500):
        check(game, records()[game])


@pytest.mark.slow
@needs_kernel
def test_games_of_the_file_have_the_values_of_a_search() -> None:
    for game in some(6_000, least=500):
        check(game, records()[game])


@needs_kernel
@pytest.mark.parametrize("game", [(4, 4, 9), (5, 5, 4)])
def test_games_that_are_looked_up_do_too(game: Game) -> None:
    check(game, records()[game])
    for click in FirstClick:
        first = records()[game]["first"][click.value]
        chance = Fraction(first["won"], first["of"])
        assert win_chance(blank(*game), first_click=click) == chance
        found = best(blank(*game), first_click=click)
        assert found.win_chance == chance
        assert found.why is Why.SOLVED
        assert [cell.row * game[1] + cell.column for cell in found.cells] == first["best"]


def test_the_file_has_all_boards_of_at_most_25_cells() -> None:
    sides = [(height, width) for height in range(2, 6) for width in range(height, 13)]
    boards = [(height, width) for height, width in sides if height * width <= 25]
    assert len(boards) == 21
    for height, width in boards:
        for mines in range(1, height * width):
            assert "first" in records()[height, width, mines]


def test_the_file_has_no_nonsense() -> None:
    for (height, width, mines), record in records().items():
        assert 1 <= height <= width
        assert height * width <= 25
        assert 1 <= mines < height * width
        for first in record["first"].values():
            assert 0 < first["won"] <= first["of"]
            assert first["best"] == sorted(set(first["best"]))
        for key, (place, won, layouts) in record.get("next", {}).items():
            assert len(key) == height * width
            assert key[place] == "?"
            assert 0 < won <= layouts > IN_PLAY


def position(key: str, game: Game, turned: int, mirrored: bool) -> tuple[Board, np.ndarray]:
    """Turn and mirror a position of the file; with the probabilities as far as they count."""
    cells = np.array(list(key)).reshape(game[:2])
    cells = np.rot90(cells[:, ::-1] if mirrored else cells, turned)
    grid = np.where(np.isin(cells, ["?", "*"]), "-1", cells).astype(int)
    marginals = np.where(cells == "*", 1.0, 0.5).ravel()
    return Board.from_array(grid, mines=game[2]), marginals


@needs_kernel
def test_positions_are_found_however_they_are_turned() -> None:
    game = 5, 5, 5
    searched = whole_game(blank(*game), NEVER, layouts=200_000)
    assert searched is not None
    for key, (_, won, layouts) in records()[game]["next"].items():
        for turned in range(4):
            for mirrored in (False, True):
                board, marginals = position(key, game, turned, mirrored)
                found = listed_next(board, marginals)
                assert found is not None
                assert (found.chance, found.layouts) == (Fraction(won, layouts), layouts)
                shown = board.grid.ravel().tolist()
                assert searched.won(shown, found.best[0], NEVER).won == won


@needs_kernel
def test_tall_boards_are_found_as_well() -> None:
    wide, tall = blank(4, 5, 6), blank(5, 4, 6)
    searched = whole_game(tall, NEVER, layouts=200_000)
    assert searched is not None
    for click in FirstClick:
        start, turned = listed_start(wide, click), listed_start(tall, click)
        assert start is not None
        assert turned is not None
        assert turned.chance == start.chance
        cells = [divmod(cell, 5) for cell in start.best]
        assert turned.best == tuple(sorted([column * 4 + row for row, column in cells]))
    for key, (_, won, layouts) in records()[4, 5, 6]["next"].items():
        board, marginals = position(key, (4, 5, 6), 1, mirrored=False)
        found = listed_next(board, marginals)
        assert found is not None
        assert found.chance == Fraction(won, layouts)
        shown = board.grid.ravel().tolist()
        assert searched.won(shown, found.best[0], NEVER).won == won


@pytest.mark.parametrize("cell", [pytest.param((0, 0), marks=pytest.mark.slow), (3, 4)])
def test_more_than_clues_is_not_looked_up(cell: tuple[int, int]) -> None:
    """A known mine, or a safe cell without a clue, leaves fewer layouts than the file counts."""
    board, marginals = position("?????1??????????????", (4, 5, 6), 0, mirrored=False)
    flagged = board.replace({cell: State.FLAGGED})
    assert listed_next(flagged, marginals) == listed_next(board, marginals) is not None
    for state in (State.KNOWN_MINE, State.NO_CLUE):
        changed = board.replace({cell: state})
        assert listed_next(changed, marginals) is None
        decision = decide(WhatIf.of(changed), budget=NEVER)
        assert decision is not None
        assert changed.is_covered(changed.cell(decision.cell))
        assert decision.chance in (None, best(changed).win_chance)


@needs_kernel
def test_best_goes_on_as_strategist_does() -> None:
    game = 5, 5, 5
    for key in records()[game]["next"]:
        board, _ = position(key, game, 0, mirrored=False)
        decision = decide(WhatIf.of(board), budget=NEVER, first_click=FirstClick.SAFE)
        assert decision is not None
        found = best(board, first_click=FirstClick.SAFE)
        assert (found.cells, found.why) == ((board.cell(decision.cell),), Why.SOLVED)
        assert found.win_chance == decision.chance
        # Whether another cell is as good, the file does not say.
        assert [candidate.cell for candidate in found.candidates] == list(found.cells)


@pytest.mark.slow
@needs_kernel
def test_the_steps_are_those_of_a_new_search() -> None:
    game = 5, 5, 5
    searched = whole_game(blank(*game), NEVER, layouts=200_000)
    assert searched is not None
    tree = Tree(searched, NEVER)
    first = records()[game]["first"]
    tree.follow(first["safe"]["best"][0], opens=False)
    tree.follow(first["opening"]["best"][0], opens=True)
    assert {key: list(step) for key, step in tree.steps.items()} == records()[game]["next"]


def test_what_is_solved_in_play_is_not_looked_up() -> None:
    assert listed_start(blank(4, 4, 4), FirstClick.SAFE) is None
    assert listed_start(blank(4, 4, 7), FirstClick.SAFE) is not None
    hexagons = Board.parse("topology: hexagon\nmines: 7\n\n" + "????\n" * 4)
    assert listed_start(hexagons, FirstClick.SAFE) is None


@pytest.mark.parametrize("click", FirstClick)
def test_strategist_begins_as_the_file_says(click: FirstClick) -> None:
    for game in LARGE[:5]:
        first = records()[game]["first"].get(click.value)
        if first is None:
            continue
        decision = decide(WhatIf.of(blank(*game)), budget=NEVER, first_click=click)
        assert decision is not None
        assert decision.why is Why.SOLVED
        assert decision.cell == first["best"][0]
        assert decision.chance == Fraction(first["won"], first["of"])


def check_play(game: Game) -> None:
    for click, first in records()[game]["first"].items():
        assert wins(blank(*game), FirstClick(click)) == (first["won"], first["of"])


@pytest.mark.parametrize("game", [(3, 3, 2), (3, 3, 4), (3, 4, 2)])
def test_strategist_wins_all_that_can_be_won(game: Game) -> None:
    check_play(game)


@needs_kernel
@pytest.mark.parametrize(
    "game",
    [
        *(pytest.param(game, marks=pytest.mark.slow) for game in [(3, 4, 4), (2, 7, 4), (4, 5, 3)]),
        *(pytest.param(game, marks=pytest.mark.night) for game in [(4, 4, 4), (4, 4, 9)]),
    ],
)
def test_strategist_wins_all_that_can_be_won_on_larger_boards(game: Game) -> None:
    check_play(game)
