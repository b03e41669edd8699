"""Sensitivity shows ranks over k and scores over k and gamma as the core has them."""

import numpy as np
import pytest
from driving import address, decoded, figures, moved, opened, popovers, text, waited
from expected_scores import expected

from frnn_core import RELATIONS
from frnn_core.experiments.evaluate import mean_score
from frnn_core.experiments.plan import Conditions, Plan, Setting
from frnn_core.experiments.presets import ALL_KS, GAMMAS, SEVEN
from frnn_core.experiments.score_table import score_table
from frnn_core.studies.gamma_curve import gamma_lines_text, over_gamma, plan_over_gamma
from frnn_core.text import number


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


@pytest.mark.parametrize(("shown", "reference"), [("rank", "man"), ("score", "euc")])
def test_every_kernel_over_gamma(shown, reference):
    names = ("wine", "heart", "pima")
    link = {"d": "own", "only": ",".join(names), "k": "5"}
    app = opened("sensitivity", view="g", over=shown, flat=reference, **link)
    curve = over_gamma(score_table(plan_over_gamma(names, reference, 5)))
    labels = {key: spec.label for key, spec in RELATIONS.items()}
    assert app.subheader[0].value == gamma_lines_text(curve, ranks=shown == "rank", names=labels)
    values, level = curve.values(ranks=shown == "rank")
    table = app.dataframe[0].value
    assert table["gauss"].tolist() == pytest.approx(values["gauss"].tolist(), abs=6e-4)
    assert table[reference].tolist() == pytest.approx([level] * len(GAMMAS), abs=6e-4)
    assert "r" not in [picker.key for picker in app.multiselect]
    assert app.select_slider(key="g").value == 1


def test_a_cell_of_k_and_gamma_is_opened_with_its_folds():
    app = opened("sensitivity", view="kg", data="wine", kernel="sphere", kgcell="3/0.316228")
    table = score_table(Plan(("wine",), tuple(Setting.of("sphere", gamma=g) for g in GAMMAS), ALL_KS))
    folds = table.values[0, 9, 2]
    assert app.dataframe[0].value.iloc[:, 0].tolist() == [number(score) for score in folds]
    assert "k\u00a0=\u00a03, γ\u00a0=\u00a0.316" in text(app)
    assert "of 10 folds" in text(app)
    assert any(trace.get("meta") == "clicked" for trace in figures(app)[0]["data"])
    app.button[-1].click()
    moved(app)
    assert "kgcell" not in address(app)
    assert "This is the best cell" in text(app)
    assert app.dataframe[0].value.iloc[:, 0].astype(float).mean() == pytest.approx(
        table.values[0].mean(axis=-1).max(), abs=6e-4
    )


@pytest.mark.parametrize("view", ["k", "g", "kg"])
def test_folds_repeats_seed_weights_and_scaling_count_in_every_view(view):
    asked = {"nfolds": "3", "repeats": "2", "dealseed": "4", "weights": "mean", "ranges": "unit"}
    link = {"d": "own", "only": "wine", "r": "man,euc", "data": "wine", "view": view, "over": "score"}
    app = opened("sensitivity", **link, **asked)
    waited(app, lambda: "Preliminary" not in text(app) and app.dataframe)
    told = "3 stratified folds, dealt twice · seed 4 · weights: All alike · ranges: 0 to 1"
    assert told in text(app)
    assert "More · 5 changed" in popovers(app)
    at = Conditions("auto", 3, "mean", "unit", 4, repeats=2)
    man = mean_score("wine", Setting.of("man"), 3, at)
    gauss = mean_score("wine", Setting.of("gauss", gamma=1.0), 3, at)
    table = app.dataframe[0].value
    if view == "k":
        assert table.loc[3, "man"] == pytest.approx(man, abs=6e-4)
    elif view == "g":
        assert table["man"].iloc[0] == pytest.approx(man, abs=6e-4)
        assert table.loc["1", "gauss"] == pytest.approx(gauss, abs=6e-4)
    else:
        z = np.array(decoded(next(t for t in figures(app)[0]["data"] if t["type"] == "heatmap")["z"]))
        assert z[2, 12] == pytest.approx(gauss)
    assert {name: address(app)[name] for name in asked} == asked
