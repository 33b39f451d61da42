"""The page as files: where they go, what they replace, and what is refused."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from logicsweep.cli import page as command
from logicsweep.page import site, site_files, write_site
from tests.conftest import Run
from tests.judges.answers import validator

FILES = {
    "index.html": b"<p>old",
    "manifest.webmanifest": b'{"name": "logicsweep"}',
    "f/1/a.js": b"",
}


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file in place of the kernel, which nothing runs here."""
    path = tmp_path / "kernel.wasm"
    path.write_bytes(b"\0asm")
    monkeypatch.setattr(site, "KERNEL", path)
    monkeypatch.setattr(command, "site_files", lambda: site_files(path))
    return path


def written(folder: Path) -> dict[str, bytes]:
    """The files in a folder."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def test_it_is_written_and_measured(kernel: Path, tmp_path: Path, logicsweep: Run) -> None:
    folder = tmp_path / "new" / "page"
    done = logicsweep("page", "--out", str(folder), "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    validator("page").validate(answer)
    files = written(folder)
    assert files == site_files(kernel)
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
    newer = {**FILES, "index.html": b"<p>new", "f/2/a.js": b""}
    del newer["f/1/a.js"]
    write_site(tmp_path, newer)
    assert written(tmp_path) == {**newer, "CNAME": b"somewhere.example"}


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("manifest", [None, "", "[]", '{"name": "another app"}'])
def test_other_files_are_left_alone(tmp_path: Path, logicsweep: Run, manifest: str | None) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / "index.html").write_text("mine")
    if manifest is not None:
        (folder / "manifest.webmanifest").write_text(manifest)
    before = written(folder)
    done = logicsweep("page", "--out", str(folder))
    assert done.returncode == 2
    assert "has no page of logicsweep in it" in done.stderr
    assert written(folder) == before


@pytest.mark.usefixtures("kernel")
def test_a_file_is_in_the_way(tmp_path: Path, logicsweep: Run) -> None:
    (tmp_path / "page").write_text("a file")
    done = logicsweep("page", "--out", str(tmp_path / "page"))
    assert done.returncode == 2
    assert "page" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_a_kernel(tmp_path: Path, logicsweep: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "site_files", lambda: site_files(tmp_path / "none.wasm"))
    done = logicsweep("page", "--out", str(tmp_path / "page"))
    assert done.returncode == 2
    assert "tools/kernel --wasm" in done.stderr
    assert not (tmp_path / "page").exists()
