"""Every address of the desk: nouns, and for what changes something a verb at the end."""

from django.contrib import admin
from django.urls import path

from studio.web.views import (
    activity,
    board,
    brief,
    change,
    errors,
    exports,
    health,
    help,
    history,
    library,
    model,
    new_book,
    outline,
    plan,
    preferences,
    section,
    sign_in,
    unit,
    write,
)

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.broken

urlpatterns = [
    path("", library.page, name="library"),
    path("new/", new_book.page, name="new_book"),
    path("help/", help.page, name="help"),
    path("settings/model/", model.page, name="model"),
    path("settings/theme/", preferences.theme, name="theme"),
    path("settings/keys/", preferences.keys, name="keys"),
    # who it is
    path("sign-in/", sign_in.page, name="sign_in"),
    path("sign-in/<str:secret>/", sign_in.by_link, name="sign_in_by_link"),
    path("sign-out/", sign_in.out, name="sign_out"),
    # a book and its work
    path("b/<slug:book>/", board.page, name="board"),
    path("b/<slug:book>/resume/", board.resume, name="resume"),
    path("b/<slug:book>/stop/", board.stop, name="stop"),
    path("b/<slug:book>/_/changes/", board.changes, name="changes"),
    # its plan
    path("b/<slug:book>/brief/", brief.page, name="brief"),
    path("b/<slug:book>/outline/", outline.page, name="outline"),
    path("b/<slug:book>/outline/add/", outline.add, name="outline_add"),
    path("b/<slug:book>/outline/<str:section>/edit/", outline.edit, name="outline_edit"),
    path("b/<slug:book>/outline/<str:section>/move/", outline.move, name="outline_move"),
    path("b/<slug:book>/plan-of-book/", plan.page, name="plan_of_book"),
    path("b/<slug:book>/plan-of-book/accept/", plan.accept, name="plan_accept"),
    path("b/<slug:book>/plan-of-book/send-back/", plan.send_back, name="plan_send_back"),
    path("b/<slug:book>/plan-of-book/<str:item>/edit/", plan.edit, name="plan_edit"),
    # a change of it, before it is made
    path("b/<slug:book>/plan/", change.page, name="change"),
    path("b/<slug:book>/distrust/", change.distrust, name="distrust"),
    path("b/<slug:book>/method/", change.instructions, name="method"),
    path("b/<slug:book>/method/<slug:step>/", change.instructions, name="method_step"),
    path("b/<slug:book>/limit/", change.limit, name="limit"),
    # what was decided
    path("b/<slug:book>/activity/", activity.page, name="activity"),
    path("b/<slug:book>/activity/<int:number>/", activity.change, name="activity_change"),
    path("b/<slug:book>/activity/<int:number>/book/", activity.past, name="activity_book"),
    path(
        "b/<slug:book>/activity/<int:older>...<int:newer>/",
        activity.compare,
        name="activity_compare",
    ),
    # its sections
    path("b/<slug:book>/s/<str:section>/", section.page, name="section"),
    path("b/<slug:book>/s/<str:section>/accept/", section.accept, name="accept_section"),
    path("b/<slug:book>/s/<str:section>/send-back/", section.send_back, name="send_back_section"),
    path("b/<slug:book>/s/<str:section>/stop/", section.stop, name="stop_section"),
    path("b/<slug:book>/s/<str:section>/lock/", section.lock, name="lock_section"),
    path("b/<slug:book>/s/<str:section>/write/", write.page, name="write"),
    path("b/<slug:book>/s/<str:section>/write/draft/", write.draft, name="write_draft"),
    path("b/<slug:book>/s/<str:section>/write/merge/", write.merge, name="write_merge"),
    path("b/<slug:book>/s/<str:section>/history/", history.page, name="section_history"),
    path("b/<slug:book>/s/<str:section>/restore/", history.restore, name="restore_version"),
    path(
        "b/<slug:book>/s/<str:section>/p/<str:paragraph>/edit/",
        section.edit_paragraph,
        name="edit_paragraph",
    ),
    path("b/<slug:book>/remarks/<str:remark>/settle/", section.settle, name="settle_remark"),
    # its steps without prose
    path("b/<slug:book>/u/<path:unit>/accept/", unit.accept, name="accept_unit"),
    path("b/<slug:book>/u/<path:unit>/send-back/", unit.send_back, name="send_back_unit"),
    path("b/<slug:book>/u/<path:unit>/stop/", unit.stop, name="stop_unit"),
    path("b/<slug:book>/u/<path:unit>/", unit.page, name="unit"),
    # its files
    path("b/<slug:book>/exports/", exports.page, name="exports"),
    path("b/<slug:book>/exports/<int:file>/", exports.file, name="export_file"),
    # for those who keep it running
    path("healthz", health.page, name="healthz"),
    path("admin/", admin.site.urls),
]
