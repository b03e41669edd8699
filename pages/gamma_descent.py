"""Gamma descent: can the width of a kernel be learned, and why did it fail in the paper."""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import pandas as pd
import streamlit as st

from frnn_core import RELATIONS
from frnn_core import descent as core
from frnn_core.data import dataset_names
from frnn_core.data.catalogue import entries
from frnn_core.descent import RELATION_OF, FoldOutcome, Summary, width_text
from frnn_core.errors import FRNNError
from frnn_core.figures import descent, descent_details
from frnn_core.grid import Conditions, loaded
from frnn_core.presets import PAPER_KS
from frnn_core.relations.gamma import METHODS, REASONS, GammaSettings
from frnn_core.relations.gamma_loss import LOSSES
from frnn_core.report import csv_text
from frnn_core.stats.wording import counted, listed, number
from pages.ui import cache, datacard, frame, selection, shell, state

STARTS = [digit * 10.0**power for power in (-2, -1, 0, 1) for digit in (1, 2, 3, 5)] + [100.0]
STARTS = [float(f"{start:.3g}") for start in STARTS]
RATES = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0]
BATCHES = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0]
LIMITS = [10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0, 10000.0]
FOLDS = [str(fold) for fold in range(1, 11)]
METHOD_NAMES = {"descent": "Descent", "adam": "Adam", "search": "Search"}
VARIANT_NAMES = {"published": "Published", "corrected": "Corrected", "both": "Both"}
LOSS_NAMES = {"own score": "Own score (the paper's)", "cross-entropy": "Cross-entropy"}

DATA = state.choice("set", dataset_names(), "heart", "data set")
KERNEL = state.choice("kind", RELATION_OF, "circle", "kernel")
METHOD = state.choice("method", METHODS, "descent", "method")
START = state.stop("start", STARTS, 1.0, "start γ")
VARIANT = state.choice("runs", VARIANT_NAMES, "both", "variant")
RATE = state.stop("rate", RATES, 0.01, "step size")
BATCH = state.stop("batch", BATCHES, 10.0, "batch")
LIMIT = state.stop("limit", LIMITS, 10000.0, "most steps")
FOLD = state.several("fold", FOLDS, FOLDS, "folds", {"all": FOLDS})
LOSS = state.choice("loss", LOSSES, "own score", "loss")
SEED = state.whole("seed", 0, 9999, 0, "seed")
FIVE = state.flag("five", "all five kernels")
HIDDEN = (selection.K, RATE, BATCH, LIMIT, FOLD, LOSS, SEED)
TABS = {
    "why": "Why published fails",
    "gamma": "γ by step",
    "loss": "Loss by step",
    "accuracy": "Accuracy over γ",
    "folds": "Fold by fold",
    "kernels": "All five kernels",
}


def _read_tab(text: str) -> str:
    if text not in TABS:
        raise ValueError("there is no such choice")
    return TABS[text]


def _write_tab(label: str) -> str:
    return next(key for key, known in TABS.items() if known == label)


TAB = state.Param("detail", TABS["why"], _read_tab, _write_tab, "tab")
PARAMS = (DATA, KERNEL, METHOD, START, VARIANT, *HIDDEN, FIVE, TAB)


@dataclass(frozen=True)
class View:
    """What is on screen."""

    name: str
    k: int
    settings: GammaSettings
    variants: tuple[str, ...]
    names: dict[str, str]
    folds: list[FoldOutcome]
    over: str

    @property
    def told(self) -> list[Summary]:
        """Each variant over the folds."""
        return core.summaries(self.folds)

    @property
    def start(self) -> float | None:
        """The first γ; a search has none."""
        return None if self.settings.method == "search" else self.settings.start

    @property
    def look(self) -> dict[str, Any]:
        """Names, theme and size for figures."""
        return {"names": self.names, "dark": shell.dark(), "large": frame.present()}


