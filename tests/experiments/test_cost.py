"""Estimates grow with the work, know every setting, and are said in words."""

from types import SimpleNamespace

import pytest

from frnn_core.experiments import cost
from frnn_core.experiments.plan import Plan, Setting, units
from frnn_core.experiments.presets import beyond, paper


def cost_of(name, *settings, ks=(3,)):
    return sum(map(cost.relative, units(Plan((name,), settings, ks))))


def test_every_setting_of_the_preset_has_a_law_of_its_own():
    settings = [s for plan in (*paper(), *beyond()) for s in plan.settings if s.spec.family != "kernel"]
    assert {setting.label for setting in settings} <= set(cost.laws())


def test_more_rows_cost_more():
    for key in ("man", "nca", "lmnn", "combo"):
        assert cost_of("ring", Setting.of(key)) > 3 * cost_of("heart", Setting.of(key))
    assert cost_of("ring", Setting.of("cir-grad")) > cost_of("heart", Setting.of("cir-grad"))


def test_kernels_of_a_fixed_width_share_a_search():
    one, many = (cost_of("ring", *(Setting.of("gauss", gamma=g) for g in range(1, n + 1))) for n in (1, 20))
    assert one < many < 10 * one


def test_what_is_fitted_for_each_k_costs_for_each_k():
    search = cost_of("heart", Setting.of("man"), ks=(1, 3, 5))
    assert search == pytest.approx(cost_of("heart", Setting.of("man")))
    one, three = (
        cost_of("heart", Setting.of("combo"), ks=ks) - 10 * cost.SECONDS_PER_UNIT for ks in ((3,), (1, 3, 5))
    )
    assert three == pytest.approx(3 * one)


def test_an_unknown_setting_takes_the_law_of_its_relation_its_distance_or_any():
    known = cost.laws()
    assert cost.law_of(Setting.of("nca", {"max_iter": 7})) == known["nca"]
    for new, law in (
        (SimpleNamespace(base="canberra", learns=False), "can"),
        (SimpleNamespace(base="euclidean", learns=True), cost.ANY),
        (SimpleNamespace(base=None, learns=False), cost.ANY),
    ):
        assert cost.law_of(SimpleNamespace(label="new width=2", relation="new", spec=new)) == known[law]


def test_long_units_come_first():
    plan = Plan(("wine", "ring"), (Setting.of("man"), Setting.of("nca")))
    costs = [cost.relative(unit) for unit in cost.longest_first(units(plan))]
    assert costs == sorted(costs, reverse=True)


def test_workers_divide_the_time_but_not_below_the_longest_unit():
    pending = units(Plan(("heart",), (Setting.of("man"),)))
    assert cost.estimate(pending, 2) == pytest.approx(cost.estimate(pending, 1) / 2)
    assert cost.estimate(pending, 99) == pytest.approx(cost.estimate(pending, 1) / 10)
    assert cost.estimate([]) == 0
    assert cost.calibrate() > 0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "a second"),
        (40, "40 seconds"),
        (50, "a minute"),
        (130, "2 minutes"),
        (3000, "an hour"),
        (9e4, "25 hours"),
    ],
)
def test_time_is_said_in_words(seconds, words):
    assert cost.in_words(seconds) == words
