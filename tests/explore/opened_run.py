"""A run over the bundled examples and a rival's file of answers, for the tests of the workbench."""

import asyncio
import json
from urllib.parse import parse_qs, urlencode, urlsplit

from symbolic_rc.batch import RunOptions, score
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read
from symbolic_rc.examples import folder
from symbolic_rc.explore.app import make_app
from symbolic_rc.explore.data import open_data
from symbolic_rc.explore.workbench import Workbench

TOKEN, PORT = "token-of-tests", 8111


def make_runs(where):
    """Write a run of `symbolic:rules` over the examples, and the answers of one who knows every second."""
    score(RunOptions(input="examples", out=where / "run", reader="symbolic:rules", trace=True))
    asked = [question for record in read(folder(), "auto") if isinstance(record, Record)
             for question in record.questions]  # fmt: skip
    known = {one.id: ", ".join(one.references[0]) if i % 2 else "nobody" for i, one in enumerate(asked)}
    (where / "rival.json").write_text(json.dumps(known))
    return [where / "run", where / "rival.json"]


def open_bench(where):
    """Open both."""
    return Workbench(open_data(make_runs(where), "examples"), str(where / "stories"))


class Reply:
    """What the workbench answers."""

    def __init__(self, status, headers, body):
        self.status, self.body = status, body
        self.headers = {key.decode().lower(): value.decode() for key, value in headers}
        self.text = body.decode()

    @property
    def to(self):
        """Where it sends the browser."""
        return urlsplit(self.headers["location"])


class Client:
    """Speak to an application without a network."""

    def __init__(self, app, prefix=f"/{TOKEN}/"):
        self.app, self.prefix = app, prefix

    def ask(self, method, path, query="", body=b"", headers=(), kind="http", whole=True):
        sent, said = [], {"host": f"127.0.0.1:{PORT}", **dict(headers)}
        scope = {
            "type": kind, "method": method, "path": path, "raw_path": path.encode(), "root_path": "",
            "query_string": query.encode(), "http_version": "1.1", "scheme": "http",
            "headers": [(key.encode(), value.encode()) for key, value in said.items()],
        }  # fmt: skip
        messages = iter([{"type": "http.request", "body": body, "more_body": not whole}])

        async def receive():
            return next(messages, {"type": "http.disconnect"})

        async def send(message):
            sent.append(message)

        asyncio.run(self.app(scope, receive, send))
        if kind != "http":
            return sent
        return Reply(
            sent[0]["status"], sent[0]["headers"], b"".join(one.get("body", b"") for one in sent[1:])
        )

    def get(self, path, **state):
        return self.ask("GET", self.prefix + path, urlencode(state))

    def post(self, path, **form):
        return self.ask("POST", self.prefix + path, "", urlencode(form).encode())

    def paste(self, text):
        """Paste a text; return its story."""
        return parse_qs(self.post("read/text", text=text).to.query)["story"][0]


def client_of(bench):
    """Speak to a workbench."""
    return Client(make_app(bench, TOKEN, PORT))
