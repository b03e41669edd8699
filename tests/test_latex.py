"""LaTeX: what it cannot print as it stands is written in its own words, and every table fits its page."""

import re

import numpy as np
import pandas as pd
import pytest
from tex import ENGINES, compiled

from frnn_core.latex import MATHS, SPECIAL, ascii_text, escape, label, latex_table, latex_text
from frnn_core.text import bibtex
from frnn_core.version import __version__

LONG = "The largest gap of Manhattan is smaller than that of every other relation of the paper"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("γ = 1", r"$\gamma$ = 1"),
        ("−½ to ½", r"$-$$\frac{1}{2}$ to $\frac{1}{2}$"),
        ("k × γ …", r"k $\times$ $\gamma$ \dots{}"),
        ("k\u00a0=\u00a03 · 40 – 50", r"k~=~3 $\cdot$ 40 -- 50"),
        ("σ Σ χ² x₂", r"$\sigma$ $\Sigma$ $\chi$$^{2}$ x$_{2}$"),
        ("Nédoncelle, Łoś, naı̈ve", r"N\'{e}doncelle, \L{}o\'{s}, na\i{}[U+0308]ve"),
        ("--beside a|b", r"-{}-beside a$|$b"),
        ("中", "[U+4E2D]"),
    ],
)
def test_what_is_written_is_latex(written, expected):
    assert escape(written) == expected
    assert escape(written).isascii()


def test_no_sign_is_left_that_the_fonts_of_latex_lack():
    told = [*SPECIAL.values(), *MATHS.values()]
    assert all(letter.isascii() for text in told for letter in text)


def test_comments_and_names_are_ascii():
    assert ascii_text("γ ≤ 1 · Łoś") == "gamma <= 1 - ?os"
    assert label("benchmark-gap-γ0.3") == "tab:benchmark-gap-gamma0-3"


def made(rows, columns, name):
    rng = np.random.default_rng(rows * columns)
    heads = [f"Class-specific Mahalanobis {i}" if i % 3 else f"Manhattan {i}" for i in range(columns)]
    index = pd.Index([f"data set {i}" for i in range(rows)], name="data set")
    frame = pd.DataFrame(rng.random((rows, columns)), index, heads)
    best = frame.eq(frame.max(axis=1), axis=0)
    means = frame.mean().rename(f"mean, n = {rows}")
    return latex_text(frame, f"{rows} x {columns}, γ = .3", name=name, best=best, means=means), frame


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_tables_of_every_shape_compile_and_keep_within_the_page(engine):
    shapes = [(2, 3), (40, 7), (60, 4), (3, 14), (40, 14), (12, 30), (45, 30)]
    texts = {f"{r} x {c}": made(r, c, f"made-{r}-{c}")[0] for r, c in shapes}
    for rows in (3, 30, 90):
        words = {"claim": [LONG] * rows, "where": ["Section 4.2, Table 9"] * rows, "p": ["< .001"] * rows}
        shown = pd.DataFrame({**words, "found": [LONG[:60]] * rows})
        texts[f"{rows} long"] = latex_table(shown, LONG, name=f"long-{rows}")
    odd = pd.DataFrame({'a|"b" γ': ["x--y <é> ł ∑ ₂ 中 \\ {}$&#%_~^ σ"], "[x": ["*"]}, index=["[1]"])
    texts["odd"] = latex_text(odd, "odd − × “q” Σ", name="odd")
    assert compiled(texts, engine) == {}


def test_a_table_has_label_caption_bold_best_means_and_says_what_it_needs():
    text, frame = made(4, 2, "benchmark-score-k3")
    assert r"\label{tab:benchmark-score-k3}" in text
    assert r"\caption{4 x 2, $\gamma$ = .3}" in text
    assert re.search(r"^% The document needs \\usepackage\{booktabs", text, re.MULTILINE)
    assert len(re.findall(r"\\textbf\{\.\d{3}\}", text)) == 4
    first = frame.iloc[0]
    bold = f"\\textbf{{{first.max():.3f}}}".replace("0.", ".")
    assert bold in next(line for line in text.splitlines() if line.startswith("data set 0"))
    means = next(line for line in text.splitlines() if line.startswith("mean, n = 4"))
    assert means == "mean, n = 4 & " + " & ".join(f"{m:.3f}"[1:] for m in frame.mean()) + r" \\"
    assert text.isascii()


def test_a_wide_table_is_turned_and_a_wider_one_split():
    assert r"\begin{sidewaystable}" in made(3, 14, "turned")[0]
    text = made(12, 30, "split")[0]
    parts = re.findall(r"Part (\d) of (\d)\.", text)
    assert len(parts) > 1
    assert [int(part) for part, _ in parts] == list(range(1, int(parts[0][1]) + 1))
    assert text.count(r"\label{tab:split}") == 1
    assert text.count("data set 11 &") == len(parts)


def test_citations_name_the_paper_and_the_version_and_no_machine():
    text = bibtex()
    assert "Bollaert, Henri and Cornelis, Chris" in text
    assert "2211.14134" in text
    assert f"Version {__version__}" in text
    assert "://" not in text
