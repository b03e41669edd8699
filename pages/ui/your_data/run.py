"""Step 3 of Your data: what is compared, the comparison itself, and how far it is."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.data import Dataset
from frnn_core.data.reading import Options
from frnn_core.engine.encoding import Encoding
from frnn_core.errors import FRNNError
from frnn_core.experiments.baselines import BASELINES, baseline_names
from frnn_core.experiments.cost import in_words
from frnn_core.experiments.served import MOST_AT_ONCE
from frnn_core.text import counted, listed
from frnn_core.your_data import Leaderboard, cost
from frnn_core.your_data.choosing import RULE as CHOSEN_WITHIN
from frnn_core.your_data.fold_scores import BESIDE, Deals, Design, Score
from frnn_core.your_data.worker import Run
from pages.ui import layout, progress, selection, state
from pages.ui.controls import GAMMA, gamma_slider, more, reset_button
from pages.ui.escaping import plain
from pages.ui.your_data import cache, sample_scores

AT_ONCE_SECONDS = 10.0
SAMPLE_SECONDS = 6.0
SAMPLE_IN_WORKER_SECONDS = 180.0
"""The sample is computed without being asked for where it takes less: here and now, or in a worker."""
MOST_REMEMBERED = 20_000
FAMILIES = {
    "distance": "Distances",
    "angle": "Cosine, Pearson",
    "mahalanobis": "Mahalanobis",
    "kernel": "Kernels",
    "fitted kernel": "Kernels with fitted γ",
    "learned": "Learned metrics",
    "combo": "COMBO",
}
_RUN, _SCORES, _STARTED = "comparison under way", "scores so far", "compared before"

AMONG = state.several(
    "among",
    list(RELATIONS),
    selection.FIXED,
    "relations",
    {name: members for name, (_, members) in selection.RELATION_GROUPS.items()},
    {name: told for name, (told, _) in selection.RELATION_GROUPS.items()},
)
CHOSEN = "chosen"
OWN_K = state.choice("yk", [CHOSEN, *map(str, range(1, 21))], CHOSEN, "k", {CHOSEN: "Chosen in each fold"})
OTHERS = state.several("ybeside", list(BASELINES), BESIDE, "other classifiers")
REPEATS = state.whole("yrepeats", 0, 10, 0, "repetitions")
FOLDS = state.whole("yfolds", 2, 20, 10, "number of folds")
SEED = state.whole("yseed", 0, 9999, 0, "seed")
PARAMS = (AMONG, OWN_K, GAMMA, OTHERS, FOLDS, REPEATS, SEED)


@dataclass(frozen=True, eq=False)
class Task:
    """A design on a data set, with its folds."""

    data: Dataset
    design: Design
    deals: Deals

    @property
    def key(self) -> tuple[Hashable, ...]:
        """What tells it from others."""
        return (self.data.sha256, self.deals.sha256, self.design)

    def memory_key(self, fold: int, column: str) -> tuple[Hashable, ...]:
        """What decides one piece: whatever else is compared does not."""
        setting = column if column in self.design.beside else self.design.setting(column)
        conditions = self.design.conditions
        treated = tuple(conditions.encoding.treatment(column) for column in self.data.columns)
        encoded = (treated, conditions.encoding.gaps) if treated else ()
        common = (self.data.sha256, self.deals.sha256, self.design.k, conditions.seed, encoded)
        return (*common, setting, fold)


def row(params: state.Params, data: Dataset) -> None:
    """One row: relations, k, γ where it counts; other classifiers, folds and seed behind More."""
    if not layout.folds():
        st.markdown("**3 · Compare**")
    chosen = state.value(AMONG)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        with st.popover(f"{len(chosen)} of {len(RELATIONS)} relations", icon=":material/function:"):
            st.multiselect(
                "Relations",
                list(RELATIONS),
                key=AMONG.name,
                format_func=selection.full_name,
                placeholder="Pick relations",
            )
            st.caption("Add or take away a family:")
            with st.container(horizontal=True, gap="small"):
                for family, label in FAMILIES.items():
                    members = [key for key, spec in RELATIONS.items() if spec.family == family]
                    there = set(members) <= set(chosen)
                    st.button(
                        label,
                        key=f"family {family}",
                        icon=":material/remove:" if there else ":material/add:",
                        on_click=_turn,
                        args=(members, not there),
                    )
        st.selectbox(
            "k",
            [CHOSEN, *map(str, range(1, 21))],
            key=OWN_K.name,
            format_func=lambda k: "Chosen in each fold" if k == CHOSEN else k,
            help=f"{CHOSEN_WITHIN}. With a number, nothing is chosen: it counts for all relations.",
            width=220,
        )
        if state.value(OWN_K) != CHOSEN:
            gamma_slider(chosen, 220)
        with more((OTHERS, FOLDS, REPEATS, SEED)):
            st.multiselect(
                "Beside FRNN",
                list(BASELINES),
                key=OTHERS.name,
                format_func=baseline_names().__getitem__,
                placeholder="None",
                help="Other classifiers on the same folds, tuned on the training rows of each.",
            )
            if data.folds:
                st.caption(f"The table brings {len(data.folds)} folds of its own; they are used.")
            st.slider("Folds", 2, 20, key=FOLDS.name, disabled=bool(data.folds))
            st.number_input(
                "Repetitions",
                0,
                10,
                key=REPEATS.name,
                disabled=bool(data.folds),
                help="How often the rows are dealt to folds. 0: three times below 300 rows, else once.",
            )
            st.number_input("Seed that deals the rows", 0, 9999, key=SEED.name)
        reset_button(params)


def _turn(members: list[str], there: bool) -> None:
    """A callback that adds a family or takes it away."""
    wanted = {*state.value(AMONG), *members} if there else {*state.value(AMONG)} - {*members}
    st.session_state[AMONG.name] = [key for key in RELATIONS if key in wanted]


def task(data: Dataset, encoding: Encoding) -> Task | None:
    """The comparison on screen; what is too much for a page is left out, with the reason."""
    chosen = state.value(AMONG)
    wide = cost.widths(data, encoding)
    refused = {key: cost.refused(wide, key) for key in chosen}
    for key, reason in refused.items():
        if reason:
            st.caption(f"{RELATIONS[key].label} is left out: {reason}. The command line has no limit.")
    kept = [key for key in chosen if not refused[key]]
    if not kept:
        st.info("No relation is chosen. Pick at least one.")
        st.button(
            f"Use the {len(selection.FIXED)} that learn nothing", on_click=_turn, args=(selection.FIXED, True)
        )
        return None
    try:
        design = _design(kept, encoding)
        return Task(data, design, design.deals(data))
    except FRNNError as error:
        st.error(plain(str(error).replace("Ask for", "Under More, ask for")), icon=":material/error:")
        return None


def _design(relations: list[str], encoding: Encoding) -> Design:
    """What the controls say."""
    k = state.value(OWN_K)
    return Design.of(
        relations,
        None if k == CHOSEN else int(k),
        state.value(GAMMA),
        state.value(FOLDS),
        state.value(SEED),
        encoding,
        state.value(OTHERS),
        state.value(REPEATS) or None,
    )


def compared(now: Task, sample: bool, options: Options) -> Leaderboard | None:
    """What is known of the comparison; what is missing is offered, started, or watched."""
    if sample:
        _remember(now, sample_scores.kept(now.deals, now.design))
        left = cost.estimate(now.data, now.design, {(s.fold, s.column) for s in _known(now)})
        if 0 < left < SAMPLE_SECONDS:
            _leave()
            return cache.sample_board(options, now.design)
    _collect(now)
    scores = _known(now)
    if len(scores) < len(now.design.pieces(now.deals)):
        _panel(now, scores, at_once=sample)
    return Leaderboard.of(scores, now.design, now.deals) if scores else None


def _panel(now: Task, scores: list[Score], *, at_once: bool) -> None:
    """The button and the estimate, or how far the run is; the sample asks for no button."""
    run = _current(now)
    if run is not None and not run.progress().ended:
        _watch(run, now)
        return
    seconds = cost.estimate(now.data, now.design, {(s.fold, s.column) for s in scores})
    time = in_words(seconds)
    if seconds > cost.MOST_SECONDS:
        most = in_words(cost.MOST_SECONDS)
        st.warning(
            f"This would take about {time} on this machine; a page allows {most}. Choose fewer relations or "
            "folds, or a sample of the rows. The command line below has no limit.",
            icon=":material/hourglass_disabled:",
        )
        return
    again = st.session_state.get(_STARTED) == now.data.sha256 and seconds < AT_ONCE_SECONDS
    if run is None and (again or (at_once and seconds < SAMPLE_IN_WORKER_SECONDS)):
        _start(now, scores)
        return
    told = run.progress() if run is not None else None
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        if told is None:
            what = f"{counted(len(now.design.columns), 'method')} × {counted(len(now.deals), 'fold')}"
            st.markdown(f"{what}: about {time}.", width="content")
        else:
            stopped = plain(told.message) or "Stopped."
            st.markdown(
                f"{stopped} {told.done} of {told.total} pieces are kept; about {time} to go.", width="content"
            )
        label = "Compare relations" if told is None else "Continue"
        if st.button(label, type="primary", key="compare"):
            _start(now, scores)
        if told is not None and st.button("Start again", key="compare again"):
            _forget(now)
            _start(now, [])


def _start(now: Task, scores: list[Score]) -> None:
    _leave()
    try:
        st.session_state[_RUN] = (now.key, Run(now.data, now.design, scores))
    except FRNNError as error:
        st.error(plain(str(error)))
        return
    st.session_state[_STARTED] = now.data.sha256
    st.rerun()


@st.fragment(run_every=0.5)
def _watch(run: Run, now: Task) -> None:
    told = run.progress()
    if told.ended:
        st.rerun()
    others = f"{MOST_AT_ONCE} other comparisons are running on this server; yours starts when one ends."
    note = "Finished folds appear as they come."
    progress.row(told, lambda: _cancel(run), "cancel the comparison", waiting=others, note=note)
    if told.done // len(now.design.columns) > len(_known(now)) // len(now.design.columns):
        st.rerun()


def _cancel(run: Run) -> None:
    run.cancel()
    st.rerun()


def _current(now: Task) -> Run | None:
    """The run of this very task, if there is one."""
    key, run = st.session_state.get(_RUN, (None, None))
    return run if key == now.key else None


def _leave() -> None:
    """Stop a run of other settings; what it finished is remembered."""
    _, run = st.session_state.pop(_RUN, (None, None))
    if run is not None:
        run.cancel()


def _collect(now: Task) -> None:
    """Remember the pieces of the run; one for other settings is stopped."""
    run = _current(now)
    if run is None:
        _leave()
    else:
        _remember(now, run.scores())


def _memory() -> dict[tuple[Hashable, ...], Score]:
    memory: dict[tuple[Hashable, ...], Score] = st.session_state.setdefault(_SCORES, {})
    return memory


def _remember(now: Task, scores: Iterable[Score]) -> None:
    memory = _memory()
    for score in scores:
        memory[now.memory_key(score.fold, score.column)] = score
    while len(memory) > MOST_REMEMBERED:
        del memory[next(iter(memory))]


def _forget(now: Task) -> None:
    for score in _known(now):
        del _memory()[now.memory_key(score.fold, score.column)]


def _known(now: Task) -> list[Score]:
    memory = _memory()
    keys = (now.memory_key(fold, column) for fold, column in now.design.pieces(now.deals))
    return [memory[key] for key in keys if key in memory]


def propose(now: Task) -> None:
    """Relations that learn, where they fit in the time: one click adds them."""
    keys, seconds = cost.proposed(now.data, now.design)
    if not keys:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            f"Also compare {counted(len(keys), 'relation')} that learn",
            icon=":material/add:",
            key="propose",
            on_click=_turn,
            args=(list(keys), True),
        )
        names = listed(RELATIONS[key].label for key in keys)
        st.caption(f"About {in_words(seconds)}: {names}.", width="stretch")


def settings_in_words(design: Design) -> str:
    """What is fixed for all relations, for captions."""
    return "settings chosen within each fold" if design.tuned else f"k = {design.k}"
