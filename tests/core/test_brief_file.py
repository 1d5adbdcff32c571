import pytest

from studio.core.brief_file import MOST_BYTES, BadFile, BriefFile, parse

READ = {
    "a head and a text": (
        "---\ntitle: Rivers\nwords: 900\n---\nThey remember.\n",
        BriefFile({"title": "Rivers", "words": "900"}, "They remember."),
    ),
    "quotes and blanks in the head": (
        "---\ntitle:   \"Rivers: A Memory\"  \n\naudience: 'You'\n---\n\nThey.\n",
        BriefFile({"title": "Rivers: A Memory", "audience": "You"}, "They."),
    ),
    "a heading instead of a title": (
        "# Rivers\n\nThey remember.\n\nAll of it.\n",
        BriefFile({"title": "Rivers"}, "They remember.\n\nAll of it."),
    ),
    "a head without a title, and a heading": (
        "---\nwords: 900\n---\n# Rivers\nThey remember.\n",
        BriefFile({"words": "900", "title": "Rivers"}, "They remember."),
    ),
    "line ends of Windows, and a mark at the beginning": (
        "\ufeff---\r\ntitle: Rivers\r\n---\r\nThey.\r\n",
        BriefFile({"title": "Rivers"}, "They."),
    ),
    "a name in capitals": (
        "---\nTitle: Rivers\n---\nThey.\n", BriefFile({"title": "Rivers"}, "They."),
    ),
    "a rule in the text": (
        "---\ntitle: Rivers\n---\nThey.\n\n---\n\nRemember.\n",
        BriefFile({"title": "Rivers"}, "They.\n\n---\n\nRemember."),
    ),
    "the title again as a heading": (
        "---\ntitle: Rivers\n---\n# Rivers\nThey.\n", BriefFile({"title": "Rivers"}, "They."),
    ),
}  # fmt: skip
REFUSED = {
    "nothing": (b"", "is empty"),
    "blanks": (b" \n\t\n", "is empty"),
    "a head alone": (b"---\ntitle: Rivers\n---\n", "no text below"),
    "no title": (b"They remember.\n", "has no title"),
    "an unknown name": (b"---\ntitle: Rivers\ncolour: red\n---\nThey.\n", "colour: red"),
    "a line without a name": (b"---\ntitle: Rivers\nthey remember\n---\nThey.\n", "they remember"),
    "a NUL byte": (b"---\ntitle: R\n---\nThey\0.\n", "NUL byte"),
    "another encoding": ("# Flüsse\nSie.".encode("latin-1"), "UTF-8"),
    "two megabytes": (b"# Rivers\n" + b"x" * 2_000_000, "2,000,009 bytes"),
}


@pytest.mark.parametrize("name", READ)
def test_a_brief_with(name: str) -> None:
    content, found = READ[name]

    assert parse(content.encode()) == found


@pytest.mark.parametrize("name", REFUSED)
def test_a_brief_is_refused_with(name: str) -> None:
    content, said = REFUSED[name]

    with pytest.raises(BadFile, match=said):
        parse(content)


def test_the_longest_brief_is_read() -> None:
    content = b"# Rivers\n".ljust(MOST_BYTES, b"x")

    assert len(parse(content).intention) > 900_000
