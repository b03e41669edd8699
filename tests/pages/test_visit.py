"""A table of one's own on every page: in this visit alone, in no link, no store and no shared cache."""

import base64
import gc
import weakref

import numpy as np
import pytest
from driving import address, figures, moved, opened, scenes, text, waited
from driving_your_data import upload

from frnn_core.data import partition, read_dataset
from frnn_core.data.loading import load_dataset
from frnn_core.engine.encoding import Encoding
from frnn_core.errors import UnknownName
from frnn_core.experiments.store import default_path
from frnn_core.studies.explain import Case, How, rank_rows, trained, training_rows
from frnn_core.studies.explain.words import finding
from frnn_core.text import number
from pages.ui import cache, visit

EVIL = "[evil](http://e.vil)"
FILE = "secret flowers.csv"
PAGES = {
    "explain": "ed",
    "playground": "pd",
    "sensitivity": "mine",
    "gamma_descent": "set",
    "learned": "on",
    "weights": "wd",
}
TABLES = "tables of this visit"


def made(rows=60, seed=0, *, kinds=False):
    """A table as text: two or three columns, hostile names, two classes."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rows, 2))
    labels = np.where(X.sum(axis=1) + rng.normal(0, 0.7, rows) > 0, f"yes {EVIL}", "*no*")
    colour = rng.choice(["red", "blue"], rows)
    cells = [f"{a:.3f},{b:.3f}," + (f"{c}," if kinds else "") + y
             for (a, b), c, y in zip(X, colour, labels, strict=True)]  # fmt: skip
    head = f"pe$t$al,{EVIL},{'colour,' if kinds else ''}kind"
    return "\n".join([head, *cells]).encode()


def visiting(raw, file=FILE):
    """A visit in which a table was checked."""
    return upload(opened("your_data", among="man"), file, raw)


def go(app, page, **asked):
    """Another page of the same visit."""
    app.switch_page(f"pages/{page}.py")
    app.query_params.clear()
    for name, value in asked.items():
        app.query_params[name] = value
    moved(app)
    return waited(app, lambda: app.subheader and not any(b.key == "cancel the run" for b in app.button))


def own(app):
    """The tables of a visit by their secret names."""
    return app.session_state[TABLES]


@pytest.fixture(scope="module")
def visitor():
    """One who brought a table of numbers."""
    return visiting(made())


@pytest.mark.parametrize(("page", "param"), PAGES.items())
def test_every_page_offers_the_table_first_and_shows_it(visitor, page, param):
    go(visitor, page, **{param: "yours"})
    (key,) = own(visitor)
    box = visitor.selectbox(key=param)
    assert box.value == key
    assert box.options[0] == f"your table: {FILE}"
    assert figures(visitor) or scenes(visitor)
    assert "your table" in text(visitor)
    assert not [warning for warning in visitor.warning if "This link" in warning.value]


@pytest.mark.parametrize(("page", "param"), PAGES.items())
def test_nothing_of_the_table_is_in_the_address_or_the_words_as_more_than_text(visitor, page, param):
    go(visitor, page, **{param: "yours"})
    assert address(visitor) == {param: "yours"}
    told = text(visitor)
    assert EVIL not in told
    assert "pe$t$al" not in told
    assert visit.PREFIX not in told
    assert "Your table is in no link" in told


@pytest.mark.parametrize(("page", "param"), PAGES.items())
def test_another_visitor_does_not_have_it(visitor, page, param):
    other = opened(page, **{param: "yours"})
    assert TABLES not in other.session_state
    assert not any("your table" in str(option) for box in other.selectbox for option in box.options)
    warned = other.warning[0]
    assert "a table of one's own stays with its visit and is in no link" in warned.value
    assert "upload it again on the page Your data" in warned.value
    assert param not in address(other)
    (key,) = own(visitor)
    guessed = opened(page, **{param: key})
    assert "there is no such choice" in guessed.warning[0].value


def test_the_name_is_known_in_no_other_place(visitor):
    (key,) = own(visitor)
    with pytest.raises(UnknownName):
        load_dataset(key)


def test_a_visit_that_ends_leaves_nothing_behind():
    """Whatever a shared cache held would be alive after the visit."""
    app = visiting(made(seed=1))
    for page, param in PAGES.items():
        go(app, page, **{param: "yours"})
    (table,) = own(app).values()
    gone = [weakref.ref(each) for each in (table.data, table.of, table.results, table)]
    files = [path for path in default_path().parent.rglob("*") if path.is_file()]
    (key,) = own(app)
    del app, table
    gc.unfreeze()  # pages exempt what is loaded from collection
    gc.collect()
    assert [each() for each in gone] == [None] * 4
    words = (key.encode(), FILE.encode(), b"pe$t$al")
    assert not any(word in path.read_bytes() for path in files for word in words)
    assert not any(word in str(path).encode() for path in files for word in words)


def test_figures_of_a_table_are_not_kept(visitor, monkeypatch):
    kept = []
    monkeypatch.setattr(cache, "_drawn", lambda *given: kept.append(given))
    go(visitor, "playground", pd="yours", layer="lower")
    assert scenes(visitor)
    go(visitor, "playground", pd="yours", layer="lower", plain="1")
    assert figures(visitor)
    assert not kept


def test_explain_gives_the_numbers_of_the_table(visitor):
    data = read_dataset(made())
    folds = partition(data)
    row = int(rank_rows(data, folds, How(), 3).rows[0])
    case = Case(trained(data, training_rows(data, folds, "fold", int(folds.membership[row])), How()), 3,
                data.X[row], str(data.y[row]))  # fmt: skip
    go(visitor, "explain", ed="yours")
    ranking = rank_rows(data, folds, How(), 3)
    assert visitor.subheader[0].value == visit.bold_only(finding(case, ranking))
    assert f"Row {row + 1} is a test row" in text(visitor)


def test_a_typed_row_stays_in_the_visit(visitor):
    go(visitor, "explain", ed="yours", et="typed")
    assert [box.label for box in visitor.number_input[1:]] == [visit.plain("pe$t$al"), visit.plain(EVIL)]
    visitor.number_input(key="typed 1").set_value(2.5)
    moved(visitor)
    assert "1 of 2 values differ from row" in text(visitor)
    assert address(visitor) == {"ed": "yours", "et": "typed"}
    visitor.number_input(key="row number").set_value(5)
    moved(visitor)
    assert "Row 5 is a test row" in text(visitor)
    assert address(visitor) == {"ed": "yours", "et": "typed"}
    visitor.selectbox(key="ed").set_value("wine")
    moved(visitor)
    assert "your table" not in visitor.caption[0].value
    assert address(visitor) == {"et": "typed"}


def test_k_and_gamma_on_the_table_are_computed_apart_and_right(visitor):
    before = default_path().read_bytes() if default_path().exists() else b""
    go(visitor, "sensitivity", data="yours", view="kg")
    (table,) = own(visitor).values()
    found = figures(visitor)[0]
    cells = next(trace for trace in found["data"] if trace["type"] == "heatmap")
    assert len(table.results) >= 25 * 20 * 10
    assert number(float(np.nanmax(np.array(_numbers(cells["z"]), dtype=float)))) in visitor.subheader[0].value
    assert (default_path().read_bytes() if default_path().exists() else b"") == before


def _numbers(z):
    if isinstance(z, dict):
        return np.frombuffer(base64.b64decode(z["bdata"]), z["dtype"])
    return [value for row in z for value in row if value is not None]


def test_categories_are_taken_as_chosen_on_your_data():
    app = visiting(made(kinds=True))
    assert "*Learned relations* needs columns of numbers without gaps" in text(app)
    (table,) = own(app).values()
    assert table.encoding == Encoding()
    app.selectbox(key="cats").set_value("one-hot")
    moved(app)
    (changed,) = own(app).values()
    assert changed.encoding.categories == "one-hot"
    go(app, "explain", ed="yours")
    assert "categories a column of 0 and 1 for each value" in text(app).lower()
    app.switch_page("pages/learned.py")
    app.query_params["on"] = "yours"
    moved(app)
    assert "this page needs columns of numbers without gaps" in app.warning[0].value


def test_the_last_three_tables_are_kept_and_told_apart():
    app = visiting(made(seed=2))
    keys = list(own(app))
    go(app, "explain", ed="yours", row="4")
    for seed in (3, 4):
        app.switch_page("pages/your_data.py")
        app.query_params.clear()
        moved(app)
        upload(app, FILE, made(seed=seed))
        keys += [key for key in own(app) if key not in keys]
    assert list(own(app)) == keys[-3:]
    go(app, "explain", ed="yours")
    assert app.selectbox(key="ed").options[:3] == [
        f"your table: {FILE}",
        f"your table: {FILE} (2)",
        f"your table: {FILE} (3)",
    ]
    assert app.selectbox(key="ed").value == keys[0]
    app.switch_page("pages/your_data.py")
    app.query_params.clear()
    moved(app)
    upload(app, FILE, made(seed=5))
    assert len(own(app)) == visit.MOST_TABLES
    assert keys[0] not in own(app)
    go(app, "explain")
    assert app.selectbox(key="ed").value == "wine"


def test_a_table_that_is_too_large_is_offered_nowhere(monkeypatch):
    monkeypatch.setattr(visit, "MOST_ROWS", 50)
    app = visiting(made())
    assert "This table is not offered on other pages" in text(app)
    assert TABLES not in app.session_state


def test_a_server_that_is_full_says_so(monkeypatch):
    monkeypatch.setattr(visit, "MOST_HELD", 100)
    assert "The tables of other visitors fill this server" in text(visiting(made()))


def test_results_of_a_visit_are_bounded(visitor, monkeypatch):
    monkeypatch.setattr(visit, "MOST_KEPT", 5)
    go(visitor, "explain", ed="yours", k="4")
    assert len(visitor.session_state["results on tables of this visit"]) <= 5


def test_a_sample_is_no_table_of_the_visitor():
    assert TABLES not in opened("your_data", among="man").session_state
