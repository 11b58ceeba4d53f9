"""`symbolic-rc train-neural`: from data sets to a model file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import torch

from symbolic_rc import __version__
from symbolic_rc.core.errors import DataError, SymbolicRCError
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read
from symbolic_rc.neural.catalogue import NeuralEntry, neural_entry
from symbolic_rc.neural.model_file import ModelFile, write_model
from symbolic_rc.neural.settings import NeuralSettings
from symbolic_rc.neural.training.checkpoint import read_checkpoint, write_checkpoint
from symbolic_rc.neural.training.loop import begin, train
from symbolic_rc.neural.training.parts import Part, set_aside
from symbolic_rc.training.learned import Learned

#: Stories that early stopping should look at, and the greatest share of few stories that is set aside for it.
_ENOUGH_ASIDE, _MOST_ASIDE = 40, 0.2


@dataclass(frozen=True, slots=True)
class Plan:
    """What is trained, from what, to where.

    Attributes
    ----------
    reader : str
    inputs : sequence of str
        Data sets, as `score` takes them.
    out : Path
        The model file.
    settings : mapping
        Those that differ from the reader's usual ones.
    part : Part
        What is taken of the data.
    resume : bool
        Go on from the checkpoint, if there is one.
    """

    reader: str
    inputs: Sequence[str]
    out: Path
    settings: dict[str, Any] = field(default_factory=dict)
    part: Part = field(default_factory=Part)
    resume: bool = False


def train_from(plan: Plan, say: Callable[[str], None]) -> ModelFile:
    """Train a reader and write its model file; the checkpoint beside it is removed at the end.

    Parameters
    ----------
    plan : Plan
    say : callable
        Told of progress, a line at a time.

    Raises
    ------
    SymbolicRCError
        If the data hold no question of the reader's kind, or something cannot be read or written.
    """
    torch.set_num_threads(1)  # the same sums in the same order on every machine
    entry = neural_entry(plan.reader)
    # who says how many epochs there are means so many
    settings = entry.settings(**({"least_updates": 0} if "epochs" in plan.settings else {}), **plan.settings)
    _check_device(settings.device)
    records = list(plan.part.of(_records(plan.inputs)))
    return train_on(records, entry, settings, plan, say)


def train_on(
    records: Sequence[Record],
    entry: NeuralEntry,
    settings: NeuralSettings,
    plan: Plan,
    say: Callable[[str], None],
) -> ModelFile:
    """Train a reader on stories that were read, as `train_from` does with data sets."""
    share = max(settings.held_out, min(_MOST_ASIDE, _ENOUGH_ASIDE / max(1, len(records))))
    kept = [one for one in records if not set_aside(one, share)]
    aside = [one for one in records if set_aside(one, share)]
    if not aside and len(records) > 1:
        kept, aside = list(records[:-1]), list(records[-1:])
    vocabulary = entry.vocabulary(kept, settings)
    task = entry.make_task(vocabulary, settings)
    items, held_out = _items(task, kept, True), _items(task, aside or kept, False)
    if not items or not held_out:
        raise DataError(f"no question that {entry.name} can learn from", ", ".join(plan.inputs))
    say(f"{entry.name}: {len(items):,} stories, {len(held_out):,} held out, {len(vocabulary):,} words")
    torch.manual_seed(settings.seed)
    model = entry.make_model(vocabulary.first_vectors(settings.seed), settings).to(settings.device)
    state, learned = begin(model, settings), _learned(records)
    identity = _identity(entry.name, settings, learned)
    checkpoint = plan.out.with_name(f"{plan.out.name}.checkpoint")
    if plan.resume and checkpoint.exists():
        read_checkpoint(checkpoint, state, identity)
        say(f"goes on after epoch {state.progress.epoch}")
    state = train(
        state, task, items, held_out, settings, lambda one: write_checkpoint(checkpoint, one, identity), say
    )
    about = {
        "version": __version__,
        "trained on": [Path(path).name for path in plan.inputs],
        "part": asdict(plan.part),
        "questions": int(sum(len(one.questions) for one in records)),
        "figure": task.figure,
        "held out": round(state.progress.best, 3),
        "epoch": state.progress.best_epoch,
        "updates": state.progress.steps,
        "curve": state.progress.curve,
        "seconds": round(state.progress.seconds, 1),
        "megabytes": _peak_memory(),
    }
    found = ModelFile(entry.name, settings, vocabulary, dict(state.mean.state_dict()), about)
    write_model(plan.out, found, learned)
    checkpoint.unlink(missing_ok=True)
    say(f"written: {plan.out}")
    return found


def _records(inputs: Iterable[str]) -> Iterator[Record]:
    """Yield the stories to learn from: of data whose stories are marked as parts, those for training."""
    for path in inputs:
        for record in read(path):
            if isinstance(record, Record) and record.tags.get("part", "train") == "train":
                yield record


def _items(task: Any, records: Sequence[Record], training: bool) -> list[Any]:
    found = []
    for record in records:
        asked = [question for question in record.questions if question.references and task.takes(question)]
        found += [item for item, _ in task.items(record, asked, training)]
    return found


def _learned(records: Sequence[Record]) -> Learned:
    return Learned.of((record.text, question) for record in records for question in record.questions)


def _identity(reader: str, settings: NeuralSettings, learned: Learned) -> dict[str, Any]:
    """Return what a checkpoint must agree in; that more epochs are wanted changes nothing before them."""
    options = asdict(settings)
    for name in ("epochs", "least_updates", "patience"):
        del options[name]
    data = blake2b(learned.pairs.tobytes(), digest_size=8).hexdigest()
    return {"reader": reader, "version": __version__, "data": data, **options}


def _peak_memory() -> int:
    """Return the most memory that the process has taken, in MB; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (
        1 << 20 if sys.platform == "darwin" else 1 << 10
    )


def _check_device(device: str) -> None:
    try:
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).splitlines()[0]
        raise SymbolicRCError(f"the device {device!r} cannot be used ({reason}); choose cpu") from error
