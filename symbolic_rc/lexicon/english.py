"""The closed classes of English words: pronouns, determiners, auxiliaries, question words, numbers, ...

Every list that is closed, or that several modules need, is here once; all are in lower case. Lists of verbs,
nouns and prepositions that only one rule needs are defined with that rule.
"""

from __future__ import annotations

from symbolic_rc.core.tokens import words_of


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text that white space separates."""
    return frozenset(text.split())


# -- determiners

ARTICLES = word_set("a an the")
INDEFINITE_ARTICLES = word_set("a an")
TIMES_ALONE = word_set("once twice thrice")
POSSESSIVE_DETERMINERS = word_set("his her its their my your our")
#: Determiners after which a noun phrase refers to something that is known.
DEFINITE = POSSESSIVE_DETERMINERS | word_set("this that these those the")
#: Determiners that open a noun phrase of a question.
DETERMINERS = ARTICLES | DEFINITE | word_set("every each all")
#: Determiners that open a noun phrase of a story.
PHRASE_DETERMINERS = ARTICLES | DEFINITE | word_set("some any each every no")
#: Determiners of statements about a whole kind.
UNIVERSAL = word_set("all every each any no most")
#: Possessive words that a name with *'s* can replace.
POSSESSIVES = POSSESSIVE_DETERMINERS | word_set("whose thy")
POSSESSIVE_MARKS = word_set("'s ’s ' ’")

# -- pronouns

#: Third-person pronouns.
PRONOUNS = word_set("he she it they him her them his hers its their theirs himself herself itself themselves")
OBJECT_PRONOUNS = word_set("him her them me us")
FIRST_PERSON = word_set("i me my mine we us our ours")
SECOND_PERSON = word_set("you your yours thou thee thy")
NEGATIVE_PRONOUNS = word_set("nobody nothing none no neither")
INDEFINITE_PRONOUNS = word_set("somebody someone something anybody anyone anything")
#: Pronouns for all there are.
ANYBODY = word_set("anybody anyone everybody everyone")
#: What stands for two who were named before, or for one of them.
STANDING_FOR_TWO = word_set("both couple former latter other pair two")
#: Pronouns that can be the subject of a yes-no question.
SUBJECT_PRONOUNS = word_set("he she it they we i you there this that these those")
#: Words for male persons, and for female ones.
MALE_WORDS = word_set("""he him his man boy husband father son brother king prince uncle grandfather lord
    master gentleman men boys brothers sons male nephew stepson""")
FEMALE_WORDS = word_set("""she her woman girl wife mother daughter sister queen princess aunt grandmother
    lady mistress women girls sisters daughters female niece widow""")

# -- question words

#: Words that open a question for something.
QUESTION_WORDS = word_set("who whom whose what which when where why how")
#: Question words before a noun: "which mill", "how many".
QUESTION_DETERMINERS = word_set("what which whose how")
#: Question words that stand for an adverbial.
QUESTION_ADVERBS = word_set("how when where why")
RELATIVE_PRONOUNS = word_set("who which that whom")
#: Words that open a relative clause.
RELATIVES = RELATIVE_PRONOUNS | word_set("whose where")

# -- auxiliaries

#: The forms of *do* that stand before a question's subject.
DO = word_set("do does did")
#: The finite forms of *be* and *have*, and the modal verbs, as they stand before *n't*, too.
BE = word_set("is are was were am")
HAVE = word_set("has have had")
MODALS = word_set("can could will would shall should may might must ca wo sha")
AUXILIARIES = BE | DO | HAVE | MODALS
#: Auxiliaries that stand for a whole predicate: "Ada can swim, but Bo cannot".
ELLIPTIC_AUXILIARIES = AUXILIARIES - word_set("am shall sha")

# -- negation, comparison, time, exception

#: Negations beside a verb.
NOT = word_set("n't not")
NEGATIONS = word_set("not n't never no nobody nothing none neither nor hardly scarcely barely nowhere")
CONDITIONAL_CONJUNCTIONS = word_set("if unless whether lest provided")
#: Words for hours, and for what passes before and after them.
HOURS = word_set("one two three four five six seven eight nine ten eleven twelve midnight noon") | {
    *map(str, range(1, 13))
}
MINUTES = word_set("half quarter five ten twenty twenty-five minutes")
TEMPORAL_CONJUNCTIONS = word_set("before until till after when while once as since")
EXCEPTIONS = word_set("except besides save apart")
#: Words for a time that stand in a clause like a noun phrase.
TIME_ADVERBS = word_set("""yesterday today tomorrow tonight morning afternoon evening night noon now then
    again once""")
#: Temporal adverbs that are no part of an attribute's value.
STATE_ADVERBS = word_set("now once formerly previously originally today still")
FORMERLY = word_set("once formerly previously originally initially earlier")
NOWADAYS = word_set("now today nowadays currently")

# -- numbers and units

NUMBER_WORDS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen""".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
TIME_NOUNS = word_set("year day month week date time hour century night morning evening season")

