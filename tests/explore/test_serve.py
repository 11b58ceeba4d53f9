import os
import signal
import socket
import subprocess
import sys
from urllib.request import urlopen

import pytest

from symbolic_rc.core.errors import MissingExtraError, SymbolicRCError
from symbolic_rc.explore import serve
from tests.cli.running import heed_signals


def test_the_command_serves_this_machine_and_ends(tmp_path):
    arguments = "-m symbolic_rc explore --view check?cases=3 --cache".split()
    command = [sys.executable, *arguments, str(tmp_path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, preexec_fn=heed_signals
    ) as process:
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        assert address.endswith("/check?cases=3")
        assert len(address.split("/")[3]) > 20
        with urlopen(address) as reply:
            assert 'value="3"' in reply.read().decode()
            assert "server" not in {name.lower() for name in reply.headers}
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(30) == 130


def test_a_port_that_is_taken_is_told(bench):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(SymbolicRCError, match="choose another with --port"):
            serve.serve(bench, taken.getsockname()[1])


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(serve, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"symbolic_rc\[explore\]"):
        serve.open_workbench([])
