"""Models in files: the same to the bit, whatever was fitted; and files that are none."""

import io
import json
import subprocess
import sys
import zipfile

import numpy as np
import pytest
from project import ROOT
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
from frnn_core.use import container, files
from frnn_core.use.container import FORMAT_VERSION, HEADER, array_name
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
        env={"PYTHONPATH": str(ROOT)},
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


@pytest.fixture(scope="module")
def good():
    return model_bytes(fit_model(mixed_data(), "mah", encoding=Encoding(gaps="fill")))


def members(data):
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name: file.read(name) for name in file.namelist()}


def packed(parts, kind=zipfile.ZIP_STORED):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", kind) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return target.getvalue()


def with_header(data, change):
    parts = members(data)
    head = json.loads(parts[HEADER])
    change(head)
    return packed({**parts, HEADER: json.dumps(head)})


def array_bytes(array, **options):
    target = io.BytesIO()
    np.lib.format.write_array(target, array, **options)
    return target.getvalue()


def refused(data, words):
    with pytest.raises(DataError, match=words):
        load_model(data)


def why_not(data):
    """Why a file is refused; nothing if it is not."""
    try:
        load_model(data)
    except DataError as error:
        return str(error)
    return ""


def test_files_that_are_no_models_are_refused_in_words(good, tmp_path):
    refused(b"", "is empty")
    refused(b"a,b,c\n1,2,3\n", "is no model file. A model file ends in .frnn")
    refused(packed({"table.csv": "a,b"}), "a zip, but no model file")
    refused(packed({HEADER: "{}"}), "no model file of FRNN Explorer")
    refused(packed({HEADER: "[1, 2"}), "damaged")
    refused(packed({HEADER: "[" * 100_000}), "damaged")
    refused(str(tmp_path), "is a folder")
    refused(str(tmp_path / "none.frnn"), "There is no file")
    with pytest.raises(DataError, match="above the limit of 100 bytes"):
        load_model(good, max_bytes=100)
    (tmp_path / "large.frnn").write_bytes(good)
    with pytest.raises(DataError, match=r"The file large.frnn has .* above the limit"):
        load_model(tmp_path / "large.frnn", max_bytes=100)
    with (tmp_path / "large.frnn").open("rb") as stream:
        assert load_model(stream).columns == load_model(good).columns


def test_damaged_files_are_refused_in_words(good):
    refused(good[: len(good) // 2], "damaged")
    for place in np.linspace(100, len(good) - 100, 40).astype(int):
        broken = bytearray(good)
        broken[place] ^= 0xFF
        words = why_not(bytes(broken))
        assert not words or "Save the model again" in words or "A model file" in words
    parts = members(good)
    refused(
        packed({name: part for name, part in parts.items() if name != array_name(0)}), "no model file holds"
    )
    refused(packed({**parts, array_name(0): parts[array_name(0)][:-8]}), "damaged")


def test_files_of_a_newer_version_are_refused_with_the_cure(good):
    refused(
        with_header(good, lambda head: head.update(version=FORMAT_VERSION + 1, **{"written by": "9.9"})),
        "written by a newer FRNN Explorer \\(9.9, format 2\\).*Update it",
    )
    refused(with_header(good, lambda head: head.update(version="x")), "damaged")


def test_a_relation_that_has_changed_since_is_noted(good):
    def older(head):
        head["model"]["parts"]["settings"]["parts"]["revision"] = 0

    assert "has changed since this model was fitted" in load_model(with_header(good, older)).about.notes[-1]


class Evil:
    def __reduce__(self):
        return (print, ("run",))


def test_hostile_files_are_refused_and_nothing_is_run(good, capsys):
    parts = members(good)
    evil = array_bytes(np.array([Evil()], dtype=object), allow_pickle=True)
    refused(packed({**parts, array_name(0): evil}), "holds Python objects")
    refused(packed({**parts, "../../outside.npy": b""}), "no model file holds")
    refused(packed({**parts, "/etc/outside": b""}), "no model file holds")
    refused(packed(parts, zipfile.ZIP_DEFLATED), "packed by another program")
    huge = (
        b"\x93NUMPY\x01\x00v\x00"
        + f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({10**13},), }}".encode()
    )
    refused(packed({**parts, array_name(0): huge.ljust(128, b" ")}), "damaged")
    records = array_bytes(np.zeros(3, dtype=[("a", "f8")]))
    refused(packed({**parts, array_name(0): records}), "holds Python objects|damaged")
    assert capsys.readouterr().out == ""


def test_a_file_that_claims_to_hold_more_than_it_does_is_refused(good):
    """Two names for the same bytes: the classic bomb without compression."""
    with zipfile.ZipFile(io.BytesIO(good)) as file:
        first = file.getinfo(array_name(0))
        start = good.index(b"PK\x01\x02")
    broken = bytearray(good)
    place = broken.index(array_name(0).encode(), start) - 46
    size = (first.file_size + 10**9).to_bytes(4, "little")
    broken[place + 20 : place + 24] = broken[place + 24 : place + 28] = size
    refused(bytes(broken), "claims to hold more than it does|damaged")


@pytest.mark.parametrize(
    "change",
    [
        lambda head: head["model"].update(kind="Popen"),
        lambda head: head["model"]["parts"].update(model={"function": "os.system"}),
        lambda head: head["model"]["parts"].update(model={"kind": "Model", "parts": {}}),
        lambda head: head["model"]["parts"].update(extra=1),
        lambda head: head["model"]["parts"].update(settings=None),
        lambda head: head["model"]["parts"].update(familiar=None),
        lambda head: head["model"]["parts"].update(columns=[]),
        lambda head: head["model"]["parts"]["model"]["parts"].update(k=0),
        lambda head: head["model"]["parts"]["model"]["parts"].update(k="3"),
        lambda head: head["model"]["parts"]["model"]["parts"].update(classes={"array": 10**6}),
        lambda head: head["model"]["parts"]["model"]["parts"].update(classes={"texts": ["one"]}),
        lambda head: head["model"]["parts"]["model"]["parts"].update(train={"again": 0}),
        lambda head: head.update(model=[1, 2]),
        lambda head: head.update(model=None),
        lambda head: head.update(arrays=3),
    ],
)
def test_headers_that_do_not_fit_are_refused(change, good):
    refused(with_header(good, change), "damaged")


def test_no_class_is_found_by_a_name_that_a_file_gives():
    """Every class and function that may stand in a file is listed in the code."""
    source = (ROOT / "frnn_core/use/codec.py").read_text() + (ROOT / "frnn_core/use/container.py").read_text()
    for word in ("import_module", "__import__", "getattr(sys", "eval(", "exec(", "pickle.load"):
        assert word not in source
    assert set(files.OURS) == {"TrainedModel", "Settings", "About", "Familiar"}
    assert container.KINDS == "fiubU"
