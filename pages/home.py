"""Home: what this is, and whether the relation matters."""

import numpy as np
import streamlit as st

from frnn_core import RELATIONS, dataset_names, load_dataset
from frnn_core.errors import FRNNError
from frnn_core.figures.decision_surface import decision_surface
from frnn_core.text import bibtex
from pages.ui import cache, shell, state

DATA, K, BASE = "blobs", 3, "man"
SHOWN = ["man", "euc", "cos", "class-mah", "gauss"]
RELATION = state.choice("relation", SHOWN, BASE, "relation")
shell.start("home", [RELATION])
data = load_dataset(DATA)

st.title("FRNN Explorer: how you measure similarity decides the answer")
st.write(
    "Fuzzy-rough nearest neighbours (FRNN) gives a point to the class whose nearest members are most like "
    "it, and whose nearest outsiders are least like it. What “like” means is the *relation*. Choose one:"
)
relation = st.pills(
    "Relation",
    SHOWN,
    required=True,
    format_func=lambda key: RELATIONS[key].label,
    key=RELATION.name,
    label_visibility="collapsed",
)

model = cache.fitted(DATA, relation, K)
query = np.array([0.6, -0.2])
told = model.explain(model.normaliser(query[None]))
decided, base = (cache.left_out(DATA, key, K) for key in (relation, BASE))
changed, right = int((decided != base).sum()), int((decided == data.codes).sum())

picture, words = st.columns([3, 2], gap="large")
with picture:
    st.plotly_chart(
        cache.drawn(
            decision_surface,
            cache.decision_grid(DATA, relation, K),
            data,
            query,
            told,
            key=relation,
            dark=shell.dark(),
        ),
        key="surface",
        theme=None,
        config={"displaylogo": False},
        alt=f"Regions of three classes under the {RELATIONS[relation].label} relation; "
        f"the query is given to class {told.predictions[0]}.",
    )
    st.caption(
        f"{len(data.y)} generated points, k = {K}, linear weights. Stronger colour: larger lead. "
        "Lines: the neighbours that decide the query (solid inside its class, dotted outside), as thick "
        "as they count."
    )
with words:
    st.subheader(RELATIONS[relation].label)
    st.latex(RELATIONS[relation].formula)
    if RELATIONS[relation].where:
        st.latex(RELATIONS[relation].where)
    if relation == BASE:
        st.write(f"Left out in turn, **{right} of {len(data.y)}** points get their own class back.")
    else:
        st.write(
            f"Same {len(data.y)} points, same k. Only the relation changed: **{changed} of {len(data.y)}** "
            f"answers differ from {RELATIONS[BASE].label}'s, and {right} are right."
        )
    st.caption(f"Leave-one-out: each point is decided by the {len(data.y) - 1} others.")
    scores = ", ".join(
        f"{name} {score:.3f}" for name, score in zip(data.class_names, told.scores[0], strict=True)
    )
    st.write(
        f"The star goes to class **{told.predictions[0]}**, by {told.margins[0]:.3f}. Its scores: {scores}."
    )

st.divider()
st.subheader("Where to go")
try:
    finding = cache.benchmark_finding()
except FRNNError as error:
    finding = str(error)
WAYS = {
    "benchmark": (f"Compare on {len(dataset_names())} data sets", finding),
    "tour": ("Learn it in five steps", "Twelve points, one query, one control a step: a lecture to click."),
    "your_data": ("Use my own table", "Upload a CSV; leave with a recommendation, its uncertainty and code."),
    "significance": ("See which differences are real", "Ranks, tests and a critical-difference diagram."),
    "playground": ("Play with points", "Add and move points, and watch the border between classes move."),
    "paper": ("Check the paper", "Every printed number beside a recomputed one, and every claim judged."),
}
ways = list(WAYS.items())
for row in (ways[:3], ways[3:]):
    for column, (page, (title, words)) in zip(st.columns(3, gap="medium"), row, strict=True):
        with column, st.container(border=True, height="stretch"):
            st.page_link(shell.page(page), label=f"**{title}**")
            st.caption(words)
LECTURES = {
    "Fuzzy-rough nearest neighbours from nothing: five steps.": ("tour", {}),
    "One missing absolute value: Chebyshev as published, then corrected.": ("benchmark", {"v": "published"}),
    "Do the kernels differ? The overall test first, then the pairs.": ("significance", {"r": "kernels"}),
    "How flat accuracy is in γ: k × γ on pima.": ("sensitivity", {"view": "kg", "data": "pima"}),
    "Why the circular kernel collapsed in the paper: press Play.": ("gamma_descent", {}),
    "A table read sideways: turn it round, and significance is gone.": ("paper", {"exhibit": "sideways"}),
}
with st.expander("Six views for a lecture, ten minutes each"):
    for words, (page, asked) in LECTURES.items():
        st.page_link(shell.page(page), label=words, query_params=asked, icon=":material/slideshow:")
    st.caption("Add present=1 to any address for large text and no sidebar.")
with st.expander("How to cite"):
    st.code(bibtex("an interactive comparison of relations", state.link()), language=None)
