"""The command line; each command imports what it needs when it runs."""

from symbolic_rc.cli.start import main

__all__ = ["main"]
