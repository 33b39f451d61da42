"""How messages count and list."""

import pytest

from logicsweep.errors import are, counted, listed, plural


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0 mines are"), (1, "1 mine is"), (2, "2 mines are"), (1024, "1,024 mines are")],
)
def test_numbers_go_with_their_nouns(number: int, words: str) -> None:
    assert f"{counted(number, 'mine')} {are(number)}" == words
    assert plural("mine", number) == words.split()[1]


def test_lists_of_names() -> None:
    assert listed(["a"]) == listed(["a"], last="or") == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c"], last="or") == "a, b or c"
