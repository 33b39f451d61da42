"""The page as files: where they go, what they replace, and what is refused."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest

from logicsweep.cli import serve as command
from logicsweep.formats.files import part_of, write_file
from logicsweep.site import site, site_files, write_site
from tests.conftest import Run
from tests.judges.answers import validator

LIST = "files.json"
FILES = {"index.html": b"<p>old", "f/1/a.js": b""}
NEWER = {"index.html": b"<p>new", "f/2/b/a.js": b""}
LAST = {"index.html": b"<p>last", "f/3/a.js": b""}


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file in place of the kernel, which nothing runs here."""
    path = tmp_path / "kernel.wasm"
    path.write_bytes(b"\0asm")
    monkeypatch.setattr(site, "KERNEL", path)
    monkeypatch.setattr(command, "site_files", lambda: site_files(path))
    return path


def listing(files: Mapping[str, bytes]) -> bytes:
    """The list of the files that were written."""
    digests = {name: [sha256(files[name]).hexdigest()] for name in sorted(files)}
    return json.dumps({"page": "logicsweep", "files": digests}, indent=1).encode()


def written(folder: Path) -> dict[str, bytes]:
    """The files in a folder."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def test_it_is_written_and_measured(kernel: Path, tmp_path: Path, logicsweep: Run) -> None:
    folder = tmp_path / "new" / "page"
    done = logicsweep("page", "-o", str(folder), "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    validator("page").validate(answer)
    files = site_files(kernel)
    assert written(folder) == {**files, LIST: listing(files)}
    assert answer["files"] == len(files)
    assert answer["bytes"] == sum(map(len, files.values()))
    assert answer["packed"] == sum(len(gzip.compress(data, 9, mtime=0)) for data in files.values())


@pytest.mark.usefixtures("kernel")
def test_people_are_told_how_to_try_it(tmp_path: Path, logicsweep: Run) -> None:
    done = logicsweep("page", "-o", str(tmp_path / "page"))
    assert "python -m http.server --directory" in done.stdout


def test_an_older_page_is_replaced(tmp_path: Path) -> None:
    write_site(tmp_path, FILES)
    (tmp_path / "CNAME").write_text("somewhere.example")  # hosts have files of their own
    write_site(tmp_path, NEWER)
    assert written(tmp_path) == {**NEWER, LIST: listing(NEWER), "CNAME": b"somewhere.example"}
    assert not (tmp_path / "f" / "1").exists()


@pytest.mark.parametrize(
    "manifest",
    [
        *(None, "", "[]", '{"files": {}}', '{"page": "logicsweep"}', '{"page": "x", "files": {}}'),
        *('{"page": "logicsweep", "files": []}', '{"page": "logicsweep", "files": {"f": 1}}'),
    ],
)
def test_other_files_are_left_alone(
    tmp_path: Path, logicsweep: Run, manifest: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "site_files", lambda: FILES)
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / "index.html").write_text("mine")
    if manifest is not None:
        (folder / LIST).write_text(manifest)
    before = written(folder)
    done = logicsweep("page", "-o", str(folder))
    assert done.returncode == 2
    assert "has no list of files (files.json)" in done.stderr
    assert written(folder) == before


@pytest.mark.usefixtures("kernel")
def test_a_file_is_in_the_way(tmp_path: Path, logicsweep: Run) -> None:
    (tmp_path / "page").write_text("a file")
    done = logicsweep("page", "-o", str(tmp_path / "page"))
    assert done.returncode == 2
    assert "page" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "what"),
    [
        *product(
            (LIST, "index.html", "f", "f/2", "f/2/b", "f/2/b/a.js"),
            ("link to a file", "link to a folder", "loose link"),
        ),
        *product(("f", "f/2", "f/2/b", "f/2/b/a.js", LIST), ["file"]),
        *product(("index.html", "f/2/b/a.js", LIST), ["folder"]),
    ],
)
def test_nothing_is_written_over_or_through_what_is_of_others(
    name: str, what: str, tmp_path: Path
) -> None:
    folder, elsewhere = tmp_path / "page", tmp_path / "elsewhere"
    write_site(folder, FILES)
    path = folder / name
    if path.exists():
        path.rename(tmp_path / "aside")
    path.parent.mkdir(parents=True, exist_ok=True)
    (elsewhere / "2" / "b").mkdir(parents=True)
    for other in (elsewhere / "2" / "b" / "a.js", elsewhere / "list"):
        other.write_bytes(listing(FILES))
    if what == "file":
        path.write_text("mine")
    elif what == "folder":
        path.mkdir()
    else:
        targets = {"link to a file": "list", "link to a folder": ".", "loose link": "none"}
        path.symlink_to(elsewhere / targets[what])
    before = written(tmp_path)
    with pytest.raises((ValueError, OSError), match=str(folder)):
        write_site(folder, NEWER)
    assert written(tmp_path) == before
    assert path.is_symlink() == ("link" in what)


def test_only_what_was_written_is_removed(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "page", tmp_path / "elsewhere"
    elsewhere.mkdir()
    write_site(folder, {**FILES, "f/1/linked/a.js": b"", "embed.js": b""})
    (folder / "f" / "1" / "linked" / "a.js").unlink()
    (folder / "f" / "1" / "linked").rmdir()
    (folder / "f" / "1" / "linked").symlink_to(elsewhere)
    others = ["elsewhere/a.js", "page/f/1/mine.js", "page/f/mine/a.js", "page/mine.js"]
    for other in others:
        (tmp_path / other).parent.mkdir(exist_ok=True)
        (tmp_path / other).write_text("mine")
    # A list from somebody else that names more than a page has, or what was changed since.
    named = [f"f/1/../../../{others[0]}", f"../{others[0]}", str(tmp_path / others[0]), "mine.js"]
    about = json.loads((folder / LIST).read_bytes())
    about["files"] |= {name: [sha256(b"mine").hexdigest()] for name in named}
    about["files"]["f/1/mine.js"] = [sha256(b"").hexdigest()]
    (folder / LIST).write_text(json.dumps(about))
    write_site(folder, NEWER)
    left = [name for name, data in written(tmp_path).items() if data == b"mine"]
    assert sorted(left) == sorted(others)
    assert not (folder / "f" / "1" / "a.js").exists()


def test_a_file_that_was_changed_is_not_replaced(tmp_path: Path) -> None:
    write_site(tmp_path, FILES)
    (tmp_path / "index.html").write_text("mine")
    before = written(tmp_path)
    with pytest.raises(ValueError, match=r"index\.html was not written by .* or was changed since"):
        write_site(tmp_path, NEWER)
    assert written(tmp_path) == before


@pytest.mark.parametrize("is_older", [False, True])
@pytest.mark.parametrize("writes", range(len(NEWER) + 2))
def test_a_run_that_was_interrupted_is_made_good(
    writes: int, is_older: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_older:
        write_site(tmp_path, FILES)
    todo = iter(range(writes))

    def write(path: Path, parts: Iterable[bytes]) -> None:
        if next(todo, None) is None:
            part_of(path).write_bytes(b"half")  # as where the process is killed
            raise KeyboardInterrupt
        write_file(path, parts)

    with monkeypatch.context() as patch:
        patch.setattr(site, "write_file", write)
        with pytest.raises(KeyboardInterrupt):
            write_site(tmp_path, NEWER)
    write_site(tmp_path, LAST)
    left = {name: data for name, data in written(tmp_path).items() if data != b"half"}
    assert left == {**LAST, LIST: listing(LAST)}


def test_without_a_kernel(tmp_path: Path, logicsweep: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "site_files", lambda: site_files(tmp_path / "none.wasm"))
    done = logicsweep("page", "-o", str(tmp_path / "page"))
    assert done.returncode == 2
    assert "LOGICSWEEP_WASM=1 pip install ." in done.stderr
    assert not (tmp_path / "page").exists()
