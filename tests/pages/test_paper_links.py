"""Every link from the page Paper to a live view is one that its page understands."""

import pytest
from driving import moved, opened, text

from frnn_core.paper.checks.ranks import TITLES
from frnn_core.paper.claims import claims
from pages.ui.paper.links import CHEBYSHEV, DESCENT, LINKS, friedman


@pytest.mark.parametrize("page", ["benchmark", "significance", "sensitivity", "gamma_descent"])
def test_every_link_to_a_live_view_is_understood(page):
    exhibits = [CHEBYSHEV, DESCENT, *(friedman(name) for name in TITLES)]
    asked = [dict(params) for name, params in [*LINKS.values(), *exhibits] if name == page]
    distinct = {tuple(params.items()): params for params in asked}
    app = opened(page)
    for params in distinct.values():
        app.query_params.clear()
        for name, value in params.items():
            app.query_params[name] = value
        moved(app)
        assert "This link asked for" not in text(app)
        kept = {name: app.query_params[name] for name in app.query_params}
        assert all(params[name] == kept[name] for name in set(params) & set(kept))
    assert distinct


def test_links_are_for_claims_that_exist():
    assert set(LINKS) <= {claim.id for claim in claims()}


def test_links_carry_the_titles_of_the_navigation():
    app = opened("paper", claim="man-best")
    labels = [link.proto.label for link in app.get("page_link")]
    assert "Open in Significance" in labels
