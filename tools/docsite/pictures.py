"""A picture of each entry of each registry, drawn from what the entry computes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from frnn_core import RELATIONS, Plan, Setting, compare, dataset_names, fit_weights, score_table
from frnn_core.data import load_dataset
from frnn_core.engine.columns import Column
from frnn_core.engine.encoding import Encoding
from frnn_core.engine.measures import Measure
from frnn_core.engine.owa import Weights
from frnn_core.engine.relation import Relation
from frnn_core.engine.scalings import Scaling, fit_scaling
from frnn_core.engine.treatments import GapTreatment, Treatment
from frnn_core.figures import Look, critical_difference
from frnn_core.figures.frame import styled
from frnn_core.model import Model
from frnn_core.relations.kernels import Kernel
from frnn_core.stats.corrections import Correction
from frnn_core.stats.posthoc import PosthocTest
from frnn_core.studies.relations import Fit, field, fit, link_curve, two_features
from frnn_core.studies.relations.figures.link_curves import link_curves
from frnn_core.studies.relations.figures.similarity_field import similarity_field

LOOK = Look(
    names={key: spec.label for key, spec in RELATIONS.items()},
    families={key: spec.family for key, spec in RELATIONS.items()},
)
SHOWN, FEATURES, CENTRE, CENTRE_CLASS = "wine", (0, 9), (0.1, 0.1), 1
"""What relations are drawn on: two features of a data set, and where the star stands."""
BLUE, RED, GREEN, PURPLE = LOOK.colours.classes[:4]
DASHES = ("dot", "dash", "solid", "dashdot")
COUNTS = np.array([[50, 4, 2], [6, 20, 4], [3, 5, 6]])
"""Right and wrong answers in three classes of different sizes, for the measures."""
P_VALUES = np.array([0.001, 0.004, 0.008, 0.012, 0.02, 0.03, 0.045, 0.09, 0.3, 0.6])
COMPARED = ("man", "euc", "che", "can", "cos", "pcc", "mah")
Pictures = dict[str, go.Figure]
"""Figures by what they show, in words."""


@cache
def fitted(key: str) -> Fit:
    """A relation on the two features that are drawn."""
    return fit(two_features(SHOWN, *FEATURES), key)


def of_relation(spec: Relation) -> Pictures:
    """The similarity to a star all over a square, and how it falls with distance."""
    on = fitted(spec.key)
    if on.model is None:
        return {}
    square = similarity_field(
        field(on, CENTRE, CENTRE_CLASS),
        CENTRE,
        title=spec.label,
        rows=on.rows,
        codes=on.data.codes,
        features=on.data.feature_names,
        look=LOOK,
    )
    curve = link_curves({spec.key: link_curve(on, CENTRE_CLASS)}, look=LOOK)
    curve.layout.annotations = ()
    curve.update_layout(height=square.layout.height, margin={"r": 26})
    return {
        f"Similarity to the star by {spec.label}, on two features of {SHOWN}": square,
        "Similarity against distance": curve,
    }


def of_kernel(spec: Kernel) -> Pictures:
    """The kernel at four widths."""
    d = np.linspace(0, 2, 201)
    lines = [
        go.Scatter(x=d, y=spec.value(d, gamma), mode="lines", name=f"γ = {gamma:g}", line=line)
        for gamma, line in zip((0.25, 0.5, 1, 2), _lines(), strict=True)
    ]
    return {
        f"{spec.label} kernel over the distance, at four widths": _plain(lines, "distance d", "similarity R")
    }


def of_weights(spec: Weights) -> Pictures:
    """What each of ten neighbours counts; learned ones on a data set."""
    if not spec.learns:
        weights = {"weights": spec.family(4)(10)}
    else:
        data = load_dataset("pima")
        X = fit_scaling(data.X, "centred")(data.X)
        found = fit_weights(X, data.y, k=10, by_class=spec.by_class)
        names = data.class_names if spec.by_class else ("",)
        weights = {
            f"{side} {name}".strip(): row
            for side, rows in (("inside", found.upper), ("outside", found.lower))
            for name, row in zip(names, rows, strict=True)
        }
    places = list(range(1, 11))
    several = [
        go.Scatter(x=places, y=row, mode="lines", name=name, line=line)
        for (name, row), line in zip(weights.items(), _lines(), strict=False)
    ]
    drawn = several if len(several) > 1 else [go.Bar(x=places, y=weights["weights"], marker_color=BLUE)]
    where = " (for four features)" if spec.by_features else " (learned on pima)" if spec.learns else ""
    figure = _plain(drawn, "neighbour, nearest first", "weight")
    figure.update_yaxes(rangemode="tozero")
    return {f"What each of ten neighbours counts{where}": figure}


def of_scaling(spec: Scaling) -> Pictures:
    """Where three features of a data set come to lie."""
    data = load_dataset(SHOWN)
    columns = [data.feature_names.index(name) for name in ("alcohol", "malic acid", "proline")]
    X = spec.fit(data.X)(data.X)[:, columns]
    rng = np.random.default_rng(0)
    dots = [
        go.Scatter(
            x=X[:, i],
            y=i + rng.uniform(-0.25, 0.25, len(X)),
            mode="markers",
            marker={"size": 4, "color": colour, "opacity": 0.6},
        )
        for i, colour in enumerate((BLUE, RED, GREEN))
    ]
    figure = _plain(dots, "value after the scaling", "")
    names = [data.feature_names[i] for i in columns]
    figure.update_yaxes(tickvals=[0, 1, 2], ticktext=names, range=[-0.6, 2.6])
    return {f"Three features of {SHOWN} after this scaling": figure}


COLUMNS: dict[str, tuple[Column, Sequence[float]]] = {
    "number": (Column("x"), (0, 1, 2, 5, 10)),
    "ordered": (Column("x", "ordered", ("low", "middle", "high", "top")), (0, 1, 2, 3)),
    "yes-no": (Column("x", "yes-no", ("no", "yes")), (0, 1)),
    "category": (Column("x", "category", ("red", "green", "blue", "grey")), (0, 1, 2, 3)),
    "date": (Column("x", "date"), (19723, 19754, 19906, 20058, 20089)),
}
"""A column of each role, and the values that are compared."""


def of_treatment(spec: Treatment) -> Pictures:
    """How far apart a column's values are."""
    column, values = COLUMNS[spec.role]
    classes = {"red": "aaab", "green": "aabb", "blue": "bbba", "grey": "bbbb"}
    X = np.repeat(np.array(values, dtype=float), 4)[:, None]
    y = np.array(list("".join(classes.values()) if spec.role == "category" else "ab" * (2 * len(values))))
    encoding = Encoding(treatments=((column.name, spec.key),))
    return {
        f"How far apart values are, as a share of the range: {spec.label.lower()}": _distances(
            column, X, y, values, encoding
        )
    }


