"""Models in files: the same to the bit, whatever was fitted."""

import subprocess
import sys

import numpy as np
import pytest
from project import clean
from trained import asked_frame, mixed_data, mixed_frame

from frnn_core import (
    RELATIONS,
    WEIGHTS,
    Encoding,
    FRNNClassifier,
    TunedFRNNClassifier,
    fit_model,
    fit_tuned_model,
    fit_weights,
    load_dataset,
    load_model,
    predict_rows,
    read_new_rows,
    save_model,
)
from frnn_core.engine.treatments import TREATMENTS, Placed, treatment
from frnn_core.errors import DataError, ParameterError, Undefined
from frnn_core.tuning.candidates import Candidate
from frnn_core.use.files import model_bytes

ENCODINGS = {
    "usual": Encoding(),
    "filled": Encoding(categories="one-hot", gaps="fill", dates="calendar"),
    "dropped": Encoding(categories="value-difference", gaps="drop"),
    "different": Encoding(gaps="differs", treatments=(("colour", "one-hot"),)),
}
FEW = [Candidate("man", ks=(1, 5)), Candidate("gauss", gammas=(0.5,), ks=(3,)), Candidate("cos", ks=(5,))]


def same(model, loaded, rows):
    """Assert that two models tell the same of rows, to the bit."""
    assert (model.scores(rows.X) == loaded.scores(rows.X)).all()
    told, again = predict_rows(model, rows), predict_rows(loaded, rows)
    assert told.frame().equals(again.frame())
    assert model.familiar == loaded.familiar
    assert model.about == loaded.about
    assert model.columns == loaded.columns
    assert np.array_equal(model.ranges, loaded.ranges, equal_nan=True)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("relation", list(RELATIONS))
def test_a_loaded_model_gives_the_same_scores_to_the_bit(relation, encoding):
    try:
        model = fit_model(mixed_data(), relation, gamma=0.7, encoding=ENCODINGS[encoding])
    except Undefined:
        assert "mah" in relation
        assert encoding == "filled"
        return
    data = model_bytes(model)
    loaded = load_model(data)
    same(model, loaded, read_new_rows(asked_frame(), model))
    assert model_bytes(loaded) == data == model_bytes(model)
    asked = read_new_rows(asked_frame(), loaded).X
    told, again = model.explain(asked), loaded.explain(asked)
    assert (told.inside.rows == again.inside.rows).all()
    assert (told.upper == again.upper).all()


@pytest.mark.parametrize("weights", list(WEIGHTS))
def test_weights_are_kept_the_learned_ones_too(weights):
    model = fit_model(mixed_data(), "euc", k=7, weights=weights)
    loaded = load_model(model_bytes(model))
    same(model, loaded, read_new_rows(asked_frame(), model))
    assert (loaded.model.weights.at(7).inside(0)(5) == model.model.weights.at(7).inside(0)(5)).all()


def test_weights_that_were_learned_before_are_kept(blobs):
    X, y, Q, _ = blobs
    known = fit_weights(X, y, k=8).weighting()
    model = FRNNClassifier("man", k=8, weights=known).fit(X, y)
    loaded = load_model(model_bytes(model)).classifier()
    assert (loaded.predict_proba(Q) == model.predict_proba(Q)).all()


@pytest.mark.parametrize("blended", [False, True])
def test_a_tuned_model_is_kept(blended):
    model = fit_tuned_model(mixed_data(), FEW, blended=blended)
    loaded = load_model(model_bytes(model))
    rows = read_new_rows(asked_frame(), model)
    same(model, loaded, rows)
    assert loaded.tuned.found() == model.tuned.found()
    frame, y = mixed_frame().drop(columns="kind"), mixed_frame()["kind"]
    fitted = TunedFRNNClassifier(candidates=FEW, blended=blended, encode="auto").fit(frame, y)
    kept = load_model(model_bytes(fitted)).classifier()
    asked = asked_frame()[frame.columns]
    assert (kept.predict_proba(asked) == fitted.predict_proba(asked)).all()
    assert kept.best_params_ == fitted.best_params_
    assert kept.blended == blended
    if not blended:
        assert (kept.explain(asked).scores == fitted.explain(asked).scores).all()