def controls() -> None:
    """One row that wraps on a phone; what has no effect on a search is left out."""
    walks = state.value(METHOD) != "search"
    spec = RELATIONS[state.value(KERNEL)]
    formula = f"${spec.formula}$" + (f", ${spec.where}$" if spec.where else "")
    wide = 1.2 if frame.present() else 1.0
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xxsmall"):
        st.selectbox("Data set", dataset_names(), key=DATA.name, width=round(wide * 118))
        st.selectbox(
            "Kernel",
            RELATION_OF,
            key=KERNEL.name,
            format_func=_kernel_name,
            width=round(wide * 165),
            help=formula,
        )
        st.selectbox(
            "Method", METHODS, key=METHOD.name, format_func=METHOD_NAMES.get, width=round(wide * 100)
        )
        if walks:
            st.select_slider(
                "Start γ", STARTS, key=START.name, format_func=width_text, width=round(wide * 95)
            )
        st.segmented_control(
            "Gradient", VARIANT_NAMES, key=VARIANT.name, required=True, format_func=VARIANT_NAMES.get
        )
        with frame.more(HIDDEN):
            st.slider("k, neighbours a class", 1, 20, key=selection.K.name)
            if walks:
                st.select_slider("Step size", RATES, key=RATE.name, format_func=width_text)
                st.select_slider("Batch: rows drawn a step", BATCHES, key=BATCH.name, format_func=_whole)
                st.select_slider("Most steps", LIMITS, key=LIMIT.name, format_func=_whole)
            st.pills("Folds", FOLDS, selection_mode="multi", key=FOLD.name)
            st.selectbox("Loss", LOSSES, key=LOSS.name, format_func=LOSS_NAMES.get)
            if walks:
                st.number_input("Seed: which rows are drawn", 0, 9999, key=SEED.name)
            st.caption(
                "Defaults are the paper's. The step size falls to a tenth every 1,000 steps. The paper's "
                "column sph-3 is the spherical kernel with start 3 and batch 50."
            )
        frame.reset_button(PARAMS)


def _kernel_name(kernel: str) -> str:
    return RELATIONS[kernel].label.removesuffix(" kernel")


def _whole(value: float) -> str:
    return f"{value:,.0f}"


def chosen_settings() -> GammaSettings:
    """How γ is learned, from the controls."""
    return GammaSettings(
        method=state.value(METHOD),
        loss=state.value(LOSS),
        start=state.value(START),
        rate=state.value(RATE),
        batch=int(state.value(BATCH)),
        limit=int(state.value(LIMIT)),
        seed=state.value(SEED),
    )


def chosen_folds() -> list[int]:
    """The folds to show; without any, a way back."""
    picked = state.value(FOLD)
    if not picked:
        st.info("No fold is chosen. Pick at least one under More.")
        st.button("Use all ten", on_click=state.reset, args=([FOLD],))
        st.stop()
    return [int(fold) for fold in FOLDS if fold in picked]


def computed(
    name: str,
    folds: Sequence[int],
    kernels: Sequence[str],
    settings: GammaSettings,
    variants: tuple[str, ...],
) -> dict[str, list[FoldOutcome]]:
    """Learn γ on each fold for each kernel; after a second, say how far it is."""
    place, start = st.empty(), time.monotonic()
    values = tuple(asdict(settings).items())
    work = [(kernel, fold) for kernel in kernels for fold in folds]
    found: dict[str, list[FoldOutcome]] = {kernel: [] for kernel in kernels}
    for done, (kernel, fold) in enumerate(work):
        if time.monotonic() - start > 1:
            place.progress(done / len(work), f"Learning γ: {done} of {counted(len(work), 'run')} done.")
        try:
            one = cache.descent_fold(name, fold, kernel, state.value(selection.K), variants, values)
        except FRNNError as error:
            place.empty()
            st.error(str(error))
            st.stop()
        found[kernel].append(one)
    place.empty()
    return found


def called(settings: GammaSettings) -> dict[str, str]:
    """What the runs are called: by variant, or by method where there is one variant only."""
    if settings.method == "descent":
        return {"published": "published", "corrected": "corrected"}
    return {"corrected": METHOD_NAMES[settings.method]}


