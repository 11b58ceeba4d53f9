"""Types of arrays, by their numbers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Int8s = NDArray[np.int8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Singles = NDArray[np.float32]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Hashes = NDArray[np.uint32]
