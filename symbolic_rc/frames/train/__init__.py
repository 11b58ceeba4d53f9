"""Training of the frame model: ``python -m symbolic_rc.frames.train --data DIR``."""
