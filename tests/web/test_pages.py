"""Every page opens, says what it should, and speaks the author's language."""

from django.test import Client
from django.urls import reverse

from studio.actions import running
from tests.building import NOW, Book, begin, book
from tests.web import browsers


def test_every_page_of_a_written_book_opens(desk: Client, book: Book) -> None:
    for address in browsers.addresses(book):
        if address.is_page and address.name not in ("export_file", "changes"):
            answer = desk.get(address.url, follow=True)

            assert answer.status_code == 200, address


def test_pages_without_a_book_open(desk: Client) -> None:
    for name in ("library", "new_book", "help", "model"):
        assert desk.get(reverse(name)).status_code == 200, name


def test_pages_of_a_book_of_which_nothing_is_known_open(desk: Client) -> None:
    slug = begin().project.slug

    for name in ("board", "plan_of_book", "outline", "brief", "exports"):
        assert desk.get(reverse(name, args=[slug])).status_code == 200, name


def test_a_step_with_prose_leads_to_its_section(desk: Client, book: Book) -> None:
    answer = desk.get(reverse("unit", args=[book.project.slug, "draft/s1/spring"]))

    assert answer.headers["Location"] == reverse("section", args=[book.project.slug, "s1"])


def test_the_section_page_shows_its_text_and_its_remarks(desk: Client, book: Book) -> None:
    browsers.remark(book)

    html = desk.get(reverse("section", args=[book.project.slug, "s1"])).text

    assert "Water comes up from below." in html
    assert "Says who?" in html


def test_a_paragraph_opens_for_editing_without_a_script(desk: Client, book: Book) -> None:
    place = browsers.paragraph(book)

    html = desk.get(reverse("section", args=[book.project.slug, "s1"]), {"edit": place}).text

    assert f'<textarea id="text-{place}"' in html


def test_all_cards_of_a_long_column_are_shown_on_demand(desk: Client) -> None:
    lines = "\n".join(f"s{n} Section {n}" for n in range(1, 156))
    long = book(lines, is_running=False)
    url = reverse("board", args=[long.project.slug])

    short, whole = desk.get(url).text, desk.get(url, {"all": "accepted"}).text

    assert "Show 7 more" in short
    assert "Show " not in whole
    assert whole.count('class="card"') == short.count('class="card"') + 7


def test_a_book_without_a_model_says_so_on_every_page(desk: Client, book: Book) -> None:
    from studio.models import Endpoint

    Endpoint.objects.all().delete()

    html = desk.get(reverse("plan_of_book", args=[book.project.slug])).text

    assert "No model is set up" in html


def test_the_words_of_the_method_are_used(desk: Client) -> None:
    from studio.actions import books

    owner = begin().owner_id
    statement = books.Statement("Light", "A keeper stays.", words=900, protocol="novel")
    novel = books.begin(statement, owner_id=owner, now=NOW)

    html = desk.get(reverse("board", args=[novel.slug])).text

    assert ">Scenes</a>" in html


def test_a_file_is_made_and_handed_out(desk: Client, book: Book) -> None:
    url = reverse("exports", args=[book.project.slug])

    page = desk.post(url, {"format": "md"}, follow=True)
    file = page.context["page"].files[0]
    made = desk.get(file.url)

    assert "Water comes up from below." in made.text
    assert made.headers["Content-Disposition"] == f'attachment; filename="{file.name}"'


def test_a_section_is_accepted_when_all_of_it_is(desk: Client) -> None:
    begun = book(autonomy="ahead")
    begun.write({"draft/s1/spring": "Water rises.", "draft/s2/bed": "Stone lies."})
    slug = begun.project.slug

    file = desk.get(reverse("exports", args=[slug])).context["page"]
    page = desk.get(reverse("board", args=[slug])).context["board"]

    assert (file.accepted_sections, file.section_count) == (1, 2)
    assert (page.progress.accepted_sections, page.progress.section_count) == (1, 2)


def test_pages_load_from_this_installation_only(desk: Client, book: Book) -> None:
    answer = desk.get(reverse("board", args=[book.project.slug]))

    rules = answer.headers["Content-Security-Policy"]
    assert rules.startswith("default-src 'self';")
    assert "connect-src 'self' ws://testserver wss://testserver;" in rules
    assert "unsafe" not in rules
    assert " style=" not in answer.text
    assert "<script>" not in answer.text


def test_what_does_not_exist_is_a_page_in_the_frame(desk: Client, book: Book) -> None:
    slug = book.project.slug
    urls = [
        "/nowhere/",
        f"/b/{slug}/s/s99/",
        f"/b/{slug}/s/s1/history/?older=x&newer=y",
        f"/b/{slug}/u/draft/s9/x/",
        f"/b/{slug}/exports/99/",
    ]

    answers = [desk.get(url) for url in urls]

    assert [a.status_code for a in answers] == [404, 404, 200, 404, 404]
    assert "Nothing is here" in answers[0].text
    assert "Your books" in answers[0].text
    assert "Back to the board" in answers[1].text
    assert "Back to the board" not in answers[0].text
    assert "Back to the board" not in browsers.of("stranger").get(urls[1]).text


def test_a_mistake_of_ours_is_a_page_in_the_frame_with_an_id(desk: Client) -> None:
    from unittest.mock import patch

    desk.raise_request_exception = False
    with patch("studio.web.views.library.library", side_effect=RuntimeError("broken")):
        answer = desk.get("/")

    assert answer.status_code == 500
    assert "Something broke on our side" in answer.text
    assert "For the log:" in answer.text


def test_the_looks_that_were_chosen_come_back(desk: Client) -> None:
    desk.post(reverse("theme"), {"theme": "dark", "next": "/help/"})
    desk.post(reverse("keys"), {"keys": "off"})
    desk.post(reverse("size"), {"size": "larger"})
    desk.post(reverse("motion"), {"motion": "less"})

    html = desk.get("/help/").text

    assert '<html lang="en" data-theme="dark" data-size="larger" data-motion="less">' in html
    assert 'data-keys="off"' in html


def test_looks_that_there_are_not_are_not_kept(desk: Client) -> None:
    for name in ("theme", "size", "motion"):
        desk.post(reverse(name), {name: '"><script>'})

    assert '<html lang="en">' in desk.get("/help/").text


def test_the_board_tells_a_running_book_from_a_stopped_one(desk: Client) -> None:
    found = book(autonomy="ahead")
    url = reverse("board", args=[found.project.slug])

    going = desk.get(url).text
    running.stop(found.project_id, now=NOW)
    stopped = desk.get(url).text

    assert 'id="stop"' in going
    assert 'id="resume"' in stopped


def test_a_finished_book_leads_to_its_files_and_waits_for_nobody(desk: Client, book: Book) -> None:
    running.resume(book.project_id, now=NOW)

    board, shelf = desk.get(reverse("board", args=[book.project.slug])).text, desk.get("/").text

    assert "Export the book" in board
    assert 'id="n-you" data-n="0"' in board
    assert "All is accepted" in shelf
    assert "Being written" not in shelf


def test_without_a_model_the_one_button_leads_to_one(desk: Client, book: Book) -> None:
    from studio.models import Endpoint

    url = reverse("board", args=[book.project.slug])
    unit = book.unit("draft/s2/bed")
    unit.want(now=NOW)
    unit.save()
    assert 'id="resume"' in desk.get(url).text

    Endpoint.objects.all().delete()

    html = desk.get(url).text
    assert "Set up a model" in html
    assert 'id="resume"' not in html
    assert "Resume with" not in desk.get("/").text
