"""Browsers and servers of the page: one each for all of these tests that a process runs.

They end with the last of these tests: Playwright's loop would be in the way of others.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.site.browser import apart
from tests.site.browser.browsing import Visit, browsing, served
from tests.site.sites import hosted, kernel_for_browsers, made_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HERE = Path(__file__).parent
# So many processes at most run these tests: each starts a browser, and most tests wait for it.
PROCESSES = 2
PATH = "some/where/"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Deal the tests out to the processes that have a browser."""
    here = [item for item in items if HERE in item.path.parents]
    for number, item in enumerate(here):
        item.add_marker(pytest.mark.xdist_group(f"browser {number % PROCESSES}"))


@pytest.fixture(scope="package")
def url() -> Iterator[str]:
    """The address of the page."""
    with served(program=apart.__name__) as address:
        yield address


@pytest.fixture(scope="package")
def host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that has the page without a server below some path."""
    top = tmp_path_factory.mktemp("host")
    made_site(top / PATH, kernel_for_browsers(top))
    return top


@pytest.fixture(scope="package")
def address(host: Path) -> Iterator[str]:
    """The address of the page without a server."""
    with hosted(host) as url:
        yield f"{url}{PATH}"


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with browsing() as found:
        yield found


@pytest.fixture
def visit(browser: Browser, url: str) -> Iterator[Visit]:
    made = Visit(browser, url, accept_downloads=True)
    yield made
    made.close()
