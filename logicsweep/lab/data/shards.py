"""A data set as a folder of shards, which the same order continues, or as one file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, Self

from msgspec import structs

from logicsweep import __version__
from logicsweep.errors import DatasetError
from logicsweep.formats.files import PARTS, write_file
from logicsweep.games.lines import FolderLock
from logicsweep.lab.data.columns import columns_of
from logicsweep.lab.data.forms import encode
from logicsweep.lab.data.manifest import (
    FORMAT,
    MANIFEST,
    MOST_SHARDS,
    DatasetManifest,
    GameKeys,
    ListedShard,
    checksum,
    listed_shard,
    read_manifest,
)
from logicsweep.lab.data.pieces import FilesOrder, Piece, PieceTask, pieces_of

SHARD_SIZE: Final = 10_000
"""The usual number of seeds of a shard."""


class Damaged(NamedTuple):
    """A shard that was finished once and has to be made again."""

    file: str
    why: str


class ShardFolder:
    """A folder to which shards are added; one run at a time can hold it.

    It makes the folder, or continues one of the same order, perhaps with fewer seeds. Parts of
    files that a run left which was killed are removed.

    Args:
        folder: The folder.
        order: The content of the files.
        seeds: The seeds of all positions.
        size: The number of seeds of a shard.

    Raises:
        DatasetError: The folder holds another data set, or other files.
        ExperimentError: Another run writes to it.
        ValueError: There would be too many shards.
        OSError: It cannot be written.

    Attributes:
        manifest: Its manifest, with the shards that are finished and whole.
        damaged: The shards that are not, and are made again.
    """

    def __init__(
        self, folder: Path, order: FilesOrder, seeds: range, size: int = SHARD_SIZE
    ) -> None:
        self._folder = folder
        self._order = order
        self.damaged: list[Damaged] = []
        wanted = manifest_of(order, seeds, size)
        if folder.exists() and not folder.is_dir():
            raise DatasetError(f"{folder} is no folder; expected one, or a new name")
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = FolderLock(folder)
        try:
            before = self._before(wanted)
            self.manifest = structs.replace(wanted, shards=tuple(self._whole(wanted, before)))
            for part in folder.glob(PARTS):
                part.unlink()
            self.manifest.write(folder)
        except BaseException:
            self._lock.close()
            raise
        whole = {shard.seeds for shard in self.manifest.shards}
        self._missing = [
            (index, shard)
            for index, shard in enumerate(wanted.planned)
            if (shard[0], shard[-1]) not in whole
        ]

    @property
    def left(self) -> int:
        """The number of seeds whose shards have to be made."""
        return sum(len(seeds) for _, seeds in self._missing)

    def tasks(self) -> Iterator[PieceTask]:
        """Yield the pieces to make, in the order in which `fill` takes them."""
        for _, seeds in self._missing:
            yield from pieces_of(self._order, seeds)

    def fill(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """Write the shards from all pieces of `tasks`; yields each piece as it comes.

        Raises OSError if a shard cannot be written: the finished ones stay.
        """
        coming = iter(pieces)
        for index, seeds in self._missing:
            held: list[Piece] = []
            while sum(len(piece.seeds) for piece in held) < len(seeds):
                held.append(next(coming))
                yield held[-1]
            name = self.manifest.file_of(index)
            data, shard = _file(self._order, name, held)
            write_file(self._folder / name, [data])
            shards = sorted([*self.manifest.shards, shard], key=lambda finished: finished.seeds)
            self.manifest = structs.replace(self.manifest, shards=tuple(shards))
            self.manifest.write(self._folder)

    def close(self) -> None:
        """Release the folder."""
        self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _before(self, wanted: DatasetManifest) -> DatasetManifest | None:
        """Return the manifest that is there, if any, of the same order. Raises `DatasetError`."""
        folder = self._folder
        if not (folder / MANIFEST).exists():
            if any(path for path in folder.iterdir() if not path.match(PARTS)):
                raise DatasetError(f"{folder} holds other files; expected a new or empty folder")
            return None
        before = read_manifest(folder)
        if before.version != wanted.version:
            raise DatasetError(
                f"{folder} was made by logicsweep {before.version}, and this is {wanted.version}; "
                f"expected a new folder, since the positions may differ"
            )
        for name in ("form", "setting", "answers", "symmetries", "shard_size"):
            if getattr(before, name) != getattr(wanted, name):
                raise DatasetError(
                    f"{folder} holds a data set with {_WORDS[name]}; expected the same options, or "
                    f"another folder"
                )
        if before.seeds[0] != wanted.seeds[0] or before.seeds[1] > wanted.seeds[1]:
            first, last = before.seeds
            raise DatasetError(
                f"{folder} holds a data set of the seeds {first} to {last}; expected the same "
                f"first seed and at least as many, or another folder"
            )
        return before

    def _whole(
        self, wanted: DatasetManifest, before: DatasetManifest | None
    ) -> Iterator[ListedShard]:
        """Yield the shards that need not be made again, and notice those that are damaged."""
        planned = {(seeds[0], seeds[-1]) for seeds in wanted.planned}
        for shard in () if before is None else before.shards:
            try:
                content_of(self._folder, shard)
            except ValueError as error:
                self.damaged.append(Damaged(shard.file, str(error)))
                continue
            if shard.seeds in planned and not shard.unanswered:
                yield shard


class OneFile:
    """One file of a data set, written in full or not at all.

    Attributes:
        manifest: The manifest that a folder with it would have.
        damaged: Empty, as of a new folder.

    Raises:
        DatasetError: There is such a file, which may hold other positions.
    """

    def __init__(self, path: Path, order: FilesOrder, seeds: range) -> None:
        if path.exists():
            raise DatasetError(f"{path} is there already; expected a new file, or a folder")
        self._path = path
        self._order = order
        self._seeds = seeds
        self.manifest = manifest_of(order, seeds, len(seeds))
        self.damaged: tuple[Damaged, ...] = ()

    @property
    def left(self) -> int:
        """The number of seeds."""
        return len(self._seeds)

    def tasks(self) -> Iterator[PieceTask]:
        """Yield the pieces to make."""
        return pieces_of(self._order, self._seeds)

    def fill(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """Write the file from all pieces; yields each as it comes. Raises OSError."""
        held = []
        for piece in pieces:
            held.append(piece)
            yield piece
        data, shard = _file(self._order, self._path.name, held)
        write_file(self._path, [data])
        self.manifest = structs.replace(self.manifest, shards=(shard,))

    def close(self) -> None:
        """Do nothing: only a folder is held."""


def files_at(
    path: Path, order: FilesOrder, seeds: range, size: int | None
) -> ShardFolder | OneFile:
    """Return the files to make: one, or shards of some size in a folder.

    Raises as `ShardFolder`.
    """
    return OneFile(path, order, seeds) if size is None else ShardFolder(path, order, seeds, size)


_WORDS: Final = {
    "form": "files of another format",
    "setting": "positions of other games",
    "answers": "other answers",
    "symmetries": "another choice of --symmetries",
    "shard_size": "shards of another size",
}


def manifest_of(order: FilesOrder, seeds: range, size: int) -> DatasetManifest:
    """Return the manifest of files of which none is finished.

    Raises ValueError for an empty range, and for too many shards.
    """
    if not seeds:
        raise ValueError("there are no seeds; expected one at least")
    if len(seeds) > size * MOST_SHARDS:
        least = -(-len(seeds) // MOST_SHARDS)
        raise ValueError(f"{size:,} positions a shard make too many; expected {least:,} or more")
    return DatasetManifest(
        format=FORMAT,
        version=__version__,
        form=order.form,
        setting=GameKeys.of(order.setting),
        answers=order.answers,
        symmetries=order.symmetries,
        seeds=(seeds[0], seeds[-1]),
        shard_size=size,
        columns=columns_of(order.form, order.setting, order.answers),
        shards=(),
    )


def content_of(folder: Path, shard: ListedShard) -> bytes:
    """Read a finished file. Raises ValueError, without its name, unless its checksum holds."""
    path = folder / shard.file
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size == shard.bytes else b""
    except FileNotFoundError:
        raise ValueError("it is missing") from None
    except OSError as error:
        raise ValueError((error.strerror or str(error)).lower()) from None
    if size != shard.bytes:
        raise ValueError(f"it has {size:,} bytes; expected {shard.bytes:,}")
    if checksum(data) != shard.sha256:
        raise ValueError("its checksum does not hold")
    return data


def _file(order: FilesOrder, name: str, pieces: list[Piece]) -> tuple[bytes, ListedShard]:
    """Return the content of a file, and its line in the manifest."""
    seeds = range(pieces[0].seeds.start, pieces[-1].seeds.stop)
    data, count = encode(order, pieces)
    unanswered = tuple(seed for piece in pieces for seed, _ in piece.unanswered)
    return data, listed_shard(name, seeds, data, positions=count, unanswered=unanswered)
