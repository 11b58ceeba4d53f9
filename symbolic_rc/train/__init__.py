"""Training of every part that ships: ``python -m symbolic_rc.train NAME``."""