#: Nouns that ask for what somebody or something is called.
NAME_NOUNS = word_set("name names surname nickname alias identity title")
TIME_UNITS = word_set("second minute hour day night week fortnight month year decade century season moment")
PARTS_OF_DAY = word_set("""morning evening afternoon night noon midnight dawn dusk sunset sunrise daybreak
    midday nightfall""")
CURRENCIES = word_set("""dollar cent pound shilling penny pence euro franc guinea rupee yen crown sovereign
    buck ruble rouble mark lira peso ducat sou farthing quid""")
ORDINALS = word_set("""first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth
    thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth hundredth
    thousandth""")
VAGUE_QUANTIFIERS = word_set("few several couple many some")

# -- titles and abbreviations

#: Abbreviations before a name: a full stop behind them ends no sentence.
ABBREVIATED_TITLES = word_set("""int ext mr mrs ms dr st prof gen col capt lt lieut sgt maj cmdr rev hon sen
    rep gov pres mme mlle messrs mm fr ft mt esq adm supt insp cpl pvt assoc asst vs v viz cf e.g i.e""")
#: Before a number: a full stop behind them ends no sentence there.
NUMBERED_ABBREVIATIONS = word_set("""no nos n° ° nr vol vols p pp fig figs ch chap eq eqs art arts sec sect
    para par tab app ex c ca b d m r approx abt est max op ver ed rm apt ste pt bk ln ll""")
#: Units, behind a number: a full stop behind them ends no sentence before another.
UNIT_ABBREVIATIONS = word_set("""lb lbs oz ft in yd yds mi gal gals qt qts pt pts km cm mm m kg g mg l ml sec
    secs min mins hr hrs yr yrs wk wks mo mos sq cu doz ct cts mph""")
#: They close a phrase: a full stop behind them ends a sentence before any capital, once it has a verb.
CLOSING_ABBREVIATIONS = word_set("""etc a.m p.m b.c a.d b.c.e c.e jan feb mar apr jun jul aug sept sep oct
    nov dec mon tue tues wed thu thur thurs fri""")
#: Other abbreviations: a full stop behind them ends a sentence before a word that often begins one.
ABBREVIATIONS = word_set("""jr sr inc co corp ltd bros u.s u.k u.n d.c e.u ph.d m.d b.a m.a al ave blvd rd
    dept univ assn mass conn calif ariz fla ill wash va pa""")
#: Names that end in a mark of their own.
MARKED_NAMES = word_set("yahoo jeopardy joomla oklahoma yum wham")
#: Nouns before a letter that labels one of their kind: "gate A".
LABELLED_NOUNS = word_set("""gate platform plan group type vitamin section class grade part row point option
    team appendix exhibit block building room ward unit version model track stage level table chapter column
    category division schedule item set list terminal zone line route pier studio °""")
#: Titles before names.
TITLES = word_set("""mr mrs miss ms dr sir dame lady lord captain king queen prince princess professor
    sergeant lieutenant colonel major general father mother brother sister uncle aunt president detective
    inspector officer agent judge reverend duke duchess count countess baron""")
