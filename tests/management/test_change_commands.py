"""`plan`, `apply`, `show`, `manifest`, `verify` and `export`, as a person types them."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from studio.models import Unit
from tests.stories.desk import Desk

pytestmark = pytest.mark.django_db
CHANGE = ("set", "object/premise-2.text=Cellars forget.")
CELLAR = "draft/s3/the-walk"


def said(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def refused(*words: str) -> CommandError:
    with pytest.raises(CommandError) as error:
        said(*words)
    return error.value


def test_a_plan_is_told_in_lines_and_writes_nothing(desk: Desk) -> None:
    number = desk.project.commit_number

    lines = said("plan", "rivers", *CHANGE)

    assert f"({CELLAR})" in lines
    assert "nothing is written, so it is free" in lines
    assert "digest: " in lines
    assert desk.project.commit_number == number


def test_a_plan_as_json_says_the_same_as_its_lines(desk: Desk) -> None:
    plan = json.loads(said("plan", "rivers", *CHANGE, "--rewrite", "--json"))

    assert {row["key"] for row in plan["rewritten"]} == {CELLAR, "map/s3"}
    assert plan["cost"]["calls"][0] == 3
    assert plan["digest"] in said("plan", "rivers", *CHANGE, "--rewrite")


def test_a_change_is_carried_out_with_the_digest_of_its_plan(desk: Desk) -> None:
    plan = json.loads(said("plan", "rivers", *CHANGE, "--json"))

    lines = said("apply", "rivers", *CHANGE, "--confirm", plan["digest"])

    assert lines.startswith("Done: Change ")
    assert desk.book.stale() == {CELLAR, "map/s3"}
    assert desk.is_whole()


def test_a_plan_that_no_longer_holds_is_told_anew_and_nothing_is_done(desk: Desk) -> None:
    old = json.loads(said("plan", "rivers", *CHANGE, "--json"))["digest"]
    desk.does("set object/premise-2.text=Otherwise.")
    number, out = desk.project.commit_number, StringIO()

    with pytest.raises(CommandError) as error:
        call_command("apply", "rivers", *CHANGE, "--confirm", old, stdout=out)

    assert error.value.returncode == 4
    new = json.loads(said("plan", "rivers", *CHANGE, "--json"))["digest"]
    assert new != old
    assert f"digest: {new}" in out.getvalue()
    assert desk.project.commit_number == number


def test_yes_confirms_whatever_the_plan_is(desk: Desk) -> None:
    done = json.loads(said("apply", "rivers", "distrust", "draft", "--yes", "--json"))

    assert {row["key"] for row in done["distrusted"]} == {
        key for key, now in desk.standing().items() if now == "reopened"
    }


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("plan", "rivers"), "Say what to change"),
        (("plan", "rivers", "burn", "draft"), "“burn” is no change"),
        (("plan", "rivers", "distrust", "poem"), "no layer “poem”"),
        (("apply", "rivers", *CHANGE), "Confirm it"),
        (("apply", "rivers", *CHANGE, "--confirm"), "Confirm it"),
        (("apply", "rivers", "undo", "999", "--yes"), "has changes 1 to"),
        (("show", "rivers", "object/nobody"), "nothing under “object/nobody”"),
        (("show", "rivers", "unit/draft/s9/x"), "no step “draft/s9/x”"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(
    desk: Desk, words: tuple[str, ...], told: str
) -> None:
    error = refused(*words)

    assert error.returncode == 2
    assert told in str(error)


@pytest.mark.parametrize("command", ["plan", "apply", "show", "manifest", "verify", "export"])
def test_a_book_that_is_not_there_is_named_with_those_that_are(desk: Desk, command: str) -> None:
    error = refused(command, "nowhere")

    assert "There is no book “nowhere”. Books here: rivers" in str(error)


def test_what_a_book_has_is_shown_as_json(desk: Desk) -> None:
    all_of_it = json.loads(said("show", "rivers"))
    thing = json.loads(said("show", "rivers", "object/premise-2"))
    cell = json.loads(said("show", "rivers", "conclusions/s1"))
    unit = json.loads(said("show", "rivers", f"unit/{CELLAR}"))

    assert f"unit/{CELLAR}" in all_of_it["units"]
    assert thing["entry"]["fields"]["text"] == "Cellars know the old shore."
    assert cell["cell"]["value"]["title"] == "Meadow"
    assert unit["text"] == desk.book.body_of(CELLAR)
    assert "object/premise-2" in unit["reads"]
    assert [run["kind"] for run in unit["runs"]] == ["compose", "gate"]


def test_every_key_that_is_listed_can_be_shown(desk: Desk) -> None:
    all_of_it = json.loads(said("show", "rivers"))

    for key in (*all_of_it["entries"], *all_of_it["units"]):
        assert json.loads(said("show", "rivers", key)), key


def test_the_manifest_says_what_only_its_author_can_settle(desk: Desk) -> None:
    said("apply", "rivers", *CHANGE, "--yes")
    stale = said("manifest", "rivers")
    said("apply", "rivers", "distrust draft --scope s2", "--yes")
    both = said("manifest", "rivers")

    assert "at rest" in stale.splitlines()[0]
    assert "waits for you: 2 whose basis changed" in stale
    assert "distrusted" not in stale
    n_texts = sum(key.startswith("draft/s2/") for key in desk.standing())
    assert f"waits for you: {n_texts} that are distrusted: recompose LAYER" in both


def test_the_manifest_says_what_is_next_and_what_waits(desk: Desk) -> None:
    done = json.loads(said("manifest", "rivers", "--json"))
    desk.does("recompose map --scope s2")
    desk.does("recompose draft --scope s2")
    now = json.loads(said("manifest", "rivers", "--json"))

    assert (done["is_complete"], done["next"]) == (True, [])
    assert done["trustworthy"]["s2"] == "draft"
    assert set(now["next"]) == {"map/s2", "draft/s2/the-walk"}
    assert "next: map/s2" in said("manifest", "rivers")


def test_verify_names_what_does_not_hold(desk: Desk) -> None:
    assert said("verify", "rivers") == "rivers: every invariant holds.\n"
    Unit.objects.filter(key=CELLAR).update(is_stale=True)
    out = StringIO()

    with pytest.raises(SystemExit) as ended:
        call_command("verify", "rivers", stdout=out)

    assert ended.value.code == 1
    assert out.getvalue().startswith(f"2. {CELLAR}: ")


def test_the_book_is_exported_into_files(desk: Desk, tmp_path: Path) -> None:
    facts = json.loads(said("export", "rivers", "--out", str(tmp_path), "--json"))

    assert [Path(fact["path"]).suffix for fact in facts] == [".md", ".html"]
    assert all(fact["is_complete"] for fact in facts)
    text = Path(facts[0]["path"]).read_text()
    assert all(part in text for part in desk.book.body_of(CELLAR).strip().split("\n\n"))


def test_a_format_that_does_not_exist_is_refused_and_nothing_is_written(
    desk: Desk, tmp_path: Path
) -> None:
    error = refused("export", "rivers", "--format", "md,scroll", "--out", str(tmp_path))

    assert "scroll" in str(error)
    assert list(tmp_path.iterdir()) == []


# As it was ----------------------------------------------------------------------------------------


def shown(*words: str) -> Any:
    return json.loads(said("show", "rivers", *words))


def test_the_book_of_any_change_is_shown_with_what_could_be_relied_on(desk: Desk) -> None:
    before, text = desk.project.commit_number, desk.book.body_of(CELLAR)
    desk.does("set object/premise-2.text=Otherwise.")
    desk.does("distrust draft --scope s3")
    now = desk.project.commit_number

    then, middle, last = (
        {s["key"]: s for s in shown("--at", str(n))["steps"]} for n in (before, before + 1, now)
    )

    assert (then[CELLAR]["is_stale"], then[CELLAR]["is_distrusted"]) == (False, False)
    assert (middle[CELLAR]["is_stale"], middle[CELLAR]["is_distrusted"]) == (True, False)
    assert (last[CELLAR]["is_stale"], last[CELLAR]["is_distrusted"]) == (True, True)
    assert {k for k, s in middle.items() if s["is_stale"]} == {CELLAR, "map/s3"}
    assert then[CELLAR]["name"] == "Draft of 3, passage 1"
    assert shown(f"unit/{CELLAR}", "--at", str(before))["text"] == text
    assert shown("object/premise-2", "--at", str(before))["entry"] != shown("object/premise-2")


def test_what_stood_then_is_what_stands_now_where_nothing_changed(desk: Desk) -> None:
    steps = {s["key"]: s for s in shown("--at", str(desk.project.commit_number))["steps"]}

    assert set(steps) == {k for k, standing in desk.standing().items() if standing == "accepted"}
    assert not any(s["is_stale"] for s in steps.values())


def test_the_whole_text_of_then_is_shown(desk: Desk) -> None:
    number, text = desk.project.commit_number, desk.book.body_of(CELLAR).strip()
    desk.does("remove section/s3")

    assert text in [s["text"].strip() for s in shown("text", "--at", str(number))["sections"]]
    assert text not in [s["text"].strip() for s in shown("text")["sections"]]


def test_changes_are_listed_looked_into_and_compared_word_by_word(desk: Desk) -> None:
    number = desk.project.commit_number
    desk.does("set 'object/premise-2.text=Cellars know the new shore.'")
    desk.does(f"pin {CELLAR}")

    assert [c["number"] for c in shown("changes")] == list(range(1, number + 3))
    one = shown(f"change/{number + 1}")
    both = shown(f"change/{number}...{number + 2}")

    texts = [block["text"] for part in one["parts"] for block in part["differs"]]
    assert "Cellars know the [-old-]{+new+} shore." in texts
    assert len(both["parts"]) == len(one["parts"]) + 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--at", "999"), "has changes 1 to"),
        (("change/999",), "has changes 1 to"),
        (("change/0...999",), "has changes 1 to"),
        (("change/first",), "Write change/12"),
        ((f"unit/{CELLAR}", "--at", "1"), "had no text after change 1"),
    ],
)
def test_a_moment_that_never_was_is_refused_in_words(
    desk: Desk, words: tuple[str, ...], told: str
) -> None:
    assert told in str(refused("show", "rivers", *words))
