"""What every test may use."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

SHARED = Path(os.environ.get("SYMBOLIC_RC_DATA") or Path(__file__).parents[2] / "shared" / "data")

# Machines are busy: how long an example takes is not what these tests are about.
settings.register_profile(
    "project", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("project")


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of real data; the test is skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip(f"the shared data is not at {SHARED} (set SYMBOLIC_RC_DATA)")
    return SHARED


@pytest.fixture(scope="session")
def engine():
    """The engine with the weights that ship."""
    import symbolic_rc

    return symbolic_rc.load()


@pytest.fixture(scope="session")
def parse():
    """What makes a document of sentences written as rows."""
    from tests.small_story import parsed

    return parsed


@pytest.fixture(scope="session")
def story():
    """Marta sells a mill, and goes to sea; "she" is Marta."""
    from tests.small_story import small_story

    return small_story()


@pytest.fixture(scope="session")
def asked():
    """Who sold the mill?"""
    from tests.small_story import small_question

    return small_question()
