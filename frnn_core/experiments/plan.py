"""Experiments: data sets x relations x folds x k, cut into units of work.

One unit is a data set, a fold and a group of relations that share a search. What is known already is
not cut out again, so a run that was stopped goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from itertools import groupby
from typing import Any
from weakref import WeakKeyDictionary

from frnn_core.data import Dataset, Partition, load_dataset, partition
from frnn_core.data.keel import FOLDS
from frnn_core.data.loading import guest, short_name
from frnn_core.data.partitions import SCHEMES, Scheme
from frnn_core.engine.encoding import Encoding
from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.parameters import whole_number
from frnn_core.engine.relation import Relation
from frnn_core.engine.scalings import SCALINGS
from frnn_core.errors import ParameterError, unknown_name
from frnn_core.experiments.store import ResultKey, canonical
from frnn_core.relations import RELATIONS


@dataclass(frozen=True)
class Setting:
    """A relation with every parameter resolved (but the seed, which belongs to the experiment).

    Examples
    --------
    >>> Setting.of("gauss", gamma=0.5)
    Setting(relation='gauss', params=(('gamma', 0.5),))
    >>> Setting.of("class-mah").label, Setting.of("class-mah", {"scale": "overall"}).label
    ('class-mah', 'class-mah scale=overall')
    """

    relation: str
    params: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, key: str, params: Mapping[str, Any] | None = None, gamma: float | None = None) -> Setting:
        """Check the parameters and fill in the defaults."""
        resolved = RELATIONS[key].resolve(params, gamma)
        resolved.pop("seed", None)
        return cls(key, tuple(sorted(resolved.items())))

    @classmethod
    def of_variant(cls, key: str, variant: str = "corrected", gamma: float = 1.0) -> Setting:
        """A relation as it should be, or as the code published with the paper has it.

        Examples
        --------
        >>> Setting.of_variant("che", "published").label
        'che variant=published'
        >>> Setting.of_variant("man", "published").label
        'man'
        """
        return cls.of(key, RELATIONS[key].of_variant(variant), gamma)

    @property
    def spec(self) -> Relation:
        """The relation."""
        return RELATIONS[self.relation]

    @property
    def changed(self) -> dict[str, Any]:
        """The parameters that differ from their defaults."""
        defaults = {parameter.name: parameter.default for parameter in self.spec.parameters}
        return {name: value for name, value in self.params if value != defaults[name]}

    @property
    def label(self) -> str:
        """The key, with the parameters that differ from their defaults."""
        return " ".join([self.relation, *(f"{name}={value}" for name, value in self.changed.items())])

    @property
    def group(self) -> str:
        """Settings of one group share a search: those that compare rows as they are, by one distance."""
        return str(self.spec.base) if self.spec.plain else self.relation


@dataclass(frozen=True)
class Conditions:
    """What all cells of an experiment have in common.

    `encoding` is for data sets whose columns are not all numbers; others know nothing of it. `repeats` says
    how often the rows are dealt to folds: first as `scheme` says, then stratified with the next seeds.

    Examples
    --------
    >>> Conditions().in_words()
    ["KEEL's folds where known"]
    """

    scheme: Scheme = "auto"
    n_splits: int = 10
    weights: str = "linear"
    normalise: str = "centred"
    seed: int = 0
    encoding: Encoding = field(default_factory=Encoding)
    repeats: int = 1

    def __post_init__(self) -> None:
        if self.scheme not in SCHEMES:
            raise unknown_name("partition", self.scheme, SCHEMES)
        whole_number("n_splits", self.n_splits, 2)
        WEIGHTS[self.weights]
        SCALINGS[self.normalise]
        whole_number("seed", self.seed, 0)
        whole_number("repeats", self.repeats, 1)

    def deals(self) -> tuple[Conditions, ...]:
        """The conditions of each deal of the rows.

        Examples
        --------
        >>> [(deal.scheme, deal.seed) for deal in Conditions(seed=5, repeats=3).deals()]
        [('auto', 5), ('stratified', 6), ('stratified', 7)]
        """
        once = replace(self, repeats=1)
        more = range(self.seed + 1, self.seed + self.repeats)
        return once, *(replace(once, scheme="stratified", seed=seed) for seed in more)

    def in_words(self) -> list[str]:
        """The folds, and what else differs from the usual, as parts of a line.

        Examples
        --------
        >>> Conditions().in_words(), Conditions(n_splits=5, repeats=2, seed=7, weights="mean").in_words()
        (["KEEL's folds where known"], ['5 stratified folds, dealt twice', 'seed 7', 'weights: All alike'])
        """
        return [
            folds_in_words(self),
            *([f"seed {self.seed}"] if self.seed else []),
            *([f"weights: {WEIGHTS[self.weights].label}"] if not WEIGHTS[self.weights].paper else []),
            *([f"ranges: {SCALINGS[self.normalise].label}"] if not SCALINGS[self.normalise].paper else []),
        ]

    def in_names(self) -> list[str]:
        """What differs from the usual, as parts of a name of a file.

        Examples
        --------
        >>> Conditions().in_names(), Conditions(n_splits=5, repeats=2, seed=7, weights="mean").in_names()
        ([], ['5-folds', '2-deals', 'mean', 'seed7'])
        """
        named = {
            "scheme": self.scheme,
            "n_splits": f"{self.n_splits}-folds",
            "repeats": f"{self.repeats}-deals",
            "weights": self.weights,
            "normalise": self.normalise,
            "seed": f"seed{self.seed}",
        }
        usual = Conditions()
        return [part for name, part in named.items() if getattr(self, name) != getattr(usual, name)]


def folds_in_words(conditions: Conditions) -> str:
    """Where folds come from, how many there are unless ten, and how often rows are dealt."""
    count = "" if conditions.n_splits == FOLDS else f"{conditions.n_splits} "
    of_keel = conditions.scheme in ("auto", "keel") and not count
    told = "KEEL's folds where known" if of_keel else f"{count}stratified folds"
    return told + {1: "", 2: ", dealt twice"}.get(conditions.repeats, f", dealt {conditions.repeats} times")


@dataclass(frozen=True)
class Plan:
    """An experiment: every setting on every data set, for every k.

    Examples
    --------
    >>> plan = Plan(("wine", "pima"), (Setting.of("man"), Setting.of("gauss", gamma=0.5)), ks=(1, 3, 5))
    >>> Plan(("vine",), (Setting.of("man"),))
    Traceback (most recent call last):
        ...
    frnn_core.errors.UnknownName: There is no data set called 'vine'. Did you mean wine?
    """

    datasets: tuple[str, ...]
    settings: tuple[Setting, ...]
    ks: tuple[int, ...] = (3,)
    conditions: Conditions = field(default_factory=Conditions)

    def __post_init__(self) -> None:
        """Check every name and number before any work is done; data sets get their short names."""
        given: dict[str, object] = {"datasets": self.datasets, "settings": self.settings, "ks": self.ks}
        for name, value in given.items():
            if not isinstance(value, tuple | list):
                raise ParameterError(f"{name} must be a tuple, not {value!r}.")
        object.__setattr__(self, "datasets", tuple(short_name(name) for name in self.datasets))
        object.__setattr__(self, "settings", tuple(self.settings))
        object.__setattr__(self, "ks", tuple(whole_number("k", k, 1) for k in self.ks))
        for setting in self.settings:
            if not isinstance(setting, Setting):
                raise ParameterError(f"A setting is made by Setting.of('man'), say; {setting!r} is none.")

    def under(self, encoding: Encoding) -> Plan:
        """The same plan with categories and gaps taken in another way."""
        return replace(self, conditions=replace(self.conditions, encoding=encoding))


def plan_text(plans: Sequence[Plan]) -> str:
    """Plans as JSON, for a file or another process."""
    return json.dumps([asdict(plan) for plan in plans], sort_keys=True)


def plans_of_text(text: str) -> tuple[Plan, ...]:
    """Read plans back, and check every name and parameter anew."""
    plans = []
    for plan in json.loads(text):
        settings = tuple(_read_setting(**setting) for setting in plan["settings"])
        conditions = _read_conditions(plan["conditions"])
        plans.append(Plan(tuple(plan["datasets"]), settings, tuple(plan["ks"]), conditions))
    return tuple(plans)


def _read_conditions(given: Mapping[str, Any]) -> Conditions:
    return Conditions(**dict(given) | {"encoding": Encoding.of(given.get("encoding", "auto"))})


def _read_setting(relation: str, params: list[tuple[str, Any]]) -> Setting:
    given = dict(params)
    return Setting.of(relation, given, gamma=given.pop("gamma", None))


@dataclass(frozen=True)
class Unit:
    """A data set, a fold, and the settings of one group with the k that are wanted of each."""

    dataset: str
    fold: int
    wanted: tuple[tuple[Setting, tuple[int, ...]], ...]
    conditions: Conditions


def keys_of(plan: Plan, name: str, setting: Setting, k: int) -> list[ResultKey]:
    """The key of every fold of one cell, deal after deal."""
    return [
        result_key(data, folds, fold, setting, k, deal)
        for data, folds, fold, deal in dealt(name, plan.conditions)
    ]


def dealt(name: str, conditions: Conditions) -> list[tuple[Dataset, Partition, int, Conditions]]:
    """Every fold of every deal of a data set, with the conditions of its deal."""
    return [
        (*loaded(name, deal), fold, deal)
        for deal in conditions.deals()
        for fold in range(len(loaded(name, deal)[1]))
    ]


def unit_texts(pending: Sequence[Unit]) -> list[str]:
    """Units as JSON, one a text, for another process."""
    return [json.dumps(asdict(unit), sort_keys=True) for unit in pending]


def unit_of_text(text: str) -> Unit:
    """Read a unit back."""
    given = json.loads(text)
    wanted = tuple((_read_setting(**setting), tuple(ks)) for setting, ks in given["wanted"])
    return Unit(given["dataset"], given["fold"], wanted, _read_conditions(given["conditions"]))


def units(plan: Plan, known: Iterable[ResultKey] = ()) -> list[Unit]:
    """Cut a plan into units, without what is known."""
    done = set(known)
    ordered = sorted(plan.settings, key=lambda setting: setting.group)
    groups = [tuple(group) for _, group in groupby(ordered, key=lambda setting: setting.group)]
    found = []
    for name in plan.datasets:
        for data, folds, fold, deal in dealt(name, plan.conditions):
            for group in groups:
                keys = {s: [result_key(data, folds, fold, s, k, deal) for k in plan.ks] for s in group}
                missing = {s: tuple(key.k for key in of_s if key not in done) for s, of_s in keys.items()}
                wanted = tuple((setting, ks) for setting, ks in missing.items() if ks)
                if wanted:
                    found.append(Unit(name, fold, wanted, deal))
    return found


def loaded(name: str, conditions: Conditions) -> tuple[Dataset, Partition]:
    """A data set and the folds of its first deal; what is kept of a guest goes with it."""
    found = guest(name)
    if found is None:
        return _loaded(name, conditions)
    known = _guest_folds.setdefault(found, {})
    asked = conditions.scheme, conditions.n_splits, conditions.seed
    if asked not in known:
        known[asked] = partition(found, *asked)
    return found, known[asked]


_guest_folds: WeakKeyDictionary[Dataset, dict[tuple[Scheme, int, int], Partition]] = WeakKeyDictionary()


@lru_cache(maxsize=64)
def _loaded(name: str, conditions: Conditions) -> tuple[Dataset, Partition]:
    data = load_dataset(name)
    return data, partition(data, conditions.scheme, conditions.n_splits, conditions.seed)


def result_key(
    data: Dataset, folds: Partition, fold: int, setting: Setting, k: int, conditions: Conditions
) -> ResultKey:
    """Everything that decides one result."""
    return ResultKey(
        data=data.sha256,
        relation=setting.relation,
        params=params_text(setting),
        revision=setting.spec.revision,
        weights=WEIGHTS[conditions.weights].known_as,
        normalise=scaled_as(data, conditions),
        k=k,
        folds=folds.sha256,
        fold=fold,
        seed=conditions.seed,
    )


def scaled_as(data: Dataset, conditions: Conditions) -> str:
    """What brings rows to comparable numbers: the scaling, and the encoding where it has a say."""
    return f"{SCALINGS[conditions.normalise].known_as} {encoded_as(data, conditions)}".strip()


def encoded_as(data: Dataset, conditions: Conditions) -> str:
    """What of the encoding has a say on a data set; nothing where all is plain numbers."""
    return conditions.encoding.deciding(data.columns, gaps=data.has_gaps)


@lru_cache(maxsize=4096)
def params_text(setting: Setting) -> str:
    """The parameters of a setting, as its results are known by."""
    return canonical(setting.spec.deciding(dict(setting.params)))
