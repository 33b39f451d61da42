"""Positions of a game, drawn into a file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

from logicsweep.board.cell_names import Counting
from logicsweep.board.picture.themes import DEFAULT_THEME, ThemeName
from logicsweep.cli.common import LIMIT, fail
from logicsweep.cli.lazy import lazily
from logicsweep.errors import LimitError, counted, listed

with lazily():
    from logicsweep.answers.games import Pictures
    from logicsweep.board.picture import drawing
    from logicsweep.cli.files import check_parent, write_bytes
    from logicsweep.render import animated, drawn, game_strips, strips
    from logicsweep.render.strips import Strip

PICTURES: Final = (".svg", ".png", ".gif")
_ALL: Final = "all"


class PictureOptions(NamedTuple):
    """The options that draw positions of a game, and name its cells.

    Attributes:
        most (N|all): In a picture: draw at most N positions, the first, the last and others evenly
            spread, or all. Default: 25.
        animate: In a picture: show the positions of an .svg one after the other in one place, as a
            .gif does.
        theme (NAME): In a picture: light or dark. Default: light.
    """

    most: str | None = None
    animate: bool = False
    theme: ThemeName | None = None
    cells: Counting | None = None


class Album(NamedTuple):
    """A file of pictures that is to be written.

    Attributes:
        path: The file.
        most: The most positions; None for all.
        is_animated: Whether the positions are shown one after the other.
        theme: The colours.
    """

    path: Path
    most: int | None
    is_animated: bool
    theme: ThemeName

    def numbers(self, moves: int) -> int:
        """Return the number of positions that are drawn of a game with so many moves."""
        return len(game_strips.spread(moves + 1, self.most))

    def check(self, number: int, cells: int) -> None:
        """Exit with a message if so many positions of a board of so many cells are too large."""
        is_svg = self.path.suffix.lower() == ".svg"
        most = drawing.MOST_SVG_CELLS if is_svg else drawn.MOST_PNG_CELLS
        try:
            strips.check_strip_size(number, number * cells, most)
        except LimitError as error:
            fitting = min(most // cells, strips.MOST_PICTURES)
            hint = f"; expected --most {fitting:,} or fewer" if fitting else ""
            raise fail(f"--output {self.path}: {error}{hint}", LIMIT) from None

    def write(self, strip: Strip) -> Pictures:
        """Write the file; return what the JSON answer says of it."""
        ending = self.path.suffix.lower()
        if ending == ".gif":
            data = animated.gif(strip, self.theme)
        elif ending == ".png":
            data = drawn.png(strip, self.theme)
        else:
            draw = animated.animation if self.is_animated else drawn.svg
            data = draw(strip, self.theme).encode() + b"\n"
        write_bytes(self.path, [data])
        return Pictures(
            output=str(self.path),
            theme=self.theme,
            animated=self.is_animated,
            positions=strip.numbers,
        )

    def words(self, moves: int) -> str:
        """Say that the file of a game with so many moves is written."""
        return f"{self.path}: {self.numbers(moves):,} of {counted(moves + 1, 'position')}."


def album_of(path: Path | None, options: PictureOptions) -> Album | None:
    """Return the file of pictures that is asked for, if any.

    Exits with a message for options that contradict each other, and without a library that it
    takes.
    """
    if path is None:
        for name, value in options._replace(cells=None)._asdict().items():
            if value:
                known = listed(PICTURES, last="or")
                raise fail(f"--{name} is for pictures; expected -o FILE that ends in {known}")
        return None
    ending = path.suffix.lower()
    if options.animate and ending == ".png":
        raise fail(f"--animate: {path} is a still picture; expected a file in .svg or .gif")
    check_parent(path)
    if ending != ".svg":
        drawn.check_png()
    if ending == ".gif":
        animated.check_gif()
    is_animated = options.animate or ending == ".gif"
    return Album(path, _most(options.most), is_animated, options.theme or DEFAULT_THEME)


def _most(most: str | None) -> int | None:
    """Return the most positions to draw; None for all."""
    if most is None:
        return game_strips.DEFAULT_MOST
    if most == _ALL:
        return None
    number = int(most) if re.fullmatch(r"[0-9]{1,9}", most) else 0
    if not 1 <= number <= strips.MOST_PICTURES:
        expected = f"a number from 1 to {strips.MOST_PICTURES:,}, or {_ALL}"
        raise fail(f"--most is {most[:20]!r}; expected {expected}")
    return number
