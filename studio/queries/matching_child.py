"""Looks for a pattern in texts, in a process of its own: one that takes too long can be ended.

Reads what is sought and the texts as JSON from its input, and writes the hits. It imports nothing
but the standard library, so that it is there at once.
"""

import json
import sys
import warnings
from typing import Any

from studio.core import search
from studio.core.search import BadPattern, Sought


def main() -> None:
    """One question, one answer."""
    warnings.simplefilter("ignore")
    sys.stdout.write(json.dumps(_answer(json.load(sys.stdin.buffer))))


def _answer(told: dict[str, Any]) -> dict[str, object]:
    try:
        return {"hits": search.find(Sought(**told["sought"]), told["texts"])}
    except BadPattern as error:
        return {"wrong": str(error)}


if __name__ == "__main__":
    main()
