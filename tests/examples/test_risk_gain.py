"""`risk-gain` against the description of its source, written down plainly from the board alone."""

from __future__ import annotations

from statistics import mean, stdev

import pytest

from logicsweep import Board, Cell, State
from logicsweep.board.clue_models import clue_model
from logicsweep.board.first_click import FirstClick
from logicsweep.games.agents.base import Move
from logicsweep.games.agents.registry import agent_of
from logicsweep.games.game import Game, Shown
from logicsweep.games.loop import play
from logicsweep.games.setting import GameRule, Setting
from logicsweep.games.view import View
from tests.conftest import seeds
from tests.games.judging import begun, next_moves, one_game

BOTH = ("risk-gain", "risk-gain-random")
SHAPES = ((1, 9, 2), (3, 3, 2), (5, 4, 3), (8, 8, 6), (9, 13, 5), (12, 11, 40))


class Maps:
    """What the description says of each covered cell."""

    def __init__(self, board: Board) -> None:
        self.board = board
        found = board.known_mines
        left = {
            clue: int(str(count)) - sum(cell in found for cell in board.neighbours(clue))
            for clue, count in board.clues.items()
        }
        self.is_new = not board.clues and not found
        self.safe = {
            cell
            for cell in board.covered
            if any(left.get(clue) == 0 for clue in board.neighbours(cell))
        }
        self.left = left
        self.unknown = set(board.covered) - self.safe
        self.risk = {
            cell: sum(left.get(clue, 0) for clue in board.neighbours(cell)) for cell in self.unknown
        }
        self.gain = {
            cell: len({cell, *board.neighbours(cell)} & self.unknown) for cell in self.unknown
        }

    def told(self, cell: Cell) -> tuple[str, str, str]:
        """The entries of the three maps for a cell."""
        if cell not in self.board.covered:
            flag = "X" if cell in self.board.known_mines else "M"
            return flag, str(self.left.get(cell, ".")), "."
        if cell in self.unknown:
            return "U", str(self.risk[cell]), str(self.gain[cell])
        return "S", ".", str(sum(near in self.unknown for near in self.board.neighbours(cell)))

    def allowed(self, *, is_orderly: bool) -> set[Cell]:
        """The cells of which any may be opened next."""
        if self.is_new:
            return self.unknown
        highest = max(self.risk.values())
        best = {cell for cell in self.unknown if self.risk[cell] == highest}
        gain = max(self.gain[cell] for cell in best)
        widest = {cell for cell in best if self.gain[cell] == gain}
        probes = [cell for cell in widest if cell.row % 3 == cell.column % 3 == 1]
        if is_orderly and highest == 0 and gain == 9 and probes:
            return {min(probes)}
        return widest


def check_moves(name: str, game: Game, seed: int) -> None:
    """Every move of a game must be one that is allowed, and the maps before it right."""
    maps = [Maps(game.board)]
    agent = agent_of(name, seed=seed)

    def look(_: Move, view: View) -> None:
        entries = " ".join(line for line in agent.knowledge(view) if line[:1] == " ").split()
        size = len(view.cells)
        flags, risks, gains = (entries[start::][:size] for start in (0, size, 2 * size))
        told = zip(flags, risks, gains, strict=True)
        assert list(told) == [maps[-1].told(cell) for cell in view.cells]

    def check(move: Move, _: Shown, view: View) -> None:
        cell = move.cell
        assert not move.flags
        assert cell in maps[-1].allowed(is_orderly=name == "risk-gain"), (game.setting, seed, cell)
        maps.append(Maps(view.board))

    play(game, agent, before=look, watch=check)


@pytest.mark.parametrize("seed", seeds(range(60), fast=12))
@pytest.mark.parametrize("name", BOTH)
def test_every_opening_is_one_that_the_description_allows(name: str, seed: int) -> None:
    height, width, mines = SHAPES[seed % len(SHAPES)]
    setting = Setting(height=height, width=width, mines=mines, rule=GameRule.SEARCH)
    game = Game(setting, seed=seed)
    check_moves(name, game, seed)
    assert game.detonated == mines  # every mine is found, by opening it


