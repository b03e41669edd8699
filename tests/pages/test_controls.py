"""The controls that pages share look, help and count alike wherever they are."""

import pytest
from driving import address, moved, opened
from driving_your_data import SETTLED

from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.scalings import SCALINGS
from pages.ui import tips
from pages.ui.controls import GAMMA, STOPS, K, gamma_text, scaling_name, weights_name

PAGES = ("benchmark", "significance", "gamma_descent", "learned", "playground", "explain")


@pytest.mark.parametrize("page", PAGES)
def test_k_is_one_slider_everywhere(page):
    slider = opened(page, k="7").slider(key=K.name)
    assert (slider.min, slider.max, slider.value, slider.help) == (1, 20, 7, tips.K)
    assert slider.label == ("k, neighbours" if page in ("explain", "learned") else "k, neighbours a class")


@pytest.mark.parametrize(
    ("page", "asked", "key"),
    [
        ("benchmark", {"r": "man,gauss"}, ["man", "gauss"]),
        ("significance", {"r": "man,gauss"}, ["man", "gauss"]),
        ("playground", {"rb": "gauss"}, ["man", "gauss"]),
        ("relations", {"rel": "gauss"}, ["gauss"]),
        ("explain", {"er": "gauss"}, ["gauss"]),
        ("weights", {"wr": "gauss", "wd": "wine", "wk": "3", "wc": "one"}, ["gauss"]),
        ("your_data", {**SETTLED, "among": "man,gauss"}, ["man", "gauss"]),
    ],
)
def test_gamma_is_one_slider_with_a_box_everywhere_and_there_for_kernels_only(page, asked, key):
    app = opened(page, g="10", **asked)
    slider, box = app.select_slider(key=GAMMA.name), app.number_input(key="g box")
    assert (slider.value, box.value) == (10, 10)
    assert slider.options == [gamma_text(gamma) for gamma in STOPS]
    assert slider.help == tips.gamma(key)
    assert slider.label == "γ, width"
    assert (box.min, box.max) == (0.001, 1000)
    told = moved(app).number_input(key="g box").proto  # the browser may have missed what was told before
    assert (told.set_value, told.value) == (True, 10)
    bare = opened(page, **{name: "man" if "gauss" in value else value for name, value in asked.items()})
    assert GAMMA.name not in [slider.key for slider in bare.select_slider]


@pytest.mark.parametrize(("page", "ranges"), [("playground", "norm"), ("explain", "en")])
def test_weights_and_ranges_have_the_same_names_on_both_pages(page, ranges):
    app = opened(page)
    assert app.selectbox(key="w").options == [weights_name(key) for key in WEIGHTS]
    assert app.selectbox(key=ranges).options == [scaling_name(key) for key in SCALINGS]
    app.selectbox(key="w").set_value("strict")
    app.selectbox(key=ranges).set_value("unit")
    assert address(moved(app)) == {"w": "strict", ranges: "unit"}
