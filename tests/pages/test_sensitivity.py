"""Sensitivity shows ranks over k and scores over k and gamma as the core has them."""

import numpy as np
import pytest
from driving import address, decoded, figures, moved, opened, text
from expected_scores import expected

from frnn_core.experiments.plan import Plan, Setting
from frnn_core.experiments.presets import ALL_KS, GAMMAS, SEVEN
from frnn_core.experiments.score_table import score_table


@pytest.mark.quick
def test_mean_ranks_over_k():
    app = opened("sensitivity")
    complete = [expected(k=k).dropna().index for k in ALL_KS]
    names = complete[0]
    for other in complete[1:]:
        names = names.intersection(other)
    ranks = {k: expected(k=k).loc[names].rank(axis=1, ascending=False).mean() for k in ALL_KS}
    best = sum(ranks[k].idxmin() == "man" for k in ALL_KS)
    assert f"Manhattan has the best mean rank for {best} of 20" in app.subheader[0].value
    assert address(app) == {}


def test_scores_over_k_and_the_papers_six_for_what_learns():
    app = opened("sensitivity", over="score")
    assert "mean over" in str(figures(app)[0]).lower()
    app = opened("sensitivity", r="man,combo")
    assert "COMBO learn anew for each k" in text(app)


def test_k_is_marked():
    app = opened("sensitivity")
    app.slider(key="k").set_value(9)
    marked = [a["text"] for a in figures(moved(app))[0]["layout"]["annotations"]]
    assert any("9" in words for words in marked)
    assert address(app) == {"k": "9"}


@pytest.mark.parametrize(("name", "kernel"), [("pima", "gauss"), ("wine", "circle")])
def test_k_and_gamma(name, kernel):
    app = opened("sensitivity", view="kg", data=name, kernel=kernel)
    table = score_table(Plan((name,), tuple(Setting.of(kernel, gamma=g) for g in GAMMAS), ALL_KS))
    best = table.values[0].mean(axis=-1).max()
    assert f"The best is {best:.3f}".replace("0.", ".") in app.subheader[0].value
    z = np.array(decoded(next(t for t in figures(app)[0]["data"] if t["type"] == "heatmap")["z"]))
    np.testing.assert_allclose(z, table.values[0].mean(axis=-1).T)


def test_the_view_can_be_changed_and_survives_another_page():
    app = opened("sensitivity", view="kg", data="heart")
    app.selectbox(key="kernel").set_value("sphere")
    moved(app)
    assert address(app) == {"view": "kg", "data": "heart", "kernel": "sphere"}
    app.switch_page("pages/benchmark.py")
    moved(app)
    assert address(app) == {}
    app.switch_page("pages/sensitivity.py")
    moved(app)
    assert address(app) == {"view": "kg", "data": "heart", "kernel": "sphere"}


def mean_ranks(k, **options):
    return expected(k=k, **options).dropna().rank(axis=1, ascending=False).mean()


def test_controls_move_what_is_drawn_over_k():
    app = opened("sensitivity", d="own", only="wine,wdbc,pima", r="man,che,cos")
    names, keys = ("wine", "wdbc", "pima"), ["man", "che", "cos"]
    app.segmented_control(key="over").set_value("score")
    moved(app)
    table = app.dataframe[0].value
    for k in (1, 20):
        means = expected(names, keys, k=k).mean()
        assert table.loc[k].tolist() == pytest.approx(means.tolist(), abs=6e-4)
    app.segmented_control(key="v").set_value("published")
    published = expected(names, keys, k=5, variant="published").mean()
    assert moved(app).dataframe[0].value.loc[5].tolist() == pytest.approx(published.tolist(), abs=6e-4)
    app.segmented_control(key="over").set_value("rank")
    ranks = mean_ranks(5, names=names, keys=keys, variant="published")
    assert moved(app).dataframe[0].value.loc[5].tolist() == pytest.approx(ranks.tolist(), abs=6e-4)
    app.multiselect(key="only").set_value(["wine", "glass"])
    app.multiselect(key="r").set_value(["euc", "exp"])
    moved(app)
    app.select_slider(key="g").set_value(0.1)
    shown = moved(app).dataframe[0].value.loc[7]
    ranks = mean_ranks(7, names=("wine", "glass"), keys=["euc", "exp"], gamma=0.1)
    assert shown.tolist() == pytest.approx(ranks.tolist(), abs=6e-4)


def test_the_view_and_the_data_set_are_controls():
    app = opened("sensitivity")
    app.segmented_control(key="view").set_value("kg")
    assert "on pima" in str(figures(moved(app))[0])
    app.selectbox(key="data").set_value("heart")
    assert "on heart" in str(figures(moved(app))[0])
    assert address(app) == {"view": "kg", "data": "heart"}


def test_the_selection_is_shared_between_pages():
    app = opened("benchmark", k="9", r="man,euc,cos")
    app.switch_page("pages/sensitivity.py")
    moved(app)
    assert address(app) == {"r": "man,euc,cos", "k": "9"}
    assert len(SEVEN) == 7


def test_a_bad_link_is_noted_and_ignored():
    app = opened("sensitivity", view="3d", kernel="box", data="iris", over="x")
    assert len(app.warning) == 4
    assert address(app) == {}
