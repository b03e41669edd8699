"""What the paper left open, on the page Paper: a row a question, its answer, and what is in the store."""

from dataclasses import replace

import numpy as np
import pytest
from driving import address, decoded, figures, moved, opened, text

from frnn_core.data import dataset_names
from frnn_core.experiments.plan import Plan, Setting, keys_of
from frnn_core.experiments.store import Result, Store
from frnn_core.paper.left_open_words import answer_words, caveats
from frnn_core.paper.open_questions import Arm, questions
from frnn_core.paper.sides import FRNN
from pages.ui.paper import cache
from pages.ui.paper.cache import answers

PAGE = "paper"


@pytest.mark.parametrize("question", questions(), ids=lambda question: question.key)
def test_what_was_left_open_has_a_row_and_an_answer_for_each_question(question):
    app = opened(PAGE, exhibit="left-open", asked=question.key)
    known = answers()
    radio = app.radio(key="asked")
    assert radio.options == [one.question.asks for one in known.values()]
    assert list(radio.proto.captions) == [answer_words(one) for one in known.values()]
    assert radio.value == question.key
    for sentence in caveats(known[question.key]):
        assert sentence in text(app)
    shown = next(frame.value for frame in app.dataframe if "p, Holm" in frame.value)
    assert shown["Verdict"].tolist() == [one.verdict for one in known[question.key].compared]
    assert address(app) == {"exhibit": "left-open"} | (
        {"asked": question.key} if question.key != "weights" else {}
    )
    if any(one.n for one in known[question.key].compared):
        means = [one.mean for one in known[question.key].compared if one.n]
        (drawn,) = [data for figure in figures(app) for data in figure["data"] if data.get("meta") == "means"]
        np.testing.assert_allclose(decoded(drawn["x"]), means)


def test_another_question_is_a_click_away():
    app = opened(PAGE, exhibit="left-open")
    app.radio(key="asked").set_value("tuning")
    moved(app)
    assert address(app) == {"exhibit": "left-open", "asked": "tuning"}
    assert figures(app)[0]["layout"]["title"]["text"].startswith("<b>Tuned parameters</b>")
    labels = [button.label for button in app.get("download_button")]
    assert labels[:2] == ["All questions, CSV", "By data set, CSV"]


def test_results_of_the_store_answer_what_is_not_shipped(tmp_path, monkeypatch):
    store = Store(tmp_path / "results.sqlite")
    new, old = (FRNN(label, Setting.of("man-fit", {"penalty": p})) for label, p in (("A", 0.77), ("B", 0.88)))
    names = dataset_names()[:12]
    for side, score in ((new, 0.9), (old, 0.8)):
        plan = Plan(names, (side.setting,))
        for place, name in enumerate(names):
            keys = keys_of(plan, name, side.setting, 3)
            scores = {"balanced_accuracy": score + 0.002 * place * (side is new), "accuracy": score}
            store.add(Result(key, name, scores, 1.0) for key in keys)
    made_up = [replace(question, arms=(Arm(new, old),)) for question in questions()]
    monkeypatch.setattr(cache, "questions", lambda: made_up)
    monkeypatch.setenv("FRNN_STORE", str(store.path))
    cache._answers.clear()
    try:
        app = opened(PAGE, exhibit="left-open", asked="local")
        assert app.radio(key="asked").proto.captions[0].startswith("**So far: yes.** A, against B: +.111")
        assert (
            "over 12 of 40 data sets; 12 ahead, 0 level, 0 behind" in app.radio(key="asked").proto.captions[3]
        )
    finally:
        cache._answers.clear()
