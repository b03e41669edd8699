"""Names for the array types that run through the package."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]
LabelArray = NDArray[Any]
