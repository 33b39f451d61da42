"""The page as a static site: files that answer without a server, by the kernel in WebAssembly.

Every host serves them from any path: all addresses are relative. A service worker keeps them for a
time without a network. The files that change with a release are in a folder named after a digest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from logicsweep import __version__
from logicsweep.answers import page
from logicsweep.answers.base import as_json
from logicsweep.formats.files import PARTS, write_file
from logicsweep.formats.link import public_address
from logicsweep.site.catalogue import catalogue, greeting, ruled_shapes
from logicsweep.site.files import BEGIN, KERNEL, LASTING, POLICY, SCRIPTS, Contents, kernel_files

# What other programs import: its path never changes, and it passes on what is below the folder.
_MODULE: Final = "logicsweep.js"
_TYPES: Final = "logicsweep.d.ts"
_MANIFEST: Final = "manifest.webmanifest"
_KEEPER: Final = "sw.js"
# The list of the files that were written, with their digests: an old and a new one during a run.
# Anybody may have written it: only what a release has below this folder is removed because of it,
# and no path that leads out of it.
_LIST: Final = "files.json"
_REMOVABLE: Final = re.compile(rf"{LASTING}(?:/[\w-][\w.-]*)+", re.ASCII)
# What other pages name: its path never changes.
_EMBEDDER: Final = "embed.js"
# What only those load who show a link to the page.
_PREVIEW: Final = "preview.png"
_TAGS: Final = f"""<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="transport" content="worker">
<meta name="public-url" content="">
<meta name="referrer" content="no-referrer">
<link rel="manifest" href="{_MANIFEST}">
{BEGIN}"""
# What a board may say that the page does not answer for.
_BEYOND: Final = ("rules", "clues", "density", "liars", "constraints", "neighbours", "walls")
# The formats that the page reads and writes by itself.
_FORMATS: Final = ("board", "emoji")


def site_files(kernel: Path = KERNEL) -> dict[str, bytes]:
    """Make the files of the site, by their path below its folder.

    Args:
        kernel: The kernel for browsers.

    Raises:
        ValueError: There is no kernel for browsers, or the public address is none.
    """
    try:
        of_kernel = kernel_files(kernel)
    except OSError:
        raise ValueError(
            f"there is no {kernel}, the kernel for browsers: in a checkout, install it with "
            "LOGICSWEEP_WASM=1 pip install ."
        ) from None
    modules = Contents.of(
        {
            **of_kernel,
            "greeting.json": as_json(_offered()),
            "catalogue.json": as_json(catalogue()),
            "shapes.json": as_json(ruled_shapes()),
        }
    )
    template = modules.by_name[_KEEPER].decode()
    contents = modules.joined(*SCRIPTS, _MODULE)
    inside = {f"{contents.folder}/{name}": data for name, data in contents.by_name.items()}
    needed = [path for path in inside if not path.endswith(_PREVIEW)]
    listed = json.dumps(["./", _MANIFEST, *needed])
    digest = contents.folder.rpartition("/")[2]
    keeper = template.replace("{version}", f"{__version__} {digest}").replace("{list}", listed)
    return {
        "index.html": contents.page(_TAGS, public_address()),
        _KEEPER: keeper.encode(),
        _EMBEDDER: modules.by_name[_EMBEDDER],
        _MODULE: f'export {{ open }} from "./{contents.folder}/{_MODULE}";\n'.encode(),
        _TYPES: files("logicsweep.site").joinpath("browser", _TYPES).read_bytes(),
        _MANIFEST: _manifest(contents.folder),
        **inside,
    }


# The SHA-256 of what was written, by the paths of the files.
Digests = Mapping[str, Collection[str]]


def write_site(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of a site into a folder, in place of an older site.

    A page that is open goes on: what it names is removed only after all is there. The folder keeps
    a list of what was written; nothing else is replaced or removed, and no link below the folder is
    followed. A run that was interrupted is made good by the next one.

    Raises:
        ValueError: The folder has other files, and no site, or something else has the name of a
            file of the site.
        OSError: Something cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    before = _listed(folder)
    if before is None:
        raise ValueError(
            f"{folder} is not empty, and has no list of files ({_LIST}) as this program writes it "
            "with a page; expected a new folder, an empty one, or one with such a page"
        )
    for name in files:
        if taken := _taken(folder, name, before):
            raise ValueError(
                f"{taken} was not written by `logicsweep page`, or was changed since; expected a "
                "file of an older page, or nothing, at this place"
            )
    written = {name: {sha256(data).hexdigest()} for name, data in files.items()}
    both = {name: {*before.get(name, ()), *written.get(name, ())} for name in {*before, *files}}
    _list(folder, both)
    # The page comes last: whoever opens it meanwhile gets the old one or the new one.
    for name, data in sorted(files.items(), key=lambda item: item[0] == "index.html"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, [data])
    for name in before - files.keys():
        if _REMOVABLE.fullmatch(name) and not _taken(folder, name, before):
            _remove(folder / name)
    _list(folder, written)


def _listed(folder: Path) -> Digests | None:
    """Return the digests of what was written; None if the folder has other files, and no site.

    An unfinished file may be all that a run has left that was killed.
    """
    path = folder / _LIST
    if path.is_symlink():
        return None
    try:
        about = json.loads(path.read_bytes())
        is_ours = about["page"] == "logicsweep"
        listed = {str(name): set(map(str, digests)) for name, digests in about["files"].items()}
    except FileNotFoundError:
        return {} if all(path.match(PARTS) for path in folder.iterdir()) else None
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return listed if is_ours else None


def _list(folder: Path, files: Digests) -> None:
    listed = {name: sorted(files[name]) for name in sorted(files)}
    about = {"page": "logicsweep", "files": listed}
    write_file(folder / _LIST, [json.dumps(about, indent=1).encode()])


def _taken(folder: Path, name: str, before: Digests) -> Path | None:
    """Return what is in the way of a file, or of a folder that it is in; None if nothing is.

    A file that is as it was written is not, but a link always is.
    """
    path = folder / name
    for above in reversed(path.relative_to(folder).parents):
        at = folder / above
        if at != folder and (at.is_symlink() or (at.exists() and not at.is_dir())):
            return at
    if path.is_symlink():
        return path
    if not path.exists():
        return None
    is_ours = path.is_file() and sha256(path.read_bytes()).hexdigest() in before.get(name, ())
    return None if is_ours else path


def _remove(path: Path) -> None:
    """Remove a file, and the folders that it leaves empty."""
    path.unlink(missing_ok=True)
    with suppress(OSError):  # the first that is not empty, or is not there
        for folder in path.parents:
            folder.rmdir()


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


def _offered() -> page.Greeting:
    """Return what the page can do without a server; what it cannot is not offered."""
    whole = greeting(allows_programs=False)
    shown = [
        each for each in whole.examples if not any(getattr(each.board, name) for name in _BEYOND)
    ]
    return msgspec.structs.replace(
        whole,
        kernel="WebAssembly",
        formats=tuple([form for form in whole.formats if form.name in _FORMATS]),
        clue_models=("exact",),
        examples=tuple(shown),
        games=(),
    )
