"""The tour: twelve points, one query, and in each step a question that the core answers."""

from frnn_core.studies.tour.board import (
    HIGH,
    LOW,
    MOST_K,
    QUERY,
    SHOWN,
    Place,
    model,
    similarities,
    twelve,
)
from frnn_core.studies.tour.questions import QUESTIONS, Question, question, shown_before

__all__ = [
    "HIGH",
    "LOW",
    "MOST_K",
    "QUERY",
    "QUESTIONS",
    "SHOWN",
    "Place",
    "Question",
    "model",
    "question",
    "shown_before",
    "similarities",
    "twelve",
]
