"""A small sample of every format, written for these tests: file names to contents."""

import json

MILL = "Ann sold the mill to Bob. Bob and Carl paid her in May."


def article(*qas, title="The mill", **fields):
    """Return an article in SQuAD's shape with one paragraph, of further fields or others."""
    return {"title": title, "paragraphs": [{"context": MILL, **fields, "qas": qas}]}


_BOUGHT = {"id": "s1", "question": "Who bought the mill?", "is_impossible": False}
_PAID = [{"text": "Bob", "answer_start": 26}, {"text": "Carl", "answer_start": 34}]
SQUAD = {
    "version": "v2.0",
    "data": [
        article(
            {**_BOUGHT, "answers": [{"text": "Bob", "answer_start": 21}]},
            {"id": "s2", "question": "Why?", "is_impossible": True, "answers": []},
        )
    ],
}
_WHO_PAID = {"id": "q1", "question": "Who paid?", "answers": _PAID}
QUOREF = {"data": [{**article(_WHO_PAID, context_id="c1"), "url": "u"}]}
DUORC = [
    {
        "id": "/m/1",
        "title": "The mill",
        "plot": MILL,
        "qa": [
            {"id": "d1", "question": "Who bought it?", "answers": ["Bob", "a baker"], "no_answer": False},
            {"id": "d2", "question": "Why?", "answers": [], "no_answer": True},
        ],
    }
]
DUORC_ROWS = [
    {
        "plot_id": "/m/1",
        "plot": MILL,
        "title": "The mill",
        "question_id": f"r{number}",
        "question": "Who?",
        "answers": ["the baker"],
        "no_answer": False,
    }
    for number in range(3)
]
NARRATIVE = [
    {
        "document_id": "doc1",
        "set": "valid",
        "kind": "gutenberg",
        "title": "The mill",
        "summary_tokenized": "Ann sold the mill .",
        "qas": [
            {"question": "WHO SOLD IT ?", "answers": ["Ann", "It was Ann ."], "oracle_span": "Ann"},
            {"question": "What ?", "answers": ["the mill", "a mill"], "oracle_span": "the mill"},
        ],
    }
]
NARRATIVE_CSV = {
    "qaps.csv": "document_id,set,question,answer1,answer2,"
    "question_tokenized,answer1_tokenized,answer2_tokenized\n"
    "doc1,valid,Who sold it?,Ann.,She.,Who sold it ?,Ann .,She .\n",
    "documents.csv": "document_id,set,kind,wiki_title\ndoc1,valid,gutenberg,The mill\n",
    "third_party/wikipedia/summaries.csv": "document_id,set,summary,summary_tokenized\n"
    'doc1,valid,"Ann sold it, in May.","Ann sold it , in May ."\n',
}
QUESTION_FILE = """http://news.example/mill

@entity0 sold the mill to @entity1 . @entity1 paid in @entity2 .

@placeholder bought a mill

@entity1

@entity0:Ann Reed
@entity1:Bob
@entity2:May
"""
MCTEST_TSV = (
    "t.0\tAuthor: 1;Work Time(s): 9\tAnn sold the mill.\\newlineBob paid.\t"
    "one: Who paid?\tAnn\tBob\tCarl\tnobody\tmultiple: What was sold?\ta cow\tthe mill\tan egg\ta hat\n"
)
FAIRYTALE = {
    "questions/val/mill-questions.csv": "question_id,local-or-sum,cor_section,attribute1,attribute2,question,"
    "ex-or-im1,answer1,answer2,answer3,ex-or-im2,answer4,answer5,answer6\n"
    "1,local,1,character,,Who sold it?,explicit,Ann,not this,nor this,explicit,Ann Reed,,\n"
    '2,summary,"1, 2",action,,What then?,implicit,Bob paid,,,implicit,Bob paid,,\n',
    "section-stories/val/mill-story.csv": 'section,text\n1,"Ann sold ""the"" mill."\n2,Bob paid.\n',
}
BABI = (
    "1 Ann went to the mill.\n2 Bob took the milk.\n3 Where is Ann? \tmill\t1\n"
    "4 Ann took an egg.\n5 What is carried?\tmilk,egg\t2 4\n1 Bob went home.\n2 Where is Bob?\thome\t1\n"
)
STORY = {
    "id": "mill",
    "title": "The mill",
    "text": MILL,
    "tags": {"genre": "news"},
    "questions": [
        {"text": "Who bought the mill?", "answers": ["Bob"], "spans": [[[21, 24]]]},
        {"id": "m.two", "text": "Who paid?", "answers": [["Bob", "Carl"]]},
        {"text": "What did it cost?", "answers": [[]], "tags": {"kind": "price"}},
        {"text": "What was sold?", "choices": ["a cow", "the mill"], "answers": ["the mill"]},
        {"text": "@placeholder sold it", "placeholder": "@placeholder", "answers": ["Ann"]},
        {"text": "Why?"},
    ],
}

