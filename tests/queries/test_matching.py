"""A pattern has a process of its own, which ends in time."""

import pytest

from studio.core import search
from studio.core.search import BadPattern, Sought
from studio.queries import matching

TEXTS = ["Anne saw “été” and 川.", "", "Annette\nAnne"]


@pytest.mark.parametrize(
    "sought",
    [
        Sought("anne"),
        Sought(r"\bAnn(e|ette)\b", is_pattern=True, put=r"<\1>"),
        Sought("[川é]", is_pattern=True),
    ],
)
def test_the_other_process_finds_the_same(sought: Sought) -> None:
    assert matching.matches(sought, TEXTS) == search.find(sought, TEXTS)


def test_what_is_wrong_with_a_pattern_comes_back_in_words() -> None:
    with pytest.raises(BadPattern, match="not closed"):
        matching.matches(Sought("(", is_pattern=True), TEXTS)


def test_a_pattern_that_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "LONGEST", 0.5)

    with pytest.raises(BadPattern, match="too long"):
        matching.matches(Sought(r"(a+)+$", is_pattern=True), ["a" * 60 + "!"])
