"""The approximate search inside a classifier: scikit-learn's checks, pickles, threads, forked processes."""

import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import faiss
import numpy as np
import pytest
from clustered import METRICS, table
from project import ROOT
from sklearn.utils.estimator_checks import check_array_api_input, estimator_checks_generator

from frnn_core import FRNNClassifier
from frnn_core.engine.approximate import ApproximateIndex
from frnn_core.engine.cells import Cells
from frnn_core.engine.rows import Rows
from frnn_core.errors import ParameterError, UnknownName

pytestmark = pytest.mark.usefixtures("small_is_large")


@pytest.mark.parametrize(
    ("estimator", "check"),
    [
        (estimator, check)
        for estimator, check in estimator_checks_generator(FRNNClassifier("euc", search="approximate"))
        if check.func is not check_array_api_input
    ],
)
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


def test_without_faiss_the_error_names_the_command(monkeypatch):
    monkeypatch.setitem(sys.modules, "faiss", None)
    X, y, _ = table(20, 20)
    with pytest.raises(ParameterError, match=r"pip install -r requirements-large\.txt") as caught:
        FRNNClassifier(search="approximate").fit(X, y)
    assert "pip install 'frnn-explorer[large]'" in str(caught.value)
    FRNNClassifier().fit(X, y).predict(X)


def test_a_wrong_name_is_refused_with_the_right_one():
    X, y, _ = table(20, 20)
    with pytest.raises(UnknownName, match=r"no search called 'aproximate'\. Did you mean approximate"):
        FRNNClassifier(search="aproximate").fit(X, y)


def test_the_search_may_be_made_exact_after_the_fit_but_not_approximate():
    X, y, queries = table(3_000, 2_500)
    exact = FRNNClassifier("euc").fit(X, y)
    model = FRNNClassifier("euc", search="approximate").fit(X, y)
    model.set_params(search="exact")
    np.testing.assert_array_equal(model.predict_proba(queries), exact.predict_proba(queries))
    with pytest.raises(ParameterError, match="Fit again"):
        exact.set_params(search="approximate").predict(queries)
    assert model.fit(X, y).search_report_.asked == "exact"


def test_explanations_are_exact():
    X, y, queries = table(3_000, 2_500)
    model = FRNNClassifier("euc", search="approximate").fit(X, y)
    exact = FRNNClassifier("euc").fit(X, y)
    np.testing.assert_array_equal(model.explain(queries).inside.rows, exact.explain(queries).inside.rows)


def test_a_pickle_holds_the_index():
    X, y, queries = table(3_000, 2_500, 10)
    model = FRNNClassifier("man", search="approximate").fit(X, y)
    copy = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(copy.predict_proba(queries), model.predict_proba(queries))
    assert copy.search_report_ == model.search_report_


# threads and processes


@pytest.fixture
def threads_of_openmp():
    before = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(3)
    yield 3
    assert faiss.omp_get_max_threads() == 3
    faiss.omp_set_num_threads(before)


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS.values())
def test_the_number_of_threads_changes_nothing_and_is_put_back(metric, threads_of_openmp, monkeypatch):
    X, _, queries = table(20_000)
    found = []
    for count in ("1", "2", "2"):
        monkeypatch.setenv("OMP_NUM_THREADS", count)
        cells = Cells(Rows(X), metric, np.random.default_rng(3))
        index = ApproximateIndex([Rows(X)], metric, {0: cells}, {0: 0.2})
        found.append((faiss.serialize_index(cells._index), index.profile([queries], 5)))
    for others in found[1:]:
        for one, other in zip(found[0], others, strict=True):
            np.testing.assert_array_equal(one, other)


def test_no_call_uses_a_pool_of_openmp(monkeypatch, threads_of_openmp):
    counts = []
    search = faiss.IndexIVFFlat.search_preassigned
    monkeypatch.setattr(
        faiss.IndexIVFFlat,
        "search_preassigned",
        lambda *a, **kw: counts.append(faiss.omp_get_max_threads()) or search(*a, **kw),
    )
    X, y, queries = table(3_000, 2_500)
    FRNNClassifier("euc", search="approximate").fit(X, y).predict(queries)
    assert set(counts) == {1}


def test_two_threads_predict_at_once():
    X, y, queries = table(3_000, 2_500)
    model = FRNNClassifier("man", search="approximate").fit(X, y)
    alone = model.predict_proba(queries)
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: model.predict_proba(queries), range(12)):
            np.testing.assert_array_equal(found, alone)


FORKED = """
import os, sys
import numpy as np
from frnn_core import FRNNClassifier
from frnn_core.engine import approximate
approximate.LEAST_ROWS = 2_000
rng = np.random.default_rng(0)
X, y = rng.normal(size=(6_000, 4)), np.arange(6_000) % 2
model = FRNNClassifier("euc", search="approximate").fit(X, y)
assert not model.search_report_.exact
expected = model.predict_proba(X[:200])
child = os.fork()
if child == 0:
    again = FRNNClassifier("euc", search="approximate").fit(X, y)
    same = all((m.predict_proba(X[:200]) == expected).all() for m in (model, again))
    os._exit(0 if same else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.slow
def test_a_forked_child_searches_and_fits():
    done = subprocess.run(
        [sys.executable, "-c", FORKED], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.stdout.strip() == "0", done.stderr
