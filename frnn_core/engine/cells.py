r"""The rows of one class in cells, so that a search looks into a few of them only.

Every row belongs to the cell of the nearest of about :math:`4\sqrt n` centres, found by k-means on a sample.
A query is compared with all centres, and then with the rows of the cells whose centres are nearest: an
inverted file with flat lists (IVF-Flat). Source: J. Sivic, A. Zisserman (2003),
doi:10.1109/ICCV.2003.1238663; as software, M. Douze et al. (2024), arXiv:2401.08281.

How many cells that are depends on the query. With d the distance of a centre and m the mean distance of the
`NEAREST` centres, it looks into the cells with d ≤ m + reach: into many where many are about as near, as
around a query from outside by the Chebyshev distance. To find as many neighbours, the same number of cells
for every query took 1.3 (Euclidean), 1.4 (Manhattan) or 1.8 (Chebyshev) times as many comparisons at
500,000 x 20.

The cells are searched in single precision by faiss, an extra. It only proposes rows; who asks computes their
distances anew in float64. Each call works on one thread, and the calls are shared out over our own: a pool of
OpenMP's would hang in a forked child, and its number of threads is not ours to set. What is built depends on
rows and seed alone, not on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.faiss_library import needed_faiss, one_thread
from frnn_core.engine.fitted import Metric
from frnn_core.engine.rows import Rows
from frnn_core.engine.threads import Task, run_tasks

Floats = NDArray[np.float32]

KINDS: Mapping[Metric, str] = {
    "euclidean": "METRIC_L2",
    "cityblock": "METRIC_L1",
    "chebyshev": "METRIC_Linf",
}
"""The distances that cells serve, a row near a query being in a cell near it, and faiss's names of them."""
CELLS_A_ROOT = 4
"""Centres for each root of the number of rows; with twice as many, as many comparisons were needed."""
SAMPLE_A_CELL = 32
ROUNDS = 10
"""Rounds of k-means; after five, a sixth more comparisons were needed."""
NEAREST = 16
MOST_SHARE = 1 / 4
"""No query looks into a larger share of the cells than this."""
BLOCK_ROWS = 16_384
FARTHEST = 1e15
"""In units of the median size: beyond it products would leave single precision, so values are cut there."""


