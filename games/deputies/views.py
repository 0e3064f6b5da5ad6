"""Views of deputies: naming one, answering, ending it."""

from collections.abc import Mapping

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from accounts.errors import SiteError
from accounts.models import User
from accounts.selectors import display_name
from games.clocks.views import AnswerLink, answer_link_view
from games.common.decorators import player_of, recover_with
from games.common.forms import clean_or_raise
from games.core.selectors import Viewer

from . import services as deputies_services
from .presenters import deputies_view, request_view
from .selectors import DeputyToken, read_deputy_link
from .services import accept_request, name_deputy


class NameDeputyForm(forms.Form):
    """A friend, and the days for which they act; without days, whenever the player is late."""

    deputy = forms.CharField(label=gettext_lazy("Player’s name"), max_length=60)
    first = forms.DateField(
        label=gettext_lazy("First day (optional)"), required=False, widget=forms.DateInput({"type": "date"})
    )
    last = forms.DateField(
        label=gettext_lazy("Last day (optional)"), required=False, widget=forms.DateInput({"type": "date"})
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def deputy(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request)
    sent = clean_or_raise(NameDeputyForm(request.POST))
    row = name_deputy(player_of(request), sent.pop("deputy"), timezone.now(), **sent)
    name = display_name(row.deputy)
    messages.success(request, _("%(name)s can now accept on their own page.") % {"name": name})
    return redirect("games:deputy")


def _page(request: HttpRequest, error: str = "", status: int = 200) -> HttpResponse:
    form = NameDeputyForm(request.POST or None)
    context = {"deputies": deputies_view(player_of(request)), "form": form, "error": error}
    return render(request, "games/deputies/deputy.html", context, status=status)


def _render_refusal(request: HttpRequest, error: SiteError, **_kwargs: object) -> HttpResponse:
    return _page(request, str(error.message), error.status)


@require_POST
@login_required
def accept_deputy(request: HttpRequest, pk: int) -> HttpResponse:
    accept_request(player_of(request), pk, timezone.now())
    messages.success(request, _("You are now a deputy. You will be asked when you are needed."))
    return redirect("games:deputy")


@require_POST
@login_required
def end_deputy(request: HttpRequest, pk: int) -> HttpResponse:
    deputies_services.end_deputy(player_of(request), pk, timezone.now())
    messages.success(request, _("The deputy has been removed."))
    return redirect("games:deputy")


recover_with(deputy, _render_refusal)


def _deputy_page(key: DeputyToken, player: User, _visitor: Viewer) -> Mapping[str, object]:
    return {"deputy": request_view(player, key.deputy_id)}


def _answer_request(key: DeputyToken, player: User, is_yes: bool) -> object:
    return (accept_request if is_yes else deputies_services.end_deputy)(player, key.deputy_id, timezone.now())


DEPUTY_LINK = AnswerLink(
    "deputy_link", "games/deputies/deputy_link.html", read_deputy_link, _deputy_page, _answer_request
)
deputy_link = answer_link_view(DEPUTY_LINK)
