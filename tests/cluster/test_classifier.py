"""Rows on workers, however they are cut, are classified as on one machine."""

import dask.array as da
import dask.dataframe as dd
import numpy as np
import pandas as pd
import pytest
from distributed import Client, LocalCluster
from sklearn.base import clone

from frnn_core import RELATIONS, FRNNClassifier, load_dataset
from frnn_core.cluster import FRNNClassifier as Sharded
from frnn_core.cluster import sampling
from frnn_core.engine.approximations import neighbourhood, scores
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.labels import encode
from frnn_core.engine.relation import TrainingSet, relation
from frnn_core.engine.scalings import SCALINGS, Scaler, scaling
from frnn_core.errors import DataError, FRNNError, ParameterError, Undefined
from frnn_core.relations.links import AffineLink

pytestmark = pytest.mark.filterwarnings("ignore")
EXACT = ("man", "euc", "che", "can", "cos", "gauss", "circle", "gauss-grad", "dmlmj")
SUMS = ("pcc", "mah", "class-mah")
SMALL = tuple(range(30, 490, 30))  # more than twice what one merge takes, and fewer rows of a class than k


@pytest.fixture(scope="module")
def client():
    """Two workers in this process, which is all that values need."""
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, protocol="inproc"
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def vowel():
    data = load_dataset("vowel")
    return data.X[::2], data.y[::2], data.X[1::2]


def cut(X, y, *ends):
    """Arrays of Dask, cut at these rows, and between columns."""
    rows = np.diff([0, *ends, len(X)])
    wide = (X.shape[1] - 2, 2)
    return da.from_array(X, chunks=(tuple(rows), wide)), da.from_array(y, chunks=(tuple(rows),))


def frames(X, y, parts):
    """A data frame of Dask with text for classes, in so many parts."""
    table = pd.DataFrame(X, columns=[f"f{i}" for i in range(X.shape[1])]).assign(
        y=[f"c{label}" for label in y]
    )
    return dd.from_pandas(table, npartitions=parts, sort=False)


@pytest.mark.parametrize("key", EXACT)
@pytest.mark.parametrize("ends", [(100, 101, 300), pytest.param(SMALL, marks=pytest.mark.slow)])
def test_ends_and_nearest_rows_are_those_of_one_machine_to_the_bit(client, vowel, key, ends):
    X, y, queries = vowel
    expected = FRNNClassifier(key, k=4, gamma=0.3).fit(X, y)
    model = Sharded(key, k=4, gamma=0.3, client=client).fit(*cut(X, y, *ends))
    np.testing.assert_array_equal(model.approximations(queries), expected.approximations(queries))
    np.testing.assert_array_equal(model.predict(queries), expected.predict(queries))
    np.testing.assert_array_equal(model.predict_proba(queries), expected.predict_proba(queries))
    assert model.notes_ == ()


@pytest.mark.parametrize("key", SUMS)
@pytest.mark.parametrize("normalise", ["centred", None])
def test_sums_over_rows_give_the_same_classes_and_the_same_scores_but_for_rounding(
    client, vowel, key, normalise
):
    X, y, queries = vowel
    expected = FRNNClassifier(key, normalise=normalise).fit(X, y)
    model = Sharded(key, normalise=normalise, client=client).fit(*cut(X, y, 1, 200, 333))
    np.testing.assert_array_equal(model.predict(queries), expected.predict(queries))
    np.testing.assert_allclose(model.approximations(queries), expected.approximations(queries), atol=1e-9)


@pytest.mark.slow
def test_the_largest_distance_is_found_without_gathering_every_row(client, monkeypatch):
    monkeypatch.setattr("frnn_core.cluster.training.GATHERED", 0)
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(3_000, 3)) * [1, 5, 9], rng.integers(3, size=3_000)
    for key in ("mah", "class-mah"):
        expected = FRNNClassifier(key).fit(X, y)
        model = Sharded(key, client=client).fit(*cut(X, y, 800, 900))
        np.testing.assert_allclose(
            scores(*model.approximations(X[:50])), scores(*expected.approximations(X[:50])), atol=1e-9
        )
        assert len(model._train.outskirts()) < 1_500


