"""What is compared: data sets, relations, k, gamma, folds and variant, shared by the pages of Compare."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.data import dataset_names, full_names, load_dataset, partition
from frnn_core.data.catalogue import Entry, entries
from frnn_core.engine import owa
from frnn_core.engine.encoding import Encoding
from frnn_core.engine.relation import VARIANT_LABELS, VARIANTS
from frnn_core.engine.scalings import SCALINGS
from frnn_core.experiments.plan import Conditions, Plan, Setting
from frnn_core.experiments.presets import SEVEN
from frnn_core.relations import fixed_relations
from pages.ui import controls, layout, state, tips, visit
from pages.ui.controls import GAMMA, K

T = TypeVar("T")
Test = Callable[[Entry], bool]
DATA_GROUPS: dict[str, tuple[str, Test]] = {
    "all": (f"The paper's {len(dataset_names())}", lambda entry: True),
    "small": ("Small: up to 500 rows", lambda entry: entry.rows <= 500),
    "medium": ("Medium: 501 to 2,000 rows", lambda entry: 500 < entry.rows <= 2000),
    "large": ("Large: above 2,000 rows", lambda entry: entry.rows > 2000),
    "imbalanced": ("Imbalanced: 5 to 1 or more", lambda entry: entry.imbalance_ratio >= 5),
    "wide": ("Many features: 20 or more", lambda entry: entry.features >= 20),
    "multiclass": ("More than two classes", lambda entry: entry.classes > 2),
    "keel": ("With KEEL's own folds", lambda entry: partition(load_dataset(entry.name)).scheme == "keel"),
}
"""Groups of the paper's data sets."""
FULL = "full"
FULL_NAME = f"Full versions of {len(full_names())}, with categories and gaps"
OWN = "own"
FIXED = list(fixed_relations())


def _members(*families: str) -> list[str]:
    return [key for key, spec in RELATIONS.items() if spec.family in families]


RELATION_GROUPS: dict[str, tuple[str, list[str]]] = {
    "seven": ("The paper's first seven", list(SEVEN)),
    "kernels": ("Manhattan and the kernels", ["man", *_members("kernel")]),
    "fitted": ("Kernels with fitted γ", ["man", *_members("fitted kernel")]),
    "learned": ("Manhattan, learned metrics, COMBO", ["man", *_members("learned", "combo")]),
    "mahalanobis": ("Mahalanobis and by class", ["man", *_members("mahalanobis")]),
    "fixed": (f"All {len(FIXED)} that learn nothing", FIXED),
    "every": (f"All {len(RELATIONS)}", list(RELATIONS)),
}
USUAL, MOST_FOLDS, MOST_REPEATS = Conditions(), 20, 10
FOLDS = {"auto": "KEEL's folds where known, else stratified", "stratified": "Stratified folds everywhere"}

_GROUP_NAMES = {key: name for key, (name, _) in DATA_GROUPS.items()} | {
    FULL: FULL_NAME,
    OWN: "Chosen by hand",
}

DATA = state.choice("d", [*DATA_GROUPS, FULL, OWN], "all", "data sets", _GROUP_NAMES)
WITHOUT = state.several("without", dataset_names(extra=True), [], "data sets left out")
ONLY = state.several(
    "only", dataset_names(extra=True), ["wine", "heart", "pima", "glass", "vowel"], "data sets"
)
CHOSEN = state.several(
    "r",
    list(RELATIONS),
    SEVEN,
    "relations",
    {name: members for name, (_, members) in RELATION_GROUPS.items()},
    {name: told for name, (told, _) in RELATION_GROUPS.items()},
)
VARIANT = state.choice("v", VARIANTS, "corrected", "variant", state.labels(VARIANT_LABELS))
PARTITION = state.choice("folds", FOLDS, "auto", "folds")
WEIGHTS = state.choice("weights", owa.WEIGHTS, USUAL.weights, "weights")
RANGES = state.choice("ranges", SCALINGS, USUAL.normalise, "ranges of the features")
SPLITS = state.whole("nfolds", 2, MOST_FOLDS, USUAL.n_splits, "number of folds")
REPEATS = state.whole("repeats", 1, MOST_REPEATS, USUAL.repeats, "repeats")
SEED = state.whole("dealseed", 0, 9999, USUAL.seed, "seed of the folds")
CONDITIONS: state.Params = (PARTITION, SPLITS, REPEATS, SEED, WEIGHTS, RANGES)
PARAMS = (DATA, WITHOUT, ONLY, CHOSEN, K, GAMMA, VARIANT, *CONDITIONS)


