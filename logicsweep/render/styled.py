"""Text whose parts have styles, by name: for terminals with colours, and for everything else."""

from __future__ import annotations

from typing import Self


class Styled:
    """Text in parts, each with the names of its styles (see `render.colours`); `str` is the text.

    No library for terminals is needed to make or to print it.
    """

    def __init__(self, text: str = "", *styles: str) -> None:
        self.parts: list[tuple[str, tuple[str, ...]]] = []
        self.append(text, *styles)

    def append(self, text: str, *styles: str) -> Self:
        """Add text in these styles, the later ones over the earlier. Returns itself."""
        if text:
            self.parts.append((text, styles))
        return self

    def extend(self, text: Styled) -> Self:
        """Add all parts of another text. Returns itself."""
        self.parts += text.parts
        return self

    def rstrip(self) -> Self:
        """Take away blanks at the end. Returns itself."""
        while self.parts:
            text, styles = self.parts.pop()
            if text.rstrip():
                return self.append(text.rstrip(), *styles)
        return self

    def __len__(self) -> int:
        return sum(len(text) for text, _ in self.parts)

    def __str__(self) -> str:
        return "".join(text for text, _ in self.parts)
