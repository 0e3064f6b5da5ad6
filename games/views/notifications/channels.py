"""Views of the page of other notifications: devices, webhooks and feeds."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import SiteError
from accounts.models import User
from accounts.templatetags.accounts_forms import browser_name
from games.delivery import vapid
from games.errors import Forbidden
from games.forms.channels import FeedForm, NewFeedForm, NewWebhookForm, PushDeviceForm
from games.forms.values import clean_or_raise
from games.mail.headers import link
from games.models import FeedKind
from games.selectors.notifications.channels import devices_of, table_by_code, tables_of, webhooks_of
from games.selectors.notifications.feeds import feeds_of
from games.services.notifications.feeds import DAYS_OF_A_FEED, make_feed, revoke_feed
from games.services.notifications.push_devices import add_device, remove_device

from ..decorators import player_of, recover_with


@require_safe
@login_required
def channels(request: HttpRequest) -> HttpResponse:
    """Show devices, webhooks and feeds. ``?table=`` is the table from which the player comes."""
    return render_channels(request)


def render_channels(request: HttpRequest, *, error: str = "", status: int = 200, **forms: Any) -> HttpResponse:
    """Render the page. ``forms`` are refused forms with their errors."""
    user = player_of(request)
    tables, origin_table = tables_of(user), table_by_code(user, request.GET.get("table", ""))
    code = origin_table.code if origin_table else ""
    feed_tables = [origin_table, *tables] if origin_table and origin_table not in tables else tables
    new_forms = {
        "hook_form": NewWebhookForm(tables, initial={"table": code}),
        "password_form": NewFeedForm(user, auto_id="feed_%s"),
        "feed_form": FeedForm(feed_tables, initial={"what": code or FeedKind.CALENDAR}),
    }
    context = {**_lists(user), **new_forms, **forms, "error": error, "origin_table": origin_table}
    return render(request, "games/notifications/channels.html", context, status=status)


def _lists(user: User) -> dict[str, Any]:
    return {
        "push_key": vapid.public_key(),
        "devices": devices_of(user),
        "webhooks": webhooks_of(user),
        "feeds": [(feed, feed_address(feed.kind, feed.code)) for feed in feeds_of(user)],
    }


def feed_address(kind: str, code: str) -> str:
    """Return the private address of a feed."""
    return link("games:calendar" if kind == FeedKind.CALENDAR else "games:atom", code)


def render_refusal(request: HttpRequest, error: SiteError, **_kwargs: object) -> HttpResponse:
    """Show the page with the reason of a refusal."""
    return render_channels(request, error=str(error.message), status=error.status)


@require_POST
@login_required
def new_device(request: HttpRequest) -> HttpResponse:
    """Turn on notifications in this browser."""
    values, name = clean_or_raise(PushDeviceForm(request.POST)), browser_name(request.headers.get("User-Agent", ""))
    add_device(player_of(request), **values, name=name)
    messages.success(request, _("Notifications are on for this device."))
    return redirect("games:channels")


@require_POST
@login_required
def delete_device(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a browser."""
    remove_device(player_of(request), pk)
    messages.success(request, _("Device removed."))
    return redirect("games:channels")


@require_POST
@login_required
def new_feed(request: HttpRequest) -> HttpResponse:
    """Create a feed with a private address."""
    user = player_of(request)
    form = NewFeedForm(user, request.POST)
    if "password" in form.errors:
        raise Forbidden("wrong-password", str(form.errors["password"][0]))
    days = clean_or_raise(form)["days"] or DAYS_OF_A_FEED
    what = request.POST.get("what", "")
    game = table_by_code(user, what) if what not in FeedKind.values else None
    make_feed(user, FeedKind.TABLE if game else what, game, days)
    messages.success(request, _("Address created. Anyone who knows it can read the feed, so keep it to yourself."))
    return redirect("games:channels")


@require_POST
@login_required
def delete_feed(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke a feed's address."""
    revoke_feed(player_of(request), pk)
    messages.success(request, _("Address revoked. No one can read the feed any more."))
    return redirect("games:channels")


recover_with(new_device, render_refusal)
recover_with(delete_device, render_refusal)
recover_with(new_feed, render_refusal)
recover_with(delete_feed, render_refusal)
