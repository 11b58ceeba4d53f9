"""Published figures, their reproduction, benchmarks: ``python -m eval.NAME``."""

import os

# What is measured here is long or repeated: kernels are compiled at their first call.
os.environ.setdefault("SYMBOLIC_RC_COMPILE", "always")
