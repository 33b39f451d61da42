"""Files for browsers, and joined modules: one script, fetched and compiled in one go.

A module becomes a function that returns its exports, and runs once, when it is first imported. It
may import names, export declarations, and export names of others, and waits for nothing at its top
level; so do all modules of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from posixpath import dirname, join, normpath, relpath
from typing import Final

_NAMES: Final = r"\{([^}]*)\}"
_IMPORT: Final = re.compile(rf'^import\s*{_NAMES}\s*from\s*"([^"]+)";$', re.MULTILINE)
_PASSED_ON: Final = re.compile(rf'^export\s*{_NAMES}\s*from\s*"([^"]+)";$', re.MULTILINE)
_DECLARED: Final = re.compile(r"^export ((?:async )?function\*? |class |const )(\w+)", re.MULTILINE)
_LATER: Final = re.compile(r'\bimport\("([^"]+)"\)')
# Whatever else begins like this is none of the forms above.
_OTHER: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_HERE: Final = "import.meta.url"
# Comments are for those who read the modules; what a browser loads is smaller without.
_COMMENT: Final = re.compile(r"^ *//.*\n", re.MULTILINE)
MEDIA: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}
"""The media types of files for browsers, by how their names end."""


def walk(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of each file for a browser, also those in folders within."""
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            yield from walk(item, f"{prefix}{item.name}/")
        elif any(map(item.name.endswith, MEDIA)):
            yield f"{prefix}{item.name}", item.read_bytes()


def modules() -> dict[str, bytes]:
    """Return the modules that draw boards, and their style sheets, by the names of the files."""
    return dict(walk(files("logicsweep.render").joinpath("modules")))


def without_comments(script: bytes) -> bytes:
    """Leave out the comments that fill a line."""
    return _COMMENT.sub("", script.decode()).encode()


def bundle(entry: str, contents: Mapping[str, bytes]) -> bytes:
    """Join a module, and all that it imports now or later, to one that exports what it declares.

    Args:
        entry: The path of the module, at the top of the folder or below it; the result stands for
            it there.
        contents: The files by their path.

    Raises:
        KeyError: A module is not among the files.
        ValueError: A module imports or exports in another form.
    """
    names = [entry]
    modules = [
        _module(name, entry, contents[name].decode(), names)
        for name in names  # to which each module adds what it imports
    ]
    made = [f"const m{number} = once(() => {{\n{text}}});\n" for number, text in enumerate(modules)]
    exports = ", ".join([name for _, name in _DECLARED.findall(contents[entry].decode())])
    end = f"export const {{ {exports} }} = m0();" if exports else "m0();"
    return f"{_ONCE}{''.join(made)}{end}\n".encode()


_ONCE: Final = """const once = (make) => {
  let made;
  return () => (made ??= make());
};
"""


def _module(name: str, entry: str, text: str, names: list[str]) -> str:
    """Write the body of a module as that of a function that returns its exports."""
    exports: list[str] = []

    def call(target: str) -> str:
        path = normpath(join(dirname(name), target))
        if path not in names:
            names.append(path)
        return f"m{names.index(path)}()"

    def passed_on(match: re.Match[str]) -> str:
        made = call(match[2])
        exports.extend([f"{word}: {made}.{word}" for word in re.findall(r"\w+", match[1])])
        return ""

    def declared(match: re.Match[str]) -> str:
        exports.append(match[2])
        return f"{match[1]}{match[2]}"

    def imported(match: re.Match[str]) -> str:
        return f"const {{{match[1].replace(' as ', ': ')}}} = {call(match[2])};"

    text = _IMPORT.sub(imported, text)
    text = _PASSED_ON.sub(passed_on, text)
    text = _DECLARED.sub(declared, text)
    text = _LATER.sub(lambda match: f"Promise.resolve().then(() => {call(match[1])})", text)
    unknown = _OTHER.search(text)
    if unknown is not None:
        raise ValueError(f"{name}: {unknown[0]!r} is no form of import or export that is joined")
    if name != entry:
        here = relpath(name, dirname(entry) or ".")
        text = text.replace(_HERE, f'new URL("{here}", {_HERE}).href')
    return f"{text}return {{ {', '.join(exports)} }};\n"
