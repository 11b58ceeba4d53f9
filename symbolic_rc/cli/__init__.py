"""The command line, thin: each command imports what it needs when it runs."""

from symbolic_rc.cli.entry import app, main

__all__ = ["app", "main"]
