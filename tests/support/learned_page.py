"""What tests of the page Learned relations ask of it."""

import base64

import numpy as np
from driving import figures, opened, waited
from streamlit.util import AttributeDictionary

from frnn_core.experiments.score_table import score_table
from frnn_core.studies.learned import fold_scores, overview, plan_of, verdict
from frnn_core.text import number, signed

PAGE = "learned"


def finding(app):
    return app.subheader[0].value


def assert_finds(app, name, method="nca", k=3, link="squared"):
    """The sentence has both means, and says whether they differ by more than fold noise."""
    folds = fold_scores(name, method, k, link)
    told = verdict(folds)
    assert f"{number(folds[method].mean())} against Manhattan's {number(folds['man'].mean())}" in finding(app)
    assert f"on {name}" in finding(app)
    noise = "within fold noise" if told.p >= 0.05 else "by more than fold noise"
    assert finding(app).endswith(f"{noise}.")


def assert_finds_all(app, method="nca", k=3, link="squared"):
    """The sentence counts the data sets and tests over them."""
    told = overview(score_table(plan_of(method, k, link)), method)
    counts = told.counts
    assert (
        f"on {counts.ahead}, level on {counts.level} and behind on {counts.behind} of 40 data sets; "
        f"the mean difference is {signed(told.mean)}" in finding(app)
    )
    assert number(told.pair.p) in finding(app)
    columns = points(figures(app)[0], "columns")
    assert columns["customdata"] == list(told.rows.index)


def points(figure, meta):
    (trace,) = [trace for trace in figure["data"] if trace.get("meta") == meta]
    return trace


def decoded(values):
    """Plotly writes arrays as text."""
    return np.frombuffer(base64.b64decode(values["bdata"]), dtype=values["dtype"])


def clicked_at(name):
    """What a figure keeps of a click."""
    return AttributeDictionary({"selection": {"points": [{"customdata": name}]}})


def settled(name, method, **params):
    """A view whose scores may have to be computed first."""
    app = opened(PAGE, on=name, learn=method, **params)
    return waited(app, lambda: "against Manhattan's" in finding(app))
