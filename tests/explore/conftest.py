"""A workbench with a run and a rival open."""

import pytest

pytest.importorskip("starlette", reason="starlette is not installed (extra: explore)")

from tests.explore.opened_run import client_of, open_bench


@pytest.fixture(scope="session")
def bench(tmp_path_factory):
    return open_bench(tmp_path_factory.mktemp("bench"))


@pytest.fixture(scope="session")
def client(bench):
    return client_of(bench)
