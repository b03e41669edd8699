"""What is asked in a copy of the project that has the made-up additions; run by test_additions.py."""

import json

import driving
import numpy as np
import pandas as pd
import pytest
from driving import figures, moved, text
from sklearn.metrics import cohen_kappa_score
from waiting import until

from frnn_core import (
    KERNELS,
    MEASURES,
    RELATIONS,
    SCALINGS,
    WEIGHTS,
    FRNNClassifier,
    Plan,
    Setting,
    Store,
    load_dataset,
    partition,
    score_table,
)
from frnn_core.cli.parser import main
from frnn_core.engine.encoding import Encoding
from frnn_core.experiments.baselines.results import beside
from frnn_core.experiments.plan import plan_text
from frnn_core.experiments.presets import paper
from frnn_core.paper.claims import audit
from frnn_core.relations import fixed_relations
from pages.ui import navigation

MADE_UP = ("half-man", "sq-euc", "half-che", "half-can", "quartic", "quartic-grad")
FIXED = MADE_UP[:-1]
SAME_AS = {"half-man": "man", "half-che": "che", "half-can": "can"}


def opened(page, **params):
    """A page that takes every part of its link."""
    app = driving.opened(page, **params)
    assert "ignored" not in text(app)
    return app


def settled(app):
    """Wait for the runs that a page has started."""

    def done():
        moved(app)
        return (
            "Preliminary" not in text(app)
            and "Computing" not in text(app)
            and "Not computed yet" not in text(app)
        )

    until(done)
    return app


def test_the_additions_are_there():
    assert set(MADE_UP) <= set(RELATIONS)
    assert KERNELS["quartic"].fitted == "quartic-grad"
    assert {"squares"} <= set(WEIGHTS)
    assert {"standard"} <= set(SCALINGS)
    assert {"kappa"} <= set(MEASURES)
    assert set(fixed_relations()) - set(MADE_UP) == {
        k for k, s in RELATIONS.items() if s.paper and not s.learns
    }


@pytest.mark.parametrize("gamma", [0.3, 1.0, 4.0])
def test_the_slopes_of_the_kernel_are_right(gamma):
    kernel, d, step = KERNELS["quartic"], np.linspace(0, 3, 61), 1e-6
    in_gamma = (kernel.value(d, gamma + step) - kernel.value(d, gamma - step)) / (2 * step)
    in_d = (kernel.value(d + step, gamma) - kernel.value(d - step, gamma)) / (2 * step)
    np.testing.assert_allclose(kernel.slope(d, gamma), in_gamma, rtol=1e-5, atol=1e-8)
    np.testing.assert_allclose(kernel.fall(d, gamma), in_d, rtol=1e-5, atol=1e-8)


@pytest.mark.parametrize(("key", "other"), SAME_AS.items())
def test_relations_with_another_scale_decide_alike(key, other):
    data = load_dataset("wine")
    for train, test in list(partition(data))[:3]:
        fit = [FRNNClassifier(k, weights="squares", normalise="standard") for k in (key, other)]
        one, two = (model.fit(data.X[train], data.y[train]).predict(data.X[test]) for model in fit)
        assert (one == two).all()


def test_a_treatment_of_categories_and_one_of_gaps_decide():
    table = pd.DataFrame({"city": ["a", "a", "a", "b", None, "c"], "age": [1.0, 2.0, None, 4.0, 5.0, 6.0]})
    encode = Encoding("by-size", "near")
    model = FRNNClassifier(k=1, encode=encode).fit(table, [0, 0, 0, 1, 1, 1])
    told = model.explain(table.iloc[[3]])
    # the nearest row outside: age 2 of [1, 6], city of 3 rows against city of 1
    assert 2 * (1 - told.outside.similarities[0, 1, 0]) == pytest.approx(min((4 - 2) / 5 + 1, 0.25 + 1))
    with pytest.raises(SystemExit):
        main(["list", "treatment"])


def test_paper_says_that_an_encoding_is_not_computed():
    app = opened("paper", exhibit="left-out", cats="by-size", gaps="near")
    assert "--preset full" in text(app)


def test_the_treatments_are_listed(capsys):
    main(["list", "treatments"])
    main(["list", "gaps"])
    said = capsys.readouterr().out
    assert "By how many rows" in said
    assert "Near every value" in said


def test_presets_are_unchanged(before):
    assert json.loads(plan_text(paper())) == before["preset"]


def test_the_audit_is_unchanged(before):
    assert audit().to_json() == before["audit"]


