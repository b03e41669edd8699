"""The relations; importing this package registers them in the order of the paper."""

from frnn_core.relations import distances as distances
from frnn_core.relations import kernels as kernels
