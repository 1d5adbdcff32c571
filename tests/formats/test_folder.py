"""A book as files and back: to the byte, whatever it says."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.core import keys, prose
from studio.formats import yaml
from studio.formats.archives import zipped
from studio.formats.folder import disk
from studio.formats.folder.contents import BadFolder, Body, Contents, Version
from studio.formats.folder.pack import pack
from studio.formats.folder.unpack import unpack

BLOCKS = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        ["---", "---\nid: s1\ntags: x\n---", "```\n\n---\n\n```", "# A head", "> said\n\n    code",
         "- a\n\n  b", "[^1]: note", "~~~", "Über é é", "| a | b |\n|---|---|", "  \\", "\ufeff#"]
    ),
)  # fmt: skip
TEXTS = st.lists(BLOCKS, min_size=1, max_size=5).map("\n\n".join)
SAID = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30),
    st.sampled_from(["no", "1", "a: b", "- a", "#x", "'", '"', "a\n\nb ", "~", "1.5", "0x1", "=",
                     "2026-11-30", "a, b", "Don’t", "é", "{", "a #b", "\u2028", "\x85"]),
)  # fmt: skip


def book(texts: list[str], title: str, synopsis: str, front: str = "") -> Contents:
    """Two sections: the first with all but the last of the texts as its passages."""
    order = [f"m{n}" for n in range(len(texts) - 1)]
    places = [*(f"draft/s1/{key}" for key in order), "draft/s2/text"]
    entries: dict[str, Body] = {
        **{keys.brief(name): {"value": synopsis.strip()} for name in keys.BRIEF_FIELDS},
        keys.brief("title"): {"value": title},
        keys.brief("words"): {"value": 900},
        keys.PROTOCOL: {"slug": "argument", "passes": [{"slug": "draft"}]},
        keys.step("draft"): {"prompt": texts[0], "schema_version": 1},
        keys.section("s1"): {
            "title": title.strip() or "x",
            "synopsis": synopsis,
            "parent": None,
            "rank": 1,
        },
        keys.section("s2"): {"title": "Zwei", "words": 9, "parent": None, "rank": 1.5},
        keys.map_of("s1"): {"movements": [{"key": key} for key in order]},
        keys.map_of("s2"): {"movements": [{"key": "text"}]},
        keys.object_("claim-1"): {"kind": "claim", "fields": {"text": synopsis}, "relations": []},
    }
    if front:
        entries[keys.front("s2")] = {"text": front}
    versions = tuple(
        Version(place, text, "person", "person", "ann", "Written by hand", 1, "2026-11-30T10:00:00",
                tuple((f"p{n}", "person") for n, _ in enumerate(prose.paragraphs(text))))
        for place, text in zip(places, texts, strict=True)
    )  # fmt: skip
    return Contents(entries, tuple(sorted(versions, key=lambda v: v.key)))


@settings(max_examples=40, deadline=None)
@given(
    texts=st.lists(TEXTS.map(prose.normalise), min_size=2, max_size=4), title=SAID, synopsis=SAID
)
def test_a_book_goes_out_and_in_to_the_byte(texts: list[str], title: str, synopsis: str) -> None:
    whole = book(texts, title, synopsis, "tags:\n  - a # mine\n")

    found = unpack(pack(whole))

    assert pack(found.contents) == pack(whole)
    assert {v.key: v.text for v in found.contents.versions} == {
        v.key: v.text for v in whole.versions
    }
    assert (found.edited, found.edited_texts, found.has_new_order) == (frozenset(), {}, False)


@settings(max_examples=60, deadline=None)
@given(
    value=st.dictionaries(
        SAID,
        st.recursive(
            SAID | st.none() | st.booleans() | st.integers(),
            lambda one: st.lists(one, max_size=3) | st.dictionaries(SAID, one, max_size=3),
        ),
        max_size=4,
    )
)
def test_what_is_dumped_as_yaml_is_loaded_as_it_was(value: dict[str, object]) -> None:
    assert (yaml.load(yaml.dump(value)) or {}) == value


def test_files_say_what_was_edited_and_no_more() -> None:
    files = pack(book(["One.\n", "Two.\n", "Three.\n"], "Rivers", "What stays."))
    path = next(p for p in files if p.startswith("text/01"))
    # Another system's line ends, and a blank more at the end, are no edit.
    crlf = {p: data.replace(b"\n", b"\r\n") for p, data in files.items()} | {
        path: files[path] + b"\n"
    }
    assert (unpack(crlf).edited, unpack(crlf).edited_texts) == (frozenset(), {})

    files["outline.yaml"] = files["outline.yaml"].replace(b"Zwei", b"Two")
    files["brief/audience.md"] = b"Everybody\n"
    files[path] = files[path].replace(b"One.", b"One, then.")
    found = unpack(files)

    assert found.edited == {"section/s2", "brief/audience"}
    assert found.edited_texts["s1"].texts == {
        "draft/s1/m0": "One, then.\n",
        "draft/s1/m1": "Two.\n",
    }


def test_a_title_at_the_head_of_a_text_counts() -> None:
    files = pack(book(["One.\n", "Two.\n"], "Rivers", ""))
    path = next(p for p in files if p.startswith("text/02"))
    files[path] = files[path].replace(b"title: Zwei", b"title: Two")

    assert unpack(files).contents.entries["section/s2"]["title"] == "Two"


def test_a_folder_on_a_disk_is_written_over_only_where_nobody_wrote(tmp_path: Path) -> None:
    old = pack(book(["One.\n", "Two.\n"], "Rivers", ""))
    new = pack(book(["One.\n", "Two, too.\n"], "Streams", ""))
    disk.write_folder(tmp_path, old)
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x.md").write_text("not ours")
    (tmp_path / "notes.md").write_text("mine")
    (tmp_path / "link.md").symlink_to("/etc/hostname")
    assert disk.write_folder(tmp_path, old) == []

    changed = disk.write_folder(tmp_path, new)

    assert {p for p in changed if p.startswith("text/")} == {
        "text/01-rivers.md", "text/01-streams.md", "text/02-zwei.md",
    }  # fmt: skip
    there = disk.read_folder(tmp_path)
    assert there.pop("notes.md") == b"mine"
    assert there == new

    (tmp_path / "text/02-zwei.md").write_text("mine\n")
    with pytest.raises(disk.EditedThere, match=r"text/02-zwei\.md would be lost"):
        disk.write_folder(tmp_path, old)
    assert (tmp_path / "text/02-zwei.md").read_text() == "mine\n"


def test_a_packed_folder_is_read_wherever_it_stands_in_its_archive() -> None:
    files = pack(book(["One.\n", "Two.\n"], "Rivers", ""))

    assert disk.read_zip(zipped(files, "rivers")) == files
    assert zipped(files, "rivers") == zipped(dict(reversed(files.items())), "rivers")
    with pytest.raises(BadFolder, match="no zip archive"):
        disk.read_zip(b"PK nonsense")
