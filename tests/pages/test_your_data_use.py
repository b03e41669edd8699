"""A model that is fitted on Your data classifies new rows, and what is taken away gives the same numbers."""

import subprocess
import sys

import pytest
from driving import moved, text
from driving_your_data import all_text, few_rows, fitted, sample, with_rows
from project import clean

from frnn_core import fit_model, load_model
from frnn_core.data.reading import Options
from frnn_core.use.files import model_bytes
from frnn_core.use.new_rows import read_new_rows
from frnn_core.use.predictions import predict_rows
from frnn_core.your_data.use_snippet import model_script
from pages.ui.your_data.file import sample_text


def on_hand(app):
    return app.session_state["model on hand"][1]


def test_the_model_is_that_of_the_library_with_the_settings_of_the_board():
    app = fitted()
    model = on_hand(app)
    expected = fit_model(sample(), model.settings.relation, k=3)
    rows = read_new_rows(few_rows(), expected, name="new.csv")
    assert predict_rows(model, rows).csv() == predict_rows(expected, rows).csv()
    assert "balanced accuracy of" in model.about.estimate
    again = load_model(model_bytes(model))
    assert predict_rows(again, rows).csv() == predict_rows(model, rows).csv()


def test_new_rows_get_classes_scores_neighbours_and_reasons():
    app = with_rows(fitted(), few_rows())
    told = predict_rows(on_hand(app), read_new_rows(few_rows(), on_hand(app), name="new.csv"))
    answers = next(d.value for d in app.dataframe if "nearest training row" in d.value)
    assert answers["class"].tolist() == told.classes.tolist()
    assert (
        answers["nearest training row"].tolist() == told.nearest[:, 0].tolist() == [396, 397, 398, 399, 400]
    )
    assert "5 rows: " in text(app)
    assert "remark" in all_text(app)  # what is left out is said
    app.number_input(key="explained row").set_value(2)
    moved(app)
    shown = [frame.value for frame in app.dataframe]
    beside = next(frame for frame in shown if "this row" in frame)
    assert list(beside) == ["this row", *(f"row {row}" for row in told.nearest[1])]
    assert beside["this row"].tolist() == beside["row 397"].tolist()  # it is that very row
    inside, outside = (frame for frame in shown if "adds" in frame)
    assert set(inside["class"]) == {told.classes[1]} != set(outside["class"])
    score = (inside["adds"].sum() + 1 - outside["adds"].sum()) / 2
    assert score == pytest.approx(told.scores[1].max(), abs=0.01)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (few_rows(drop={"income"}), "income"),
        (b"", "empty"),
        (b"a,b\n1,2\n", "not a column"),
    ],
)
def test_rows_that_do_not_fit_end_in_words_and_the_model_stays(data, words):
    app = with_rows(fitted(), data)
    assert not app.exception
    assert words in app.error[0].value or "column" in app.error[0].value
    assert on_hand(app) is not None
    assert app.subheader[0].value


def test_another_comparison_lets_the_model_go():
    app = fitted()
    app.selectbox(key="yk").set_value("7")
    moved(app)
    assert "model on hand" not in app.session_state
    app.button(key="fit the model").click()
    moved(app)
    assert on_hand(app).settings.k == 7


@pytest.mark.slow
def test_the_script_of_a_model_gives_the_numbers_of_the_page_in_a_clean_process(tmp_path):
    app = fitted()
    model = on_hand(app)
    script = model_script(model, "sample.csv", Options("outcome"), model_file="sample.frnn")
    (tmp_path / "sample.csv").write_text(sample_text())
    (tmp_path / "new.csv").write_bytes(few_rows())
    (tmp_path / "model.py").write_text(script)
    done = subprocess.run(
        [sys.executable, "model.py"],
        cwd=tmp_path,
        env=clean(PATH=""),
        capture_output=True,
        text=True,
        check=True,
    )
    rows = read_new_rows(few_rows(), model, name="new.csv")
    assert done.stdout.endswith(predict_rows(model, rows).csv())
    assert load_model(tmp_path / "sample.frnn").about.estimate == model.about.estimate
