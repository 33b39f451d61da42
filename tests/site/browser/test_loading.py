"""What a browser loads of the page: little at first, and after a reload the page alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from logicsweep import load
from tests.site.browser.browsing import EXAMPLES, WITHOUT_WORKERS, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
# Of a first visit, in bytes over the wire, headers among them.
MOST = 200_000


def loaded(visit: Visit) -> dict[str, int]:
    """The bytes that came over the wire for each address, by the browser's own count."""
    entries: list[dict[str, Any]] = visit.page.evaluate(
        """() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
            .map(({ name, transferSize }) => ({ name, transferSize }))"""
    )
    sizes: dict[str, int] = {}
    for entry in entries:  # a module comes once, but is asked for by its link and its script
        if "/api/" not in entry["name"]:
            sizes[entry["name"]] = sizes.get(entry["name"], 0) + entry["transferSize"]
    return sizes


def test_a_reload_asks_for_the_page_alone(browser: Browser, url: str) -> None:
    visit = Visit(browser, url, is_alone=True)
    visit.open()
    first = loaded(visit)
    files = [address for address in first if "/f/" in address]
    assert {*files, visit.page.url.partition("#")[0]} == {
        address.partition("#")[0] for address in first
    }
    assert len(files) >= 8
    assert all(first.values())
    assert sum(first.values()) < MOST
    visit.page.reload()
    visit.ready()
    again = loaded(visit)
    assert again.keys() >= {*files}
    assert {address for address, size in again.items() if size} == {visit.page.url}
    visit.close()


@pytest.mark.parametrize("script", ["", WITHOUT_WORKERS], ids=["worker", "no worker"])
def test_the_program_is_asked_what_the_worker_cannot_tell(
    browser: Browser, url: str, script: str
) -> None:
    """Of the same position, the same is said by both."""
    visit = Visit(browser, url, script=script, is_alone=True)
    asked: list[dict[str, Any]] = []
    visit.page.on("request", lambda sent: "/api/" in sent.url and asked.append(sent.post_data_json))
    visit.open("#play=9x9&mines=10&seed=7&start=4-4")
    visit.page.get_by_role("button", name="May I guess?").click()
    visit.page.wait_for_selector("#told:not([hidden])")
    visit.open(load(EXAMPLES / "expert-stuck.board"))
    best = {said for said in visit.said().values() if "best cell" in said}
    assert best
    kinds = {(each["ask"], *each.get("wants", ())) for each in asked}
    expected = {("analyse", "counts", "best", "level"), ("may-guess",), ("play",)}
    assert kinds - {("greet",)} == (expected if script else {("analyse", "best", "level")})
    visit.close()