def sentence(told: Sequence[Summary], names: dict[str, str]) -> str:
    """Where each variant ends, how good it is there, and how good the kernel is without learning."""
    first, *others = told
    parts = [
        f"{_capital(names[first.variant])} ends at γ = {width_text(first.gamma)} "
        f"(accuracy {number(first.fitted)})"
    ]
    parts += [f"{names[s.variant]} at {width_text(s.gamma)} ({number(s.fitted)})" for s in others]
    return f"{'; '.join(parts)}. Without learning (γ = {core.UNFITTED:g}): {number(first.unfitted)}."


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def summary_table(told: Sequence[Summary], names: dict[str, str], settings: GammaSettings) -> pd.DataFrame:
    """A row a variant."""
    moved = settings.method != "search" and settings.start != core.UNFITTED
    rows = [
        {
            "Variant": _capital(names[s.variant]),
            "γ, median (range)": f"{width_text(s.gamma)} ({width_text(s.low)} – {width_text(s.high)})",
            "Why it stopped": s.stopped,
            "Accuracy, learned γ": number(s.fitted),
            "Accuracy, γ = 1": number(s.unfitted),
            **({f"Accuracy, γ = {width_text(settings.start)}": number(s.at_start)} if moved else {}),
            "Accuracy, Euclidean": number(s.euclidean),
        }
        for s in told
    ]
    return pd.DataFrame(rows).set_index("Variant")


def why_published_fails(view: View) -> None:
    """The loss, and where the published gradient is not its derivative."""
    st.markdown(
        "Each training row is predicted by the others. Its loss is small when FRNN's score for its own class "
        "is large:"
    )
    st.latex(r"\text{loss}(x) = -\log\frac{\text{lower}_C(x) + \text{upper}_C(x)}{2}")
    st.markdown("A step goes down the slope of the loss of a few rows drawn at random:")
    st.latex(
        r"\gamma \leftarrow \gamma - \text{step size} \cdot \sum_{x \in \text{batch}} "
        r"\frac{\partial\,\text{loss}(x)}{\partial\gamma}"
    )
    st.markdown(
        "The gradient in the code published with the paper differs from that derivative in three places:\n\n"
        "1. **The wrong neighbours.** Of the row's own class it takes the *k* least similar rows instead of "
        "the most similar.\n"
        "2. **A row written too often.** A row that enters the list of neighbours at one place is written "
        "into all later places as well.\n"
        "3. **Weights in reverse.** For the other classes the weights run from the farthest neighbour to the "
        "nearest.\n\n"
        "With a circular or spherical kernel, rows farther away than γ have similarity 0, and a slightly "
        "larger γ changes nothing for them. The least similar rows of the own class are mostly such rows. So "
        "only the other classes pull at γ, and they pull it down, until nothing is within reach.\n\n"
        "*Corrected* is the derivative itself. Start, step sizes, batches and the rules for stopping are the "
        "same, but for one: published stops at the first batch without a gradient, corrected after 20 in a "
        "row."
    )


def widths_by_step(view: View) -> None:
    """How γ moved."""
    ends = listed(f"{view.names[s.variant]} at {width_text(s.gamma)}" for s in view.told)
    frame.figure(
        descent_details.by_step(
            view.folds,
            "gamma",
            title="γ before each step, a line a fold" if view.start else "Widths tried, a line a fold",
            source=[view.over],
            even=view.start is None,
            **view.look,
        ),
        "gamma by step",
        f"γ before each step, a line a fold; the runs end, in the median, {ends}.",
        "gamma-by-step",
    )
    st.caption(
        "At most 100 steps of each run are drawn, closer together at the start; all are in the file Steps."
        if view.start
        else "First 41 widths over the whole range, then some around the best of them."
    )


def losses_by_step(view: View) -> None:
    """What the method saw at each step."""
    frame.figure(
        descent_details.by_step(
            view.folds,
            "loss",
            title="Loss of the rows drawn, a line a fold",
            source=[view.over],
            even=view.start is None,
            **view.look,
        ),
        "loss by step",
        "Mean loss of the rows drawn for each step, a line a fold.",
        "loss-by-step",
    )
    if view.start is None:
        st.caption("A search looks at all training rows at every width.")
        return
    published = "published" in view.variants
    st.caption(
        f"Each point is the mean of {counted(view.settings.batch, 'row')} drawn at random, so it jumps about "
        "the curve above."
        + (
            " Published judges its rows by its own lists of neighbours, so its loss is not on that curve."
            if published
            else ""
        )
    )


