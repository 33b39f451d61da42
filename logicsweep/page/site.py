"""The page as a static site: files that answer without a server, by the kernel in WebAssembly.

Every host serves them from any path: all addresses are relative. A service worker keeps them for a
time without a network. The files that change with a release are in a folder named after a digest.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import Final

import msgspec

from logicsweep import __version__
from logicsweep.formats.board_object import BoardObject
from logicsweep.kernel import library
from logicsweep.page.answer import answer
from logicsweep.page.desk import Desk
from logicsweep.page.files import LASTING, Contents
from logicsweep.render.json import page

KERNEL: Final = Path(library.PATH).with_name("kernel.wasm")
"""The kernel for browsers; a checkout makes it by `tools/kernel --wasm`."""

_BEGIN: Final = "worker/begin.js"
_SCRIPTS: Final = ("app.js", _BEGIN, "worker/worker.js")
_MANIFEST: Final = "manifest.webmanifest"
_KEEPER: Final = "sw.js"
# What other pages name: its path never changes.
_EMBEDDER: Final = "embed.js"
_POLICY: Final = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; "
    "form-action 'none'; object-src 'none'"
)
_TAGS: Final = f"""<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="transport" content="worker">
<meta name="public-url" content="">
<meta name="referrer" content="no-referrer">
<link rel="manifest" href="{_MANIFEST}">
<script src="{{files}}/{_BEGIN}"></script>"""
# What a board may say that the page does not answer for.
_BEYOND: Final = ("rules", "clues", "density", "liars", "constraints", "neighbours", "walls")
# The formats that the page reads and writes by itself.
_FORMATS: Final = ("board", "emoji")


def site_files(kernel: Path = KERNEL) -> dict[str, bytes]:
    """Make the files of the site, by their path below its folder.

    Args:
        kernel: The kernel for browsers.

    Raises:
        ValueError: There is no kernel for browsers.
    """
    try:
        module = kernel.read_bytes()
    except OSError:
        raise ValueError(
            f"there is no {kernel}, the kernel for browsers: a release has it; in a checkout, run "
            "`tools/kernel --wasm`, then install it again by `pip install .`"
        ) from None
    integrity = f"sha256-{b64encode(sha256(module).digest()).decode()}"
    about = json.dumps({"file": f"../{kernel.name}", "integrity": integrity})
    modules = Contents.of(
        {
            kernel.name: module,
            "kernel-file.js": f"export const KERNEL = {about};\n".encode(),
            "greeting.json": _greeting(),
            "catalogue.json": _only(b'{"ask": "catalogue"}'),
        }
    )
    template = modules.by_name[_KEEPER].decode()
    contents = modules.joined(*_SCRIPTS)
    inside = {f"{contents.folder}/{name}": data for name, data in contents.by_name.items()}
    listed = json.dumps(["./", _MANIFEST, *inside])
    keeper = template.replace("{version}", _version(contents)).replace("{list}", listed)
    return {
        "index.html": contents.page(_TAGS),
        _KEEPER: keeper.encode(),
        _EMBEDDER: modules.by_name[_EMBEDDER],
        _MANIFEST: _manifest(contents.folder),
        **inside,
    }


def write_site(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of a site into a folder, in place of an older site.

    A page that is open goes on: what it names is removed only after all is there.

    Raises:
        ValueError: The folder has other files, and no site.
        OSError: Something cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()) and not _is_site(folder):
        raise ValueError(
            f"{folder} is not empty, and has no page of logicsweep in it; expected a new folder, "
            "an empty one, or one with an older page"
        )
    # The page comes last: whoever opens it meanwhile gets the old one or the new one.
    for name, data in sorted(files.items(), key=lambda item: item[0] == "index.html"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    current = {name.split("/")[1] for name in files if name.startswith(f"{LASTING}/")}
    for older in (folder / LASTING).iterdir():
        if older.name not in current:
            rmtree(older)


def _is_site(folder: Path) -> bool:
    try:
        return bool(json.loads((folder / _MANIFEST).read_bytes())["name"] == "logicsweep")
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _version(contents: Contents) -> str:
    return f"{__version__} {contents.folder.rpartition('/')[2]}"


def _manifest(folder: str) -> bytes:
    icon = {"src": f"{folder}/icon.svg", "sizes": "any", "type": "image/svg+xml"}
    about = {
        "name": "logicsweep",
        "short_name": "logicsweep",
        "description": "Minesweeper with reasons: what is safe, why, and what a guess is worth.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#ffffff",
        "icons": [icon],
    }
    return json.dumps(about, indent=1).encode()


def _only(request: bytes) -> bytes:
    """Answer a request whose answer is always the same."""
    desk = Desk()
    try:
        (message,) = answer(request, desk)
    finally:
        desk.close()
    return message


def _greeting() -> bytes:
    """Return what the page can do without a server; what it cannot is not offered."""
    whole = msgspec.json.decode(_only(b'{"ask": "greet"}'), type=page.Greeting)
    offered = msgspec.structs.replace(
        whole,
        kernel="WebAssembly",
        formats=tuple([form for form in whole.formats if form.name in _FORMATS]),
        clue_models=("exact",),
        agents=(),
        examples=tuple([each for each in whole.examples if _is_answered(each.board)]),
        games=(),
    )
    return msgspec.json.encode(offered)


def _is_answered(board: BoardObject) -> bool:
    """Tell whether the page answers for a board by itself."""
    return not any(getattr(board, name) for name in _BEYOND)
