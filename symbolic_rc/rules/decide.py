"""The loop over the rules: the first whose best proposal is confident enough decides; how it is worded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from symbolic_rc.core.trace import TriedRule
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.lexicon.english import BE, TIMES_ALONE, word_set
from symbolic_rc.rules.answering import in_form, within_ends
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.confidence import NOTHING, RuleFit, in_unknown_text, parts_of, unfitted_confidence
from symbolic_rc.rules.proof import Proposal
from symbolic_rc.rules.rule import Rule
from symbolic_rc.rules.terms import names, time_of

#: Words that belong to an answer to *where* and *when*: behind it is not before it.
_RELATING = {
    "where": word_set("""above across against along among around behind below beneath beside between beyond
        inside near opposite outside over under underneath"""),
    "when": word_set("after before during since when while"),
}


@dataclass(frozen=True, slots=True)
class Decision:
    """How a question was answered: by which rule, or none, and in which words."""

    rule: str
    proposal: Proposal | None
    text: str
    tried: tuple[TriedRule, ...] = ()  # the rules before it
    confidence: float = 0.0  # the probability that it is right: learned, else estimated from the proof
    fit: RuleFit | None = None  # what was learned of the rule


#: Rules whose facts meet all that is asked, and from which confidence they decide in text of no known kind,
#: where they are right more often than what is learned of other texts makes it.
_MEETING_ALL, _OF_SHORT, _OF_LONG = ("stated", "comparison", "quantity", "reason", "happened"), 0.3, 0.5
#: What the story says of each option, and its laws, decide comparisons more often than is learned of other
#: texts: 95 % of ROPES's and DROP's development questions that the rule answers are right.
COMPARING, _OF_COMPARED = "compared-options", 0.8
#: In texts of at most this many tokens hardly another fact meets a question by chance.
_SHORT = 400
_NOMINAL = ("NOUN", "PROPN", "NUM")
_PLACING = word_set("in at on")
_ALMOST = word_set("almost nearly")
#: What begins an indirect question, and verbs of which one is the object.
_INDIRECT = word_set("whether if how where why when what who")
_ASKING = word_set("ask tell teach know learn wonder show explain discover inquire")


def decide(
    case: Case, rules: Iterable[Rule] | None = None, fits: Mapping[str, RuleFit] | None = None
) -> Decision:
    """Answer a case by the first rule that is confident enough, of the case's rulebook by default.

    `fits` is what was learned of each rule, by name; one without decides by its strength and own threshold.
    """
    tried: list[TriedRule] = []
    nothing = 0.0  # the confidence that the story holds no answer, where one has to be given all the same
    for rule in case.rules if rules is None else rules:
        fit = fits.get(rule.name) if fits is not None else None
        if not rule.enabled or (fit is not None and fit.never):
            continue
        missed = rule.missed(case)
        proposals = () if missed else proposals_of(case, rule)
        if not proposals:
            threshold = rule.threshold if fit is None else fit.threshold
            tried.append(TriedRule(rule.name, 0.0, threshold, missed))
            continue
        best, confidence, threshold = _best(case, rule, proposals, fit)
        if confidence < threshold:
            tried.append(TriedRule(rule.name, confidence, threshold))
        elif rule.answers_nothing and not case.question.may_refuse:
            nothing = max(nothing, confidence)
            tried.append(TriedRule(rule.name, confidence, threshold))
        else:
            confidence = unfitted_confidence(rule, best) if fit is None else _at_least(case, rule, confidence)
            confidence = min(in_unknown_text(case, best, confidence), 1.0 - nothing)
            best = best if case.learned else within_ends(case, joined(case, proposals, best))
            return Decision(rule.name, best, in_form(case, best), tuple(tried), confidence, fit)
    return Decision("", None, "", tuple(tried))


def _at_least(case: Case, rule: Rule, confidence: float) -> float:
    """Return the confidence in what a rule decides; elsewhere than learned, more in comparisons."""
    return confidence if case.learned or rule.name != COMPARING else max(confidence, _OF_COMPARED)


def _best(
    case: Case, rule: Rule, proposals: Sequence[Proposal], fit: RuleFit | None
) -> tuple[Proposal, float, float]:
    """Return a rule's best proposal, the confidence in it, and the rule's threshold."""
    if fit is None:
        best = strongest(case, proposals)[0]
        return best, best.strength, rule.threshold
    best, confidence = most_confident(case, proposals, fit)
    threshold = fit.threshold if best.text or best.texts else max(fit.threshold, NOTHING)
    senses = [fact.sense for fact, _ in case.query.asked]
    # "Who is Bo?", "What was her prize?", "What was in the trunk?"
    said = rule.name == "relation" or (rule.name == "attribute" and len(senses) == 1)
    if (rule.name in _MEETING_ALL or said) and not case.learned:
        threshold = min(threshold, _OF_SHORT if len(case.facts.syntax) <= _SHORT else _OF_LONG)
    reliable = chosen_by_time(case, proposals, best) or (fit.flawless and not rule.answers_nothing)
    if reliable and best.strength >= rule.threshold:
        threshold = 0.0  # no later rule reads what was so first and what last, or is right more often
    return best, confidence, threshold


#: Words that say that a fact holds of another, too.
_TOO = word_set("also too likewise")
#: What says the same as yes and no among choices.
_ALSO_SAID = {"yes": "true", "no": "false"}
#: The answers to whether something is so.
_VERDICTS = frozenset(("yes", "no", "maybe"))
_MOST_JOINED = 6
#: How many proposals of a rule are compared by learned confidence.
CONSIDERED = 10


def proposals_of(case: Case, rule: Rule) -> Sequence[Proposal]:
    """Return what a rule whose conditions hold proposes, in the words of the options if there are some.

    Proposals without words are passed over, unless the rule says so that nothing is the answer.
    """
    if (found := case.proposals.get(rule.propose)) is None:
        found = [
            one for one in rule.propose(case) if rule.answers_nothing or one.text.strip() or any(one.texts)
        ]
        if case.query.polar and not case.options and not case.query.alternatives:
            found = [one for one in found if one.text.lower() in _VERDICTS]
        if case.options:
            found = [one for proposal in found if (one := _as_choice(case, proposal)) is not None]
        case.proposals[rule.propose] = found
    return found


def strongest(case: Case, proposals: Iterable[Proposal], most: int = 1) -> list[Proposal]:
    """Return the strongest proposals of different texts, best first.

    Ties go to the time that is asked for, then to the better supported sentence, then to the first.
    """
    found: dict[str, Proposal] = {}
    for one in sorted(proposals, key=lambda one: rank(case, one), reverse=True):
        found.setdefault(one.text.lower(), one)
    return list(found.values())[:most]


def most_confident(case: Case, proposals: Sequence[Proposal], fit: RuleFit) -> tuple[Proposal, float]:
    """Return the most confident of the strongest proposals, and its confidence.

    If the strongest is asserted, proposals that are only said, wished or planned are skipped.
    """
    best = strongest(case, proposals, 1 if case.query.time else CONSIDERED)  # of that time, not the surest
    if best[0].is_asserted:
        best = [one for one in best if one.is_asserted]
    sure = fit.confidences([parts_of(case, proposals, one) for one in best])
    place = int(np.argmax(sure))
    return best[place], float(sure[place])


def chosen_by_time(case: Case, proposals: Iterable[Proposal], best: Proposal) -> bool:
    """Whether only the time that is asked for tells the best proposal from others that are as strong."""
    strength = round(best.strength, 2)
    equal = {one.text.lower() for one in proposals if round(one.strength, 2) == strength}
    return bool(case.query.time) and len(equal) > 1


def joined(case: Case, proposals: Sequence[Proposal], best: Proposal) -> Proposal:
    """Return the best proposal with those that are as good, where a question asks for several answers.

    Likewise where the story says that another is so *too*.
    """
    asked, facts = case.query.understanding.lowers, best.proof.facts
    several = case.query.understanding.plural
    several |= not {"are", "were"}.isdisjoint(case.query.lowers[1:3])
    several |= asked[:1] == ["how"] and asked[1] in BE  # "How was the inn?"
    if case.query.time or case.options or case.kind == "number" or best.start < 0 or not facts:
        return best
    found = _as_good(proposals, best)
    best = _whole(found, best) if several else best
    texts = tuple(dict.fromkeys(one.text for one in found))
    too = any(_says_too(case, one) for one in found)
    if not 2 <= len(texts) <= _MOST_JOINED or not (several or too):
        return best
    every = tuple(dict.fromkeys(fact for one in found for fact in one.proof.facts))
    proof = replace(best.proof, facts=every)
    return replace(best, start=-1, end=-1, text=" and ".join(texts), texts=texts, proof=proof)


def _as_good(proposals: Sequence[Proposal], best: Proposal) -> list[Proposal]:
    """Return the asserted proposals as strong as the best, by facts of the same kind, in text order.

    None is a part of another.
    """
    equal: dict[tuple[int, int], Proposal] = {}
    for one in proposals:
        alike = one.is_asserted and one.proof.facts[0].kind == best.proof.facts[0].kind
        if alike and one.start >= 0 and abs(one.strength - best.strength) < 0.01:
            equal.setdefault((one.start, one.end), one)
    longest = sorted(equal.values(), key=lambda one: one.start - one.end)
    return sorted((one for one in longest if _whole(longest, one) is one), key=lambda one: one.start)


def _whole(found: Iterable[Proposal], part: Proposal) -> Proposal:
    """Return the first of some proposals of which one is a part; that one itself if there is none."""
    return next((one for one in found if one.start <= part.start < part.end <= one.end), part)


def _says_too(case: Case, proposal: Proposal) -> bool:
    """Whether words beside the fact, or an ellipsis, say that it is so of another: "so does Bo"."""
    syntax, fact = case.facts.syntax, proposal.proof.facts[0]
    near = range(max(0, fact.token - 12), min(len(syntax), fact.token + 12))
    elliptic = any(term.link == "ellipsis" for fact in proposal.proof.facts for term in fact.terms)
    return elliptic or any(syntax.lowers[i] in _TOO and syntax.sentences[i] == fact.sentence for i in near)


def rank(case: Case, proposal: Proposal) -> tuple[float, float, float, float]:
    """Return what proposals are ordered by: strength; the time that is asked for; the sentence; place."""
    strength = round(proposal.strength, 2)
    facts = proposal.proof.facts
    if case.query.time and facts:
        sign = 1 if case.query.time == "last" else -1
        return strength, float(sign * time_of(case.facts, facts[0])), float(sign * facts[0].token), 0.0
    return strength, proposal.support, float(-proposal.start), 0.0


def _as_choice(case: Case, proposal: Proposal) -> Proposal | None:
    """Return a proposal in the words of the option that it names, or of all that begin so; else None."""
    text = proposal.text.lower().rstrip(".!")
    several = case.question.takes_several
    if several and set(proposal.texts) & set(case.options):
        return proposal
    same = _of_verdict(case, proposal, text)
    if len(same) > 1 or (several and same):  # "No, he sold it", "No, but he will"
        return replace(proposal, text=", ".join(same), texts=tuple(same), places=())
    found = same or [option for option in case.options if names(case, option, proposal)]
    if len(found) != 1:
        return None
    return proposal if proposal.text == found[0] else replace(proposal, text=found[0], texts=(), places=())


def _of_verdict(case: Case, proposal: Proposal, text: str) -> list[str]:
    """Return the options that say what a proposal does, or begin so where it is proved."""
    same = [one for one in case.options if one.lower().rstrip(".!") in (text, _ALSO_SAID.get(text))]
    # what is only likely says less than a choice's words
    leads = case.question.takes_several or (not same and proposal.proof.facts)
    return (_saying(text, case.options) if leads and text in _ALSO_SAID else []) or same


def _saying(text: str, options: Sequence[str]) -> list[str]:
    """Return the options that begin with yes or no; of two, the one beside that of the contrary."""
    leads = [re.match(r"(?:presumably |probably )?(yes|no)\b", option.lower()) for option in options]
    says = [lead[1] if lead else "" for lead in leads]
    same = [option for option, own in zip(options, says, strict=True) if own == text]
    others = [option for option, own in zip(options, says, strict=True) if not own]
    return same or (others if len(options) == 2 and any(says) else [])


Texts = tuple[tuple[str, ...], tuple[tuple[int, int], ...]]


def _own_extent(case: Case, start: int, end: int) -> tuple[int, int]:
    """Return a span with its *behind* or *during*, and without a tail that the question says itself."""
    if case.learned:
        return start, end
    syntax, asked = case.facts.syntax, f" {' '.join(case.query.lowers)} "
    low = syntax.lowers
    names = case.query.understanding.wh in ("what", "who", "whom", "which")
    for last in range(end - 1, start, -1) if names else ():
        if _says_nothing_new(syntax, last, end, asked):
            end = last
    person = case.kind == "person" and end - start > 1  # "last Sunday" is not any Sunday
    if person and syntax.deps[start] == "amod" and syntax.pos[start : start + 2] == ["ADJ", "PROPN"]:
        start += 1  # "Old Marta Quill" is Marta Quill
    start += low[start] == "that" and syntax.tags[start] == "IN" and start + 1 < end
    end += low[end : end + 1] == ["ago"]
    start = _behind_asked(case, start, end)
    if "often" in case.query.understanding.words:  # all of "once a year"
        start, end = _rate(low, start, end)
    end = _list_end(syntax, start, end)
    start, end = _number_alone(case, *_whole_number(syntax, start, end))
    start -= start > 0 and low[start - 1] in ("every", "each")
    start -= low[start] in ("every", "all") and low[max(0, start - 1)] in _ALMOST  # "nearly every day"
    start = _question_start(case, start)
    before = low[start - 1] if start else ""
    return start - (before in _RELATING.get(case.query.understanding.wh, ())), end


def _rate(lowers: Sequence[str], start: int, end: int) -> tuple[int, int]:
    """Return all of "once a year", where a span has a part of it."""
    start -= start > 0 and lowers[start - 1] in TIMES_ALONE
    goes_on = lowers[end - 1] in TIMES_ALONE and lowers[end : end + 1] in (["a"], ["an"], ["every"])
    return start, end + 2 * goes_on


def _behind_asked(case: Case, start: int, end: int) -> int:
    """Return where a span begins behind the question's last word: "What had it run out of? Of plums"."""
    syntax, last = case.facts.syntax, case.query.understanding.lowers[-2:-1]
    if last == ["be"] and syntax.lowers[start : start + 2] == ["to", "be"]:
        return start + 2  # "What does she want to be?"
    same = last == syntax.lowers[start : start + 1] and syntax.pos[start] == "ADP"
    return start + (same and start + 1 < end)


