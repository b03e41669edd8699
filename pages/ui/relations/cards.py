"""The card of each relation: formula, where it is defined, what was checked, what the paper found."""

from __future__ import annotations

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.paper.claims import finding
from frnn_core.studies.relations import Check, claims_on, standing
from frnn_core.studies.relations.properties import NAMES
from frnn_core.text import counted
from pages.ui import selection, shell, state
from pages.ui.paper.controls import SIGNS
from pages.ui.relations.controls import COUNTER
from pages.ui.relations.view import View

COMBO = "where $r^*$ is the candidate with the best balanced accuracy in 5-fold cross-validation on the rows."


def cards(view: View) -> None:
    """Two cards a row."""
    keys = list(view.fits)
    for start in range(0, len(keys), 2):
        for column, key in zip(st.columns(2, gap="medium"), keys[start : start + 2], strict=False):
            with column, st.container(border=True, height="stretch"):
                _card(view, key)
    st.caption(
        "A ✓ says that no counterexample was found among these rows; it is no proof. Where R ≥ 0, the "
        "triangle inequality of 1 − R says the same as transitivity for the Łukasiewicz t-norm, "
        "max(0, R(x, y) + R(y, z) − 1) ≤ R(x, z)."
    )


def _card(view: View, key: str) -> None:
    spec, fitted = RELATIONS[key], view.fits[key]
    detail = view.detail(key) if fitted.model else ""
    st.markdown(f"**{selection.full_name(key)}**{f' · {detail}' if detail else ''}")
    st.markdown(spec.help)
    st.latex(spec.formula)
    if spec.family == "combo":
        st.markdown(COMBO)
    elif spec.where:
        st.latex(spec.where)
    st.markdown(f"**Defined:** {spec.defined}")
    if fitted.model is None:
        st.info(f"Not on these two features: {fitted.reason}", icon=":material/block:")
    else:
        st.markdown("  \n".join(_line(check) for check in view.checks[key].values()))
        _counterexample(key, view.checks[key]["triangle"])
    _paper(key)
    st.page_link(
        shell.page("playground"),
        label="See it decide in the Playground",
        query_params=_playground(view, key),
        icon=":material/touch_app:",
    )


def _line(check: Check) -> str:
    sign = "✓" if check.holds else "✗"
    example = f". {check.example_words()}" if check.example_words() else ""
    return f"{sign} **{NAMES[check.name]}**: {check.count_words()}{example}."


def _counterexample(key: str, triangle: Check) -> None:
    """A button that draws the broken triangle on the field, or takes it away."""
    if triangle.holds:
        return
    shown = state.value(COUNTER) == key
    st.button(
        "Hide the triangle" if shown else "Show the triangle on the field",
        key=f"counter {key}",
        icon=":material/change_history:",
        type="tertiary",
        on_click=_toggle,
        args=("" if shown else key,),
    )


def _toggle(key: str) -> None:
    st.session_state[COUNTER.name] = key


def _paper(key: str) -> None:
    """Where the relation stands, and the claims that speak of it; they are judged once they are asked for."""
    found = standing(key)
    if found is not None:
        st.markdown(f"**In the paper.** {found.in_words()}")
    told = claims_on(key)
    opened = st.expander(
        f"{counted(len(told), 'claim')} of the paper on it", key=f"claims {key}", on_change="rerun"
    )
    if opened.open:
        with opened:
            for claim in told:
                judged = finding(claim.id)
                st.page_link(
                    shell.page("paper"),
                    label=f"{SIGNS[judged.verdict]} {claim.title}: {judged.verdict}",
                    query_params={"claim": claim.id},
                )


def _playground(view: View, key: str) -> dict[str, str]:
    """The relation beside another that is on screen."""
    other = next((name for name in view.fits if name != key), "")
    return {"ra": key, **({"rb": other} if other else {})}
