"""What is exported is what is shown: the same mode, numbers and names, in files that open everywhere."""

import io
import re
import xml.etree.ElementTree as ElementTree
import zipfile
from functools import cache

import pandas as pd
import pytest
from driving import opened
from scipy.stats import friedmanchisquare, wilcoxon
from tex import ENGINES, compiled

from frnn_core.__main__ import main
from frnn_core.paper.table_views import table_numbers
from frnn_core.stats import power_of_pair
from frnn_core.text import number
from frnn_core.version import __version__
from pages.ui import take_away
from pages.ui.paper.tables import latex as paper_table

FIVE = {"d": "own", "only": "wine,heart,pima,glass,vowel"}
VIEWS = {
    "benchmark score": ("benchmark", {"show": "score"}),
    "benchmark gap": ("benchmark", {"show": "gap", **FIVE}),
    "benchmark rank": ("benchmark", {"show": "rank", "r": "fixed"}),
    "benchmark beside": ("benchmark", {"show": "gap", "beside": "knn", **FIVE}),
    "significance": ("significance", {}),
    "matrix": ("significance", {"part": "Matrix", "r": "fixed"}),
    "one pair": ("significance", {"part": "One pair", "a": "man", "b": "che"}),
    "ranking": ("significance", {"part": "Bayesian ranking", "against": "man", "swr": "0.1"}),
    "ranks": ("significance", {"part": "Ranks"}),
    "against one": ("significance", {"against": "man", "test": "nemenyi", "r": "fixed"}),
    "over k": ("sensitivity", {}),
    "k gamma": ("sensitivity", {"view": "kg"}),
    "gamma descent": ("gamma_descent", {"fold": "1"}),
    "learned": ("learned", {}),
    "weights": ("weights", {}),
    "explain": ("explain", {}),
    "relations": ("relations", {}),
    "playground": ("playground", {}),
    "paper": ("paper", {}),
    "your data": ("your_data", {}),
}


@cache
def files(view):
    """The files of a view by name; what is made when it is asked for is made."""
    found = {}

    def download(label, data, file_name, mime, key=""):
        found[file_name] = data

    page, params = VIEWS[view]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(take_away, "_download", download)
        opened(page, **params)
    return found


def made(data):
    return data() if callable(data) else data


def csv(view):
    name, data = next((name, data) for name, data in files(view).items() if name.endswith(".csv"))
    return name, pd.read_csv(io.StringIO(data), index_col=0)


def tex(view):
    return next(made(data) for name, data in files(view).items() if name.endswith(".tex"))


@pytest.mark.parametrize("engine", ENGINES)
def test_the_latex_of_every_page_compiles_and_keeps_within_the_page(engine):
    texts = {view: tex(view) for view in VIEWS}
    texts |= {f"paper table {number}": paper_table(number, "published") for number in table_numbers()}
    with zipfile.ZipFile(io.BytesIO(made(files("significance")[bundle("significance")]))) as archive:
        held = {name: archive.read(name).decode() for name in archive.namelist() if name.endswith(".tex")}
    # the tables of the bundle are those of the page, under labels of their own
    texts |= {f"bundle {name}": text for name, text in held.items()}
    for name, text in texts.items():
        assert text.isascii(), name
        assert "localhost" not in text, name
    for name in (*VIEWS, *(f"paper table {count}" for count in table_numbers())):
        assert r"\label{tab:" in texts[name], name
        assert r"\toprule" in texts[name], name
    assert compiled(texts, engine) == {}


def bundle(view):
    return next(name for name in files(view) if name.endswith(".zip"))


def test_benchmark_exports_its_mode():
    names = {view: csv(view)[0] for view in VIEWS if view.startswith("benchmark")}
    assert names["benchmark score"] == "benchmark-score-k3-corrected.csv"
    assert names["benchmark gap"] == "benchmark-gap-k3-corrected.csv"
    scores = csv("benchmark score")[1].loc[["wine", "heart", "pima", "glass", "vowel"]]
    gaps = csv("benchmark gap")[1]
    expected = scores.rsub(scores.max(axis=1), axis=0).round(12)
    pd.testing.assert_frame_equal(gaps, expected.loc[gaps.index, gaps.columns], atol=1e-12)
    ranks = csv("benchmark rank")[1]
    assert (ranks.min(axis=1) >= 1).all()
    complete = ranks.dropna()
    assert complete.sum(axis=1).tolist() == [ranks.shape[1] * (ranks.shape[1] + 1) / 2] * len(complete)
    assert "1 = best" in tex("benchmark rank")
    assert r"\textbf{.000}" in tex("benchmark gap")
    assert "mean, n = 5 &" in tex("benchmark gap")
    assert "Manhattan" in tex("benchmark gap")


