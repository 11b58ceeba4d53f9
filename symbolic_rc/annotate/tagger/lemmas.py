"""Lemmas and morphology: what was seen in training, else the edit that suits the word's ending."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from symbolic_rc.annotate.words import ANONYMOUS
from symbolic_rc.core.arrays import Array
from symbolic_rc.core.files.container import Container, Part, Strings, pack_strings


def _edits(file: Container) -> Iterator[str]:
    """Every edit says how much is cut off."""
    for edits in file.strings("edits.to"):
        for edit in edits.split("\t"):
            if not edit.partition("-")[0].isdigit():
                yield f"{edit[:20]!r} is no edit"


def _morphology(file: Container) -> Iterator[str]:
    """Morphology is features with values."""
    for name in ("features.to", "defaults.to"):
        for features in file.strings(name):
            if features and any(one.count("=") != 1 for one in features.split("|")):
                yield f"{features[:40]!r} is no morphology"


_TABLES = ("seen", "edits", "features", "defaults")
SCHEMA: tuple[Part, ...] = (
    Strings("known"),
    *(Strings(name, like=f"{name}.to") for name in _TABLES),
    *(Strings(f"{name}.to", like=name) for name in _TABLES),
    _edits,
    _morphology,
)
Key = TypeVar("Key")
#: Longest ending that an edit depends on.
_ENDING = 6
_PLAIN = str.maketrans({"’": "'", "‘": "'"})


def edit_of(form: str, lemma: str) -> str:
    """Return the edit from a form to its lemma: how many letters to cut, and what to add.

    Examples
    --------
    >>> edit_of("stopping", "stop"), edit_of("mice", "mouse")
    ('4-', '3-ouse')
    """
    same = 0
    while same < min(len(form), len(lemma)) and form[same] == lemma[same]:
        same += 1
    return f"{len(form) - same}-{lemma[same:]}"


def apply_edit(form: str, edit: str) -> str:
    """Return the lemma that an edit gives."""
    cut, _, add = edit.partition("-")
    return form[: len(form) - int(cut)] + add if int(cut) <= len(form) else form


@dataclass(frozen=True, slots=True)
class LemmaModel:
    """Lemmas and features of forms with their joint labels (``VBD|VERB``)."""

    exceptions: dict[str, str]  #: ``"form label"`` to lemma, where the endings' edits do not give it
    edits: dict[str, tuple[str, ...]]  #: ``"ending label"`` to edits, most frequent first
    known: frozenset[str]  #: Words of raw text: an edit that gives one of them is preferred
    #: ``"form label"``, and label, to UD features
    features: dict[str, str]
    defaults: dict[str, str]

    def lemma(self, form: str, label: str) -> str:
        """Return the lemma of a form with that label."""
        low = form.lower().translate(_PLAIN)
        xtag, _, tag = label.partition("|")
        if tag == "PROPN":
            if xtag == "NNPS" and form.endswith("s") and len(form) > 3:
                return self.exceptions.get(f"{low} {label}") or form[:-1]
            return form
        if (found := self.exceptions.get(f"{low} {label}")) is not None:
            return found
        if not form.isalpha() and "-" not in form:
            return low if xtag != "CD" else form
        return self._edited(low, label)

    def _edited(self, low: str, label: str) -> str:
        first = ""
        for size in range(min(_ENDING, len(low)), -1, -1):
            for edit in self.edits.get(f"{low[len(low) - size :]} {label}", ()):
                if not (lemma := apply_edit(low, edit)):
                    continue
                if lemma in self.known:
                    return lemma
                first = first or lemma
        return first or low

    def feats(self, form: str, label: str) -> str:
        """Return the UD features of a form with that label, or an empty string."""
        return self.features.get(f"{form.lower()} {label}", self.defaults.get(label, ""))

    def arrays(self) -> dict[str, Array]:
        """Return what a container stores."""
        out: dict[str, Array] = {}
        for name, table in (
            ("seen", self.exceptions),
            ("features", self.features),
            ("defaults", self.defaults),
            ("edits", {key: "\t".join(edits) for key, edits in self.edits.items()}),
        ):
            keys = sorted(table)
            out |= pack_strings(name, keys) | pack_strings(f"{name}.to", [table[key] for key in keys])
        return out | pack_strings("known", sorted(self.known))

    @classmethod
    def of(cls, container: Container) -> LemmaModel:
        """Return the model that a container holds."""

        def table(name: str) -> dict[str, str]:
            return dict(zip(container.strings(name), container.strings(f"{name}.to"), strict=True))

        edits = {key: tuple(value.split("\t")) for key, value in table("edits").items()}
        known = frozenset(container.strings("known"))
        return cls(table("seen"), edits, known, table("features"), table("defaults"))


def _edits_of(lemmas: Mapping[tuple[str, str], Counter[str]]) -> dict[str, tuple[str, ...]]:
    """Return the edits of each ending with each label, most frequent first."""
    edits: dict[str, Counter[str]] = defaultdict(Counter)
    for (low, label), counts in lemmas.items():
        if label.endswith("|PROPN"):
            continue
        edit = edit_of(low, counts.most_common(1)[0][0].lower())
        for size in range(min(_ENDING, len(low)) + 1):
            edits[f"{low[len(low) - size :]} {label}"][edit] += 1
    kept: dict[str, tuple[str, ...]] = {}
    for key, counts in sorted(edits.items()):
        total = sum(counts.values())
        best = [edit for edit, count in counts.most_common(3) if count >= max(2, 0.05 * total)]
        if best:
            kept[key] = tuple(best)
    # an ending that says no more than its own shorter ending is not needed
    for key in sorted(kept, key=lambda key: -len(key)):
        ending, _, label = key.partition(" ")
        if ending and kept.get(f"{ending[1:]} {label}") == kept[key]:
            del kept[key]
    return kept


def _most_frequent(counted: Mapping[Key, Counter[str]]) -> dict[Key, str]:
    return {key: counts.most_common(1)[0][0] for key, counts in counted.items()}


def learn_lemmas(
    words: Iterable[tuple[str, str, str, str]],
    known: Iterable[str],
    irregular: Mapping[tuple[str, str], str] | None = None,
) -> LemmaModel:
    """Return the model learned from a treebank's words: form, label, lemma and features of each.

    `known` are words of raw text, `irregular` lemmas of forms with labels that the treebank may not have.
    """
    lemmas: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    features: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for form, label, lemma, feats in words:
        if ANONYMOUS.fullmatch(form):
            continue
        low = form.lower().translate(_PLAIN)
        if lemma != "_":
            lemmas[low, label][lemma] += 1
        features[low, label][feats.strip("_")] += 1
    kept = _edits_of(lemmas)
    model = LemmaModel({}, kept, frozenset(known), {}, {})
    expected = {
        (low, label): lemma
        for (low, label), lemma in sorted(_most_frequent(lemmas).items())
        if not label.endswith("|PROPN") or label[:4] == "NNPS"
    }
    expected |= {key: lemma for key, lemma in sorted((irregular or {}).items()) if key not in lemmas}
    exceptions = {
        f"{low} {label}": lemma
        for (low, label), lemma in expected.items()
        if model.lemma(low, label) != lemma
    }
    usual = _most_frequent(features)
    by_label: dict[str, Counter[str]] = defaultdict(Counter)
    for (_, label), feats in usual.items():
        by_label[label][feats] += 1
    defaults = _most_frequent(by_label)
    own = {
        f"{low} {label}": feats for (low, label), feats in sorted(usual.items()) if feats != defaults[label]
    }
    return LemmaModel(exceptions, kept, frozenset(known), own, defaults)
