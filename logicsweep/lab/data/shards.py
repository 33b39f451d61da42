"""The files of a data set, made and read: a folder of shards, which its order continues, or one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, overload

from msgspec import structs

from logicsweep.errors import DatasetError, counted, expect
from logicsweep.formats.files import PARTS, write_file
from logicsweep.games.lines import holding
from logicsweep.lab.data.bulk import check_seeds
from logicsweep.lab.data.columns import Positions, check_symmetric, joined
from logicsweep.lab.data.forms import decode, encode, load
from logicsweep.lab.data.manifest import (
    MANIFEST,
    DatasetManifest,
    FilesOrder,
    Form,
    ListedShard,
    Piece,
    checksum,
    listed_columns,
    naming,
    read_manifest,
)

SHARD_SIZE: Final = 10_000
"""The usual number of seeds of a shard."""

_ARRAYS: Final[Mapping[str, Form]] = {".npz": "npz", ".parquet": "parquet"}
_AGAIN: Final = "; the same command makes it again"
# What a folder may hold that was ordered otherwise, by the key of its manifest.
_WORDS: Final = {
    "form": "files of another format",
    "setting": "positions of other games",
    "answers": "other answers",
    "symmetries": "another choice of --symmetries",
    "columns": "floats of another type",
    "shard_size": "shards of another size",
}


@dataclass
class Files:
    """The files of a data set, which are made from pieces; `files_at` opens them.

    Attributes:
        folder: The folder that they are in.
        order: The content to make.
        manifest: Their manifest, with those that are finished and whole.
        missing: The seeds of each of the others, by its name.
        is_one: Whether it is one file, in a folder without a manifest.
        damaged: For each shard that is made again, what is wrong with the one that was finished.
    """

    folder: Path
    order: FilesOrder
    manifest: DatasetManifest
    missing: dict[str, range]
    is_one: bool = False
    damaged: tuple[str, ...] = ()

    @property
    def left(self) -> int:
        """The number of seeds whose files have to be made."""
        return sum(map(len, self.missing.values()))

    def parts(self) -> Iterator[range]:
        """Yield the seeds of the pieces to make, in the order in which `fill` takes them."""
        for seeds in self.missing.values():
            yield from self.order.parts(seeds)

    def fill(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """Write the files from all pieces of `parts`; yields each piece as it comes.

        Each file is written in full or not at all, and a folder lists it then. Raises OSError if
        one cannot be written: the finished ones stay.
        """
        coming = iter(pieces)
        for name, seeds in self.missing.items():
            held: list[Piece] = []
            while sum(len(piece.seeds) for piece in held) < len(seeds):
                held.append(next(coming))
                yield held[-1]
            made = joined([piece.positions for piece in held])
            data = encode(self.order.form, made)
            write_file(self.folder / name, [data])
            shard = ListedShard(
                file=name,
                seeds=(seeds[0], seeds[-1]),
                positions=len(made),
                unanswered=tuple(seed for piece in held for seed, _ in piece.unanswered),
                size=len(data),
                sha256=checksum(data),
            )
            self.add([shard])

    def add(self, finished: Iterable[ListedShard]) -> None:
        """List files that are finished, in the manifest of a folder, too. Raises OSError."""
        shards = sorted([*self.manifest.shards, *finished], key=lambda shard: shard.seeds)
        self.manifest = structs.replace(self.manifest, shards=tuple(shards))
        names = {shard.file for shard in shards}
        self.missing = {name: part for name, part in self.missing.items() if name not in names}
        if not self.is_one:
            self.manifest.write(self.folder)


@contextmanager
def files_at(
    path: Path, order: FilesOrder, seeds: range, size: int | None = SHARD_SIZE
) -> Iterator[Files]:
    """Open the files to make: a folder of shards with so many seeds each, or one file for None.

    A folder is made, or continued if it has the same order, perhaps with fewer seeds; one run at a
    time holds it. Parts of files that a run left which was killed are removed.

    Raises:
        DatasetError: The folder holds another data set, or other files; or there is such a file,
            which may hold other positions.
        ExperimentError: Another run writes to the folder.
        ValueError: There would be no shards, or too many; arrays cannot have these seeds, or the
            games have no such copies.
        OSError: It cannot be written.
    """
    check_seeds(len(seeds), seeds.start)
    if order.symmetries:
        check_symmetric(order.setting)
    manifest = order.manifest(seeds, size or len(seeds))
    if size is None:
        if path.exists():
            raise DatasetError(f"{path} is there already; expected a new file, or a folder")
        yield Files(path.parent, order, manifest, {path.name: seeds}, is_one=True)
        return
    if path.exists() and not path.is_dir():
        raise DatasetError(f"{path} is no folder; expected one, or a new name")
    path.mkdir(parents=True, exist_ok=True)
    with holding(path):
        whole, damaged = [], []
        for shard in _listed(path, manifest):
            try:
                shard.content(path, "; it is made again")
            except DatasetError as error:
                damaged.append(str(error))
            else:
                whole.append(shard)
        for part in path.glob(PARTS):
            part.unlink()
        planned = manifest.planned
        files = Files(path, order, manifest, planned, damaged=tuple(damaged))
        files.add(
            shard for shard in whole if not shard.unanswered and shard.range == planned[shard.file]
        )
        yield files


def _listed(folder: Path, wanted: DatasetManifest) -> tuple[ListedShard, ...]:
    """Return the shards that a folder lists, if it is of the same order. Raises `DatasetError`."""
    if not (folder / MANIFEST).exists():
        if any(path for path in folder.iterdir() if not path.match(PARTS)):
            raise DatasetError(f"{folder} holds other files; expected a new or empty folder")
        return ()
    before = read_manifest(folder)
    if before.version != wanted.version:
        raise DatasetError(
            f"{folder} was made by logicsweep {before.version}, and this is {wanted.version}; "
            f"expected a new folder, since the positions may differ"
        )
    for name, words in _WORDS.items():
        if getattr(before, name) != getattr(wanted, name):
            raise DatasetError(
                f"{folder} holds a data set with {words}; expected the same options, or "
                f"another folder"
            )
    if before.seeds[0] != wanted.seeds[0] or before.seeds[1] > wanted.seeds[1]:
        first, last = before.seeds
        raise DatasetError(
            f"{folder} holds a data set of the seeds {first} to {last}; expected the same "
            f"first seed and at least as many, or another folder"
        )
    return before.shards


class Shards(Sequence[Positions]):
    """The shards of a folder: a sequence that reads one whenever it is asked for.

    Iterate over it as often as you like. The checksum of a shard is compared whenever it is read.

    Attributes:
        folder: The folder.
        manifest: Its manifest.
        setting: The games that the positions are of.
    """

    def __init__(self, folder: Path, manifest: DatasetManifest) -> None:
        self.folder = folder
        self.manifest = manifest
        self.setting = manifest.setting.setting()

    @property
    def positions(self) -> int:
        """The number of positions in all shards."""
        return self.manifest.positions

    def __len__(self) -> int:
        """Return the number of shards."""
        return len(self.manifest.shards)

    @overload
    def __getitem__(self, index: int) -> Positions: ...
    @overload
    def __getitem__(self, index: slice) -> list[Positions]: ...
    def __getitem__(self, index: int | slice) -> Positions | list[Positions]:
        """Read a shard, or several. Raises IndexError, and `DatasetError` for a damaged one."""
        if isinstance(index, slice):
            return [self[number] for number in range(len(self))[index]]
        shard = self.manifest.shards[index]
        path = self.folder / shard.file
        data = shard.content(self.folder, _AGAIN)
        with naming(path):
            made = decode(self.manifest.form, data)
        said = shard.positions, self.setting, self.manifest.columns
        if (len(made), made.setting, listed_columns(made)) != said:
            raise DatasetError(f"{path} holds other positions than its manifest says")
        return made

    def __iter__(self) -> Iterator[Positions]:
        """Yield one shard after the other."""
        return map(self.__getitem__, range(len(self)))

    def __repr__(self) -> str:
        made, files = counted(self.positions, "position"), counted(len(self), "file")
        return f"<Shards: {made} in {files} of {self.folder}>"


def read_shards(folder: Path | str) -> Shards:
    """Open a folder of shards that `logicsweep dataset` made.

    The manifest is read, and each file has to be there in its size; its checksum is compared, and
    its content read, when you ask for the shard.

    Args:
        folder: The folder.

    Returns:
        A sequence of `Positions`, a value for each shard, in the order of seeds.

    Raises:
        DatasetError: There is no manifest, or it is wrong; not all shards are finished; or one of
            them is missing or has another size.
        MissingLibraryError: The files are Parquet, and pyarrow is not installed.
        TypeError: The folder is no path.
    """
    expect("folder", folder, (str, Path), "the path of a folder")
    folder = Path(folder)
    manifest = read_manifest(folder)
    load(manifest.form)
    planned = len(manifest.planned)
    if len(manifest.shards) < planned:
        raise DatasetError(
            f"{folder} has {len(manifest.shards):,} of {planned:,} shards; the command that began "
            f"it makes the others"
        )
    for shard in manifest.shards:
        shard.check_size(folder, _AGAIN)
    return Shards(folder, manifest)


def read_positions(file: Path | str) -> Positions:
    """Read a file of arrays that `logicsweep dataset` made: `.npz` or `.parquet`.

    Raises:
        DatasetError: It cannot be read, or it is not such a file.
        MissingLibraryError: It is a Parquet file, and pyarrow is not installed.
        TypeError: It is no path.
    """
    expect("file", file, (str, Path), "the path of a file")
    path = Path(file)
    form = _ARRAYS.get(path.suffix)
    if form is None:
        raise DatasetError(f"{path} is no file of arrays; expected one ending in .npz or .parquet")
    with naming(path):
        return decode(form, path.read_bytes())
