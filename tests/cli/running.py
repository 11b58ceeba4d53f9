"""The command line in a process of its own, or in this one."""

import subprocess
import sys

from typer.testing import CliRunner

from symbolic_rc.cli.entry import app


def cli(*arguments, **options):
    """Run a command in a process; its output is text."""
    command = [sys.executable, "-m", "symbolic_rc", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def invoke(*arguments, **options):
    """Run a command in this process; errors are raised."""
    result = CliRunner().invoke(app, [*map(str, arguments)], **options)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result