def accuracy_over_gamma(view: View) -> None:
    """What the width is worth on rows that learning never sees."""
    best = max(sum(outcome.accuracies for outcome in view.folds)) / len(view.folds)
    learned = listed(f"{view.names[s.variant]} has {number(s.fitted)}" for s in view.told)
    frame.figure(
        descent_details.accuracy_over_gamma(
            view.folds,
            title="What γ is worth: balanced accuracy on the test rows",
            source=[view.over],
            **view.look,
        ),
        "accuracy",
        f"Balanced accuracy over γ from .01 to 100, at best {number(best)}; the Euclidean relation has "
        f"{number(view.told[0].euclidean)}; {learned}.",
        "accuracy-over-gamma",
    )
    st.caption(
        "Learning never sees these rows: it follows the loss of the training rows. Bars reach from the "
        "smallest to the largest γ learned on a fold; a marker need not lie on the line, since every fold "
        "has its own γ."
    )


def fold_table(view: View) -> None:
    """Every run."""
    shown = core.outcomes(view.folds).reset_index()
    shown["variant"] = shown["variant"].map(view.names)
    columns = {
        "fitted": "accuracy, learned γ",
        "unfitted": "accuracy, γ = 1",
        "at start": "accuracy, start γ",
        "euclidean": "accuracy, Euclidean",
        "similarity 0": "test rows with similarity 0 to all",
        "gamma": "γ",
    }
    formats = dict.fromkeys(
        ["start loss", "end loss", *list(columns.values())[:4]], st.column_config.NumberColumn(format="%.3f")
    )
    formats["γ"] = st.column_config.NumberColumn(format="%.4f")
    formats[columns["similarity 0"]] = st.column_config.NumberColumn(format="percent")
    st.dataframe(
        shown.rename(columns=columns), hide_index=True, column_config=formats, alt="Every run, fold by fold."
    )
    st.caption(
        "A row is a variant on a fold. Accuracy is balanced accuracy on the fold's test rows; losses are "
        "means over its training rows, each predicted by the others."
    )


def all_kernels(view: View) -> None:
    """The five kernels side by side, from the shipped results, or run with the settings on screen."""
    numbers = [outcome.fold for outcome in view.folds]
    usual = view.settings == GammaSettings() and len(numbers) == len(FOLDS)
    told = core.shipped_kernels(view.name, view.k) if usual and view.k in PAPER_KS else None
    if told is not None:
        told = told[told.index.get_level_values("variant").isin(view.variants)]
    else:
        st.toggle("Run all five kernels with the settings above", key=FIVE.name)
        if not state.value(FIVE):
            st.caption(f"{5 * len(numbers)} runs of each variant; mostly a matter of seconds.")
            return
        found = computed(view.name, numbers, list(RELATION_OF), view.settings, view.variants)
        told = core.kernel_frame({key: core.summaries(outcomes) for key, outcomes in found.items()})
    over = (
        f"{view.name}, k = {view.k}, {_method_words(view.settings)}, mean of {counted(len(numbers), 'fold')}"
    )
    words = "; ".join(
        f"{_kernel_name(kernel)}, {view.names[variant]}: {number(row['fitted'])} against "
        f"{number(row['unfitted'])} with γ = 1"
        for (kernel, variant), row in told.iterrows()
    )
    frame.figure(
        descent_details.kernels(
            told,
            title="Balanced accuracy with a learned and with a fixed width",
            source=[over],
            labels={key: _kernel_name(key) for key in RELATION_OF},
            **view.look,
        ),
        "kernels",
        f"Balanced accuracy of the five kernels. {words}.",
        "gamma-descent-kernels",
    )
    shown = told.reset_index()
    table = pd.DataFrame(
        {
            "Kernel": shown["kernel"].map(_kernel_name),
            "Variant": shown["variant"].map(view.names),
            "γ, median (range)": [
                f"{width_text(g)} ({width_text(low)} – {width_text(high)})"
                for g, low, high in zip(shown["gamma"], shown["low"], shown["high"], strict=True)
            ],
            "Why it stopped": shown["stopped"],
            "Learned γ": shown["fitted"].map(number),
            "γ = 1": shown["unfitted"].map(number),
        }
    )
    st.dataframe(table, hide_index=True, alt="The five kernels.")
    st.caption(f"The last two columns are balanced accuracies: {over}.")


def _method_words(settings: GammaSettings) -> str:
    if settings.method == "search":
        return "search over γ = .01 … 100"
    walk = "gradient descent" if settings.method == "descent" else "Adam"
    return f"{walk} from γ = {width_text(settings.start)}"


