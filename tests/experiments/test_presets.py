"""Presets beyond the paper: what learns and is not in it, and metrics of low rank."""

from frnn_core import RELATIONS, dataset_names, load_dataset
from frnn_core.experiments.evaluate import mean_score
from frnn_core.experiments.plan import Setting, plan_text, plans_of_text
from frnn_core.experiments.presets import ALL_KS, PAPER_KS, PRESETS, beyond, paper, ranks


def test_beyond_has_what_learns_and_is_not_in_the_paper():
    plans = beyond()
    found = {setting.relation: plan for plan in plans for setting in plan.settings}
    learning = {key for key, spec in RELATIONS.items() if spec.learns and not spec.paper}
    assert {"man-fit", "class-man", "local-man", "local-mah"} <= learning
    assert set(found) == {*learning, "class-mah"}
    for key in learning:
        assert found[key].ks == (PAPER_KS if RELATIONS[key].uses_k else ALL_KS)
        assert Setting.of(key) in found[key].settings
    assert Setting.of("class-mah", {"scale": "volume"}) in found["class-mah"].settings
    for plan in plans:
        assert sorted(plan.datasets) == sorted(dataset_names())
        sizes = [load_dataset(name).X.size for name in plan.datasets]
        assert sizes == sorted(sizes)


def test_ranks_are_below_the_number_of_features_and_end_with_all():
    plans = ranks()
    assert {setting.relation for plan in plans for setting in plan.settings} == {"dmlmj", "nca", "lmnn"}
    for plan in plans:
        (setting,) = plan.settings
        rank = dict(setting.params)["n_components"]
        wanted = [n for n in dataset_names() if rank is None or load_dataset(n).X.shape[1] > rank]
        assert sorted(plan.datasets) == sorted(wanted)
        assert plan.ks == ALL_KS
    labels = [plan.settings[0].label for plan in plans]
    assert labels[:3] == ["dmlmj n_components=1", "dmlmj n_components=2", "dmlmj n_components=3"]
    assert labels[5:7] == ["dmlmj", "nca max_rows=1000 n_components=1"]
    assert labels[-1] == "lmnn max_iter=100 max_rows=1000"


def test_a_metric_of_low_rank_can_be_computed_with_what_its_preset_says():
    """Two directions are enough for wine, one is not."""
    one, two = (mean_score("wine", Setting.of("dmlmj", {"n_components": rank})) for rank in (1, 2))
    assert 0.7 < one < 0.85
    assert two > 0.95


def test_presets_survive_as_text_and_share_no_setting_with_the_paper_but_full_rank():
    for make in PRESETS.values():
        assert plans_of_text(plan_text(make())) == make()
    printed = {setting for plan in paper() for setting in plan.settings}
    assert {s for plan in beyond() for s in plan.settings}.isdisjoint(printed)
    assert {s.label for plan in ranks() for s in plan.settings if s in printed} == {"dmlmj"}
