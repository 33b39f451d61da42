"""No control of the page without a server leads to a refusal: each that is shown is tried."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from logicsweep import Board, Cell, load
from tests.site.browser import test_tasks as tasks
from tests.site.browser.browsing import EXAMPLES, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

pytestmark = pytest.mark.slow

SMALL = load(EXAMPLES / "small.board")
PREFERENCES = "logicsweep-preferences/1"
# Whatever the page says at any time that is a refusal.
HEARING = """
    window.refusals = [];
    addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
      const said = /[^.]*(?:does not answer|on your computer)[^.]*/.exec(document.body.textContent);
      if (said && !refusals.includes(said[0])) refusals.push(said[0]);
    }).observe(document.body, { subtree: true, childList: true, characterData: true }));
"""
# The controls in sight, by what they are called; those of an open dialog if there is one.
CONTROLS = """() => {
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  return [...top.querySelectorAll("button, select, input, textarea, summary")]
    .filter((control) => control.checkVisibility() && !control.disabled && !control.readOnly
      && !["file", "range"].includes(control.type))
    .map((control) => {
      const words = control.getAttribute("aria-label") ?? control.name ?? "";
      const around = control.closest("dialog, section, [role=toolbar]");
      control.dataset.tried = [control.tagName, control.id, words,
        control.tagName === "SELECT" ? "" : control.textContent.trim(),
        around?.getAttribute("aria-label") ?? ""].join("|");
      return control.dataset.tried;
    });
}"""


class Walk:
    """Somebody who tries every control once, and goes on from where each leads."""

    def __init__(self, visit: Visit, *, is_deep: bool) -> None:
        self.visit = visit
        self.is_deep = is_deep
        self.tried: set[str] = set()
        self.start: Board | str
        self.cells: tuple[Cell, ...]

    def all(self, start: Board | str, *cells: Cell) -> None:
        """Try all that can be reached once these cells were clicked."""
        self.start, self.cells = start, cells
        waiting: list[tuple[str, ...]] = [()]
        for path in waiting:
            self.follow(path)
            here = self.controls()
            for control in here:
                if control in self.tried:
                    continue
                self.tried.add(control)
                if self.controls() != here:
                    self.follow(path)
                self.act(control)
                assert self.visit.page.evaluate("refusals") == [], (path, control)
                if self.is_deep and set(self.controls()) - self.tried - set(here):
                    waiting.append((*path, control))

    def follow(self, path: tuple[str, ...]) -> None:
        if self.visit.page.url != "about:blank":
            self.visit.page.evaluate("localStorage.clear()")
        self.visit.open(self.start)
        for cell in self.cells:
            self.visit.cell(*cell).click()
            self.visit.ready()
        for control in path:
            self.act(control)

    def controls(self) -> list[str]:
        names: list[str] = self.visit.page.evaluate(CONTROLS)
        return names

    def act(self, name: str) -> None:
        """Press what is pressed, write into what is written in, choose each of several."""
        self.controls()
        control = self.visit.page.locator(
            f"[data-tried={json.dumps(name, ensure_ascii=False)}]"
        ).first
        kind = name.partition("|")[0]
        if kind == "SELECT":
            self.choose(control)
        elif kind in ("INPUT", "TEXTAREA") and control.get_attribute("type") != "checkbox":
            control.fill("3")
            control.blur()
        else:
            control.click()
        if "Rules…" in name:
            self.visit.page.wait_for_selector("#catalogue[open]")
        self.rest()

    def choose(self, control: Locator) -> None:
        """Choose each value, and send the form that it is in."""
        values: list[str] = control.evaluate("(one) => [...one.options].map((each) => each.value)")
        for value in values:
            control.evaluate("(one) => one.closest('[popover]:not(:popover-open)')?.showPopover()")
            control.select_option(value)
            control.evaluate("(one) => one.closest('dialog form')?.requestSubmit()")
            self.rest()
            control.evaluate("(one) => one.closest('dialog:not([open])')?.showModal()")

    def rest(self) -> None:
        self.visit.ready()
        self.visit.settled()


@pytest.mark.parametrize(
    ("is_deep", "least"), [(False, 40), pytest.param(True, 100, marks=pytest.mark.night)]
)
def test_no_control_is_dead(browser: Browser, address: str, least: int, *, is_deep: bool) -> None:
    # Kept by a page of the same address that could do more.
    kept = json.dumps({"overlay": "zero", "seen": "progress"})
    script = f"""{HEARING}if (location.protocol === "http:" && !localStorage.length) {{
        localStorage.setItem("{PREFERENCES}", '{kept}');
    }}"""
    visit = Visit(browser, address, script=script, is_alone=True, accept_downloads=True)
    walk = Walk(visit, is_deep=is_deep)
    walk.all("")
    assert visit.page.locator("#overlay").input_value() in ("mine", "safe", "none")
    walk.all(SMALL, Cell(0, 3))
    walk.all(tasks.GAME, Cell(4, 4))
    assert len(walk.tried) >= least
    visit.close()
