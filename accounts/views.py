"""Views of the account pages that allauth does not provide."""

from copy import copy
from http import HTTPStatus
from typing import cast

from allauth.account.decorators import reauthentication_required
from allauth.account.views import ConfirmEmailView
from allauth.usersessions.views import ListUserSessionsView
from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language

from . import exports, services
from .erasure import close_account
from .errors import SiteError
from .forms import CloseForm, ProfileForm, TokenForm
from .identicon import identicon
from .models import User
from .selectors import EXPORT_LIFETIME, TIME_TO_REOPEN, get_profile, latest_export, sessions_of, tokens_of


class ConfirmAddressView(ConfirmEmailView):  # type: ignore[misc]
    """Asks to confirm an address for the account that the page names; refuses while another account is signed in."""

    def logout_other_user(self, _confirmation: object) -> None:
        """Sign nobody out: it is for the visitor to decide which account is theirs."""

    def post(self, *args: object, **kwargs: object) -> HttpResponse:
        self.object = self.get_object()
        if self._is_of_another:
            refused: HttpResponse = self.render_to_response(self.get_context_data(), status=HTTPStatus.FORBIDDEN)
            return refused
        answer: HttpResponse = super().post(*args, **kwargs)
        return answer

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        return {**super().get_context_data(**kwargs), "is_of_another": self._is_of_another}

    @property
    def _is_of_another(self) -> bool:
        user = self.request.user
        return bool(self.object and user.is_authenticated and user.pk != self.object.email_address.user_id)


confirm_address = ConfirmAddressView.as_view()


class SessionsView(ListUserSessionsView):  # type: ignore[misc]
    """Lists the sessions of a user. allauth's own view reads each of them alone, and writes."""

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        sessions = sessions_of(cast(User, self.request.user))
        context: dict[str, object] = super(ListUserSessionsView, self).get_context_data(**kwargs)
        return {**context, "sessions": sessions, "session_count": len(sessions)}


sessions = SessionsView.as_view()


@login_required
def settings(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    profile = copy(get_profile(user))  # an invalid form must not change the name on the page
    form = ProfileForm(request.POST or None, instance=profile)
    if request.method == "POST" and form.is_valid():
        services.update_profile(user, **form.cleaned_data)
        messages.success(request, _("Your profile has been saved."))
        return redirect("accounts:settings")
    return render(request, "accounts/settings.html", {"form": form})


def _settings_refusal(request: HttpRequest, error: SiteError) -> HttpResponse:
    form = ProfileForm(request.POST, instance=copy(get_profile(cast(User, request.user))))
    form.add_error("about", str(error.message))
    return render(request, "accounts/settings.html", {"form": form}, status=error.status)


settings.recover = _settings_refusal  # type: ignore[attr-defined]


def language(request: HttpRequest) -> HttpResponse:
    code = request.POST.get("language", "")
    if request.user.is_authenticated and code in dict(site.LANGUAGES):
        services.update_profile(request.user, language=code)
    return set_language(request)


@sensitive_post_parameters("password")
@login_required
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    form, key = TokenForm(user, request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        _row, key = services.create_token(user, form.cleaned_data["name"], form.cleaned_data["days"])
        form = TokenForm(user)
    return render(request, "accounts/tokens.html", {"form": form, "key": key, "tokens": tokens_of(user)})


@require_POST
@login_required
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    services.revoke_token(cast(User, request.user), pk)
    messages.success(request, _("The token has been revoked."))
    return redirect("accounts:tokens")


@require_POST
@login_required
def end_access(request: HttpRequest) -> HttpResponse:
    services.end_access(cast(User, request.user))
    messages.success(request, _("All tokens, calendars, feeds and links in emails have been ended."))
    return redirect("accounts:tokens")


@sensitive_post_parameters("password")
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    form = CloseForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        close_account(user, removes_messages=form.cleaned_data["removes_messages"])
        logout(request)
        return redirect("accounts:deleted")
    return render(request, "accounts/delete.html", {"form": form, "days": TIME_TO_REOPEN.days})


@require_safe
def deleted(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/deleted.html", {"days": TIME_TO_REOPEN.days})


@login_required
@never_cache
def data(request: HttpRequest) -> HttpResponse:
    """Show what has become of the latest export, and queue one. With ``confirm``, download it after the password."""
    if request.method == "POST":
        exports.request_export(cast(User, request.user))
        return redirect("accounts:data")
    return _confirmed_data(request) if "confirm" in request.GET else _data(request)


@reauthentication_required  # type: ignore[untyped-decorator]
def _confirmed_data(request: HttpRequest) -> HttpResponse:
    """Show the page that starts the download itself, so that the form of the password does not stay beside it."""
    return _data(request, is_confirmed=True)


def _data(request: HttpRequest, *, is_confirmed: bool = False) -> HttpResponse:
    user = cast(User, request.user)
    context = {"export": latest_export(user), "days": EXPORT_LIFETIME.days, "wait": exports.seconds_to_wait(user)}
    return render(request, "accounts/data.html", {**context, "is_confirmed": is_confirmed})


@require_safe
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
@never_cache
def download(request: HttpRequest) -> HttpResponse:
    row = exports.export_for(cast(User, request.user))
    name = f"{row.user.username}-{row.requested_at:%Y-%m-%d}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(exports.zip_of(row), content_type="application/zip", headers=headers)


@require_safe
@cache_control(public=True, max_age=7 * 24 * 3600)
def avatar(request: HttpRequest, name: str) -> HttpResponse:
    """Return the picture of a name. It does not reveal whether the name has an account."""
    return HttpResponse(identicon(name), content_type="image/svg+xml")
