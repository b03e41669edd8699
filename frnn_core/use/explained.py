"""One new row explained in words and tables: which training rows make its class."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from frnn_core.engine.explanation import Explanation, Side
from frnn_core.errors import ParameterError
from frnn_core.text import counted, number, text_table
from frnn_core.use.new_rows import NewRows
from frnn_core.use.predictions import Predictions, predict_rows
from frnn_core.use.trained import TrainedModel

if TYPE_CHECKING:
    import pandas as pd


def one_row(rows: NewRows, row: int) -> NewRows:
    """The row of a number counted from 1, by itself."""
    if not 1 <= row <= len(rows):
        raise ParameterError(
            f"There is no row {row}: {rows.name} has {counted(len(rows), 'row')}, from 1 on."
        )
    return NewRows(rows.X[row - 1 : row], rows.notes, rows.warnings, rows.name)


def neighbours(model: TrainedModel, told: Explanation, code: int, *, inside: bool) -> pd.DataFrame:
    """The training rows that count inside or outside a class for the first row explained, and how much."""
    import pandas as pd

    side: Side = told.inside if inside else told.outside
    there = side.rows[0, code] >= 0
    rows = side.rows[0, code][there]
    numbers = model.model.numbers
    codes = model.model.train.codes[rows if numbers is None else np.searchsorted(numbers, rows)]
    return pd.DataFrame(
        {
            "class": [model.classes[each] for each in codes],
            "distance": side.distances[0, code][there],
            "similarity": side.similarities[0, code][there],
            "weight": side.weights[0, code][there],
            "adds": side.contributions[0, code][there],
        },
        index=pd.Index(rows + 1, name="training row"),
    )


def values(model: TrainedModel, rows: NewRows, told: Predictions) -> pd.DataFrame:
    """The values of the first row beside those of the nearest training rows, column by column."""
    import pandas as pd

    found = {"this row": [_shown(model, i, rows.X[0, i]) for i in range(len(model.columns))]}
    table = model.model.train.table
    if table is not None:
        near = model.nearest(rows.X[:1], told.nearest.shape[1])
        for place, name in zip(near.rows[0], told.nearest[0], strict=True):
            cells = [_shown(model, i, table.X[place, i]) for i in range(len(model.columns))]
            found[f"row {name}"] = cells
    return pd.DataFrame(found, index=pd.Index(model.names, name="column"))


def _shown(model: TrainedModel, place: int, value: float) -> str:
    return model.columns[place].shown(float(value))


def explanation_text(model: TrainedModel, rows: NewRows, row: int) -> str:
    """All of it as text for a terminal; `row` is counted from 1."""
    asked = one_row(rows, row)
    told = predict_rows(model, asked)
    lines = [
        f"Row {row} of {rows.name}: {told.classes[0]}",
        _scores(told),
        f"Unlike anything seen: {'yes' if told.unlike[0] else 'no'} (nearest training row at "
        f"{told.closest[0]:.4g}). {told.limit}",
        "",
        "Its values, and those of the nearest training rows:",
        text_table(values(model, asked, told).reset_index()),
    ]
    if model.tuned is not None and len(model.tuned.members) > 1:
        return "\n".join(
            [*lines, "", "Several settings decide together, so their neighbours do not add up to it."]
        )
    return "\n".join(lines + _sides(model, model.explain(asked.X)))


def _scores(told: Predictions) -> str:
    each = [f"{name} {number(score)}" for name, score in zip(told.class_names, told.scores[0], strict=True)]
    return f"{told.score_word.capitalize()} of each class: {', '.join(each)}; lead {number(told.lead[0])}."


def _sides(model: TrainedModel, told: Explanation) -> list[str]:
    """For the two classes with the largest scores, what their score is made of."""
    tuned = model.tuned is not None
    lines = ["", "Scores before each class gets its head start:"] if tuned else []
    for code in np.argsort(-told.scores[0], kind="stable")[:2].tolist():
        upper, lower, score = told.upper[0, code], told.lower[0, code], told.scores[0, code]
        lines += [
            "",
            f"Class {model.classes[code]}: score {number(score)} = (upper {number(upper)} + lower "
            f"{number(lower)}) / 2.",
            f"Inside it, similarity adds up to the upper part {number(upper)}:",
            _rows(neighbours(model, told, code, inside=True)),
            f"Outside it, similarity adds up to {number(1 - lower)}; the lower part is 1 less that:",
            _rows(neighbours(model, told, code, inside=False)),
        ]
    return lines


def _rows(frame: pd.DataFrame) -> str:
    """Neighbours as aligned text, numbers to four digits."""
    return text_table(
        frame.map(lambda value: value if isinstance(value, str) else f"{value:.4g}").reset_index()
    )
