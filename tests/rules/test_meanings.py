"""Small stories whose facts must be read and met: what each says is asked for in other words."""

import pytest

import symbolic_rc

_TWO = "Ines is a Swedish cellist. Ines was born in 1961. Lars Berg (2 April 1901 - 9 June 1988) was a "
_TWO += "Swedish cellist and baker. Ines lives in Faro. Lars Berg lived in Moss. "
_STEPS = "Borgholt is a Norwegian dairy firm in Moss. Vik is a dairy firm. Selma is a cheese by Borgholt. "
_STEPS += "Rolf worked for Kell Radio. Kell Radio is in Oslo. Sune was the nephew of Rolf. Rolf married "
_STEPS += "Una after the flood. Rolf was the husband of Una. The flood hit six cars."
ASKED = [
    ("There was a tiny round grey box in the hall.", "What size was the box?", "tiny"),
    ("There was a tiny round grey box in the hall.", "What shape was the box?", "round"),
    ("There was a tiny round grey box in the hall.", "What colour was the box?", "grey"),
    ("On the wall hung an old woollen coat.", "What was the coat made of?", "woollen"),
    ("The bench was made of oak.", "What material was the bench made of?", "oak"),
    ("Vera was 6 years old, and Emil was 9.", "How old was Emil?", "9"),
    ("At first Emma was angry. In the end Emma was worried.", "How did Emma feel in the end?", "worried"),
    ("At first Emma was angry. In the end Emma was worried.", "How did Emma feel at first?", "angry"),
    ("Ada taught Bo chess, and Bo taught Karl chess.", "Whom did Bo teach?", "Karl"),
    ("Ada taught Bo chess, and Bo taught Karl chess.", "From whom did Bo learn chess?", "Ada"),
    ('"I stole the bicycle," said Ada to Bo.', "To whom did Ada speak?", "Bo"),
    ('"Thank you for the drum, Bo," said Ada.', "Who thanked Bo?", "Ada"),
    ("Ada promised Bo to bring the drum.", "Who promised to bring the drum?", "Ada"),
    ("Ada promised Bo to bring the drum.", "What did Ada promise to bring?", "the drum"),
    ("Selma beat Ruth at chess.", "Who lost?", "Ruth"),
    ("Selma beat Ruth at chess.", "Who won?", "Selma"),
    ("The discovery of the cave by Ada surprised Bo.", "Who discovered the cave?", "Ada"),
    ("The discovery of the cave by Stefan surprised Vera.", "Who was surprised?", "Vera"),
    ("Cora, Anna and Henry went on a journey.", "Who went on a journey?", "Cora, Anna and Henry"),
    ("William helped Ruth.", "Who was helped?", "Ruth"),
    ("Hanna has never been to Riga. David has been to Riga.", "Who has been to Riga?", "David"),
    ("Oliver bought a carpet and a ladder. Smoke rose.", "What did Oliver buy?", "a carpet and a ladder"),
    ("Simon made Emil sing.", "Who sang?", "Emil"),
    ("Mina was 7 years old, and Lena was 9.", "How old was Mina?", "7 years"),
    ('"Thank you for the drum, Bo," said Ada.', "What did Ada thank Bo for?", "the drum"),
    ("Felix married Clara in August.", "Whom did Felix marry?", "Clara"),
    ("Ada lives in Rome, and Bo lives in Oslo.", "Where does Bo live?", "Oslo"),
    (_TWO, "When did Lars Berg die?", "9 June 1988"),
    (_TWO, "Are Ines and Lars Berg both cellists?", "yes"),
    (_TWO, "Were both Ines and Lars Berg Swedish?", "yes"),
    (_TWO, "Do Ines and Lars Berg both live in Faro?", "no"),
    (_TWO, "What profession do Ines and Lars Berg have in common?", "cellist"),
    (_TWO, "Which cellist was born before 1960, Ines or Lars Berg?", "Lars Berg"),
    (_STEPS, "Selma is a cheese by which Norwegian dairy firm?", "Borgholt"),
    (_STEPS, "Sune was the nephew of a man who was the husband of whom?", "Una"),
    (_STEPS, "Rolf worked for a station located in which town?", "Oslo"),
    (_STEPS, "Rolf married Una after a flood that hit how many cars?", "six"),
    ("Bo writes for the Herald and paints in Lund.", "Which paper does Bo write for?", "the Herald"),
]