@dataclass(frozen=True)
class Selection:
    """The choice on screen."""

    datasets: tuple[str, ...]
    relations: tuple[str, ...]
    k: int
    gamma: float
    variant: str
    conditions: Conditions

    @property
    def uses_gamma(self) -> bool:
        """Whether γ matters for a chosen relation."""
        return any(RELATIONS[key].uses_gamma for key in self.relations)

    @property
    def uses_variant(self) -> bool:
        """Whether a chosen relation has a published variant of its own."""
        return any(RELATIONS[key].published for key in self.relations)

    def setting(self, key: str) -> Setting:
        """A chosen relation with its parameters."""
        return Setting.of_variant(key, self.variant, self.gamma)

    def plan(self, ks: tuple[int, ...] = ()) -> Plan:
        """The experiment, for the chosen k unless others are named."""
        settings = tuple(self.setting(key) for key in self.relations)
        under = visit.encoding(self.datasets[0] if self.datasets else "")
        return Plan(self.datasets, settings, ks or (self.k,), self.conditions).under(under)

    def in_words(self) -> str:
        """One line that says what the numbers are over."""
        parts = [
            f"{len(self.datasets)} data sets" if len(self.datasets) != 1 else visit.called(self.datasets[0]),
            f"{len(self.relations)} relations"
            if len(self.relations) != 1
            else RELATIONS[self.relations[0]].label,
            f"k\u00a0=\u00a0{self.k}",
            *([f"γ\u00a0=\u00a0{controls.gamma_text(self.gamma)}"] if self.uses_gamma else []),
            *self.conditions_in_words(*self.datasets),
            *([self.variant] if self.uses_variant else []),
            *encoding(*self.datasets),
        ]
        return " · ".join(parts)

    def conditions_in_words(self, *datasets: str) -> list[str]:
        """Folds, and every setting that is not the usual one; a table of one's own has no folds of KEEL."""
        own = any(map(visit.is_own, datasets))
        return (replace(self.conditions, scheme="stratified") if own else self.conditions).in_words()

    @property
    def folds(self) -> str:
        """Over how many folds a mean is: 10 folds."""
        return f"{self.conditions.n_splits * self.conditions.repeats} folds"


def encoding(*datasets: str) -> list[str]:
    """How categories and gaps are taken, for the line that says what numbers are over; [] without any."""
    own = [visit.encoding(name).words() for name in datasets if visit.has_more(name)]
    return own or ([Encoding().words()] if any(visit.about(name).full_of for name in datasets) else [])


def current() -> Selection:
    """The choice, from the state."""
    group = state.value(DATA)
    if group == OWN:
        names = tuple(state.value(ONLY))
    else:
        left_out = state.value(WITHOUT)
        names = tuple(name for name in _group(group) if name not in left_out)
    return Selection(
        names,
        tuple(state.value(CHOSEN)),
        state.value(K),
        state.value(GAMMA),
        state.value(VARIANT),
        Conditions(
            "stratified" if state.value(PARTITION) == "stratified" else "auto",
            state.value(SPLITS),
            state.value(WEIGHTS),
            state.value(RANGES),
            state.value(SEED),
            repeats=state.value(REPEATS),
        ),
    )


def _group(group: str) -> tuple[str, ...]:
    """The names of a group."""
    if group == FULL:
        return full_names()
    fits = DATA_GROUPS[group][1]
    return tuple(name for name in dataset_names() if fits(entries()[name]))


def pickers(only: Sequence[str] = ()) -> layout.Aside:
    """The pickers, for the header of a page, which draws them.

    k and γ come first, for they are moved most and the list of pages takes the upper half. γ is left out
    where it has no effect, and so is the choice of relations where a page shows `only` some.
    """
    return layout.Aside(partial(_sliders, only), partial(_pickers, only))


def _sliders(only: Sequence[str]) -> None:
    controls.k_slider()
    controls.gamma_slider(only or state.value(CHOSEN))


def _pickers(only: Sequence[str]) -> None:
    st.selectbox("Data sets", [*DATA_GROUPS, FULL, OWN], key=DATA.name, format_func=_GROUP_NAMES.__getitem__)
    if st.session_state[DATA.name] == OWN:
        st.multiselect("Chosen", dataset_names(extra=True), key=ONLY.name, placeholder="Pick data sets")
    else:
        names = _group(st.session_state[DATA.name])
        offered = list(dict.fromkeys([*names, *st.session_state[WITHOUT.name]]))
        st.multiselect("Leave out", offered, key=WITHOUT.name, placeholder="None left out")
    if not only:
        _relations()


def _relations() -> None:
    st.multiselect(
        "Relations",
        list(RELATIONS),
        key=CHOSEN.name,
        format_func=full_name,
        placeholder="Pick relations",
        help=tips.relations(state.value(CHOSEN)),
    )
    with st.popover("Pick a group of relations", width="stretch"):
        for name, (label, members) in RELATION_GROUPS.items():
            st.button(label, key=f"group {name}", width="stretch", on_click=_take, args=(members,))
    if st.button("What these relations are", icon=":material/function:", type="tertiary"):
        formulas()


