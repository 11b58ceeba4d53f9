"""The version of the package, also that of `setup.py`."""

VERSION = "0.2.0"