def test_orderly_probes_leave_fewer_patches_than_random_ones() -> None:
    # Every clue is 0, so that it probes to the end.
    openings: dict[str, list[int]] = {name: [] for name in BOTH}
    for name in BOTH:
        for seed in (1,):
            view = View(Board.parse(("?" * 15 + "\n") * 15), rule=GameRule.SEARCH)
            agent = agent_of(name, seed=seed)
            agent.begin(view)
            gains = []
            while (maps := Maps(view.board)).unknown:
                cell = agent.choose(view).cell
                assert cell in maps.allowed(is_orderly=name == "risk-gain")
                gains.append(maps.gain[cell])
                view.show({cell: 0})
            assert sum(gains) == 225
            openings[name].append(len(gains))
    # Probes that gain nine each would be 25; the first cell is rarely in line with the others.
    assert all(25 <= count <= 32 for count in openings["risk-gain"])
    assert min(openings["risk-gain-random"]) > max(openings["risk-gain"])


def test_ties_are_drawn_at_random_from_the_seed() -> None:
    board = Board.parse("?????\n?????\n??2??\n?????\n?????\n")
    tied = Maps(board).allowed(is_orderly=True)
    assert len(tied) == 8  # all around the clue, each of them next to eight cells
    drawn = []
    for seed in (*range(100), *range(100)):
        agent = agent_of("risk-gain", seed=seed)
        agent.begin(view := View(board, rule=GameRule.SEARCH))
        drawn.append(agent.choose(view).cell)
    assert set(drawn) == tied
    assert max(drawn.count(cell) for cell in tied) < 3 * min(drawn.count(cell) for cell in tied)
    assert drawn[:100] == drawn[100:]


def test_a_game_does_not_depend_on_the_one_before() -> None:
    setting = Setting(height=8, width=8, mines=6, rule=GameRule.SEARCH)
    agent = agent_of("risk-gain", seed=3)
    played: list[list[Cell]] = [[], []]
    for moves in played:
        play(Game(setting, seed=3), agent, watch=lambda move, _, __, to=moves: to.append(move.cell))  # type: ignore[misc]
    assert played[0] == played[1]


def test_risk_and_gain_are_said() -> None:
    board = Board.parse("2???\n??1?\n????\n")
    first = next_moves("risk-gain", board, 1, GameRule.SEARCH)[0]
    # (0,1) and (1,1) are next to both; of them (1,1) has more unknown cells around it.
    assert (first.cell, first.reason) == (Cell(1, 1), "highest risk 3, gain 7")
    # A mine that was dug up is taken off the clues around it, and makes safe what has none left.
    dug = next_moves("risk-gain", Board.parse("2???\n?*1?\n????\n"), 1, GameRule.SEARCH)[0]
    assert (dug.cell, dug.reason) == (Cell(1, 0), "highest risk 1, gain 2")
    assert next_moves("risk-gain", Board.parse("???\n???\n???\n"), 1)[0].reason == (
        "a random first cell"
    )


def test_safe_cells_are_left_alone_in_a_search_and_opened_otherwise() -> None:
    board = Board.parse("0????\n?????\n?????\n?????\n")
    safe = {Cell(0, 1), Cell(1, 0), Cell(1, 1)}
    agent = begun("risk-gain", view := View(board, rule=GameRule.SEARCH))
    for _ in range(16):
        move = agent.choose(view)
        assert move.cell not in safe
        assert not move.is_proved
        view.show({move.cell: State.NO_CLUE})
    # Nothing else is left, as after a clue that was not exact.
    assert {move.cell for move in next_moves("risk-gain", view.board, 3)} == safe
    for rule in (GameRule.CLASSIC, GameRule.CONTINUE):
        moves = next_moves("risk-gain", board, 3, rule)
        assert {move.cell for move in moves} == safe
        assert all(move.is_proved for move in moves)


@pytest.mark.parametrize("model", ["optimistic", "cautious", "random-reveal(1/2)"])
def test_uncertain_clues_leave_no_game_unfinished(model: str) -> None:
    for seed in range(6):
        options = {"height": 7, "width": 7, "mines": 9, "rule": GameRule.SEARCH}
        game, _, outcome = one_game("risk-gain", seed, **options, clues=clue_model(model))
        assert outcome.is_won
        assert game.detonated == 9


@pytest.mark.slow
def test_it_opens_about_as_many_cells_as_published() -> None:
    """One game on 10x10 with 10 mines was published, with 33 openings."""
    options = {"height": 10, "width": 10, "mines": 10, "rule": GameRule.SEARCH}
    setting = {**options, "first_click": FirstClick.SAFE}
    openings = [one_game("risk-gain", seed, **setting)[2].openings for seed in range(100)]
    assert abs(33 - mean(openings)) < 1.96 * stdev(openings)
