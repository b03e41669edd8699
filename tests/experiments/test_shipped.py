"""The shipped results are complete, exact, and what the engine computes here."""

import io
import itertools
import os
import random
from importlib.resources import files

import numpy as np
import pytest

from frnn_core import dataset_names
from frnn_core.engine.measures import DEFAULT
from frnn_core.engine.owa import WEIGHTS
from frnn_core.experiments import cost, shipped
from frnn_core.experiments.evaluate import evaluate
from frnn_core.experiments.plan import Conditions, Plan, Setting, Unit, keys_of, loaded
from frnn_core.experiments.presets import PAPER_KS, PRESETS, paper, ranks
from frnn_core.experiments.runner import run
from frnn_core.experiments.score_table import score_table
from frnn_core.experiments.store import ResultKey, Store

SEED = int(os.environ.get("FRNN_SAMPLE_SEED", "1"))
SMALL = Plan(
    ("wine", "segment"),
    (Setting.of("man"), Setting.of("mah"), Setting.of("cir-grad")),
    (1, 3),
)


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    store = Store(tmp_path_factory.mktemp("packed") / "r.sqlite")
    run(SMALL, store, anew=True)
    keys = [
        key
        for name in SMALL.datasets
        for s in SMALL.settings
        for k in (1, 3)
        for key in keys_of(SMALL, name, s, k)
    ]
    found = store.lookup(keys)
    assert len(found) == len(keys) == 120
    return found, shipped.pack(found.values(), {"version": "x"})


def text(results):
    buffer = io.BytesIO()
    shipped.write(results, buffer)
    return buffer.getvalue()


def test_results_come_back_exactly(packed):
    found, results = packed
    again = shipped.read(io.BytesIO(text(results))).lookup(found)
    assert again.keys() == found.keys()
    for key, result in found.items():
        other = again[key]
        assert other.scores == result.scores
        assert len(other.scores) == (0 if result.reason else 3)
        assert (other.reason, other.fitted, other.dataset) == (result.reason, result.fitted, result.dataset)


def test_the_same_results_give_the_same_bytes(packed):
    found, results = packed
    shuffled = list(found.values())
    random.Random(0).shuffle(shuffled)
    assert text(shipped.pack(shuffled, {"version": "x"})) == text(results)


@pytest.mark.parametrize("name", ResultKey.__dataclass_fields__)
def test_nothing_stale_is_given_out(packed, name):
    found, results = packed
    key = next(iter(found))
    other = 99 if isinstance(getattr(key, name), int) else "other"
    changed = ResultKey(**{**vars(key), name: other})
    assert results.lookup([key, changed]).keys() == {key}


def test_results_of_several_conditions_are_not_mixed(packed):
    found, _ = packed
    mixed = [*found.values(), *(evaluate(Unit("wine", 0, ((Setting.of("man"), (3,)),), Conditions(seed=1))))]
    with pytest.raises(shipped.ShippedError, match="must share"):
        shipped.pack(mixed, {})


def test_other_weights_and_scalings_stand_in_the_same_file(packed):
    found, _ = packed
    wanted = ((Setting.of("man"), (1, 3)),)
    others = [Conditions(weights="mean"), Conditions(normalise="none"), Conditions(weights="learned")]
    more = [result for at in others for result in evaluate(Unit("wine", 0, wanted, at))]
    results = shipped.read(io.BytesIO(text(shipped.pack([*found.values(), *more], {}))))
    again = results.lookup([*found, *(result.key for result in more)])
    assert len(again) == len(found) + 6
    for result in more:
        assert again[result.key].scores == result.scores
        assert again[result.key].fitted == result.fitted
    assert ("man", "mean", "centred") in results.held().kinds
    assert ("mah", "mean", "centred") not in results.held().kinds
    assert len(results.held().data) == 2
    table = score_table(Plan(("wine",), (Setting.of("man"),), (1, 3), others[1]), source=results)
    assert table.there[0, 0].tolist() == [[True] + [False] * 9] * 2


def test_what_is_listed_is_what_the_files_hold():
    listed = shipped.contents()
    assert {shipped.file_of("paper"), shipped.file_of("full")} <= set(listed)
    folder = files("frnn_core.experiments")
    there = {
        path.name for path in folder.iterdir() if path.name.startswith("results") and path.name[-1] == "z"
    }
    assert there == set(listed)
    assert shipped.contents_text({name: shipped.shipped(name) for name in listed}) == folder.joinpath(
        shipped.CONTENTS
    ).read_text(encoding="utf-8")


def test_no_result_is_in_two_files():
    held = [shipped.shipped(name) for name in shipped.contents()]
    for one, other in itertools.combinations(held, 2):
        rows = sorted({*one.rows} & {*other.rows})
        cells = sorted({*one.cells} & {*other.cells})
        places = [
            part.numbers[np.ix_([part.rows.index(r) for r in rows], [part.cells.index(c) for c in cells])]
            for part in (one, other)
        ]
        assert not (places[0].any(axis=2) & places[1].any(axis=2)).any()


