"""What the core says that a page of Compare shows."""

from frnn_core.data import dataset_names
from frnn_core.experiments.plan import Conditions, Plan, Setting
from frnn_core.experiments.presets import SEVEN
from frnn_core.experiments.score_table import score_table


def expected(
    names=None, keys=SEVEN, k=3, variant="corrected", gamma=1.0, scheme="auto", measure="balanced_accuracy"
):
    settings = tuple(Setting.of_variant(key, variant, gamma) for key in keys)
    plan = Plan(tuple(names or dataset_names()), settings, (k,), Conditions(scheme))
    return score_table(plan, measure).frame(k).set_axis(keys, axis=1)