CONTRASTS = [
    ("Not Ada but Bo broke the window.", "Who broke the window?", "Bo"),
    ("It was not Ada who broke the window, it was Bo.", "Who broke the window?", "Bo"),
    ("Bo eats fish but no meat. Ada eats meat.", "Who eats meat?", "Ada"),
    ("Bo eats fish but no meat. Ada eats meat.", "Does Bo eat meat?", "no"),
    ("All the children but Mina could swim.", "Could Mina swim?", "no"),
    ("Bo doesn't like tea. Ada likes tea.", "Who doesn't like tea?", "Bo"),
    ("None of the boys had a coat. Selma had one.", "Who had a coat?", "Selma"),
    ("Bo is a Swedish painter.", "What nationality is Bo?", "Swedish"),
    ("The shop closed last year. Today it is a café.", "What is the shop today?", "a café"),
    ("Ada used to be a singer. Now she is a teacher.", "What is Ada now?", "a teacher"),
    ("Ada used to be a singer. Now she is a teacher.", "What was Ada before?", "a singer"),
]

BARN = "The barn is now a restaurant. It was once a stable."
EGGS = "Mia had six eggs. She broke two."
FAMILY = "Ida and Max have a daughter called Lea. Max's mother is Rosa."
CHANGES = [
    (BARN, "What is the barn now?", "a restaurant"),
    (BARN, "What was the barn once?", "a stable"),
    ("The leaves turned from green to yellow.", "What colour are the leaves now?", "yellow"),
    ("The leaves turned from green to yellow.", "What colour were the leaves before?", "green"),
    ("The soup was hot. An hour later it was cold.", "Is the soup still hot?", "no"),
    ("Selma was single until she married Ivo.", "Is Selma single?", "no"),
    ("Otto owned the inn. He sold it to Greta. Greta sold it to Karl.", "Who owns the inn now?", "Karl"),
    (EGGS, "How many eggs did Mia break?", "two"),
    (EGGS, "How many eggs does Mia have left?", "four"),
    ("Ten people came, but only five voted.", "How many people voted?", "only five"),
    ("There were ten birds on the wall. Three flew away.", "How many birds flew away?", "Three"),
]
PEOPLE = [
    (FAMILY, "Who is Lea's grandmother?", "Rosa"),
    (FAMILY, "Who is Ida's mother-in-law?", "Rosa"),
    ("Otto is Jakob's son-in-law.", "Who is Jakob's son-in-law?", "Otto"),
    ("Hugo was born to Elsa and Franz.", "Who are Hugo's parents?", "Elsa and Franz"),
    ("The twins Ben and Ella are the children of Ruth.", "Who is Ella's brother?", "Ben"),
    ("Anna's sister Berta has two children, Carl and Dora.", "Who is Berta's son?", "Carl"),
    ("Anna's sister Berta has two children, Carl and Dora.", "Who is Carl's sister?", "Dora"),
    ("Ada is the winner of the race.", "Who won the race?", "Ada"),
    ("Karl met Otto. The former was a cook, the latter a thief.", "Who was a thief?", "Otto"),
    ("Ada met Mina. The former was a painter, the latter a judge.", "Who was a judge?", "Mina"),
    ("Lena met Paul at the station. He gave her a rose.", "Who was given a rose?", "Lena"),
    ("Their son, a boy of six, was named Tim.", "How old was Tim?", "six"),
    (
        "Nils met the tailor Ada Poe, from whom he later hired a cart.",
        "From whom did Nils hire a cart?",
        "Ada Poe",
    ),
    ("The town in which Vera grew up has no church.", "Where did Vera grow up?", "The town"),
    ("The judge, to whom Carl gave a clock, was deaf.", "To whom did Carl give a clock?", "The judge"),
    ("Moles are small hunters of worms.", "What are moles?", "small hunters of worms"),
    ("The widow lit a candle instead of a lamp.", "Did the widow light a lamp?", "no"),
    ("The widow lit a candle instead of a lamp.", "What did the widow light?", "a candle"),
    ("Rolf drank cider rather than wine.", "What did Rolf drink?", "cider"),
    ("Rolf drank cider rather than wine.", "Did Rolf drink wine?", "no"),
    ("Selma travelled by bus instead of by car.", "Did Selma travel by car?", "no"),
    ("Rather than a goat, Emil sold a cow.", "Did Emil sell a goat?", "no"),
    ("Rosa is afraid of dogs.", "Is Rosa afraid of geese?", "no"),
    ("Karl wrote to his aunt. She was not amused.", "Was Karl's aunt amused?", "no"),
    ("Karl wrote to his aunt. She is a vet.", "Is Karl's aunt a judge?", "no"),
    ("Olga is Emil's sister.", "Is Emil's sister Olga?", "yes"),
    ("Olga is Emil's sister.", "Is Emil's sister Lotte?", "no"),
    ("Grapes ripen earlier on slopes than in gardens.", "Where do grapes ripen earlier?", "slopes"),
    ("Vera has nine cats, four of which are grey.", "How many of the cats are grey?", "four"),
    ("Fifty men sailed, ten of whom were cooks.", "How many of the men were cooks?", "ten"),
    ("Nobody but the maid saw the thief.", "Who saw the thief?", "the maid"),
    ("Nobody but the maid saw the thief.", "Did the maid see the thief?", "yes"),
    ("Ines was unable to swim; Hans could.", "Could Ines swim?", "no"),
    ("Ines was unable to swim; Hans could.", "Who could swim?", "Hans"),
    ("It is not true that Ada stole the ring. Bo stole it.", "Did Ada steal the ring?", "no"),
    ("Emma persuaded Ben to sell the horse.", "Who sold the horse?", "Ben"),
    ("The oven was heavy, and it burned nothing but beech wood.", "What did the oven burn?", "beech wood"),
    ("Above the stove hung a portrait of a duke.", "Where did the portrait hang?", "Above the stove"),
]
_CART = "Egon owned a blue cart. He sold it to Runa."
_RACE = "Mirko came second in the race and Asta came first. Egon took third place. Runa was last."
_DUO = "Asta and Mirko live in Osby. They sing well. Both of them own boats. The former paints walls."
_BERGS = "The Bergs lived in Rome. Then they moved to Paris."
_JAR = "The jar can hold nine litres. A hare can run for ten minutes. Egon rested for half an hour."
_WAYS = "Runa rowed to Moss. Egon missed the ferry, so he caught a bus."
_NUNS = (
    "Asta met the nuns. None of them sang. Two smiths came. Both of them can swim. Egon is older than Asta "
)
_NUNS += "but younger than Runa."
_WORKS = "Asta reads a novel by Egon Vik. The hymn is by Runa Holm. The lamp by the door is old."
AMOUNTS = [
    (_JAR, "Can the jar hold six litres?", "yes"),
    (_JAR, "Can the jar hold twelve litres?", "no"),
    (_JAR, "Can a hare run for an hour?", "no"),
    (_JAR, "Did Egon rest for thirty minutes?", "yes"),
    (_JAR, "Did Egon rest for a day?", "no"),
    ("The crown is worth two million.", "How much is the crown worth?", "two million"),
    (
        "Asta saw ink on the desk and a pen in a box.",
        "What did Asta see?",
        "ink on the desk and a pen in a box",
    ),
    ("Egon has two hundred and nine goats.", "How many goats has Egon?", "two hundred and nine"),
    ("Egon caught the bus. Egon has a nun's hat.", "What does Egon have?", "a nun's hat"),
    (_WAYS, "How did Runa get to Moss?", "rowed"),
    (_WAYS, "How did Egon travel?", "by bus"),
    (_WORKS, "Who wrote the novel?", "Egon Vik"),
    (_WORKS, "Who composed the hymn?", "Runa Holm"),
    ("They always quarrel during lunch.", "When do they quarrel?", "during lunch"),
    ("Egon opened the old chest. It contained coins.", "What was in the chest?", "coins"),
    ("A ring lay in the red cup. The jug was full of ink.", "What was in the red cup?", "A ring"),
    ("A ring lay in the red cup. The jug was full of ink.", "What was in the jug?", "ink"),
    ("Asta keeps a toad called Blob in a jar.", "Where does Asta keep the toad?", "a jar"),
    ("The smiths sang until dawn.", "How long did the smiths sing?", "until dawn"),
    (_NUNS, "Did the nuns sing?", "no"),
    (_NUNS, "Can the smiths swim?", "yes"),
    (_NUNS, "Who is the oldest of the three?", "Runa"),
    ("Egon left in 1950. Runa came the year after.", "When did Runa come?", "the year after"),
    ("Egon was mending a net when it rained.", "What was Egon doing when it rained?", "mending a net"),
    (
        "Smiths, nuns and a tall piper come from Moss.",
        "Who comes from Moss?",
        "Smiths, nuns and a tall piper",
    ),
    ("Egon was born in 1920. He left in 1950.", "How old was Egon in 1950?", "30"),
    ("Runa shook the jar until it broke.", "How long did Runa shake the jar?", "until it broke"),
    ("Everybody danced. The rats ate everything.", "Who danced?", "Everybody"),
    ("Everybody danced. The rats ate everything.", "What did the rats eat?", "everything"),
    ("Nobody was ill. Egon is a smith, too.", "Who was ill?", "Nobody"),
    ("Nobody was ill. Egon is a smith, too.", "What is Egon?", "a smith"),
    ("Runa pulled the rope, and the bell rang.", "Why did the bell ring?", "Runa pulled the rope"),
    ("Dear Runa, I found a key. I hid it. Yours, Egon", "To whom did Egon write?", "Runa"),
    ("Dear Runa, I found a key. I hid it. Yours, Egon", "What did Egon hide?", "a key"),
    ("The old pier, which was wet and rotten, burned.", "What was the old pier like?", "wet and rotten"),
    ("After a flood in 1931 the inn closed. Egon left in 1950.", "What happened in 1931?", "a flood"),
    ("There was a fire in May. It rained in June.", "What happened in May?", "a fire"),
]
LATER = [
    (_CART, "Who owns the cart now?", "Runa"),
    (_CART, "Does Runa have the cart?", "yes"),
    (_BERGS, "Where do the Bergs live now?", "Paris"),
    (_BERGS, "Do the Bergs still live in Rome?", "no"),
    ("Asta was once a cook.", "Is Asta a cook?", "no"),
    (_RACE, "Who won the race?", "Asta"),
    (_RACE, "Who finished third?", "Egon"),
    (_RACE, "Who came last?", "Runa"),
    (_RACE, "In what place did Mirko come?", "second"),
    (_DUO, "Does Mirko sing well?", "yes"),
    (_DUO, "Does Mirko own boats?", "yes"),
    (_DUO, "What does Asta paint?", "walls"),
    ("Asta can swim, and so can her aunt Runa.", "Can Runa swim?", "yes"),
    ("Osby is a village in Vogt. The red mill stands in Osby.", "Is the red mill in Vogt?", "yes"),
    ("Asta has six caps. Mirko has two caps fewer than Asta.", "How many caps does Mirko have?", "four"),
    ("Runa's sons are Egon and Mirko.", "Who is Mirko's brother?", "Egon"),
    ("Runa has a son called Egon and a daughter called Asta.", "Who is Asta's brother?", "Egon"),
    ("Egon did not leave because he was ill. He left because he was late.", "Did Egon leave?", "yes"),
    ("The bowl was huge and green.", "What size was the bowl?", "huge"),
]
_RENT = "Mr Falk hired a boat from Mrs Dahl. He pays her forty euros."
_DATES = "Asta was born in 1950, her uncle Egon in 1931 and her friend Runa in 1962."
_WEAVERS = "A weaver and a potter shared the shed. The former paid 90 pounds and the latter 70."
_HOURS = "The bank opens at eight and closes at half past four. On Fridays it closes at noon. "
_HOURS += "It is shut on Sundays."
OTHERS = [
    (_HOURS, "Is the bank open at two o'clock?", "yes"),
    (_HOURS, "Is the bank open at three on Friday?", "no"),
    (_HOURS, "Is the bank open on Sunday?", "no"),
    (_HOURS, "Is the bank open on Monday?", "yes"),
    (_HOURS, "Is the bank closed at seven o'clock?", "yes"),
    (_RENT, "Does Mrs Dahl pay Mr Falk?", "no"),
    ("Mrs Orr's son may become a judge.", "Is Mrs Orr's son a judge?", "no"),
    (
        "Dr Ines Orr is a vet. Her son is a Danish cook.",
        "What nationality is Dr Orr's son?",
        "Danish",
    ),
    ("Asta hopes to become a judge.", "Is Asta a judge?", "no"),
    ("Bo, a thin man, is a welder.", "What is Bo's profession?", "a welder"),
    ("Bo's aunt, a short woman, is a vet.", "What does Bo's aunt do for a living?", "a vet"),
    ("Mirko plans to be a pilot.", "Is Mirko a pilot?", "no"),
    ("The inn belonged to the Holm family until 1930.", "Does the Holm family still own the inn?", "no"),
    ("Runa taught Greek until 2010.", "Does Runa teach Greek?", "no"),
    ("Runa taught Greek until 2010.", "Did Runa teach Greek?", "yes"),
    ("The pool is open until six.", "Is the pool open?", "yes"),
    (_DATES, "When was Egon born?", "1931"),
    (_DATES, "When was Runa born?", "1962"),
    ("The mill was built in 1802, the barn in 1850.", "When was the barn built?", "1850"),
    (_WEAVERS, "How much did the potter pay?", "70"),
    (_WEAVERS, "How much did the weaver pay?", "90 pounds"),
    ("Otto's wife Clara is a nurse. Their son Bo is six.", "Who is Otto's son?", "Bo"),
    ("Ada's uncle is Otto. Otto's wife is Clara. Their son Bo is six.", "Who is Ada's cousin?", "Bo"),
    ("The soup was cold, but the cake was fresh.", "How was the cake?", "fresh"),
    ("The soup was cold, but the cake was fresh.", "How was the soup?", "cold"),
    (
        "The inn in the fish market has nine beds.",
        "How many beds does the inn in the fish market have?",
        "nine",
    ),
]

