"""Signing in by a link that works once, or by account and password; signing out."""

from django.contrib import auth
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from studio.actions import signin
from studio.web import answers
from studio.web.forms import SignIn

BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
@never_cache
@login_not_required
def page(request: HttpRequest) -> HttpResponse:
    """Asks for account and password."""
    form = SignIn(request, request.POST or None)
    following = request.POST.get("next") or request.GET.get("next", "")
    if request.method == "POST" and form.is_valid():
        auth.login(request, form.get_user())
        return redirect(answers.inside(request, following) or "library")
    if request.method != "POST" and request.user.is_authenticated:
        return redirect("library")
    status = 422 if form.is_bound else 200
    return render(request, "sign_in/page.html", {"form": form, "next": following}, status=status)


@require_GET
@never_cache
@login_not_required
def by_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Signs in whoever follows a link for the first time.

    A GET may do so because its secret is spent by it; what only looks ahead does not spend it.
    """
    if request.user.is_authenticated:
        return redirect("library")
    if "prefetch" in request.headers.get("Sec-Purpose", request.headers.get("Purpose", "")):
        return HttpResponse(status=204)
    try:
        user = signin.use_link(secret, now=timezone.now())
    except signin.LinkSpent:
        context = {"form": SignIn(request), "spent_link": True}
        return render(request, "sign_in/page.html", context, status=410)
    auth.login(request, user, backend=BACKEND)
    return redirect("library")


@require_POST
def out(request: HttpRequest) -> HttpResponse:
    """Signs out on this device."""
    auth.logout(request)
    return redirect("sign_in")
