"""SVG documents as PNG, through resvg."""

from __future__ import annotations

from typing import Final

from logicsweep.errors import LogicSweepError, MissingLibraryError

# Pixels a pixel of the SVG, so that text is crisp on today's screens.
ZOOM: Final = 2
# More take minutes.
MOST_PNG_CELLS: Final = 40_000
_PROBE: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" '
    'font-family="DejaVu Sans, Verdana, Segoe UI, Helvetica, Arial, sans-serif">{}</svg>'
)


def rasterized(svg: str) -> bytes:
    """Draw an SVG document as PNG, `ZOOM` times as large.

    Raises `MissingLibraryError` without the extra `png`, and `LogicSweepError` where the system has
    no font to write the numbers in.
    """
    check_png()
    from resvg_py import svg_to_bytes

    empty = svg_to_bytes(svg_string=_PROBE.format(""))
    if svg_to_bytes(svg_string=_PROBE.format('<text y="18">8</text>')) == empty:
        raise LogicSweepError(
            "no font was found for the numbers of a PNG picture; install one, such as DejaVu Sans, "
            "or write .svg or .html, which need none"
        )
    return bytes(svg_to_bytes(svg_string=svg, zoom=ZOOM))


def check_png() -> None:
    """Raise `MissingLibraryError` without the extra `png`."""
    try:
        import resvg_py  # noqa: F401
    except ImportError:
        raise MissingLibraryError("resvg-py", extra="png", purpose="a PNG picture") from None
