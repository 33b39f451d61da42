"""What a compiled library says of itself, on whichever platform it runs: printed as JSON.

    python tools/inspecting.py LIBRARY

`tools/wheels` runs this where lief, which reads all three formats, is installed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import lief


def inspected(path: Path) -> dict[str, object]:
    """The format, the processor, the functions it exports and imports, the libraries it needs."""
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


_OF_THE_LINKER = ("_mh_dylib_header", "__dso_handle")


if __name__ == "__main__":
    print(json.dumps(inspected(Path(sys.argv[1]))))
