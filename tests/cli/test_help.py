"""The help of every command stays as it is, until it is changed on purpose."""

from __future__ import annotations

import pytest

from tests.cli.helps import FOLDER, helps


def test_help_is_as_it_was(subtests: pytest.Subtests) -> None:
    """After a change on purpose, `python -m tests.cli.helps` writes the texts anew."""
    kept = {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()}
    assert sorted(kept) == sorted(helps())
    for name, text in helps().items():
        with subtests.test(name):
            assert text == kept[name]
