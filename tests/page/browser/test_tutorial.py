"""The lesson about the page, step by step; it draws its pictures.

    PICTURES=docs/pictures/page pytest -m slow tests/page/browser/test_tutorial.py

draws them anew; else the test only compares their sizes, since fonts differ between systems.
"""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from logicsweep import best, load
from tests.conftest import ROOT
from tests.page.browser.browsing import EXAMPLES, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PICTURES = ROOT / "docs" / "pictures" / "page"
LESSON = (ROOT / "docs" / "tutorials" / "the-page.md").read_text("utf-8")


def draw(visit: Visit, name: str, folder: Path) -> None:
    """Draw a picture of the page, beside which the lesson's has the same size."""
    assert f"../pictures/page/{name}.png" in LESSON
    drawn = folder / f"{name}.png"
    visit.page.screenshot(path=drawn)
    assert size(drawn) == size(PICTURES / drawn.name)


def size(picture: Path) -> tuple[int, ...]:
    return struct.unpack(">2I", picture.read_bytes()[16:24])


@pytest.mark.slow
@pytest.mark.xdist_group("browser")
def test_the_lesson_goes_as_it_says(browser: Browser, url: str, tmp_path: Path) -> None:
    folder = Path(os.environ.get("PICTURES", tmp_path))
    stuck = load(EXAMPLES / "expert-stuck.board")
    visit = Visit(browser, url, viewport={"width": 1200, "height": 640})
    visit.open(stuck)
    draw(visit, "overview", folder)
    visit.cell(3, 11).click()
    visit.page.wait_for_selector("#why .text")
    draw(visit, "why", folder)
    visit.page.keyboard.press("Escape")
    (star,) = best(stuck).cells
    for clue in "23":
        visit.cell(*star).hover()
        visit.page.evaluate("document.activeElement.blur()")
        visit.page.keyboard.press(clue)
        visit.changed()
        assert visit.said()[star] == f"clue {clue}"
        visit.page.keyboard.press("Control+z")
    lines = visit.page.locator("#tree li button").all_inner_texts()
    assert lines == ["board", *(f"{clue} at ({star.row},{star.column})" for clue in "23")]
    visit.page.get_by_label("Examples").select_option("inconsistent")
    visit.page.wait_for_selector(".suspects")
    visit.ready()
    visit.page.mouse.move(0, 0)
    draw(visit, "conflict", folder)
    visit.close()
    names = ("conflict", "overview", "why")
    assert sorted(path.stem for path in PICTURES.iterdir()) == sorted(names)