BOOLQ = {"question": "is the mill sold", "title": "The mill", "answer": True, "passage": MILL}
CLUTRR = (
    "\ufeff,id,story,query,target_text,task_name\n"
    "7,k1,[Ann] and her son [Bob] met [Cleo]. She is his sister.,\"('Ann', 'Cleo')\",daughter,task_1.2\n"
)
COQA = {
    "version": "1.0",
    "data": [
        {
            "id": "c1",
            "source": "mctest",
            "story": MILL,
            "questions": [
                {"input_text": "Who sold the mill?", "turn_id": 1},
                {"input_text": "To whom?", "turn_id": 2},
            ],
            "answers": [{"input_text": "Ann", "turn_id": 1}, {"input_text": "Bob", "turn_id": 2}],
            "additional_answers": {
                "0": [{"input_text": "Ann", "turn_id": 1}, {"input_text": "to Bob", "turn_id": 2}]
            },
        }
    ],
}
DREAM = [
    [
        ["W: The mill is sold.", "M: Who bought it?"],
        [{"question": "What is sold?", "choice": ["A cow.", "A mill."], "answer": "A mill."}],
        "5-1",
    ]
]
_DATE = {"day": "", "month": "May", "year": "1905"}
_NO_DATE = {"day": "", "month": "", "year": ""}
DROP = {
    "nfl_1": {
        "passage": MILL,
        "qa_pairs": [
            {
                "query_id": "p1",
                "question": "How many paid?",
                "answer": {"number": "2", "date": _NO_DATE, "spans": []},
                "validated_answers": [{"number": "", "date": _NO_DATE, "spans": ["Bob", "Carl"]}],
            },
            {"query_id": "p2", "question": "When?", "answer": {"number": "", "date": _DATE, "spans": []}},
        ],
    }
}
HOTPOTQA = [
    {
        "_id": "h1",
        "question": "Who bought what Ann sold?",
        "answer": "Bob",
        "type": "bridge",
        "level": "easy",
        "supporting_facts": [["The mill", 0]],
        "context": [["The mill", ["Ann sold the mill.", " Bob paid."]], ["A cow", ["It is brown."]]],
    }
]
MCSCRIPT = """<?xml version="1.0" encoding="utf-8"?>
<data>
  <instance id="2">
    <text>Ann sold the mill to Bob &amp; Carl.</text>
    <questions>
      <question id="6" text="Who sold it?" type="text">
        <answer correct="True" id="0" text="Ann"/>
        <answer correct="False" id="1" text="Bob"/>
      </question>
    </questions>
  </instance>
</data>
"""
_OPTIONS = [{"text": "Bob", "label": 1}, {"text": "Ann", "label": 0}, {"text": "Carl", "label": 1}]
MULTIRC = {
    "idx": 30,
    "passage": {"text": MILL, "questions": [{"question": "Who paid?", "answers": _OPTIONS}]},
}
QUAIL = """<data>
 <text domain="fiction" id="f1">
  <metadata><title> The mill </title></metadata>
  <text_body>
   Ann sold the mill.
  </text_body>
  <questions>
   <q id="0" type="Causality">
    Why?
    <a id="0" correct="False"> not enough information </a>
    <a id="1" correct="True"> She was tired. </a>
   </q>
  </questions>
 </text>
</data>
"""
RACE = {
    "id": "high1.txt",
    "article": MILL,
    "questions": ["Who sold it?", "Who paid?"],
    "options": [["Ann", "Bob", "a cow", "nobody"], ["Ann", "Bob and Carl", "a cow", "nobody"]],
    "answers": ["A", "B"],
}
RECAM = {
    "article": MILL,
    "question": "The @placeholder of a mill .",
    **{f"option_{i}": word for i, word in enumerate(("sale", "loss", "view", "fire", "rent"))},
    "label": 0,
}
ROPES = {
    "version": "1.0",
    "data": [
        {
            "title": "ropes",
            "paragraphs": [
                {
                    "background": "Mills that are sold are cheap.\n\n",
                    "situation": "Ann sold hers. Bob kept his.",
                    "qas": [
                        {
                            "id": 12,
                            "question": "Whose is cheap: Ann's or Bob's?",
                            "answers": [{"text": "Ann's"}],
                        }
                    ],
                }
            ],
        }
    ],
}

#: Format: files, the main one first.
SAMPLES = {
    "squad": {"mill.json": json.dumps(SQUAD)},
    "quoref": {"mill.json": json.dumps(QUOREF, indent=1)},
    "duorc": {"mill.json": json.dumps(DUORC)},
    "narrativeqa": {"valid.json": json.dumps(NARRATIVE)},
    "cnn": {"abc.question": QUESTION_FILE},
    "mctest": {"t.tsv": MCTEST_TSV, "t.ans": "B\tB\n"},
    "fairytaleqa": FAIRYTALE,
    "babi": {"qa8_lists_train.txt": BABI},
    "boolq": {"dev.jsonl": json.dumps(BOOLQ) + "\n"},
    "clutrr": {"dev.csv": CLUTRR},
    "coqa": {"coqa.json": json.dumps(COQA)},
    "dream": {"dev.json": json.dumps(DREAM, indent=1)},
    "drop": {"dev.json": json.dumps(DROP, indent=1)},
    "hotpotqa": {"dev.json": json.dumps(HOTPOTQA)},
    "mcscript": {"dev-data.xml": MCSCRIPT},
    "multirc": {"dev.jsonl": json.dumps(MULTIRC) + "\n"},
    "quail": {"quail.xml": QUAIL},
    "race": {"high1.txt": json.dumps(RACE)},
    "recam": {"dev.jsonl": json.dumps(RECAM) + "\n"},
    "ropes": {"dev.json": json.dumps(ROPES)},
    "jsonl": {"mill.jsonl": json.dumps(STORY) + "\n"},
}


def laid_out(folder, files):
    """Write files below a folder; return the first one's path."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder / next(iter(files))
