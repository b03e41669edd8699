"""The state of the page Paper, and the words for its verdicts."""

from __future__ import annotations

from typing import Literal

from frnn_core.engine.relation import VARIANT_LABELS, VARIANTS
from frnn_core.engine.treatments import GAPS, TREATMENTS, treatments_of
from frnn_core.paper.checks.ranks import TITLES
from frnn_core.paper.claims import claims, topics
from frnn_core.paper.figures.printed_difference import SHOWS
from frnn_core.paper.open_questions import questions
from frnn_core.paper.table_views import table_numbers
from frnn_core.paper.verdicts import Verdict
from pages.ui import state

EXHIBITS = {
    "abs": "One missing absolute value",
    "sideways": "A table read sideways",
    "descent": "A descent that cannot settle",
    "left-out": "What it left out",
    "left-open": "What it left open",
}
WAYS = {"turned": "Table turned", "right": "Right way round"}
VERDICT_KEYS: dict[str, Verdict] = {
    "holds": "holds",
    "not": "does not follow",
    "open": "cannot be checked",
}
SIGNS: dict[Verdict, str] = {"holds": "✓", "does not follow": "≠", "cannot be checked": "?"}
ICONS: dict[Verdict, str] = {
    "holds": ":material/check_circle:",
    "does not follow": ":material/difference:",
    "cannot be checked": ":material/help:",
}
COLOURS: dict[Verdict, Literal["green", "orange", "gray"]] = {
    "holds": "green",
    "does not follow": "orange",
    "cannot be checked": "gray",
}
ALL = "all"
TOPICS = {name.lower().replace(" ", "-"): name for name in dict.fromkeys(topics().values())}
IDS = [claim.id for claim in claims()]
TABS = ("Claims", "Printed tables", "What cannot be checked")

EXHIBIT = state.choice("exhibit", EXHIBITS, "abs", "exhibit")
TURN = state.choice("turn", WAYS, "turned", "way round")
TESTED = state.choice("tested", TITLES, "dml", "tested table")
VERDICT = state.choice(
    "verdict", [ALL, *VERDICT_KEYS], ALL, "verdict", {ALL: "Every verdict", **VERDICT_KEYS}
)
TOPIC = state.choice("topic", [ALL, *TOPICS], ALL, "topic", {ALL: "All topics", **TOPICS})
CLAIM = state.choice("claim", ["", *IDS], "", "claim")
TABLE = state.choice("table", table_numbers(), "6", "printed table")
AS = state.choice("as", VARIANTS, "published", "variant beside the print", state.labels(VARIANT_LABELS))
CELLSHOW = state.choice("cellshow", SHOWS, "difference", "what a cell shows")
CATEGORIES = {key: TREATMENTS[key].label for key in treatments_of("category")}
GAP_WAYS = {key: way.label for key, way in GAPS.items()}
CATS = state.choice("cats", CATEGORIES, "overlap", "treatment of categories")
GAPWAY = state.choice("gaps", GAP_WAYS, "polar", "treatment of gaps")
QUESTIONS = [question.key for question in questions()]
ASKED = state.choice("asked", QUESTIONS, QUESTIONS[0], "question that was left open")
TAB = state.choice("pt", TABS, TABS[0], "tab")
PARAMS = (EXHIBIT, TURN, TESTED, CATS, GAPWAY, ASKED, VERDICT, TOPIC, CLAIM, TABLE, AS, CELLSHOW, TAB)
