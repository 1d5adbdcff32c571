"""Every address of the desk: nouns, and for what changes something a verb at the end."""

from django.contrib import admin
from django.urls import path

from studio.web.views import (
    activity,
    attempts,
    board,
    book_settings,
    brief,
    change,
    errors,
    exports,
    go,
    health,
    help,
    history,
    library,
    model,
    new_book,
    outline,
    plan,
    preferences,
    read,
    remarks,
    review,
    search,
    section,
    selection,
    settings,
    sign_in,
    stats,
    undo,
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
    path("go/", go.anywhere, name="go_anywhere"),
    path("settings/", settings.page, name="settings"),
    path("settings/take-back/", settings.take_back, name="take_back"),
    path("settings/model/", model.page, name="model"),
    path("settings/model/add/", model.add, name="model_add"),
    path("settings/model/<int:model>/", model.edit, name="model_edit"),
    path("settings/model/<int:model>/remove/", model.remove, name="model_remove"),
    path("settings/model/<int:model>/first/", model.first, name="model_first"),
    path("settings/model/<int:model>/test/", model.test, name="model_test"),
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
    path("b/<slug:book>/mend/", board.mend, name="mend"),
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
    # how it is written, and for how much
    path("b/<slug:book>/settings/", book_settings.page, name="book_settings"),
    path("b/<slug:book>/settings/models/", book_settings.set_models, name="book_models"),
    path("b/<slug:book>/settings/put-away/", book_settings.put_away, name="put_away"),
    path("b/<slug:book>/settings/delete/", book_settings.delete, name="delete_book"),
    path("b/<slug:book>/limit/", book_settings.limit, name="limit"),
    path("b/<slug:book>/limit/raise/", book_settings.raise_limit, name="raise_limit"),
    # what was decided
    path("b/<slug:book>/activity/", activity.page, name="activity"),
    path("b/<slug:book>/activity/<int:number>/", activity.change, name="activity_change"),
    path("b/<slug:book>/activity/<int:number>/book/", activity.past, name="activity_book"),
    path(
        "b/<slug:book>/activity/<int:older>...<int:newer>/",
        activity.compare,
        name="activity_compare",
    ),
    path("b/<slug:book>/names/", history.names, name="names"),
    path("b/<slug:book>/names/<int:named>/forget/", history.forget_name, name="forget_name"),
    path("b/<slug:book>/activity/<int:number>/undo/", undo.change, name="undo"),
    # looked through as a whole
    path("b/<slug:book>/go/", go.page, name="go"),
    path("b/<slug:book>/search/", search.page, name="search"),
    path("b/<slug:book>/search/replace/", search.replace, name="replace"),
    # what waits for its author, one thing at a time
    path("b/<slug:book>/review/", review.page, name="review"),
    path("b/<slug:book>/review/accept/", review.accept, name="review_accept"),
    path("b/<slug:book>/review/choose/", review.choose, name="review_choose"),
    path("b/<slug:book>/review/keep/", review.keep, name="review_keep"),
    path("b/<slug:book>/review/retry/", review.retry, name="review_retry"),
    path("b/<slug:book>/review/send-back/", review.send_back, name="review_send_back"),
    path("b/<slug:book>/review/defer/", review.defer, name="review_defer"),
    path("b/<slug:book>/review/begin-again/", review.again, name="review_again"),
    # to be read through
    path("b/<slug:book>/read/", read.page, name="read"),
    path("b/<slug:book>/read/accept/", read.accept, name="read_accept"),
    path("b/<slug:book>/read/mark/", read.mark, name="read_mark"),
    path("b/<slug:book>/read/remark/", read.remark, name="read_remark"),
    path("b/<slug:book>/read/at/<str:section>/", read.section, name="read_section"),
    path("b/<slug:book>/read/<str:chapter>/", read.page, name="read_chapter"),
    # what is held against it
    path("b/<slug:book>/findings/", remarks.page, name="remarks"),
    path("b/<slug:book>/findings/set-aside/", remarks.set_aside, name="set_remarks_aside"),
    path("b/<slug:book>/findings/rewrite/", remarks.rewrite, name="rewrite_remarks"),
    # how it was written, and what that took
    path("b/<slug:book>/runs/", attempts.page, name="attempts"),
    path("b/<slug:book>/runs/<int:attempt>/", attempts.attempt, name="attempt"),
    path("b/<slug:book>/runs/<int:attempt>/stop/", attempts.stop, name="stop_attempt"),
    path("b/<slug:book>/runs/<int:attempt>/retry/", attempts.retry, name="retry_attempt"),
    path("b/<slug:book>/why/<path:unit>/", attempts.why, name="why"),
    path("b/<slug:book>/stats/", stats.page, name="stats"),
    # its sections
    path("b/<slug:book>/s/<str:section>/", section.page, name="section"),
    path("b/<slug:book>/s/<str:section>/accept/", section.accept, name="accept_section"),
    path("b/<slug:book>/s/<str:section>/choose/", section.choose, name="choose_section"),
    path("b/<slug:book>/s/<str:section>/send-back/", section.send_back, name="send_back_section"),
    path("b/<slug:book>/s/<str:section>/rewrite/", selection.rewrite, name="rewrite_selection"),
    path("b/<slug:book>/s/<str:section>/stop/", section.stop, name="stop_section"),
    path("b/<slug:book>/s/<str:section>/lock/", section.lock, name="lock_section"),
    path("b/<slug:book>/s/<str:section>/write/", write.page, name="write"),
    path("b/<slug:book>/s/<str:section>/write/draft/", write.draft, name="write_draft"),
    path("b/<slug:book>/s/<str:section>/write/merge/", write.merge, name="write_merge"),
    path("b/<slug:book>/s/<str:section>/history/", history.page, name="section_history"),
    path("b/<slug:book>/s/<str:section>/restore/", history.restore, name="restore_version"),
    path(
        "b/<slug:book>/s/<str:section>/restore/paragraph/",
        history.restore_paragraph,
        name="restore_paragraph",
    ),
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
