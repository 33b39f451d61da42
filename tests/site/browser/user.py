"""Somebody at the page, whose clicks the browser counts, and what their texts prove."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from logicsweep import Board, Cell, KnowledgeBase
from tests.site.browser.browsing import Visit
from tests.site.browser.test_input import given

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# The browser counts what people press.
COUNTING = """
    window.clicks = 0;
    addEventListener("pointerdown", (event) => { clicks += event.isTrusted; }, true);
    addEventListener("change", ({ target }) => { clicks += target.matches("select"); }, true);
"""


class User:
    """Somebody who opens the page for the first time."""

    def __init__(self, browser: Browser, url: str, start: str = "", **context: Any) -> None:
        self.browser = browser
        context |= {"accept_downloads": True, "timezone_id": "UTC"}
        self.visit = Visit(browser, url, script=COUNTING, **context)
        self.page = self.visit.page
        self.visit.open(start)

    @property
    def clicks(self) -> int:
        """The clicks since the page was opened."""
        return int(self.page.evaluate("window.clicks"))

    def press(self, name: str | re.Pattern[str]) -> None:
        """Click the button of a name; those of places are at the top of the page."""
        if name in ("Analyse", "Play", "Review"):
            self.visit.place(str(name))
        else:
            exact = isinstance(name, str)
            self.page.get_by_role("button", name=name, exact=exact).click()
        self.visit.ready()

    def click(self, cell: tuple[int, int]) -> None:
        """Click a cell."""
        self.visit.cell(*cell).click()
        self.visit.ready()

    def open(self, cell: tuple[int, int]) -> None:
        """Open a cell of a game without a click, and wait for what it shows."""
        self.visit.cell(*cell).focus()
        self.page.keyboard.press("Enter")
        self.waits(f"#grid [data-cell='{cell[0]},{cell[1]}']:not([aria-label^=covered])")
        self.visit.ready()

    def paste(self, text: str, cells: int) -> None:
        """Paste a text, after which there are so many cells."""
        given(self.visit, "paste", text)
        self.has_cells(cells)
        self.visit.ready()

    def has_cells(self, number: int) -> None:
        """Wait until the board has so many cells."""
        self.page.wait_for_function(
            "(number) => document.querySelectorAll('#grid [data-cell]').length === number",
            arg=number,
        )

    def waits(self, selector: str, text: str = "") -> None:
        """Wait for an element, and for a text in it."""
        self.page.locator(selector, has_text=text).first.wait_for()

    def board(self, total: int, **options: Any) -> Board:
        """The board that a screen reader hears of."""
        said = self.visit.said()
        shape = np.array(list(said)).max(axis=0) + 1
        grid = np.full(shape, -1, dtype=np.int8)
        for cell, words in said.items():
            clue = re.match(r"clue (\d)", words)
            if clue:
                grid[cell] = int(clue[1])
        return Board(grid, mines=total, **options)


def named(text: str) -> set[Cell]:
    """The cells that a text names, as in a spreadsheet."""
    names = re.findall(r"\b([A-Z]?)([A-Z])(\d+)", text)
    return {
        Cell(int(row) - 1, 26 * (ord(first or "@") - 64) + ord(last) - 65)
        for first, last, row in names
    }


def proves(board: Board, text: str) -> set[Cell]:
    """The cells that are safe by nothing but the clues that a text names, and the mine count."""
    rows = str(board).rstrip("\n").split("\n")[-board.height :]
    kept = named(text)
    signs = [
        "".join(
            sign if sign == "?" or (row, column) in kept else "_"
            for column, sign in enumerate(line)
        )
        for row, line in enumerate(rows)
    ]
    told = f"mines: {board.mines}\n\n" if "mine count" in text else ""
    return set(KnowledgeBase(Board.parse(told + "\n".join(signs))).consequences().safe)