@pytest.mark.slow
def test_arrays_frames_and_lists_in_memory_and_of_dask_are_alike(client, vowel):
    X, y, queries = vowel
    texts = [f"c{label}" for label in y]
    names = [f"f{i}" for i in range(X.shape[1])]
    table = pd.DataFrame(X, columns=names)
    expected = FRNNClassifier("man").fit(table, texts)
    asked = pd.DataFrame(queries, columns=names)
    lazy = frames(X, y, 7)
    given = {
        "frame": (table, texts),
        "frame of Dask": (lazy[names], lazy["y"]),
        "classes in memory": (lazy[names], texts),
        "rows in memory": (table, lazy["y"]),
    }
    for told, (rows, classes) in given.items():
        model = Sharded("man", client=client).fit(rows, classes)
        assert model.feature_names_in_.tolist() == names, told
        assert model.classes_.tolist() == expected.classes_.tolist(), told
        np.testing.assert_array_equal(model.predict(asked), expected.predict(asked), told)
        np.testing.assert_array_equal(
            model.predict(dd.from_pandas(asked, npartitions=3)), expected.predict(asked), told
        )
    assert Sharded("man").fit(X, y).predict(queries).tolist() == [c[1:] for c in model.predict(asked)]


def test_classes_that_read_as_numbers_keep_their_order(client):
    X, y = np.arange(40.0).reshape(20, 2), np.array([str(i % 10 + 1) for i in range(20)])
    model = Sharded("man", client=client).fit(*cut(np.c_[X, X], y, 3, 9))
    assert model.classes_.tolist() == [str(i) for i in range(1, 11)]


@pytest.mark.parametrize("key", ["man", "class-mah", "mah"])
def test_an_empty_shard_and_a_class_on_one_shard_only_change_nothing(client, key):
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(90, 3)), np.repeat([0, 1, 2], 30)
    queries = rng.normal(size=(40, 3))
    expected = FRNNClassifier(key, k=40).fit(X, y)
    model = Sharded(key, k=40, client=client).fit(*cut(X, y, 0, 30, 30, 60, 61))
    np.testing.assert_allclose(
        model.approximations(queries), expected.approximations(queries), atol=0 if key == "man" else 1e-9
    )


def test_what_is_learned_from_a_sample_is_noted_and_does_not_depend_on_the_cuts(client, vowel, monkeypatch):
    monkeypatch.setattr(sampling, "SAMPLE_ROWS", 200)
    X, y, queries = vowel
    fits = [Sharded("dmlmj", client=client).fit(*cut(X, y, *ends)) for ends in ((10,), (100, 250, 400))]
    assert fits[0].notes_ == ("Learned from a stratified sample of 198 of 495 rows.",)
    np.testing.assert_array_equal(fits[0].relation_.embed.W, fits[1].relation_.embed.W)
    np.testing.assert_array_equal(fits[0].predict(queries), fits[1].predict(queries))
    assert np.bincount(fits[0]._train.at_hand().codes).tolist() == [18] * 11
    combo = Sharded("combo", client=client).fit(*cut(X, y, 50))
    assert combo.notes_ == fits[0].notes_
    chosen = Sharded(combo.relation_.trace.choice, client=client).fit(X, y)
    np.testing.assert_array_equal(combo.predict(queries), chosen.predict(queries))
    assert chosen.notes_ == ()


@pytest.mark.parametrize("weights", ["learned", "learned-by-class", "samworth"])
def test_learned_weights_are_those_of_one_machine(client, vowel, weights):
    X, y, queries = vowel
    model = Sharded("man", k=9, weights=weights, client=client).fit(*cut(X, y, 77))
    expected = FRNNClassifier("man", k=9, weights=weights).fit(X, y)
    np.testing.assert_allclose(model.approximations(queries), expected.approximations(queries), atol=1e-9)
    assert model.notes_ == ()


@pytest.mark.parametrize("key", ["man-fit", "class-man", "local-man", "local-mah"])
def test_metrics_of_classes_and_regions_are_those_of_one_machine_on_every_shard(client, vowel, key):
    X, y, queries = vowel
    model = Sharded(key, k=4, client=client).fit(*cut(X, y, 100, 101, 300))
    fitted, train = model.relation_, TrainingSet(model._normaliser(X), encode(y, model.classes_), 11)
    near = neighbourhood(fitted, train, model._normaliser(queries), 4)
    expected = [side[..., 0] for side in near.approximations(fitted.link, train.family, [4])]
    np.testing.assert_array_equal(model.approximations(queries), expected)
    if key.startswith("local"):
        assert sum(fitted.trace.sizes) == len(X)


