"""The rows that keep a book: one noun a file; a row's state changes only in its own methods."""

from studio.models import statements
from studio.models.artifact import Artifact, Blob, Read
from studio.models.backup import Backup
from studio.models.cell import Cell
from studio.models.checkup import Checkup
from studio.models.commit import Commit
from studio.models.draft import Draft
from studio.models.endpoint import Endpoint
from studio.models.entry import Entry
from studio.models.errand import Errand
from studio.models.export import Export
from studio.models.finding import Finding
from studio.models.judged import Judged
from studio.models.named import Named
from studio.models.project import Project
from studio.models.review import Review
from studio.models.run import Partial, Reply, Run
from studio.models.signin import SignInLink
from studio.models.unit import Requirement, Unit

__all__ = [
    "Artifact",
    "Backup",
    "Blob",
    "Cell",
    "Checkup",
    "Commit",
    "Draft",
    "Endpoint",
    "Entry",
    "Errand",
    "Export",
    "Finding",
    "Judged",
    "Named",
    "Partial",
    "Project",
    "Read",
    "Reply",
    "Requirement",
    "Review",
    "Run",
    "SignInLink",
    "Unit",
    "statements",
]
