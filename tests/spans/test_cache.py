"""Compiled kernels have a place even where the package cannot be written."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import symbolic_rc

PROGRAM = """
import sys
from pathlib import Path
import symbolic_rc
from symbolic_rc.spans import index_tokens
assert index_tokens([7, 3, 7]).words.tolist() == [0, 1, 0]
print(Path(symbolic_rc.__file__).parent)
"""


@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled")
def test_kernels_are_cached_although_the_package_is_read_only(tmp_path: Path) -> None:
    package, cache = tmp_path / "site" / "symbolic_rc", tmp_path / "cache"
    source = Path(symbolic_rc.__file__).parent
    for part in ("", "core", "core/files", "spans", "spans/kernels"):
        (package / part).mkdir(parents=True, exist_ok=True)
        for file in (source / part).glob("*.py"):
            shutil.copy(file, package / part)
    folders = [package, *(path for path in package.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    before = sorted(package.rglob("*"))
    environment = {**os.environ, "PYTHONPATH": str(package.parent), "SYMBOLIC_RC_CACHE": str(cache)}
    environment.pop("NUMBA_CACHE_DIR", None)
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    try:
        found = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=environment,
            cwd=tmp_path,
            check=True,
            capture_output=True,
            text=True,
        )
        assert found.stdout.strip() == str(package)
        assert sorted(package.rglob("*")) == before
        assert list(cache.rglob("*.nbc"))
    finally:
        for folder in folders:
            folder.chmod(0o755)