def conditions_pickers() -> None:
    """Folds, seed, weights and scaling, as on the command line; what is not shipped is computed."""
    st.selectbox("Folds", list(FOLDS), key=PARTITION.name, format_func=FOLDS.__getitem__)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        st.number_input("Number of folds", 2, MOST_FOLDS, key=SPLITS.name, help=tips.SPLITS)
        st.number_input("Repeats", 1, MOST_REPEATS, key=REPEATS.name, help=tips.REPEATS)
        st.number_input("Seed", 0, 9999, key=SEED.name, help=tips.SEED)
    left, right = st.columns(2)
    with left:
        controls.weights_picker(WEIGHTS)
    with right:
        controls.ranges_picker(RANGES)
    if any(state.value(param) != param.default for param in CONDITIONS):
        st.button(
            "Back to the paper's", icon=":material/restart_alt:", on_click=state.reset, args=(CONDITIONS,)
        )


@st.dialog("The chosen relations", width="large")
def formulas() -> None:
    """The formula of every chosen relation, and where it comes from."""
    for key in state.value(CHOSEN):
        spec = RELATIONS[key]
        st.markdown(f"**{full_name(key)}**")
        st.latex(spec.formula)
        if spec.where:
            st.latex(spec.where)
        st.caption(f"Source: {spec.source}")


def need(selection: Selection, *, datasets: int, relations: int) -> None:
    """End the page with a word of help where too little is chosen."""
    if len(selection.relations) < relations:
        words = "No relation is chosen." if not selection.relations else "One relation is chosen."
        _help(f"{words} Pick at least {relations}.", "Use the paper's seven", CHOSEN, list(SEVEN))
    if len(selection.datasets) < datasets:
        words = "No data set is" if not selection.datasets else f"{len(selection.datasets)} data sets are"
        _help(
            f"{words} chosen; this page needs {datasets} or more.",
            f"Use the paper's {len(dataset_names())}",
            DATA,
            "all",
        )


def _help(words: str, cure: str, param: state.Param[T], value: T) -> None:
    st.info(words)
    st.button(cure, on_click=_set, args=(param, value))
    st.stop()


def _set(param: state.Param[T], value: T) -> None:
    st.session_state[param.name] = value
    if param is DATA:
        st.session_state[WITHOUT.name] = []


def variant_switch(selection: Selection) -> None:
    """Published or corrected, shown only where it changes a chosen relation."""
    if selection.uses_variant:
        controls.switch("Variant", VARIANT_LABELS, VARIANT)


def removed() -> list[str]:
    """The data sets that were taken out of their group by hand."""
    return list(state.value(WITHOUT)) if state.value(DATA) != OWN else []


def leave_out(name: str) -> None:
    """A callback that takes a data set out of the comparison."""
    param, value = (ONLY, state.value(ONLY)) if state.value(DATA) == OWN else (WITHOUT, state.value(WITHOUT))
    left = (
        [n for n in value if n != name]
        if param is ONLY
        else [n for n in dataset_names(extra=True) if n in {*value, name}]
    )
    st.session_state[param.name] = left


def take_in(name: str) -> None:
    """A callback that puts it back."""
    if state.value(DATA) != OWN:
        st.session_state[WITHOUT.name] = [n for n in state.value(WITHOUT) if n != name]


def restore() -> None:
    """A callback that puts all of them back."""
    st.session_state[WITHOUT.name] = []


def exploratory_note() -> str:
    """A sentence for exports: what was removed by hand was removed after looking."""
    gone = removed()
    return f" Exploratory: left out by hand: {', '.join(gone)}." if gone else ""


def exploratory_badge() -> None:
    """The same on screen, on a line that is always there, so that what is below stays in its place.

    Where there is no room for it, only what was removed is said.
    """
    gone = removed()
    if not gone and layout.folds():
        return
    if not gone:
        st.badge("No data set removed by hand", icon=":material/check:", color="gray")
        return
    count = "1 data set" if len(gone) == 1 else f"{len(gone)} data sets"
    st.badge(f"Exploratory: {count} removed by hand", icon=":material/science:", color="orange")


def full_name(key: str) -> str:
    """The name of a relation with its key: Manhattan (man)."""
    return f"{RELATIONS[key].label} ({key})"


def names() -> dict[str, str]:
    """The full name of every relation."""
    return {key: spec.label for key, spec in RELATIONS.items()}


def _take(members: list[str]) -> None:
    st.session_state[CHOSEN.name] = list(members)
