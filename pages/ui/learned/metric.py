"""The page Learned relations for a learned metric: the two maps, the matrix, and how it was found."""

from __future__ import annotations

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.studies.learned import FoldMap, LearnedFit, fold_fit
from frnn_core.studies.learned.figures import before_after, convergence, learned_matrix, spectrum
from frnn_core.text import counted, listed, number
from pages.ui import layout
from pages.ui.cache import fresh
from pages.ui.learned import cache
from pages.ui.learned.view import View

MEASURES = {
    "nca": ("mean probability of a right choice", True),
    "lmnn": ("loss", False),
}
LOG_CHOICE = (
    "The loss is minus the mean log probability, every class with the same say, that a training row which "
    "picks another at random, near ones more often, picks one of its own class; with penalties for weights "
    "that lie far apart."
)
MEANINGS = {
    "nca": "Each training row picks another at random, near ones more often; NCA maximises the mean "
    "probability that it picks one of its own class.",
    "lmnn": "LMNN's loss grows with the distance to the nearest rows of the same class, and with every "
    "row of another class that is not farther away than they are by a margin. Log scale. Between its "
    "stages the corners of the loss are rounded less and less, so it need not fall at every step.",
}


def maps(view: View) -> None:
    """The fold before and after, side by side; below each other on a phone."""
    chosen = view.chosen
    fit = view.fit(2)
    shown = cache.fold_map(chosen.name, chosen.method, chosen.fold, chosen.k)
    plain = "its two features" if len(fit.features) == 2 else "two principal components"
    panels = {
        "before": (shown.before, f"Before: {plain}"),
        "after": (shown.after, f"After: two dimensions learned by {chosen.method.upper()}"),
    }
    for column, (key, (panel, title)) in zip(st.columns(2), panels.items(), strict=True):
        with column:
            layout.figure(
                fresh(before_after.before_after, shown, panel, title=title, look=layout.look()),
                key,
                before_after.before_after_text(panel, title),
                f"{chosen.file}-{chosen.method}-{key}",
            )
    st.caption(_map_words(view, fit, shown))


def _map_words(view: View, fit: LearnedFit, shown: FoldMap) -> str:
    chosen = view.chosen
    train, test = len(shown.codes), len(shown.test_codes)
    tests = f"{test:,} of {shown.n_test:,}" if test < shown.n_test else f"all {test:,}"
    rows = (
        f"A stratified sample of {train:,} of {shown.n_train:,} training rows and {tests} test rows "
        "are drawn."
        if train < shown.n_train
        else f"All {train:,} training rows and {tests} test rows are drawn."
    )
    parts = [
        f"Fold {chosen.fold}, features scaled to a range of 1. {rows}",
        *([quick_words(view, fit)] if fit.sampled else []),
        f"The scores above the maps are balanced accuracies of FRNN with nothing but the map (Euclidean "
        f"distance in it, k = {chosen.k}): of the {shown.n_test:,} test rows, which learning never saw, and "
        f"of all {shown.n_train:,} training rows, each predicted by the others.",
    ]
    if len(shown.coloured) < len(shown.class_names):
        pair = listed(shown.class_names[code] for code in shown.coloured)
        parts.append(
            f"Of {len(shown.class_names)} classes two have a colour, {pair}: those that Manhattan most often "
            "takes for each other among the training rows."
        )
    return " ".join(parts)


def quick_words(view: View, fit: LearnedFit) -> str:
    """What was done to be quick."""
    defaults = {parameter.name: parameter.default for parameter in RELATIONS[view.chosen.method].parameters}
    most = defaults.get("max_rows") or fit.of
    part = f"to {len(fit.rows):,} of {fit.of:,} rows" if len(fit.rows) < fit.of else ""
    early = f"in at most {fit.steps} steps" if fit.steps is not None else ""
    done = " ".join(words for words in ("Fitted", part, early) if words)
    full = f", which learn from {most:,} rows" if most < fit.of else ""
    return f"**{done}, so that it can be shown at once; scores in the headline are of the full fits{full}.**"


def matrix(view: View) -> None:
    """The learned M, and how to read it."""
    chosen, fit = view.chosen, view.fit()
    found = fit.matrix
    words = learned_matrix.learned_matrix_text(found, fit.features)
    picture, reading = st.columns([3, 2])
    with picture:
        layout.figure(
            fresh(
                learned_matrix.learned_matrix,
                found,
                fit.features,
                title=f"M of {chosen.method.upper()} on {chosen.called}, fold {chosen.fold}",
                look=layout.look("Blue: above 0, brown: below 0."),
            ),
            "matrix",
            words,
            f"{chosen.file}-{chosen.method}-matrix",
        )
    kept = min(len(found), learned_matrix.MOST)
    with reading:
        st.markdown(view.words(words))
        st.latex(r"d(q, y)^2 = (q - y)^\top M \, (q - y)")
        st.latex(r"M = L^\top L")
        st.caption(
            ("" if kept == len(found) else f"The {kept} of {len(found)} features with the largest diagonal. ")
            + "Of the fit with as many dimensions as features, which the scores are of; features are scaled "
            "to a range of 1. On the diagonal: how much a difference in one feature counts by itself "
            "(Euclidean: 1 each). Beside it: below 0, differences of the same sign in both features cancel; "
            "above 0, they add up." + (f" {quick_words(view, fit)}" if fit.sampled else "")
        )


def how_found(view: View) -> None:
    """The steps, or the spectrum where there are none."""
    chosen, fit = view.chosen, view.fit()
    if not fit.has_steps:
        _spectrum(view)
        return
    measure, rising = MEASURES.get(chosen.method, ("loss", False))
    words = convergence.convergence_text(fit.trace, measure=measure, rising=rising)
    st.markdown(words)
    layout.figure(
        fresh(
            convergence.convergence,
            fit.trace,
            measure=measure,
            rising=rising,
            title=f"{chosen.label} on {chosen.called}, fold {chosen.fold}, step by step",
            look=layout.look(f"Over {counted(len(fit.rows), 'training row')}; step 0 is the plain distance."),
        ),
        "convergence",
        words,
        f"{chosen.file}-{chosen.method}-convergence",
    )
    usual = LOG_CHOICE if fit.weights is not None else RELATIONS[chosen.method].help
    meaning = MEANINGS.get(chosen.method, usual)
    notes = " ".join(fit.trace.notes)
    st.caption(
        " ".join(part for part in (meaning, notes, quick_words(view, fit) if fit.sampled else "") if part)
    )


def _spectrum(view: View) -> None:
    chosen = view.chosen
    ratios, shares = fold_fit.spectrum(chosen.name, chosen.fold)
    words = spectrum.spectrum_text(shares)
    st.markdown(words)
    layout.figure(
        fresh(
            spectrum.spectrum,
            ratios,
            shares,
            title=f"What DMLMJ maximises on {chosen.called}, fold {chosen.fold}",
            look=layout.look(
                f"{counted(len(shares), 'direction')}; their shares add up to {number(shares.sum(), 2)}."
            ),
        ),
        "spectrum",
        words,
        f"{chosen.file}-spectrum",
    )
    st.caption(
        "DMLMJ takes no steps, so there is no curve: it solves the eigenproblem D v = λ S v, once. S and D "
        "are the mean squared differences of a row to its three nearest rows of the same class, and of other "
        "classes. A direction v in which they differ much (λ far from 1) has a large share; as many "
        "directions as asked for are kept, the largest shares first. " + " ".join(view.fit().trace.notes)
    )