_FEVER = "Reed fever is an illness that is spread by gnats. Ada took a drug called zorbin."
ENCYCLOPEDIC = [
    (_FEVER, "What spreads reed fever?", "gnats"),
    (_FEVER, "How is reed fever spread?", "gnats"),
    (_FEVER, "What is the name of the drug?", "zorbin"),
    ("The roof was damaged by a storm in May.", "How was the roof damaged?", "a storm"),
    ("Worms damage the roots of the vine.", "What damages the roots?", "Worms"),
    ("Green & Holt is a firm that was founded by Otto Vik.", "Who founded Green & Holt?", "Otto Vik"),
    ("Lena Marsh met Kurt Marsh. Marsh & Sons makes bells.", "What makes bells?", "Marsh & Sons"),
    ("The owl feeds on mice.", "What does the owl eat?", "mice"),
    ("The hen lays two or three brown eggs.", "How many eggs does the hen lay?", "two or three"),
    ("It shows a baker who falls in love with a nun.", "Who does the baker love?", "a nun"),
    ("The town is known for its cheese.", "What is the town famous for?", "its cheese"),
    ("Bronze, which is much harder than copper, is costly.", "What is harder than copper?", "Bronze"),
    ("Slate, which is much softer than granite, is cut.", "What is softer than granite?", "Slate"),
    ("The seal, the fastest of them, can swim at 9 miles per hour.", "What is the fastest?", "The seal"),
    ("Ink flows. The gentoo, the fastest of them, can swim well.", "What can swim well?", "The gentoo"),
    ("Selma is a ferry. It sails to Moss.", "Where does Selma sail?", "Moss"),
    ("Vik is a dentist. The dentist has a parrot.", "Who has a parrot?", "Vik"),
    ("Scurf is a disease. Ada cured the disease.", "Who cured scurf?", "Ada"),
    ("Oda is not a nurse. A nurse sang. The nurse wept.", "Did Oda weep?", "no"),
    (
        "W: Eat some cake!\nM: I can't. The nurse told me to give it up.",
        "Who told the man to give up cake?",
        "The nurse",
    ),
]

