"""Pages with a data set of the visitor's choice take tables with categories and gaps, too."""

import pytest
from driving import figures, opened, text

VIEWS = {
    "explain": {"ed": "crx-full"},
    "explain a row typed": {"ed": "auto-full", "et": "typed"},
    "explain what would change": {"ed": "german-full", "er": "class-mah", "et": "change"},
    "sensitivity": {"data": "cleve-full", "view": "kg"},
    "benchmark of all": {"d": "full", "r": "man,cos,mah,gauss"},
    "gamma_descent": {"set": "crx-full"},
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
