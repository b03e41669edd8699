"""Execute the notebooks of docs/notebooks, and store what they show: python -m tools.notebooks.

Each runs in a clean kernel of this Python, with no results but those of the package. What differs from run to
run without saying anything (times, places in memory, what the kernel tells of itself) is not stored, so that
a notebook changes only where its answers do, and where it prints versions.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
NOTEBOOKS = ROOT / "docs" / "notebooks"
SECONDS = 600
"""A bound for a cell that hangs."""
LARGEST = 400_000
"""Bytes of a notebook with all that it shows."""
OBJECT = re.compile(r" at 0x[0-9a-f]+")
OWN_FOLDERS = ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "XDG_CACHE_HOME", "MPLCONFIGDIR")
"""Where a kernel would find settings and results of whoever runs this."""


def executed(path: Path) -> nbformat.NotebookNode:
    """The notebook after a run in a clean kernel that imports this checkout; nothing listens on a port."""
    notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as home:
        kernel = AsyncKernelManager(
            kernel_name="python3", transport="ipc", connection_file=str(Path(home) / "kernel.json")
        )
        client = NotebookClient(
            notebook, km=kernel, timeout=SECONDS, record_timing=False, coalesce_streams=True
        )
        own = {**os.environ, **dict.fromkeys(OWN_FOLDERS, home), "PYTHONPATH": str(ROOT)}
        for elsewhere in ("MPLBACKEND", "FRNN_STORE"):  # where who calls this draws, and keeps results
            own.pop(elsewhere, None)
        client.execute(cleanup_kc=True, cwd=home, env=own)
    return notebook


def tidied(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """The notebook without what differs from run to run."""
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
    )
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({})
        for output in cell.get("outputs", ()):
            output.pop("transient", None)
            if output.get("name") == "stderr":
                raise ValueError(f"A cell warns, which no reader should have to see: {output.text}")
            if "text" in output:
                output.text = OBJECT.sub("", output.text)
    return notebook


def texts(notebook: nbformat.NotebookNode) -> str:
    """All that the cells of a notebook print or show as text, in their order."""
    return "\n".join(_texts(notebook))


def _texts(notebook: nbformat.NotebookNode) -> Iterator[str]:
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            data: dict[str, Any] = output.get("data", {})
            yield output.get("text") or data.get("text/plain", "")


def main() -> int:
    """Run every notebook, or those that are named, and store it with its answers."""
    asked = [NOTEBOOKS / f"{Path(name).stem}.ipynb" for name in sys.argv[1:]]
    for path in asked or sorted(NOTEBOOKS.glob("*.ipynb")):
        nbformat.write(tidied(executed(path)), path)
        size = path.stat().st_size
        print(f"{path.name}: {size:,} bytes")
        if size > LARGEST:
            print(f"That is more than {LARGEST:,}: show pictures as SVG or PNG, not as figures of Plotly.")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
