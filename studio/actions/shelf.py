"""Books put away, taken back, and deleted for good."""

import shutil
from datetime import datetime

from django.conf import settings
from django.db import connection, transaction
from django.db.models import CASCADE

from studio.actions.refusals import Refused
from studio.models import Artifact, Project, Run, Unit


class NotItsName(Refused):
    """That is not the short name of this book, so nothing was deleted."""


class BeingWritten(Refused):
    """Something is being written in this book now. Stop it first; that takes a second or two."""


def put_away(project_id: int, *, now: datetime) -> None:
    """Stops a book and takes it off the shelf; nothing of it is lost."""
    with transaction.atomic():
        project = Project.locked(project_id)
        project.pause("Put away.")
        Run.objects.active().filter(project=project).update(is_stop_asked=True)
        project.archived_at = now
        project.next_change()
        project.save()


def take_back(slug: str, *, owner_id: int) -> Project | None:
    """Puts a book back on its owner's shelf."""
    found = Project.objects.filter(slug=slug, owner_id=owner_id).exclude(archived_at=None)
    with transaction.atomic():
        project = found.select_for_update(no_key=True).first()
        if project is not None:
            project.archived_at = None
            project.pause("Taken back.")
            project.save()
        return project


def delete(project_id: int, *, typed: str) -> None:
    """Deletes a book with all its versions and files, if its short name was typed."""
    with transaction.atomic():
        project = Project.locked(project_id)
        if typed.strip() != project.slug:
            raise NotItsName
        if Run.objects.active().filter(project=project).exists():
            raise BeingWritten
        remove(project)
    # Files that somebody took elsewhere are theirs.
    shutil.rmtree(settings.STUDIO.data / "exports" / project.slug, ignore_errors=True)


def remove(project: Project) -> None:
    """Removes a book with all that belongs to it."""
    Unit.objects.filter(project=project).update(
        current=None, candidate=None, standing="none", work="idle"
    )
    Run.objects.filter(project=project).update(base=None)
    for relation in Artifact._meta.related_objects:
        if relation.on_delete is CASCADE:
            own = {f"{relation.field.name}__project": project}
            relation.related_model._default_manager.filter(**own).delete()
    with connection.cursor() as cursor:
        # All at once: versions are made from one another, and one by one would take for ever.
        cursor.execute("DELETE FROM studio_artifact WHERE project_id = %s", [project.pk])
    project.delete()
