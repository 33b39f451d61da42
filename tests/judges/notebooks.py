"""Notebooks that are run: what is stored in them is what their cells give in a fresh kernel.

This takes nbformat, nbclient and ipykernel.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

_LONGEST = 120  # seconds that a cell may take


def read_notebook(path: Path) -> Any:
    """A notebook as it is stored."""
    import nbformat

    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def write_notebook(notebook: Any, path: Path) -> None:
    """Store a notebook."""
    import nbformat

    nbformat.write(notebook, path)  # type: ignore[no-untyped-call]


def run_notebook(path: Path, folder: Path) -> Any:
    """The notebook with the outputs of a fresh kernel, which works in a folder.

    Raises nbclient's `CellExecutionError` when a cell does.
    """
    from nbclient import NotebookClient

    notebook = read_notebook(path)
    metadata = {**notebook.metadata}
    where = {"metadata": {"path": str(folder)}}
    client = NotebookClient(notebook, timeout=_LONGEST, resources=where, record_timing=False)
    client.execute()
    notebook.metadata = metadata  # without the version of this Python
    return notebook


def outputs(notebook: Any) -> list[list[str]]:
    """What each cell of code prints and returns, as text; pictures are text as well."""
    return [
        [text for output in cell.outputs for text in _texts(output)]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def _texts(output: Any) -> list[str]:
    if output.output_type == "stream":
        return [f"{output.name}: {output.text}"]
    return [f"{kind}: {text}" for kind, text in sorted(output.data.items())]
