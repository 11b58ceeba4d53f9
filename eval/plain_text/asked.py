"""Questions about plain text: what is read right is answered right."""

from __future__ import annotations

import re
from functools import cache

import symbolic_rc
from eval.plain_text.cases import kinds

_engine = cache(symbolic_rc.load)
_PREPOSITION = re.compile(r"^(?:at|in|on|to) ")


def answers(text: str) -> tuple[str, ...]:
    """Return the answers to the questions behind a text, each without a preposition before it."""
    plain, *questions = text.split(" ?? ")
    engine = _engine()
    found = engine.answer_all(engine.read(plain), questions)
    return tuple(_PREPOSITION.sub("", ", ".join(one.texts)) for one in found)


_ASKED = {
    (70, "whether something is so"): (
        *(
            f"{story} ?? {question} => {answer}"
            for story, answer in (
                ("{name} sold the {noun}. It was old.", "yes"),
                ("{name} did not sell the {noun}. It was old.", "no"),
                ("{name} never sold the {noun}. It was old.", "no"),
            )
            for question in (
                "{name} sold the {noun}?",
                "{name} sold the {noun}, right?",
                "Is it true that {name} sold the {noun}?",
                "Do you know whether {name} sold the {noun}?",
                "Can you tell me if {name} sold the {noun}?",
                "Tell me whether {name} sold the {noun}.",
                "Would you say that {name} sold the {noun}?",
                "And did {name} sell the {noun}?",
                "In the story, did {name} sell the {noun}?",
                "Was it {name} who sold the {noun}?",
                "did {name} sell the {noun} or not",
            )
        ),
        "{man} sold the {noun}. ?? {man} sold the {noun}, didn't he? ?? {man} didn't sell the {noun}, did he?"
        " => yes | yes",
        "{woman} can't swim. ?? {woman} can swim, can't she? ?? {woman} can’t swim, can she? => no | no",
    ),
    (71, "one of its kind"): (
        "{man} wanted a {noun}, but he did not buy one. ?? Did {man} buy a {noun}? => no",
        "{woman} wanted a {noun}, and she bought one. ?? What did {woman} buy? ?? Did {woman} buy a {noun}?"
        " => a {noun} | yes",
    ),
    (72, "months and names that are words"): (
        "In {month} {odd} sold the {noun}. ?? Who sold the {noun}? ?? When did {odd} sell the {noun}?"
        " => {odd} | {month}",
        "Last {month} {odd} sold the {noun}. ?? Who sold the {noun}? => {odd}",
        "On 3 {month} {odd} sold the {noun}. ?? Who sold the {noun}? => {odd}",
        "{odd} came home with the {noun}. She laughed. ?? Who laughed? => {odd}",
        "{man} met {odd} at the mill. ?? Whom did {man} meet? => {odd}",
    ),
    (73, "two who do something"): (
        "{man} and {woman} broke a {noun}. ?? Who broke the {noun}? => {man} and {woman}",
        "{man} and {woman} met {man2}. They sold the {noun}. ?? Who sold the {noun}? => {man} and {woman}",
        "{man} and {woman} came home. The two laughed. ?? Who laughed? => {man} and {woman}",
        "{man} and {woman} came home. The couple laughed. ?? Who laughed? => {man} and {woman}",
        "There were two boys, {man} and {man2}. {man} slept. The other laughed. ?? Who laughed? => {man2}",
        "{name} saw a {animal}. It slept. ?? What slept? => a {animal}",
    ),
    (74, "who is asked to do something"): (
        *(
            f"{told} ?? Who was asked to close the gate? ?? Who asked {{name2}} to close the gate?"
            " => {name2} | {name}"
            for told in (
                '"Can you close the gate?" said {name} to {name2}.',
                '"Please close the gate," said {name} to {name2}.',
                '"Close the gate," said {name} to {name2}.',
                '{name} said to {name2}, "Could you close the gate?"',
                "“Would you close the gate?” {name} asked {name2}.",
            )
        ),
    ),
    (75, "letters and messages"): (
        *(
            f"{before}{hello} {{name2}},\n\nI sold the {{noun}} today. Please write soon.\n\n{bye},\n{{name}}"
            " ?? Who wrote the letter? ?? To whom was the message sent? ?? Who sold the {noun}?"
            " ?? Who should write soon? ?? Who is 'I' in the letter? => "
            "{name} | {name2} | {name} | {name2} | {name}"
            for before in ("", "From: {name}\nTo: {name2}\n\n")
            for hello in ("Dear", "Hi", "Hello")
            for bye in ("Yours", "Best wishes", "Your friend", "Love")
        ),
    ),
    (76, "clock times and ranges as answers"): (
        "{name} sold the {noun} at {clock}, and it rained. ?? When did {name} sell the {noun}? => {clock}",
        "At {clock} {name} sold the {noun}. ?? When did {name} sell the {noun}? => {clock}",
        "The trip lasted {range} weeks. ?? How long did the trip last? => {range} weeks",
        "{name} paid {range} pounds for the {noun}. ?? How much did {name} pay? => {range} pounds",
    ),
    (77, "lists, headings and speech within speech as answers"): (
        "{name} packed:\n- a {noun}\n- a {noun2}\n- a {noun3}\n\nThen it rained. ?? What did {name} pack?"
        " ?? Did {name} pack a {noun2}? => a {noun}, a {noun2}, a {noun3} | yes",
        "THE LOST KITE\n\nChapter 1\n\n{name} found the kite. It was red. ?? What was red? => the kite",
        "“{name} told me, ‘I sold the {noun},’” said {name2}. ?? Who sold the {noun}? => {name}",
    ),
    (78, "long sentences"): (
        *(
            f"{opening}, {{woman}}, who {being}, sold the {{noun}} that {{man}} had left behind the gate,"
            " because she needed the money, and then walked home. ?? Who sold the {noun}?"
            " ?? Who left the {noun} behind the gate? ?? Where did {woman} walk? => {woman} | {man} | home"
            for opening in ("Although it {rained} all night", "When the {role} came in", "After the war")
            for being in ("had slept badly", "was tired", "had eaten nothing since noon")
        ),
    ),
    (79, "names beside words that are spelled like them"): (
        "Bill paid the bill, and {woman} left. ?? Who paid the bill? => Bill",
        "Rose saw a rose, and {man} picked it. ?? Who saw a rose? => Rose",
        "Hope hoped that {man} would come. ?? Who hoped? => Hope",
        "Will will help Mark with the {noun}. ?? Who will help Mark? => Will",
        "Mark marked the papers, and {woman} read them. ?? Who marked the papers? => Mark",
        "Sue sued the {role}, and {man} laughed. ?? Who sued the {role}? => Sue",
    ),
    (80, "what one and ones stand for"): (
        *(
            f"There were a {one} {{noun}} and a {other} {{noun}}. {{name}} took the {one} one."
            f" ?? Did {{name}} take the {other} {{noun}}? ?? What colour was the {{noun}} that {{name}} took?"
            f" => no | {one}"
            for one, other in (("red", "green"), ("blue", "white"), ("black", "yellow"))
        ),
        "The old {noun} cost six pounds and the new one cost nine. ?? How much did the new {noun} cost?"
        " => nine",
    ),
    (81, "where somebody or something was"): (
        *(
            f"{{name}} sold the {{noun}}. {{name2}} was {place}. ?? Where was {{name2}}? => {where}"
            for place, where in (("in the garden", "the garden"), ("at the station", "the station"))
        ),
        *(
            f"The {{noun}} of the {{role}} was {place}. ?? Where was the {{noun}} of the {{role}}? => {where}"
            for place, where in (("in the cellar", "the cellar"), ("under the bed", "under the bed"))
        ),
    ),
    (82, "lists of names and nouns"): (
        "{name} visited Norway, Chile and Japan. ?? Which countries did {name} visit?"
        " ?? How many countries did {name} visit? => Norway, Chile and Japan | three",
        "{name} spoke Yoruba, English and French. ?? Which languages did {name} speak?"
        " => Yoruba, English and French",
        "A {noun} and two {noun2}s remain. ?? What remains? => A {noun} and two {noun2}s",
    ),
    (83, "what is not so on some days"): (
        *(
            f"{{name}} sings every day, except on {day}. ?? Does {{name}} sing on {day}?"
            f" ?? When does {{name}} not sing? => no | {day}"
            for day in ("Sundays", "Mondays", "Fridays")
        ),
    ),
    (84, "who stands beside a name"): (
        "{woman} rang her {role}, {man}, who was ill. He was in the garden. ?? Where was {man}?"
        " ?? Who was in the garden? => the garden | {man}",
        "{man} saw his brother. He waved. ?? Whom did {man} see? => his brother",
        "{woman} came home. {man} greeted her uncle. ?? Whom did {man} greet? => her uncle",
        "A {role} called {man} sold the {noun}. ?? What is {man}? => A {role}",
        "{name}, the youngest, is only four. {name2} is nine. ?? Who is the youngest? => {name}",
    ),
    (85, "what happened when, and what is liked"): (
        "The {noun} burned in 1954. {name} left in 1960. ?? What happened in 1954? => The {noun} burned",
        "{name} hates cooking, but {name2} enjoys it. ?? Does {name} like cooking? ?? Who hates cooking?"
        " => no | {name}",
        "{name} refused to leave and drowned. ?? Who drowned? ?? Did {name} leave? => {name} | no",
        "{name} studied law in Oslo. ?? What did {name} study? ?? Where did {name} study law? => law | Oslo",
        "{name} wants to become a pilot. ?? What does {name} want to become? => a pilot",
    ),
    (86, "years counted from others, and how long something lasted"): (
        *(
            f"In 1950 {{name}} moved to Oslo. {{name2}} visited {{name}} {told}. ?? In which year"
            f" did {{name2}} visit {{name}}? => {year}"
            for told, year in (
                ("two years later", "1952"),
                ("three years earlier", "1947"),
                ("a decade later", "1960"),
            )
        ),
        *(
            f"{{name}} came in May and stayed {told}. {{name2}} stayed for two years. ?? How long"
            f" did {{name}} stay? => {lasted}"
            for told, lasted in (("for a month", "a month"), ("a week", "a week"), ("all night", "all night"))
        ),
    ),
    (87, "counts in clauses without a verb"): (
        "Ten {role}s slept in the house, three in the barn and two in the tent. ?? How many {role}s"
        " slept in the barn? ?? How many {role}s slept in the tent? ?? Where did the most {role}s sleep?"
        " => three | two | the house",
        "Eight {noun}s lay on the shelf, five on the floor and only two on the stairs. ?? How many"
        " {noun}s lay on the floor? ?? How many {noun}s lay on the stairs? => five | two",
        "{name} has nine {noun}s, {name2} four. ?? How many {noun}s does {name2} have? => four",
    ),
    (88, "so that something followed"): (
        "{name} screamed so loudly that a {role} called the police. ?? Why did the {role} call the police?"
        " => {name} screamed so loudly",
        "It was so cold that the pond froze. ?? Why did the pond freeze? => It was so cold",
        "{name} was so tired that she sold the {noun}. ?? Why did {name} sell the {noun}?"
        " => {name} was so tired",
    ),
    (89, "who was it not, and whose relative"): (
        "{man} sold the {noun}. {woman} went home and slept, because it rained all night and the"
        " {role} had not come. ?? Did {woman} sell the {noun}? ?? Did {man} sell the {noun}? => no | yes",
        "{man} is {woman}'s nephew. ?? Is {man} {woman}'s son? ?? Is {man} {woman}'s nephew? => no | yes",
        "{man} has two sisters, {woman} and {woman2}. ?? Is {woman} {man}'s daughter?"
        " ?? What are {man}'s sisters called? => no | {woman} and {woman2}",
    ),
    (90, "how often, and who is named"): (
        *(
            f"{told} {{name}} visits {{name2}}. ?? How often does {{name}} visit {{name2}}? => {told}"
            for told in ("Twice a week", "Once a year")
        ),
        "The {noun} goes to the market every ten minutes. ?? How often does the {noun} go to the market?"
        " => every ten minutes",
        "That evening a {role} named {man} fell over the fence. ?? Who fell over the fence? => {man}",
        "A {role} named {man}, who lived beside the pier, heard her shout and called the police."
        " ?? Who called the police? => {man}",
        "{woman} lives with her brother {man} and their twins. ?? Who is {man}? => her brother",
        "At half past two {name} came back with the {noun}. ?? When did {name} come back? => half past two",
        "In May a {role} broke the {noun}, so {name} left. ?? Who broke the {noun}? => a {role}",
        "Every spring the {last} family plants tomatoes. ?? What does the family plant? => tomatoes",
    ),
    (91, "how many times, how much, how many of two nouns"): (
        *(
            f"{{name}} called {{name2}} {told}. ?? How many times did {{name}} call {{name2}}? => {times}"
            for told, times in (
                ("twice", "twice"),
                ("for the third time", "three"),
                ("for the fifth time", "five"),
                ("for the second time", "two"),
                ("for the tenth time", "ten"),
            )
        ),
        "{name} needs three pounds of plums and a litre of oil."
        " ?? How much oil does {name} need? => a litre of oil",
        "{name} has nine apple trees and two fire trucks. ?? How many apple trees does {name} have?"
        " ?? How many fire trucks does {name} have? => nine | two",
        "The hotel has ninety rooms on seven floors. ?? How many floors does the hotel have? => seven",
        "Since that day the {role} has waved to {name} every morning."
        " ?? How often does the {role} wave to {name}?"
        " => every morning",
    ),
    (92, "whose trade it is, and what it was that they got"): (
        "{name} works as a {role} in Oslo. ?? What is {name}'s job? => a {role}",
        "{name}'s prize was a silver {noun} and a goose, which slept in the barn. ?? What was {name}'s prize?"
        " => a silver {noun} and a goose",
        "{name}'s daughter {woman2}, who is nine, hates the {noun}. ?? Who is {woman2}? => {name}'s daughter",
        "{name} sells {noun}s and maps, but no books. ?? What does {name} sell? => {noun}s and maps",
        "{name} keeps the map of that trip on his kitchen wall. ?? Where does {name} keep the map?"
        " => his kitchen wall",
    ),
    (93, "what came of a wish, and what alone was found"): (
        "{name} wanted to become a pilot, but his eyes were too weak. ?? Why did {name} not become a pilot?"
        " => his eyes were too weak",
        "{name} tried to lift the {noun}, but it was stuck. ?? Why did {name} not lift the {noun}?"
        " => it was stuck",
        "The divers looked for the {noun}, but found only an anchor. They were tired, and the sea was cold."
        " ?? Did the divers find the {noun}? ?? Did the divers find an anchor? => no | yes",
        "{man} died, and half the village came to his funeral."
        " ?? Who came to the funeral? => half the village",
    ),
    (94, "names of places and ships, and one for a noun"): (
        "The Varl is a long train which climbs Mount Hurn twice a day."
        " ?? How often does the Varl climb Mount Hurn?"
        " => twice a day",
        "The town has two bridges. The older one, built of stone in 1688, crosses the Arl near the {noun}."
        " ?? Which river does the older bridge cross? ?? What is the older bridge made of?"
        " => the Arl | stone",
        "{name} lives in the village of Orrin. {name2} has never seen it."
        " ?? Where does {name} live? => the village of Orrin",
    ),
    (95, "what somebody did then, and how they came"): (
        "On Monday {name} washed the {noun} and slept. On Friday {name} called {name2}. ?? What did {name} do"
        " on Monday? ?? What did {name} do on Friday? => washed the {noun} and slept | called {name2}",
        "{name} met a {role}. He went home hungry and never joked about {noun}s again. ?? How did {name} go"
        " home? ?? What did {name} never do again? => hungry | joked about {noun}s",
        "{name} came back tired but happy. ?? How did {name} come back? => tired but happy",
        "{name} could only smell the meal. ?? What could {name} only do? => smell the meal",
        "Nine of the {role}'s {noun}s were sold. ?? How many of the {role}'s {noun}s were sold? => Nine",
    ),
    (96, "lists of what is not known, and numbers with hyphens"): (
        "{man} walked to Rome. He carried a {noun}, a pan and a violin. ?? What did {man} carry?"
        " => a {noun}, a pan and a violin",
        "The box contained bills, a map of {name} and a photo of a {noun}. ?? What did the box contain?"
        " => bills, a map of {name} and a photo of a {noun}",
        "{man} went on until a {role} gave him a {noun}. ?? Who gave {man} a {noun}? => a {role}",
        "{name} sang for ninety-four days and owns sixty-two {noun}s. ?? How long did {name} sing?"
        " ?? How many {noun}s does {name} own? => ninety-four days | sixty-two",
    ),
    (97, "last names, trades before names, how long and where"): (
        "The composer {man} Holt wrote an opera. ?? What was Holt's profession? ?? What did Holt write?"
        " => composer | an opera",
        "{man} dug for three hours and slept downstairs. ?? How long did {man} dig? ?? Where did {man} sleep?"
        " => three hours | downstairs",
        "In autumn the owls left, and the house was too quiet. ?? When did the owls leave? => autumn",
    ),
    (98, "clauses behind semicolons, measures, and nouns that are left out"): (
        "{man} was once a {role}; {woman}, who is afraid of dogs, will run the shop. ?? Who will run the"
        " shop? ?? Who was once a {role}? => {woman} | {man}",
        "The wall, {n} metres tall, stands where the {noun} used to hang. ?? Where does the wall stand?"
        " => where the {noun} used to hang",
        "{man} bought a ditch two metres wide. ?? How wide is the ditch? => two metres",
        "The eldest bought straw, which covered the {noun}. The second found a {noun2}. ?? Who bought straw?"
        " ?? Who found a {noun2}? ?? What did the eldest son buy? => The eldest | The second | straw",
    ),
    (99, "times before a subject, names that are given, prices by how much"): (
        "Since May the {role} has sold {n} {noun}s. ?? How many {noun}s has the {role} sold? => {n}",
        "A {role} calls it nonsense. ?? What does the {role} call it? => nonsense",
        "The rent has fallen by a third. The price of {noun}s rose by a tenth. ?? By how much has the rent"
        " fallen? => a third",
        "{man} left a {noun} in water overnight. He came shortly before dawn. ?? When did {man} come?"
        " => shortly before dawn",
        "{name} painted the {noun} on Monday and the {noun2} on Friday. ?? When did {name} paint the {noun2}?"
        " ?? What did {name} paint on Monday? => Friday | the {noun}",
        "{name} thinks the {noun} is a tree. ?? What does {name} think the {noun} is? => a tree",
        "A spokesman for the farmers, {man} Lie, said so. The cook, a Norwegian named {name2}, left. ?? What"
        " is the cook's name? => {name2}",
    ),
    (100, "who is meant: titles, objects, ships, the one whom the story is about"): (
        "Professor Quill met {woman}. She waved. The professor blushed. ?? Who blushed? => Professor Quill",
        "The hall had a {noun}. The king took off his crown and put it on a {noun2}. ?? What did the king put"
        " on the {noun2}? => his crown",
        "The Kestrel sailed for years. Her captain, {man} Moffat, painted her pink. She sank off Madeira in a"
        " storm. ?? Where did the Kestrel sink? => Madeira",
        "{woman} was born in Oslo, the daughter of a {role}. Two years later she died there. ?? When did she"
        " die? ?? What was her father? => Two years later | a {role}",
        "The museum wants to buy a {noun}. {name} refuses to sell it. ?? Who wants to buy a {noun}?"
        " => The museum",
        "Dear {woman}, we sold the {noun} at last. It was late. Your nephew {man}. ?? Who wrote the letter?"
        " ?? To whom was the letter written? => {man} | {woman}",
        "The audience held its breath. {name} ate. ?? What did the audience do? => held its breath",
    ),
}
ASKED = kinds(answers, _ASKED)
