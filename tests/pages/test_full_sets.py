"""Pages with a data set of the visitor's choice take tables with categories and gaps, too."""

import pytest
from driving import figures, opened, seen, text

from frnn_core.engine.encoding import Encoding

VIEWS = {
    "explain": {"ed": "crx-full"},
    "explain a row typed": {"ed": "auto-full", "et": "typed"},
    "explain what would change": {"ed": "german-full", "er": "class-mah", "et": "change"},
    "sensitivity": {"data": "cleve-full", "view": "kg"},
    "benchmark of all": {"d": "full", "r": "man,cos,mah,gauss"},
    "gamma_descent": {"set": "crx-full"},
    "weights": {"wd": "crx-full", "wk": "5", "wc": "one", "wt": "families"},
    "benchmark": {"d": "own", "only": "crx-full,german-full,wine"},
    "significance": {"d": "own", "only": "crx-full,german-full,wine,heart,pima,glass"},
}


@pytest.mark.parametrize("view", VIEWS)
def test_a_full_set_can_be_chosen(view):
    app = opened(view.split()[0], **VIEWS[view])
    assert not app.exception
    assert not app.error
    assert figures(app)
    assert "ignored" not in text(app)
    if not view.startswith("explain"):  # which shows each value as it stands, and the choice of the encoding
        lines = [line.value for line in (*app.caption, *app.markdown)]
        assert any(Encoding().words() in line for line in lines) or view == "significance"


@pytest.mark.parametrize(("page", "asked"), [("sensitivity", {"view": "kg"}), ("gamma_descent", {})])
def test_numbers_alone_need_no_word_on_their_encoding(page, asked):
    assert Encoding().words() not in text(seen(page, **asked))
