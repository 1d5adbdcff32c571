"""Archives are looked at before they are unpacked."""

import io
import stat
import zipfile

import pytest

from studio.formats import archives


def packed(*members: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, said in members:
            archive.writestr(name, said, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def link(name: str) -> zipfile.ZipInfo:
    member = zipfile.ZipInfo(name)
    member.external_attr = (stat.S_IFLNK | 0o777) << 16
    return member


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (packed(("../x.md", b"x")), "points out of its folder"),
        (packed(("a/../../x.md", b"x")), "points out of its folder"),
        (packed(("/etc/x.md", b"x")), "points out of its folder"),
        (packed(("C:/x.md", b"x")), "points out of its folder"),
        (packed(("a\\..\\x.md", b"x")), "points out of its folder"),
        (packed((link("x.md"), b"/etc/passwd")), "is a link"),
        (packed(("bomb.md", b"\0" * 20_000_000)), "would be 20 MB"),
        (packed(*((f"{n}.md", b"") for n in range(20_001))), "20,001 files"),
        (packed(("a.md", b"text"))[:-40], "damaged"),
        (b"PK\x03\x04nonsense", "no zip archive"),
        (b"", "no zip archive"),
        (b"x" * (archives.MOST_BYTES + 1), "at most 50 MB"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_archive_that_may_do_harm_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(archives.BadArchive, match=words):
        archives.unzip(data)


def test_an_archive_without_harm_is_unpacked() -> None:
    assert archives.unzip(packed(("a/b.md", b"x"), ("c.md", b"y"))) == {
        "a/b.md": b"x",
        "c.md": b"y",
    }