@pytest.mark.parametrize("encode", [None, "auto"])
@pytest.mark.parametrize("relation", ["man", "class-mah", "gauss-grad", "local-mah"])
def test_a_classifier_is_kept_as_it_is(relation, encode, blobs, tmp_path):
    X, y, Q, _ = blobs
    model = FRNNClassifier(relation, k=4, encode=encode).fit(X, y).set_params(k=6)
    save_model(model, tmp_path / "a.frnn")
    loaded = load_model(tmp_path / "a.frnn").classifier()
    assert (loaded.predict_proba(Q) == model.predict_proba(Q)).all()
    assert (loaded.predict(Q) == model.predict(Q)).all()
    assert loaded.classes_.dtype == model.classes_.dtype
    assert loaded.get_params()["k"] == 6
    assert (loaded.set_params(k=2).predict_proba(Q) == model.set_params(k=2).predict_proba(Q)).all()


def test_fit_model_agrees_with_the_classifier():
    data = load_dataset("wine")
    model = fit_model(data, "euc", k=5)
    fitted = FRNNClassifier("euc", k=5).fit(data.X, data.y)
    lower, upper = fitted.approximations(data.X)
    assert np.allclose(model.scores(data.X), (lower + upper) / 2, atol=1e-12)
    told = predict_rows(model, read_new_rows(data.frame().drop(columns="class"), model))
    assert (told.classes == fitted.predict(data.X)).all()


def test_a_clean_process_gives_the_same_numbers(tmp_path):
    model = fit_model(mixed_data(), "nca", k=4, weights="learned", estimate="accuracy .8 in 10 folds")
    save_model(model, tmp_path / "model.frnn")
    asked_frame().to_csv(tmp_path / "new.csv", index=False)
    code = (
        "import sys\nfrom frnn_core import load_model, predict_rows, read_new_rows\n"
        "model = load_model('model.frnn')\n"
        "told = predict_rows(model, read_new_rows('new.csv', model))\n"
        "assert model.about.estimate == 'accuracy .8 in 10 folds'\n"
        "assert 'sklearn' not in sys.modules\n"
        "print([score.hex() for score in told.scores.ravel().tolist()], told.classes.tolist())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=clean(),
        check=True,
    )
    here = predict_rows(model, read_new_rows(tmp_path / "new.csv", model))
    assert done.stdout.strip() == f"{[s.hex() for s in here.scores.ravel().tolist()]} {here.classes.tolist()}"


def test_saving_replaces_a_file_as_a_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "model.frnn"
    save_model(fit_model(mixed_data(), k=2), path)
    before = path.read_bytes()

    def fails(self, target):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.replace", fails)
        with pytest.raises(DataError, match="cannot be written: No space left on device"):
            save_model(fit_model(mixed_data(), k=3), path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["model.frnn"]
    with pytest.raises(DataError, match="cannot be written"):
        save_model(fit_model(mixed_data()), tmp_path / "nowhere" / "model.frnn")


def test_a_treatment_that_was_added_is_fitted_again():
    with TREATMENTS.lent():

        @treatment(
            key="frequency",
            label="By frequency",
            role="category",
            help="As often as it occurs.",
            becomes="a number",
            source="made up",
        )
        def frequency(values, column, classes):
            known, counts = np.unique(values[~np.isnan(values)], return_counts=True)
            often = dict(zip(known.tolist(), counts.tolist(), strict=True))
            return Placed(
                "number", lambda v: np.array([[often.get(x, 0.0)] for x in v.tolist()]), scaled=True
            )

        model = fit_model(mixed_data(), "euc", encoding=Encoding(categories="frequency", gaps="fill"))
        data = model_bytes(model)
        loaded = load_model(data)
        same(model, loaded, read_new_rows(asked_frame(), model))
        assert model_bytes(loaded) == data
    with pytest.raises(DataError, match=r"There is no treatment.* called 'frequency'"):
        load_model(data)


def test_what_cannot_be_kept_is_refused_in_words(blobs):
    X, y, _, _ = blobs

    def own(m):
        return np.full(m, 1 / m)

    with pytest.raises(ParameterError, match="holds no code, and the weights own are a function"):
        model_bytes(FRNNClassifier(weights=own).fit(X, y))
    model = FRNNClassifier().fit(X, y)
    model.search = "approximate"
    with pytest.raises(ParameterError, match='set_params\\(search="exact"\\)'):
        model_bytes(model)
    trained = fit_model(mixed_data())
    object.__setattr__(trained.model.train, "family", own)
    with pytest.raises(ParameterError, match="holds no code, and own is a function"):
        model_bytes(trained)
