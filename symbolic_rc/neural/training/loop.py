"""The training loop: batches by length, clipping, early stopping, checkpoints after each epoch."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from symbolic_rc.neural.examples.batching import batches
from symbolic_rc.neural.settings import NeuralSettings
from symbolic_rc.neural.training.task import Task

#: Seconds after which there is a line within an epoch.
_SILENCE = 60


@dataclass(slots=True)
class Progress:
    """How far training has come.

    Attributes
    ----------
    epoch, steps : int
        Epochs and updates done.
    rate : float
        The learning rate of the next one.
    best, best_epoch : float and int
        The best figure on the held-out part, and the epoch that reached it; -1 and 0 before the first.
    seconds : float
        Processor time so far.
    curve : list of dict
        Of each epoch: loss, figure, seconds.
    """

    epoch: int = 0
    steps: int = 0
    rate: float = 0.0
    best: float = -1.0
    best_epoch: int = 0
    seconds: float = 0.0
    curve: list[dict[str, float]] = field(default_factory=list)


@dataclass(slots=True)
class State:
    """All that training goes on from: model, its running mean, optimiser, the best weights, progress."""

    model: nn.Module
    mean: nn.Module
    optimiser: torch.optim.Adam
    best: dict[str, Tensor]
    progress: Progress


def begin(model: nn.Module, settings: NeuralSettings) -> State:
    """Return the state before the first epoch."""
    trained = [one for one in model.parameters() if one.requires_grad]
    optimiser = torch.optim.Adam(trained, lr=settings.rate)
    return State(model, copy.deepcopy(model), optimiser, {}, Progress(rate=settings.rate))


def train(
    state: State,
    task: Task,
    items: Sequence[Any],
    held_out: Sequence[Any],
    settings: NeuralSettings,
    after: Callable[[State], None],
    say: Callable[[str], None],
) -> State:
    """Train until epochs or updates are over or the held-out part gets no better; take the best weights.

    Every choice at random depends on the seed and the epoch alone, so that a training that goes on from a
    checkpoint ends as one that was not disturbed.

    Parameters
    ----------
    state : State
    task : Task
    items, held_out : sequence
        As `task.item` makes them.
    settings : NeuralSettings
    after : callable
        Called after each epoch with the state, to keep it.
    say : callable
        Told of progress, a line at a time.
    """
    progress, times = state.progress, settings.stretched(len(items))
    epochs, patience = round(settings.epochs * times), round(settings.patience * times)
    while (
        progress.epoch < epochs
        and progress.epoch - progress.best_epoch < patience
        and not _cut_off(progress, settings)
    ):
        began = time.process_time()
        loss = _epoch(state, task, items, settings, say)
        value = figure_of(state.mean, task, held_out, settings)
        progress.epoch += 1
        progress.seconds += time.process_time() - began
        progress.curve.append(
            {"loss": round(loss, 4), task.figure: round(value, 3), "seconds": round(progress.seconds, 1)}
        )
        better = value > progress.best
        if better:
            progress.best, progress.best_epoch = value, progress.epoch
            state.best = {name: one.detach().clone() for name, one in state.mean.state_dict().items()}
        progress.rate *= (settings.decay if better else 0.5) ** (1 / times)
        say(
            f"epoch {progress.epoch}: loss {loss:.3f}, {task.figure} {value:.2f} on the held-out part"
            f"{' (best)' * better}, {progress.seconds:.0f} s"
        )
        after(state)
    state.mean.load_state_dict(state.best)
    return state


def _cut_off(progress: Progress, settings: NeuralSettings) -> bool:
    return 0 < settings.updates <= progress.steps


def _epoch(
    state: State, task: Task, items: Sequence[Any], settings: NeuralSettings, say: Callable[[str], None]
) -> float:
    """Go through the items once; return the mean loss of a question."""
    random = np.random.default_rng([settings.seed, state.progress.epoch])
    torch.manual_seed(settings.seed * 1_000_003 + state.progress.epoch)
    for group in state.optimiser.param_groups:
        group["lr"] = state.progress.rate
    state.model.train()
    total, count, told = 0.0, 0, time.monotonic()
    for places in batches([len(one) for one in items], settings.stories, random):
        loss, questions = task.loss(state.model, task.batch([items[i] for i in places], random))
        if not questions:
            continue
        state.optimiser.zero_grad()
        (loss / questions).backward()
        nn.utils.clip_grad_norm_(state.model.parameters(), settings.clip)
        state.optimiser.step()
        _follow(state, settings.average)
        total, count = total + float(loss.detach()), count + questions
        if _cut_off(state.progress, settings):
            break
        if time.monotonic() - told > _SILENCE:
            told = time.monotonic()
            say(f"epoch {state.progress.epoch + 1}: {count:,} questions, loss {total / count:.3f}")
    return total / max(count, 1)


def _follow(state: State, average: float) -> None:
    """Move the running mean towards the weights; at first faster, as there is little to be the mean of."""
    state.progress.steps += 1
    kept = min(average, (1 + state.progress.steps) / (10 + state.progress.steps))
    with torch.no_grad():
        pairs = zip(state.mean.parameters(), state.model.parameters(), strict=True)
        for mean, now in pairs:
            mean.lerp_(now, 1 - kept)


def figure_of(model: nn.Module, task: Task, items: Sequence[Any], settings: NeuralSettings) -> float:
    """Return the figure over items, in percent."""
    model.eval()
    total, count = 0.0, 0
    with torch.inference_mode():
        for places in batches([len(one) for one in items], settings.stories):
            found, questions = task.score(model, [items[i] for i in places])
            total, count = total + found, count + questions
    return 100 * total / max(count, 1)