def _list_end(syntax: Syntax, start: int, end: int) -> int:
    """Return where a list ends of which a span has two members or more."""
    for i in range(start, end):
        head = int(syntax.heads[i])
        if syntax.deps[i] == "conj" and start <= head < i and syntax.pos[i] in _NOMINAL:
            members = (c for c in syntax.children_of(head) if syntax.deps[c] == "conj" and c >= i)
            last = max(c for c in members if c == i or _goes_on(syntax, c))
            close = syntax.deps[last + 1 : last + 2] == ["appos"]  # "his friend Tove"
            end = max(end, last + 1 + close) if last < end else int(syntax.right[last]) + 1
    return end


def _goes_on(syntax: Syntax, member: int) -> bool:
    """Whether a further member of a list is one of its nouns, and no exception: "maps, but no novels"."""
    denied = {"but", "no", "not", "nor"} & {syntax.lowers[c] for c in syntax.children_of(member)}
    return syntax.pos[member] in _NOMINAL and not denied


def _says_nothing_new(syntax: Syntax, last: int, end: int, asked: str) -> bool:
    """Whether the end of a span is the question's own: a phrase of place, a name behind what it is."""
    words = syntax.lowers[last:end]
    if syntax.pos[last] == "ADP" and words[0] != "of":
        noun = next((word for word in reversed(words) if word.isalpha()), "")
        placed = words[0] in _PLACING and f" {words[0]} " in asked and f" {noun} " in asked
        return placed or f" {' '.join(words)} " in asked
    named = syntax.pos[last] == "PROPN" and syntax.pos[last - 1] == "NOUN"
    words = words[1:] if words[0] == "," else words
    return (named or words != syntax.lowers[last:end]) and f" {' '.join(words)} " in asked


