"""The method of a book: its steps with their instructions, and the kinds of text they write."""

from studio.core import keys, outline, prompts
from studio.core.protocol import UPDATE, Protocol, protocol_of
from studio.models import Project, Unit
from studio.models.artifact import Origin
from studio.queries import frame, values
from studio.queries.state import DbState
from studio.queries.values.method import DistrustPage, MethodPage, MethodStep, TextKind

REVISE = "-revise"


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
    sections = {keys.rest(k): body for k, body in state.kind("section").items()}
    units = Unit.objects.in_project(project.pk).exclude(current=None)
    rows = list(units.values_list("pass_slug", "current__n_words", "current__made_by"))
    models = units.filter(current__origin=Origin.MODEL)
    return DistrustPage(
        book=frame.book_head(project),
        kinds=tuple(
            TextKind(
                slug=step.slug,
                title=step.title,
                n_texts=sum(slug == step.slug for slug, _, _ in rows),
                words=sum(n for slug, n, _ in rows if slug == step.slug),
            )
            for step in reversed(protocol.composing)
        ),
        places=tuple(
            values.Link(f"{node.number} {node.body['title']}", node.id, node.level)
            for node in outline.ordered(sections)
        ),
        models=tuple(sorted({*models.values_list("current__made_by", flat=True)} - {""})),
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
