"""The file of a model: a zip, not compressed, of one JSON header and the arrays that it speaks of.

As nothing in it is compressed, no file is larger inside than outside; as every array says its type and shape
first, which is compared with its bytes, nothing is set aside for what is not there. Nothing is unpickled and
nothing is written to a disk.
"""

from __future__ import annotations

import io
import json
import math
import os
import zipfile
from pathlib import Path
from typing import IO, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.limits import megabytes
from frnn_core.errors import DataError
from frnn_core.use.codec import KINDS, Arrays
from frnn_core.version import __version__

Source: TypeAlias = "str | os.PathLike[str] | bytes | IO[bytes]"

FORMAT = "frnn-model"
FORMAT_VERSION = 1
SUFFIX = ".frnn"
HEADER = "model.json"
MAX_BYTES = 2_000_000_000
MAX_HEADER = 100_000_000
MAX_ARRAYS = 100_000
MAX_ARRAY_HEADER = 10_000
WRITTEN = (1980, 1, 1, 0, 0, 0)
"""The time of every member, so that the same model is the same file."""
_AGAIN = "Save the model again with frnn_core.save_model, or take the file anew from where it came."
_OTHER = "A model file ends in .frnn and is written by frnn_core.save_model or python -m frnn_core fit."


def array_name(number: int) -> str:
    """The name of an array in the file."""
    return f"arrays/{number}.npy"


def packed(tree: Any, arrays: Arrays) -> bytes:
    """The file as bytes."""
    head = {"format": FORMAT, "version": FORMAT_VERSION, "written by": __version__, "arrays": len(arrays)}
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as file:
        file.writestr(zipfile.ZipInfo(HEADER, WRITTEN), json.dumps({**head, "model": tree}))
        for number, array in enumerate(arrays):
            with file.open(zipfile.ZipInfo(array_name(number), WRITTEN), "w", force_zip64=True) as member:
                np.lib.format.write_array(member, array, allow_pickle=False)
    return target.getvalue()


def write(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file as a whole or not at all: whoever reads it meanwhile sees the former one."""
    target = Path(path)
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.unfinished")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(target)
    except OSError as error:
        raise DataError(
            f"{target} cannot be written: {error.strerror or error}. Choose another place."
        ) from None
    finally:
        unfinished.unlink(missing_ok=True)


def unpacked(source: Source, max_bytes: int = MAX_BYTES) -> tuple[Any, Arrays]:
    """The tree and the arrays of a file, checked; DataError names what is wrong with it and what to do."""
    data, name = _bytes_of(source, max_bytes)
    if not data:
        raise DataError(f"{name} is empty. {_AGAIN}")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            members = _members(file, name, len(data))
            head = _head(file, members, name)
            arrays = [_array(file.read(array_name(number)), name) for number in range(head["arrays"])]
    except DataError:
        raise
    except zipfile.BadZipFile as error:
        whole = data[:2] == b"PK"
        raise DataError(f"{name} is damaged ({error}). {_AGAIN}" if whole
                        else f"{name} is no model file. {_OTHER}") from None  # fmt: skip
    except (ValueError, KeyError, TypeError, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise damaged(name, error) from None
    return head["model"], arrays


def damaged(name: str, error: Exception) -> DataError:
    """The error for a file whose parts do not fit together."""
    told = " ".join(str(error).split())[:120] or type(error).__name__
    return DataError(f"{name} is damaged, or was changed by hand ({told}). {_AGAIN}")


def called(source: Source) -> str:
    """The source in words."""
    if isinstance(source, str | os.PathLike):
        return f"The file {Path(source).name}"
    name = getattr(source, "name", None)
    return f"The file {Path(name).name}" if isinstance(name, str) else "The file"


def _bytes_of(source: Source, max_bytes: int) -> tuple[bytes, str]:
    name = called(source)
    if isinstance(source, bytes | bytearray | memoryview):
        data = bytes(source)
    elif isinstance(source, str | os.PathLike):
        data = _of_path(Path(source), max_bytes)
    else:
        data = source.read(max_bytes + 1)
    _refuse_large(len(data), name, max_bytes)
    return data, name


def _of_path(path: Path, max_bytes: int) -> bytes:
    if path.is_dir():
        raise DataError(f"{path} is a folder, not a model file. {_OTHER}")
    if not path.is_file():
        raise DataError(f"There is no file {path}.")
    try:
        _refuse_large(path.stat().st_size, called(path), max_bytes)
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"The file {path} cannot be opened: {error.strerror or error}.") from None


def _refuse_large(size: int, name: str, max_bytes: int) -> None:
    if size > max_bytes:
        raise DataError(
            f"{name} has {megabytes(size)}, above the limit of {megabytes(max_bytes)}. Fit the model to "
            "fewer rows, or raise max_bytes."
        )


def _members(file: zipfile.ZipFile, name: str, size: int) -> list[zipfile.ZipInfo]:
    """The members, none compressed, none with a name of its own, together no larger than the file."""
    members = file.infolist()
    names = [member.filename for member in members]
    if HEADER not in names:
        raise DataError(f"{name} is a zip, but no model file: it has no {HEADER}. {_OTHER}")
    if len(members) > MAX_ARRAYS or {*names} != {HEADER, *map(array_name, range(len(names) - 1))}:
        raise DataError(f"{name} holds what no model file holds, or holds it twice. {_AGAIN}")
    if any(member.compress_type != zipfile.ZIP_STORED or member.flag_bits & 1 for member in members):
        raise DataError(f"{name} was packed by another program. {_AGAIN}")
    if sum(member.file_size for member in members) > size:
        raise DataError(f"{name} claims to hold more than it does. {_AGAIN}")
    return members


def _head(file: zipfile.ZipFile, members: list[zipfile.ZipInfo], name: str) -> dict[str, Any]:
    if file.getinfo(HEADER).file_size > MAX_HEADER:
        raise DataError(f"{name} has a header of more than {megabytes(MAX_HEADER)}. {_AGAIN}")
    try:
        head = json.loads(file.read(HEADER))
    except RecursionError as error:
        raise damaged(name, error) from None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise DataError(f"{name} is no model file of FRNN Explorer. {_OTHER}")
    version = head.get("version")
    if isinstance(version, int) and version > FORMAT_VERSION:
        raise DataError(
            f"{name} was written by a newer FRNN Explorer ({head.get('written by')}, format {version}); this "
            f"one is {__version__} and reads format {FORMAT_VERSION}. Update it, or save the model with it."
        )
    if version != FORMAT_VERSION or head.get("arrays") != len(members) - 1:
        raise damaged(name, ValueError("its header does not fit"))
    return head


def _array(data: bytes, name: str) -> NDArray[Any]:
    """An array, if its type is one of ours and its bytes are as many as its shape says."""
    stream = io.BytesIO(data)
    version = np.lib.format.read_magic(stream)
    if version != (1, 0):
        raise ValueError(f"an array of format {version}")
    options: dict[str, Any] = {"max_header_size": MAX_ARRAY_HEADER}
    shape, _, kind = np.lib.format.read_array_header_1_0(stream, **options)
    if kind.hasobject or kind.kind not in KINDS or kind.names is not None:
        raise DataError(f"{name} holds Python objects, which no model file does. Do not use it. {_OTHER}")
    if any(side < 0 for side in shape) or math.prod(shape) * kind.itemsize != len(data) - stream.tell():
        raise ValueError(f"an array of shape {shape} in {len(data)} bytes")
    stream.seek(0)
    read = np.lib.format.read_array(stream, allow_pickle=False, **options)
    return np.asarray(read if kind.isnative else read.astype(kind.newbyteorder("=")))
