"""Tokens: spaCy's English rules, run once per distinct chunk of a text, and already tokenised text.

spaCy's own tokenizer would be the slowest part of the pipeline, and its vocabulary would grow with every
novel. Here each distinct chunk between spaces is split once, by the same rules, and kept in a bounded
cache; documents share a vocabulary that is replaced when it has grown large.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import DummyTokenizer, compile_infix_regex, compile_prefix_regex, compile_suffix_regex
from spacy.vocab import Vocab

from symbolic_rc.core.forks import ForkSafe

_SPACES = re.compile(r"\s+|\S+")
_SIMPLE = re.compile(r"\w{1,40}|[^\w\s]")
#: Chunks longer than this are split by `_SIMPLE`, so that time stays linear in the text.
LONGEST = 120
#: Runs of a mark are one token, and Gutenberg's underscores are no part of a word.
_EXTRA_AFFIXES = ["_+", r"\*+", "--+", "~+", "=+", "[!?]{2,}", "<<+", ">>+", "''", r"\+\++"]
#: Chunks that are one token whatever marks they hold: telephone numbers, runs of one mark, in-laws.
_WHOLE = re.compile(r"(?:\d-)?(?:\d{3}-)?\d{3}-\d{4}|([^\w\s])\1+|[!?]+|[eE]-?mails?|[A-Za-z]+-in-law")
#: Notes behind a word or a mark: ``left.[1]``, ``protest."[note``, whose other half is the next chunk.
_NOTES = re.compile(r"([^\[]+)((?:\[(?:\d{1,3}|[a-z]|nb|notes?|citation|clarification)(?:\]|$))+)(\W*)")
#: What an address may end in; other marks behind it belong to the sentence.
_ADDRESS_END = re.compile(r"[\w/=&#~+%-]$|\([^()]*\)$")
_EXCEPTIONS = {"and/or": ("and", "/", "or"), "etc.": ("etc.",), "approx.": ("approx.",), "Ft.": ("Ft.",)}
#: Dashes of old books join a mark and the next word: ``Judy,--likewise``.
_EXTRA_INFIXES = [r"[,;:.!?]+(?=--)", r"--+", r"(?<=--)[\"“”‘']"]


class Splitter:
    """Split a chunk without white space by a language's affix rules and exceptions (spaCy's algorithm)."""

    def __init__(self, nlp: Language) -> None:
        defaults = nlp.Defaults
        self._rules = {
            form: tuple(part[65] for part in parts)  # 65 is ORTH
            for form, parts in (defaults.tokenizer_exceptions or {}).items()
            if not re.search(r"\s", form)
        } | _EXCEPTIONS
        self._prefix = compile_prefix_regex([*_EXTRA_AFFIXES, *(defaults.prefixes or [])]).search
        self._suffix = compile_suffix_regex([*_EXTRA_AFFIXES, *(defaults.suffixes or [])]).search
        self._infixes = compile_infix_regex([*_EXTRA_INFIXES, *(defaults.infixes or [])]).finditer
        self._address: Callable[[str], Any] = defaults.url_match or (lambda text: None)

    def __call__(self, chunk: str) -> tuple[str, ...]:
        """Return the tokens of a chunk; joined, they are the chunk."""
        if len(chunk) > LONGEST:
            return tuple(_SIMPLE.findall(chunk))
        if chunk in self._rules:
            return self._rules[chunk]
        if chunk.isalpha():
            return (chunk,)
        if notes := _NOTES.fullmatch(chunk):
            before, marks, after = notes.groups()
            return (*self(before), *_SIMPLE.findall(marks), *(self(after) if after else ()))
        front, rest, back = self._strip(chunk)
        return (*front, *self._inner(rest), *reversed(back))

    def _is_whole(self, text: str) -> bool:
        """Whether a text is one token, whatever marks it holds."""
        address = _ADDRESS_END.search(text) is not None and self._address(text) is not None
        return address or _WHOLE.fullmatch(text) is not None

    def _strip(self, chunk: str) -> tuple[list[str], str, list[str]]:
        """Return the prefixes of a chunk, what remains, and its suffixes, the last first."""
        front: list[str] = []
        back: list[str] = []
        rest = chunk
        size = -1
        while rest and len(rest) != size and rest not in self._rules and not self._is_whole(rest):
            size = len(rest)
            if found := self._prefix(rest):
                if 0 < found.end() < len(rest) or len(rest) == 1:
                    front.append(rest[: found.end()])
                    rest = rest[found.end() :]
                    if not rest or rest in self._rules:
                        break
                elif found.end() == len(rest):
                    break
            if (found := self._suffix(rest)) and found.start() > 0 and found.end() == len(rest):
                back.append(rest[found.start() :])
                rest = rest[: found.start()]
        return front, rest, back

    def _inner(self, rest: str) -> Iterator[str]:
        """Yield the tokens of what has no more affixes."""
        if rest in self._rules:
            yield from self._rules[rest]
        elif rest and self._is_whole(rest):
            yield rest
        else:
            place = 0
            for found in self._infixes(rest):
                if found.start() == 0 or found.start() == found.end():
                    continue
                if found.start() > place:
                    yield rest[place : found.start()]
                yield found.group()
                place = found.end()
            if place < len(rest):
                yield rest[place:]


class Tokenizer(DummyTokenizer):  # the rules are code: there is nothing to store
    """The pipeline's tokenizer: text to a `Doc` whose text is the given text, character for character.

    At most `cached` distinct chunks are in the cache, and `words` words in one vocabulary.
    """

    def __init__(self, nlp: Language, cached: int = 1 << 15, words: int = 1 << 16) -> None:
        self._nlp = nlp
        self._split = Splitter(nlp)
        self._cached, self._words = cached, words
        self._cache: dict[str, tuple[str, ...]] = {}
        self._vocab: Vocab = nlp.vocab
        self._guard = ForkSafe()

    def vocab(self) -> Vocab:
        """Return the vocabulary for the next document: a new one when the last has grown large."""
        with self._guard.lock:
            if len(self._vocab) > self._words:
                own: Any = self._nlp.vocab
                self._vocab = Vocab(
                    lex_attr_getters=own.lex_attr_getters,
                    get_noun_chunks=own.get_noun_chunks,
                    writing_system=own.writing_system,
                )
            return self._vocab

    def __call__(self, text: str) -> Doc:
        """Split a text."""
        words, spaces = self.words(text)
        return Doc(self.vocab(), words=words, spaces=spaces)

    def words(self, text: str) -> tuple[list[str], list[bool]]:
        """Return a text's tokens, and whether a blank follows each."""
        words: list[str] = []
        ends: list[int] = []
        get = self._cache.get
        extend, end = words.extend, ends.append
        blank = 0
        for part in text.split(" "):
            if (found := get(part)) is None:
                if not part:
                    blank += 1
                    continue
                found = self._chunk(part)
            if blank:
                # of several blanks the first belongs to the word before; the others are a token
                words.append(" " * blank)
                end(-1)
                blank = 0
            extend(found)
            end(len(words))
        if blank > 1 or (blank and not words):
            words.append(" " * (blank - 1))
        elif not blank and ends:
            ends.pop()
        if words and not words[-1]:
            words.pop()
        flags = np.zeros(len(words) + 1, np.bool_)
        places = np.array(ends, dtype=np.int64)
        flags[places[places > 0] - 1] = True
        return words, flags[: len(words)].tolist()

    def _chunk(self, part: str) -> tuple[str, ...]:
        """Split a chunk that is not in the cache; chunks with line breaks are taken apart first."""
        if len(part.split(None, 1)) == 1 and not part[0].isspace() and not part[-1].isspace():
            found = self._split(part)
            if len(self._cache) >= self._cached:
                self._cache.clear()
            self._cache[part] = found
            return found
        pieces: list[str] = []
        for piece in _SPACES.findall(part):
            if piece[0].isspace():
                pieces.append(piece)
            else:
                pieces.extend(self._cache.get(piece) or self._chunk(piece))
        return tuple(pieces)

    def tokenised(self, text: str) -> Doc:
        """Return a document whose words are those between white space."""
        return split_at_spaces(self.vocab(), text)


def split_at_spaces(vocab: Vocab, text: str) -> Doc:
    """Return a document whose words are those between white space, of the same text."""
    words: list[str] = []
    spaces: list[bool] = []
    for piece in _SPACES.findall(text):
        if words and piece[0] == " ":
            spaces[-1] = True
            piece = piece[1:]
        if piece:
            words.append(piece)
            spaces.append(False)
    return Doc(vocab, words=words, spaces=spaces)


def create_tokenizer() -> type[Tokenizer]:
    """Return what makes the tokenizer of a pipeline, as spaCy's configuration names it."""
    return Tokenizer
