"""Colours: two themes, safe for colour-blind readers.

Verdicts and probabilities use blue to orange (after M. Okabe and K. Ito, Color Universal Design);
verdicts also have shapes, and probabilities are written in the cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

Rgb = tuple[int, int, int]


def _heat(*ends: str) -> tuple[str, ...]:
    """Blend colours for 0 to 100 % from those of 0, 50 and 100."""
    low, middle, high = map(_rgb, ends)
    mixed = [_mixed(low, middle, percent / 50) for percent in range(50)]
    return (*mixed, *(_mixed(middle, high, percent / 50) for percent in range(51)))


def _mixed(first: Rgb, second: Rgb, share: float) -> str:
    parts = [round(a + (b - a) * share) for a, b in zip(first, second, strict=True)]
    return "#" + "".join(f"{part:02x}" for part in parts)


def _rgb(colour: str) -> Rgb:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


class Theme(NamedTuple):
    """Colours as hexadecimal text.

    Attributes:
        page: Behind the board.
        text: Of words, and of uncertain clues.
        faint: Of the numbers of rows and columns, and of open cells without a clue.
        covered: Of covered cells.
        edge: Around covered cells.
        open: Of open cells.
        line: Around open cells.
        safe: Of proved safe cells.
        mine: Of proved mines.
        on_verdict: Of the ring and the cross on these two.
        known_mine: Of mines that were dug up or shown.
        flag: Of flags.
        reason: Of frames.
        clues: Of the clues 0 to 8.
        heat: Of probabilities from 0 to 100 %, in equal steps.
        groups: Of frames that belong together, a clue and its cells: six that differ for
            colour-blind readers, too.
    """

    page: str
    text: str
    faint: str
    covered: str
    edge: str
    open: str
    line: str
    safe: str
    mine: str
    on_verdict: str
    known_mine: str
    flag: str
    reason: str
    clues: tuple[str, ...]
    heat: tuple[str, ...]
    groups: tuple[str, ...]


ThemeName = Literal["light", "dark"]
THEMES: Final[dict[ThemeName, Theme]] = {
    "light": Theme(
        page="#ffffff",
        text="#1b1f24",
        faint="#656d76",
        covered="#c3ccd6",
        edge="#8b97a5",
        open="#f6f8fa",
        line="#d0d7de",
        safe="#007d5b",
        mine="#b23c00",
        on_verdict="#ffffff",
        known_mine="#1b1f24",
        flag="#b00020",
        reason="#7a1fa2",
        clues=(
            *("#656d76", "#0000e0", "#0a7a0a", "#cf0f0f", "#00007b"),
            *("#7b0000", "#006d75", "#111111", "#5c6066"),
        ),
        heat=_heat("#a9d1f5", "#f4efdf", "#f79a55"),
        groups=("#2456f5", "#d94a00", "#54205c", "#00897a", "#6c0f0c", "#c05ad0"),
    ),
    "dark": Theme(
        page="#0d1117",
        text="#e6edf3",
        faint="#9aa4af",
        covered="#3d4855",
        edge="#66717e",
        open="#161b22",
        line="#30363d",
        safe="#12a37b",
        mine="#e2622a",
        on_verdict="#0b0e13",
        known_mine="#e6edf3",
        flag="#ff8a80",
        reason="#d8a1ff",
        clues=(
            *("#9aa4af", "#7ab8ff", "#6fdc7a", "#ff8b85", "#a5a0ff"),
            *("#ff9f68", "#5fdde5", "#f0f3f6", "#b9c0c8"),
        ),
        heat=_heat("#1f5b8f", "#55534c", "#a8501b"),
        groups=("#7467fd", "#f6502a", "#68f4ff", "#fceb11", "#b87fb6", "#2fae6a"),
    ),
}


DEFAULT_THEME: Final = "light"

# A name in place of each colour, for pictures whose theme can change when they are viewed.
NAMED: Final = Theme(
    **{name: f"var(--{name.replace('_', '-')})" for name in Theme._fields[:-3]},
    clues=tuple(f"var(--clue-{clue})" for clue in range(9)),
    heat=tuple(f"var(--heat-{percent})" for percent in range(101)),
    groups=tuple(f"var(--group-{number})" for number in range(6)),
)


def heat(theme: Theme, chance: float) -> str:
    """Return the colour of a probability, from 0 to 1."""
    return theme.heat[round(100 * chance)]


def definitions(theme: Theme) -> Mapping[str, str]:
    """Return the colours of a theme for the names of `NAMED`, as properties of style sheets."""
    names = [*NAMED[:-3], *NAMED.clues, *NAMED.heat, *NAMED.groups]
    colours = [*theme[:-3], *theme.clues, *theme.heat, *theme.groups]
    return {
        str(name)[len("var(") : -1]: str(colour)
        for name, colour in zip(names, colours, strict=True)
    }
