"""Leave: what its author confirmed in a plan starts, whatever else waits; a stop takes the leave of
all that, and who says go on gives it back."""

from studio.core.states import Work
from studio.models import Project, Unit


def take(project: Project) -> None:
    """Nothing starts any more, whatever was confirmed."""
    Unit.objects.in_project(project.pk).filter(is_granted=True).update(is_granted=False)


def give_back(project: Project) -> None:
    """What a plan wanted and has not got yet may start again."""
    wanted = Unit.objects.in_project(project.pk).filter(work=Work.PENDING, is_armed=False)
    wanted.exclude(plan=0).update(is_granted=True)
