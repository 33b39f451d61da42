"""The manifest of a folder of shards: what was ordered, and the checksum of each finished file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from logicsweep.errors import DatasetError
from logicsweep.formats.files import write_file
from logicsweep.games.keys import Condition, Count, Whole, keys_in
from logicsweep.games.setting import Setting
from logicsweep.lab.data.columns import COLUMNS, Answer, Positions
from logicsweep.limits import MOST_BYTES, read_up_to

Form = Literal["npz", "parquet"]
"""The format of files of arrays."""

MANIFEST: Final = "manifest.json"
FORMAT: Final = "logicsweep-shards/1"
MOST_SHARDS: Final = 10_000
"""The most shards of a folder: the manifest is written anew after each."""

_Seed = Annotated[int, Meta(description="A seed, from 0 on.")]
_Seeds = Annotated[tuple[Whole, Whole], Meta(description="The first and the last seed.")]


class GameKeys(Condition, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The games that the positions are of: the arguments of `Setting`; usual ones are left out."""

    @classmethod
    def of(cls, setting: Setting) -> GameKeys:
        """Return the keys of a setting."""
        return cls(**keys_in(cls, setting))


class ListedColumn(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """An array of each file, or a column of a Parquet file."""

    name: Annotated[str, Meta(description="The name.")]
    dtype: Annotated[str, Meta(description="The type of a number, as numpy calls it.")]
    shape: Annotated[
        tuple[str, ...], Meta(description="The dimensions: numbers in digits, `N` positions.")
    ]
    meaning: Annotated[str, Meta(description="What the values say.")]


class ListedShard(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A finished file of a folder."""

    file: Annotated[str, Meta(description="The name of the file.")]
    seeds: _Seeds
    positions: Annotated[Count, Meta(description="The number of positions, copies included.")]
    unanswered: Annotated[
        tuple[_Seed, ...],
        Meta(description="The seeds that reached a limit; arrays have no row for them."),
    ]
    bytes: Annotated[Count, Meta(description="The size of the file.")]
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="The checksum of the file.")]

    @property
    def range(self) -> range:
        """The seeds."""
        return range(self.seeds[0], self.seeds[1] + 1)


class DatasetManifest(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A folder of shards: files of equal form, each with the positions of successive seeds."""

    format: Annotated[Literal["logicsweep-shards/1"], Meta(description="The format and version.")]
    version: Annotated[str, Meta(description="The version of logicsweep that made the files.")]
    form: Annotated[Form, Meta(description="The format of the files.")]
    setting: Annotated[GameKeys, Meta(description="The games that the positions are of.")]
    answers: Annotated[
        tuple[Answer, ...], Meta(description="The answers that each position comes with.")
    ]
    symmetries: Annotated[
        bool, Meta(description="Whether turned and mirrored copies follow each position.")
    ]
    seeds: _Seeds
    shard_size: Annotated[
        int, Meta(ge=1, description="The number of seeds of each file but the last.")
    ]
    columns: Annotated[tuple[ListedColumn, ...], Meta(description="The arrays of each file.")]
    shards: Annotated[
        tuple[ListedShard, ...],
        Meta(description="The finished files, by their seeds; all have those of `seeds`."),
    ]

    @property
    def planned(self) -> dict[str, range]:
        """The seeds of each file by its name, the finished ones and the others."""
        first, last = self.seeds
        starts = range(first, last + 1, self.shard_size)
        return {
            f"shard-{index:05}.{self.form}": range(start, min(start + self.shard_size, last + 1))
            for index, start in enumerate(starts)
        }

    @property
    def positions(self) -> int:
        """The number of positions in the finished files."""
        return sum(shard.positions for shard in self.shards)

    def write(self, folder: Path) -> None:
        """Write it into a folder, in full or not at all. Raises OSError."""
        data = msgspec.json.format(msgspec.json.encode(self), indent=1)
        write_file(folder / MANIFEST, [data + b"\n"])


def listed_columns(made: Positions) -> tuple[ListedColumn, ...]:
    """List the columns that positions have."""
    return tuple(
        ListedColumn(
            name=name,
            dtype=array.dtype.name,
            shape=("N", *map(str, array.shape[1:])),
            meaning=COLUMNS[name].meaning,
        )
        for name, array in made.arrays.items()
    )


def checksum(data: bytes) -> str:
    """Return the checksum of a file by its content."""
    return hashlib.sha256(data).hexdigest()


@contextmanager
def naming(path: Path, advice: str = "") -> Iterator[None]:
    """Turn an OSError or a ValueError about a file into a `DatasetError` that names it.

    The advice ends the message.
    """
    try:
        yield
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise DatasetError(f"cannot read {path}: {why}{advice}") from None
    except ValueError as error:
        raise DatasetError(f"{path}: {error}{advice}") from None


def read_manifest(folder: Path) -> DatasetManifest:
    """Read the manifest of a folder.

    Raises `DatasetError` if there is none, if it is not one, or if its files are not those that its
    seeds ask for.
    """
    path = folder / MANIFEST
    with naming(path), path.open("rb") as stream:
        data = read_up_to(stream, str(path), MOST_BYTES)
    try:
        manifest = msgspec.json.decode(data, type=DatasetManifest)
        manifest.setting.setting()
    except (msgspec.MsgspecError, ValueError) as error:
        raise DatasetError(f"{path} is no manifest of a data set: {error}") from None
    first, last = manifest.seeds
    if last < first or (last - first) // manifest.shard_size >= MOST_SHARDS:
        raise DatasetError(
            f"{path}: the seeds are {first} to {last}, {manifest.shard_size} a file; expected 1 to "
            f"{MOST_SHARDS:,} files"
        )
    unseen = manifest.planned
    for shard in manifest.shards:
        if unseen.pop(shard.file, None) != shard.range:
            raise DatasetError(
                f"{path}: {shard.file!r} with the seeds {shard.seeds[0]} to {shard.seeds[1]} is no "
                f"file of this data set, or is listed twice"
            )
    return manifest
