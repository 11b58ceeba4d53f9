"""Checkpoints of a training: weights, optimiser, the best so far, progress; safetensors, no pickle."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file
from torch import Tensor

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.neural.model_file import read_about, write_tensors
from symbolic_rc.neural.training.loop import Progress, State

_NOW, _MEAN, _BEST, _OPTIMISER = "now.", "mean.", "best.", "optimiser."


def write_checkpoint(path: Path, state: State, identity: dict[str, Any]) -> None:
    """Keep a training's state; `identity` is what must be the same when it goes on."""
    tensors = {_NOW + name: one.detach().cpu().clone() for name, one in state.model.state_dict().items()}
    tensors |= {_MEAN + name: one.detach().cpu().clone() for name, one in state.mean.state_dict().items()}
    tensors |= {_BEST + name: one.cpu().clone() for name, one in state.best.items()}
    for number, values in state.optimiser.state_dict()["state"].items():
        for name, value in values.items():
            tensors[f"{_OPTIMISER}{number}.{name}"] = torch.as_tensor(value).cpu().clone()
    write_tensors(path, tensors, {"identity": identity, "progress": asdict(state.progress)})


def read_checkpoint(path: Path, state: State, identity: dict[str, Any]) -> None:
    """Put a training back into the state that was kept.

    Raises
    ------
    SymbolicRCError
        If it was begun with other data or options.
    """
    about = read_about(path)
    begun = about.get("identity", {})
    other = sorted(name for name in {*begun, *identity} if begun.get(name) != identity.get(name))
    if other:
        raise SymbolicRCError(
            f"{path}: was begun with other {', '.join(other)}; train without --resume to begin anew"
        )
    tensors = load_file(path)
    state.model.load_state_dict(_part(tensors, _NOW))
    state.mean.load_state_dict(_part(tensors, _MEAN))
    state.best = _part(tensors, _BEST)
    state.progress = Progress(**about["progress"])
    kept: dict[int, dict[str, Tensor]] = {}
    for name, value in _part(tensors, _OPTIMISER).items():
        number, _, field = name.partition(".")
        kept.setdefault(int(number), {})[field] = value
    state.optimiser.load_state_dict(
        {"state": kept, "param_groups": state.optimiser.state_dict()["param_groups"]}
    )


def _part(tensors: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {name.removeprefix(prefix): one for name, one in tensors.items() if name.startswith(prefix)}
