"""Files for the browser: those of `browser/`, and signs, colours and tables as Python has them.

The page is new with every start, since the token is written into it. All else is served below a
folder whose name is a digest of these files, so that a browser may keep them for ever.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from posixpath import splitext
from types import MappingProxyType
from typing import Final, NamedTuple

from logicsweep import __version__
from logicsweep.answers.base import as_object, format_of
from logicsweep.board.constraint_forms import LISTED, SENTENCES
from logicsweep.board.names import TOPOLOGY_NAMES
from logicsweep.board.picture.markup import plain
from logicsweep.board.picture.placing import GRID_NOTES, TILINGS
from logicsweep.board.picture.shapes import MEASURES, Tiling
from logicsweep.board.relation import FEWEST_JOINED, LATTICES, MAX_DEGREE, MOST_ENTRIES
from logicsweep.board.topology_text import GRID_FORM
from logicsweep.formats.link import address_in_metadata
from logicsweep.formats.script import reading_tables
from logicsweep.kernel import library
from logicsweep.limits import MOST_CELLS
from logicsweep.reasons.patterns import IN_TURN
from logicsweep.render.bundle import MEDIA, bundle, modules, walk, without_comments
from logicsweep.render.shell import colours_css, symbols

_PAGE: Final = "index.html"
# The folder of all other files; the folder in it is named after their digest.
LASTING: Final = "f"
_DIGITS: Final = 16
# The address in the metadata of the package that leads to the program; there is none yet.
_HOME: Final = "Homepage"
KERNEL: Final = Path(library.PATH).with_name("kernel.wasm")
"""The kernel for browsers; `LOGICSWEEP_WASM=1 pip install .` makes it in a checkout."""

POLICY: Final = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; "
    "form-action 'none'; object-src 'none'"
)
SCRIPTS: Final = ("app.js", "worker/begin.js", "worker/worker.js")
BEGIN: Final = f'<script src="{{files}}/{SCRIPTS[1]}"></script>'
# What the page of `serve` says of who answers.
_SERVED: Final = """<meta name="transport" content="{}">
<meta name="token" content="{}">
<meta name="public-url" content="{}">"""


class PageFile(NamedTuple):
    """A file as it is sent.

    Attributes:
        data: Its content.
        media: Its media type.
        packed: Its content gzipped, or None if that is not shorter.
        is_lasting: Whether there is never another content at its path.
    """

    data: bytes
    media: str
    packed: bytes | None
    is_lasting: bool


class Contents(NamedTuple):
    """The content of all files but the page, and where they are.

    Attributes:
        template: The page, with places to be filled.
        by_name: The files by their path below the folder.
        folder: The path of the folder, which is named after their digest.
    """

    template: str
    by_name: Mapping[str, bytes]
    folder: str

    @classmethod
    def of(cls, more: Mapping[str, bytes] = MappingProxyType({})) -> Contents:
        """Collect the files of the package, and `more` beside them by their path."""
        sentences = {"LISTED": LISTED, "SENTENCES": dict(SENTENCES)}
        contents = {
            **dict(walk(files("logicsweep.site").joinpath("browser"))),
            **modules(),
            "colours.css": colours_css().encode(),
            "sentences.js": _module({**sentences, "HOME": address_in_metadata(_HOME)}),
            "worker/patterns-table.js": _module({"SHAPES": [each._asdict() for each in IN_TURN]}),
            "worker/topologies-table.js": _module(_topologies()),
            "worker/reading-table.js": _module(reading_tables()),
        }
        template = contents.pop(_PAGE).decode()
        for name, data in contents.items():
            if name.endswith(".js"):
                contents[name] = without_comments(data)
        contents |= more
        return cls(template, contents, f"{LASTING}/{_digest(contents)}")

    def joined(self, *scripts: str) -> Contents:
        """Join each of these scripts with all that it imports; no other module is left."""
        left = {name: data for name, data in self.by_name.items() if not name.endswith(".js")}
        left |= {name: bundle(name, self.by_name) for name in scripts}
        return Contents(self.template, left, f"{LASTING}/{_digest(left)}")

    def page(self, tags: str, public_url: str | None = None) -> bytes:
        """Write the page. `tags` say who answers its questions, and where links lead.

        Links are shown elsewhere with a picture only where its address `public_url` is known.
        """
        template, _, folder = self
        return (
            template.replace("{public}", plain(public_url or ""))
            .replace("{tags}", tags)
            .replace("{files}", folder)
            .replace("{version}", plain(__version__))
            .replace("{symbols}", symbols())
            .encode()
        )


def kernel_files(kernel: Path) -> dict[str, bytes]:
    """Return the kernel for browsers and its digest. Raises OSError if there is none."""
    module = kernel.read_bytes()
    integrity = f"sha256-{b64encode(sha256(module).digest()).decode()}"
    return {kernel.name: module, "kernel-file.js": _module({"KERNEL": {"integrity": integrity}})}


def page_files(
    token: str, *, public_url: str | None = None, kernel: Path = KERNEL
) -> Mapping[str, PageFile]:
    """Return all files by their path; the page itself is at `/`.

    `token`, and the address `public_url` of a public copy, if there is one (see `public_address`),
    are written into the page. Where there is a kernel for browsers, it answers what it can.
    """
    has_kernel = kernel.is_file()
    contents = Contents.of(kernel_files(kernel) if has_kernel else {})
    contents = contents.joined(*SCRIPTS[: None if has_kernel else 1])
    by_path = {
        f"/{contents.folder}/{name}": _page_file(name, data, is_lasting=True)
        for name, data in contents.by_name.items()
    }
    tags = _SERVED.format(
        "http worker"[: None if has_kernel else 4], plain(token), plain(public_url or "")
    )
    page = contents.page(f"{tags}\n{BEGIN}" if has_kernel else tags, public_url)
    by_path["/"] = _page_file(_PAGE, page, is_lasting=False)
    return by_path


def _module(tables: Mapping[str, object]) -> bytes:
    """Write a module that exports tables by name: a page may have no Python."""
    exports = [f"export const {name} = {json.dumps(table)};\n" for name, table in tables.items()]
    return "".join(exports).encode()


def _digest(contents: Mapping[str, bytes]) -> str:
    digest = sha256()
    for name, data in sorted(contents.items()):
        digest.update(f"{name} {len(data)} ".encode())
        digest.update(data)
    return digest.hexdigest()[:_DIGITS]


def _page_file(name: str, data: bytes, *, is_lasting: bool) -> PageFile:
    packed = gzip.compress(data, 9, mtime=0)
    shorter = packed if len(packed) < len(data) else None
    return PageFile(data, MEDIA[splitext(name)[1]], shorter, is_lasting)


def _topologies() -> dict[str, object]:
    """Return the tables of topologies by name.

    A topology has the number of its tiling; the first topology and the first tiling are squares.
    """
    tilings = list(TILINGS.values())
    topologies = {
        name: {**lattice._asdict(), "tiling": tilings.index(TILINGS[lattice.parity])}
        for name, lattice in LATTICES.items()
    }
    return {
        "format": format_of("shapes"),
        "names": TOPOLOGY_NAMES,
        "topologies": topologies,
        "gridForm": GRID_FORM,
        "gridNotes": dict(GRID_NOTES),
        "tilings": list(map(_tiling, tilings)),
        "measures": MEASURES._asdict(),
        "fewestJoined": FEWEST_JOINED,
        "mostNeighbours": MAX_DEGREE,
        "mostCells": MOST_CELLS,
        "mostEntries": MOST_ENTRIES,
    }


def _tiling(tiling: Tiling) -> dict[str, object]:
    return {**tiling._asdict(), "outlines": as_object(tiling.outlines)}
