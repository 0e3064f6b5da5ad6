"""View of the page about a player's blocked email address."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.selectors.notifications.mail_blocks import block_of
from games.services.notifications.bounces import unblock


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail_bounce(request: HttpRequest) -> HttpResponse:
    """Show why the player gets no emails. POST unblocks the address and sends the waiting emails again."""
    user = cast("User", request.user)
    if request.method == "POST":
        queued = unblock(user, timezone.now())
        queued_text = (
            ngettext("%d email will be sent again.", "%d emails will be sent again.", queued) % queued if queued else ""
        )
        messages.success(request, " ".join([_("Emails are going to your address again."), queued_text]).strip())
        return redirect("games:mail_bounce")
    return render(request, "games/notifications/mail_bounce.html", {"mail_block": block_of(user)})
