"""One browser and one page's server for all of these tests, which one process runs.

They end with the last of these tests: Playwright's loop would be in the way of others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.page.browser.browsing import browsing, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="package")
def url() -> Iterator[str]:
    with served() as address:
        yield address


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with browsing() as found:
        yield found
