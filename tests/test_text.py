"""How results are written: what LaTeX cannot print as it stands is written in its own words."""

import pytest

from frnn_core.text import SPECIAL, escape


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("γ = 1", r"$\gamma$ = 1"),
        ("−½ to ½", r"$-$$\frac{1}{2}$ to $\frac{1}{2}$"),
        ("k × γ …", r"k $\times$ $\gamma$ \dots{}"),
        ("k\u00a0=\u00a03 · 40 – 50", r"k~=~3 $\cdot$ 40 -- 50"),
    ],
)
def test_signs_of_our_texts_are_latex(written, expected):
    assert escape(written) == expected


def test_no_sign_is_left_that_the_fonts_of_latex_lack():
    assert all(letter.isascii() for told in SPECIAL.values() for letter in told)
