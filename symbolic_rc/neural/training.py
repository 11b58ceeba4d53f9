"""`symbolic-rc train-neural`: from data sets to a model file.

Batches of similar length, clipped gradients, early stopping on held-out stories, a checkpoint per epoch.
"""

from __future__ import annotations

import copy
import json
import math
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from symbolic_rc import __version__
from symbolic_rc.core.errors import DataError, LexiconError, SymbolicRCError
from symbolic_rc.core.files.safetensors import read_safetensors
from symbolic_rc.core.processes import peak_megabytes
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read
from symbolic_rc.datasets.overlap import TrainedOn
from symbolic_rc.neural.catalogue import NeuralEntry, neural_entry
from symbolic_rc.neural.examples import NeuralVocabulary, batches, build_vocabulary
from symbolic_rc.neural.settings import DataSubset, NeuralSettings, is_held_out
from symbolic_rc.neural.task import Task

_WEIGHT = "weight."
#: The name of a file's JSON metadata.
_ABOUT = "symbolic_rc"


@dataclass(frozen=True, slots=True)
class ModelFile:
    """What a model file holds: the reader's name, without ``neural:``, and what answers.

    `about` is other metadata: sources, counts, the learning curve, the cost.
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
    settings, markers = asdict(model.settings), model.vocabulary.markers
    about = {**model.about, "reader": model.reader, "settings": settings, "markers": markers}
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


#: Held-out stories that are enough for early stopping, and the greatest share that is held out to reach them.
_ENOUGH_HELD_OUT, _MOST_HELD_OUT = 40, 0.2
#: Seconds between lines of progress within an epoch.
_REPORT_SECONDS = 60
#: What a checkpoint holds of a `TrainingState` as PyTorch states.
_STATES = ("model", "mean", "optimiser")

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """What is trained, from which data sets, to which model file, with which settings that are no defaults.

    With `resume` it continues from the checkpoint, if there is one.
    """

    reader: str
    inputs: Sequence[str]
    out: Path
    settings: dict[str, Any] = field(default_factory=dict)
    part: DataSubset = field(default_factory=DataSubset)
    resume: bool = False


@dataclass(slots=True)
class TrainingProgress:
    """How far training has come, in epochs and updates (`steps`); kept in the checkpoint.

    `rate` is the next learning rate; `best` the best metric on the held-out stories, -1 before the first;
    `seconds` is processor time; `curve` has loss, metric and seconds of each epoch.
    """

    epoch: int = 0
    steps: int = 0
    rate: float = 0.0
    best: float = -1.0
    best_epoch: int = 0
    seconds: float = 0.0
    curve: list[dict[str, float]] = field(default_factory=list)


class TrainingState:
    """All that training continues from: model, its running mean, optimiser, the best weights, progress."""

    def __init__(self, model: nn.Module, rate: float) -> None:
        self.model, self.mean = model, copy.deepcopy(model)
        trained = [weights for weights in model.parameters() if weights.requires_grad]
        self.optimiser = torch.optim.Adam(trained, lr=rate)
        self.best: dict[str, Tensor] = {}
        self.progress = TrainingProgress(rate=rate)


def train_from(plan: TrainingPlan, report: Report) -> ModelFile:
    """Train a reader and write its model file; the checkpoint beside it is removed at the end.

    Raises
    ------
    SymbolicRCError
        If the data have no question of the reader's kind, or something cannot be read or written.
    """
    torch.set_num_threads(1)  # the same sums in the same order on every machine
    entry = neural_entry(plan.reader)
    # an explicit number of epochs is exact
    settings = entry.settings(**({"least_updates": 0} if "epochs" in plan.settings else {}), **plan.settings)
    try:
        torch.zeros(1, device=settings.device)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).splitlines()[0]
        raise SymbolicRCError(
            f"the device {settings.device!r} cannot be used ({reason}); choose cpu"
        ) from error
    stories = (record for path in plan.inputs for record in read(path) if isinstance(record, Record))
    training = (record for record in stories if record.tags.get("part", "train") == "train")
    return _train_on(list(plan.part.select(training)), entry, settings, plan, report)


def _train_on(
    records: Sequence[Record],
    entry: NeuralEntry,
    settings: NeuralSettings,
    plan: TrainingPlan,
    report: Report,
) -> ModelFile:
    kept, aside = _split(records, settings.held_out)
    vocabulary = build_vocabulary(kept, settings)
    task = entry.make_task(vocabulary, settings)
    items, held_out = _items(task, kept, True), _items(task, aside, False)
    if not items or not held_out:
        raise DataError(f"no question that {entry.name} can learn from", ", ".join(plan.inputs))
    report(f"{entry.name}: {len(items):,} stories, {len(held_out):,} held out, {len(vocabulary):,} words")
    torch.manual_seed(settings.seed)
    model = entry.make_model(vocabulary.initial_vectors(settings.seed), settings).to(settings.device)
    state = TrainingState(model, settings.rate)
    learned = TrainedOn.of((record.text, question) for record in records for question in record.questions)
    identity = _identity(entry.name, settings, learned)
    checkpoint = plan.out.with_name(f"{plan.out.name}.checkpoint")
    if plan.resume and checkpoint.exists():
        _read_checkpoint(checkpoint, state, identity)
        report(f"continues after epoch {state.progress.epoch}")
    until = time.monotonic() + 60 * settings.minutes if settings.minutes else math.inf
    trainer = Trainer(task, settings, items, held_out, report, until)
    trainer.train(state, lambda: write_checkpoint(checkpoint, state, identity))
    about = {
        "version": __version__,
        "trained on": [Path(path).name for path in plan.inputs],
        "part": asdict(plan.part),
        "questions": int(sum(len(record.questions) for record in records)),
        "figure": task.metric,
        "held out": round(state.progress.best, 3),
        "epoch": state.progress.best_epoch,
        "updates": state.progress.steps,
        "cut off": trainer.is_cut_off(state.progress),
        "curve": state.progress.curve,
        "seconds": round(state.progress.seconds, 1),
        "megabytes": peak_megabytes(),
    }
    found = ModelFile(entry.name, settings, vocabulary, dict(state.mean.state_dict()), about)
    write_model(plan.out, found, learned)
    checkpoint.unlink(missing_ok=True)
    report(f"written: {plan.out}")
    return found


def _split(records: Sequence[Record], share: float) -> tuple[Sequence[Record], Sequence[Record]]:
    """Return training and held-out stories; one story is both."""
    share = max(share, min(_MOST_HELD_OUT, _ENOUGH_HELD_OUT / max(1, len(records))))
    held_out = [record for record in records if is_held_out(record, share)]
    if not held_out:
        return records[:-1] or records, records[-1:]
    return [record for record in records if not is_held_out(record, share)], held_out


def _items(task: Task, records: Sequence[Record], training: bool) -> list[Any]:
    found = []
    for record in records:
        asked = [question for question in record.questions if question.references and task.takes(question)]
        found += [item for item, _ in task.items(record, asked, training)]
    return found


def _identity(reader: str, settings: NeuralSettings, learned: TrainedOn) -> dict[str, Any]:
    """Return what a checkpoint must agree in; number of epochs and time change nothing before their end."""
    anyhow = ("epochs", "least_updates", "patience", "minutes")
    options = {name: value for name, value in asdict(settings).items() if name not in anyhow}
    data = blake2b(learned.pairs.tobytes(), digest_size=8).hexdigest()
    return {"reader": reader, "version": __version__, "data": data, **options}


@dataclass(frozen=True, slots=True)
class Trainer:
    """The training loop.

    Every random choice depends on the seed and the epoch alone, so that a resumed training ends like an
    uninterrupted one. Items are as `Task.items` makes them; `until` is when it ends, by `time.monotonic`.
    """

    task: Task
    settings: NeuralSettings
    items: Sequence[Any]
    held_out: Sequence[Any]
    report: Report
    until: float = math.inf

    def train(self, state: TrainingState, after_epoch: Callable[[], None]) -> None:
        """Train to the last epoch or update, or until the metric stops improving; keep the best weights."""
        progress, settings = state.progress, self.settings
        factor = settings.epoch_factor(len(self.items))
        epochs, patience = round(settings.epochs * factor), round(settings.patience * factor)
        while (
            progress.epoch < epochs
            and progress.epoch - progress.best_epoch < patience
            and not (progress.epoch and self.is_cut_off(progress))
        ):
            began = time.process_time()
            loss = self._epoch(state)
            value = self._measure(state.mean)
            progress.epoch += 1
            progress.seconds += time.process_time() - began
            point = {"loss": round(loss, 4), self.task.metric: round(value, 3)}
            progress.curve.append({**point, "seconds": round(progress.seconds, 1)})
            better = value > progress.best
            if better:
                progress.best, progress.best_epoch = value, progress.epoch
                state.best = {name: one.detach().clone() for name, one in state.mean.state_dict().items()}
            progress.rate *= (settings.decay if better else 0.5) ** (1 / factor)
            self.report(
                f"epoch {progress.epoch}: loss {loss:.3f}, held-out {self.task.metric} {value:.2f}"
                f"{' (best)' * better}, {progress.seconds:.0f} s"
            )
            after_epoch()
        state.mean.load_state_dict(state.best)

    def is_cut_off(self, progress: TrainingProgress) -> bool:
        """Whether the maximum of updates, or of time, is reached."""
        return 0 < self.settings.updates <= progress.steps or time.monotonic() > self.until

    def _epoch(self, state: TrainingState) -> float:
        """Update the model once for each batch; return the mean loss of a question."""
        epoch, settings = state.progress.epoch, self.settings
        random = np.random.default_rng([settings.seed, epoch])
        torch.manual_seed(settings.seed * 1_000_003 + epoch)
        for group in state.optimiser.param_groups:
            group["lr"] = state.progress.rate
        state.model.train()
        total, count, reported = 0.0, 0, time.monotonic()
        for places in batches([len(item) for item in self.items], settings.stories, random):
            batch = self.task.batch([self.items[i] for i in places], random)
            loss, questions = self.task.loss(state.model, batch)
            if not questions:
                continue
            state.optimiser.zero_grad()
            (loss / questions).backward()
            nn.utils.clip_grad_norm_(state.model.parameters(), settings.clip)
            state.optimiser.step()
            # the mean moves towards the weights, faster during the first updates
            state.progress.steps += 1
            share = min(settings.average, (1 + state.progress.steps) / (10 + state.progress.steps))
            with torch.no_grad():
                for mean, now in zip(state.mean.parameters(), state.model.parameters(), strict=True):
                    mean.lerp_(now, 1 - share)
            total, count = total + float(loss.detach()), count + questions
            if self.is_cut_off(state.progress):
                break
            if time.monotonic() - reported > _REPORT_SECONDS:
                reported = time.monotonic()
                self.report(f"epoch {epoch + 1}: {count:,} questions, loss {total / count:.3f}")
        return total / max(count, 1)

    def _measure(self, model: nn.Module) -> float:
        """Return the metric on the held-out items, in percent."""
        model.eval()
        total, count = 0.0, 0
        with torch.inference_mode():
            for places in batches([len(item) for item in self.held_out], self.settings.stories):
                value, questions = self.task.score(model, [self.held_out[i] for i in places])
                total, count = total + value, count + questions
        return 100 * total / max(count, 1)


def write_checkpoint(path: Path, state: TrainingState, identity: dict[str, Any]) -> None:
    """Write a training's state in one step; `identity` must be the same when it is resumed."""
    modules = {name: getattr(state, name).state_dict() for name in _STATES}
    partial = path.with_name(f"{path.name}.partial")
    begun = {"identity": identity, "progress": asdict(state.progress), "best": state.best}
    torch.save(begun | modules, partial)
    os.replace(partial, path)


def _read_checkpoint(path: Path, state: TrainingState, identity: dict[str, Any]) -> None:
    """Restore a training's state from a checkpoint."""
    try:
        found = torch.load(path, "cpu", weights_only=True)
        begun: dict[str, Any] = found["identity"]
    except (RuntimeError, OSError, EOFError, KeyError, UnpicklingError) as error:
        raise SymbolicRCError(f"{path}: is damaged; train without --resume to start over") from error
    other = sorted(name for name in {*begun, *identity} if begun.get(name) != identity.get(name))
    if other:
        raise SymbolicRCError(
            f"{path}: was begun with other {', '.join(other)}; train without --resume to start over"
        )
    for name in _STATES:
        getattr(state, name).load_state_dict(found[name])
    state.best, state.progress = found["best"], TrainingProgress(**found["progress"])
