"""The rows behind the desk, for looking at only: books change through what their authors do."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from studio import models

if TYPE_CHECKING:
    Rows = admin.ModelAdmin[Any]
else:
    # Generic for the type checker only.
    Rows = admin.ModelAdmin


class Looked(Rows):
    """Rows that are looked at, never changed here."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(models.Project)
class Projects(Looked):
    list_display = ("title", "slug", "owner", "is_running", "commit_number", "tokens_spent")
    search_fields = ("title", "slug")


@admin.register(models.Unit)
class Units(Looked):
    list_display = ("key", "project", "standing", "work", "is_stale", "n_unmet", "held_words")
    list_filter = ("work", "standing", "is_stale")
    search_fields = ("key",)
    list_select_related = ("project",)


@admin.register(models.Artifact)
class Artifacts(Looked):
    list_display = ("unit", "number", "origin", "made_by", "cause", "n_words", "made_at")
    list_select_related = ("unit",)


@admin.register(models.Run)
class Runs(Looked):
    list_display = ("unit", "kind", "state", "outcome", "worker", "tokens_in", "tokens_out")
    list_filter = ("state", "kind")
    list_select_related = ("unit",)


@admin.register(models.Commit)
class Commits(Looked):
    list_display = ("project", "number", "kind", "by", "reason", "made_at")
    list_select_related = ("project",)


@admin.register(models.Finding)
class Findings(Looked):
    list_display = ("unit", "source", "severity", "state", "words")
    list_filter = ("state", "severity")
    list_select_related = ("unit",)


@admin.register(models.Endpoint)
class Endpoints(Looked):
    list_display = ("name", "base_url", "model", "context_tokens", "is_default")
    # A key is given, never shown again, not even here.
    exclude = ("api_key",)


@admin.register(models.Export)
class Exports(Looked):
    list_display = ("name", "project", "format", "commit_number", "made_at")
    list_select_related = ("project",)
