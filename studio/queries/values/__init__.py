"""What the screens show: frozen values, filled by the queries and read by the templates.

Every text in them is already in the author's words, ids are safe as HTML ids, and nothing in
them can start a query. `url` stands where a line may lead to different kinds of page.
"""

from studio.queries.values.board import Board, Card, CheckupNote, Column, Mark, Progress, Step
from studio.queries.values.common import (
    BookHead,
    Link,
    Pill,
    Provenance,
    Spent,
    Trouble,
    Wait,
    Weight,
    Work,
)
from studio.queries.values.library import GoOn, LibraryBook, Share, Shelf
from studio.queries.values.pages import (
    ExportFile,
    ExportsPage,
    ModelAnswer,
    ModelPage,
    PlannedPassage,
    Preset,
    StepPage,
    Verdict,
)
from studio.queries.values.plan import (
    BriefView,
    Objection,
    OutlineLine,
    OutlineView,
    PlanChapter,
    PlanClaim,
    PlanField,
    PlanGroup,
    PlanItem,
    PlanSection,
    PlanStep,
    PlanView,
)
from studio.queries.values.proposed import ChangeBlock, ChangePart
from studio.queries.values.section import (
    BinderLine,
    ParagraphView,
    PassagePart,
    Remark,
    SectionPage,
    VersionLine,
)

__all__ = [
    "BinderLine",
    "Board",
    "BookHead",
    "BriefView",
    "Card",
    "ChangeBlock",
    "ChangePart",
    "CheckupNote",
    "Column",
    "ExportFile",
    "ExportsPage",
    "GoOn",
    "LibraryBook",
    "Link",
    "Mark",
    "ModelAnswer",
    "ModelPage",
    "Objection",
    "OutlineLine",
    "OutlineView",
    "ParagraphView",
    "PassagePart",
    "Pill",
    "PlanChapter",
    "PlanClaim",
    "PlanField",
    "PlanGroup",
    "PlanItem",
    "PlanSection",
    "PlanStep",
    "PlanView",
    "PlannedPassage",
    "Preset",
    "Progress",
    "Provenance",
    "Remark",
    "SectionPage",
    "Share",
    "Shelf",
    "Spent",
    "Step",
    "StepPage",
    "Trouble",
    "Verdict",
    "VersionLine",
    "Wait",
    "Weight",
    "Work",
]
