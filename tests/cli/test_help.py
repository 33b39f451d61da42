"""The help of every command stays as it is, until it is changed on purpose."""

from __future__ import annotations

import pytest

from tests.cli.helps import FOLDER, kept


def test_help_is_as_it_was(subtests: pytest.Subtests) -> None:
    """After a change on purpose, `python -m tests.cli.helps` writes the texts anew."""
    were = {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()}
    assert sorted(were) == sorted(kept())
    for name, text in kept().items():
        with subtests.test(name):
            assert text == were[name]
