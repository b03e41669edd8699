"""A prediction as tables: what each neighbour adds, and what other relations say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pandas as pd

from frnn_core.data import Dataset
from frnn_core.engine.arrays import FloatArray
from frnn_core.studies.explain.case import Case


def contributions(case: Case, places: Iterable[int] | None = None) -> pd.DataFrame:
    """A row a class, side and neighbour; row numbers are of the data set, from 1.

    For each class the contributions inside add up to upper, and 1 minus those outside is lower.
    """
    data, rows = case.trained.data, case.trained.rows
    found = []
    for place in case.order if places is None else places:
        for name, side in (("inside", case.told.inside), ("outside", case.told.outside)):
            for number, row in enumerate(side.rows[0, place]):
                if row >= 0:
                    found.append(
                        {
                            "class": case.names[place],
                            "side": name,
                            "order": number + 1,
                            "row": int(rows[row]) + 1,
                            "class of row": str(data.y[rows[row]]),
                            "similarity": float(side.similarities[0, place, number]),
                            "weight": float(side.weights[0, place, number]),
                            "contribution": float(side.contributions[0, place, number]),
                        }
                    )
    return pd.DataFrame(found)


def with_features(case: Case, table: pd.DataFrame) -> pd.DataFrame:
    """The same with the values of the features, and the query itself on top."""
    data = case.trained.data
    names = [feature_column(name, table) for name in data.feature_names]
    values = as_they_stand(data, data.X[table["row"].to_numpy() - 1], names)
    neighbours = pd.concat([table.reset_index(drop=True), values], axis=1)
    asked = as_they_stand(data, case.values[None], names).iloc[0].to_dict()
    query = pd.DataFrame([{"side": "the query", "class of row": case.truth, **asked}])
    told = pd.concat([query, neighbours]).reset_index(drop=True)
    whole = ["order", "row"]
    return told[neighbours.columns].astype(dict.fromkeys(whole, "Int64"))


def as_they_stand(data: Dataset, X: FloatArray, names: Sequence[str]) -> pd.DataFrame:
    """Rows with their values as they stand in the table: numbers as numbers, all else as text."""
    columns = data.described_columns
    values = [
        of if column.role == "number" else [column.shown(value) for value in of]
        for column, of in zip(columns, X.T, strict=True)
    ]
    return pd.DataFrame(dict(zip(names, values, strict=True)))


def feature_column(name: str, table: pd.DataFrame) -> str:
    """A feature's name that is none of the table's own."""
    return f"{name} (feature)" if name in table.columns else name


@dataclass(frozen=True)
class Answer:
    """What one relation says of the same row, or why it says nothing."""

    relation: str
    label: str
    predicted: str | None = None
    runner_up: str | None = None
    lead: float = float("nan")
    reason: str = ""

    @classmethod
    def of(cls, relation: str, label: str, case: Case) -> Answer:
        """The answer of a case."""
        return cls(relation, label, case.predicted, case.runner_up, case.lead)


def dissenters_first(answers: Sequence[Answer], chosen: str) -> list[Answer]:
    """Those that disagree with the chosen answer, then those that agree, each by lead, then the undefined."""

    def place(answer: Answer) -> tuple[int, float]:
        if answer.predicted is None:
            return 2, 0.0
        return int(answer.predicted == chosen), -answer.lead

    return sorted(answers, key=place)
