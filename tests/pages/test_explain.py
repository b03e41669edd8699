"""The page Explain shows what the classifier decides, for every position of its controls."""

import base64

import numpy as np
import pytest
from driving import address, figures, moved, opened, popovers, seen, text
from streamlit.util import AttributeDictionary

from frnn_core import FRNNClassifier, load_dataset, partition
from frnn_core.studies.explain import FIXED, How, rank_rows
from frnn_core.text import number
from pages.ui.explain.controls import TABS, read_typed, write_typed

PAGE = "explain"


def finding(app):
    return app.subheader[0].value


def judged(
    name="wine", row=61, relation="man", k=3, gamma=1.0, weights="linear", normalise="centred", by="fold"
):
    """Classifier and row, as in the benchmark: by the training part of the row's fold."""
    data = load_dataset(name)
    folds = partition(data)
    train = folds.membership != folds.membership[row - 1]
    if by == "others":
        train = np.arange(len(data.y)) != row - 1
    model = FRNNClassifier(relation, k=k, gamma=gamma, weights=weights, normalise=normalise)
    return model.fit(data.X[train], data.y[train]), data.X[row - 1][None], data.y[row - 1]


def assert_explains(app, **changed):
    """Sentence and bars are the classifier's answer."""
    model, row, own = judged(**changed)
    lower, upper = model.approximations(row)
    scores = ((lower + upper) / 2)[0]
    best, second = np.argsort(-scores, kind="stable")[:2]
    assert model.classes_[best] == model.predict(row)[0]
    assert finding(app).startswith(f"Class {model.classes_[best]} by")
    assert (
        f"{number(scores[best])} against {number(scores[second])} for class {model.classes_[second]}"
        in finding(app)
    )
    ending = "It is the row's own class." if own == model.classes_[best] else f"The row's own class is {own}."
    assert finding(app).endswith(ending)
    bars = {trace["meta"]: trace for trace in figures(app)[0]["data"]}
    for place in (best, second):
        label = model.classes_[place]
        assert sum(bars[f"inside {label}"]["x"]) == pytest.approx(upper[0, place])
        assert bars[f"lower {label}"]["x"] == [pytest.approx(lower[0, place])]
        assert 1 - sum(bars[f"outside {label}"]["x"]) == pytest.approx(lower[0, place])
        assert bars[f"score {label}"]["x"] == [pytest.approx(scores[place])]


def hardest(name, relation="man", k=3, **how):
    data = load_dataset(name)
    return int(rank_rows(data, partition(data), How(relation, **how), k).rows[0]) + 1


@pytest.mark.quick
def test_opens_filled_with_the_hardest_row_of_wine():
    app = seen(PAGE)
    assert app.title[0].value == "Why this class?"
    assert "One prediction, taken apart until it adds up." in text(app)
    assert finding(app) == (
        "Class 1 by a narrow margin: .506 against .494 for class 2. The row's own class is 2."
    )
    assert hardest("wine") == 61
    assert_explains(app)
    assert "Row 61 is a test row of fold 7" in text(app)
    assert "Row numbers count from 1" in text(app)
    assert address(app) == {}
    assert "upper .899 from 3 rows inside" in str(app.get("plotly_chart")[0].proto)
    picker = app.selectbox(key="row")
    assert picker.options[0] == "hardest: row 61 · class 2, predicted 1 · −.012"
    assert picker.options[1] == "row 61 · class 2, predicted 1 · margin −.012"
    assert len(picker.options) == 179


@pytest.mark.parametrize(
    ("widget", "key", "value", "changed", "written"),
    [
        ("selectbox", "ed", "glass", {"name": "glass", "row": 166}, {"ed": "glass"}),
        ("selectbox", "row", 84, {"row": 84}, {"row": "84"}),
        ("selectbox", "er", "can", {"relation": "can", "row": 166}, {"er": "can"}),
        ("slider", "k", 9, {"k": 9}, {"k": "9"}),
        ("selectbox", "w", "mean", {"weights": "mean"}, {"w": "mean"}),
        ("selectbox", "en", "none", {"normalise": None}, {"en": "none"}),
        ("radio", "eb", "others", {"by": "others"}, {"eb": "others"}),
        ("number_input", "row number", 100, {"row": 100}, {"row": "100"}),
    ],
)
def test_a_control_moves_the_answer_and_the_address(widget, key, value, changed, written):
    app = opened(PAGE)
    getattr(app, widget)(key=key).set_value(value)
    moved(app)
    if "row" not in changed:
        how = {name: changed[name] for name in ("weights",) if name in changed}
        how |= {"normalise": "none"} if "normalise" in changed else {}
        changed = {**changed, "row": hardest("wine", k=changed.get("k", 3), **how)}
    assert_explains(app, **changed)
    assert address(app) == written


def test_a_kernel_has_a_width():
    app = opened(PAGE)
    assert "g" not in [slider.key for slider in app.select_slider]
    app.selectbox(key="er").set_value("gauss")
    moved(app)
    app.select_slider(key="g").set_value(0.1)
    moved(app)
    row = hardest("wine", "gauss", gamma=0.1)
    assert_explains(app, relation="gauss", gamma=0.1, row=row)
    assert address(app) == {"er": "gauss", "g": "0.1"}
    assert "widths" in text(app)


