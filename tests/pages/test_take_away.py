"""What is exported is what is shown: the same mode, numbers and names, in files that open everywhere."""

import io
import json
import re
import zipfile
from functools import cache

import numpy as np
import pandas as pd
import pytest
from driving import figures, opened, seen
from scipy.stats import friedmanchisquare
from tex import ENGINES, compiled

from frnn_core.__main__ import main
from frnn_core.paper.table_views import table_numbers
from frnn_core.stats import compare
from pages.ui.paper.tables import latex as paper_table
from pages.ui.take_away import named

FIVE = {"d": "own", "only": "wine,heart,pima,glass,vowel"}
VIEWS = {
    "benchmark score": ("benchmark", {}),
    "benchmark gap": ("benchmark", {"show": "gap", **FIVE}),
    "benchmark rank, all relations": ("benchmark", {"show": "rank", "r": "fixed"}),
    "benchmark beside": ("benchmark", {"beside": "svm", **FIVE}),
    "significance": ("significance", {}),
    "significance, control": ("significance", {"against": "man", "test": "nemenyi", "r": "fixed"}),
    "over k": ("sensitivity", {}),
    "k gamma": ("sensitivity", {"view": "kg"}),
    "gamma descent": ("gamma_descent", {"fold": "1"}),
    "learned, all": ("learned", {}),
    "weights": ("weights", {}),
    "explain": ("explain", {}),
    "relations": ("relations", {}),
    "playground": ("playground", {}),
    "paper": ("paper", {}),
    "your data": ("your_data", {}),
}


def content(app, label):
    """The content and the name of the file behind a button."""
    for button in app.get("download_button"):
        if button.proto.label == label:
            from streamlit.runtime import get_instance

            media = get_instance().media_file_mgr if get_instance() else None
            return button.proto.url, media
    raise AssertionError(label)
