"""The function words of English, as a closed list: what baselines leave out of account."""

STOPWORDS = frozenset(
    """
    a an the this that these those some any no every each either neither both all many much few several such
    i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her
    hers herself it its itself they them their theirs themselves one who whom whose which what
    and or but nor so yet if unless because since although though while whereas than as whether
    of in on at by for with about against between into through during before after above below to from up
    down out off over under again onto upon within without toward towards across along around among behind
    beside besides beyond near until till via
    am is are was were be been being have has had having do does did doing done can could will would shall
    should may might must ought
    not n't 's 're 've 'll 'd 'm 't don didn doesn isn aren wasn weren won wouldn couldn shouldn hasn
    haven hadn
    don't didn't doesn't isn't aren't wasn't weren't won't wouldn't couldn't shouldn't hasn't haven't hadn't
    can't cannot i'm i've i'll i'd you're you've you'll he's she's it's that's there's let's we're they're
    here there where when why how then once now also too very just only even still ever never else
    yes oh ah mr mrs ms dr
    """.split()
)