#: Words before a name that two names of one character may differ in.
CHARACTER_TITLES = word_set("""mr mrs miss ms dr sir lady lord madame madam monsieur mademoiselle m mlle mme
    captain colonel general major master mistress doctor professor prof count countess duke duchess baron
    baroness king queen prince princess saint st father sister brother aunt uncle cousin rev reverend judge
    inspector sergeant lieutenant col capt gen the a an old young poor dear little papa mama mamma don dona
    signor signora herr frau""")

# -- speech

#: Past forms of verbs that report speech, behind a quotation.
REPORTING_FORMS = word_set("""said says asked cried replied answered exclaimed whispered shouted added
    continued returned remarked observed called muttered murmured demanded began repeated inquired enquired
    interrupted screamed yelled gasped declared echoed thought protested sighed groaned told""")
#: Verbs that report speech, by lemma.
REPORTING_VERBS = word_set("""say ask reply answer cry exclaim whisper shout murmur mutter return remark
    observe add continue begin repeat inquire enquire demand declare suggest respond call gasp sob groan sigh
    interrupt explain announce growl insist protest stammer shriek scream yell rejoin retort go think tell
    speak laugh put resume conclude interpose assent agree admit beg plead promise warn urge command order
    object assure snap sneer echo breathe bellow roar grunt mumble falter pursue proceed ejaculate volunteer
    venture question query quote note read state claim argue contend comment advise confess chuckle giggle
    hiss drawl wail whine persist comply acknowledge affirm assert swear vow declaim recite sing chant
    hint""")

#: Nouns for what is said to somebody: "came the reply from Karl".
REPLIES = word_set("answer reply response retort rejoinder")

# -- function words

#: Words that name nothing: articles, prepositions, auxiliaries, pronouns, question words, clitics.
FUNCTION_WORDS = PRONOUNS | word_set("""a an the of to in on at by for with from into onto upon about as than
    and or but nor so if is are was were be been being am do does did done doing has have had having will
    would shall should can could may might must ought i me my mine myself we us our ours ourselves you your
    yours yourself that this these those there here who whom whose what which where when why how not no n't s
    's 're 've 'll 'd 'm ' ’s ’re ’ve ’ll ’d ’m n’t""")
#: The words that a pattern of facts leaves out.
PATTERN_STOPWORDS = word_set("""the a an of to in on at by with for from his her their its my your our this
    that""")
#: The function words that the papers' baselines leave out of account.
STOPWORDS = FUNCTION_WORDS - word_set("' s n’t ’d ’ll ’m ’re ’s ’ve") | word_set("""some any every each either
    neither both all many much few several such yourselves one yet unless because since although though while
    whereas whether against between through during before after above below up down out off over under again
    within without toward towards across along around among behind beside besides beyond near until till via
    't don didn doesn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn don't didn't doesn't
    isn't aren't wasn't weren't won't wouldn't couldn't shouldn't hasn't haven't hadn't can't cannot i'm i've
    i'll i'd you're you've you'll he's she's it's that's there's let's we're they're then once now also too
    very just only even still ever never else yes oh ah mr mrs ms dr""")
#: Words before the time or place that opens a sentence, ahead of its subject.
OPENING_WORDS = ARTICLES | word_set("""at by on in around about before after until till since from to of past
    half quarter exactly nearly almost shortly early late every""")
#: Words that often begin a sentence.
SENTENCE_STARTERS = word_set("""the a an he she it they we you i his her its their our my this that these
    those there here what who when where why how if in on at for but and so as after before then although
    while because not no yes one some many most both all each every another meanwhile however with from by to
    oh well now let do did is was are were nobody somebody everybody everyone nothing something several such
    perhaps maybe yet later soon finally also again instead thus therefore""")


def content_words(text: str) -> list[str]:
    """Return the words of a text that are no function words, in lower case; all where it has no others.

    Examples
    --------
    >>> content_words("The mother-in-law of Ada!"), content_words("that of his")
    (['mother-in-law', 'ada'], ['that', 'of', 'his'])
    """
    words = [word.lower() for word in words_of(text)]
    spoken = [word for word in words if word[0].isalnum()]
    return [word for word in spoken if word not in FUNCTION_WORDS] or spoken or words
