"""Verbs as statements have them: "did she go" becomes "she went", "does she go" becomes "she goes"."""

from __future__ import annotations

import re

_IRREGULAR = dict(
    pair.split(":")
    for pair in (
        "arise:arose awake:awoke be:was bear:bore beat:beat become:became begin:began bend:bent bet:bet "
        "bid:bid bind:bound bite:bit bleed:bled blow:blew break:broke bring:brought build:built burst:burst "
        "buy:bought cast:cast catch:caught choose:chose cling:clung come:came cost:cost creep:crept cut:cut "
        "deal:dealt dig:dug do:did draw:drew drink:drank drive:drove eat:ate fall:fell feed:fed feel:felt "
        "fight:fought find:found flee:fled fling:flung fly:flew forbid:forbade forget:forgot "
        "forgive:forgave freeze:froze get:got give:gave go:went grow:grew hang:hung have:had hear:heard "
        "hide:hid hit:hit hold:held hurt:hurt keep:kept kneel:knelt know:knew lay:laid lead:led leave:left "
        "lend:lent let:let lie:lay light:lit lose:lost make:made mean:meant meet:met mistake:mistook "
        "overhear:overheard overcome:overcame overtake:overtook pay:paid put:put quit:quit read:read "
        "ride:rode ring:rang rise:rose run:ran say:said see:saw seek:sought sell:sold send:sent set:set "
        "shake:shook shed:shed shine:shone shoot:shot shrink:shrank shut:shut sing:sang sink:sank sit:sat "
        "slay:slew sleep:slept slide:slid speak:spoke spend:spent spin:spun spit:spat split:split "
        "spread:spread spring:sprang stand:stood steal:stole stick:stuck sting:stung strike:struck "
        "strive:strove swear:swore sweep:swept swim:swam swing:swung take:took teach:taught tear:tore "
        "tell:told think:thought throw:threw tread:trod understand:understood undertake:undertook wake:woke "
        "wear:wore weave:wove weep:wept win:won wind:wound withdraw:withdrew withstand:withstood "
        "wring:wrung write:wrote"
    ).split()
)
_HISSING = re.compile(r"(?:s|x|z|ch|sh|o)$")
_CONSONANT_Y = re.compile(r"(?<![aeiou])y$")
#: Short verbs that double their last letter: one vowel before it.
_DOUBLED = re.compile(r"^[^aeiou]*[aeiou][bdgklmnprtv]$")


def past(verb: str) -> str:
    """Return the simple past of a verb, given in its base form and in lower case.

    Examples
    --------
    >>> [past(verb) for verb in ("go", "arrive", "carry", "stop", "visit")]
    ['went', 'arrived', 'carried', 'stopped', 'visited']
    """
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("e"):
        return verb + "d"
    if _CONSONANT_Y.search(verb):
        return verb[:-1] + "ied"
    return verb + (verb[-1] if _DOUBLED.match(verb) else "") + "ed"


def third_person(verb: str) -> str:
    """Return the form of the present for one person or thing.

    Examples
    --------
    >>> [third_person(verb) for verb in ("go", "carry", "have", "play")]
    ['goes', 'carries', 'has', 'plays']
    """
    if verb in ("have", "be"):
        return {"have": "has", "be": "is"}[verb]
    if _CONSONANT_Y.search(verb):
        return verb[:-1] + "ies"
    return verb + ("es" if _HISSING.search(verb) else "s")


def inflected(verb: str, auxiliary: str) -> str:
    """Return a verb without its auxiliary ``did`` or ``does``, in their form; any other as it is.

    Examples
    --------
    >>> inflected("sell", "did"), inflected("sell", "does"), inflected("sell", "do")
    ('sold', 'sells', 'sell')
    """
    if auxiliary == "did":
        return past(verb)
    return third_person(verb) if auxiliary == "does" else verb
