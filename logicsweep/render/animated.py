"""Strips whose pictures are shown one after the other in one place: animated SVG, and GIF."""

from __future__ import annotations

from io import BytesIO
from math import isfinite
from typing import Final

from logicsweep.board.picture import drawing
from logicsweep.board.picture.markup import element
from logicsweep.board.picture.themes import DEFAULT_THEME, ThemeName
from logicsweep.errors import MissingLibraryError, expect
from logicsweep.render import strips
from logicsweep.render.drawn import MOST_PNG_CELLS, rasterized
from logicsweep.render.strips import Strip

DEFAULT_SECONDS: Final = 1.0
# The last picture stays so many times as long.
_LAST: Final = 3
# Browsers show the pictures of a GIF for a tenth of a second if they are to be shorter than 0.02.
_SHORTEST: Final = 0.05
_LONGEST: Final = 60.0
_MARGIN: Final = 10  # above the words
_STYLE: Final = """
@media (prefers-reduced-motion: no-preference) {{
@keyframes {name} {{ 0% {{ visibility: visible }} {shown:.4f}%, 100% {{ visibility: hidden }} }}
@keyframes {name}-last {{ 0% {{ visibility: visible }} {last:.4f}%, 100% {{ visibility: hidden }} }}
.{name} {{ animation: {name} {total}ms step-end infinite }}
.{name}:nth-of-type({number}) {{ animation-name: {name}-last }}
}}
"""


def animation(
    strip: Strip, theme: ThemeName = DEFAULT_THEME, *, seconds: float = DEFAULT_SECONDS
) -> str:
    """Draw a strip as an SVG document that shows its pictures one after the other.

    It is animated by CSS, without scripts. Where the viewer prefers reduced motion, and in programs
    that know no animation, it is the last picture. The last picture stays three times as long.

    Args:
        strip: The pictures.
        theme: The colours, `light` or `dark`.
        seconds: The time that each picture stays, from 0.05 to 60.

    Raises:
        LimitError: There are more than 1,000 pictures, or 250,000 cells in all of them.
        ValueError: There is no such theme, or the time is out of range.
        TypeError: This is no strip, or the time no number.
    """
    time, ground, frames, below, size = _drawn(strip, theme, seconds)
    number = len(frames)
    total = (number - 1 + _LAST) * time
    # Rules in a page apply to the whole page: the same name only ever has the same rules.
    name = f"strip-{number}-{time}"
    style = _STYLE.format(
        name=name,
        total=total,
        number=number,
        shown=100 * time / total,
        last=100 * _LAST * time / total,
    )
    drawn = [
        element(
            "g",
            frame,
            class_=name,
            data_number=strip.numbers[place],
            visibility=None if place == number - 1 else "hidden",
            # All of them have begun already, each so long ago that it is its turn.
            style=f"animation-delay:{place * time - total}ms",
        )
        for place, frame in enumerate(frames)
    ]
    body = [element("g", *drawn), *below]
    if number > 1:
        body.insert(0, element("style", style))
    return drawing.document(*strips.described(strip), ground, *body, size=size)


def gif(
    strip: Strip, theme: ThemeName = DEFAULT_THEME, *, seconds: float = DEFAULT_SECONDS
) -> bytes:
    """Return the pictures of `animation` as the bytes of a GIF file, which never stands still.

    Takes and raises what `animation` does; also `LimitError` for more than 40,000 cells,
    `MissingLibraryError` without the extra `png`, and `LogicSweepError` where the system has no
    font for the numbers.
    """
    check_gif()
    from PIL import Image

    time, ground, frames, below, size = _drawn(strip, theme, seconds, MOST_PNG_CELLS)
    images = [
        # Few colours, of which none is to be mixed from dots.
        Image.open(BytesIO(rasterized(drawing.document(ground, frame, *below, size=size))))
        .convert("RGB")
        .quantize(dither=Image.Dither.NONE)
        for frame in frames
    ]
    times = [time] * (len(images) - 1) + [_LAST * time]
    written = BytesIO()
    images[0].save(written, "GIF", save_all=True, append_images=images[1:], duration=times, loop=0)
    return written.getvalue()


def check_gif() -> None:
    """Raise `MissingLibraryError` without the extra `png`."""
    try:
        import PIL.Image  # noqa: F401
    except ImportError:
        raise MissingLibraryError("pillow", extra="png", purpose="a GIF picture") from None


def _drawn(
    strip: Strip, theme: ThemeName, seconds: float, most: int = drawing.MOST_SVG_CELLS
) -> tuple[int, str, list[str], list[str], tuple[int, int]]:
    """Check what is to be animated, and draw it.

    Returns the milliseconds of a picture, the ground, each picture below its words, what is below
    all of them, and the size, which they share.
    """
    expect("strip", strip, Strip, "a Strip, such as strip([board, board])")
    expect("seconds", seconds, (int, float), f"a number from {_SHORTEST} to {_LONGEST:g}")
    if not (isfinite(seconds) and _SHORTEST <= seconds <= _LONGEST):
        expected = f"expected a number from {_SHORTEST} to {_LONGEST:g}"
        raise ValueError(f"seconds is {seconds:g}; {expected}")
    colours, boards, widest, highest = strips.boards_of(strip, theme, most)
    _, across, _ = strips.below_all(strip, colours, widest, 0)
    frames, head = strips.frames_of(strip, boards, colours, across)
    below, across, bottom = strips.below_all(strip, colours, across, _MARGIN + head + highest)
    placed = [element("g", frame, transform=f"translate(0 {_MARGIN})") for frame in frames]
    size = across, bottom
    return round(1000 * seconds), drawing.ground(*size, colours), placed, below, size
