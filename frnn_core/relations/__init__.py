"""The relations; importing this package registers them in the order of the paper."""

# ruff: noqa: I001 (the order is that of the paper)
from frnn_core.relations import distances as distances
from frnn_core.relations import kernels as kernels
from frnn_core.relations import gamma as gamma
from frnn_core.relations import nca as nca
from frnn_core.relations import lmnn as lmnn
from frnn_core.relations import dmlmj as dmlmj
from frnn_core.relations import combo as combo
