"""The one table of words that authors read; a method may replace any of them."""

from collections.abc import Mapping

WORDS: dict[str, str] = {
    # notions
    "project": "book",
    "protocol": "method",
    "ontology": "what this book keeps track of",
    "chapter": "chapter",
    "chapters": "chapters",
    "section": "section",
    "sections": "sections",
    "movement": "passage",
    "movements": "passages",
    "paragraph": "paragraph",
    "pass": "writing step",
    "gate": "check",
    "unit": "step",
    "units": "steps",
    "artifact": "version",
    "artifacts": "versions",
    "candidate": "proposal",
    "reads": "written from",
    "run": "attempt",
    "order": "instruction",
    "finding": "remark",
    "findings": "remarks",
    "blocking": "must fix",
    "commit": "change",
    "stale": "basis changed",
    "untrusted": "distrusted",
    "pinned": "locked",
    "recompose": "rewrite",
    # states
    "none": "not started",
    "pending": "pending",
    "active": "being written",
    "review": "in review",
    "held": "needs you",
    "accepted": "accepted",
    "reopened": "to be settled",
    # columns of the board
    "column_pending": "Pending",
    "column_active": "Active",
    "column_review": "In review",
    "column_accepted": "Accepted",
    # who wrote it
    "by_model": "the model",
    "by_edited": "the model, edited by you",
    "by_yours": "you",
    # who accepted it
    "accepted_you": "by you",
    "accepted_rule": "by rule, unread",
    # weight of a remark
    "must": "must fix",
    "should": "should fix",
    "idea": "idea",
    # how far the desk goes by itself
    "ask": "ask me each time",
    "ahead": "stay just ahead of me",
    "end": "write to the end",
}

STATES: dict[str, str] = {
    "none": "Nothing has been asked for here yet.",
    "pending": "Wanted; it starts as soon as what it waits for is accepted.",
    "active": "The model is writing it now. What has arrived so far is kept, even if you stop it.",
    "review": "A proposal waits for your judgement. Your book is unchanged until you accept it.",
    "held": "The desk stopped here and says why. It goes on when you decide.",
    "accepted": "Part of your book. The card says whether you or a rule of yours accepted it.",
    "reopened": "Still the text of your book, but something must be settled first.",
    "stale": "Something that this was written from is different now; the card names it. The text "
    "stays readable and stays in your book. Nothing is rewritten unless you ask.",
    "distrusted": "You said not to rely on this text. It stays readable, nothing else is written "
    "from it, and exports warn about it.",
    "locked": "Never rewritten; it counts as done.",
}

GLOSSARY: dict[str, str] = {
    "project": "One work with its brief, its plan, its text and everything that was decided.",
    "protocol": "The steps a book goes through, from its argument to its files.",
    "section": "The page you read, judge and write in. It is made of passages.",
    "movement": "One stretch of a section with a purpose of its own; the smallest part written "
    "in one go.",
    "candidate": "What the model wrote and nobody accepted yet. It never replaces your text by "
    "itself.",
    "artifact": "A text as it was at one moment. Versions are kept for ever.",
    "finding": "Something a check, a review or you hold against a text. The ones marked “must "
    "fix” keep it from being accepted.",
    "commit": "Everything that alters your book for good is a numbered change and can be undone.",
    "reads": "Exactly what the model was shown when it wrote a text.",
    "stale": "What a text was written from has changed since.",
    "untrusted": "Marked by you as not to be relied on.",
    "pinned": "Marked by you as never to be rewritten.",
}


def word(name: str, overrides: Mapping[str, str] | None = None) -> str:
    """The author's word for a notion of the code."""
    return (overrides or {}).get(name) or WORDS[name]


def table(overrides: Mapping[str, str] | None = None) -> dict[str, str]:
    """All words, for a template."""
    known = {k: v for k, v in (overrides or {}).items() if k in WORDS and v}
    many = {f"{k}s": f"{v}s" for k, v in known.items() if f"{k}s" in WORDS}
    return WORDS | many | known
