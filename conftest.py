"""One thread each, since tests run side by side; what needs PyTorch is left out where it is not installed."""

import os
from importlib.util import find_spec

# Threads of scikit-learn that wait for each other on a busy machine take a hundred times as long.
os.environ.setdefault("OMP_NUM_THREADS", "1")

#: Of the extra ``neural``; its tests say so themselves when they are skipped.
collect_ignore = ["symbolic_rc/preload.py"]
collect_ignore += [] if find_spec("torch") and find_spec("safetensors") else ["symbolic_rc/neural"]
