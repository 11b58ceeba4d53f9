"""Packaging of symbolic_rc; the only place that lists dependencies."""

import re
from pathlib import Path

from setuptools import find_packages, setup

ROOT = Path(__file__).parent

VERSION = re.search(r'VERSION = "(.+)"', (ROOT / "symbolic_rc" / "core" / "version.py").read_text("utf-8"))[1]


def described():
    """README as it reads outside the repository: what points into it is named, not linked.

    The repository has no public address yet; a link that leads nowhere helps nobody.
    """
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    text = re.sub(r"!\[[^]]*\]\((?!http)[^)]*\)\n*", "", text)
    return re.sub(r"\[([^]]*)\]\((?!http)([^)]*)\)", r"\1 (`\2`)", text)


#: What the default path uses, and nothing else.
REQUIRED = [
    "numpy>=1.26",
    "scipy>=1.11",
    "numba>=0.68",
    "spacy>=3.7,<4",
    "nltk>=3.8",
    "networkx>=3.1",
    "scikit-learn>=1.3",
    "typer>=0.16",
    "pydantic>=2.0",
    "rich>=13.0",
    "jinja2>=3.1",
    "markupsafe>=2.1",
    'tomli>=2.0; python_version < "3.11"',
]

EXTRAS = {
    "test": [
        "pytest>=8",
        "pytest-xdist>=3.5",
        "hypothesis>=6.100",
        "ruff>=0.5",
        "mypy>=1.10",
        "import-linter>=2.0",
        "codespell[toml]>=2.3",
        "numpydoc>=1.8",
        "pre-commit>=3.8",
        "rouge-score>=0.1.2",
        "safetensors>=0.4",
        "distributed>=2024.1",
        "pyarrow>=14",
        "pandas>=2",
        "polars>=1",
        "starlette>=0.37",
        "uvicorn>=0.27",
    ],
    "browser": ["selenium>=4.15"],
    "docs": [
        "mkdocs>=1.6,<2",
        "mkdocs-material>=9.5",
        "mkdocstrings[python]>=0.27",
        "nbmake>=1.5",
        "ipykernel>=6",
    ],
    "explore": ["starlette>=0.37", "uvicorn>=0.27"],
    "cluster": ["distributed>=2024.1"],
    "parquet": ["pyarrow>=14"],
    "meteor": ["pycocoevalcap>=1.2"],
    "bench": ["rapidfuzz>=3.9", "rouge-score>=0.1.2", "sacrebleu>=2.4"],
    "stanza": ["stanza>=1.8"],
    "neural": ["torch>=2.2", "safetensors>=0.4"],
    "transformers": ["transformers>=4.40", "torch>=2.2"],
}

setup(
    name="symbolic_rc",
    version=VERSION,
    description="A classical, non-neural reading-comprehension engine",
    long_description=described(),
    long_description_content_type="text/markdown",
    author="symbolic_rc contributors",
    license="Apache-2.0 AND CC-BY-SA-4.0",
    license_files=["LICENSE", "NOTICE", "lexicons/LICENSES.md"],
    keywords="reading comprehension, question answering, symbolic, baseline, semantic roles, coreference",
    classifiers=[
        "Development Status :: 4 - Beta",
        "Environment :: Console",
        "Intended Audience :: Science/Research",
        "Natural Language :: English",
        "Operating System :: OS Independent",
        "Programming Language :: Python :: 3 :: Only",
        *(f"Programming Language :: Python :: 3.{minor}" for minor in range(10, 14)),
        "Topic :: Scientific/Engineering :: Artificial Intelligence",
        "Topic :: Text Processing :: Linguistic",
        "Typing :: Typed",
    ],
    python_requires=">=3.10,<3.14",
    packages=[
        *find_packages(include=["symbolic_rc", "symbolic_rc.*"]),
        "symbolic_rc.lexicons",
        "symbolic_rc.published",
    ],
    package_dir={
        "symbolic_rc": "symbolic_rc",
        "symbolic_rc.lexicons": "lexicons",
        "symbolic_rc.published": "eval/published",
    },
    package_data={
        "symbolic_rc": ["py.typed"],
        "symbolic_rc.behaviour": ["*.toml", "suite/*.toml"],
        "symbolic_rc.graph.inference": ["*.rules"],
        "symbolic_rc.core": ["*.json"],
        "symbolic_rc.examples": ["**/*.json", "**/*.jsonl", "**/*.txt"],
        "symbolic_rc.explore": ["templates/*"],
        "symbolic_rc.lexicons": ["*.lex", "*.md"],
        "symbolic_rc.published": ["*.json"],
        "symbolic_rc.show": ["templates/*"],
    },
    install_requires=REQUIRED,
    extras_require=EXTRAS,
    entry_points={
        "console_scripts": ["symbolic-rc = symbolic_rc.cli:main"],
        "spacy_tokenizers": [
            "symbolic_rc.Tokenizer.v1 = symbolic_rc.annotate.tokenizer:create_tokenizer",
        ],
        "spacy_factories": [
            "symbolic_rc_senter = symbolic_rc.annotate.factories:make_senter",
            "symbolic_rc_tagger = symbolic_rc.annotate.factories:make_tagger",
            "symbolic_rc_lemmatizer = symbolic_rc.annotate.factories:make_lemmatizer",
            "symbolic_rc_parser = symbolic_rc.annotate.factories:make_parser",
            "symbolic_rc_ner = symbolic_rc.annotate.factories:make_ner",
        ],
    },
)
