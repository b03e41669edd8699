"""A table with categories, gaps and dates: compared as the classifier does, estimated, and taken home."""

import io
import shlex
from itertools import product

import numpy as np
import pandas as pd
import pytest
from boards import plain_board, plain_design
from sklearn.metrics import balanced_accuracy_score

from frnn_core import FRNNClassifier, __main__, read_dataset
from frnn_core.cli.encoding import encoding as encoding_of
from frnn_core.cli.parser import parser
from frnn_core.data import partition
from frnn_core.data.reading import Options
from frnn_core.engine.encoding import Encoding, fit_encoder
from frnn_core.engine.labels import encode, ordered_classes
from frnn_core.engine.treatments import GAPS, treatments_of
from frnn_core.errors import ParameterError, UnknownName
from frnn_core.your_data.cost import estimate, refused, widths
from frnn_core.your_data.snippet import command_line, encoding_choices, encoding_words, python_script

ENCODING = {
    "categories": "value-difference",
    "gaps": "fill",
    "treatments": {"since": "calendar", "a=b": "one-hot"},
}


def mixed_text(rows=120):
    """Customers whose city, day and age tell something about the class; some cells are empty."""
    rng = np.random.default_rng(5)
    label = rng.choice(["u", "v"], rows)
    late = label == "u"
    frame = pd.DataFrame(
        {
            "nr": np.arange(1, rows + 1),
            "age": rng.integers(20, 70, rows) + 9 * late,
            "city": np.where(
                late, rng.choice(["Gent", "Aalst"], rows), rng.choice(["Gent", "Mons", "Bree"], rows)
            ),
            "a=b": rng.choice(["x", "y", "z"], rows),
            "since": np.datetime64("2021-01-01") + rng.integers(0, 900, rows) + 200 * late,
            "class": label,
        }
    )
    for place, name in enumerate(("age", "city", "since")):
        frame[name] = frame[name].astype(object).where(np.arange(rows) % 11 != place, "")
    return frame.to_csv(index=False)


def mixed():
    return read_dataset(mixed_text().encode(), name="mixed.csv")


def test_the_scores_are_those_of_the_classifier_with_the_same_encoding():
    data = mixed()
    assert [column.role for column in data.columns] == ["number", "category", "category", "date"]
    frame = data.frame().drop(columns="class")
    scores = {}
    for name, chosen in (("usual", "auto"), ("chosen", ENCODING)):
        board = plain_board(data, ["man", "cos"], folds=3, encoding=chosen, beside=["knn", "majority"])
        for fold, (train, test) in enumerate(partition(data, n_splits=3)):
            for key in ("man", "cos"):
                model = FRNNClassifier(key, k=3, encode=chosen).fit(frame.iloc[train], data.y[train])
                expected = balanced_accuracy_score(data.y[test], model.predict(frame.iloc[test]))
                assert board.scores.loc[fold, key] == pytest.approx(expected, abs=1e-12)
        assert (board.baselines["knn"] > board.baselines["majority"]).all()
        scores[name] = board.scores
    assert not scores["usual"].equals(scores["chosen"])


def test_estimates_know_how_many_columns_encoded_rows_have():
    data = mixed()
    classes = ordered_classes(data.y)
    codes = encode(data.y, classes)
    for categories, gaps, dates in product(treatments_of("category"), GAPS, treatments_of("date")):
        encoding = Encoding(categories=categories, gaps=gaps, dates=dates)
        rows = ~np.isnan(data.X).any(axis=1) if GAPS[gaps].drops else np.full(len(data.X), True)
        encoder = fit_encoder(data.X[rows], codes[rows], len(classes), data.columns, encoding, "centred")
        spread = encoder.layout.spread(encoder(data.X)).shape[1]
        found = widths(data, encoding)
        assert (found.compared, found.spread) == (len(encoder.layout.slots), spread), encoding.text
        assert (found.of("man"), found.of("mah")) == (found.compared, found.spread)
    many = read_dataset(
        (
            "id_code,class\n" + "".join(f"{'k' * (i % 2)}{i // 3},{'uv'[i % 2]}\n" for i in range(9_000))
        ).encode(),
        roles={"id_code": "category"},
    )
    wide = widths(many, Encoding())
    assert wide.compared == 1
    assert wide.spread > 2_000
    assert refused(wide, "man") is None
    assert "and a page allows 2,000 features" in refused(wide, "mah")
    one_hot = plain_design(["man"], encoding={"categories": "one-hot"})
    assert estimate(many, plain_design(["man"])) < estimate(many, one_hot)


def table_of(text):
    return pd.read_csv(io.StringIO(text), index_col="relation").drop(columns="seconds")


def test_script_and_command_carry_the_encoding(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mixed.csv").write_text(mixed_text())
    options = Options("class", {"nr": "number", "city": "category"})
    design = plain_design(["man", "euc"], folds=3, encoding=ENCODING)
    data = read_dataset("mixed.csv", **options.arguments())
    board = plain_board(data, ["man", "euc"], folds=3, encoding=ENCODING)
    exec(compile(python_script("mixed.csv", options, design), "x.py", "exec"), {})
    printed = table_of(capsys.readouterr().out.split("The same in full:\n")[1])
    assert printed["mean"].to_dict() == board.frame()["mean"].to_dict()
    words = shlex.split(command_line("mixed.csv", options, design))
    assert __main__.main([*words[3:], "--format", "csv"]) == 0
    assert table_of(capsys.readouterr().out).equals(printed)


def test_only_what_was_chosen_of_an_encoding_is_written():
    assert encoding_choices(Encoding()) == {}
    assert encoding_words(Encoding()) == []
    chosen = Encoding.of(ENCODING)
    assert Encoding.of(encoding_choices(chosen)) == chosen
    assert encoding_of(parser().parse_args(["leaderboard", "x.csv", *encoding_words(chosen)])) == chosen
    with pytest.raises(ParameterError, match="--treat needs a column"):
        encoding_of(parser().parse_args(["leaderboard", "x.csv", "--treat", "one-hot"]))
    with pytest.raises(UnknownName, match="treatment of a column"):
        encoding_of(parser().parse_args(["leaderboard", "x.csv", "--treat", "a=hash"]))
