"""Trained readers on disk: a safetensors file with weights, vocabulary and settings."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from symbolic_rc.core.errors import LexiconError
from symbolic_rc.core.files.safetensors import read_safetensors
from symbolic_rc.datasets.overlap import TrainedOn
from symbolic_rc.neural.settings import NeuralSettings
from symbolic_rc.neural.vocabulary import NeuralVocabulary

_WEIGHT = "weight."
#: The name of a file's JSON metadata.
_ABOUT = "symbolic_rc"


@dataclass(frozen=True, slots=True)
class ModelFile:
    """What a model file holds.

    Attributes
    ----------
    reader : str
        As the list of readers names it, without ``neural:``.
    about : dict
        Other metadata: sources, counts, the learning curve, the cost.
    """

    reader: str
    settings: NeuralSettings
    vocabulary: NeuralVocabulary
    weights: dict[str, Tensor]
    about: dict[str, Any]


def write_model(path: Path, model: ModelFile, learned: TrainedOn) -> None:
    """Write a model file in one step; equal contents give equal bytes."""
    tensors = {_WEIGHT + name: value.detach().cpu().contiguous() for name, value in model.weights.items()}
    tensors["learned.pairs"] = torch.from_numpy(learned.pairs.view(np.int64).copy())
    tensors["learned.answers"] = torch.from_numpy(learned.answers.view(np.int64).copy())
    words = "\n".join(model.vocabulary.words).encode()
    tensors["vocabulary.utf8"] = torch.from_numpy(np.frombuffer(words, np.uint8).copy())
    about = {
        **model.about,
        "reader": model.reader,
        "settings": asdict(model.settings),
        "markers": model.vocabulary.markers,
    }
    partial = path.with_name(f"{path.name}.partial")
    save_file(tensors, partial, {_ABOUT: json.dumps(about, sort_keys=True)})
    os.replace(partial, path)


def read_about(path: str | Path) -> dict[str, Any]:
    """Return a file's metadata.

    Raises
    ------
    LexiconError
        If it is not one of ours, or damaged.
    """
    metadata, _ = read_safetensors(path)
    try:
        about: dict[str, Any] = json.loads(metadata[_ABOUT])
    except (KeyError, TypeError, ValueError) as error:
        raise LexiconError(f"{path}: not a model of symbolic-rc train-neural") from error
    return about


def read_model(path: str | Path) -> ModelFile:
    """Return what a model file holds.

    Raises
    ------
    LexiconError
        If it is missing, damaged, or of another kind.
    """
    about = read_about(path)
    tensors = load_file(path)
    try:
        words = tensors["vocabulary.utf8"].numpy().tobytes().decode()
        vocabulary = NeuralVocabulary(words.split("\n") if words else [], about["markers"])
        settings = NeuralSettings(**about["settings"])
        reader = str(about["reader"])
    except (KeyError, TypeError, ValueError) as error:
        raise LexiconError(f"{path}: of another version ({error}); train it again") from error
    weights = {name.removeprefix(_WEIGHT): one for name, one in tensors.items() if name.startswith(_WEIGHT)}
    return ModelFile(reader, settings, vocabulary, weights, about)
