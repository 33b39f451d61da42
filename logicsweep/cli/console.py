"""Standard output as a console with the colours of boards; the home of rich for what is drawn."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from logicsweep.render.colours import theme_for
from logicsweep.render.styled import Styled


class Output(Console):
    """Standard output with the colours of boards; leaves broken pipes to the command."""

    def __init__(self, *, soft_wrap: bool = True) -> None:
        super().__init__(soft_wrap=soft_wrap, highlight=False)
        self.push_theme(theme_for(self.color_system))

    @property
    def has_colours(self) -> bool:
        """Whether colours are shown."""
        return self.color_system is not None and not self.no_color

    def show(self, text: Styled, end: str = "\n") -> None:
        """Print a text in its colours."""
        self.print(rich_text(text), end=end)

    def on_broken_pipe(self) -> None:
        """Raise on, where rich would exit with 1."""
        raise BrokenPipeError


def rich_text(text: Styled) -> Text:
    """Convert a text to one that rich draws."""
    drawn = Text()
    for part, styles in text.parts:
        start = len(drawn)
        drawn.append(part)
        for style in styles:
            drawn.stylize(style, start)
    return drawn
