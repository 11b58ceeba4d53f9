"""The slow, plain twin of the kernels that make keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from symbolic_rc.lexicon.english import FUNCTION_WORDS
from symbolic_rc.lexicon.numbers import number
from symbolic_rc.lexicon.paraphrases import paraphrases
from symbolic_rc.lexicon.vectors import vectors
from symbolic_rc.lexicon.wordnet import PARTS, wordnet
from symbolic_rc.match.keys import LONG, Word
from symbolic_rc.match.kinds import ANCESTOR, BASE, FORM, NEAR, PERTAINS, SYNSET, VALUE, Kind, Weights, key


class NaiveKeys:
    """The keys of single words, looked up in the lexicons one by one.

    Parameters
    ----------
    weights : Weights
    number_of : callable
        From a string to its number.
    """

    def __init__(self, weights: Weights, number_of: Callable[[str], int]) -> None:
        self.weights = weights
        self._number_of = number_of

    def offered(self, word: Word) -> list[int]:
        """Return the keys by which a story's word can be found, rising."""
        return sorted(set(self._offer(word)))

    def sought(self, word: Word) -> list[tuple[int, float, Kind]]:
        """Return what a question's word looks for: keys, rising, with weights and kinds."""
        best: dict[int, tuple[float, Kind]] = {}
        for wanted, weight, kind in self._wanted(word):
            if word.phrase and kind != Kind.ANTONYM:
                weight, kind = weight * self.weights.phrase, Kind.PHRASE
            if weight > 0 and weight > best.get(wanted, (0.0, kind))[0]:
                best[wanted] = weight, kind
        return [(wanted, *best[wanted]) for wanted in sorted(best)]

    def _key(self, space: int, text: str) -> int:
        return key(space, self._number_of(text))

    def bases(self, word: Word) -> tuple[str, ...]:
        """Return the base forms of a word: itself, its lemma, and what WordNet takes it to be a form of."""
        if word.text in FUNCTION_WORDS:
            return (word.text,)
        words = wordnet()
        found = [word.text]
        if word.lemma:
            found.append(word.lemma.lower())
        for part in word.part or PARTS:
            found += words.base(word.text, part)
        if "-" in word.text or word.phrase:
            joined = word.text.replace("-", "").replace("_", "")
            found += (base for base in words.base(joined, "n") if len(joined) >= LONG)
        return tuple(dict.fromkeys(found))

    def _synsets(self, bases: Iterable[str], parts: str) -> list[int]:
        """Return the first senses of each base form in each part of speech."""
        words = wordnet()
        found: dict[int, None] = {}
        for base in bases:
            for part in parts or PARTS:
                if words.has(base, part):
                    found.update(dict.fromkeys(words.entries(base, part)[: self.weights.senses]))
        return list(found)

    # -- what a story's word offers

    def _offer(self, word: Word) -> Iterable[int]:
        bases = self.bases(word)
        yield self._key(FORM, word.text)
        for base in bases:
            yield self._key(BASE, base)
        value = number(word.text.replace("_", " "))
        if value is not None:
            yield self._key(VALUE, repr(value))
        if word.text in FUNCTION_WORDS:
            return
        words = wordnet()
        for base in bases:
            for part in "ar":
                for target, _ in words.linked(base, part, "pertainym"):
                    yield self._key(PERTAINS, target.lower())
        synsets = self._synsets(bases, word.part)
        for synset in synsets:
            yield key(SYNSET, synset)
        if self.weights.hypernym:
            for synset in synsets:
                for ancestor, steps in words.ancestors(synset, self.weights.steps).items():
                    if steps:
                        yield key(ANCESTOR + steps, ancestor)
        near = vectors().find(word.text) if self.weights.vector else -1
        if near >= 0:
            yield key(NEAR, near)

    # -- what a question's word seeks

    def _wanted(self, word: Word) -> Iterable[tuple[int, float, Kind]]:
        settings, words, bases = self.weights, wordnet(), self.bases(word)
        yield self._key(FORM, word.text), settings.surface, Kind.SURFACE
        value = number(word.text.replace("_", " "))
        if value is not None:
            yield self._key(VALUE, repr(value)), settings.number, Kind.NUMBER
        if word.text in FUNCTION_WORDS:
            return
        for base in bases:
            yield self._key(BASE, base), settings.inflection, Kind.INFLECTION
            for derived in self._derived(base, word.part):
                yield self._key(BASE, derived), settings.derivation, Kind.DERIVATION
            yield self._key(PERTAINS, base), settings.derivation, Kind.DERIVATION
            for opposite in self._opposite(base, word.part):
                yield self._key(BASE, opposite), 1.0, Kind.ANTONYM
        for same in paraphrases().same(word.text) if settings.paraphrase else ():
            yield self._key(FORM, same), settings.paraphrase, Kind.PARAPHRASE
        for synset in self._synsets(bases, word.part):
            yield key(SYNSET, synset), settings.synset, Kind.SYNSET
            for other in words.related(synset, "verb_group", "similar"):
                yield key(SYNSET, other), settings.verb_group, Kind.VERB_GROUP
            if settings.hypernym:
                for ancestor, steps in words.ancestors(synset, settings.steps).items():
                    if steps:
                        yield key(SYNSET, ancestor), settings.hypernym / steps, Kind.HYPERNYM
                for steps in range(1, settings.steps + 1):
                    yield key(ANCESTOR + steps, synset), settings.hypernym / steps, Kind.HYPERNYM
        if settings.vector:
            for near, cosine in self._near(word.text):
                yield key(NEAR, near), settings.vector * cosine, Kind.VECTOR

    def _derived(self, base: str, parts: str) -> Iterable[str]:
        words = wordnet()
        for part in parts or PARTS:
            for relation in ("derivation", "pertainym"):
                for text, _ in words.linked(base, part, relation):
                    yield text.lower()

    def _opposite(self, base: str, parts: str) -> Iterable[str]:
        words = wordnet()
        for part in parts or PARTS:
            yield from (text.lower() for text in words.antonyms(base, part))
        yield from paraphrases().opposite(base)

    def _near(self, text: str) -> Iterable[tuple[int, float]]:
        known = vectors()
        place = known.find(text)
        if place < 0:
            return
        neighbours, cosines, bounds, places = known.neighbourhood
        count, width, found = self.weights.neighbours, neighbours.shape[1], {}
        for other, cosine in zip(neighbours[place, :count].tolist(), cosines[place].tolist(), strict=False):
            found[other] = cosine / 255
        for back in places[bounds[place] : bounds[place + 1]].tolist():
            if back % width < count:
                found.setdefault(back // width, float(cosines.flat[back]) / 255)
        yield from ((other, cosine) for other, cosine in found.items() if cosine >= self.weights.cosine)
