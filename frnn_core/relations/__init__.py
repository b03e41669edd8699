"""The relations; importing this package registers them in the order of the paper, then what it left open."""

# ruff: noqa: I001 (the order is that of the paper)
from frnn_core.engine.relation import RELATIONS, fixed_relations
from frnn_core.relations import distances
from frnn_core.relations.kernels import KERNELS
from frnn_core.relations.gamma import fit_gamma
from frnn_core.relations import nca
from frnn_core.relations import lmnn
from frnn_core.relations import dmlmj
from frnn_core.relations import combo
from frnn_core.relations import learned_manhattan
from frnn_core.relations import local
from frnn_core.relations.weights import fit_weights

__all__ = [
    "KERNELS",
    "RELATIONS",
    "combo",
    "distances",
    "dmlmj",
    "fit_gamma",
    "fit_weights",
    "fixed_relations",
    "learned_manhattan",
    "lmnn",
    "local",
    "nca",
]
