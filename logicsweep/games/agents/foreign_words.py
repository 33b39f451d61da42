"""Words that the code of a user may have chosen, made safe to print."""

from __future__ import annotations


def on_one_line(text: str, most: int = 1000) -> str:
    r"""Write a text of unknown origin as a part of a line: cut if long, and safe for a terminal.

    Runs of spaces and line ends become a space. Signs that cannot be printed are escaped: control
    characters, marks that change the direction of what follows, halves of surrogates.
    """
    words = " ".join(text[: 2 * most].split())
    cut = words if len(words) <= most and len(text) <= 2 * most else f"{words[:most]}..."
    if cut.isprintable():
        return cut
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii")
        for sign in cut
    )
