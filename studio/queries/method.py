"""The method of a book: its steps with their instructions, and the kinds of text they write."""

from django.db.models import Count, Sum

from studio.core import keys, prompts
from studio.core.protocol import UPDATE, Protocol, protocol_of
from studio.models import Project, Unit
from studio.models.artifact import Origin
from studio.queries import frame, sequence, values
from studio.queries.state import DbState
from studio.queries.values.method import DistrustPage, MethodPage, MethodStep, TextKind

REVISE = "-revise"
# Of a longer outline chapters alone are offered.
MOST_PLACES = 500
_WORDS = Sum("current__n_words")


def method_page(project: Project, *, editing: str = "") -> MethodPage:
    """The steps of the method; LookupError where none has the name of the one to be edited."""
    state = DbState(project.pk)
    protocol = protocol_of(state)
    bodies = {keys.rest(key): body for key, body in state.kind("pass").items()}
    if editing and editing not in bodies:
        raise LookupError(editing)
    prompt = str(bodies[editing]["prompt"]) if editing else ""
    steps = [
        MethodStep(
            slug=slug,
            title=title(slug, protocol),
            purpose=prompts.parse(str(bodies[slug]["prompt"])).purpose,
            is_check=slug not in protocol.passes and slug != UPDATE,
            is_editing=slug == editing,
        )
        for slug in _in_order(protocol)
        if slug in bodies
    ]
    return MethodPage(
        book=frame.book_head(project),
        title=protocol.title,
        steps=tuple(steps),
        prompt=prompt,
        blanks=tuple(prompts.blanks(prompts.parse(prompt))) if prompt else (),
    )


def distrust_page(project: Project) -> DistrustPage:
    """What of the book's texts may be distrusted at once."""
    state = DbState(project.pk)
    protocol = protocol_of(state)
    lines, n_lines = sequence.part(project.pk, most=MOST_PLACES)
    if n_lines > MOST_PLACES:
        # A section by itself is distrusted on its own page.
        lines = sequence.headings(project.pk, most=2 * MOST_PLACES)
    units = Unit.objects.in_project(project.pk).exclude(current=None)
    of_step = units.order_by().values_list("pass_slug")
    sums = {s: (n, words) for s, n, words in of_step.annotate(n=Count("pk"), words=_WORDS)}
    models = units.filter(current__origin=Origin.MODEL).order_by("current__made_by")
    names = models.values_list("current__made_by", flat=True).distinct()
    return DistrustPage(
        book=frame.book_head(project),
        kinds=tuple(
            TextKind(
                slug=step.slug,
                title=step.title,
                n_texts=sums.get(step.slug, (0, 0))[0],
                words=sums.get(step.slug, (0, 0))[1],
            )
            for step in reversed(protocol.composing)
        ),
        places=tuple(
            values.Link(f"{line.number} {line.title}", line.id, line.level) for line in lines
        ),
        models=tuple(name for name in names if name),
    )


def _in_order(protocol: Protocol) -> list[str]:
    found: list[str] = []
    for step in protocol.composing:
        found.append(step.slug)
        for gate in step.gates:
            found += [gate, f"{gate}{REVISE}"]
    return list(dict.fromkeys([*found, UPDATE]))


def title(slug: str, protocol: Protocol) -> str:
    """The name of what has instructions of its own: a step, a check, a mending."""
    if slug in protocol.passes:
        return protocol.passes[slug].title
    if slug == UPDATE:
        return "The plan, read off the text"
    gate = protocol.gates[slug.removesuffix(REVISE)]
    return f"{gate.title}: mending what it found" if slug.endswith(REVISE) else gate.title
