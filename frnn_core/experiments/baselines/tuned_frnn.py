"""FRNN at its best, beside the others: every choice made on the training rows, with the same budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.scalings import SCALINGS
from frnn_core.experiments.baselines.registry import Answer, baseline, seed_of
from frnn_core.experiments.baselines.tuning import FOLDS, MOST_ROWS
from frnn_core.experiments.evaluate import Fold
from frnn_core.experiments.store import canonical
from frnn_core.relations import RELATIONS
from frnn_core.tuning.candidates import BLENDED, CANDIDATES, Member, members_of
from frnn_core.tuning.inner import OutOfFold
from frnn_core.tuning.tuned import choose, judge

TRIED, MIXED = members_of(CANDIDATES), members_of(BLENDED)
SOURCE = "frnn_core/tuning; arXiv:1706.04599 and doi:10.1007/BF00117832 for the calibration"
_judged: WeakKeyDictionary[Fold, OutOfFold] = WeakKeyDictionary()


def _grid(members: Sequence[Member]) -> dict[str, list[str]]:
    """The settings, and what they are at present: one that has changed must not meet old results."""
    resolved = dict.fromkeys(_resolved(member) for member in members)
    return {"settings": [_known_as(member).label for member in members], "relations": list(resolved)}


def _resolved(member: Member) -> str:
    spec = RELATIONS[member.relation]
    deciding = spec.deciding(spec.resolve(dict(member.params)))
    return f"{member.relation} {canonical(deciding)} {spec.revision}"


def _known_as(member: Member) -> Member:
    weights, scaling = WEIGHTS[member.weights].known_as, SCALINGS[member.normalise].known_as
    return replace(member, weights=weights, normalise=scaling)


def _answer(fold: Fold, *, blended: bool) -> Answer:
    seed = seed_of(fold)
    inner = _judged.get(fold)
    if inner is None:
        inner = _judged[fold] = judge(fold.train, TRIED, FOLDS, MOST_ROWS, seed)
    wanted = inner.of(MIXED) if blended else inner
    found = choose(fold.train, wanted, blended=blended, seed=seed)
    return Answer(found.decide(fold.queries)[:, None], found.found())


@baseline(
    key="frnn-tuned",
    label="Tuned FRNN",
    help="FRNN with the relation, k, width, weights and scaling that suit the training rows best.",
    source=SOURCE,
    tuned=f"Chosen from {len(TRIED)} settings by the class-balanced cross-entropy of calibrated scores in "
    f"{FOLDS} stratified folds of the training rows (of at most {MOST_ROWS:,} of them).",
    grid=_grid(TRIED),
    slow=True,
    kind="frnn",
    revision=2,
)
def frnn_tuned(fold: Fold, ks: Sequence[int]) -> Answer:
    """The one setting that loses least."""
    return _answer(fold, blended=False)


@baseline(
    key="frnn-blended",
    label="Blended FRNN",
    help="Several settings of FRNN at once, each with the weight that suits the training rows best.",
    source=SOURCE,
    tuned=f"The weights of {len(MIXED)} settings, 0 or more, and a head start for each class, by the "
    f"class-balanced cross-entropy in {FOLDS} stratified folds of the training rows (of at most "
    f"{MOST_ROWS:,} of them).",
    grid=_grid(MIXED),
    slow=True,
    kind="frnn",
    after=("frnn-tuned",),
    revision=2,
)
def frnn_blended(fold: Fold, ks: Sequence[int]) -> Answer:
    """All of them together."""
    return _answer(fold, blended=True)
