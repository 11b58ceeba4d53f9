"""Fetching from a local server, whole, in pieces, damaged, out of an archive; GloVe's text format."""

import hashlib
import io
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from symbolic_rc.core.errors import DataError, SymbolicRCError
from symbolic_rc.core.files.container import read_container
from symbolic_rc.lexicon.download import Remote, fetch, read_glove, remote, write_vectors
from symbolic_rc.lexicon.vectors import Vectors

GLOVE = "the 0.5 -1.0 2.0\nmill 1.0 0.25 -0.5\n. . 0.1 0.2 0.3\n"


def archive() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as files:
        files.writestr(zipfile.ZipInfo("tiny.3d.txt"), GLOVE)  # of one date: the same bytes in each call
    return packed.getvalue()


class Server(ThreadingHTTPServer):
    """Serves one body; `ranges` says whether it knows ranges, `stop` after how many bytes it hangs up."""

    body = b""
    ranges = True
    stop = None
    asked: list


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        server = self.server
        start = 0
        wanted = self.headers.get("Range", "")
        server.asked.append(wanted)
        if wanted and server.ranges:
            start = int(wanted.removeprefix("bytes=").rstrip("-"))
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(server.body) - start))
        self.end_headers()
        self.wfile.write(server.body[start : server.stop])

    def log_message(self, *args):
        pass


@pytest.fixture
def server():
    with Server(("127.0.0.1", 0), Handler) as running:
        running.body, running.asked = archive(), []
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def remote_of(server, digest=None):
    body = archive()
    digest = digest or hashlib.sha256(body).hexdigest()
    address = f"http://127.0.0.1:{server.server_port}/tiny.zip"
    return Remote("tiny.3d", address, digest, len(body), "tiny.3d.txt", "", "")


def test_whole(server, tmp_path):
    seen = []
    path = fetch(remote_of(server), tmp_path, lambda have, size: seen.append((have, size)))
    assert path.read_text() == GLOVE
    assert seen[-1][0] == seen[-1][1] == len(archive())
    fetch(remote_of(server), tmp_path)
    assert len(server.asked) == 1


@pytest.mark.parametrize("ranges", [True, False])
def test_goes_on_where_it_stopped(server, tmp_path, ranges):
    server.stop, server.ranges = 40, ranges
    with pytest.raises(SymbolicRCError, match=r"go on with: symbolic-rc data get tiny\.3d"):
        fetch(remote_of(server), tmp_path)
    assert (tmp_path / "tiny.zip.part").stat().st_size == 40
    server.stop = None
    assert fetch(remote_of(server), tmp_path).read_text() == GLOVE
    assert server.asked == ["", "bytes=40-"]


def test_another_checksum_is_refused_and_removed(server, tmp_path):
    with pytest.raises(SymbolicRCError, match="checksum"):
        fetch(remote_of(server, "0" * 64), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_no_server(server, tmp_path):
    gone = remote_of(server)
    server.shutdown()
    server.server_close()
    with pytest.raises(SymbolicRCError, match="are kept"):
        fetch(gone, tmp_path)


def test_unknown_name():
    with pytest.raises(SymbolicRCError, match=r"glove\.6B\.100d"):
        remote("glove.7B")


TEXT = "the 0.5 -1.0 2.0\nmill 1.0 0.25 -0.5\n. . . 0.1 0.2 0.3\nwheel 0.9 0.3 -0.5\nmill 0 0 0\n"


@pytest.fixture
def path(tmp_path):
    made = tmp_path / "tiny.txt"
    made.write_text(TEXT, encoding="utf-8")
    return made


def test_words_with_blanks_and_repeated_words(path):
    words, vectors = read_glove(path)
    assert words == ["the", "mill", ". . .", "wheel"]
    assert vectors[1].tolist() == [1.0, 0.25, -0.5]


@pytest.mark.parametrize("line", ["river 1.0 2.0", "river 1.0 2.0 x"])
def test_bad_lines_are_named(path, line):
    path.write_text(TEXT + line + "\n")
    with pytest.raises(DataError, match=r"tiny\.txt:6"):
        read_glove(path)


def test_quantised_vectors_keep_their_neighbours(path, tmp_path):
    write_vectors(tmp_path / "glove.lex", path)
    found = Vectors(read_container(tmp_path / "glove.lex"))
    assert found.neighbours("mill")[0][0] == "wheel"
    assert np.allclose(found.vector("mill"), [1.0, 0.25, -0.5], atol=0.01)
    assert found.similarity("mill", "river") == 0.0


@pytest.mark.data
def test_the_published_sample(data_dir):
    words, vectors = read_glove(data_dir / "lexicon_sources" / "glove.6B.50d.union.txt")
    assert vectors.shape == (8390, 50)
    assert words[0] == "the"
