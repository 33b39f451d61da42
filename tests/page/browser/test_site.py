"""The page without a server: a static site below some path, on a wide and on a narrow window.

Every request goes to the host of the site; after one visit the network can be off.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from logicsweep import load
from tests.page.browser.browsing import EXAMPLES, Visit
from tests.page.sites import hosted, kernel_for_browsers, made_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

STUCK = load(EXAMPLES / "expert-stuck.board")
EXPERT = load(EXAMPLES / "expert.board")
PATH = "some/where/"
WIDTHS = (1366, 390)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("host")
    made_site(top / PATH, kernel_for_browsers(top))
    return top


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with hosted(folder) as url:
        yield f"{url}{PATH}"


class Alone(Visit):
    """A visit of the site: all requests have to go to its path."""

    def __init__(self, browser: Browser, url: str, width: int = 1366, **context: Any) -> None:
        context.setdefault("viewport", {"width": width, "height": 768 if width > 900 else 844})
        super().__init__(browser, url, **context)
        self.elsewhere: list[str] = []
        self.context.on("request", self._sort)

    def _sort(self, request: Any) -> None:
        if not request.url.startswith((self.url, "blob:")):
            self.elsewhere.append(request.url)

    def settled(self) -> None:
        """Wait until everything is kept for a time without a network."""
        self.page.evaluate("navigator.serviceWorker.ready")

    def close(self) -> None:
        super().close()
        assert self.elsewhere == []


@pytest.fixture(params=WIDTHS, ids=str)
def alone(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Alone]:
    visit = Alone(browser, address, request.param)
    yield visit
    visit.close()
