"""Training of the frame model: ``python -m symbolic_rc.train frames --data DIR``."""
