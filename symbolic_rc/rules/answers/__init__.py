"""From what a proof arrives at to an answer: what can be one, which mention answers, where its span ends."""
