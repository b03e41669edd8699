"""A prediction of Explain as bars, with the numbers of the rows that decide."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from frnn_core.figures.look import Look
from frnn_core.figures.palette import Palette
from frnn_core.figures.upper_and_lower import Part, Query, approximation_bars
from frnn_core.studies.explain.case import Case
from frnn_core.text import counted, number

HEIGHT = 380
NUMBER_LENGTH, WORD_LENGTH = 0.1, 0.25  # of a part that has its row's number, or "row" as well


def explanation_bars(
    case: Case, places: Sequence[int], *, title: str = "Upper, lower and score", look: Look = Look()
) -> go.Figure:
    """Draw upper, lower and score of some classes, the best on top.

    Parameters
    ----------
    places : the classes to show, by their place in the model, in order
    title : what is explained
    """
    paints = class_paints(case, look.colours)

    def named(part: Part) -> str:
        return f"row {case.trained.rows[part.row] + 1}"

    def written(part: Part) -> str:
        if abs(part.length) <= NUMBER_LENGTH:
            return ""
        return named(part) if abs(part.length) > WORD_LENGTH else named(part).removeprefix("row ")

    return approximation_bars(
        Query(case.told, case.model.train.codes, [paints[name] for name in case.names], named, written),
        places,
        title=title,
        roles={place: _roles(case, place) for place in places},
        least=HEIGHT * look.size / 13,
        look=look,
    )


def explanation_bars_text(case: Case, places: Sequence[int]) -> str:
    """The figure in words."""
    parts = []
    for place in places:
        inside, outside = (
            int((side.rows[0, place] >= 0).sum()) for side in (case.told.inside, case.told.outside)
        )
        parts.append(
            f"class {case.names[place]}: upper {number(float(case.told.upper[0, place]))} from "
            f"{counted(inside, 'row')} inside, lower {number(float(case.told.lower[0, place]))} after "
            f"{counted(outside, 'row')} outside, score {number(float(case.told.scores[0, place]))}"
        )
    return "; ".join(parts)[:1].upper() + "; ".join(parts)[1:] + "."


def class_paints(case: Case, colours: Palette) -> dict[str, str]:
    """A colour a class; above five classes only the first three of the explanation have one."""
    known = case.trained.data.class_names
    if len(known) <= len(colours.classes):
        return dict(zip(known, colours.classes, strict=False))
    first = dict(zip((case.names[place] for place in case.first), colours.classes, strict=False))
    return {name: first.get(name, colours.muted) for name in known}


def _roles(case: Case, place: int) -> str:
    roles = {
        "predicted": place == case.order[0],
        "the row's own class": case.names[place] == case.truth,
        "runner-up": place == case.order[1],
    }
    return ", ".join(role for role, is_so in roles.items() if is_so)
