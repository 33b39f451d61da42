"""Nineteen tasks at the page, each with the clicks that it takes, beside those of JSMinesweeper.

Clicks are presses of a mouse button or of a finger, and choices from a list, as the browser hears
of them. Typing, pasting and keys that paint a cell or go through a form are none; a button is
clicked, whatever key it may have. Both programs begin where a new visitor does, or where a link
leads to. JSMinesweeper is that of commit d8ff392, driven in the same browser; it is no part of this
test.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

from logicsweep import Board, Cell, KnowledgeBase, load, review, write_board
from logicsweep.formats.files import example_game
from tests.judges.oracle import around, layouts
from tests.site.browser.browsing import EXAMPLES, Visit, served
from tests.site.browser.test_analysing import words_of
from tests.site.browser.user import User, named, proves
from tests.strategy.test_winning import win_chances

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

STUCK = load(EXAMPLES / "expert-stuck.board")
IMPOSSIBLE = load(EXAMPLES / "inconsistent.board")
SMALL = load(EXAMPLES / "small.board")
# No cell is safe; the chances to win differ where the risks do not.
END = Board.parse("mines: 3\n\n????\n?2?2\n????\n")
GAME = "#play=9x9&mines=10&seed=44&first=opening"
EXAMPLE = review(str(example_game("expert")))
START = (4, 4)


def analyse_a_link(user: User) -> None:
    user.paste(write_board(STUCK, "analysis", lossy=True).decode(), 480)
    assert user.visit.said() == words_of(STUCK)


def begin_a_beginner_game(user: User) -> None:
    user.press("Play")
    user.press("Beginner")
    user.has_cells(81)
    assert user.visit.text("#mines-left") == "10 left"
    user.open(START)
    assert user.board(10).clues[START] == 0


def begin_an_expert_game_without_guesses(user: User) -> None:
    user.press("Play without guessing")
    user.has_cells(480)
    assert "no guess needed" in user.visit.text("#game-words")
    user.open((8, 15))
    for _ in range(3):
        user.open(min(KnowledgeBase(user.board(99)).consequences().safe))
    assert user.visit.text("#game-state") == "Playing"


def watch_a_solver(user: User) -> None:
    user.press("Watch a solver play")
    user.waits("#grid [aria-label^=clue]")
    before = len(user.board(99).clues)
    user.page.wait_for_function(
        "(many) => document.querySelectorAll('#grid [aria-label^=clue]').length > many"
        " || document.querySelector('#game-state').textContent !== 'Playing'",
        arg=before + 1,
        timeout=120_000,
    )
    assert user.page.text_content("#agent-says")


def send_a_link_that_opens_elsewhere(user: User) -> None:
    user.paste(str(END), 12)
    user.page.wait_for_function("() => location.hash.startsWith('#s=')")
    with served() as address:
        other = Visit(user.browser, address, is_alone=True)
        other.open(user.page.url[user.page.url.index("#") :])
        assert other.said() == user.visit.said() == words_of(END)
        other.close()


def compare_the_guesses(user: User) -> None:
    user.paste(str(END), 12)
    rows = [
        [cell.inner_text() for cell in row.locator("th, td").all()]
        for row in user.page.locator(".guesses tbody tr").all()
    ]
    expected = win_chances(END)
    chances = KnowledgeBase(END).count().fractions()
    for name, risk, win, *_ in rows:
        (cell,) = named(name)
        assert number(risk) == pytest.approx(100 * float(chances[cell]), abs=0.5)
        assert number(win) == pytest.approx(100 * float(expected[cell]), abs=0.5)
    assert number(rows[0][2]) == pytest.approx(100 * float(max(expected.values())), abs=0.5)


def number(text: str) -> float:
    """The number of a percentage."""
    return float(text.split(maxsplit=1)[0])


def choose_the_overlay(user: User) -> None:
    user.paste(str(END), 12)
    user.page.get_by_label("Shown over the board").select_option("zero")
    user.waits("#grid [aria-label*='probability to open an area']")
    user.visit.ready()
    assert user.clicks == 1
    masks = layouts(END)
    for cell in map(Cell._make, END.covered):
        zeros = ~masks[:, cell.row, cell.column] & (around(masks, cell) == 0)
        said = re.search(r"probability to open an area ([\d.]+)%", user.visit.said()[cell])
        assert said is not None
        assert float(said[1]) == pytest.approx(100 * zeros.mean(), abs=0.5)


def see_probabilities_in_a_game(user: User) -> None:
    user.open(START)
    user.page.get_by_label("Shown over the board").select_option("mine")
    user.waits("#grid [aria-label*='mine probability']")
    user.visit.ready()
    assert user.visit.said() == words_of(user.board(10))
    assert user.visit.text("#game-state") == "Playing"


def try_again_in_a_lesson(user: User) -> None:
    user.press("Review")
    user.waits(".review-now")
    user.press("Learn from your mistakes")
    mistake = EXAMPLE.mistakes[0]
    user.click(mistake.better[0])
    user.waits(".review-tries", "right")
    assert named(user.visit.text(".review-tries")) == {mistake.better[0]}


def play_the_same_board_again(user: User) -> None:
    user.open(START)
    begun = user.visit.said()
    user.open(min(KnowledgeBase(user.board(10)).consequences().safe))
    number_of_clues = "() => document.querySelectorAll('#grid [aria-label^=clue]').length"
    opened = user.page.evaluate(number_of_clues)
    user.press("Same board again")
    user.page.wait_for_function(f"(before) => ({number_of_clues})() < before", arg=opened)
    user.visit.ready()
    # The first cell is open again: the mines depend on it.
    assert user.visit.said() == begun


def see_why_a_cell_is_safe(user: User) -> None:
    user.paste(str(SMALL), 12)
    user.click((0, 3))
    user.waits("#why .text")
    assert user.visit.text("#why h2") == "D1 is safe"
    assert (0, 3) in proves(SMALL, user.visit.text("#why .text"))


def see_what_if_a_cell_shows_a_value(user: User) -> None:
    user.paste(str(END), 12)
    cell = Cell(0, 0)
    user.visit.cell(*cell).hover()
    user.waits("#pointed", "It may show")
    masks = layouts(END)
    ones = ~masks[:, cell.row, cell.column] & (around(masks, cell) == 1)
    told = re.search(r"\b1: ([\d.]+)", user.visit.text("#pointed"))
    assert told is not None
    assert float(told[1]) == pytest.approx(100 * ones.mean(), abs=0.5)
    user.page.keyboard.press("1")
    user.waits("#grid [data-cell='0,0'][aria-label^='clue 1']")
    user.visit.ready()
    grid = END.grid.copy()
    grid[cell] = 1
    assert user.visit.said() == words_of(Board(grid, mines=3))


def take_a_guess_back(user: User) -> None:
    user.open(START)
    user.page.wait_for_function("() => location.hash.startsWith('#g=')")
    before = user.visit.said()
    chances = KnowledgeBase(user.board(10)).probabilities()
    row, column = np.unravel_index(int(np.nanargmax(chances)), chances.shape)
    opened = user.page.url
    user.click((int(row), int(column)))
    user.page.wait_for_function("(before) => location.href !== before", arg=opened)
    assert user.visit.said() != before
    user.page.go_back()
    user.page.wait_for_function("(before) => location.href === before", arg=opened)
    user.visit.ready()
    assert user.visit.said() == before


def take_a_hint(user: User) -> None:
    user.open(START)
    user.press("Hint")
    user.waits("#told", "Look at the framed area")
    area = user.visit.framed("dashed")
    board = user.board(10)
    assert area & KnowledgeBase(board).consequences().safe
    assert area & set(board.clues)


def find_the_next_mistake_of_an_example(user: User) -> None:
    user.press("Review")
    user.waits(".review-now")
    user.press("Next mistake")
    mistake = EXAMPLE.mistakes[1]
    place = EXAMPLE.grades.index(mistake) + 1
    assert user.visit.text(".review-count").startswith(f"{place} of ")
    assert mistake.better[0] in named(user.visit.text(".review-now"))
    assert user.board(99).clues == mistake.board.clues


def solve_the_puzzle_of_today(user: User) -> None:
    user.page.clock.set_fixed_time(datetime(2026, 11, 26, 12, tzinfo=UTC))
    user.press("Play")
    user.press("Today\u2019s puzzle")
    user.waits("#game-words", "Puzzle")
    user.visit.ready()
    total = int(user.visit.text("#mines-left").split()[0])
    puzzle = user.board(total)
    assert KnowledgeBase(puzzle).count().total == 1
    turn, level = divmod((date(2026, 11, 26) - date(1970, 1, 1)).days, 4)
    assert user.visit.text("#game-words").endswith(f"level {level + 1}")
    assert user.page.locator("#seed").text_content() == str(turn % 25)


def find_who_is_to_blame_for_a_contradiction(user: User) -> None:
    user.paste(str(IMPOSSIBLE), 480)
    user.waits(".suspects")
    # As the comment of the board says, the 3 at (7,12) is shown as a 2.
    blamed = "2 at M8 (could be 3"
    assert any(blamed in line for line in user.page.locator(".suspects li").all_inner_texts())


def look_up_a_rule_and_play_it(user: User) -> None:
    user.press("Play")
    user.press("Custom…")
    user.page.locator("#play-dialog").get_by_role("button", name=re.compile("pictures")).click()
    user.page.get_by_label("Find rules and neighbours").fill("2x2")
    user.press("Play Q")
    user.waits("#game-words", "rules Q")
    user.visit.ready()
    assert "every 2x2 block has a mine" in user.visit.text("#about")
    total = int(user.visit.text("#mines-left").split()[0])
    cell = min(user.visit.said())
    user.open(cell)
    board = user.board(total, rules="Q")
    assert KnowledgeBase(board).count().total > 0


def guess_needlessly_before_a_referee(user: User) -> None:
    user.press("Play")
    user.page.get_by_label("Referee", exact=True).check()
    user.visit.ready()
    user.waits("#grid [data-cell='8,15'][aria-label^=clue]")
    board = user.board(99)
    kb = KnowledgeBase(board)
    proved = kb.consequences()
    assert proved.safe
    undecided = [Cell(*cell) for cell in board.covered if cell not in proved.safe | proved.mines]
    # The least risky of them: chance alone would rarely hit a mine there.
    guess = min(undecided, key=lambda cell: (Fraction(kb.count().probability(cell)), cell))
    user.click(guess)
    user.waits("#told", "Punished")
    assert user.visit.text("#game-state") == "Lost"
    user.waits("#judged .review-now")
    assert proves(board, user.visit.text("#judged .review-now p:nth-of-type(2)")) & proved.safe
    assert not named(user.visit.text("#told"))  # a proof is said once


class Task(NamedTuple):
    """What a user does, the clicks that it takes, and those of JSMinesweeper."""

    do: Callable[[User], None]
    clicks: int
    elsewhere: int | None
    start: str = ""
    # Presses of the browser's own buttons, of which the page does not hear.
    beside: int = 0


TASKS = (
    Task(analyse_a_link, 0, 1),
    Task(begin_a_beginner_game, 2, 2),
    Task(begin_an_expert_game_without_guesses, 1, 1),
    Task(watch_a_solver, 1, 1),
    Task(send_a_link_that_opens_elsewhere, 0, 0),
    Task(compare_the_guesses, 0, None),
    Task(choose_the_overlay, 1, 2),
    Task(see_probabilities_in_a_game, 1, 1, GAME),
    Task(try_again_in_a_lesson, 3, None),
    Task(play_the_same_board_again, 1, 1, GAME),
    Task(see_why_a_cell_is_safe, 1, None),
    Task(see_what_if_a_cell_shows_a_value, 0, 1),
    Task(take_a_guess_back, 2, None, GAME, beside=1),
    Task(take_a_hint, 1, 1, GAME),
    Task(find_the_next_mistake_of_an_example, 2, None),
    Task(solve_the_puzzle_of_today, 2, None),
    Task(find_who_is_to_blame_for_a_contradiction, 0, 0),
    Task(look_up_a_rule_and_play_it, 4, None),
    Task(guess_needlessly_before_a_referee, 3, 3),
)


assert len(TASKS) == len({task.do for task in TASKS}) == 19


# Every second one is for the night.
@pytest.mark.parametrize(
    "task",
    [
        pytest.param(task, marks=[pytest.mark.night] * (number % 2), id=task.do.__name__)
        for number, task in enumerate(TASKS)
    ],
)
def test_a_task_takes_so_many_clicks(browser: Browser, url: str, task: Task) -> None:
    # A clock that is set stays so.
    user = User(browser, url, task.start, is_alone=task.do is solve_the_puzzle_of_today)
    task.do(user)
    assert user.clicks + task.beside == task.clicks
    assert task.elsewhere is None or task.clicks <= task.elsewhere
    user.visit.close()
