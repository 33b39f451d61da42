"""Files for the browser: those of `browser/`, and signs and colours as pictures have them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Final, NamedTuple

from logicsweep import __version__
from logicsweep.board.picture.markup import plain
from logicsweep.render.browser import colours_css, modules, symbols

_MEDIA: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
# What a page is called in the address, by its file.
_PAGES: Final = {"/index.html": "/", "/review.html": "/review"}


class PageFile(NamedTuple):
    """A file: its content and its media type."""

    data: bytes
    media: str


def page_files(token: str) -> Mapping[str, PageFile]:
    """Return all files by their path; `token` is written into the page."""
    by_path: dict[str, PageFile] = {}
    for item in files("logicsweep.page").joinpath("browser").iterdir():
        ending = f".{item.name.rpartition('.')[2]}"
        if ending in _MEDIA:
            by_path[f"/{item.name}"] = PageFile(item.read_bytes(), _MEDIA[ending])
    for name, text in modules().items():
        by_path[f"/{name}"] = PageFile(text.encode(), _MEDIA[f".{name.rpartition('.')[2]}"])
    by_path["/colours.css"] = PageFile(colours_css().encode(), _MEDIA[".css"])
    for name, path in _PAGES.items():
        template = by_path.pop(name).data.decode()
        page = (
            template.replace("{token}", plain(token))
            .replace("{version}", plain(__version__))
            .replace("{symbols}", symbols())
        )
        by_path[path] = PageFile(page.encode(), _MEDIA[".html"])
    return by_path
