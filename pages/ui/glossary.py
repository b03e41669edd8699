"""The words of the field, each in a sentence or two."""

from __future__ import annotations

import streamlit as st

WORDS = {
    "FRNN": "Fuzzy-rough nearest neighbours: a point gets the class whose nearest members are most similar "
    "to it and whose nearest outsiders are least similar.",
    "Relation": "How similar two rows are, between 0 and 1 on the training data; 1 for equal rows. It is "
    "what this product compares.",
    "k": "How many nearest rows count, inside each class and outside it.",
    "OWA weights": "How much each of the k counts: with linear weights the nearest counts k times as much "
    "as the farthest.",
    "Upper approximation": "How similar the nearest rows inside a class are: can the point belong to it?",
    "Lower approximation": "How dissimilar the nearest rows outside a class are: must it belong?",
    "γ (gamma)": "The width of a kernel: the larger, the more slowly similarity falls with distance.",
    "Fold": "One tenth of a data set, predicted by the other nine tenths.",
    "Balanced accuracy": "The share of right answers in each class, averaged over the classes: a large "
    "class counts no more than a small one.",
    "Rank": "The place of a relation on a data set: 1 is best, equals share the mean of their places.",
    "Critical difference": "Relations joined by a bar cannot be told apart by the test.",
    "p-value": "How often chance alone would give differences as large as these.",
    "Adjusted p": "A p-value corrected for the number of comparisons.",
    "Undefined": "A relation may not exist on some data: Mahalanobis needs a covariance with an inverse.",
    "Published, corrected": "The code published with the paper differs from its text in places. Published "
    "follows that code, corrected the definition.",
}


@st.dialog("What the words mean", width="large")
def show() -> None:
    """Open the list."""
    for word, meaning in WORDS.items():
        st.markdown(f"**{word}.** {meaning}")
