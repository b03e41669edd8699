"""The claims as a table to filter, and the evidence of one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from frnn_core.paper.claims import VERDICTS, Claim, claims, finding
from frnn_core.text import counted
from pages.ui import state
from pages.ui.paper import links
from pages.ui.paper.controls import (
    ALL,
    CLAIM,
    COLOURS,
    ICONS,
    IDS,
    SIGNS,
    TOPIC,
    TOPICS,
    VERDICT,
    VERDICT_KEYS,
)

PICKED = "claims table"
MEANINGS = {
    "holds": "what is printed comes out again, by the rule given with the claim.",
    "does not follow": "what is printed is not what comes out of the printed tables or the stated method.",
    "cannot be checked": "print and data do not decide it.",
}


def chosen(audit: pd.DataFrame) -> pd.DataFrame:
    """The claims that pass both filters."""
    verdict, topic = state.value(VERDICT), state.value(TOPIC)
    kept = pd.Series(True, index=audit.index)
    if verdict != ALL:
        kept &= audit["verdict"] == VERDICT_KEYS[verdict]
    if topic != ALL:
        kept &= audit["topic"] == TOPICS[topic]
    return audit[kept]


def draw(audit: pd.DataFrame) -> None:
    """Filters and table; a click on a row opens its evidence."""
    counts = audit["verdict"].value_counts()
    labels = {ALL: f"All {len(audit)}"} | {
        key: f"{SIGNS[name]} {name} {counts.get(name, 0)}" for key, name in VERDICT_KEYS.items()
    }
    with st.container(horizontal=True, vertical_alignment="center"):
        st.pills(
            "Verdict",
            [ALL, *VERDICT_KEYS],
            key=VERDICT.name,
            required=True,
            format_func=labels.__getitem__,
            label_visibility="collapsed",
            wrap=True,
        )
        st.selectbox(
            "Topic",
            [ALL, *TOPICS],
            key=TOPIC.name,
            format_func=lambda key: TOPICS.get(key, "All topics"),
            label_visibility="collapsed",
            width=160,
        )
        titles = dict(zip(audit["id"], audit["title"], strict=True))
        st.selectbox(
            "Claim",
            ["", *IDS],
            key=CLAIM.name,
            format_func=lambda key: titles.get(key, "Open a claim by name"),
            label_visibility="collapsed",
            width=280,
        )
    shown = chosen(audit)
    if shown.empty:
        st.info("No claim of this topic has this verdict.")
        st.button("Show all claims", on_click=state.reset, args=([VERDICT, TOPIC],))
        return
    _table(shown)
    meanings = "; ".join(f"{SIGNS[name]} {name}: {MEANINGS[name].rstrip('.')}" for name in VERDICTS)
    st.caption(f"{counted(len(shown), 'claim')}; click one for its evidence. {meanings}.")


def _table(shown: pd.DataFrame) -> None:
    told = pd.DataFrame(
        {
            " ": shown["verdict"].map(SIGNS),
            "Claim": shown["title"],
            "Where": shown["where"],
            "Printed": shown["printed"],
            "Recomputed": shown["recomputed"],
            "Verdict": shown["verdict"],
        }
    )
    column = st.column_config.TextColumn
    st.dataframe(
        told,
        hide_index=True,
        height=492,
        key=f"{PICKED} {st.session_state.get(PICKED, 0)}",
        on_select=_picked,
        selection_mode=["single-row", "single-cell"],
        column_config={
            " ": column(width=36, pinned=True),
            "Claim": column(width=245),
            "Where": column(width=140),
            "Printed": column(width=150),
            "Recomputed": column(width=255),
            "Verdict": column(width=130),
        },
        alt=f"{len(shown)} claims with what is printed, what is recomputed, and the verdict.",
    )
    st.session_state[f"{PICKED} ids"] = shown["id"].tolist()


def _picked() -> None:
    """A callback: the row that was clicked, or whose cell was, is opened."""
    event = st.session_state[f"{PICKED} {st.session_state.get(PICKED, 0)}"]
    rows = [*event.selection.rows, *(cell[0] for cell in event.selection.cells)]
    if rows:
        st.session_state[CLAIM.name] = st.session_state[f"{PICKED} ids"][rows[0]]


def _closed() -> None:
    """A callback: nothing is open, and a new table has nothing picked."""
    st.session_state[CLAIM.name] = ""
    st.session_state[PICKED] = st.session_state.get(PICKED, 0) + 1


def opened() -> None:
    """The evidence of the claim that the address names."""
    claim_id = state.value(CLAIM)
    if claim_id:
        claim = next(claim for claim in claims() if claim.id == claim_id)
        st.dialog(claim.title, width="large", on_dismiss=_closed)(_evidence)(claim)


def _evidence(claim: Claim) -> None:
    """How a claim was judged: what is printed, what comes out, the rule, the numbers, the table."""
    found = finding(claim.id)
    st.badge(found.verdict, icon=ICONS[found.verdict], color=COLOURS[found.verdict])
    st.markdown(
        f"**The paper** ({claim.where}): {claim.says}\n\n"
        f"**Printed:** {claim.printed}\n\n"
        f"**Recomputed:** {found.recomputed}\n\n"
        f"**How it was judged:** {claim.how}"
    )
    if found.note:
        st.markdown(f"**Note:** {found.note}")
    if claim.id in links.LINKS:
        links.open_button(links.LINKS[claim.id])
    if found.numbers:
        st.markdown("**Numbers behind it**")
        rows = {"": list(found.numbers), "value": [_written(value) for value in found.numbers.values()]}
        st.dataframe(pd.DataFrame(rows), hide_index=True, height="content", alt="The numbers behind it.")
    if found.evidence is not None:
        st.markdown("**Table behind it**")
        plain_table(found.evidence, "The table behind it.")
    st.caption("This address opens the claim:")
    st.code(state.link(), language=None, wrap_lines=True)


def plain_table(table: pd.DataFrame, alt: str) -> None:
    """A frame with four digits of each number."""
    shown = table if isinstance(table.index, pd.RangeIndex) else _with_index(table)
    floats = shown.select_dtypes(np.floating).columns
    formats = {name: st.column_config.NumberColumn(format="%.4g") for name in floats}
    st.dataframe(shown, hide_index=True, column_config=formats, placeholder="–", alt=alt)


def _with_index(table: pd.DataFrame) -> pd.DataFrame:
    names = [name or " " for name in table.index.names]
    return table.rename_axis(names).reset_index()


def _written(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def badge_line(claim_id: str) -> None:
    """The verdict of a claim in a line, with a way to its evidence."""
    found = finding(claim_id)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.badge(found.verdict, icon=ICONS[found.verdict], color=COLOURS[found.verdict])
        st.markdown(found.recomputed)
        if st.button("Evidence", key=f"evidence {claim_id}", type="tertiary", icon=":material/fact_check:"):
            state.put(CLAIM, claim_id)
