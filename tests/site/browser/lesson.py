"""What the tests of the lesson about the page share: its text, and its pictures."""

from __future__ import annotations

import os
import re
import struct
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.site.browser.browsing import Visit

PICTURES = ROOT / "docs" / "pictures" / "page"
LESSON = (ROOT / "docs" / "tutorials" / "the-page.md").read_text("utf-8")
GUESS = next(
    text for text in re.findall(r"```text\n(.*?)```", LESSON, re.DOTALL) if "mines:" in text
)
CHALLENGE = next(iter(re.findall(r"^#play=\S+$", LESSON, re.MULTILINE)))
MOST_BYTES = 100_000
SIZES = ((1200, 640), (390, 700))


def draw(visit: Visit, name: str, folder: Path) -> None:
    """Draw a picture of the page, beside which the lesson's has the same size."""
    assert f"../pictures/page/{name}.png" in LESSON
    visit.page.mouse.move(0, 0)
    visit.page.wait_for_function("() => document.getAnimations().length === 0")
    if "PICTURES" in os.environ:
        visit.page.screenshot(path=folder / f"{name}.png")
        lessen(folder / f"{name}.png")
    pixels = visit.page.evaluate("[innerWidth, innerHeight].map((n) => n * devicePixelRatio)")
    assert tuple(pixels) == size(PICTURES / f"{name}.png")


def lessen(picture: Path) -> None:
    """Write a picture with so few colours that it is small."""
    image = pytest.importorskip("PIL.Image")
    with image.open(picture) as drawn:
        few = drawn.convert("RGB").quantize(256, kmeans=3, dither=image.Dither.NONE)
    few.save(picture, optimize=True)
    assert picture.stat().st_size <= MOST_BYTES


def size(picture: Path) -> tuple[int, ...]:
    return struct.unpack(">2I", picture.read_bytes()[16:24])


def shown(visit: Visit, selector: str) -> str:
    """The visible text with ordinary blanks."""
    return " ".join(visit.text(selector).split())


def lit(visit: Visit) -> set[tuple[int, int]]:
    """The cells that light up, on a board of squares."""
    boxes = [light.bounding_box() for light in visit.page.locator(".lights > *").all()]
    return {
        cell
        for cell in visit.said()
        for place in [visit.cell(*cell).bounding_box()]
        if any(
            box
            and abs(box["x"] + box["width"] / 2 - place["x"] - place["width"] / 2) < 3
            and abs(box["y"] + box["height"] / 2 - place["y"] - place["height"] / 2) < 3
            for box in boxes
        )
    }


def rows(visit: Visit) -> dict[str, list[str]]:
    """The table of guesses, by cell."""
    texts = [
        row.locator("th, td").all_inner_texts()
        for row in visit.page.locator("table.guesses tbody tr").all()
    ]
    return {
        cell.split()[0]: [text.replace("\u00a0", " ").strip() for text in values]
        for cell, *values in texts
    }


def opened(text: str, cell: tuple[int, int], value: str) -> str:
    """The text of a board with a cell that shows a clue."""
    head, grid = text.split("\n\n")
    lines = grid.splitlines()
    row, column = cell
    lines[row] = lines[row][:column] + value + lines[row][column + 1 :]
    return f"{head}\n\n" + "\n".join(lines) + "\n"
