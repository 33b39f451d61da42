"""A game played by a person, with hints and mine probabilities on request."""

from __future__ import annotations

import re
import sys
from typing import Final

from logicsweep.answers import playing
from logicsweep.answers.asked import Asked
from logicsweep.answers.reasons import hint_step
from logicsweep.board.board import Cell
from logicsweep.cli.cells import is_cell, pair_of
from logicsweep.cli.common import Failure, fail
from logicsweep.cli.recording import Recording
from logicsweep.cli.terminal import draw, draw_chances
from logicsweep.errors import IllegalMoveError, LimitError
from logicsweep.games.game import Game
from logicsweep.games.loop import outcome_of
from logicsweep.games.setting import GameRule
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.render.best import advice_lines
from logicsweep.render.games import outcome_words, shown_words
from logicsweep.render.reasons import hint_step_lines
from logicsweep.render.text_board import CHANCE_SIZE
from logicsweep.render.words import least_words
from logicsweep.strategy.best import best

# Characters of a line; a device may never end one.
_LONGEST: Final = 1_000
HELP: Final = """\
  3,4      open the cell in row 3, column 4; or E4, its column's letter and row from 1
  f 3,4    flag it, or remove its flag
  h        a hint: the easiest way to a safe cell, or else what to guess
  b        the best cells to open, why, and your chance to win if it is known
  p        the mine probabilities in percent, and the least risky cells
  ?        this help
  q        give up"""


def by_hand(game: Game, words: str, recording: Recording) -> None:
    """Play a game with moves from standard input, one on each line, and record them."""
    print(f"{words}\nType ROW,COLUMN such as 3,4 to open a cell, or ? for help.")
    draw(game.board)
    while not game.is_over:
        line = _line()
        if line is None or line == "q":
            print("Given up.")
            return
        _answer(game, line, recording)
    draw(game.solution.on(game.board))
    print(outcome_words(outcome_of(game), game.setting.rule))


def _line() -> str | None:
    """Read the next line of standard input; None at its end."""
    print("> ", end="", flush=True)
    try:
        line = sys.stdin.readline(_LONGEST) if sys.stdin is not None else ""
    except UnicodeDecodeError:
        raise fail("standard input is not text; expected moves, one on each line") from None
    if len(line) == _LONGEST:
        raise fail("standard input has a very long line; expected moves, one on each line")
    if not sys.stdin or not sys.stdin.isatty():
        print(line.rstrip("\n"))
    return line.strip().lower() if line else None


def _answer(game: Game, line: str, recording: Recording) -> None:
    """Do what a line says, and show the board if it changed."""
    flags = line.startswith("f") and not is_cell(line)  # f1 is a cell, too
    word = re.sub(r"(?<=\d) +(?=\d)", ",", line.removeprefix("f").strip() if flags else line)
    if is_cell(word):
        try:
            _move(game, cell := pair_of(word, None), flags=flags)
        except IllegalMoveError as error:
            print(error)
        except Failure as failure:  # a number of very many digits; the game goes on
            print(failure.text)
        else:
            recording.click(cell, flags=flags)
            draw(game.board)
    elif line in _QUESTIONS:
        try:
            _QUESTIONS[line](game)
        except LimitError as error:
            print(error)
    elif line in ("?", "help"):
        print(HELP)
    elif line:
        print(f"{line!r} is not a move; expected ROW,COLUMN such as 3,4, or ?")


def _move(game: Game, cell: Cell, *, flags: bool) -> None:
    if not flags:
        print(f"{cell}: {shown_words(cell, game.open(cell), game.board.placed_rules)}.")
        return
    try:
        game.unflag(cell)
    except IllegalMoveError:  # there is none
        game.flag(cell)


def _hint(game: Game) -> None:
    kb = KnowledgeBase(game.board)
    step = kb.next_step(safe=True) or kb.next_step()
    if step is None:
        _advise(game)
    else:
        print("\n".join(hint_step_lines(hint_step(step))))


def _advise(game: Game) -> None:
    """Advise the best cells; where a mine does not end the game, the least risky ones."""
    if game.setting.rule is not GameRule.CLASSIC:
        _least_risky(KnowledgeBase(game.board))
        return
    answer = playing.best(Asked("best", ""), best(game.board, first_click=game.setting.first_click))
    print("\n".join(advice_lines(game.board, answer)))


def _chances(game: Game) -> None:
    kb = KnowledgeBase(game.board)
    chances = kb.count().probabilities()
    draw(game.board, kb.consequences(), chances, size=CHANCE_SIZE)
    draw_chances(chances)
    _least_risky(kb)


def _least_risky(kb: KnowledgeBase) -> None:
    least = kb.count().least_risky()
    print(least_words(least.cells, least.probability))


_QUESTIONS: Final = {"h": _hint, "hint": _hint, "b": _advise, "p": _chances}
