"""Learning the width in plain words: widths, what went wrong, and why something is not shown."""

from __future__ import annotations

from frnn_core.experiments.plan import Conditions, loaded
from frnn_core.relations.gamma import GammaSettings
from frnn_core.relations.gamma_published import MOST_ROWS
from frnn_core.studies.gamma_descent.runs import UNFITTED
from frnn_core.studies.gamma_descent.summary import Summary
from frnn_core.text import counted, number

_METHOD_NAMES = {"adam": "Adam", "search": "a search"}


def width_text(gamma: float) -> str:
    """A width to three digits.

    Examples
    --------
    >>> width_text(0.41999), width_text(1.2713), width_text(100.0), width_text(-1e-9)
    ('.42', '1.27', '100', '-1e-09')
    """
    text = f"{gamma:.3g}"
    return text[1:] if text.startswith("0.") else text


def given_width(gamma: float) -> str:
    """A width that was asked for, with all its digits.

    Examples
    --------
    >>> given_width(0.3712), given_width(3.0)
    ('.3712', '3')
    """
    text = repr(float(gamma)).removesuffix(".0")
    return text[1:] if text.startswith("0.") else text


def widths_text(gamma: float, low: float, high: float) -> str:
    """A width with the range that it is the median of.

    Examples
    --------
    >>> widths_text(0.5, 0.41999, 1.2713)
    '.5 (.42 – 1.27)'
    """
    return f"{width_text(gamma)} ({width_text(low)} – {width_text(high)})"


def troubles(summary: Summary, settings: GammaSettings, name: str) -> list[str]:
    """What went wrong, in plain words; empty if nothing did. `name` is what the variant is called."""
    of = "on the one fold" if summary.folds == 1 else f"mean of {summary.folds} folds"
    told = []
    if summary.collapsed and not summary.below:
        words = [f"**{name} collapses.**"]
        rises = summary.end_loss - summary.start_loss > 0.0005
        if rises and settings.method != "search":
            words.append(
                f"Its steps lead uphill: the loss grows from {number(summary.start_loss)} at the start to "
                f"{number(summary.end_loss)} at the end ({of})."
            )
        if summary.unlike > 0.005:
            words.append(
                f"At the widths it ends with, {round(100 * summary.unlike)} % of the test rows have "
                "similarity 0 to every training row; for them all classes tie, and the first one wins."
            )
        words.append(
            f"Balanced accuracy is {number(summary.fitted)}; the same kernel without learning "
            f"(γ = {UNFITTED:g}) has {number(summary.unfitted)}."
        )
        told.append(" ".join(words))
    told += _standstill(summary, settings, name)
    told += _no_minimum(summary, name)
    return told


def _no_minimum(summary: Summary, name: str) -> list[str]:
    """Runs whose steps became small elsewhere than at a minimum."""
    flat, short = summary.count("plateau"), summary.count("stopped short")
    lowest = (
        f"in the mean the loss is {number(summary.end_loss)} at the end and {number(summary.lowest_loss)} at "
        f"its lowest, near γ = {width_text(summary.lowest_at)}"
    )
    told = []
    if flat:
        told.append(
            f"**{name} stops on a plateau.** On {_of(flat, summary)} the loss is the same at half and at "
            f"twice the γ where it ends, so the steps are too small to lead on. This is no minimum: "
            f"{lowest}. Start from a γ nearer to that, or take Search."
        )
    if short:
        told.append(
            f"**{name} stops short.** On {_of(short, summary)} a step was smaller than the tolerance "
            f"although the loss of all training rows falls on from there: {lowest}. Take a larger batch, "
            "Adam or Search."
        )
    return told


def _standstill(summary: Summary, settings: GammaSettings, name: str) -> list[str]:
    dead, left = summary.count("dead zone"), summary.count("left the domain")
    told = []
    if summary.below:
        told.append(
            f"**{name}: dead zone.** On {_of(summary.below, summary)} it ends with γ below the smallest "
            "distance between two training rows that counts. There every similarity is 0 whatever γ is, so "
            "the gradient is exactly 0 and no step can be made. Start from a larger γ, or take Search. "
            f"Balanced accuracy is {number(summary.fitted)}; the same kernel with γ = {UNFITTED:g} has "
            f"{number(summary.unfitted)}."
        )
    elif dead:
        told.append(
            f"**{name} stands still.** On {_of(dead, summary)} the gradient of the rows that were drawn was "
            "exactly 0: none of the similarities it looks at changes with γ there, so descent cannot move on."
        )
    if left:
        told.append(
            f"**{name} overshoots.** On {_of(left, summary)} the next step would have made γ zero or "
            "negative, so the run ended before it. Take a smaller step size, or Adam or Search, which cannot "
            "leave γ > 0."
        )
    return told


def _of(count: int, summary: Summary) -> str:
    return f"{count} of {counted(summary.folds, 'fold')}"


def why_not_published(dataset: str, settings: GammaSettings) -> str | None:
    """Why the published descent cannot be run with these settings, None if it can."""
    if settings.method != "descent":
        return f"the published code knows only gradient descent, not {_METHOD_NAMES[settings.method]}"
    if settings.loss != "own score":
        return f"the published code knows only the loss “own score”, not {settings.loss}"
    data, folds = loaded(dataset, Conditions())
    rows = len(data.X) - min(len(test) for test in folds.test_rows)
    if rows > MOST_ROWS:
        return (
            f"each of its steps passes over all {rows:,} training rows of {data.name}, so it is run up to "
            f"{MOST_ROWS:,} rows only"
        )
    return None