def test_a_link_from_outside_names_everything():
    app = opened(PAGE, ed="wine", row="84", er="cos", k="5")
    assert_explains(app, row=84, relation="cos", k=5)
    assert address(app) == {"row": "84", "er": "cos", "k": "5"}
    assert not app.warning
    assert app.selectbox(key="row").value == 84


def test_a_bad_link_is_ignored_with_a_note():
    app = opened(PAGE, ed="wine", row="999", er="nca", k="99", typed="1_x", et="all")
    assert_explains(app)
    notes = " ".join(note.value for note in app.warning)
    assert (
        "row = 999; the rows of wine go from 1 to 178. That part was ignored; the hardest row is shown"
        in notes
    )
    assert "relation = nca" in notes
    assert "k = 99" in notes
    assert r"typed values = 1\_x" in notes
    assert "tab = all" in notes
    assert address(app) == {}


def test_reset_puts_all_back_and_more_counts():
    app = opened(PAGE, ed="glass", w="strict", en="unit")
    assert "More · 2 changed" in popovers(app)
    next(button for button in app.button if button.label == "Reset").click()
    moved(app)
    assert address(app) == {}
    assert_explains(app)


def test_another_data_set_starts_with_its_hardest_row():
    app = opened(PAGE, row="84", typed="1_13")
    app.selectbox(key="ed").set_value("heart")
    moved(app)
    assert address(app) == {"ed": "heart"}
    assert_explains(app, name="heart", row=hardest("heart"))


def test_all_classes_on_request():
    app = opened(PAGE, ed="glass")
    shown = [trace["meta"] for trace in figures(app)[0]["data"] if trace["meta"].startswith("score")]
    assert shown == ["score 7", "score 2", "score 5"]
    assert "3 of 6 classes are shown" in text(app)
    app.toggle(key="classes").set_value(True)
    moved(app)
    shown = [trace["meta"] for trace in figures(app)[0]["data"] if trace["meta"].startswith("score")]
    assert len(shown) == 6
    assert address(app) == {"ed": "glass", "classes": "1"}


def test_every_relation_in_the_table_has_its_own_classifiers_answer():
    app = seen(PAGE)
    table = app.dataframe[0].value.set_index("Relation")
    answers = {}
    for key in FIXED:
        model, row, own = judged(relation=key)
        (label,) = [name for name in table.index if f"({key})" in name]
        answers[label] = model.predict(row)[0]
        assert table.loc[label, "Answer"] == answers[label]
        assert table.loc[label, "Right?"] == ("right" if answers[label] == own else "wrong")
        scores = np.sort(sum(model.approximations(row))[0] / 2)
        assert table.loc[label, "Lead"] == number(scores[-1] - scores[-2])
    disagree = (table["Answer"] != "1").to_numpy()
    assert disagree.sum() == 6
    assert disagree[:6].all()
    assert "6 of 18 relations say another class than 1; 6 of 18 are right" in text(app)
    (fitted,) = [name for name in table.index if "gauss-grad" in name]
    gamma = float(fitted.split("γ = ")[1])
    model, row, _ = judged(relation="gauss", gamma=gamma)
    assert table.loc[fitted, "Answer"] == model.predict(row)[0]


def test_an_undefined_relation_is_a_row_with_its_reason_and_as_choice_a_word_of_help():
    app = opened(PAGE, ed="segment")
    table = app.dataframe[0].value.set_index("Relation")
    assert table.index[-1].startswith(("Mahalanobis", "Class-specific"))
    assert table.loc["Mahalanobis (mah)", "Answer"] == "undefined"
    assert "is constant" in table.loc["Mahalanobis (mah)", "Note"]
    app.selectbox(key="er").set_value("mah")
    moved(app)
    assert "Mahalanobis is undefined on these data" in app.info[0].value
    assert "Choose another relation" in app.info[0].value


def test_what_would_have_to_change():
    told = text(seen(PAGE))
    assert "**k = 19** instead of 3 gives class 2" in told
    assert "**Without the 2 nearest training rows of class 1** (rows 38 and 33) the answer is class 2" in told
    assert "**magnesium = 88.4** instead of 98 gives class 2" in told
    model, row, _ = judged(k=19)
    assert model.predict(row)[0] == "2"
    model, row, _ = judged()
    row = row.copy()
    row[0, 4] = 88.4
    assert model.predict(row)[0] == "2"


@pytest.mark.parametrize("tab", ["features", "neighbours", "typed"])
def test_each_tab_opens_from_its_link(tab):
    app = opened(PAGE, et=tab)
    assert address(app) == {"et": tab}
    words = {
        "features": "has the largest part",
        "neighbours": "First the query, row 61",
        "typed": "all 178 rows",
    }
    assert words[tab] in text(app)
    assert TABS[tab] in [label.label for label in app.tabs]


