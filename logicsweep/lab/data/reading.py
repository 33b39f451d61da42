"""Data sets that were written as files of arrays, or as folders of shards, read again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, overload

from logicsweep.errors import DatasetError, counted, expect
from logicsweep.games.setting import Setting
from logicsweep.lab.data.bulk import Positions
from logicsweep.lab.data.forms import decode, load
from logicsweep.lab.data.manifest import DatasetManifest, Form, read_manifest
from logicsweep.lab.data.shards import content_of

_ARRAYS: Final[Mapping[str, Form]] = {".npz": "npz", ".parquet": "parquet"}


class Shards(Sequence[Positions]):
    """The shards of a folder: a sequence that reads one whenever it is asked for.

    Iterate over it as often as you like. The checksum of a shard is compared whenever it is read.

    Attributes:
        folder: The folder.
        manifest: Its manifest.
    """

    def __init__(self, folder: Path, manifest: DatasetManifest) -> None:
        self.folder = folder
        self.manifest = manifest
        self._setting = manifest.setting.setting()

    @property
    def setting(self) -> Setting:
        """The games that the positions are of."""
        return self._setting

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
        try:
            data = content_of(self.folder, shard)
        except ValueError as error:
            raise DatasetError(f"{path}: {error}; the same command makes it again") from None
        made = _decoded(path, data, self.manifest.form, self._setting)
        if len(made) != shard.positions or made.setting != self._setting:
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
        path = folder / shard.file
        size = path.stat().st_size if path.is_file() else None
        if size != shard.bytes:
            fault = "is missing" if size is None else f"has {size:,} bytes"
            raise DatasetError(
                f"{path} {fault}; expected {shard.bytes:,} bytes; the command that made it makes "
                f"it again"
            )
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
    try:
        data = path.read_bytes()
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise DatasetError(f"cannot read {path}: {why}") from None
    return _decoded(path, data, form)


def _decoded(path: Path, data: bytes, form: Form, setting: Setting | None = None) -> Positions:
    """Read the content of a file. Raises `DatasetError`, which names it, `MissingLibraryError`."""
    try:
        return decode(form, data, setting)
    except ValueError as error:
        raise DatasetError(f"{path}: {error}") from None
