"""Fits within training rows see nothing of the rows that they are judged on."""

import numpy as np
import pandas as pd
import pytest

from frnn_core import FRNNClassifier, TunedFRNNClassifier
from frnn_core.engine.again import scaled_again, without
from frnn_core.engine.encoding import Encoding, Table, fit_encoder
from frnn_core.engine.frames import columns_of, table_of
from frnn_core.engine.relation import TrainingSet
from frnn_core.tuning import Candidate

RANDOM = np.random.default_rng(11)


def table(rows=90):
    frame = pd.DataFrame(
        {
            "size": RANDOM.normal(50, 9, rows),
            "age": np.where(RANDOM.random(rows) < 0.2, np.nan, RANDOM.exponential(20, rows)),
            "town": RANDOM.choice(list("abcdefg"), rows),
            "plan": RANDOM.choice(["S", "M", None], rows),
        }
    )
    return frame, RANDOM.integers(0, 3, rows)


def encoded(frame, codes, encoding, normalise="centred"):
    columns = columns_of(frame, {})
    X = table_of(frame, columns)
    encoder = fit_encoder(X, codes, 3, columns, encoding, normalise)
    return (
        X,
        encoder,
        TrainingSet(encoder(X), codes, 3, layout=encoder.layout, table=Table(X, columns, encoding)),
    )


@pytest.mark.parametrize("categories", ["overlap", "value-difference", "one-hot"])
def test_what_is_left_is_encoded_as_if_the_others_had_never_been_there(categories):
    frame, codes = table()
    X, _, train = encoded(frame, codes, Encoding(categories))
    test = np.arange(0, len(frame), 4)
    kept = np.delete(np.arange(len(frame)), test)
    part, left_out, present = without(train, test)
    scaler, inner = scaled_again(part, "centred")
    alone = fit_encoder(X[kept], codes[kept], 3, columns_of(frame, {}), Encoding(categories), "centred")
    assert present.tolist() == [0, 1, 2]
    np.testing.assert_array_equal(inner.codes, codes[kept])
    np.testing.assert_allclose(inner.X, alone(X[kept]), atol=1e-12)
    np.testing.assert_allclose(scaler.measurable(left_out), alone(X[test]), atol=1e-12)
    np.testing.assert_allclose(inner.layout.spread(inner.X), alone.layout.spread(alone(X[kept])), atol=1e-12)


def test_rows_keep_what_they_had():
    frame, codes = table()
    _, _, train = encoded(frame, codes, Encoding("value-difference"))
    before = train.X.copy()
    without(train, np.arange(5))
    np.testing.assert_array_equal(train.X, before)


def test_names_that_mean_nothing_do_not_look_good_from_within():
    """By class shares, a column with a value for each row tells the classes, but not of rows left out."""
    frame = pd.DataFrame({"name": [f"n{i}" for i in range(120)], "size": RANDOM.normal(size=120)})
    y = RANDOM.integers(0, 2, 120)
    roles = Encoding("value-difference", roles={"name": "category"})
    model = TunedFRNNClassifier(candidates=[Candidate("man", ks=(5,))], encode=roles).fit(frame, y)
    assert max(model.tuned_.tried.values()) < 0.65
    combo = FRNNClassifier("combo", encode=roles, relation_params={"relations": ["man", "euc"]}).fit(frame, y)
    assert np.nanmax(combo.relation_.trace.scores.mean(axis=1)) < 0.65
