"""What a model tells of new rows: class, scores, lead, nearest training rows, and which are unlike all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from frnn_core.engine.approximations import SCORE_DECIMALS
from frnn_core.engine.arrays import FloatArray, IntArray, LabelArray
from frnn_core.text import counted, csv_text
from frnn_core.use.new_rows import NewRows
from frnn_core.use.trained import TrainedModel

if TYPE_CHECKING:
    import pandas as pd

NEAREST = 3
"""Training rows that are named beside a prediction."""
UNLIKE = "unlike anything seen"
_ORDINALS = ("nearest", "second nearest", "third nearest")


@dataclass(frozen=True, eq=False)
class Predictions:
    """What is told of each row.

    Attributes
    ----------
    classes : the class with the largest score; of equal ones the first
    class_names, scores, score_word : (rows, classes) "score"s, or "chance"s of a tuned model
    lead : how far the largest score is above the second
    nearest, nearest_classes, distances, similarities : (rows, a few) numbers of training rows, counted from 1
        as in their table, their classes, and how far and how similar they are
    closest : how far the nearest training row of all is
    unlike : whether a row is unlike anything seen; `limit` says what that means
    notes, warnings : what was found when the rows were read, and now
    """

    classes: LabelArray
    class_names: tuple[str, ...]
    scores: FloatArray
    score_word: str
    lead: FloatArray
    nearest: IntArray
    nearest_classes: LabelArray
    distances: FloatArray
    similarities: FloatArray
    closest: FloatArray
    unlike: NDArray[np.bool_]
    limit: str
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    def frame(self) -> pd.DataFrame:
        """A row for each, numbered from 1."""
        import pandas as pd

        told: dict[str, object] = {"class": self.classes}
        told |= {f"{self.score_word} of {name}": self.scores[:, i] for i, name in enumerate(self.class_names)}
        told |= {"lead": self.lead, UNLIKE: np.where(self.unlike, "yes", "no")}
        for i in range(self.nearest.shape[1]):
            told[f"{_ORDINALS[i]} training row"] = self.nearest[:, i]
            told[f"class of the {_ORDINALS[i]}"] = self.nearest_classes[:, i]
            told[f"distance of the {_ORDINALS[i]}"] = self.distances[:, i]
            told[f"similarity of the {_ORDINALS[i]}"] = self.similarities[:, i]
        return pd.DataFrame(told, index=pd.RangeIndex(1, len(self.classes) + 1, name="row"))

    def csv(self) -> str:
        """The frame as CSV, safe to open in a spreadsheet."""
        return csv_text(self.frame())


def predict_rows(model: TrainedModel, rows: NewRows) -> Predictions:
    """Classify rows that `read_new_rows` has read for this model.

    Examples
    --------
    >>> from frnn_core import fit_model, load_dataset, read_dataset, read_new_rows
    >>> frame = load_dataset("wine").frame()
    >>> model = fit_model(read_dataset(frame[::2], target="class"), k=5)
    >>> told = predict_rows(model, read_new_rows(frame[1::2].drop(columns="class"), model))
    >>> told.frame()[["class", "unlike anything seen"]].head(2).to_dict("list")
    {'class': ['1', '1'], 'unlike anything seen': ['no', 'no']}
    """
    each = model.scores(rows.X)
    best = np.sort(each, axis=1)
    near = model.nearest(rows.X, min(NEAREST, model.n_rows))
    unlike = model.familiar.unlike(near.closest)
    labels = np.array(model.classes)
    warnings = list(rows.warnings)
    if unlike.any():
        what, whose = ("is", "its") if unlike.sum() == 1 else ("are", "their")
        warnings.append(
            f"{counted(int(unlike.sum()), 'row')} of {len(rows):,} {what} unlike anything seen: do not trust "
            f"{whose} class. {model.familiar.words()}"
        )
    return Predictions(
        classes=labels[each.argmax(axis=1)],
        class_names=model.classes,
        scores=each,
        score_word="score" if model.tuned is None else "chance",
        lead=np.round(best[:, -1] - best[:, -2], SCORE_DECIMALS),
        nearest=model.row_number(near.rows),
        nearest_classes=labels[near.codes],
        distances=near.distances,
        similarities=near.similarities,
        closest=near.closest,
        unlike=unlike,
        limit=model.familiar.words(),
        notes=rows.notes,
        warnings=tuple(warnings),
    )
