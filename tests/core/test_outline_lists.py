"""Lists as people write them down become sections below one another."""

import pytest

from studio.core.intent import BadIntent
from studio.core.outline_lists import items

LISTS = {
    "Ice\n  Frost\n  Thaw\nSteam": "0 Ice 1 Frost 1 Thaw 0 Steam",
    "- Ice\n\t- Frost\n\n* Steam": "0 Ice 1 Frost 0 Steam",
    "1. Ice\n   1.1 Frost\n   1.2. Thaw\n2) Steam": "0 Ice 1 Frost 1 Thaw 0 Steam",
    "# Ice\n## Frost\n### Rime\n# Steam": "0 Ice 1 Frost 2 Rime 0 Steam",
    "    Ice\n      Frost\n    Steam": "0 Ice 1 Frost 0 Steam",
    "Ice\n        Frost\n    Thaw": "0 Ice 1 Frost 1 Thaw",
    "12 Angry Men\n1984": "0 12 Angry Men 0 1984",
    "- \nIce": "0 Ice",
}


@pytest.mark.parametrize(("text", "found"), LISTS.items())
def test_a_list_that_is_set_in_becomes_sections(text: str, found: str) -> None:
    assert " ".join(f"{i['depth']} {i['title']}" for i in items(text)) == found


@pytest.mark.parametrize("text", ["", "  \n\n", "- \n#"])
def test_a_list_without_a_title_is_refused(text: str) -> None:
    with pytest.raises(BadIntent, match="one title a line"):
        items(text)