@pytest.fixture
def before():
    """What the project says without the additions."""
    with open("before.json") as file:
        return json.load(file)


# every page, with them


@pytest.mark.parametrize("page", list(navigation.all_pages()))
def test_every_page_opens(page):
    opened("" if page == "home" else page)


def test_benchmark_computes_a_relation_that_is_not_shipped():
    app = opened("benchmark", d="own", only="wine,heart", r=",".join(["man", *FIXED]), k="3", g="1")
    settled(app)
    assert "Half Manhattan" in json.dumps(figures(app)[0], ensure_ascii=False)
    shown = opened("benchmark", d="own", only="wine", r="man,half-man", cell="wine/half-man")
    assert "Half Manhattan on wine" in text(shown)
    assert any(f"All {len(fixed_relations())} that learn nothing" == b.label for b in shown.button)
    assert any(f"All {len(RELATIONS)}" == b.label for b in shown.button)


def test_benchmark_computes_a_measure_that_is_not_shipped():
    app = opened("benchmark", d="own", only="wine", r="man,euc", metric="kappa", beside="knn")
    settled(app)
    data, expected = load_dataset("wine"), []
    for train, test in partition(data):
        model = FRNNClassifier("man").fit(data.X[train], data.y[train])
        expected.append(cohen_kappa_score(data.y[test], model.predict(data.X[test])))
    heat = json.dumps(figures(app)[0], ensure_ascii=False)
    assert "Cohen's kappa" in heat
    table = score_table(Plan(("wine",), (Setting.of("man"),)), "kappa", Store())
    assert table.frame().loc["wine", "man"] == pytest.approx(np.mean(expected), abs=1e-12)


def test_a_large_measure_is_offered_with_a_button():
    app = opened("benchmark", metric="kappa")
    assert any(button.label == "Compute it" for button in app.button)
    assert "Not everything on this page is computed yet" in text(app)
    assert "Preliminary" in text(app)


def test_a_baseline_stands_beside_on_benchmark():
    app = opened(
        "benchmark", d="own", only="wine,heart", r="man,euc", beside="knn,smallest", cell="wine/smallest"
    )
    assert "Smallest class" in app.multiselect(key="beside").options
    assert "Smallest class" in json.dumps(figures(app)[0], ensure_ascii=False)
    assert "Smallest class on wine" in text(app)
    assert beside(["heart"], ["smallest"]).scores.loc["heart", "smallest"] == pytest.approx(1 / 2)


def test_significance_compares_a_baseline():
    app = opened("significance", beside="smallest", against="smallest", part="In words")
    assert "Other classifiers, not relations: Smallest class." in " ".join(code.value for code in app.code)


def test_significance_offers_the_test():
    app = opened("significance", test="sign", part="In words")
    assert "Sign test" in app.selectbox(key="test").options
    assert "Sign test" in text(app) + " ".join(code.value for code in app.code)


def test_sensitivity_has_the_kernel():
    app = settled(opened("sensitivity", view="kg", data="wine", kernel="quartic"))
    assert "Quartic kernel on wine" in json.dumps(figures(app)[0], ensure_ascii=False)


def test_gamma_descent_learns_its_width():
    app = opened("gamma_descent", set="wine", kind="quartic", fold="1,2", limit="100")
    assert "Quartic" in text(app) + str(app.selectbox(key="kind").options)
    assert figures(app)
    for tab in ("why", "gamma", "loss", "accuracy", "folds", "kernels"):
        opened("gamma_descent", set="wine", kind="quartic", fold="1", limit="100", detail=tab)


def test_weights_draws_the_family_and_learns_with_the_relation():
    app = opened("weights", wd="wine", wr="half-can", wk="4", wc="one", wt="families")
    assert "Squares" in text(app)
    assert any(trace.get("meta") == "squares" for trace in figures(app)[1]["data"])
    for tab in ("loss", "folds", "all"):
        opened("weights", wd="wine", wr="half-can", wk="4", wc="one", wt=tab)


def test_learned_relations_stay_the_papers():
    opened("learned")


def test_the_playground_has_them():
    app = opened("playground", ra="quartic", rb="half-can", w="squares", norm="standard", q="0.1,0.2")
    assert "Squares" in app.selectbox(key="w").options
    assert "Mean 0, deviation 1" in app.selectbox(key="norm").options


