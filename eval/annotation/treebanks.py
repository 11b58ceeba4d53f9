"""Tags, lemmas and dependencies on treebanks: on gold tokens, and from raw text."""

from __future__ import annotations

import io
import tarfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc, Token

from symbolic_rc.annotate.adapters.installed import StanzaTokenizer
from symbolic_rc.annotate.conllu import Sentence, read_conllu
from symbolic_rc.train.annotate.names import document_of


def gum_dev(data: Path) -> list[Sentence]:
    """Return GUM's dev sentences; the words of the reddit part are masked, so it is left out.

    Of the texts only the words are there: a sentence's text is its words, apart.
    """
    out: list[Sentence] = []
    with tarfile.open(data / "gum/gum.tar.xz") as archive:
        for name in sorted(archive.getnames()):
            if name.startswith("dep/dev/") and "_reddit_" not in name:
                file = archive.extractfile(name)
                if file is not None:
                    for i, sentence in enumerate(read_conllu(io.StringIO(file.read().decode("utf-8")), name)):
                        out.append(replace(sentence, text=" ".join(sentence.words), document=i == 0))
    return out


def relation_of(name: str) -> str:
    """Return a relation as treebanks write it."""
    return "root" if name == "ROOT" else name


def _annotated(nlp: Language, sentences: Sequence[Sentence]) -> list[Token]:
    """Return the annotated words of given sentences."""
    if isinstance(nlp.tokenizer, StanzaTokenizer):
        lines = (" ".join(word.replace(" ", "_") for word in sentence.words) for sentence in sentences)
        return [token for token in nlp.tokenizer.tokenised("\n\n".join(lines)) if not token.is_space]
    return list(document_of(nlp, [sentence.words for sentence in sentences]))


def gold_token_table(nlp: Language, sentences: Sequence[Sentence]) -> dict[str, float | None]:
    """Return the shares of right tags, lemmas and heads on gold tokens and sentences, own tags throughout."""
    tokens = _annotated(nlp, sentences)
    number = {token.i: n for n, token in enumerate(tokens)}
    right: Counter[str] = Counter()
    known: Counter[str] = Counter()
    place = 0
    for sentence in sentences:
        for i in range(len(sentence.words)):
            token = tokens[place + i]
            for name, own, gold in (
                ("UPOS", token.pos_, sentence.tags[i]),
                ("XPOS", token.tag_, sentence.xtags[i]),
                ("lemmas", token.lemma_, sentence.lemmas[i]),
                ("features", str(token.morph) or "_", sentence.feats[i]),
            ):
                known[name] += gold != "_" or name == "features"
                right[name] += own == gold and (gold != "_" or name == "features")
            head = number[token.head.i] - place if token.head.i != token.i else -1
            good = head == sentence.heads[i]
            right["UAS"] += good
            right["LAS"] += good and relation_of(token.dep_) == sentence.relations[i]
        place += len(sentence.words)
    known["UAS"] = known["LAS"] = place
    if not known["UPOS"]:
        known["features"] = 0
    return {name: right[name] / known[name] if known[name] else None for name in
            ("UPOS", "XPOS", "features", "lemmas", "UAS", "LAS")}  # fmt: skip


def raw_text(sentences: Sequence[Sentence]) -> list[tuple[str, list[Sentence]]]:
    """Return documents as raw text, paragraphs apart by an empty line, with their sentences."""
    out: list[tuple[str, list[Sentence]]] = []
    for sentence in sentences:
        if sentence.document or not out:
            out.append((sentence.text, [sentence]))
        else:
            text, listed = out[-1]
            out[-1] = (text + ("\n\n" if sentence.paragraph else " ") + sentence.text, [*listed, sentence])
    return out


Word = tuple[tuple[int, int], str, str, str, int, str]


def _gold_words(
    sentences: Iterable[Sentence],
) -> tuple[list[Word], set[tuple[int, int]], set[tuple[int, int]]]:
    """Return gold words, tokens and sentences, by offsets that count characters without white space."""
    words: list[Word] = []
    tokens, spans = set(), set()
    place = 0
    for sentence in sentences:
        first, begin = len(words), place
        for start, end in sentence.tokens:
            surface = [word.replace(" ", "") for word in sentence.words[start:end]]
            size = sum(map(len, surface))
            tokens.add((place, place + size))
            at = place
            for k in range(start, end):
                span = (at, at + len(surface[k - start]))
                at = span[1]
                head = sentence.heads[k]
                words.append(
                    (span, sentence.tags[k], sentence.xtags[k], sentence.lemmas[k],
                     -1 if head < 0 else first + head, sentence.relations[k].split(":")[0])
                )  # fmt: skip
            place += size
        spans.add((begin, place))
    return words, tokens, spans


def _system_words(doc: Doc) -> tuple[list[Word], set[tuple[int, int]], set[tuple[int, int]]]:
    """The same of an annotated document."""
    words: list[Word] = []
    spans = set()
    place = 0
    number = {token.i: n for n, token in enumerate(token for token in doc if not token.is_space)}
    for sentence in doc.sents:
        begin = place
        for token in sentence:
            if token.is_space:
                continue
            size = len(token.text.replace(" ", ""))
            head = -1 if token.head.i == token.i else number.get(token.head.i, -1)
            words.append(
                ((place, place + size), token.pos_, token.tag_, token.lemma_, head,
                 relation_of(token.dep_).split(":")[0])
            )  # fmt: skip
            place += size
        if place > begin:
            spans.add((begin, place))
    return words, {word[0] for word in words}, spans


def f1(right: float, own: float, gold: float) -> float:
    """Return the F1 measure of counts."""
    return 2 * right / (own + gold) if own + gold else 0.0


def raw_table(nlp: Language, sentences: Sequence[Sentence]) -> dict[str, float]:
    """Return F1 as the CoNLL 2018 shared task's scorer computes it (relations without subtypes).

    Words are aligned by their characters; words of a contraction that the treebank writes as one token are
    taken by their shares of it, which agrees with the official alignment wherever both sides split alike.
    """
    right: Counter[str] = Counter()
    own: Counter[str] = Counter()
    gold: Counter[str] = Counter()
    for text, listed in raw_text(sentences):
        gold_words, gold_tokens, gold_spans = _gold_words(listed)
        words, tokens, spans = _system_words(nlp(text))
        for name, a, b in (("Tokens", tokens, gold_tokens), ("Sentences", spans, gold_spans)):
            right[name] += len(a & b)
            own[name] += len(a)
            gold[name] += len(b)
        at = {word[0]: i for i, word in enumerate(words)}
        pairs = {i: at[word[0]] for i, word in enumerate(gold_words) if word[0] in at}
        own["Words"] += len(words)
        gold["Words"] += len(gold_words)
        right["Words"] += len(pairs)
        for i, j in pairs.items():
            good, mine = gold_words[i], words[j]
            right["UPOS"] += good[1] == mine[1]
            right["XPOS"] += good[2] == mine[2]
            right["Lemmas"] += good[3] in (mine[3], "_")
            same = pairs.get(good[4], -2) == mine[4] if good[4] >= 0 else mine[4] == -1
            right["UAS"] += same
            right["LAS"] += same and good[5] == mine[5]
    for name in ("UPOS", "XPOS", "Lemmas", "UAS", "LAS"):
        own[name], gold[name] = own["Words"], gold["Words"]
    names = ("Tokens", "Sentences", "Words", "UPOS", "XPOS", "Lemmas", "UAS", "LAS")
    return {name: f1(right[name], own[name], gold[name]) for name in names}
