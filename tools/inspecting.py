"""What a compiled library says of itself, on whichever platform it runs: printed as JSON.

    python tools/inspecting.py LIBRARY

`tools/wheels` runs this where lief, which reads all formats but WebAssembly, is installed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import lief


def inspected(path: Path) -> dict[str, object]:
    """The format, the processor, the functions it exports and imports, the libraries it needs."""
    data = path.read_bytes()
    if data.startswith(_WEB_ASSEMBLY):
        return _in_web_assembly(data)
    found = lief.parse(str(path))
    if isinstance(found, lief.ELF.Binary):
        return {
            "format": f"ELF {found.header.machine_type.name}",
            "exports": [symbol.name for symbol in found.exported_symbols],
            "imports": [symbol.name for symbol in found.imported_symbols],
            "libraries": list(found.libraries),
            "versions": sorted(
                {
                    auxiliary.name
                    for needed in found.symbols_version_requirement
                    for auxiliary in needed.get_auxiliary_symbols()
                }
            ),
        }
    if isinstance(found, lief.MachO.Binary):
        # Its own name comes first among the libraries, and the linker adds two names of its own.
        exported = [symbol.name.removeprefix("_") for symbol in found.exported_symbols]
        return {
            "format": f"Mach-O {found.header.cpu_type.name}",
            "exports": [name for name in exported if name not in _OF_THE_LINKER],
            "imports": [symbol.name.removeprefix("_") for symbol in found.imported_symbols],
            "libraries": [library.name for library in found.libraries][1:],
            "versions": [],
        }
    if isinstance(found, lief.PE.Binary):
        return {
            "format": f"PE {found.header.machine.name}",
            "exports": [entry.name for entry in found.get_export().entries],
            "imports": [entry.name for library in found.imports for entry in library.entries],
            "libraries": [library.name for library in found.imports],
            "versions": [],
        }
    raise SystemExit(f"{path} is no library of a known format")


def _in_web_assembly(data: bytes) -> dict[str, object]:
    """The same of a module, whose libraries are the modules that its functions come from.

    Sections have an identity, a size and their content (WebAssembly Core Specification, 5.5).
    """
    reader = _Reader(data, len(_WEB_ASSEMBLY))
    says: dict[str, object] = {"exports": [], "imports": [], "libraries": []}
    is_side_module = False
    while reader.at < len(data):
        section, size = reader.number(), reader.number()
        end = reader.at + size
        if section == 0:
            is_side_module |= reader.text() == "dylink.0"
        elif section == 2:
            imports = [_imported(reader) for _ in range(reader.number())]
            says["imports"] = [name for _, name, is_function in imports if is_function]
            says["libraries"] = sorted({module for module, _, _ in imports} - _OF_THE_LOADER)
        elif section == 7:
            exports = [
                (reader.text(), reader.number(), reader.number()) for _ in range(reader.number())
            ]
            names = [name for name, _, _ in exports]
            says["exports"] = [name for name in names if name not in _OF_THE_LINKER]
        reader.at = end
    kind = "side module" if is_side_module else "module"
    return {"format": f"WebAssembly {kind}", **says, "versions": []}


def _imported(reader: _Reader) -> tuple[str, str, bool]:
    """The module, the name, and whether it is a function."""
    module, name, kind = reader.text(), reader.text(), reader.number()
    if kind == _TABLE:
        reader.number()
    if kind in (_TABLE, _MEMORY):
        for _ in range(1 + reader.number() % 2):  # a least size, and with an odd flag a largest
            reader.number()
    else:
        for _ in range(2 if kind == _GLOBAL else 1):
            reader.number()
    return module, name, kind == _FUNCTION


class _Reader:
    """Reads numbers and names of a module from a place on."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data, self.at = data, at

    def number(self) -> int:
        """A number in LEB128: seven bits in each byte, the lowest first."""
        value = shift = 0
        while True:
            byte = self._data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def text(self) -> str:
        size = self.number()
        self.at += size
        return self._data[self.at - size : self.at].decode()


_WEB_ASSEMBLY = b"\0asm\1\0\0\0"
_FUNCTION, _TABLE, _MEMORY, _GLOBAL = range(4)
# What the program that loads a side module brings itself.
_OF_THE_LOADER = {"env", "GOT.mem", "GOT.func"}
_OF_THE_LINKER = ("_mh_dylib_header", "__dso_handle", "__wasm_apply_data_relocs")


if __name__ == "__main__":
    print(json.dumps(inspected(Path(sys.argv[1]))))
