"""The heatmap shows what COMBO saw, frames what it chose, and strikes out what is undefined."""

import numpy as np
import pytest

from frnn_core.figures import Look
from frnn_core.figures.palette import DARK
from frnn_core.relations.combo import SEVEN
from frnn_core.studies.learned import choices
from frnn_core.studies.learned.figures.inner_scores import chosen_words, inner_scores, inner_scores_text


def traces(figure, meta):
    return [trace for trace in figure.data if trace.meta == meta]


@pytest.mark.parametrize("name", ["balance", "vehicle"])
def test_cells_and_frames(name):
    told = choices(name, 3)
    figure = inner_scores(told, title="t")
    (heat,) = traces(figure, "inner scores")
    np.testing.assert_array_equal(heat.z, told.inner)
    framed = set()
    for trace in traces(figure, "chosen"):
        for i in range(0, len(trace.x), 6):
            framed.add((round(np.mean(trace.y[i : i + 4])), SEVEN[round(np.mean(trace.x[i : i + 4]))]))
    assert framed == set(enumerate(told.chosen))
    (texts,) = traces(figure, "texts")
    bold = [text for text in texts.text if text.startswith("<b>")]
    assert len(texts.text) == 70
    assert len(bold) == 10
    assert list(figure.layout.xaxis.ticktext) == list(SEVEN)


def test_what_is_undefined_is_struck_out_with_its_reason():
    told = choices("texture", 3)
    figure = inner_scores(told, title="t", look=Look(dark=True, large=True))
    (strokes,) = traces(figure, "undefined")
    assert list(strokes.x) == [SEVEN.index("mah")] * 10
    assert all("determine each other linearly" in words for words in strokes.hovertext)
    assert figure.layout.paper_bgcolor == DARK.background
    assert "Lighter is higher" in figure.layout.title.text


def test_hovers_tell_inner_and_test_score():
    told = choices("balance", 3)
    (heat,) = traces(inner_scores(told, title="t", look=Look(names={"cos": "Cosine"})), "inner scores")
    assert heat.hovertext[0][SEVEN.index("cos")] == (
        "<b>Cosine (cos)</b>, fold 1<br>inner score .710<br>on the test rows .830<br>chosen"
    )


def test_words_count_the_choices():
    told = choices("balance", 3)
    assert inner_scores_text(told, {"cos": "Cosine"}) == "COMBO chose Cosine on 9 and pcc on 1 of 10 folds."
    assert chosen_words(told.counts * 0).startswith("nothing")
