"""Write the sources of the site: python -m tools.docsite FOLDER."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from tools.docsite import choices, documents, examples, reference
from tools.docsite.svg import svg, wide

ROOT = Path(__file__).parents[2]
WRITTEN = ROOT / "docs" / "site"
"""Pages that are written for the site alone."""


def main(folder: Path) -> None:
    """Make the folder anew."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(WRITTEN, folder)
    for document in documents.DOCUMENTS:
        write(folder / f"{document.place}.md", documents.page(document, lambda file: give(folder, file)))
    for picture in (ROOT / "docs").glob("*.png"):
        give(folder, f"docs/{picture.name}")
    write_choices(folder / "choices")
    write_examples(folder / "gallery")
    write(folder / "reference" / "index.md", reference.index())
    for name in reference.names():
        write(folder / "reference" / f"{reference.file_name(name.name)}.md", reference.page(name))


def write(path: Path, text: str) -> None:
    """A page in its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def give(folder: Path, file: str) -> None:
    """A file of the repository that goes along."""
    target = folder / "files" / file
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / file, target)


def write_choices(folder: Path) -> None:
    """A folder for each registry: its index, and a page with pictures for each entry."""
    for shelf in choices.SHELVES:
        write(folder / shelf.folder / "index.md", choices.index(shelf))
        for key, entry in shelf.entries.items():
            drawn = shelf.draw(entry)
            for place, figure in enumerate(drawn.values()):
                path = folder / shelf.folder / choices.file_name(place, key)
                path.write_bytes(svg(figure, shelf.columns))
            write(folder / shelf.folder / f"{key}.md", choices.page(shelf, key, list(drawn)))


def write_examples(folder: Path) -> None:
    """The gallery, each example run."""
    done = [examples.run(example) for example in examples.examples()]
    write(folder / "index.md", examples.index(done))
    for example in done:
        write(folder / f"{example.name}.md", examples.page(example))
        shutil.copyfile(examples.FOLDER / f"{example.name}.py", folder / f"{example.name}.py")
        if example.figure is not None:
            drawn = svg(example.figure, "2" if wide(example.figure) else "1")
            (folder / f"{example.name}.svg").write_bytes(drawn)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
