"""What the tests of kernels share: every kernel that runs inside is compared with its plain Python."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from eval.house.kernels import compared, kernels

settings.register_profile(
    "kernels", deadline=None, derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip


@pytest.fixture(scope="session")
def known() -> list[str]:
    """Import all modules, so that every kernel is known."""
    return kernels()


@pytest.fixture
def kernels_agree(known: list[str]) -> Iterator[None]:
    """Fail if a kernel gives something else than its plain Python.

    Kernels are replaced in their modules: a test calls them as ``module.kernel``.
    """
    with compared() as different:
        yield
    assert not different