@pytest.mark.parametrize("keys", [MADE_UP[:4], MADE_UP[4:]])
def test_relations_draws_them(keys):
    app = opened("relations", rel=",".join(keys))
    for key in keys:
        assert RELATIONS[key].label in text(app)
        assert RELATIONS[key].help in text(app)
    slopes = [t for f in figures(app) for t in f["data"] if t.get("meta") == "slope"]
    assert bool(slopes) == ("quartic" in keys)


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("half-man", "the distance is the sum of the differences"),
        ("sq-euc", "the squared distance is the sum of the squared differences"),
        ("half-che", "the distance is the largest difference alone"),
        ("half-can", "the distance is the sum of the relative differences"),
        ("quartic", "a kernel of the Euclidean distance"),
    ],
)
def test_explain_names_the_right_distance(key, words):
    app = opened("explain", er=key, w="squares", en="standard", et="features")
    assert words in text(app)
    assert ("a kernel of" in text(app)) == (key == "quartic")
    assert "squares" in text(app)
    for tab in ("change", "neighbours", "typed"):
        opened("explain", er=key, w="squares", en="standard", et=tab)


def test_your_data_offers_them():
    app = opened("your_data", among="man,half-man,quartic")
    assert "Half Manhattan" in text(app) + str([m.options for m in app.multiselect])


# every command, with them

FIVE_SETS = "wine heart pima glass sonar"
COMMANDS = [
    *(f"list {what}" for what in ("datasets", "relations", "weights", "scalings", "measures", "tests")),
    "list corrections",
    "list baselines",
    "run --datasets wine heart --relations man half-man sq-euc half-che half-can quartic quartic-grad "
    "--weights squares --normalise standard --measure kappa --gamma 0.5",
    "run --datasets wine --relations man --measure kappa --format csv",
    f"stats --datasets {FIVE_SETS} --relations man euc half-can quartic --test sign --measure kappa",
    f"stats --datasets {FIVE_SETS} --relations man euc cos --test sign --format latex",
    f"report --datasets {FIVE_SETS} --relations man euc half-can --test sign --out view.zip",
    f"stats --datasets {FIVE_SETS} --relations man euc --beside smallest knn --control smallest",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_knows_them(command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(command.split()) == 0
    told = capsys.readouterr().out
    expected = {
        "list relations": "Half Chebyshev",
        "list weights": "Squares",
        "list scalings": "Mean 0, deviation 1",
        "list measures": "Cohen's kappa",
        "list tests": "Sign test",
        "list baselines": "Smallest class",
    }
    assert expected.get(command, "") in told
    if "--test sign" in command and "report" not in command:
        assert "Sign test" in told


def wine_in(path):
    data = load_dataset("wine")
    rows = [",".join([*map(str, x), f"c{y}"]) for x, y in zip(data.X, data.y, strict=True)]
    path.write_text("\n".join([",".join([*data.feature_names, "kind"]), *rows]))
    return data


def test_tables_are_classified_by_them(tmp_path):
    data = wine_in(tmp_path / "mine.csv")
    tables = ["--train", str(tmp_path / "mine.csv"), "--test", str(tmp_path / "mine.csv"), "--target", "kind"]
    settings = ["--relation", "half-can", "--normalise", "standard", "--weights", "squares", "--k", "5"]
    assert main(["classify", *tables, *settings, "--out", str(tmp_path / "out.csv")]) == 0
    model = FRNNClassifier("half-can", normalise="standard", weights="squares", k=5).fit(data.X, data.y)
    found = [line.split(",")[0] for line in (tmp_path / "out.csv").read_text().splitlines()[1:]]
    assert found == [f"c{label}" for label in model.predict(data.X)]


@pytest.mark.parametrize(
    "relation", ["half-can", "half-man", "sq-euc", "half-che", "quartic", "quartic-grad"]
)
def test_models_of_them_are_kept_and_used(relation, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    wine_in(tmp_path / "mine.csv")
    settings = ["--relation", relation, "--normalise", "standard", "--weights", "squares", "--k", "5"]
    assert main(["fit", "mine.csv", "--target", "kind", *settings, "--out", "model.frnn"]) == 0
    assert main(["predict", "model.frnn", "mine.csv"]) == 0
    assert "score of c1" in capsys.readouterr().out
    assert main(["explain", "model.frnn", "mine.csv", "--row", "3"]) == 0


def test_the_leaderboard_compares_them(tmp_path, capsys):
    wine_in(tmp_path / "mine.csv")
    assert (
        main(["leaderboard", str(tmp_path / "mine.csv"), "--relations", "man", *MADE_UP, "--folds", "3"]) == 0
    )
    assert "Half Canberra" in capsys.readouterr().out
