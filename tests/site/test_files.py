"""The files of the page: which there are, where, and as what a browser gets them."""

from __future__ import annotations

import gzip
import json
import re
import struct
import zlib
from pathlib import Path

import httpx
import pytest

from logicsweep.formats.link import VARIABLE
from logicsweep.site import files as site_files
from logicsweep.site.files import page_files, walk
from logicsweep.site.site import site_files as made_files
from logicsweep.site.transport import takes_gzip
from tests.conftest import ROOT
from tests.site.scripting import in_node, modules_in
from tests.site.serving import TOKEN, Served, digest_of
from tools.compiling import digest, is_current_wasm, wasm_flags

BROWSER = ROOT / "logicsweep" / "site" / "browser"
MODULES = ROOT / "logicsweep" / "render" / "modules"
# Of all that the first visit loads, gzipped, in bytes.
MOST = 120_000
# Texts as browsers send them, and as RFC 9110 has them.
TAKEN = ("gzip", "gzip, deflate, br, zstd", "br;q=1.0, GZIP;q=0.8, *;q=0.1", "*", "gzip ; q=0.001")
NOT_TAKEN = ("", "identity", "br", "gzip;q=0", "gzip; q=0.000, *", "*;q=0", "gzipped", "x;gzip")


@pytest.mark.parametrize("has_kernel", [False, True])
def test_every_file_is_there_once(tmp_path: Path, *, has_kernel: bool) -> None:
    """Scripts are joined; those of the worker come with the kernel alone."""
    kernel = tmp_path / "kernel.wasm"
    if has_kernel:
        kernel.write_bytes(bytes(90_000))
    files = page_files(TOKEN, kernel=kernel)
    names = {path.split("/", 3)[3] for path, file in files.items() if file.is_lasting}
    folders = (BROWSER, MODULES)
    others = {
        path.relative_to(folder).as_posix()
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix in (".css", ".json", ".png", ".svg")
    }
    of_worker = {"kernel.wasm", "worker/begin.js", "worker/worker.js"} if has_kernel else set()
    assert names == {*others, "colours.css", "app.js", *of_worker}
    page = files["/"].data.decode()
    assert (' content="http worker">' in page) == has_kernel
    for address in re.findall(r'(?:src|href)="(f/[^"]*)"', page):
        assert f"/{address}" in files
    loaded = [file for path, file in files.items() if not path.endswith((".json", ".png"))]
    assert sum(len(file.packed or file.data) for file in loaded) < MOST


def test_folders_are_walked(tmp_path: Path) -> None:
    expected = {"a.js": b"1", "board/a.js": b"2", "board/deep/er.css": b"3", "z/icon.svg": b"4"}
    for name, data in {**expected, "board/notes.txt": b"no", "a.py": b"no"}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    assert dict(walk(tmp_path)) == expected


def test_the_digest_follows_the_files_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {path for path in page_files(TOKEN) if path.startswith("/f/")}
    assert before == {path for path in page_files("another") if path.startswith("/f/")}
    monkeypatch.setattr("logicsweep.site.files.colours_css", lambda: "other")
    after = {path for path in page_files(TOKEN) if path.startswith("/f/")}
    assert len(after) == len(before)
    assert not after & before


def test_only_the_page_has_the_public_address() -> None:
    before, after = page_files(TOKEN), page_files(TOKEN, public_url="https://example.org/?a&b")
    assert {path for path in before if before[path] != after[path]} == {"/"}
    assert b'<meta name="public-url" content="">' in before["/"].data
    assert b'<meta name="public-url" content="https://example.org/?a&amp;b">' in after["/"].data


def test_files_are_gzipped_always_the_same() -> None:
    assert page_files(TOKEN) == page_files(TOKEN)
    for path, page_file in page_files(TOKEN).items():
        assert page_file.packed is not None, path
        assert zlib.decompress(page_file.packed, zlib.MAX_WBITS | 16) == page_file.data
        assert page_file.packed[4:8] == bytes(4)  # no time


