"""What every test may use."""

import os
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("SYMBOLIC_RC_DATA") or Path(__file__).parents[2] / "shared" / "data")


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of real data; the test is skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip(f"the shared data is not at {SHARED} (set SYMBOLIC_RC_DATA)")
    return SHARED
