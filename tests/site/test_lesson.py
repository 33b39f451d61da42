"""The lesson about the page, as far as it takes no browser."""

from __future__ import annotations

from tests.site.browser.lesson import LESSON, MOST_BYTES, PICTURES, SIZES, size


def test_all_pictures_are_small_and_in_the_lesson() -> None:
    for picture in PICTURES.iterdir():
        assert f"../pictures/page/{picture.name}" in LESSON
        assert picture.stat().st_size <= MOST_BYTES
        assert size(picture) in SIZES