class Cells:
    """The rows of a class, cell by cell in single precision, ready to propose neighbours.

    Parameters
    ----------
    rows : the embedded rows of the class, at least one
    metric : one of `KINDS`
    rng : draws the sample that the centres are found on
    """

    def __init__(self, rows: Rows, metric: Metric, rng: np.random.Generator) -> None:
        faiss = needed_faiss()
        wanted = max(1, int(CELLS_A_ROOT * len(rows) ** 0.5))
        places = rng.choice(len(rows), min(len(rows), SAMPLE_A_CELL * wanted), replace=False)
        sample = rows.at(places)
        self._middle = np.median(sample, axis=0)
        sizes = np.abs(sample - self._middle).max(axis=1)
        self._unit = float(np.median(sizes)) or float(sizes.max()) or 1.0
        self._centres, self._metric = _centres(self._single(sample), wanted), metric
        self._index = self._filled(faiss, rows)
        self._index.nprobe = max(1, int(self.count * MOST_SHARE))

    @property
    def count(self) -> int:
        """Number of cells."""
        return len(self._centres)

    @property
    def nbytes(self) -> int:
        """What the cells hold: rows and their numbers, and the centres."""
        features = len(self._middle)
        return int(self._index.ntotal * (4 * features + 8) + self.count * 4 * features)

    def reaches(self, queries: FloatArray, shares: Sequence[float]) -> list[float]:
        """The reach with which these queries look, on average, into each of some shares of the cells."""
        faiss = needed_faiss()
        with one_thread(faiss):
            far = self._to_centres(faiss, self._single(queries))
        nearest = np.partition(far, self._few - 1, axis=1)[:, : self._few]
        beyond = far - nearest.mean(axis=1, keepdims=True)
        return [float(reach) for reach in np.quantile(beyond, shares, method="higher")]

    def propose(self, queries: FloatArray, count: int, reach: float) -> IntArray:
        """Places of the rows that seem nearest, from the cells nearest to each query.

        Parameters
        ----------
        queries : (queries, features)
        count : how many rows to propose, at most as many as there are
        reach : how much farther than the nearest centres that of a cell may be; where the cells within hold
            too few rows, the nearest ones are searched, as many as it takes

        Returns
        -------
        (queries, count) places, counted within the class
        """
        faiss = needed_faiss()
        single = self._single(queries)
        with one_thread(faiss):
            within = self._within(self._to_centres(faiss, single), reach)
            places: IntArray = self._index.search_preassigned(single, count, within, None)[1]
            probes = self._few
            while (short := np.flatnonzero(places[:, -1] < 0)).size:
                options = faiss.SearchParametersIVF(nprobe=min(probes, self.count))
                places[short] = self._index.search(single[short], count, params=options)[1]
                probes *= 2
        return places

    @property
    def _few(self) -> int:
        """How many of the nearest centres a distance is compared with."""
        return max(1, min(NEAREST, self.count // 8))

    def _to_centres(self, faiss: Any, queries: Floats) -> Floats:
        """The distance of every query to every centre, in the metric and in units."""
        far = faiss.pairwise_distances(queries, self._centres, metric=getattr(faiss, KINDS[self._metric]))
        return np.asarray(np.sqrt(np.maximum(far, 0)) if self._metric == "euclidean" else far)

    def _within(self, far: Floats, reach: float) -> IntArray:
        """The cells that each query looks into, -1 behind them: at least one, at most `MOST_SHARE` of all."""
        most, few = self._index.nprobe, self._few
        ordered = np.partition(far, sorted({0, few - 1, most - 1}), axis=1)
        limit = np.maximum(ordered[:, :few].mean(axis=1) + np.float32(reach), ordered[:, 0])
        query, cell = np.nonzero(far <= np.minimum(limit, ordered[:, most - 1])[:, None])
        number = np.arange(len(query)) - np.searchsorted(query, query)
        fits = number < most
        cells = np.full((len(far), most), -1)
        cells[query[fits], number[fits]] = cell[fits]
        return cells

    def _single(self, rows: FloatArray) -> Floats:
        """Rows in single precision, in units of their usual size from the middle."""
        scaled = (rows - self._middle) / self._unit
        return np.ascontiguousarray(np.clip(scaled, -FARTHEST, FARTHEST), dtype=np.float32)

    def _filled(self, faiss: Any, rows: Rows) -> Any:
        """An index with every row in its cell; each list is as long as it needs to be."""
        features, kind = len(self._middle), getattr(faiss, KINDS[self._metric])
        quantiser = faiss.IndexFlat(features, kind)
        quantiser.add(self._centres)
        index = faiss.IndexIVFFlat(quantiser, features, self.count, kind)
        cells = np.empty(len(rows), dtype=np.int32)
        run_tasks(_assigning(lambda part: self._single(rows.part(part)), self._centres, cells))
        order = np.argsort(cells, kind="stable")
        ends = np.cumsum(np.bincount(cells, minlength=self.count))
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
        return {**self.__dict__, "_index": needed_faiss().serialize_index(self._index)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._index = needed_faiss().deserialize_index(state["_index"])


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


def _assigning(part_of: Callable[[slice], Floats], centres: Floats, out: NDArray[np.int32]) -> list[Task]:
    """Tasks that write the nearest centre of every row, in blocks that no number of threads changes.

    The centre is the nearest by Euclidean distance, whatever the metric: that is a product of matrices.
    """
    faiss = needed_faiss()
    nearest = faiss.IndexFlatL2(centres.shape[1])
    nearest.add(centres)

    def assign(part: slice) -> None:
        with one_thread(faiss):
            out[part] = nearest.search(part_of(part), 1)[1][:, 0]

    starts = range(0, len(out), BLOCK_ROWS)
    return [partial(assign, slice(start, min(start + BLOCK_ROWS, len(out)))) for start in starts]
