"""What the tests of the page share: a desk, and the page on a server."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from logicsweep.site import Desk
from tests.site.serving import Served, served
from tests.site.threaded import work_in_a_thread


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.close()


@pytest.fixture(scope="module")
def page() -> Iterator[Served]:
    """The page, whose worker is a thread."""
    with pytest.MonkeyPatch.context() as patch:
        work_in_a_thread(patch)
        with served() as found:
            yield found


@pytest.fixture
def client(page: Served) -> Iterator[httpx.Client]:
    with page.client() as client:
        yield client
