"""Direct speech of plain text: which words are said, and by whom."""

from __future__ import annotations

from eval.plain_text.cases import kinds
from symbolic_rc.coref.quotations.direct_speech import spans
from symbolic_rc.story import Story


def spoken(text: str) -> tuple[str, ...]:
    """Return the direct speech of a text, marks included."""
    return tuple(text[start:end] for start, end in spans(text))


def speakers(text: str) -> tuple[str, ...]:
    """Return the name of the speaker of each quotation."""
    story = Story.from_text(text)
    found = (quotation.speaker for quotation in story.quotations)
    return tuple(story.entities[story.mentions[i].entity].name if i >= 0 else "" for i in found)


_SPEAKERS = {
    (40, "action beats"): (
        "{name} {acted}. “{say}.” {name2} {acted2}. “{say2}?” => {name} | {name2}",
        "{name} {acted} and {acted3}. “{say}.” {name2} {acted2}. “{say2}.” => {name} | {name2}",
        '{name} {acted}. "{say}." {name2} {acted2}. "{say2}!" => {name} | {name2}',
        "“{say},” said {name}. {name2} {acted}. “{say2}!” => {name} | {name2}",
        "“{say},” said {name}. “{say2}.” => {name} | {name}",
        "{name} {acted}. “{say}.” Then {name2} {acted2}. “{say2}.” => {name} | {name2}",
    ),
    (41, "answer nouns"): (
        "“{say}?” asked {name}. “No,” came the {reply} from {name2}. => {name} | {name2}",
        "“{say}?” asked {name}. “No,” was {name2}'s {reply}. => {name} | {name2}",
        "“{say}?” {name} asked. “Yes,” came {name2}’s {reply}. => {name} | {name2}",
        "“{say}?” asked {name}. {name2}'s {reply} was, “No.” => {name} | {name2}",
        "“{say}?” asked {name}. “Yes,” was the {reply} of {name2}. => {name} | {name2}",
    ),
    (45, "turns that follow each other"): (
        "“{say}, {name2},” said {name}. “{say2}.” “{say3}.” => {name} | {name} | {name2}",
        "“{say}?” asked {name}. “{say2},” said {name2}. “I do?” “No.” => {name} | {name2} | {name2} | {name}",
        "{name} met {name2}. “{say},” said {name}. “{say2}, {name}.” => {name} | {name2}",
    ),
}
_SPOKEN = {
    (42, "apostrophes and nested marks"): (
        "‘’Tis late,’ said {name}. ‘{say}.’ => ‘’Tis late,’ | ‘{say}.’",
        "‘’Twas {name2}’s {noun},’ said {name}. ‘I’ll go.’ => ‘’Twas {name2}’s {noun},’ | ‘I’ll go.’",
        "“He said, ‘{say},’ and I went,” said {name}. => “He said, ‘{say},’ and I went,”",
        "‘She cried “{say}!” and ran,’ said {name}. ‘{say2}.’ => ‘She cried “{say}!” and ran,’ | ‘{say2}.’",
        "‘“{say}!” was all,’ said {name}. ‘I left.’ => ‘“{say}!” was all,’ | ‘I left.’",
    ),
    (43, "other marks"): (
        "«{say},» said {name}. «{say2}.» => «{say},» | «{say2}.»",
        "„{say},“ said {name}. „{say2}.“ => „{say},“ | „{say2}.“",
        "„{say},” said {name}. „{say2}.” => „{say},” | „{say2}.”",
        "»{say},« said {name}. »{say2}.« => »{say},« | »{say2}.«",
        "‹{say},› said {name}. ‹{say2}.› => ‹{say},› | ‹{say2}.›",
        "「{say},」 said {name}. 「{say2}.」 => 「{say},」 | 「{say2}.」",
    ),
    (44, "titles and scare quotes"): (
        "“{say},” said {name}. {name2} called it a “{word}” and left. => “{say},”",
        "“{say}.” The “{role}” was {man}. => “{say}.”",
        "{name} read “{book}” in a day. “{say},” said {name2}. => “{say},”",
        "The word “{noun}” was on the wall. “{say}?” asked {name}. => “{say}?”",
        "{name} cried “{say}!” and sold the so-called “{noun}.” => “{say}!”",
        "It was a “{word}.” “{say},” said {name}. => “{say},”",
        'His "{role}" {did}, and {name} {did2}. "{say}," said {name2}. => "{say},"',
    ),
}
QUOTATIONS = (*kinds(speakers, _SPEAKERS), *kinds(spoken, _SPOKEN))
