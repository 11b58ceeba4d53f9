"""The version of the package, also that of `setup.py`."""

VERSION = "0.1.0"
