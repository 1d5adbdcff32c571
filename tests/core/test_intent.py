import pytest

from studio.core.intent import BadIntent, Intent, from_json
from studio.core.intent_words import parse

PARSED = {
    "update section/s2": Intent("update", thing="section/s2"),
    "adopt section/s2 section/s2 without/claim-2": Intent(
        "adopt", thing="section/s2", sets={"section/s2": {}, "without/claim-2": {}}
    ),
    "set object/claim-1.text='Water stays.'": Intent(
        "set", sets={"object/claim-1": {"text": "Water stays."}}
    ),
    "set object/a.text=x object/a.grounds=y brief.words=900": Intent(
        "set", sets={"object/a": {"text": "x", "grounds": "y"}, "brief/words": {"value": "900"}}
    ),
    "set section/s1.title=a=b --rewrite": Intent(
        "set", sets={"section/s1": {"title": "a=b"}}, rewrites=True
    ),
    "set brief.audience=Children of ten --rewrite": Intent(
        "set", sets={"brief/audience": {"value": "Children of ten"}}, rewrites=True
    ),
    "distrust draft --one-first": Intent("distrust", layer="draft", rewrites=True, one_first=True),
    "recompose draft --one-first": Intent("recompose", layer="draft", one_first=True),
    "set brief.audience= --keep": Intent("set", sets={"brief/audience": {"value": ""}}, keeps=True),
    "distrust draft": Intent("distrust", layer="draft"),
    "invalidate draft --scope s2": Intent("distrust", layer="draft", scope="s2"),
    "distrust draft/s1/a draft/s1/b": Intent("distrust", units=("draft/s1/a", "draft/s1/b")),
    "distrust draft/s1/a --paragraphs p1,p3": Intent(
        "distrust", units=("draft/s1/a",), paragraphs=("p1", "p3")
    ),
    "distrust draft --origin before:2026-01-01 --mine-too": Intent(
        "distrust", layer="draft", origin="before:2026-01-01", includes_own=True
    ),
    "distrust draft --reason 'It lies.' --instead 'Be true.' --instead-as rule --rewrite": Intent(
        "distrust", layer="draft", reason="It lies.", instead="Be true.", instead_as="rule",
        rewrites=True,
    ),
    "trust draft --scope s2": Intent("trust", layer="draft", scope="s2"),
    "recompose": Intent("recompose"),
    "recompose --scope s2": Intent("recompose", scope="s2"),
    "keep draft/s1/a": Intent("keep", units=("draft/s1/a",)),
    "pin draft": Intent("pin", layer="draft"),
    "unpin draft/s1/a": Intent("unpin", units=("draft/s1/a",)),
    "undo 12": Intent("undo", commit=12),
    "restore 3": Intent("restore", commit=3),
    "add section 'The Sea' words=700 --under section/s1 --after s2": Intent(
        "add", thing="section", items=({"title": "The Sea", "depth": 0, "words": "700"},),
        under="section/s1", after="s2",
    ),
    "add object premise text='It rains.' --to object/claim-1": Intent(
        "add", thing="premise", fields={"text": "It rains."}, to="claim-1"
    ),
    "add relation section/s2 uses claim-1": Intent(
        "add", thing="section/s2", relation="uses", to="claim-1"
    ),
    "remove section/s3 --keep": Intent("remove", thing="section/s3", keeps=True),
    "remove object/claim-1": Intent("remove", thing="object/claim-1"),
    "remove relation object/claim-2 supports thesis-1": Intent(
        "remove", thing="object/claim-2", relation="supports", to="thesis-1"
    ),
    "move section/s2 up": Intent("move", thing="section/s2", to="up"),
    "move section/s2 --under top --before s1": Intent(
        "move", thing="section/s2", under="top", before="s1"
    ),
    "split section/s1 --at mouth/p2 --title Sea --rewrite": Intent(
        "split", thing="section/s1", at="mouth/p2", fields={"title": "Sea"}, rewrites=True
    ),
    "merge section/s1": Intent("merge", thing="section/s1"),
    "merge section/s1 --with section/s2": Intent("merge", thing="section/s1", to="s2"),
}  # fmt: skip
REFUSED = {
    "update": "which section",
    "adopt draft/s2/text": "for which section",
    "": "Say what to change",
    "burn draft": "“burn” is no change",
    "set": "Say what to set",
    "set claim": "must read object/ID.FIELD=VALUE",
    "set claim=x": "must read object/ID.FIELD=VALUE",
    "set .text=x": "must read object/ID.FIELD=VALUE",
    "distrust": "Say what to distrust",
    "trust --scope s1": "Say what to distrust",
    "distrust draft --scope": "--scope needs a value",
    "distrust draft --colour red": "There is no option --colour",
    "distrust draft --paragraphs p1": "Paragraphs belong to one step",
    "distrust draft/s1/a draft/s1/b --paragraphs p1": "Paragraphs belong to one step",
    "distrust draft --instead x --instead-as poem": "becomes one of: note, rule, instructions",
    "keep": "Say which step",
    "pin": "Say which step",
    "undo": "by its number",
    "undo last": "by its number",
    "undo 0": "by its number",
    "restore -3": "by its number",
    "add": "Say what to add",
    "add section": "Say what to add",
    "add relation section/s1 uses": "Say what to add",
    "add section Sea blue": "“blue” must read FIELD=VALUE",
    "remove": "Say what to remove",
    "remove s3": "Say what to remove",
    "move section/s2": "Say which section and where to",
    "move object/claim-1 up": "Say which section and where to",
    "move section/s2 sideways": "A section moves up, down, in or out",
    "split section/s1": "Say which section and where",
    "split s1 --at mouth": "Say which section and where",
    "merge": "Say which section takes in the next one",
    "merge object/claim-1": "Say which section takes in the next one",
}
NO_INTENTS: tuple[object, ...] = (
    None, [], "undo 3", {}, {"kind": "burn"}, {"kind": "undo"}, {"kind": "undo", "commit": "3"},
    {"kind": "undo", "commit": True}, {"kind": "keep", "units": "draft/s1/a"},
    {"kind": "keep", "units": [3]}, {"kind": "set", "sets": "x"}, {"kind": "set", "sets": {}},
    {"kind": "set", "sets": {"brief/title": "x"}}, {"kind": "distrust", "layer": ["draft"]},
    {"kind": "distrust", "layer": "draft", "rewrites": "yes"},
    {"kind": "distrust", "layer": "draft", "surprise": 1}, {"kind": ["undo"]},
    {"kind": "distrust", "layer": "draft\0"},
    {"kind": "add", "items": [{"depth": 0}]}, {"kind": "add", "items": [{"title": "x", "x": 1}]},
    {"kind": "add", "items": [{"title": "x", "depth": -1}]}, {"kind": "add", "items": ["x"]},
    {"kind": "add", "thing": "claim", "fields": {"text": ["x"]}}, {"kind": "move", "to": "up"},
)  # fmt: skip


@pytest.mark.parametrize(("words", "intent"), PARSED.items(), ids=list(PARSED))
def test_words_of_a_command_line_become_an_intent(words: str, intent: Intent) -> None:
    assert parse(words) == intent


@pytest.mark.parametrize("intent", PARSED.values(), ids=list(PARSED))
def test_an_intent_survives_json(intent: Intent) -> None:
    assert from_json(intent.as_json()) == intent


@pytest.mark.parametrize(("words", "said"), REFUSED.items(), ids=list(REFUSED))
def test_what_cannot_be_understood_says_what_to_write(words: str, said: str) -> None:
    with pytest.raises(BadIntent, match=said):
        parse(words)


@pytest.mark.parametrize("value", NO_INTENTS, ids=str)
def test_json_of_another_shape_is_no_intent(value: object) -> None:
    with pytest.raises(BadIntent):
        from_json(value)


def test_an_unclosed_quote_is_no_intent() -> None:
    with pytest.raises(BadIntent):
        parse("distrust draft --reason 'It lies.")


def test_two_layers_at_once_are_not_taken_for_one() -> None:
    with pytest.raises(BadIntent, match="One layer at a time"):
        parse("distrust argument outline")