def _whole_number(syntax: Syntax, start: int, end: int) -> tuple[int, int]:
    """Return a span with all of a number of which it has a part: *ninety-four days* of "four days"."""

    def joined(hyphen: int) -> bool:
        around = (hyphen - 1, hyphen + 1)
        inside = 0 < hyphen < len(syntax) - 1 and syntax.lowers[hyphen] == "-"
        return inside and all(syntax.pos[i] == "NUM" and syntax.lowers[i].isalpha() for i in around)

    return start - 2 * joined(start - 1), end + 2 * joined(end)


def _number_alone(case: Case, start: int, end: int) -> tuple[int, int]:
    """Return the number that is all a question asks for: *two* of "two hats" and of "her two hats"."""
    syntax = case.facts.syntax
    first = start + (syntax.pos[start] in ("DET", "PRON") and start + 1 < end)
    number = next((i for i in range(first, end) if syntax.pos[i] not in ("ADV", "ADP", "SCONJ")), end)
    among = [*syntax.pos[:end], ""]

    def counts(i: int) -> bool:  # "four or five hats", "a hundred and two"
        return among[i] == "NUM" or (syntax.lowers[i] in ("-", "and", "or", "to") and among[i + 1] == "NUM")

    behind = next((i for i in range(number, end) if not counts(i)), end)
    if "many" not in case.query.understanding.words or behind == number:
        return start, end
    nouns = [syntax.lemmas[i] for i in range(behind, end) if syntax.pos[i] == "NOUN"]
    counted = not nouns or nouns[0] in case.query.syntax.lemmas
    return (first, behind) if counted else (start, end)


