"""What may be done with one thing that a book keeps track of: related, added to, removed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from studio.core.object_edits import LINKS
from studio.core.outline import Node
from studio.core.protocol import Kind, Protocol
from studio.core.state import Body
from studio.queries import values
from studio.queries.values import Option

MOST_LETTERS = 70
LINK_WORDS = dict(zip(LINKS, ("shows", "builds on", "comes after"), strict=True))


@dataclass(frozen=True, slots=True)
class Tracked:
    """All that things may be related to: objects, and the places of the outline."""

    protocol: Protocol
    objects: Mapping[str, Body]
    nodes: tuple[Node, ...]

    def object_ways(self, object_id: str, body: Body) -> values.PlanWays:
        """Of an object: its relations, those that it may have, and what may be added to it."""
        kind = body["kind"]
        own = [r for r in self.protocol.relations if kind in r.from_]
        reached = {k for r in own for k in r.to}
        titles = {r.name: r.title for r in self.protocol.relations}
        said = [(r["name"], r["to"]) for r in body.get("relations", ())]
        return values.PlanWays(
            key=f"object/{object_id}",
            relations=tuple(
                values.PlanRelation(n, to, titles.get(n, n), self._words(to)) for n, to in said
            ),
            names=tuple(Option(r.name, r.title) for r in own),
            targets=self._objects(reached - {""}, without=object_id),
            below=tuple(
                Option(k.slug, k.title)
                for k in self.protocol.kinds.values()
                if any(k.slug in r.from_ and kind in r.to for r in self.protocol.relations)
            ),
        )

    def section_ways(self, node: Node) -> values.PlanWays:
        """Of a section: what it shows, what it builds on, and what it comes after."""
        said = [(name, to) for name in LINKS for to in node.body.get(name, ())]
        places = tuple(
            Option(n.id, f"{n.number} {n.body['title']}") for n in self.nodes if n.id != node.id
        )
        return values.PlanWays(
            key=f"section/{node.id}",
            relations=tuple(
                values.PlanRelation(n, to, LINK_WORDS[n], self._words(to)) for n, to in said
            ),
            names=tuple(Option(name, words) for name, words in LINK_WORDS.items()),
            targets=(*self._objects(set(self.protocol.kinds) - {"constraint"}), *places),
        )

    def kinds(self) -> tuple[Option, ...]:
        """The kinds of which one more may be added."""
        has = {body["kind"] for body in self.objects.values()}
        found = self.protocol.kinds.values()
        return tuple(Option(k.slug, k.title) for k in found if not (k.one and k.slug in has))

    def adding(self, slug: str, to: str) -> values.PlanAdd | None:
        """The form of one thing more of a kind; None where the book has no such kind."""
        kind = self.protocol.kinds.get(slug)
        if kind is None:
            return None
        reached = {k for r in self.protocol.relations if slug in r.from_ for k in r.to}
        return values.PlanAdd(
            kind=slug,
            title=kind.title,
            purpose=kind.purpose,
            fields=_fields(kind),
            to=to,
            targets=self._objects(reached),
        )

    def _objects(self, kinds: Iterable[str], *, without: str = "") -> tuple[Option, ...]:
        wanted = set(kinds)
        return tuple(
            Option(i, f"{self.protocol.kinds[b['kind']].title}: {self._words(i)}")
            for i, b in self.objects.items()
            if b["kind"] in wanted and i != without
        )

    def _words(self, thing: str) -> str:
        body = self.objects.get(thing)
        if body is None:
            node = next((n for n in self.nodes if n.id == thing), None)
            return f"{node.number} {node.body['title']}" if node else thing
        said = body["fields"].get("name") or next(iter(body["fields"].values()), thing)
        return str(said) if len(str(said)) <= MOST_LETTERS else f"{str(said)[: MOST_LETTERS - 1]}…"


def filled(form: values.PlanAdd, told: Mapping[str, str], field: str, words: str) -> values.PlanAdd:
    """The form with what was written into it, and what is wrong with it."""
    known = {f.name for f in form.fields}
    return replace(
        form,
        fields=tuple(
            replace(f, value=told.get(f.name, ""), error=words if f.name == field else "")
            for f in form.fields
        ),
        error="" if field in known else words,
    )


def _fields(kind: Kind) -> tuple[values.PlanField, ...]:
    return tuple(
        values.PlanField(
            f.name, f.title, "", f.max > 80, help="" if f.required else "May stay empty."
        )
        for f in kind.fields
    )
