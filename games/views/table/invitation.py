"""View of an invitation."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.forms.tables.share import JoinForm
from games.forms.values import clean_or_raise
from games.models import InvitationState, Status
from games.presenters.people.absences import absence_lines
from games.presenters.table.base import table_of
from games.presenters.table.open_table import open_table_view
from games.selectors.tables.invitations import invitation_for
from games.selectors.tables.seats import Viewer
from games.services.tables.invitations import accept_invitation, decline_invitation

from ..decorators import redirect_to_table, viewer_of


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, code: str) -> HttpResponse:
    """Show the invitation; POST accepts or declines it. Visitors who are not signed in can only decline."""
    found = invitation_for(code, viewer_of(request))
    if request.method != "POST":
        return _render_invitation(request, code)
    user = request.user if isinstance(request.user, User) else None
    if "decline" in request.POST:
        decline_invitation(code, user)
        messages.info(request, _("You have declined the invitation to %(name)s.") % {"name": found.game.name})
        return redirect("games:home")
    if user is None:
        return redirect("games:invitation", code)
    return redirect_to_table(request, accept_invitation(code, user, **clean_or_raise(JoinForm(request.POST))))


def _render_invitation(request: HttpRequest, code: str) -> HttpResponse:
    """Show the invitation, or redirect to the table if the viewer has the seat already, for example by signing up."""
    context = _context(code, viewer_of(request))
    if context["table"].me is not None and not context["is_pending"]:
        return redirect_to_table(request, context["game"])
    return render(request, "games/table/invitation.html", context)


def _context(code: str, viewer: Viewer) -> dict[str, Any]:
    found = invitation_for(code, viewer)
    table = table_of(found.game, viewer)
    is_pending = found.state == InvitationState.PENDING and found.game.status == Status.OPEN
    return {
        "invitation": found,
        "game": found.game,
        "table": table,
        "open_table": open_table_view(found.game, viewer, table.rows),
        "absences": absence_lines(table.rows, timezone.now(), table.me.user_id if table.me else None),
        "is_pending": is_pending,
        "page": f"/i/{code}/",
    }