_CREW = "Nobody slept on the ferry. No sailor helped Runa. Egon heard nothing. No one saw the pilot leave."
_TEST = "Twelve riders began the race. Five of them gave up. Eight eggs lay there, but only six hatched."
_BANK = "The bank opens at nine and closes at four, except on Fridays, when it stays open until six."
NOBODY = [
    (_CREW, "Who slept on the ferry?", "Nobody"),
    (_CREW, "Who helped Runa?", "No sailor"),
    (_CREW, "What did Egon hear?", "nothing"),
    (_CREW, "Who saw the pilot leave?", "No one"),
    (_TEST, "How many riders did not give up?", "seven"),
    (_TEST, "How many eggs did not hatch?", "two"),
    (_BANK, "Is the bank open at five?", "no"),
    (_BANK, "Is the bank open at five on Fridays?", "yes"),
    ("When Egon retired, the farm was divided.", "When was the farm divided?", "When Egon retired"),
]

_FARES = "A ticket costs nine crowns and a map costs two. Sailors pay half, and babies pay nothing."
_ROOMS = "A room with a balcony costs eighty euros a night, an attic room fifty."
_POOL = "The pool is open daily from nine to six. Towels are compulsory. Diving is forbidden."
_POOL += " Radios are permitted. Balls are not allowed."
_CRATE = "The crate, which was heavy, fell. The gate, which was blue, is white now."
_PAIR = "Vera found the play dull. Everybody but Egon clapped. Runa walked instead of waiting."
_WOMEN = "How many members are women?"
_TRIP = "1 hour and 30 minutes"
PRICES_AND_RULES = [
    (_FARES, "How much does a map cost?", "two"),
    (_FARES, "How much do three tickets cost?", "27 crowns"),
    (_FARES, "How much do sailors pay?", "half"),
    (_FARES, "How much do babies pay?", "nothing"),
    (_ROOMS, "How much is an attic room?", "fifty"),
    (_ROOMS, "How much is a room with a balcony?", "eighty euros"),
    ("Entry is free on Sundays; on other days it is six euros.", "How much is entry on Sundays?", "free"),
    (_POOL, "When does the pool open?", "nine"),
    (_POOL, "When does the pool close?", "six"),
    (_POOL, "Must bathers bring towels?", "yes"),
    (_POOL, "May one dive?", "no"),
    (_POOL, "May bathers use radios?", "yes"),
    (_POOL, "Can bathers bring balls?", "no"),
    ("Of the nine plates in the box, four were broken.", "How many plates were in the box?", "nine"),
    ("Of the nine plates in the box, four were broken.", "How many plates were not broken?", "five"),
    ("Six of the ten riders were Danes.", "How many riders were not Danes?", "four"),
    ("Ten guests came. Six of them drank ale; the rest drank tea.", "How many guests drank tea?", "four"),
    ("The club has nine members. Two of them are men, and the others are women.", _WOMEN, "seven"),
    ("Sailors travel free, and pupils ride for nothing.", "How much do sailors pay?", "free"),
    ("Sailors travel free, and pupils ride for nothing.", "How much do pupils pay?", "nothing"),
    ("The inn has eight rooms, three of which are closed.", "How many rooms are closed?", "three"),
    ("Pipes may be smoked in the yard, but not in the barn.", "May pipes be smoked in the barn?", "no"),
    ("Feeding the swans is forbidden.", "May visitors feed the swans?", "no"),
    (_CRATE, "What was heavy?", "The crate"),
    (_CRATE, "What colour is the gate?", "white"),
    (_CRATE, "What colour was the gate before?", "blue"),
    (_PAIR, "What did Vera think of the play?", "dull"),
    (_PAIR, "Did Mirko clap?", "yes"),
    (_PAIR, "Did Egon clap?", "no"),
    (_PAIR, "Did Runa wait?", "no"),
    ("Bo used to live in Ayr. He moved to Perth.", "Where did Bo use to live?", "Ayr"),
    ("Runa breeds goats. Her brother is a judge.", "What does Runa do?", "breeds goats"),
    ("Egon claims to be a judge.", "Is Egon a judge?", "no"),
    ("Mirko, who owns a truck, burned only sixty litres.", "Who burned sixty litres?", "Mirko"),
]


@pytest.mark.parametrize(
    ("story", "question", "answer"),
    [
        *ASKED,
        *AMOUNTS,
        *CONTRASTS,
        *CHANGES,
        *PEOPLE,
        *LATER,
        *NOBODY,
        *OTHERS,
        *ENCYCLOPEDIC,
        *PRICES_AND_RULES,
    ],
)
def test_a_meaning_is_read_and_met(story, question, answer):
    engine = symbolic_rc.load(weights=None)
    found = engine.answer(engine.read(story), question)
    assert answer in (found.text, " and ".join(found.texts))
