"""Live pages: what changed since the number that a page has, and text as it arrives.

From the server to the page only; whatever a person does goes by HTTP. The sockets of a page carry
fragments of HTML, each with the id of what it takes the place of, and a few messages in JSON.
"""

import time
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import Error
from django.http import QueryDict

from studio.web import access, arriving, fragments, listener, shared
from studio.web.arriving import Arriving
from studio.web.fragments import Parts, View

SIGNED_OUT, NO_SUCH_BOOK, TRY_LATER = 4403, 4404, 1013
SENTENCE_SECONDS = 1.0


class LivePage(AsyncWebsocketConsumer):
    """One open page of a book."""

    project_id = 0
    view = View("board", "sections")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.number, self.shape = 0, ""
        self.shown: dict[str, int] = {}
        self.places: dict[str, str] = {}
        self.n_sent: dict[int, int] = {}
        self.told_at: dict[int, float] = {}
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._leave()

    async def connect(self) -> None:
        """Lets the owner of the book in, and brings the page up to date."""
        # Only an accepted socket can be closed with a number that says why.
        await self.accept()
        user = self.scope["user"]
        if not user.is_authenticated:
            await self.close(SIGNED_OUT)
            return
        slug = self.scope["url_route"]["kwargs"]["book"]
        project = await database_sync_to_async(access.book_of)(user.pk, slug)
        if project is None:
            await self.close(NO_SUCH_BOOK)
            return
        query = QueryDict(self.scope["query_string"])
        self.view, self.project_id = fragments.view_of(query), project.pk
        await self.channel_layer.group_add(listener.group(project.pk), self.channel_name)
        await listener.join(project.pk)
        self.number = since(query.get("since", ""), project.change_number)
        if self.number < 0:
            await self.send(arriving.reset())
            return
        await self._bring(project.change_number, is_new=self.number == project.change_number)
        await self._bring_text()

    async def book_changed(self, event: dict[str, Any]) -> None:
        """The book is at a higher number."""
        number = listener.number(self.project_id)
        if number > self.number:
            await self._bring(number)
            # A part that was replaced has lost what had arrived in it since it was made.
            await self._bring_text()

    async def text_arrived(self, event: dict[str, Any]) -> None:
        """Text arrives somewhere in the book."""
        await self._bring_text()

    async def _bring(self, number: int, *, is_new: bool = False) -> None:
        wanted = shared.Wanted(self.project_id, number, self.view, self.number)
        try:
            parts = await shared.parts(wanted)
        except LookupError:
            await self.send(arriving.reset())
            return
        except Error:
            await self.close(TRY_LATER)
            return
        html = self._news(parts)
        # A page that was just loaded has all of this; it is only remembered.
        if html and not (is_new and parts.number == self.number):
            await self.send(html)
            self.n_sent.clear()
        self.number = parts.number

    def _news(self, parts: Parts) -> str:
        """The parts that this page does not have yet."""
        now = {part: hash(html) for part, html in parts.by_id.items()}
        news = {k: html for k, html in parts.by_id.items() if now[k] != self.shown.get(k)}
        if parts.shape != self.shape and parts.whole:
            news = {k: html for k, html in news.items() if not k.startswith(parts.within)}
            news["whole"] = parts.whole
        self.shown |= now
        self.shape, self.places = parts.shape, dict(parts.places)
        return "\n".join([*(html for k, html in news.items() if k != LAST), *_last(news)])

    async def _bring_text(self) -> None:
        for text in listener.texts(self.project_id).values():
            if self.view.page == "section" and text.section_id == self.view.what:
                await self._send_delta(text)
            elif self.view.page == "board":
                await self._send_sentence(text)

    async def _send_delta(self, text: Arriving) -> None:
        target = self.places.get(text.unit_key, "")
        if target:
            n_sent = self.n_sent.get(text.run_id, 0)
            message, self.n_sent[text.run_id] = arriving.delta(target, text.text, n_sent)
            await self.send(message)

    async def _send_sentence(self, text: Arriving) -> None:
        now, target = time.monotonic(), self.places.get(text.unit_key, "")
        if target and now - self.told_at.get(text.run_id, 0.0) >= SENTENCE_SECONDS:
            self.told_at[text.run_id] = now
            await self.send(arriving.sentence(target, text.last_sentence))

    async def _leave(self) -> None:
        if self.project_id:
            listener.leave(self.project_id)
            await self.channel_layer.group_discard(
                listener.group(self.project_id), self.channel_name
            )


class Nowhere(AsyncWebsocketConsumer):
    """What answers at every other address."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NO_SUCH_BOOK)


# The number of the change goes last: a page that got only half of it asks for all of it again.
LAST = "change-number"


def since(told: str, current: int) -> int:
    """The number that a page says it has; the current one where it says none, -1 for nonsense."""
    if not told:
        return current
    number = int(told) if told.isdecimal() and len(told) < 18 else -1
    return number if number <= current else -1


def _last(news: dict[str, str]) -> list[str]:
    return [news[LAST]] if LAST in news else []