def _question_start(case: Case, start: int) -> int:
    """Return where an indirect question begins, where the question asks what was asked or told."""
    low = case.facts.syntax.lowers
    first = start - 1 - (low[start - 1 : start] == ["to"])
    asked = first >= 0 and low[first] in _INDIRECT and not _ASKING.isdisjoint(case.query.lemmas)
    return first if asked and case.query.understanding.wh == "what" else start


def _as_list(case: Case, proposal: Proposal) -> Texts | None:
    """Return the list of the story, whole, of which several texts are members; None where they are not."""
    syntax, (begins, ends) = case.facts.syntax, case.index.chars.T
    heads = set[int]()
    for start, end in proposal.places:
        tokens = range(int(np.searchsorted(begins, start)), int(np.searchsorted(ends, end)) + 1)
        heads.add(next((i for i in tokens if int(syntax.heads[i]) not in tokens), tokens.start))
    first = min(heads, default=-1)
    members = [c for c in syntax.children_of(first) if syntax.deps[c] == "conj"] if len(heads) > 1 else []
    if case.learned or not members or not heads <= {first, *members}:
        return None
    start, end = int(syntax.left[first]), int(syntax.right[members[-1]]) + 1
    return (case.span_text(start, end),), ((int(begins[start]), int(ends[end - 1])),)