def step_files(folds: Sequence[FoldOutcome]) -> str:
    """Every step of every run."""
    parts = [
        pd.DataFrame({"variant": run.variant, "fold": outcome.fold, "gamma": run.gammas, "loss": run.losses})
        for outcome in folds
        for run in outcome.runs
    ]
    steps = pd.concat([part.rename_axis("step") for part in parts])
    return csv_text(steps)


shell.start("gamma_descent", PARAMS)
name, kernel, k, settings = (
    state.value(DATA),
    state.value(KERNEL),
    state.value(selection.K),
    chosen_settings(),
)
partition = loaded(name, Conditions())[1]
lower_name = RELATIONS[kernel].label
lower_name = lower_name if lower_name.startswith("Gauss") else lower_name.lower()
folds_words = "KEEL's own folds" if partition.scheme == "keel" else "stratified folds, not KEEL's"
context = f"{name} ({entries()[name].rows:,} rows) · {RELATIONS[kernel].label} · k = {k} · "
context += f"{_method_words(settings)} · {folds_words}"
frame.header(
    "Can γ be learned?",
    "Watch gradient descent walk along its loss curve, and see why it failed in the paper.",
    "" if frame.present() else context,
)
controls()
picked = chosen_folds()
asked = ("published", "corrected") if state.value(VARIANT) == "both" else (state.value(VARIANT),)
missing = core.why_not_published(name, settings) if "published" in asked else None
variants = ("corrected",) if missing else asked
names = called(settings)
folds = computed(name, picked, [kernel], settings, variants)[kernel]
told = core.summaries(folds)
over = f"{name}, {lower_name}, k = {k}, {counted(len(folds), 'fold')}"
start = None if settings.method == "search" else settings.start

frame.finding(sentence(told, names))
if missing:
    st.info(f"Published is not shown: {missing}.", icon=":material/visibility_off:")
frame.figure(
    descent.descent(
        folds,
        title=f"Loss over the width γ: {name}, {lower_name}",
        source=[f"Training rows, each predicted by the others; k = {k}, {counted(len(folds), 'fold')}"],
        start=start,
        names=names,
        dark=shell.dark(),
        large=frame.present(),
    ),
    "descent",
    descent.descent_text(folds, start, names),
    "gamma-descent",
)
st.caption(
    (
        f"A ball for each of {len(folds)} folds, on the loss curve of its training rows; the thick line is "
        "their mean. Each γ named is the median, each accuracy the mean balanced accuracy on the test rows, "
        "of these folds. "
        if len(folds) > 1
        else f"Fold {picked[0]} alone; accuracy is balanced accuracy on its test rows. "
    )
    + "Press Play, or drag the slider to step."
)
warned = [
    words for summary in told for words in core.troubles(summary, settings, _capital(names[summary.variant]))
]
if warned:
    st.warning("\n\n".join(warned), icon=":material/warning:")
st.table(
    summary_table(told, names, settings),
    border="horizontal",
    alt="; ".join(f"{names[s.variant]}: γ {width_text(s.gamma)}, accuracy {number(s.fitted)}" for s in told),
)
reasons = dict.fromkeys(reason for s in told for reason, _ in s.reasons)
st.caption(
    f"Accuracies are balanced, on the test rows, mean of the same {counted(len(folds), 'fold')}, with "
    f"k = {k} throughout: the kernel with the learned γ, the same kernel without learning, and the Euclidean "
    "relation. " + " ".join(f"**{_capital(reason)}:** {REASONS[reason]}" for reason in reasons)
)

for tab, draw in zip(
    st.tabs(list(TABS.values()), key=TAB.name, on_change="rerun"),
    (why_published_fails, widths_by_step, losses_by_step, accuracy_over_gamma, fold_table, all_kernels),
    strict=True,
):
    if tab.open is not False:
        with tab:
            draw(View(name, k, settings, variants, names, folds, over))

frame.take_away(
    "gamma-descent",
    core.outcomes(folds),
    f"Learning the width of the {lower_name}: {over}, {_method_words(settings)}.",
    more={"Steps": (lambda: step_files(folds), "gamma-descent-steps.csv")},
)
if st.button(f"About {name}", icon=":material/dataset:", type="tertiary"):
    datacard.show(name)
