"""A public address of the page for these tests: the format of links is written with it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from logicsweep.formats.link import VARIABLE


@pytest.fixture(scope="package", autouse=True)
def _public_url() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, "https://example.org/logicsweep/")
        yield
