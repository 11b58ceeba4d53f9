"""Word lists behind the name finder: titles, and nouns for the kinds of things that have names."""

from __future__ import annotations

#: Bits of a word.
TITLE, GIVEN, MONTH, WEEKDAY, ORG_WORD, PLACE_WORD, BUILT_WORD, EVENT_WORD, LINK, HOLIDAY, NEVER, SAYING = (
    1 << bit for bit in range(12)
)

_LISTS: dict[int, str] = {
    TITLE: """mr mrs ms miss dr sir lady lord madame monsieur mademoiselle mme mlle captain capt colonel col general
        gen major sergeant sgt lieutenant lieut lt corporal private commander admiral professor prof reverend rev
        father mother brother sister aunt uncle king queen prince princess duke duchess count countess baron baroness
        earl marquis emperor empress president senator sen governor gov judge justice inspector detective officer
        agent chief sheriff mayor minister secretary representative rep pope bishop archbishop cardinal saint st
        squire dame don dona signor signora herr frau master mistress grandma grandpa granny cousin deacon parson
        superintendent constable chancellor pastor vicar chairman coach rabbi imam sheikh sultan tsar czar""",
    MONTH: """january february march april may june july august september october november december jan feb mar apr
        jun jul aug sept sep oct nov dec""",
    WEEKDAY: "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun",
    HOLIDAY: "christmas easter thanksgiving halloween ramadan passover hanukkah michaelmas whitsuntide lent yuletide",
    ORG_WORD: """inc corp corporation co company companies ltd llc plc gmbh group university college institute school
        academy association society foundation committee commission council agency bureau department ministry
        office bank trust fund union league party congress parliament senate assembly court church band orchestra
        choir records pictures studios entertainment press times post journal tribune gazette herald news network
        radio television tv broadcasting airlines airways motors industries systems technologies software
        laboratories partners club team fc united athletic army navy force police guard corps regiment division
        brigade battalion federation confederation alliance organization organisation authority board service
        services administration center centre hospital brothers bros museum library dynasty house commons
        government republicans democrats""",
    PLACE_WORD: """river lake sea ocean gulf bay strait channel island islands isle isles mountain mountains mount
        hill hills valley desert forest woods wood peninsula cape coast cape beach falls creek canyon plains plateau
        range glacier volcano reef moor heath fen marsh pass ridge peak pond canal""",
    BUILT_WORD: """street st road rd avenue ave lane square place boulevard blvd drive bridge tower palace castle hall
        house cottage park garden gardens airport station hotel inn tavern theatre theater stadium arena prison
        jail abbey cathedral chapel temple mosque monastery manor lodge mansion terrace court plaza building
        fort fortress gate farm ranch mill mine wharf dock harbour harbor pier highway route mall""",
    EVENT_WORD: """war wars battle siege revolution rebellion uprising massacre olympics games cup championship
        championships tournament festival awards award conference summit election elections crusade crusades
        reformation renaissance holocaust treaty earthquake hurricane tsunami marathon open prix""",
    LINK: "of de la le du des von van der den di da del della al el ibn bin ap y et and & - ' 's the for in on upon",
    NEVER: """i ok yes no oh ah lord heaven heavens bible chapter part volume act scene section figure table
        appendix contents tv cd dvd id am pm internet web""",
    SAYING: """said says asked cried replied answered exclaimed whispered shouted added continued returned remarked
        thought told went was had smiled laughed nodded looked took saw knew felt married died born""",
}  # fmt: skip

#: Word to bits.
WORDS: dict[str, int] = {}
for _bit, _text in _LISTS.items():
    for _word in _text.split():
        WORDS[_word] = WORDS.get(_word, 0) | _bit