def test_only_files_that_are_needed_are_read(monkeypatch):
    asked = []
    monkeypatch.setattr(shipped, "shipped", lambda name: asked.append(name) or shipped.nothing())
    score_table(Plan(("wine", "pima"), (Setting.of("man"), Setting.of("combo")), (3,)))
    assert set(asked) == {shipped.FILE}
    score_table(Plan(("wine",), (Setting.of("nca"),), (3,)))
    assert set(asked) == {shipped.FILE, shipped.file_of("ranks")}  # of that relation, of any rank
    asked.clear()
    score_table(Plan(("wine",), (Setting.of("man"),), (3,), Conditions(weights="learned")))
    score_table(Plan(("wine",), (Setting.of("man"),), (3,), Conditions(normalise="mean-deviation")))
    assert asked == ["results-weights.npz", "results-scalings.npz"]
    asked.clear()
    score_table(Plan(("wine",), (Setting.of("man"),), (3,), Conditions(seed=1)))
    assert asked == []


@pytest.mark.parametrize("preset", ["weights", "scalings", "ranks"])
def test_the_other_presets_are_shipped_whole(preset):
    for plan in PRESETS[preset]():
        assert score_table(plan).complete


@pytest.mark.parametrize("preset", ["weights", "scalings"])
def test_a_sample_of_the_other_presets_comes_out_again(preset):
    draw = random.Random(SEED)
    print(f"FRNN_SAMPLE_SEED={SEED}")
    small = [name for name in dataset_names() if size(name)[0] < 1_000]
    for _ in range(15):
        plan = draw.choice(PRESETS[preset]())
        unit = Unit(
            draw.choice(small), draw.randrange(10), ((draw.choice(plan.settings), plan.ks),), plan.conditions
        )
        rows = len(loaded(unit.dataset, plan.conditions)[1].test_rows[unit.fold])
        for here in evaluate(unit):
            there = shipped.PACKAGE.lookup([here.key])[here.key]
            assert there.reason == here.reason
            if here.reason is None:
                apart = abs(here.scores["accuracy"] - there.scores["accuracy"])
                learned = WEIGHTS[plan.conditions.weights].learns
                assert apart <= (2 if learned else 1) / rows + 1e-12, unit


@pytest.mark.parametrize("damage", [lambda b: b"", lambda b: b[:200], lambda b: b"no zip" + b[6:-60]])
def test_a_damaged_file_is_named(packed, damage):
    with pytest.raises(shipped.ShippedError, match="damaged"):
        shipped.read(io.BytesIO(damage(text(packed[1]))))


def test_the_preset_is_shipped_whole_and_every_blank_has_its_reason():
    for plan in paper():
        table = score_table(plan)
        assert table.complete
        blank = table.frame(3).isna()
        assert (table.reasons(3).notna() == blank).all(axis=None)
        reasons = table.reasons(3).stack().dropna()
        assert reasons.str.len().min() > 20
        assert not reasons.str.contains("slow").any()


def test_the_file_is_small():
    assert len(files("frnn_core.experiments").joinpath(shipped.FILE).read_bytes()) < 5_000_000


def recomputed(name, fold, setting, k):
    return evaluate(Unit(name, fold, ((setting, (k,)),), Conditions()))[0]


def test_a_sample_of_the_fixed_relations_comes_out_again(capsys):
    draw = random.Random(SEED)
    print(f"FRNN_SAMPLE_SEED={SEED}")
    settings = [s for s in paper()[0].settings if s.spec.family not in ("learned",)]
    for _ in range(60):
        name, setting, k = draw.choice(dataset_names()), draw.choice(settings), draw.randint(1, 20)
        fold = draw.randrange(10)
        here = recomputed(name, fold, setting, k)
        there = shipped.shipped().lookup([here.key])[here.key]
        rows = len(loaded(name, Conditions())[1].test_rows[fold])
        assert there.reason == here.reason
        if here.reason is None:
            apart = abs(here.scores["accuracy"] - there.scores["accuracy"])
            assert apart <= 1 / rows + 1e-12, (name, fold, setting, k)


@pytest.mark.slow
def test_a_sample_of_the_learned_relations_comes_out_again():
    draw = random.Random(SEED)
    print(f"FRNN_SAMPLE_SEED={SEED}")
    settings = [*paper()[1].settings, *(Setting.of(key) for key in ("nca", "lmnn", "dmlmj"))]
    cells = [(name, setting) for name in dataset_names() for setting in settings]
    cells += [(name, setting) for plan in ranks() for name in plan.datasets for setting in plan.settings]
    draw.shuffle(cells)
    quick = [cell for cell in cells if cost.law_of(cell[1])(*size(cell[0])) < 0.3]
    for name, setting in quick[:12]:
        k = draw.choice(PAPER_KS)
        here = [recomputed(name, fold, setting, k) for fold in range(10)]
        there = shipped.PACKAGE.lookup([result.key for result in here])
        pairs = [(r.scores.get(DEFAULT), there[r.key].scores.get(DEFAULT)) for r in here]
        if None in (pair[0] for pair in pairs):
            assert [a is None for a, _ in pairs] == [b is None for _, b in pairs]
        else:
            ours, theirs = np.mean(pairs, axis=0)
            assert abs(ours - theirs) < 0.02, (name, setting, k)


def size(name):
    data, _ = loaded(name, Conditions())
    return len(data.X), data.X.shape[1], len(data.class_names)
