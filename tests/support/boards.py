"""Comparisons that take no time: k is given, no other classifier, every row dealt once."""

from frnn_core.your_data import leaderboard
from frnn_core.your_data.fold_scores import Design

PLAIN = {"k": 3, "beside": [], "repeats": 1}


def plain_board(data, relations=None, **options):
    return leaderboard(data, relations, **{**PLAIN, **options})


def plain_design(relations=None, **options):
    return Design.of(relations, **{**PLAIN, **options})
