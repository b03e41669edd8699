r"""The rows of one class in cells, so that a search looks into a few of them only.

Every row belongs to the cell of the nearest of about :math:`4\sqrt n` centres, found by k-means on a sample.
A query is compared with all centres, and then with the rows of the cells whose centres are nearest: an
inverted file with flat lists (IVF-Flat). Source: J. Sivic, A. Zisserman (2003),
doi:10.1109/ICCV.2003.1238663; as software, M. Douze et al. (2024), arXiv:2401.08281.

The cells are searched in single precision by faiss, an extra. It only proposes rows; who asks computes their
distances anew in float64. Each call works on one thread, and the calls are shared out over our own: a pool of
OpenMP's would hang in a forked child, and its number of threads is not ours to set. What is built depends on
rows and seed alone, not on the number of threads.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.neighbours import Rows
from frnn_core.engine.relation import Metric
from frnn_core.engine.threads import Task, run_tasks
from frnn_core.errors import ParameterError

Floats = NDArray[np.float32]

SERVED: tuple[Metric, ...] = ("euclidean", "cityblock", "chebyshev")
"""The distances that cells serve: a row near a query is in a cell near it."""
CELLS_A_ROOT = 4
"""Centres for each root of the number of rows, faiss's own advice; 1, 2 and 4 times as many took as long."""
SAMPLE_A_CELL = 32
ROUNDS = 5
"""Rounds of k-means; ten gave the same recall for a tenth fewer cells, and took twice as long."""
BLOCK_ROWS = 16_384
FARTHEST = 1e15
"""In units of the median size: beyond it products would leave single precision, so values are cut there."""


def faiss_library() -> Any:
    """The library, or the error that says how to get it."""
    try:
        import faiss
    except ImportError:
        raise ParameterError(
            "search='approximate' needs faiss, which is not installed. Install it with: "
            "pip install -r requirements-large.txt (or pip install 'frnn-explorer[large]')"
        ) from None
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


class Cells:
    """The rows of a class, cell by cell in single precision, ready to propose neighbours.

    Parameters
    ----------
    rows : the embedded rows of the class, at least one
    metric : one of `SERVED`
    rng : draws the sample that the centres are found on

    Attributes
    ----------
    count : number of cells
    """

    def __init__(self, rows: Rows, metric: Metric, rng: np.random.Generator) -> None:
        faiss = faiss_library()
        wanted = max(1, int(CELLS_A_ROOT * len(rows) ** 0.5))
        places = rng.choice(len(rows), min(len(rows), SAMPLE_A_CELL * wanted), replace=False)
        sample = rows.at(places)
        self._middle = np.median(sample, axis=0)
        sizes = np.abs(sample - self._middle).max(axis=1)
        self._unit = float(np.median(sizes)) or float(sizes.max()) or 1.0
        centres = _centres(self._single(sample), wanted)
        self.count = len(centres)
        self._index = self._filled(faiss, rows, centres, metric)

    @property
    def nbytes(self) -> int:
        """What the cells hold: rows and their numbers, and the centres."""
        features = len(self._middle)
        return int(self._index.ntotal * (4 * features + 8) + self.count * 4 * features)

    def propose(self, queries: FloatArray, count: int, probes: int) -> IntArray:
        """Places of the rows that seem nearest, from the cells nearest to each query.

        Parameters
        ----------
        queries : (queries, features)
        count : how many rows to propose, at most as many as there are
        probes : how many cells to look into; where these hold too few rows, twice as many, and so on

        Returns
        -------
        (queries, count) places, counted within the class
        """
        faiss = faiss_library()
        single = self._single(queries)
        with one_thread(faiss):
            places = self._searched(faiss, single, count, probes)
            while (short := np.flatnonzero(places[:, -1] < 0)).size:
                probes *= 2
                places[short] = self._searched(faiss, single[short], count, probes)
        return places

    def _searched(self, faiss: Any, queries: Floats, count: int, probes: int) -> IntArray:
        options = faiss.SearchParametersIVF(nprobe=min(probes, self.count))
        places: IntArray = self._index.search(queries, count, params=options)[1]
        return places

    def _single(self, rows: FloatArray) -> Floats:
        """Rows in single precision, in units of their usual size from the middle."""
        scaled = (rows - self._middle) / self._unit
        return np.ascontiguousarray(np.clip(scaled, -FARTHEST, FARTHEST), dtype=np.float32)

    def _filled(self, faiss: Any, rows: Rows, centres: Floats, metric: Metric) -> Any:
        """An index with every row in its cell; each list is as long as it needs to be."""
        features = centres.shape[1]
        kind = {"euclidean": "METRIC_L2", "cityblock": "METRIC_L1", "chebyshev": "METRIC_Linf"}[metric]
        quantiser = faiss.IndexFlat(features, getattr(faiss, kind))
        quantiser.add(centres)
        index = faiss.IndexIVFFlat(quantiser, features, len(centres), getattr(faiss, kind))
        cells = np.empty(len(rows), dtype=np.int32)
        run_tasks(_assigning(lambda part: self._single(rows.part(part)), centres, cells))
        order = np.argsort(cells, kind="stable")
        ends = np.cumsum(np.bincount(cells, minlength=len(centres)))
        for cell, places in enumerate(np.split(order, ends[:-1])):
            if len(places):
                codes = self._single(rows.at(places)).view(np.uint8)
                index.invlists.add_entries(
                    cell, len(places), faiss.swig_ptr(places), faiss.swig_ptr(codes.ravel())
                )
        index.ntotal = len(rows)
        return index

    def __getstate__(self) -> dict[str, Any]:
        """All of it, the index as bytes."""
        return {**self.__dict__, "_index": faiss_library().serialize_index(self._index)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._index = faiss_library().deserialize_index(state["_index"])


def _centres(sample: Floats, count: int) -> Floats:
    """Centres of cells by k-means from the first rows of a sample in random order; cells left empty go."""
    centres = sample[:count]
    cells = np.empty(len(sample), dtype=np.int32)
    for _ in range(ROUNDS):
        run_tasks(_assigning(lambda part: sample[part], centres, cells))
        sizes = np.bincount(cells, minlength=len(centres))
        sums = [np.bincount(cells, column, minlength=len(centres)) for column in sample.T]
        means = np.stack(sums, axis=1)[sizes > 0] / sizes[sizes > 0, None]
        centres = np.ascontiguousarray(means, dtype=np.float32)
    return centres


def _assigning(part_of: Any, centres: Floats, out: NDArray[np.int32]) -> list[Task]:
    """Tasks that write the nearest centre of every row, in blocks that no number of threads changes.

    The centre is the nearest by Euclidean distance, whatever the metric: that is a product of matrices.
    """
    faiss = faiss_library()
    nearest = faiss.IndexFlatL2(centres.shape[1])
    nearest.add(centres)

    def assign(part: slice) -> None:
        with one_thread(faiss):
            out[part] = nearest.search(part_of(part), 1)[1][:, 0]

    starts = range(0, len(out), BLOCK_ROWS)
    return [partial(assign, slice(start, min(start + BLOCK_ROWS, len(out)))) for start in starts]
