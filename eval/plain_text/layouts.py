"""What texts hold beside sentences: headings, lists, tables, verse, transcripts, captions, licences."""

from __future__ import annotations

from eval.plain_text.cases import kinds
from eval.plain_text.sentences import sentences
from symbolic_rc.core.record import Record
from symbolic_rc.layout import readable


def story(text: str) -> tuple[str, ...]:
    """Return the paragraphs of a text that belong to its story."""
    found = readable(Record("0", text, ()))[0].text
    return tuple(" ".join(part.split()) for part in found.split("\n\n") if part.strip())


_TITLE = "The Project Gutenberg EBook of The {noun}, by {name} {last}\n\n"
_BEGIN = f"{_TITLE}*** START OF THIS PROJECT GUTENBERG EBOOK ***\n\n"
_END = "\n\nEnd of Project Gutenberg's The {noun}\n\n" + "This {noun3} is for everyone, at no cost. " * 40
_A, _B = "{name} {did}. It was late.", "Then {name2} {did2}."
_BOOKS = (
    f"[Illustration: {{name}} and the {{noun2}}.]\n\n{_A}\n\n{_B}",
    f"{_A}\n\n[Illustration]\n\n{_B}",
    f"{_A}\n\n[Illustration: THE {{noun2}}\n_{{name}}, {{year}}_]\n\n{_B}",
    f"{_A}\n\n[Footnote {{n}}: Or the {{noun2}}, as {{last2}} says.]\n\n{_B}",
    f"{_A}\n\n[Sidenote: {{name}} leaves.]\n\n{_B}",
    f"{_A}\n\n[{{n}}] See {{last2}}, p. {{n2}}.\n\n{_B}",
    f"{_A}\n\n{_B}",
)

_LAYOUTS = {
    (30, "headings"): (
        "The {noun} |\n\n{any}. | {any2}.",
        "CHAPTER {n} |\n\n{name} {did}. | {any}.",
        "Early life |\n{name} {did}, and {name2} {did2}. | {any}.",
        "{any}. |\n\nHistory of the {noun} |\n\n{new}. | {any2}.",
    ),
    (31, "lists"): (
        "He bought: |\n- a {noun} |\n- a {noun2} |\n- two coats |\n\n{any}.",
        "* {do} |\n* {do2} |\n* {do3}",
        "1. {do} |\n2. {do2} |\n3. {do3}",
        "a) {Do} |\n b) {Do2} |\nc) {Do3}",
        "You need |\n• a {noun} |\n• a {noun2}",
    ),
    (32, "tables"): (
        "Name\tYear\tThing |\n{name}\t{year}\t{noun} |\n{name2}\t{year2}\t{noun2}",
        "{name}\t{n}\t{n2} |\n{name2}\t{n3}\t{n4} |\n\n{any}.",
        "Name    Year |\n{name}    {year} |\n{name2}    {year2}",
    ),
    (33, "verse"): (
        "The wind is on the {noun},\nAnd all the mill is still,\nThe {noun2} will wait.",
        "O {name}, come and see\nThe {noun} by the sea;\nIt waits for you and me.",
        "When {name} went away,\nThe {noun} had to stay,\nAnd nobody could say. |\n\n{any}.",
    ),
    (34, "transcripts"): (
        "{name}: {say} |\n{name2}: {say2} |\n{name}: {say}",
        "{name}: {say}. |\n{name2}: {say2}!",
        "INTERVIEWER: {say} |\n{name}: {say2}, {do} |\nINTERVIEWER: {say2}",
    ),
}
_LICENSED = {
    (35, "captions and notes of books"): [f"{_BEGIN}{book}{_END} => {_A} | {_B}" for book in _BOOKS],
    (36, "short licensed texts"): (
        f"{_BEGIN}{_A}\n\n{_B}{_END} => {_A} | {_B}",
        f"{_BEGIN}{_A}\n\n{_B}{_END}\n\n*END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*\n => {_A} | {_B}",
        f"{_A}\n\n{_B}\n\nProject Gutenberg.\n\n*END*THE SMALL PRINT!*\n => {_A} | {_B} | Project Gutenberg.",
        "{name} Gutenberg {did}.\n\n[1] He {did2}. => {name} Gutenberg {did}. | [1] He {did2}.",
    ),
}
LAYOUTS = (*kinds(sentences, _LAYOUTS), *kinds(story, _LICENSED))
