"""Files that come with the package: one that is missing or damaged is named, with the cure."""

from __future__ import annotations

import lzma
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import IO

from frnn_core.errors import FRNNError

_DAMAGE = (
    OSError,
    EOFError,
    ValueError,
    TypeError,
    LookupError,
    NotImplementedError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
)


class ShippedError(FRNNError):
    """A file that comes with the package cannot be read; the message says what to do."""


@contextmanager
def packaged(package: str, name: str) -> Iterator[IO[bytes]]:
    """A file of the package, opened; what goes wrong while it is read is blamed on it."""
    with blamed(f"{package.replace('.', '/')}/{name}"), files(package).joinpath(name).open("rb") as file:
        yield file


@contextmanager
def blamed(path: str) -> Iterator[None]:
    """Say that a file is missing or damaged, and how to mend that, whatever the error inside."""
    cure = "Restore the file, or install FRNN Explorer again."
    try:
        yield
    except FRNNError:
        raise
    except FileNotFoundError as error:
        raise ShippedError(f"{path}, which comes with FRNN Explorer, is missing. {cure}") from error
    except _DAMAGE as error:
        raise ShippedError(f"{path}, which comes with FRNN Explorer, is damaged ({error}). {cure}") from error