def of_gaps(spec: GapTreatment) -> Pictures:
    """How far a gap is from values and from another gap."""
    if spec.drops:
        return {}
    column = Column("x")
    values = (0.0, 0.25, 0.5, 1.0, np.nan)
    X = np.repeat(np.array(values), 2)[:, None]
    figure = _distances(column, X, np.array(list("ab" * 5)), values, Encoding(gaps=spec.key))
    return {f"How far a gap is from the values of a number: {spec.label.lower()}": figure}


def _distances(
    column: Column, X: np.ndarray, y: np.ndarray, values: Sequence[float], encoding: Encoding
) -> go.Figure:
    """Manhattan distances between the values of a column, as the classifier sees them."""
    from frnn_core.data import Dataset
    from frnn_core.engine.approximations import similarity_matrix

    data = Dataset("values", X, y, ("x",), columns=(column,))
    model = Model.of(data, "man", 1, encoding=encoding)
    rows = model.train.X[:: len(X) // len(values)]
    R = similarity_matrix(model.relation, rows, rows, np.zeros(len(rows), dtype=int))
    D = (1 - R) * model.train.n_features
    names = ["gap" if np.isnan(value) else column.shown(value).removeprefix("20") for value in values]
    return _matrix(D, max(1.0, float(D.max())), [[f"{d:.2f}" for d in row] for row in D], names)


def _matrix(
    values: np.ndarray,
    most: float,
    texts: Sequence[Sequence[str]],
    names: Sequence[str],
    x: str = "",
    y: str = "",
) -> go.Figure:
    """A square of cells, its first row on top, with a text in each."""
    colours = LOOK.colours
    places = list(range(len(names)))
    figure = go.Figure(
        go.Heatmap(
            z=values,
            x=places,
            y=places,
            zmin=0,
            zmax=most,
            colorscale=[[0, colours.background], [1, BLUE]],
            showscale=False,
        )
    )
    for i, j in np.ndindex(values.shape):
        ink = colours.background if values[i, j] > 0.5 * most else colours.text
        figure.add_annotation(x=j, y=i, text=texts[i][j], showarrow=False, font={"color": ink})
    styled(figure, LOOK, 300)
    end = len(names) - 0.5
    axis = {
        "tickvals": places,
        "ticktext": list(names),
        "tickangle": 0,
        "showgrid": False,
        "automargin": False,
    }
    figure.update_layout(margin={"l": 64, "b": 44 if x else 24})
    figure.update_xaxes(**axis, title_text=x, range=[-0.5, end])
    figure.update_yaxes(**axis, title_text=y, range=[end, -0.5])
    return figure


def of_measure(spec: Measure) -> Pictures:
    """Right and wrong answers in three classes, and what the measure makes of them."""
    shares = COUNTS / COUNTS.sum(axis=1, keepdims=True)
    texts = [[str(count) for count in row] for row in COUNTS]
    figure = _matrix(shares, 1.0, texts, ("a", "b", "c"), "predicted class", "true class")
    return {f"One hundred answers in three classes: {spec.label} {float(spec(COUNTS)):.3f}": figure}


@cache
def _scores() -> tuple[pd.DataFrame, pd.DataFrame]:
    """Seven relations on the paper's data sets, and why cells are blank."""
    table = score_table(Plan(dataset_names(), tuple(Setting.of(key) for key in COMPARED)))
    return table.frame(), table.reasons()


def of_test(spec: PosthocTest) -> Pictures:
    """The critical-difference diagram of seven relations by this test."""
    scores, reasons = _scores()
    figure = critical_difference(compare(scores, reasons=reasons, test=spec.key), look=LOOK)
    return {f"Seven relations on the paper's data sets, k = 3, by {spec.label}": figure}


def of_correction(spec: Correction) -> Pictures:
    """Ten p-values before and after."""
    ranks = list(range(1, len(P_VALUES) + 1))
    dots = [
        go.Scatter(
            x=ranks,
            y=P_VALUES,
            mode="markers",
            name="as they are",
            marker={"color": LOOK.colours.muted, "size": 7},
        ),
        go.Scatter(
            x=ranks,
            y=spec.function(P_VALUES),
            mode="markers",
            name="corrected",
            marker={"color": BLUE, "size": 8, "symbol": "diamond"},
        ),
    ]
    figure = _plain(dots, "test, smallest p first", "p")
    figure.add_hline(y=0.05, line={"color": LOOK.colours.text, "width": 1, "dash": "dot"})
    figure.update_yaxes(range=[-0.03, 1.05])
    found = int((spec.function(P_VALUES) < 0.05).sum())
    return {f"Ten p-values before and after: {found} stay below .05 (dotted)": figure}


def _lines() -> list[dict[str, Any]]:
    return [
        {"color": colour, "dash": dash, "width": 2}
        for colour, dash in zip((BLUE, RED, GREEN, PURPLE), DASHES, strict=True)
    ]


def _plain(traces: Sequence[Any], x: str, y: str) -> go.Figure:
    """Traces with named axes."""
    figure = styled(go.Figure(list(traces)), LOOK, 300)
    figure.update_layout(showlegend=len(traces) > 1 and all(trace.name for trace in traces))
    figure.update_xaxes(title_text=x)
    figure.update_yaxes(title_text=y)
    return figure
