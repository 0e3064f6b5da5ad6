"""Which mails a player gets."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.selectors.mail import wanted_kinds
from games.services.mail_switches import SWITCHABLE, set_mail_switches


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail_settings(request: HttpRequest) -> HttpResponse:
    """Show a switch for each kind of mail; POST keeps those that are on."""
    user = cast("User", request.user)
    if request.method == "POST":
        set_mail_switches(user, set(request.POST.getlist("kinds")))
        messages.success(request, _("Saved. The mails that you have switched off stop at once."))
        return redirect("games:mail_settings")
    wanted = wanted_kinds(user)
    kinds = [(kind.value, kind.label, kind in wanted) for kind in SWITCHABLE]
    return render(request, "games/mail_settings.html", {"kinds": kinds})
