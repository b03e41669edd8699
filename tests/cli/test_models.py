"""fit, predict and explain on the command line."""

import io

import pandas as pd
import pytest
from trained import PLAIN_CSV, asked_frame, mixed_data, mixed_frame

from frnn_core import (
    RELATIONS,
    fit_model,
    fit_tuned_model,
    load_model,
    predict_rows,
    read_dataset,
    read_new_rows,
)
from frnn_core.__main__ import main
from frnn_core.use.files import model_bytes


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a table and new rows, where the commands run."""
    monkeypatch.chdir(tmp_path)
    mixed_frame().to_csv("trees.csv", index=False)
    asked_frame().to_csv("new.csv", index=False)
    return tmp_path


def test_fit_predict_and_explain_agree_with_the_library(folder, capsys):
    arguments = [
        "--relation",
        "euc",
        "--k",
        "4",
        "--weights",
        "mean",
        "--gaps",
        "fill",
        "--categories",
        "one-hot",
    ]
    assert main(["fit", "trees.csv", "--target", "kind", "--out", "a.frnn", *arguments]) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert "a.frnn: Euclidean, k = 4, fitted to 60 rows of trees with 6 columns and 3 classes." in told.err
    model = load_model("a.frnn")
    assert (model.settings.relation, model.settings.weights) == ("euc", "mean")
    assert model.settings.encoding.categories == "one-hot"
    assert main(["predict", "a.frnn", "new.csv"]) == 0
    told = capsys.readouterr()
    assert "Column colour: 1 row with a value that no training row has" in told.err
    assert main(["predict", "a.frnn", "new.csv", "--out", "classes.csv"]) == 0
    assert "classes.csv: 20 rows classified." in capsys.readouterr().err
    assert (folder / "classes.csv").read_text() == told.out
    here = predict_rows(model, read_new_rows("new.csv", model)).frame()
    printed = pd.read_csv(io.StringIO(told.out), index_col="row")
    pd.testing.assert_frame_equal(printed, here, check_exact=True, check_dtype=False)
    assert main(["explain", "a.frnn", "new.csv", "--row", "3"]) == 0
    assert capsys.readouterr().out.startswith(f"Row 3 of new: {here['class'][3]}\nScore of each class:")


def test_the_same_table_gives_the_same_file(folder):
    for name in ("a.frnn", "b.frnn"):
        assert main(["fit", "trees.csv", "--target", "kind", "--relation", "nca", "--out", name]) == 0
    data = read_dataset("trees.csv", target="kind")
    assert (folder / "a.frnn").read_bytes() == (folder / "b.frnn").read_bytes()
    assert (folder / "a.frnn").read_bytes() == model_bytes(fit_model(data, "nca"))


def test_tuned_models_come_from_the_command_line_too(folder, capsys):
    (folder / "people.csv").write_bytes(PLAIN_CSV)
    assert main(["fit", "people.csv", "--tuned", "--seed", "3", "--out", "a.frnn", "--card", "a.md"]) == 0
    data = read_dataset("people.csv")
    assert (folder / "a.frnn").read_bytes() == model_bytes(fit_tuned_model(data, seed=3))
    card = (folder / "a.md").read_text()
    assert "Chosen by cross-validation" in card
    assert "predict a.frnn new.csv" in card
    capsys.readouterr()
    assert main(["explain", "a.frnn", "people.csv"]) == 0
    assert "Chance of each class" in capsys.readouterr().out


def test_other_units_and_strange_rows_are_warned_of(folder, capsys):
    (folder / "people.csv").write_bytes(PLAIN_CSV)
    (folder / "odd.csv").write_text("height,weight\n1.6,60\n1.7,65\n")
    assert main(["fit", "people.csv", "--estimate", "good", "--out", "a.frnn"]) == 0
    assert load_model("a.frnn").about.estimate == "good"
    assert main(["predict", "a.frnn", "odd.csv"]) == 0
    told = capsys.readouterr().err
    assert "Warning: Column height: all rows have values unlike" in told
    assert "Warning: 2 rows of 2 are unlike anything seen" in told
    assert main(["explain", "a.frnn", "odd.csv"]) == 0
    told = capsys.readouterr()
    assert "Warning: Column height" in told.err
    assert "Unlike anything seen: yes" in told.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["fit", "none.csv", "--out", "a.frnn"], "There is no file none.csv"),
        (["fit", "trees.csv", "--out", "nowhere/a.frnn"], "There is no folder nowhere"),
        (["fit", "trees.csv", "--target", "kin", "--out", "a.frnn"], "kind"),
        (["fit", "trees.csv", "--relation", "mann", "--out", "a.frnn"], "Did you mean man"),
        (["fit", "trees.csv", "--k", "0", "--out", "a.frnn"], "k must be"),
        (
            ["fit", "trees.csv", "--tuned", "--k", "4", "--out", "a.frnn"],
            "--tuned chooses by itself. Leave out --k",
        ),
        (["fit", "trees.csv", "--blended", "--out", "a.frnn"], "--blended needs --tuned"),
        (["predict", "none.frnn", "new.csv"], "There is no file none.frnn"),
        (["predict", "trees.csv", "new.csv"], "trees.csv is no model file"),
        (["predict", "good.frnn", "none.csv"], "There is no file none.csv"),
        (["predict", "good.frnn", "empty.csv"], "empty"),
        (["predict", "good.frnn", "other.csv"], "Is it the model of another table?"),
        (["predict", "good.frnn", "lacking.csv"], "Column width (is it with?) is missing"),
        (["predict", "good.frnn", "new.csv", "--out", "nowhere/a.csv"], "cannot be written"),
        (["explain", "good.frnn", "new.csv", "--row", "99"], "There is no row 99: new has 20 rows"),
    ],
)
def test_what_is_wrong_ends_in_one_line_with_cause_and_cure(arguments, words, folder, capsys):
    (folder / "good.frnn").write_bytes(model_bytes(fit_model(mixed_data())))
    (folder / "empty.csv").write_text("")
    (folder / "other.csv").write_text("alcohol,ash\n1,2\n")
    asked_frame().rename(columns={"width": "with"}).to_csv("lacking.csv", index=False)
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert words in told.err
    assert "Traceback" not in told.err
    assert not (folder / "a.frnn").exists()


def test_every_relation_can_be_fitted_and_asked(folder, capsys):
    (folder / "people.csv").write_bytes(PLAIN_CSV)
    for relation in list(RELATIONS)[::5]:
        assert main(["fit", "people.csv", "--relation", relation, "--out", "a.frnn"]) in (0, 2)
        if "undefined" not in capsys.readouterr().err:
            assert main(["predict", "a.frnn", "people.csv"]) == 0
