"""The tables of topologies as a JavaScript module, for a page that has no Python to ask."""

from __future__ import annotations

import json

from logicsweep.answers.base import as_object, format_of
from logicsweep.board.names import TOPOLOGY_NAMES
from logicsweep.board.picture.placing import GRID_NOTES, TILINGS
from logicsweep.board.picture.shapes import MEASURES, Tiling
from logicsweep.board.relation import FEWEST_JOINED, LATTICES, MAX_DEGREE, MOST_ENTRIES
from logicsweep.board.topology_text import GRID_FORM
from logicsweep.limits import MOST_CELLS


def topologies_js() -> str:
    """Return the module that exports all tables and limits by name.

    A topology has the number of its tiling; the first topology and the first tiling are squares.
    """
    tilings = list(TILINGS.values())
    topologies = {
        name: {**lattice._asdict(), "tiling": tilings.index(TILINGS[lattice.parity])}
        for name, lattice in LATTICES.items()
    }
    tables = {
        "format": format_of("shapes"),
        "names": TOPOLOGY_NAMES,
        "topologies": topologies,
        "gridForm": GRID_FORM,
        "gridNotes": dict(GRID_NOTES),
        "tilings": list(map(_tiling, tilings)),
        "measures": MEASURES._asdict(),
        "fewestJoined": FEWEST_JOINED,
        "mostNeighbours": MAX_DEGREE,
        "mostCells": MOST_CELLS,
        "mostEntries": MOST_ENTRIES,
    }
    return "".join(
        f"export const {name} = {json.dumps(table)};\n" for name, table in tables.items()
    )


def _tiling(tiling: Tiling) -> dict[str, object]:
    return {**tiling._asdict(), "outlines": as_object(tiling.outlines)}