def test_k_and_weights_can_change_after_the_fit_and_settings_be_cloned(client, vowel):
    X, y, queries = vowel
    model = Sharded("euc", k=1, client=client).fit(*cut(X, y, 77))
    model.set_params(k=9, weights="mean")
    expected = FRNNClassifier("euc", k=9, weights="mean").fit(X, y)
    np.testing.assert_array_equal(model.approximations(queries), expected.approximations(queries))
    assert clone(model).client is client


def spoilt(row, column, value):
    X = np.arange(60.0).reshape(20, 3) % 7
    X[row, column] = value
    return X


ROWS = np.arange(60.0).reshape(20, 3) % 7
CLASSES = np.arange(20) % 2
BAD = {
    "gaps": (spoilt(15, 1, np.nan), CLASSES, r"X contains 1 × NaN in Column 2\. Drop those rows or fill"),
    "infinity": (spoilt(2, 0, np.inf), CLASSES, "X contains 1 × infinity in Column 1"),
    "one class": (ROWS, np.zeros(20), "All 20 rows belong to one class"),
    "no classes": (ROWS, np.where(CLASSES, np.nan, 1.0), r"Part 1 of 2: y has 5 missing of 10 classes"),
    "continuous": (ROWS, CLASSES / 3, "Unknown label type: continuous"),
    "huge": (spoilt(3, 2, 1e200), CLASSES, "Column 3: values too large to measure"),
    "blurred": (
        (2**60 + np.arange(60)).reshape(20, 3),
        CLASSES,
        r"Columns 1, 2, 3: whole numbers beyond 2\*\*53",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_rows_are_refused_in_the_words_of_the_classifier(client, case):
    X, y, words = BAD[case]
    normalise = None if case == "huge" else "centred"
    with pytest.raises(ValueError, match=words):
        Sharded("man", normalise=normalise, client=client).fit(*cut(X, y, 10))
    if case != "no classes":
        with pytest.raises(ValueError, match=words):
            Sharded("man", normalise=normalise, client=client).fit(X, y)


def parts(*tables):
    """A data frame of Dask whose parts are not what they promise to be."""
    from dask.delayed import delayed

    meta = pd.DataFrame({"a": [0.0], "b": [0.0]})[:0]
    return dd.from_delayed([delayed(table) for table in tables], meta=meta, verify_meta=False)


GOOD = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": [3.0, 5.0, 4.0]})


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (GOOD.rename(columns={"b": "z"}), "Part 2 of 2: it has other columns: Column b not there, Column z"),
        (GOOD.assign(b=["x", "y", "z"]), "Part 2 of 2: Column b is not numeric. Drop or encode"),
        (GOOD[:2], "Part 2 of 2: it has 2 rows and 3 classes"),
    ],
)
def test_a_part_that_differs_is_named(client, other, words):
    y = da.from_array(np.arange(6) % 2, chunks=3)
    with pytest.raises(DataError, match=words):
        Sharded("man", client=client).fit(parts(GOOD, other), y)


def test_columns_in_another_order_and_of_another_kind_of_number_are_the_same_columns(client):
    other = pd.DataFrame({"b": [7, 8, 9], "a": [1, 5, 6]})
    y = np.arange(6) % 2
    expected = FRNNClassifier("man").fit(pd.concat([GOOD, other]), y)
    model = Sharded("man", client=client).fit(parts(GOOD, other), da.from_array(y, chunks=3))
    np.testing.assert_array_equal(model.approximations(GOOD), expected.approximations(GOOD))


def test_text_and_numbers_as_classes_of_two_parts_are_not_mixed(client):
    from dask.delayed import delayed

    y = dd.from_delayed(
        [delayed(pd.Series)([1, 0, 1]), delayed(pd.Series)(["1", "0", "1"])],
        meta=pd.Series([], dtype=int),
        verify_meta=False,
    )
    with pytest.raises(DataError, match="y mixes text with other classes"):
        Sharded("man", client=client).fit(parts(GOOD, GOOD), y)


