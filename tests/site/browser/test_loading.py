"""What a browser loads of the page: little at first, and after a reload the page alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.site.browser.browsing import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
# Of a first visit, in bytes over the wire, headers among them.
MOST = 120_000


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


def test_a_reload_asks_for_the_page_alone(browser: Browser, apart_url: str) -> None:
    visit = Visit(browser, apart_url, is_alone=True)
    visit.open()
    first = loaded(visit)
    files = [address for address in first if "/f/" in address]
    assert {*files, visit.page.url.partition("#")[0]} == {
        address.partition("#")[0] for address in first
    }
    assert len(files) > 10
    assert all(first.values())
    assert sum(first.values()) < MOST
    visit.page.reload()
    visit.ready()
    again = loaded(visit)
    assert again.keys() >= {*files}
    assert {address for address, size in again.items() if size} == {visit.page.url}
    visit.close()
