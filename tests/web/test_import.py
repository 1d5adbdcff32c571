"""A manuscript becomes a book on pages: sent, read, divided, made."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from studio.formats.archives import MOST_BYTES, zipped
from studio.formats.folder.pack import pack
from studio.models import Errand, Project
from studio.queries.folder import contents
from studio.worker.errands import do_errand
from tests.building import NOW, Book
from tests.web import browsers
from tests.web.test_accessible import complaints
from tests.web.test_words import code_words

if TYPE_CHECKING:
    from django.test import Client

TEXT = b"# One\n\nIt was <b>cold</b>.\n\n## Deeper\n\nWater.\n\n# Two\n\nIt is.\n"


@pytest.fixture(autouse=True)
def _sent_files() -> Iterator[None]:
    yield
    shutil.rmtree(settings.STUDIO.data / "incoming", ignore_errors=True)


def send(desk: Client, *files: tuple[str, bytes]) -> Any:
    sent = [SimpleUploadedFile(name, data) for name, data in files]
    return desk.post(reverse("import"), {"files": sent})


def work() -> None:
    """What a worker does."""
    for errand in Errand.objects.unfinished():
        do_errand(errand.pk, lambda: False)


def done(desk: Client, answer: Any) -> Any:
    """The page to which it leads, once a worker did it."""
    assert answer.status_code == 302, answer.text
    assert "waits for its turn" in desk.get(answer.url).text
    work()
    return desk.get(answer.url, follow=True)


def read(desk: Client, *files: tuple[str, bytes]) -> str:
    """The address under which the files were read."""
    page = done(desk, send(desk, *files))
    return str(page.redirect_chain[-1][0] if page.redirect_chain else page.request["PATH_INFO"])


def test_a_manuscript_is_divided_as_its_author_says(desk: Client) -> None:
    url = read(desk, ("my book.md", TEXT))

    first, deeper = desk.get(url).text, desk.get(url, {"level": "2"}).text
    for page in (first, deeper):
        assert (complaints(page), code_words(page)) == ([], set())
    assert "Divided as below, 2 sections hold" in first
    assert "2 pieces of HTML kept as typed" in first
    assert "Divided as below, 3 sections hold" in deeper
    told = {"level": "2", "title": "Cold", "language": "en", "intention": "x", "protocol": "novel"}
    assert desk.post(f"{url}make/", told | {"title": ""}).status_code == 422
    assert desk.post(f"{url}make/", told | {"language": "?"}).status_code == 422
    made = done(desk, desk.post(f"{url}make/", told))

    book = Project.objects.get(title="Cold")
    assert made.redirect_chain[-1][0] == reverse("board", args=[book.slug])
    assert "Nothing is written in it until you say so." in made.text
    assert [s["title"] for s in sections(book)] == ["One", "One", "Deeper", "Two"]
    assert desk.get(url).status_code == 404


def test_what_was_swept_meanwhile_is_to_be_sent_again(desk: Client) -> None:
    url = read(desk, ("a.md", TEXT))
    told = {"title": "Cold", "language": "en", "intention": "x", "protocol": "novel"}
    ordered = desk.post(f"{url}make/", told)
    shutil.rmtree(settings.STUDIO.data / "incoming")

    page = done(desk, ordered).text

    assert "no longer there. Send it again." in page
    assert not Project.objects.filter(title="Cold").exists()


def sections(project: Project) -> list[Any]:
    entries = contents(project).entries
    found = [body for key, body in entries.items() if key.startswith("section/")]
    return sorted(found, key=lambda body: body["rank"])


def test_several_files_are_one_manuscript(desk: Client) -> None:
    url = read(desk, ("ch10.md", b"Ten."), ("ch2.md", b"Two."))

    page = desk.get(url).text

    assert page.index("Ch2") < page.index("Ch10")


def test_a_folder_that_was_taken_along_is_a_book_again(desk: Client, book: Book) -> None:
    files = pack(contents(book.project))
    url = read(desk, ("rivers.zip", zipped(files, "rivers")))
    page = desk.get(url).text
    assert "The folder of “Rivers”: 2 sections" in page
    assert (complaints(page), code_words(page)) == ([], set())

    done(desk, desk.post(f"{url}make/"))

    made = Project.objects.exclude(pk=book.project_id).get()
    assert pack(contents(made)) == files


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.docx", b"nothing", "is damaged: it is no DOCX file"),
        ("a.zip", zipped({"../../x.md": b"x"}, "x"), "points out of its folder"),
        ("a.png", b"\x89PNG\0\0\0\0", "There is no text in a.png"),
        ("a.zip", zipped({"book.yaml": b"format: 9", "outline.yaml": b"x"}, "x"), "reads format 1"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_why(desk: Client, name: str, data: bytes, words: str) -> None:
    page = desk.get(read(desk, (name, data))).text

    assert words in page
    assert "Choose another file" in page
    assert complaints(page) == []


def test_nothing_and_too_much_are_refused_at_once(desk: Client) -> None:
    assert settings.FILE_UPLOAD_MAX_MEMORY_SIZE > MOST_BYTES, "nothing is left in a file of its own"
    for files, words in (
        ((), "Choose the file with your text first."),
        ((("a.txt", b"x" * 50_000_001),), "at most 50 MB"),
        ((("a.md", b"x"), ("a.md", b"y")), "have the same name"),
    ):
        answer = send(desk, *files)
        assert answer.status_code == 422
        assert words in answer.text
        assert complaints(answer.text) == []


def test_what_is_done_can_be_watched_and_stopped(desk: Client) -> None:
    url = send(desk, ("a.md", TEXT)).url
    errand = Errand.objects.get()
    assert errand.begin(errand.pk, now=NOW, until=NOW + timedelta(days=1))
    Errand.objects.update(share=40)
    page, part = desk.get(url).text, desk.get(url, headers=browsers.HTMX).text

    assert "It is being read" in page
    assert 'value="40"' in page
    assert '<meta http-equiv="refresh" content="2">' in page
    assert part.lstrip().startswith('<div id="errand"')
    # Asked again by what came, not in steps: being led on must not begin anew each second.
    assert 'hx-trigger="load delay:1s, every 20s"' in part
    assert "It is being read. 40 %" in desk.get("/").text
    assert (complaints(page), code_words(page)) == ([], set())
    (folder,) = (settings.STUDIO.data / "incoming").iterdir()

    stopped = desk.post(f"{url}stop/", follow=True)

    assert "what you sent is removed" in stopped.text
    assert not folder.exists()
    assert "It was stopped" in desk.get(url).text
    assert "a.md" not in desk.get("/").text


def test_nobody_else_sees_what_was_sent(desk: Client, stranger: Client) -> None:
    url = read(desk, ("a.md", TEXT))

    assert stranger.get(url).status_code == 404
    for act in ("", "stop/", "put-away/"):
        address = f"/under-way/{Errand.objects.get().pk}/{act}"
        assert (stranger.post if act else stranger.get)(address).status_code == 404
    for act in ("make", "forget"):
        assert stranger.post(f"{url}{act}/").status_code == 404
    assert desk.get("/new/import/0123456789abcdef/").status_code == 404
    assert desk.get("/new/import/no-such/").status_code == 404


def back(book: Book) -> str:
    return reverse("folder_back", args=[book.project.slug])


def sent_back(desk: Client, book: Book, old: bytes, new: bytes) -> Any:
    files = {p: d.replace(old, new) for p, d in pack(contents(book.project)).items()}
    packed = SimpleUploadedFile("rivers.zip", zipped(files, "rivers"))
    return done(desk, desk.post(back(book), {"files": packed}))


def test_a_folder_is_brought_back_after_it_was_shown(desk: Client, book: Book) -> None:
    page = sent_back(desk, book, b"reaches the sea", b"meets the sea")

    assert "1 Water" in page.text
    assert (complaints(page.text), code_words(page.text)) == ([], set())
    plan = page.context["plan"]
    told = {"sent": page.context["incoming"].sent, "digest": plan["digest"]}
    take = reverse("folder_take", args=[book.project.slug])
    refused = desk.post(take, told | {"digest": "another"})
    assert refused.status_code == 409
    assert "Look at what the folder changes again." in refused.text
    book.write({"draft/s1/mouth": "Water meets a bar.\n"})
    moved = done(desk, desk.post(take, told))
    assert "Look at what the folder changes again." in moved.text
    now = desk.get(f"{back(book)}?sent={told['sent']}")
    assert "changed in both" in now.text
    told["digest"] = now.context["plan"]["digest"]
    taken = done(desk, desk.post(take, told))
    assert "It is brought back" in taken.text
    said = b"".join(pack(contents(book.project)).values())
    assert b"Water meets the sea." in said
    assert b"Water meets a bar." in said
    assert desk.post(take, told).status_code == 404


def test_a_folder_that_says_nothing_new_or_is_none_says_so(desk: Client, book: Book) -> None:
    same = sent_back(desk, book, b"\0", b"\0")
    assert "says nothing that the book does not say" in same.text
    again = reverse("folder_again", args=[book.project.slug])
    looked = done(desk, desk.post(again, {"sent": same.context["incoming"].sent}))
    assert "says nothing that the book does not say" in looked.text
    other = SimpleUploadedFile("a.zip", zipped({"a": b"x"}, "x"))
    assert "not the folder of a book" in done(desk, desk.post(back(book), {"files": other})).text
    assert desk.post(back(book)).status_code == 422
    broken = sent_back(desk, book, b"format: 1", b"format: 7")
    assert "reads format 1" in broken.text
