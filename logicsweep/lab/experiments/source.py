"""A file of TOML as it was read, and the line in which something stands in it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from logicsweep.errors import SpecificationError
from logicsweep.lab.experiments.toml_lines import lines_of


class Source(NamedTuple):
    """The text of a file, for errors that say in which line.

    Attributes:
        text: The content of the file.
        path: The path of the file.
    """

    text: str
    path: Path

    def fault(self, what: str, *where: str | int) -> SpecificationError:
        """Make an error at the line of a key or of an element of a list.

        `where` is the way to it from the top of the file; without it the error names no line. If
        nothing is written there, as in a board that is only a size, the line is that of what is
        around it.
        """
        written = lines_of(self.text) if where else {}
        around = (where[:length] for length in range(len(where), 0, -1))
        line = next((written[way] for way in around if way in written), None)
        return SpecificationError(what, file=str(self.path), line=line)
