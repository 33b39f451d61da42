"""An order of files of arrays, and the manifest of a folder of them, with their checksums."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct, field

from logicsweep import __version__
from logicsweep.errors import ArgumentError, DatasetError, LimitError
from logicsweep.formats.files import write_file
from logicsweep.games.keys import Condition, Count, Whole, keys_in
from logicsweep.games.setting import Setting
from logicsweep.games.spreading import Work
from logicsweep.lab.data.bulk import positions
from logicsweep.lab.data.columns import (
    COLUMNS,
    QUICK,
    Answer,
    FloatName,
    Positions,
    joined,
    no_positions,
)
from logicsweep.limits import MOST_BYTES, read_up_to

Form = Literal["npz", "parquet"]
"""The format of files of arrays."""

MANIFEST: Final = "manifest.json"
MOST_SHARDS: Final = 10_000
"""The most shards of a folder: the manifest is written anew after each."""
# The seeds of a piece: so many take seconds at most, and far longer than to send them.
_QUICK: Final = 250
_SLOW: Final = 10

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
    size: Annotated[Count, Meta(description="The size of the file.")] = field(name="bytes")
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="The checksum of the file.")]

    @property
    def range(self) -> range:
        """The seeds."""
        return range(self.seeds[0], self.seeds[1] + 1)

    def check_size(self, folder: Path, advice: str) -> None:
        """Raise `DatasetError`, which ends with advice, unless the file is there in its size."""
        path = folder / self.file
        with naming(path, advice):
            size = path.stat().st_size
            if size != self.size:
                raise ValueError(f"it has {size:,} bytes; expected {self.size:,}")

    def content(self, folder: Path, advice: str) -> bytes:
        """Read the file. Raises as `check_size`, and unless the checksum holds."""
        self.check_size(folder, advice)
        with naming(folder / self.file, advice):
            data = (folder / self.file).read_bytes()
            if checksum(data) != self.sha256:
                raise ValueError("its checksum does not hold")
        return data


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


class Piece(NamedTuple):
    """The positions of some seeds of a file, the work of a process at a time.

    Attributes:
        seeds: The seeds.
        positions: Their positions.
        unanswered: The seeds that reached a limit, of which there are no positions, and the limit
            in words.
    """

    seeds: range
    positions: Positions
    unanswered: tuple[tuple[int, str], ...] = ()


class FilesOrder(NamedTuple):
    """The content of the files to make: their format, and the arguments of `positions`.

    Attributes:
        form: The format of the files.
        setting: The games.
        answers: The answers to each position, in the order of `columns.ANSWERS`.
        symmetries: Whether turned and mirrored copies follow each position.
        floats: The type of floats.
        time_limit: The seconds that a piece may take. Where that is too little, its positions are
            made one by one, each within this limit.
    """

    form: Form
    setting: Setting
    answers: tuple[Answer, ...]
    symmetries: bool
    floats: FloatName
    time_limit: float | None

    def manifest(self, seeds: range, size: int) -> DatasetManifest:
        """Return the manifest of files of which none is finished, of so many seeds each.

        Raises ValueError for an empty range, and for too many files.
        """
        if not seeds:
            raise ValueError("there are no seeds; expected one at least")
        if len(seeds) > size * MOST_SHARDS:
            least = -(-len(seeds) // MOST_SHARDS)
            text = f"{size:,} positions a shard make too many; expected {least:,} or more"
            raise ArgumentError("shard_size", text)
        return DatasetManifest(
            format="logicsweep-shards/1",
            version=__version__,
            form=self.form,
            setting=GameKeys.of(self.setting),
            answers=self.answers,
            symmetries=self.symmetries,
            seeds=(seeds[0], seeds[-1]),
            shard_size=size,
            columns=listed_columns(self._nothing),
            shards=(),
        )

    def parts(self, seeds: range) -> Iterator[range]:
        """Yield the seeds of the pieces of a file."""
        most = _QUICK if set(self.answers) <= {*QUICK} else _SLOW
        for first in range(seeds.start, seeds.stop, most):
            yield range(first, min(first + most, seeds.stop))

    @property
    def work(self) -> Work[range, Piece]:
        """The work on a piece."""
        return Work(self.piece, self.given_up)

    def piece(self, seeds: range) -> Piece:
        """Make a piece."""
        try:
            return Piece(seeds, self._made(seeds))
        except LimitError:  # of one position perhaps, which is no reason to leave out the others
            pass
        answered, unanswered = [self._nothing], []
        for seed in seeds:
            try:
                answered.append(self._made(range(seed, seed + 1)))
            except LimitError as error:
                unanswered.append((seed, error.limit))
        return Piece(seeds, joined(answered), tuple(unanswered))

    def given_up(self, seeds: range, why: str) -> Piece:
        """Return the piece of a worker that died."""
        return Piece(seeds, self._nothing, tuple((seed, why) for seed in seeds))

    @property
    def _nothing(self) -> Positions:
        """No positions, with the columns of the files."""
        return no_positions(self.setting, self.answers, self.floats)

    def _made(self, seeds: range) -> Positions:
        arguments = {name: value for name, value in self._asdict().items() if name != "form"}
        return positions(n=len(seeds), seed=seeds.start, **arguments)


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