def test_parts_that_do_not_fit_each_other_are_refused(client):
    X, y = cut(ROWS, CLASSES, 5, 10)
    with pytest.raises(DataError, match="X has 20 rows and y has 19 classes"):
        Sharded("man", client=client).fit(X, y[:19])
    with pytest.raises(DataError, match="X has 20 rows and y has 19 classes"):
        Sharded("man", client=client).fit(X, CLASSES[:19])
    with pytest.raises(DataError, match="X has 2 parts and y has 3"):
        Sharded("man", client=client).fit(parts(GOOD, GOOD), da.from_array(np.arange(6) % 2, chunks=2))
    with pytest.raises(DataError, match="The training table has no rows"):
        Sharded("man", client=client).fit(parts(GOOD[:0]), da.from_array(np.zeros(0), chunks=1))


def test_undefined_is_told_with_the_columns(client):
    X = np.c_[ROWS, ROWS[:, 0] * 2]
    with pytest.raises(Undefined, match="feature 1 and feature 4 determine each other linearly"):
        Sharded("mah", client=client).fit(*cut(X + np.r_[[[0, 1, 0, 0]], np.zeros((19, 4))], CLASSES, 7))
    with pytest.raises(Undefined, match="feature 2 is constant"):
        Sharded("mah", client=client).fit(*cut(np.c_[ROWS[:, :1], np.ones(20), ROWS[:, 1:]], CLASSES, 7))


def test_queries_are_checked_as_on_one_machine(client):
    model = Sharded("man", client=client).fit(*cut(ROWS, CLASSES, 7))
    with pytest.raises(DataError, match="X contains 1 × NaN in Column 3"):
        model.predict([[0, 1, np.nan]])
    with pytest.raises(ValueError, match="X has 2 features, but FRNNClassifier is expecting 3"):
        model.predict([[0, 1]])
    with pytest.raises(FRNNError, match="Explanations show training rows"):
        model.explain(ROWS)


def test_a_part_that_cannot_be_read_is_told_of(client, tmp_path):
    path = tmp_path / "rows.parquet"
    GOOD.assign(y=[0, 1, 0]).to_parquet(path)
    table = dd.read_parquet(path)
    path.write_bytes(b"nonsense")
    with pytest.raises(FRNNError, match=r"could not be read on the workers .* They must see the same files"):
        Sharded("man", client=client).fit(table[["a", "b"]], table["y"])


def test_without_a_client_the_cure_is_told(client, monkeypatch):
    def none():
        raise ValueError("No global client found")

    monkeypatch.setattr("distributed.get_client", none)
    with pytest.raises(ParameterError, match=r"There is no Dask client. Make one first.*hand one over"):
        Sharded("man").fit(ROWS, CLASSES)


def test_a_scaling_that_needs_all_rows_sees_a_sample_and_a_note_says_so(client, vowel, monkeypatch):
    X, y, queries = vowel
    with SCALINGS.lent():
        words = {"label": "Deviation 1", "formula": "x", "help": "h", "source": "s"}
        scaling(key="deviation", **words)(lambda X: Scaler(X.mean(axis=0), X.std(axis=0), 0 * X[0]))
        expected = FRNNClassifier("euc", normalise="deviation").fit(X, y)
        model = Sharded("euc", normalise="deviation", client=client).fit(*cut(X, y, 99))
        np.testing.assert_array_equal(model.approximations(queries), expected.approximations(queries))
        assert model.notes_ == ()
        monkeypatch.setattr(sampling, "SAMPLE_ROWS", 400)
        model.fit(*cut(X, y, 99))
        assert model.notes_ == ("Deviation 1: fitted to a stratified sample of 396 of 495 rows.",)


def test_a_relation_that_looks_at_rows_without_saying_so_is_noted_too(client, vowel, monkeypatch):
    X, y, _ = vowel
    monkeypatch.setattr(sampling, "SAMPLE_ROWS", 400)
    with RELATIONS.lent():
        words = {"formula": "R", "help": "h", "source": "s", "family": "distance"}
        relation(key="peek", label="Peek", **words)(
            lambda train: FittedRelation("euclidean", AffineLink(float(np.abs(train.X).sum())))
        )
        model = Sharded("peek", client=client).fit(*cut(X, y, 99))
    assert model.notes_ == ("Learned from a stratified sample of 396 of 495 rows.",)
