"""The controls of the page Gamma descent, and what they say."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.data import dataset_names
from frnn_core.engine.score_losses import SCORE_LOSSES
from frnn_core.experiments.plan import Conditions, loaded
from frnn_core.relations import KERNELS
from frnn_core.relations.gamma import METHODS, GammaSettings
from frnn_core.relations.gamma_loss import LOSSES
from frnn_core.studies.gamma_descent import RELATION_OF, width_text
from pages.ui import layout, selection, state, take_away, tips, visit
from pages.ui.controls import (
    LEAST_GAMMA,
    MOST_GAMMA,
    K,
    gamma_text,
    k_slider,
    more,
    reset_button,
    width_slider,
)

STARTS = [float(f"{digit}e{power}") for power in range(-3, 3) for digit in (1, 2, 3, 5)] + [MOST_GAMMA]
RATES = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0]
BATCHES = [1, 2, 5, 10, 20, 50, 100]
LIMITS = [10, 30, 100, 300, 1000, 3000, 10000]
STARTS_HELP = "The width at which descent starts; the paper starts at 1."
FOLDS = [str(fold) for fold in range(1, 11)]
METHOD_NAMES = {"descent": "Descent", "adam": "Adam", "search": "Search"}
VARIANT_NAMES = {"published": "Published", "corrected": "Corrected", "both": "Both"}
LOSS_NAMES = {key: SCORE_LOSSES[key].label for key in LOSSES}
TABS = {
    "why": "Why published fails",
    "gamma": "γ by step",
    "loss": "Loss by step",
    "accuracy": "Accuracy over γ",
    "folds": "Fold by fold",
    "kernels": "All kernels",
    "losses": "All losses",
}

DATA = visit.choice("set", dataset_names(extra=True), "heart")
KERNEL = state.choice("kind", RELATION_OF, "circle", "kernel", state.labels(KERNELS))
METHOD = state.choice("method", METHODS, "descent", "method", METHOD_NAMES)
START = state.real("start", LEAST_GAMMA, MOST_GAMMA, 1.0, "start γ")
VARIANT = state.choice("runs", VARIANT_NAMES, "both", "variant")
RATE = state.stop("rate", RATES, 0.01, "step size")
BATCH = state.stop("batch", BATCHES, 10, "batch")
LIMIT = state.stop("limit", LIMITS, 10000, "most steps")
FOLD = state.several("fold", FOLDS, FOLDS, "folds", {"all": FOLDS})
LOSS = state.choice("loss", LOSSES, "own score", "loss", LOSS_NAMES)
SEED = state.whole("seed", 0, 9999, 0, "seed")
FIVE = state.flag("five", "all kernels")
TAB = state.tab("detail", TABS)
HIDDEN = (K, RATE, BATCH, LIMIT, FOLD, LOSS, SEED)
PARAMS = (DATA, KERNEL, METHOD, START, VARIANT, *HIDDEN, FIVE, TAB)


@dataclass(frozen=True)
class Choice:
    """What is to be learned, and how; `variants` are those asked for."""

    name: str
    kernel: str
    k: int
    settings: GammaSettings
    variants: tuple[str, ...]

    @property
    def called(self) -> str:
        """The data set within a sentence."""
        return visit.called(self.name)

    @property
    def file(self) -> str:
        """What files about it are called."""
        return take_away.named(
            "gamma-descent", self.called, self.kernel, self.settings.method, f"k{self.k}", *self.variants
        )

    @property
    def start(self) -> float | None:
        """The first γ; a search has none."""
        return None if self.settings.method == "search" else self.settings.start

    @property
    def kernel_words(self) -> str:
        """The kernel within a sentence: circular kernel."""
        label = RELATIONS[self.kernel].label
        return label if label.startswith("Gauss") else label.lower()

    @property
    def method_words(self) -> str:
        """The method within a sentence: gradient descent from γ = 1."""
        if self.start is None:
            return "search over γ = .01 … 100"
        walk = "gradient descent" if self.settings.method == "descent" else "Adam"
        return f"{walk} from γ = {gamma_text(self.start)}"

    @property
    def names(self) -> dict[str, str]:
        """What the runs are called: by variant, or by method where there is one variant only."""
        if self.settings.method == "descent":
            return {"published": "published", "corrected": "corrected"}
        return {"corrected": METHOD_NAMES[self.settings.method]}

    def in_words(self) -> str:
        """One line that says what the numbers are over."""
        scheme = loaded(self.name, Conditions())[1].scheme
        parts = [
            f"{self.called} ({visit.about(self.name).rows:,} rows)",
            RELATIONS[self.kernel].label,
            f"k = {self.k}",
            self.method_words,
            visit.folds_words(self.name, scheme),
            *selection.encoding(self.name),
        ]
        return " · ".join(parts)


def current() -> Choice:
    """The choice, from the state."""
    asked = state.value(VARIANT)
    return Choice(
        state.value(DATA),
        state.value(KERNEL),
        state.value(K),
        _settings(),
        ("published", "corrected") if asked == "both" else (asked,),
    )


def _settings() -> GammaSettings:
    return GammaSettings(
        method=state.value(METHOD),
        loss=state.value(LOSS),
        start=state.value(START),
        rate=state.value(RATE),
        batch=state.value(BATCH),
        limit=state.value(LIMIT),
        seed=state.value(SEED),
    )


def row() -> None:
    """One row that wraps on a phone; what has no effect on a search is left out."""
    walks = state.value(METHOD) != "search"
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xxsmall"):
        visit.picker(DATA, dataset_names(extra=True), layout.wide(112))
        st.selectbox(
            "Kernel",
            RELATION_OF,
            key=KERNEL.name,
            format_func=kernel_name,
            width=layout.wide(165),
            help=tips.relation(state.value(KERNEL)),
        )
        st.selectbox(
            "Method", METHODS, key=METHOD.name, format_func=METHOD_NAMES.__getitem__, width=layout.wide(96)
        )
        if walks:
            width_slider(START, STARTS, "Start γ", layout.wide(98), STARTS_HELP)
        st.segmented_control(
            "Gradient", VARIANT_NAMES, key=VARIANT.name, required=True, format_func=VARIANT_NAMES.__getitem__
        )
        with more(HIDDEN):
            _rare(walks=walks)
            st.caption(
                "Defaults are the paper's. The step size falls to a tenth every 1,000 steps. The paper's "
                "column sph-3 is the spherical kernel with start 3 and batch 50."
            )
        reset_button(PARAMS)


def _rare(*, walks: bool) -> None:
    """What is behind More, two by two: all of it fits a small screen."""
    left, right = st.columns(2)
    with left:
        k_slider()
        if walks:
            st.select_slider("Batch: rows drawn a step", BATCHES, key=BATCH.name, format_func="{:,}".format)
    if walks:
        right.select_slider("Step size", RATES, key=RATE.name, format_func=width_text)
        right.select_slider("Most steps", LIMITS, key=LIMIT.name, format_func="{:,}".format)
    st.pills("Folds", FOLDS, selection_mode="multi", key=FOLD.name)
    left, right = st.columns(2)
    left.selectbox("Loss", LOSSES, key=LOSS.name, format_func=LOSS_NAMES.__getitem__)
    if walks:
        right.number_input("Seed: which rows are drawn", 0, 9999, key=SEED.name)


def chosen_folds() -> list[int]:
    """The folds to show; without any, a way back."""
    picked = state.value(FOLD)
    if not picked:
        st.info("No fold is chosen. Pick at least one under More.")
        st.button("Use all ten", on_click=state.reset, args=([FOLD],))
        st.stop()
    return [int(fold) for fold in FOLDS if fold in picked]


def kernel_name(kernel: str) -> str:
    """The name of a kernel without that word: Circular."""
    return RELATIONS[kernel].label.removesuffix(" kernel")
