"""Views of a player's other notifications (devices, webhooks and feeds), and of the emails about one table."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import SiteError
from accounts.models import User
from accounts.templatetags.accounts_forms import browser_name
from games.common.decorators import player_of, recover_with
from games.common.errors import Forbidden
from games.common.forms import clean_or_raise
from games.core.models import Game
from games.core.selectors import own_seat
from games.notifications.feeds import DAYS_OF_A_FEED, make_feed, revoke_feed
from games.notifications.forms import (
    FeedForm,
    NewFeedForm,
    NewWebhookForm,
    PushDeviceForm,
    TableMailPreferencesForm,
    WebhookForm,
)
from games.notifications.links import link
from games.notifications.models import FeedKind
from games.notifications.preferences import UnsubscribeScope, is_stopped, preferences_of, set_preferences
from games.notifications.presenters import table_frequency_text
from games.notifications.push_devices import DEVICE_KEY, add_device, keep_with_session, remove_device
from games.notifications.selectors import devices_of, feeds_of, table_by_code, tables_of, webhook_of, webhooks_of
from games.notifications.views import post_data
from games.notifications.webhooks import add_webhook, change_webhook, enable_webhook, remove_webhook, renew_secret
from games.play.decorators import player_required, redirect_to_table

from . import push
from .webhooks import send_test


@require_safe
@login_required
def channels(request: HttpRequest) -> HttpResponse:
    """Show devices, webhooks and feeds. ``?table=`` is the table from which the player comes."""
    return render_channels(request)


def render_channels(request: HttpRequest, *, error: str = "", status: int = 200, **forms: Any) -> HttpResponse:
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
    return render(request, "games/delivery/channels.html", context, status=status)


def _lists(user: User) -> dict[str, Any]:
    return {
        "push_key": push.public_key(),
        "devices": devices_of(user),
        "webhooks": webhooks_of(user),
        "feeds": [(feed, feed_address(feed.kind, feed.code)) for feed in feeds_of(user)],
    }


def feed_address(kind: str, code: str) -> str:
    return link("games:calendar" if kind == FeedKind.CALENDAR else "games:atom", code)


def render_refusal(request: HttpRequest, error: SiteError, **_kwargs: object) -> HttpResponse:
    return render_channels(request, error=str(error.message), status=error.status)


@require_POST
@login_required
def new_device(request: HttpRequest) -> HttpResponse:
    values, name = clean_or_raise(PushDeviceForm(request.POST)), browser_name(request.headers.get("User-Agent", ""))
    device = add_device(player_of(request), **values, name=name)
    request.session[DEVICE_KEY] = device.pk
    keep_with_session(player_of(request), device.pk, request.session.session_key or "")
    messages.success(request, _("Notifications are on for this device."))
    return redirect("games:channels")


@require_POST
@login_required
def delete_device(request: HttpRequest, pk: int) -> HttpResponse:
    remove_device(player_of(request), pk)
    messages.success(request, _("Device removed."))
    return redirect("games:channels")


@require_POST
@login_required
def new_feed(request: HttpRequest) -> HttpResponse:
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
    revoke_feed(player_of(request), pk)
    messages.success(request, _("Address revoked. No one can read the feed any more."))
    return redirect("games:channels")


recover_with(new_device, render_refusal)
recover_with(delete_device, render_refusal)
recover_with(new_feed, render_refusal)
recover_with(delete_feed, render_refusal)


@require_POST
@login_required
def new_webhook(request: HttpRequest) -> HttpResponse:
    user = player_of(request)
    form = NewWebhookForm(tables_of(user), request.POST)
    if not form.is_valid():
        return render_channels(request, hook_form=form, status=422)
    values = form.cleaned_data
    hook = add_webhook(user, values["url"], values["shape"], table_by_code(user, values["table"]))
    messages.success(request, _("Webhook added. Send a test to try it out."))
    return redirect("games:webhook", hook.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def webhook(request: HttpRequest, pk: int, error: str = "") -> HttpResponse:
    hook = webhook_of(player_of(request), pk)
    data = None if error or request.method != "POST" else request.POST
    form = WebhookForm(data, initial={"url": hook.url, "shape": hook.shape})
    if data and form.is_valid():
        change_webhook(player_of(request), pk, **form.cleaned_data)
        messages.success(request, _("Webhook changed."))
        return redirect("games:webhook", pk)
    context = {"hook": hook, "form": form, "error": error}
    return render(request, "games/delivery/webhook.html", context, status=422 if form.errors else 200)


def _render_webhook_refusal(request: HttpRequest, error: SiteError, pk: int) -> HttpResponse:
    return webhook(request, pk, error=str(error.message))


@require_POST
@login_required
def try_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    trial = send_test(webhook_of(player_of(request), pk))
    if trial.is_good:
        messages.success(request, _("Test sent. The answer was %(status)s.") % {"status": trial.answer})
    else:
        messages.error(request, _("The test failed: %(why)s.") % {"why": trial.answer.rstrip(".")})
    return redirect("games:webhook", pk)


@require_POST
@login_required
def switch_on_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    enable_webhook(player_of(request), pk)
    messages.success(request, _("Webhook turned on again."))
    return redirect("games:webhook", pk)


@require_POST
@login_required
def renew_webhook_secret(request: HttpRequest, pk: int) -> HttpResponse:
    renew_secret(player_of(request), pk)
    messages.success(request, _("New secret created. Update the program that checks the signature."))
    return redirect("games:webhook", pk)


@require_POST
@login_required
def delete_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    remove_webhook(player_of(request), pk)
    messages.success(request, _("Webhook removed."))
    return redirect("games:channels")


recover_with(new_webhook, render_refusal)
recover_with(webhook, _render_webhook_refusal)
recover_with(try_webhook, _render_webhook_refusal)
recover_with(switch_on_webhook, _render_webhook_refusal)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@player_required
def table_mail(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Show and store how often emails about a table come to one of its players.

    Emails lead here, so strangers are asked to sign in whether or not there is such a table.
    """
    own_seat(game, user)
    form = TableMailPreferencesForm(post_data(request), preferences_of(user, game))
    if request.method == "POST" and form.is_valid():
        set_preferences(user, form.choices(), game)
        messages.success(request, table_frequency_text(game, user))
        return redirect_to_table(request, game)
    context = {
        "form": form,
        "game": game,
        "has_stopped_all": is_stopped(user, UnsubscribeScope.ALL),
        "frequency_text": table_frequency_text(game, user),
    }
    return render(request, "games/notifications/table_mail.html", context, status=422 if form.errors else 200)
