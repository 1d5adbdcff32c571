from tests import building
from tests.building import NOW
from studio.actions import judging
BOOK={"is_written": True}
def test_gone_paragraph(book):
    book.commit({"trust/draft/s2/bed": {"whole": False, "paragraphs": ["p1"], "reason": ""}})
    judging.edit_text(book.unit("draft/s2/bed").pk, "Entirely different.", actor_id=book.owner_id, cause="x", now=NOW)
    print(book.state().entry("trust/draft/s2/bed"), book.unit("draft/s2/bed").standing, book.unit("draft/s2/bed").current.paragraphs)
    u = book.unit("draft/s2/bed"); u.want(now=NOW); u.save()
    c = book.claim("draft/s2/bed")
    b = building.brief_of(c)
    print(b.kind, b.numbers)
def test_rewrite(book):
    book.write({"draft/s2/bed": "One two three.\n\nFour five six.\n"})
    book.commit({"trust/draft/s2/bed": {"whole": False, "paragraphs": ["p1"], "reason": ""}})
    u = book.unit("draft/s2/bed"); u.want(now=NOW); u.save()
    c = book.claim("draft/s2/bed")
    b = building.brief_of(c)
    print(b.kind, b.numbers, "One two" in b.sent)
def test_note_twice(book):
    pass
