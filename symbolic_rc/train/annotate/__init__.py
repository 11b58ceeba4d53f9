"""Training of the shipped annotation models: ``python -m symbolic_rc.train annotate --data DIR``."""