def test_a_file_is_gzipped_for_those_who_take_it(page: Served, client: httpx.Client) -> None:
    for path in ("/", f"/f/{digest_of(client)}/app.js"):
        plain = client.get(path, headers={"Accept-Encoding": "identity"})
        packed = client.get(path, headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        assert packed.content == plain.content
        assert int(packed.headers["Content-Length"]) < int(plain.headers["Content-Length"])
        assert plain.headers["Vary"] == packed.headers["Vary"] == "Accept-Encoding"
        head = client.head(path, headers={"Accept-Encoding": "gzip"})
        assert head.headers["Content-Length"] == packed.headers["Content-Length"]
        raw = page.raw(f"GET {path} HTTP/1.0\r\nHost: {page.host}\r\n\r\n".encode())
        assert raw.partition(b"\r\n\r\n")[2] == plain.content
        raw = page.raw(
            f"GET {path} HTTP/1.1\r\nHost: {page.host}\r\nAccept-Encoding: br, gzip;q=0.5\r\n"
            "Connection: close\r\n\r\n".encode()
        )
        assert gzip.decompress(raw.partition(b"\r\n\r\n")[2]) == plain.content


def test_gzip_is_taken_where_it_is_allowed() -> None:
    for text in TAKEN:
        assert takes_gzip([text]), text
        assert takes_gzip(["br", text]), text
    for text in NOT_TAKEN:
        assert not takes_gzip([text]), text


def test_files_of_another_version_are_not_there(client: httpx.Client) -> None:
    digest = digest_of(client)
    other = f"{int(digest, 16) ^ 1:016x}"
    assert client.get(f"/f/{digest}/app.js").status_code == 200
    answer = client.get(f"/f/{other}/app.js")
    assert answer.status_code == 404
    assert answer.headers["Cache-Control"] == "no-store"
    assert "load it again" in json.loads(answer.content)["error"]


@pytest.mark.slow("Node.js")
def test_refusals_lead_to_the_address_of_the_metadata_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The package has none today, and then nothing leads anywhere."""
    ask = (
        'const { beyond } = await import("./worker/given.js"); console.log(beyond("rules").message)'
    )
    words = ("--input-type=module", "--eval", ask)
    assert in_node(*words, folder=modules_in(tmp_path)) == "this page does not answer for rules\n"
    monkeypatch.setattr(site_files, "address_in_metadata", {"Homepage": "https://example.org/"}.get)
    said = in_node(*words, folder=modules_in(tmp_path))
    assert said.endswith("rules; the program on your computer does: https://example.org/\n")


def test_a_kernel_of_other_sources_is_not_current(tmp_path: Path) -> None:
    assert not is_current_wasm(tmp_path / "none.wasm")
    older = tmp_path / "older.wasm"
    older.write_bytes(digest(flags=wasm_flags()).encode()[:-1])
    assert not is_current_wasm(older)


@pytest.mark.parametrize("public", ["", "https://example.org/logicsweep/"])
def test_a_link_is_shown_with_a_picture_that_no_visitor_loads(
    public: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(VARIABLE, public)
    (kernel := tmp_path / "kernel.wasm").write_bytes(b"")
    site = made_files(kernel)
    served = page_files(TOKEN, public_url=public or None)
    for page, files in (
        (site["index.html"], site),
        (served["/"].data, {path[1:]: file.data for path, file in served.items()}),
    ):
        tags = dict(re.findall(r'<meta (?:property|name)="(\S+)" content="([^"]*)"', page.decode()))
        assert tags["og:image"].startswith(public)
        name = tags["og:image"].removeprefix(public)
        size = tuple(int(tags[f"og:image:{side}"]) for side in ("width", "height"))
        assert struct.unpack(">2I", files[name][16:24]) == size == (1200, 630)
        assert name.encode() not in site["sw.js"]
