"""Hits of words or of a pattern, within bounds of time."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict

from studio import env
from studio.core import search
from studio.core.search import BadPattern, Hit, Sought

LONGEST = 3.0
TOO_LONG = (
    "This pattern takes too long on a text of this length. Make it more exact: parts such as "
    "(a+)+ or several .* try the same letters over and over."
)
_CHILD = "studio.queries.matching_child"


def matches(sought: Sought, texts: Sequence[str]) -> list[list[Hit]]:
    """The hits in each text; BadPattern in words where there can be none.

    Plain words are looked for here. A pattern of somebody's making may never come to an end, and
    nothing can stop it within this process: it has one of its own, which is ended in time.
    """
    if not sought.is_pattern:
        return search.find(sought, texts)
    command = [sys.executable, "-S", "-m", _CHILD]
    try:
        # A file is taken in at once, where a pipe would be filled by half kilobytes.
        with tempfile.TemporaryFile("w+", encoding="utf-8") as question:
            told = {"sought": asdict(sought), "texts": list(texts)}
            question.write(json.dumps(told, ensure_ascii=False))
            question.seek(0)
            done = subprocess.run(
                command, stdin=question, stdout=subprocess.PIPE, timeout=LONGEST,
                cwd=env.CHECKOUT, check=True,
            )  # fmt: skip
    except subprocess.TimeoutExpired as late:
        raise BadPattern(TOO_LONG) from late
    answer = json.loads(done.stdout)
    if "wrong" in answer:
        raise BadPattern(answer["wrong"])
    return [[Hit(*hit) for hit in hits] for hits in answer["hits"]]
