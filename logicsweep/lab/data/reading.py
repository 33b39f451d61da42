"""Data sets that were written as files of arrays, or as folders of shards, read again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, overload

from logicsweep.errors import DatasetError, counted, expect
from logicsweep.lab.data.columns import Positions
from logicsweep.lab.data.forms import decode, load
from logicsweep.lab.data.manifest import (
    DatasetManifest,
    Form,
    listed_columns,
    naming,
    read_manifest,
)

_ARRAYS: Final[Mapping[str, Form]] = {".npz": "npz", ".parquet": "parquet"}
_AGAIN: Final = "; the same command makes it again"


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
