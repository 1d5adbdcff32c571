"""The plan of a book as prose, its brief and its outline: what stands, with a proposal over it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from studio.core import doubt, keys, outline
from studio.core.outline import Node
from studio.core.protocol import Kind, Protocol, protocol_of
from studio.core.state import Body
from studio.core.states import Work
from studio.models import Partial, Project, Unit
from studio.queries import book_units, frame, values, wide
from studio.queries.plan_ways import Tracked
from studio.queries.proposed import proposed_state
from studio.queries.seen import seen_digest
from studio.queries.state import DbState
from studio.queries.version_lines import version_line

# Of a longer list a part is shown at a time.
MOST_SHOWN = 100
CLAIMS, CHAPTERS = "claims", "chapters"
OPENINGS = {"argument": "Your book argues:", "novel": "Your story is about this:"}


def plan_view(
    project: Project,
    *,
    editing: str = "",
    adding: str = "",
    to: str = "",
    part: tuple[str, int] = ("", 0),
) -> values.PlanView:
    """The plan to be read in one go and changed at any place; one item of it may be open for
    editing, or the form of one thing more. Of a long list a part is shown: `part` names a list and
    from where on."""
    plan = _Plan.of(project, editing, part)
    units = list(
        Unit.objects.in_project(project.pk)
        .filter(section_id="")
        .select_related("candidate", "current")
        .order_by("place")
    )
    waiting = [u for u in units if u.work in (Work.REVIEW, Work.HELD) and u.candidate_id]
    working = [u for u in units if u.work in (Work.ACTIVE, Work.PENDING)]
    desk = wide.ahead(project)
    chapters, chapters_rest = plan.chapters()
    claims, claims_rest = plan.claims()
    leaves = [n for n in plan.nodes if n.is_leaf]
    return values.PlanView(
        book=frame.book_head(project),
        state=_state(units),
        opening=OPENINGS.get(project.protocol_slug, "Your book:"),
        thesis=plan.main(),
        claims=claims,
        claims_rest=claims_rest,
        groups=plan.groups(),
        chapters=chapters,
        chapters_rest=chapters_rest,
        words=sum(int(n.body.get("words", 0)) for n in leaves),
        section_count=len(leaves),
        seen=seen_digest(project.pk, ""),
        can_accept=bool(waiting) and not working,
        cannot_words=_cannot(waiting, working),
        can_send_back=bool(waiting),
        steps=tuple(_step(u, plan, u in waiting) for u in units),
        next_words=_next(project, desk.next_words(), has_plan=bool(chapters), waits=bool(waiting)),
        partial=_partial(units),
        kinds=plan.tracked.kinds() if plan.objects or plan.nodes else (),
        adding=plan.tracked.adding(adding, to) if adding else None,
        versions=tuple(
            values.Link(f"Version {line.number}: {line.cause}")
            for u in units
            for a in u.artifacts.select_related("unit").order_by("-pk")[:6]
            for line in [version_line(a)]
        ),
    )


def brief_view(project: Project) -> values.BriefView:
    """The brief's frame; its fields are the form's."""
    return values.BriefView(book=frame.book_head(project))


@dataclass(frozen=True, slots=True)
class _Plan:
    """The plan as its author sees it, and which of its lines are new or being edited."""

    state: DbState
    protocol: Protocol
    objects: Mapping[str, Body]
    nodes: tuple[Node, ...]
    new: frozenset[str]
    editing: str
    part: tuple[str, int]
    # By id what leads to a thing.
    leading: Mapping[str, list[str]]

    @classmethod
    def of(cls, project: Project, editing: str, part: tuple[str, int]) -> "_Plan":
        state, new = proposed_state(project)
        sections = {keys.rest(k): body for k, body in state.kind("section").items()}
        objects = {
            keys.rest(k): body
            for k, body in sorted(state.kind("object").items(), key=lambda kv: _natural(kv[0]))
        }
        leading: dict[str, list[str]] = {}
        for object_id, body in objects.items():
            for other in _leads_to(body):
                leading.setdefault(other, []).append(object_id)
        return cls(
            state=state,
            protocol=protocol_of(state),
            objects=objects,
            nodes=tuple(outline.ordered(sections)),
            new=frozenset(new),
            editing=editing,
            part=part,
            leading=leading,
        )

    @property
    def tracked(self) -> Tracked:
        return Tracked(self.protocol, self.objects, self.nodes)

    def item(self, object_id: str, body: Body) -> values.PlanItem:
        kind = self.protocol.kinds[body["kind"]]
        name = str(body["fields"].get(kind.name_field, "")) if kind.name_field else ""
        said = [str(v).strip() for f, v in body["fields"].items() if f != kind.name_field and v]
        is_editing = self.editing == object_id
        return values.PlanItem(
            id=object_id,
            text=" — ".join(said),
            name=name,
            kind=kind.title,
            is_new=keys.object_(object_id) in self.new,
            is_distrusted=bool(doubt.doubted_by(body)),
            is_editing=is_editing,
            fields=_object_fields(kind, body) if is_editing else (),
            ways=self.tracked.object_ways(object_id, body) if is_editing else None,
        )

    def section_item(self, node: Node) -> values.PlanItem:
        is_editing = self.editing == node.id
        return values.PlanItem(
            id=node.id,
            text=str(node.body.get("synopsis", "")) or "…",
            name=str(node.body["title"]),
            kind=str(node.body.get("role", "section")),
            is_new=keys.section(node.id) in self.new,
            is_distrusted=bool(doubt.doubted_by(node.body)),
            is_editing=is_editing,
            fields=section_fields(node.body) if is_editing else (),
            ways=self.tracked.section_ways(node) if is_editing else None,
        )

    def main(self) -> values.PlanItem | None:
        return next((self.item(i, b) for i, b in self._of_one_kinds()), None)

    def claims(self) -> tuple[tuple[values.PlanClaim, ...], values.PlanRest | None]:
        """What leads to the main thought, each with what leads to it."""
        found, rest = self._shown(CLAIMS, self._claim_ids())
        return tuple(self._claim(i) for i in found), rest

    def groups(self) -> tuple[values.PlanGroup, ...]:
        """All else that the book keeps track of, by kind."""
        above = self._shown_above()
        of_kind: dict[str, list[str]] = {}
        for i, body in self.objects.items():
            if i not in above:
                of_kind.setdefault(body["kind"], []).append(i)
        groups = []
        for kind in self.protocol.kinds.values():
            if ids := of_kind.get(kind.slug):
                found, rest = self._shown(kind.slug, ids)
                items = tuple(self.item(i, self.objects[i]) for i in found)
                title = kind.plural[:1].upper() + kind.plural[1:]
                groups.append(values.PlanGroup(title, items, kind.purpose, rest))
        return tuple(groups)

    def chapters(self) -> tuple[tuple[values.PlanChapter, ...], values.PlanRest | None]:
        below: dict[str, list[Node]] = {}
        for node in self.nodes:
            below.setdefault(node.number.split(".")[0], []).append(node)
        tops = {node.id: within for within in below.values() for node in within[:1]}
        within = {n.id: top for top, nodes in tops.items() for n in nodes}
        found, rest = self._shown(CHAPTERS, list(tops), within.get(self.editing, ""))
        return tuple(self._chapter(tops[i][0], tops[i][1:]) for i in found), rest

    def _shown(
        self, name: str, ids: list[str], editing: str = ""
    ) -> tuple[list[str], values.PlanRest | None]:
        """The part of a list that is shown, and where the others begin; where all of it is, None.
        What is being edited is among what is shown."""
        if len(ids) <= MOST_SHOWN:
            return ids, None
        first = self.part[1] if self.part[0] == name else 0
        edited = editing or self.editing
        first = ids.index(edited) if edited in ids else min(first, len(ids) - 1)
        first -= first % MOST_SHOWN
        shown = ids[first : first + MOST_SHOWN]
        after = first + MOST_SHOWN if first + MOST_SHOWN < len(ids) else 0
        before = max(0, first - MOST_SHOWN) if first else None
        return shown, values.PlanRest(name, first, first + len(shown), len(ids), before, after)

    def _chapter(self, node: Node, below: Sequence[Node]) -> values.PlanChapter:
        own = below or [node]
        return values.PlanChapter(
            number=node.number,
            item=self.section_item(node),
            words=sum(int(n.body.get("words", 0)) for n in own if n.is_leaf),
            sections=tuple(
                values.PlanSection(
                    number=n.number,
                    item=self.section_item(n),
                    words=int(n.body.get("words", 0)),
                    establishes=self._said(n.body.get("establishes", ())),
                    uses=self._said(n.body.get("uses", ())),
                )
                for n in below
            ),
        )

    def _claim(self, object_id: str) -> values.PlanClaim:
        below = [(i, self.objects[i]) for i in self.leading.get(object_id, ())]
        against = [(i, b) for i, b in below if b["kind"] == "objection"]
        return values.PlanClaim(
            item=self.item(object_id, self.objects[object_id]),
            because=tuple(self.item(i, b) for i, b in below if b["kind"] != "objection"),
            objections=tuple(values.Objection(self.item(i, b)) for i, b in against),
        )

    def _of_one_kinds(self) -> list[tuple[str, Body]]:
        ones = {k.slug for k in self.protocol.kinds.values() if k.one}
        return [(i, b) for i, b in self.objects.items() if b["kind"] in ones]

    def _claim_ids(self) -> list[str]:
        """What leads to the main thought, in order."""
        found = {i for main, _ in self._of_one_kinds() for i in self.leading.get(main, ())}
        return [i for i in self.objects if i in found]

    def _shown_above(self) -> set[str]:
        claims = self._claim_ids()
        below = {i for claim in claims for i in self.leading.get(claim, ())}
        return {i for i, _ in self._of_one_kinds()} | set(claims) | below

    def _said(self, ids: Iterable[str]) -> tuple[str, ...]:
        bodies = [self.objects[i] for i in ids if i in self.objects]
        return tuple(str(next(iter(b["fields"].values()), "")) for b in bodies)


def _leads_to(body: Body) -> set[str]:
    return {r["to"] for r in body.get("relations", ()) if r["name"] != "clarifies"}


def _natural(key: str) -> tuple[str, int, str]:
    """claim-2 stands before claim-10."""
    stem, _, number = key.rpartition("-")
    return (stem, int(number), "") if number.isdigit() else (key, 0, "")


def section_fields(body: Body) -> tuple[values.PlanField, ...]:
    """The fields of a section as its edit form shows them."""
    return (
        values.PlanField("title", "Title", str(body["title"])),
        values.PlanField("synopsis", "What happens in it", str(body.get("synopsis", "")), True),
        values.PlanField("words", "Words", str(body.get("words", 0)), is_number=True),
        values.PlanField("done_when", "It is done when", str(body.get("done_when", "")), True),
    )


def _object_fields(kind: Kind, body: Body) -> tuple[values.PlanField, ...]:
    return tuple(
        values.PlanField(f.name, f.title, str(body["fields"].get(f.name, "")), f.max > 80)
        for f in kind.fields
    )


def line_state(states: list[values.Work]) -> values.Work:
    """The one word for several steps: of the first that is not done."""
    order: tuple[values.Work, ...] = ("active", "held", "review", "pending", "none", "reopened")
    return next((s for s in order if s in states), "accepted" if states else "none")


def _step(unit: Unit, plan: _Plan, waits: bool) -> values.PlanStep:
    return values.PlanStep(
        key=unit.key,
        title=plan.protocol.passes[unit.pass_slug].title,
        waits=waits,
        has_text=unit.current_id is not None,
        is_distrusted=plan.state.entry(keys.trust(unit.key)) is not None,
        is_stale=unit.is_stale,
        is_locked=unit.is_pinned,
    )


def _state(units: list[Unit]) -> values.Work:
    return line_state([book_units.state_of(u.work, u.standing) for u in units])


def _cannot(waiting: list[Unit], working: list[Unit]) -> str:
    if waiting and working:
        return "The rest of the plan is still being proposed; you can accept it as a whole then."
    return ""


def _next(project: Project, next_words: str, *, has_plan: bool, waits: bool) -> str:
    if waits:
        return "When you accept it, the first section is planned and written."
    if has_plan:
        return ""
    if project.is_running:
        return f"{next_words or 'The plan'} comes next; it appears here by itself."
    return "Press Resume on the board and a plan is proposed. Nothing is written before you agree."


def _partial(units: list[Unit]) -> str:
    """A plan arrives as data, not as prose; what is shown is only that it does."""
    active = [u.pk for u in units if u.work == Work.ACTIVE]
    rows = Partial.objects.filter(run__unit_id__in=active, run__state="active")
    text = rows.values_list("text", flat=True).first()
    return f"The plan is arriving: {len(text.split())} words so far." if text else ""
