"""The JSON formats of data sets: a line, and the manifest of files."""

from __future__ import annotations

from typing import Final

from logicsweep.answers.base import Error
from logicsweep.answers.schemas import Described
from logicsweep.lab.data.manifest import DatasetManifest
from logicsweep.lab.data.records import Position, Unanswered

FORMATS: Final = {
    "shards": Described("The manifest of a data set in files of arrays.", (DatasetManifest,)),
    "dataset": Described(
        "A line of a data set: a position, with its answers.",
        (Position, Unanswered, Error),
        "dataset",
    ),
}
