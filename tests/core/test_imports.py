"""What is left out where processes of our own start."""

import subprocess
import sys

PROGRAM = """
import sys
from types import ModuleType
from symbolic_rc.core import imports
{before}
imports.skip_unused()
import spacy, numba
from numba.core.registry import cpu_target
cpu_target.target_context.refresh()
import thinc.compat
print("torch" in sys.modules, "scipy.linalg" in sys.modules)
import scipy.linalg
print(len(scipy.linalg.norm.__name__))
"""


def _run(before=""):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(before=before)], capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def test_libraries_import_nothing_that_is_not_used_and_others_still_can():
    assert _run() == ["False", "False", "4"]


def test_nothing_is_left_out_where_pipelines_run_in_pytorch():
    assert _run('imports.find_spec = {"spacy_transformers": True}.get')[1] == "True"


def test_a_question_that_a_rule_decides_loads_what_it_needs(tmp_path):
    (tmp_path / "story.txt").write_text("Ada sold the mill to Ben.\n")
    program = """
import sys
from symbolic_rc.cli import main
try:
    main()
finally:
    from symbolic_rc.ranker.weights import load_weights
    print(sorted({"torch", "scipy.linalg", "networkx", "sklearn", "pandas"} & set(sys.modules)))
    print("leaves" in vars(load_weights("").reranker.trees))
"""
    asked = ["ask", str(tmp_path / "story.txt"), "Who sold the mill?"]
    done = subprocess.run([sys.executable, "-c", program, *asked], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[0].split("  ")[1] == "Ada"
    assert done.stdout.splitlines()[-2:] == ["[]", "False"]


def test_what_workers_are_forked_from_loads_no_pytorch():
    program = "import sys, symbolic_rc.preload as p; print(p.engine is None, 'torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
