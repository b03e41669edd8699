"""faiss, an extra: quicker sums of absolute differences where it is installed, and approximate search."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from frnn_core.errors import ParameterError


def installed_faiss() -> Any:
    """The library, or None."""
    try:
        import faiss
    except ImportError:
        return None
    return faiss


def needed_faiss() -> Any:
    """The library, or the error that says how to get it."""
    if (faiss := installed_faiss()) is None:
        raise ParameterError(
            "search='approximate' needs faiss, which is not installed. Install it with: "
            "pip install -r requirements-large.txt (or pip install 'frnn-explorer[large]')"
        )
    return faiss


@contextmanager
def one_thread(faiss: Any) -> Iterator[None]:
    """Keep faiss to the thread that calls it; the number is each thread's own, and is put back."""
    before = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(1)
    try:
        yield
    finally:
        faiss.omp_set_num_threads(before)
