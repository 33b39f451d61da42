"""Answers that notebooks show as pictures; what makes these is loaded when one is wanted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from logicsweep.board.picture.picture import Picture


class Drawn(ABC):
    """An answer with a picture, which notebooks show unless it is too large."""

    __slots__ = ()

    @abstractmethod
    def picture(self) -> Picture:
        """Return the answer as a `Picture`, to be drawn by `svg`, `png` or `html`."""

    def _repr_svg_(self) -> str | None:
        """Return the picture for Jupyter."""
        from logicsweep.board.picture.picture import notebook_svg

        return notebook_svg(self.picture())
