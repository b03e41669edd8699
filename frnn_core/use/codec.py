"""Fitted objects as a tree that JSON can hold and a list of arrays, and back to the bit.

What may stand in a file is listed here: frozen dataclasses of arrays, numbers and texts, and the functions of
registries, by their keys. Nothing is imported or called by a name that a file gives. A treatment of columns
that somebody has added may put values where it likes: it is fitted again to the training rows in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from frnn_core.engine.again import Rescaling
from frnn_core.engine.columns import Column
from frnn_core.engine.encoding import Encoder, Encoding, Part, Table
from frnn_core.engine.fitted import FittedRelation, Spread, SpreadRegions, identity
from frnn_core.engine.layout import GapRule, Layout, MixedMetric, Slot, Term
from frnn_core.engine.owa import WEIGHTS, ByFeatures
from frnn_core.engine.places import Codes, OneHot, Shares, as_column, on_calendar
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.scalings import Scaler
from frnn_core.engine.treatments import TREATMENTS, Classes, Placed
from frnn_core.engine.weight_objective import LearnedFamily
from frnn_core.engine.weighting import CheckedFamily, Weighting, WeightingByK
from frnn_core.errors import DataError, ParameterError
from frnn_core.model import Model
from frnn_core.relations import KERNELS
from frnn_core.relations.embeddings import ClassLinear, ClassScaled, Direction, Linear, Scaled
from frnn_core.relations.links import AffineLink, ClassAffineLink, DiameterLink, KernelLink
from frnn_core.relations.regions import Cells
from frnn_core.tuning.calibration import Blend, Units
from frnn_core.tuning.candidates import Candidate, Member
from frnn_core.tuning.inner import FittedMembers, SharedSearch
from frnn_core.tuning.tuned import Tuned

Arrays = list[NDArray[Any]]
KINDS = "fiubU"
"""Arrays of floats, whole numbers, truth values and texts; never of objects."""
NOT_KEPT = ("trace",)
"""How something was learned is a story, not a part of what decides."""
PARTS: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        *(
            AffineLink,
            Blend,
            ByFeatures,
            Candidate,
            Cells,
            ClassAffineLink,
            ClassLinear,
            ClassScaled,
            Codes,
            Column,
        ),
        *(DiameterLink, Direction, Encoder, Encoding, FittedMembers, FittedRelation, GapRule, KernelLink),
        *(Layout, LearnedFamily, Linear, Member, MixedMetric, Model, OneHot, Part, Placed, Rescaling, Scaled),
        *(Scaler, SharedSearch, Shares, Slot, Spread, SpreadRegions, Table, Term, TrainingSet, Tuned, Units),
        *(Weighting, WeightingByK),
    )
}


def functions() -> dict[str, Callable[..., Any]]:
    """The functions that a fitted object may hold, by the names that stand for them in a file."""
    found: dict[str, Callable[..., Any]] = {
        function.__name__: function for function in (identity, as_column, on_calendar, not_learned)
    }
    for key, weights in WEIGHTS.items():
        if not weights.learns:
            family = weights.family(1)
            found[f"weights {key}"] = family.function if isinstance(family, ByFeatures) else family
    return found | {f"kernel {key}": kernel.value for key, kernel in KERNELS.items()}


def not_learned(k: int) -> Weighting:
    """Weights for a k that the file has none for."""
    raise ParameterError(f"The model holds no weights for k = {k}. Fit it again for another k.")


class Packer:
    """Makes a tree of fitted objects and sets their arrays aside; what occurs twice is kept once.

    Parameters
    ----------
    others : dataclasses that may stand in the tree beside `PARTS`
    """

    def __init__(self, others: Mapping[str, type[Any]]) -> None:
        self.arrays: Arrays = []
        self._parts = tuple((PARTS | dict(others)).values())
        self._names = {id(function): name for name, function in functions().items()}
        self._places: dict[int, int] = {}
        self._sets: dict[int, int] = {}

    def tree(self, value: Any) -> Any:
        """The value as JSON has it."""
        if isinstance(value, np.generic):
            value = value.item()
        if value is None or isinstance(value, bool | int | float | str):
            return value
        if isinstance(value, np.ndarray):
            return self._array(value)
        if isinstance(value, tuple | list):
            return [self.tree(each) for each in value]
        if isinstance(value, Mapping):
            return {"pairs": [[self.tree(key), self.tree(each)] for key, each in value.items()]}
        if isinstance(value, TrainingSet):
            return self._training_set(value)
        return self._part(value)

    def _array(self, array: NDArray[Any]) -> dict[str, Any]:
        if array.dtype == object and all(isinstance(each, str) for each in array):
            return {"texts": list(array)}
        if array.dtype.kind not in KINDS:
            raise DataError(f"Values of type {array.dtype} cannot be kept in a file. Use numbers or texts.")
        if id(array) not in self._places:
            self._places[id(array)] = len(self.arrays)
            self.arrays.append(array)
        return {"array": self._places[id(array)]}

    def _training_set(self, rows: TrainingSet) -> dict[str, Any]:
        if id(rows) in self._sets:
            return {"again": self._sets[id(rows)]}
        self._sets[id(rows)] = len(self._sets)
        return self._part(rows)

    def _part(self, value: Any) -> dict[str, Any]:
        if isinstance(value, Placed) and not self._knows(value.place):
            return {"placed": "again"}
        if type(value) in self._parts:
            names = [part.name for part in fields(value) if part.init]
            kept = {name: self.tree(getattr(value, name)) for name in names if name not in NOT_KEPT}
            if isinstance(value, WeightingByK):
                kept["learn"] = {"function": not_learned.__name__}
            return {"kind": type(value).__name__, "parts": kept}
        if id(value) in self._names:
            return {"function": self._names[id(value)]}
        raise ParameterError(_why_not(value))

    def _knows(self, place: Any) -> bool:
        return type(place) in self._parts or id(place) in self._names


def _why_not(value: Any) -> str:
    if isinstance(value, CheckedFamily) or callable(value):
        name = getattr(getattr(value, "given", value), "__name__", type(value).__name__)
        return (
            f"A model file holds no code, and {name} is a function of your own. Use weights, relations and "
            "encodings that come with the package, or what fit_weights found, as its weighting()."
        )
    return f"A model file cannot hold an object of type {type(value).__name__}."


class Unpacker:
    """Builds the objects of a tree again; a tree that does not fit raises a KeyError, TypeError or so."""

    def __init__(self, arrays: Arrays, others: Mapping[str, type[Any]]) -> None:
        self._arrays = arrays
        self._parts = PARTS | dict(others)
        self._functions = functions()
        self._sets: list[TrainingSet | None] = []

    def value(self, tree: Any) -> Any:
        """The value that a tree stands for."""
        if isinstance(tree, list):
            return tuple(self.value(each) for each in tree)
        if not isinstance(tree, dict):
            return tree
        if "array" in tree:
            return self._arrays[_place(tree["array"])]
        if "texts" in tree:
            return np.array([str(each) for each in tree["texts"]], dtype=object)
        if "pairs" in tree:
            return {self.value(key): self.value(each) for key, each in tree["pairs"]}
        if "function" in tree:
            return self._functions[tree["function"]]
        if "again" in tree:
            return self._sets[_place(tree["again"])]
        return self._part(self._parts[tree["kind"]], tree["parts"])

    def _part(self, kind: type[Any], parts: Mapping[str, Any]) -> Any:
        if kind is Part and "placed" in parts["placed"]:
            return self._placed_again({name: self.value(parts[name]) for name in parts if name != "placed"})
        known = {part.name for part in fields(kind) if part.init} - {*NOT_KEPT}
        if unknown := parts.keys() - known:
            raise KeyError(f"{kind.__name__} has no {unknown}")
        if kind is not TrainingSet:
            return _fitting(kind(**{name: self.value(each) for name, each in parts.items()}))
        place = len(self._sets)
        self._sets.append(None)  # numbered in the order in which the packer met them
        self._sets[place] = kind(**{name: self.value(each) for name, each in parts.items()})
        return self._sets[place]

    def _placed_again(self, parts: Mapping[str, Any]) -> Part:
        """A column whose treatment was added by a user: fitted again to the training rows."""
        rows = self._sets[0]
        if rows is None or rows.table is None:
            raise ValueError("a column without its table")
        values = rows.table.X[:, parts["feature"]]
        seen = values if parts["keeps_gaps"] else np.where(np.isnan(values), parts["filler"], values)
        treatment = TREATMENTS[rows.table.encoding.treatment(parts["column"])]
        placed = treatment.fit(seen, parts["column"], Classes(rows.codes, rows.n_classes))
        part: Part = _fitting(Part(**parts, placed=placed))
        return part


def _fitting(part: Any) -> Any:
    """The part, if its texts, numbers and parts are what they are declared to be."""
    for name, hint in _hints(cast(Any, type(part))).items():
        if not _is(getattr(part, name), hint):
            raise TypeError(f"{type(part).__name__}.{name} is no {hint}")
    return part


@cache
def _hints(kind: Callable[..., Any]) -> dict[str, Any]:
    """The declared types of the fields of a class; nothing where some are known to type checkers alone."""
    try:
        hints = get_type_hints(kind)
    except NameError:
        return {}
    return {part.name: hints[part.name] for part in fields(cast(Any, kind))}


def _is(value: Any, hint: Any) -> bool:
    """Whether a value is what a simple type says; what others say is left to the trial that follows."""
    if hint is NoneType:
        return value is None
    if hint is float:
        return isinstance(value, float | int) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if isinstance(hint, type) and (hint in (str, bool) or is_dataclass(hint)):
        return isinstance(value, hint)
    inner = get_args(hint)
    if get_origin(hint) is tuple:
        every = inner[:1] * len(value) if inner[1:] == (Ellipsis,) and isinstance(value, tuple) else inner
        return isinstance(value, tuple) and len(value) == len(every) and all(map(_is, value, every))
    return get_origin(hint) is not UnionType or any(_is(value, each) for each in inner)


def _place(number: Any) -> int:
    if not isinstance(number, int) or number < 0:
        raise ValueError(f"{number!r} is no place")
    return number