def _in_a_row(case: Case, proposal: Proposal) -> Texts | None:
    """Return several texts as the story has them in a list; None where it does not."""
    row = re.search(r",? (?:and |or )?".join(map(re.escape, proposal.texts)), case.story.text)
    found = row if len(proposal.texts) > 1 and not case.learned and not case.options else None
    return None if found is None else ((found[0],), (found.span(),))


def wording(case: Case, decision: Decision) -> Texts:
    """Return an answer's texts and their places: the first of these that applies.

    1. The rule's own texts, of several answers or of none that occurs in the story.
    2. In a kind of data set that was learned from: the mention of what was proved, and the ends of its span,
       that its answers usually have. Options keep their words.
    3. The form of name that is asked for.
    """
    proposal = decision.proposal
    assert proposal is not None
    if not proposal.text and not proposal.texts:
        return (), ()  # nothing in the story is the answer
    single = proposal.start >= 0 and proposal.texts == (case.span_text(proposal.start, proposal.end),)
    if proposal.texts and (case.learned or not single):
        whole = _as_list if proposal.places else _in_a_row
        return whole(case, proposal) or (proposal.texts, proposal.places)
    return _worded_span(case, decision, proposal) if proposal.start >= 0 else ((decision.text,), ())


def _worded_span(case: Case, decision: Decision, proposal: Proposal) -> Texts:
    """Return the words and the place of a span of the story, in the extent or form that is wanted."""
    own, span = case.span_text(proposal.start, proposal.end), (proposal.start, proposal.end)
    term = proposal.proof.term
    formed = " " in case.query.understanding.form  # a first, last or full name
    free = own == proposal.text and not (formed or case.options or proposal.texts)
    if case.learned and case.ranker and term is not None and free:
        span = case.ranker.usual_extent(case.index, span, term.entity)
    elif own != decision.text:
        return (decision.text,), ()
    else:
        span = _own_extent(case, *span)
    chars = case.index.chars
    return (case.span_text(*span),), ((int(chars[span[0], 0]), int(chars[span[1] - 1, 1])),)
