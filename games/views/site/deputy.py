"""Views of deputies: naming one, answering, ending it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.errors import SiteError
from accounts.selectors import display_name
from games.forms.tables.deputies import NameDeputyForm
from games.forms.values import clean_or_raise
from games.presenters.people.deputies import deputies_view
from games.services.clocks.players import deputies

from ..decorators import player_of, recover_with


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def deputy(request: HttpRequest) -> HttpResponse:
    """Show the player's deputy, and those for whom the player is one; POST names a deputy."""
    if request.method != "POST":
        return _page(request)
    sent = clean_or_raise(NameDeputyForm(request.POST))
    row = deputies.name_deputy(player_of(request), sent.pop("deputy"), timezone.now(), **sent)
    name = display_name(row.deputy)
    messages.success(request, _("%(name)s can now accept on their own page.") % {"name": name})
    return redirect("games:deputy")


def _page(request: HttpRequest, error: str = "", status: int = 200) -> HttpResponse:
    form = NameDeputyForm(request.POST or None)
    context = {"deputies": deputies_view(player_of(request)), "form": form, "error": error}
    return render(request, "games/site/deputy.html", context, status=status)


def _render_refusal(request: HttpRequest, error: SiteError, **_kwargs: object) -> HttpResponse:
    """Show the page with the reason of a refusal."""
    return _page(request, str(error.message), error.status)


@require_POST
@login_required
def accept_deputy(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept to be a player's deputy."""
    deputies.accept(player_of(request), pk, timezone.now())
    messages.success(request, _("You are now a deputy. You will be asked when you are needed."))
    return redirect("games:deputy")


@require_POST
@login_required
def end_deputy(request: HttpRequest, pk: int) -> HttpResponse:
    """Decline, give back or revoke."""
    deputies.end(player_of(request), pk, timezone.now())
    messages.success(request, _("That is ended."))
    return redirect("games:deputy")


recover_with(deputy, _render_refusal)
