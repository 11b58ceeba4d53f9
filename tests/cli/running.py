"""The command line in a fork of this process, which has loaded what it needs, or in this process.

A fork's output, status and memory are its own, and it starts in milliseconds. What a process does when it
starts is tested by the tests that start one.
"""

import contextlib
import functools
import gc
import json
import logging
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from multiprocessing import forkserver
from pathlib import Path

from typer.testing import CliRunner

import symbolic_rc
from symbolic_rc.cli import main
from symbolic_rc.cli.entry import app

#: Sends arguments, folder, environment and files to the process that tests; its answer is the exit status.
CLIENT = """#!{python} -SE
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    message = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(server, [message], [0, 1, 2])
    sys.exit(server.recv(1)[0])
"""


def heed_signals():
    """Let a child end at what those ignore who were started in the background or under nohup."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@functools.cache
def _load():
    """Load what reads and answers: every fork has it then."""
    engine = symbolic_rc.load()
    engine.answer(engine.read("Ada Holm kept the mill."), "Who kept the mill?")


def _fork(arguments, files, folder=None, environment=None):
    """Run a command in a fork with these three file descriptors; return its exit status."""
    _load()
    if child := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = 1
    try:
        for number, file in enumerate(files):
            os.dup2(file, number)
        sys.stdin = os.fdopen(0, encoding="utf-8")
        sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8") for number in (1, 2))
        gc.freeze()
        forkserver._forkserver.__init__()  # one that the parent started is no child of this process
        logging.root.handlers.clear()
        logging.root.setLevel(logging.WARNING)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if environment is not None:
            os.environ.clear()
            os.environ.update(environment)
            sys.path[:0] = filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))
        os.chdir(folder or ".")
        sys.argv = ["symbolic-rc", *arguments]
        main()
        status = 0
    except SystemExit as stop:
        status = stop.code or 0
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def cli(*arguments, input="", env=None):
    """Run a command in a fork; its output is text."""
    with contextlib.ExitStack() as opened:
        files = [opened.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8")) for _ in range(3)]
        files[0].write(input)
        files[0].seek(0)
        arguments = [*map(str, arguments)]
        status = _fork(arguments, [file.fileno() for file in files], environment=env)
        for file in files:
            file.seek(0)
        return subprocess.CompletedProcess(arguments, status, files[1].read(), files[2].read())


def shell(script, folder, **environment):
    """Run a shell's script in a folder; each `symbolic-rc` in it is run in a fork of this process."""
    with contextlib.ExitStack() as opened:
        place = opened.enter_context(tempfile.TemporaryDirectory())
        server = opened.enter_context(socket.socket(socket.AF_UNIX))
        server.bind(address := f"{place}/socket")
        server.listen()
        command = Path(place) / "symbolic-rc"
        command.write_text(CLIENT.format(python=sys.executable, address=address))
        command.chmod(0o755)
        environment = {**os.environ, "PATH": f"{place}{os.pathsep}{os.environ['PATH']}", **environment}
        files = [opened.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8")) for _ in range(2)]
        bash = ["bash", "-euc", script]
        process = subprocess.Popen(bash, cwd=folder, env=environment, stdout=files[0], stderr=files[1])
        while process.poll() is None:
            if select.select([server], [], [], 0.02)[0]:
                connection = opened.enter_context(server.accept()[0])
                message, own, *_ = socket.recv_fds(connection, 1 << 20, 3)
                arguments, there, variables = json.loads(message)
                connection.send(bytes([_fork(arguments, own, there, variables) % 256]))
                for file in own:
                    os.close(file)
        for file in files:
            file.seek(0)
        return subprocess.CompletedProcess(bash, process.returncode, files[0].read(), files[1].read())


def invoke(*arguments, **options):
    """Run a command in this process; errors are raised."""
    result = CliRunner().invoke(app, [*map(str, arguments)], **options)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result