def test_neighbours_have_the_values_of_the_data():
    app = opened(PAGE, et="neighbours")
    table = app.dataframe[1].value
    data = load_dataset("wine")
    assert table.loc[0, "alcohol"] == data.X[60, 0]
    for _, row in table.iloc[1:].iterrows():
        assert row["flavanoids"] == data.X[row["row"] - 1, 6]
        assert row["class of row"] == data.y[row["row"] - 1]


def test_a_typed_row_is_decided_by_the_whole_data_set():
    app = opened(PAGE, et="typed")
    assert len([box for box in app.number_input if box.key.startswith("typed ")]) == 12
    assert app.number_input(key="typed 1").value == load_dataset("wine").X[60, 0]
    app.number_input(key="typed 1").set_value(14.0)
    moved(app)
    app.number_input(key="typed 2").set_value(3.0)
    moved(app)
    assert address(app) == {"et": "typed", "typed": "1_14,2_3"}
    data = load_dataset("wine")
    row = data.X[60].copy()
    row[:2] = 14, 3
    model = FRNNClassifier().fit(data.X, data.y)
    lower, upper = model.approximations(row[None])
    winner = model.predict(row[None])[0]
    assert app.subheader[1].value.startswith(f"Class {winner} by")
    bars = {trace["meta"]: trace for trace in figures(app)[1]["data"]}
    place = list(model.classes_).index(winner)
    assert sum(bars[f"inside {winner}"]["x"]) == pytest.approx(upper[0, place])
    assert 1 - sum(bars[f"outside {winner}"]["x"]) == pytest.approx(lower[0, place])
    assert "2 of 13 values differ from row 61" in text(app)
    next(button for button in app.button if button.label == "Back to the row's values").click()
    moved(app)
    assert address(app) == {"et": "typed"}
    assert app.number_input(key="typed 1").value == data.X[60, 0]


def test_typed_values_in_a_link_may_name_any_feature_but_no_more_than_there_are():
    app = opened(PAGE, et="typed", typed="13_700,14_1")
    assert app.number_input(key="typed 13").value == 700
    assert (
        "there is no feature 14, only 13. That part was ignored; what remains of it is shown"
        in app.warning[0].value
    )
    assert "1 of 13 values differ" in text(app)


def test_typed_values_are_read_and_checked():
    assert read_typed("2_3,1_14.5") == ((1, 14.5), (2, 3.0))
    assert write_typed(((1, 14.5), (2, 3.0))) == "1_14.5,2_3"
    assert read_typed("") == ()
    for bad in ("1", "x_2", "1_inf", "1_nan", "0_1", "1_1e13", ",".join(f"{i}_1" for i in range(1, 200))):
        with pytest.raises(ValueError, match=r"written|too large|at most"):
            read_typed(bad)


def test_a_large_data_set_is_judged_by_a_sample_and_says_so():
    app = opened(PAGE, ed="page", row="17")
    assert_explains(app, name="page", row=17)
    assert "the 200 hardest of a seeded sample of 3,000 of 5,472 rows" in text(app)


def test_the_card_of_the_data_set_opens():
    app = opened(PAGE)
    next(button for button in app.button if button.label == "About wine").click()
    moved(app)
    assert any("Licence" in caption.value for caption in app.caption)


def test_rows_of_a_fold_without_the_relation_are_left_out_of_the_list():
    app = opened(PAGE, ed="ecoli", er="class-mah")
    assert "302 of 336 rows (none of fold 4, on which the relation is undefined)" in text(app)
    row = int(partition(load_dataset("ecoli")).test_rows[3][0]) + 1
    app = opened(PAGE, ed="ecoli", er="class-mah", row=str(row))
    assert f"So it says nothing of row {row}" in app.info[0].value


def clicked(row):
    return AttributeDictionary({"selection": {"points": [{"customdata": row}]}})


def test_a_row_that_is_clicked_in_the_map_is_explained():
    app = opened(PAGE, et="rows")
    assert "**Row 61.** Class 1 by a narrow margin" in text(app)
    marks = [trace for trace in figures(app)[-1]["data"] if str(trace["meta"]).startswith(("right", "wrong"))]
    assert sum(map(carried, marks)) == 178
    app.session_state["figure map of rows"] = clicked(84)
    moved(app)
    assert_explains(app, row=84)
    assert "**Row 84.**" in text(app)
    assert address(app) == {"et": "rows", "row": "84"}
    app.selectbox(key="row").set_value(61)
    moved(app)
    assert_explains(app, row=61)  # the click is an old one


def carried(trace):
    told = trace["customdata"]
    return len(np.frombuffer(base64.b64decode(told["bdata"]), told["dtype"]) if "bdata" in told else told)


def test_the_list_beside_the_map_is_that_of_the_hardest_rows():
    app = opened(PAGE, et="rows", k="5")
    data = load_dataset("wine")
    ranking = rank_rows(data, partition(data), How(), 5)
    listed = app.dataframe[-1].value
    assert listed["row"].tolist() == (ranking.rows + 1).tolist()
    assert listed["class"].tolist() == data.y[ranking.rows].tolist()
    assert listed["answer"].tolist() == [data.class_names[code] for code in ranking.predicted]
