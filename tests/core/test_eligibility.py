from dataclasses import replace
from typing import Any

import pytest

from studio.core.eligibility import REASONS, Chances, is_judged_by_rule, why_not, window_size

MAY = Chances(
    is_running=True,
    autonomy="ahead",
    allowance=0,
    n_unmet=0,
    section_id="s1",
    window=("s1",),
    n_active=0,
    n_parallel=2,
    lacks="",
    is_too_early=False,
)


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({}, ""),
        ({"is_running": False}, "stopped"),
        ({"n_unmet": 1}, "unmet"),
        ({"window": ()}, "window"),
        ({"window": ("s2",)}, "window"),
        ({"window": (), "section_id": ""}, ""),
        ({"window": (), "autonomy": "end"}, ""),
        ({"autonomy": "ask"}, "asked"),
        ({"autonomy": "ask", "allowance": 1, "window": ()}, ""),
        ({"lacks": "no model"}, "no model"),
        ({"lacks": "coming"}, "coming"),
        ({"lacks": "resting"}, "resting"),
        ({"lacks": "limit"}, "limit"),
        ({"lacks": "day"}, "day"),
        ({"lacks": "paced"}, "paced"),
        ({"lacks": "limit", "is_too_early": True}, "limit"),
        ({"is_too_early": True}, "later"),
        ({"n_active": 1}, ""),
        ({"n_active": 2}, "busy"),
        ({"n_parallel": 0}, "busy"),
    ],
)
def test_a_unit_starts_unless_something_speaks_against_it(
    facts: dict[str, Any], reason: str
) -> None:
    assert why_not(replace(MAY, **facts)) == reason


def test_the_first_reason_is_the_one_that_is_told() -> None:
    nothing = replace(MAY, is_running=False, n_unmet=1, window=(), lacks="no model", n_active=9)

    assert why_not(nothing) == "stopped"
    assert why_not(replace(nothing, is_running=True)) == "unmet"
    assert why_not(replace(nothing, is_running=True, n_unmet=0)) == "window"


def test_every_reason_has_words_for_the_author() -> None:
    assert all(words.endswith(".") for words in REASONS.values())


@pytest.mark.parametrize(
    ("autonomy", "judged_by", "is_rule"),
    [
        ("ask", "rule", False),
        ("ask", "author", False),
        ("ahead", "rule", True),
        ("ahead", "author", False),
        ("end", "author", True),
        ("end", "rule", True),
    ],
)
def test_who_accepts(autonomy: str, judged_by: str, is_rule: bool) -> None:
    assert is_judged_by_rule(autonomy, judged_by) == is_rule


@pytest.mark.parametrize(
    ("autonomy", "n_accepted", "size"),
    [("ahead", 0, 1), ("ahead", 1, 3), ("ahead", 9, 3), ("end", 0, None), ("ask", 0, None)],
)
def test_how_far_ahead(autonomy: str, n_accepted: int, size: int | None) -> None:
    assert window_size(autonomy, n_sections_accepted=n_accepted) == size