def test_every_view_of_significance_exports_itself():
    scores = csv("benchmark score")[1].sort_index()
    name, matrix = csv("matrix")
    assert name == "significance-matrix-conover-holm-k3-gamma1-corrected.csv"
    assert matrix.shape == (13 * 12 / 2, 7)
    row = matrix[matrix["second"] == "che"].loc["man"]
    apart = (scores["man"] - scores["che"]).dropna()
    assert row["mean_difference"] == pytest.approx(apart.mean())
    assert row["p"] == pytest.approx(wilcoxon(apart, method="exact").pvalue, rel=1e-5)
    assert "Manhattan -- Chebyshev &" in tex("matrix")
    name, pair = csv("one pair")
    assert name == "significance-man-che-conover-holm-k3-corrected.csv"
    assert (pair["ahead"] - (pair["man"] - pair["che"])).abs().max() < 1e-11
    (power,) = [made(data) for name, data in files("one pair").items() if "power" in name and "csv" in name]
    found = power_of_pair("man", "che", pair["ahead"].to_numpy(), pairs=21)
    assert pd.read_csv(io.StringIO(power))["corrected"].tolist() == found.curve["corrected"].tolist()
    assert f"it takes {found.needed} data sets like these" in " ".join(tex("one pair").split())
    assert "Manhattan against Chebyshev over 36 data sets" in tex("one pair")
    name, ranking = csv("ranking")
    assert list(ranking) == ["strength", "low", "high", "best", "better", "equal", "worse"]
    assert ranking["best"].sum() == pytest.approx(1)
    assert r".5 $\pm$ .10" in tex("ranking")
    assert csv("ranks")[1].mean().idxmin() == "man"


def test_the_leaderboard_is_one_table_for_print_and_whole_as_csv():
    text = tex("your data")
    assert text.count(r"\toprule") == 1
    head, *rows = re.findall(r"^.*&.*(?= \\\\$)", text, re.MULTILINE)
    columns = ["relation", "mean", r"95 \% interval", "difference", "its interval", "adjusted p", "P(equal)"]
    assert [re.sub(r"\\rotatebox\{90\}\{(.*)\}", r"\1", cell) for cell in head.split(" & ")] == columns
    printed = [row.split(" & ") for row in rows]
    _, table = csv("your data")
    assert {"low", "high", "p_adjusted", "equivalent", "seconds", "settings", "undefined"} <= set(table)
    assert [row[0] for row in printed] == table["name"].tolist()
    ps = table["p_adjusted"].map(lambda p: r"\textless{} .001" if p < 0.001 else number(p) * (p == p))
    assert [row[5].strip() for row in printed] == ps.tolist()
    assert [row[1].startswith(r"\textbf") for row in printed] == table["mean"].eq(
        table["mean"].max()
    ).tolist()


def test_the_scores_tested_again_give_the_same_statistic_and_p(tmp_path, capsys):
    name, scores = csv("benchmark score")
    (tmp_path / name).write_text(files("benchmark score")[name])
    assert main(["stats", "--scores", str(tmp_path / name)]) == 0
    assert "chi-square = 33.87 (6 df), p < .001, 36 data sets" in capsys.readouterr().out
    plain = friedmanchisquare(*scores.dropna().to_numpy().T)  # as anyone else would test it
    assert plain.statistic == pytest.approx(33.87007672634269, abs=1e-9)


def test_the_bundle_has_paragraph_tables_diagram_and_settings():
    assert bundle("significance") == "significance-conover-holm-k3-corrected.zip"
    with zipfile.ZipFile(io.BytesIO(made(files("significance")[bundle("significance")]))) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    views = ("matrix", "bayesian-ranking", "one-pair", "power")
    assert {f"{view}.{kind}" for view in views for kind in ("csv", "tex")} <= set(held)
    assert held["one-pair.csv"].decode().startswith("data set,man,euc,ahead\n")
    assert "is that of Wilcoxon's signed-rank test" in " ".join(held["power.tex"].decode().split())
    assert {"README.txt", "paragraph.txt", "paragraph.tex", "pairs.csv", "relations.csv"} <= set(held)
    readme = held["README.txt"].decode()
    assert "k\u00a0=\u00a03" in readme.splitlines()[0]
    assert readme.splitlines()[1] == f"FRNN Explorer {__version__}"
    told = held["paragraph.txt"].decode()
    assert "on the 36 of 40 data sets" in told.replace("over the", "on the")
    assert "χ²(6) = 33.87, p < .001" in told
    assert held["critical-difference-1-column.pdf"].startswith(b"%PDF")
    assert b"<svg" in held["critical-difference-2-columns.svg"]
    assert "tikzpicture" in held["critical-difference.tex"].decode()
    assert not [name for name, data in held.items() if b"localhost" in data or b"127.0.0.1" in data]


def test_figures_are_offered_in_both_sizes_of_paper():
    drawn = files("benchmark gap")
    pdf = made(drawn["benchmark-gap-k3-corrected-2-columns.pdf"])
    (box,) = re.findall(rb"/MediaBox \[ *0 0 ([\d.]+) ([\d.]+) *\]", pdf)
    assert float(box[0]) == pytest.approx(7.16 * 72, abs=0.1)
    svg = made(drawn["benchmark-gap-k3-corrected-2-columns.svg"]).decode()
    assert 'width="515.52pt"' in svg


def test_names_of_files_are_ascii_and_short():
    assert take_away.named("k-gamma", "γ = 0.3", "Łoś & co") == "k-gamma-gamma-0.3-os-co"
    assert len(take_away.named("a" * 200)) == 150
    for view in VIEWS:
        assert all(re.fullmatch(r"[a-zA-Z0-9._-]{1,100}", name) for name in files(view)), list(files(view))


@pytest.mark.slow
def test_every_page_offers_its_figures_for_print():
    for view in VIEWS:
        names = [name for name in files(view) if name.endswith(".svg")]
        drawings = [files(view)[name] for name in names]
        assert drawings, view
        assert all(name.endswith("-2-columns.svg") for name in names), names
        root = ElementTree.fromstring(made(drawings[0]))
        assert root.get("width") == "515.52pt", view  # 7.16 inches
        assert len(root.findall(".//{*}path")) > 10, view
