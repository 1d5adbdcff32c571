"""What the last check of a book found, in its author's words."""

from collections import Counter

from studio.models import Checkup, Project
from studio.queries.values import CheckupNote
from studio.queries.verify import HARMLESS

# What a violation means to an author, by the repair that it takes.
_MEANINGS = {
    "recompute": "What some texts were written from is noted wrongly.",
    "mark": "Some marks of “basis changed” are missing, or stand where they should not.",
    "count": "What waits for what, or what is set aside for attempts, is counted wrongly.",
    "release": "Something counts as being written, but nobody writes it.",
    "end": "An attempt counts as under way although it has ended.",
    "stand": "The board does not show the state that the book gives some texts.",
    "judge": "A text is accepted although a check of it is not on record.",
    "restore": "Something that was kept is missing, or is not as it was kept.",
    "undo": "A rule put another text in the place of one of yours.",
    "limit": "More was spent than the limit allows.",
    "report": "An attempt left something that it should not have left.",
}
_ADVICE = {
    "judge": "Distrust that text to have it written and checked again, or accept it yourself.",
    "restore": "Bring your last backup back into an empty folder.",
    "undo": "Look at what happened last, and undo it.",
    "limit": "Raise the limit, or leave it: nothing more is written until then.",
    "report": "Your text is whole; tell whoever looks after this program.",
}


def note(project: Project) -> CheckupNote | None:
    """What is to be said on the board; nothing where the last check found nothing wrong."""
    last = Checkup.objects.filter(project=project, n_found__gt=0).first()
    if last is None:
        return None
    counted = Counter(repair for *_, repair in last.found)
    return CheckupNote(
        n_found=last.n_found,
        meanings=tuple(_MEANINGS[repair] for repair in counted),
        advice=tuple(_ADVICE[repair] for repair in counted if repair in _ADVICE),
        n_mendable=sum(n for repair, n in counted.items() if repair in HARMLESS),
        made_at=last.made_at,
    )
