"""How many queries a page takes, of short books and of long ones."""

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import building
from tests.building import Book


def written(n_sections: int) -> Book:
    """A book of so many sections, each accepted by rule and with a remark."""
    from tests.web import browsers

    lines = [f"s{n} Section {n}\n    - only: Text {n} is here." for n in range(1, n_sections + 1)]
    drawing = "\n".join(lines)
    found = building.book(drawing, is_running=False)
    found.write(building.texts(drawing), by="policy")
    for n in range(1, n_sections + 1):
        browsers.remark(found, f"draft/s{n}/only")
    return found


def queries(desk: Client, room: str, n_sections: int) -> int:
    """The queries of a room of a book with so many sections."""
    return of(desk, reverse(room, args=[written(n_sections).project.slug]))


def whole(desk: Client, n_sections: int) -> int:
    """The queries of the whole book on one page."""
    return of(desk, reverse("read", args=[written(n_sections).project.slug]) + "?whole")


def of(desk: Client, url: str) -> int:
    """The queries of a page that was opened before."""
    desk.get(url)
    with CaptureQueriesContext(connection) as captured:
        assert desk.get(url).status_code == 200
    return len(captured)
