"""Views of a player's webhooks."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.errors import SiteError
from games.delivery.webhooks import send_test
from games.forms.channels import NewWebhookForm, WebhookForm
from games.selectors.notifications.channels import table_by_code, tables_of, webhook_of
from games.services.notifications.webhooks import (
    add_webhook,
    change_webhook,
    enable_webhook,
    remove_webhook,
    renew_secret,
)

from ..decorators import player_of, recover_with
from .channels import render_channels, render_refusal


@require_POST
@login_required
def new_webhook(request: HttpRequest) -> HttpResponse:
    """Add a webhook and show its page, where it can be tested."""
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
    """Show a webhook with its secret. POST changes it."""
    hook = webhook_of(player_of(request), pk)
    data = None if error or request.method != "POST" else request.POST
    form = WebhookForm(data, initial={"url": hook.url, "shape": hook.shape})
    if data and form.is_valid():
        change_webhook(player_of(request), pk, **form.cleaned_data)
        messages.success(request, _("Webhook changed."))
        return redirect("games:webhook", pk)
    context = {"hook": hook, "form": form, "error": error}
    return render(request, "games/notifications/webhook.html", context, status=422 if form.errors else 200)


def _render_webhook_refusal(request: HttpRequest, error: SiteError, pk: int) -> HttpResponse:
    return webhook(request, pk, error=str(error.message))


@require_POST
@login_required
def try_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a test and show the answer."""
    trial = send_test(webhook_of(player_of(request), pk))
    if trial.is_good:
        messages.success(request, _("Test sent. The answer was %(status)s.") % {"status": trial.answer})
    else:
        messages.error(request, _("The test failed: %(why)s.") % {"why": trial.answer.rstrip(".")})
    return redirect("games:webhook", pk)


@require_POST
@login_required
def switch_on_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """Turn a webhook on again."""
    enable_webhook(player_of(request), pk)
    messages.success(request, _("Webhook turned on again."))
    return redirect("games:webhook", pk)


@require_POST
@login_required
def renew_webhook_secret(request: HttpRequest, pk: int) -> HttpResponse:
    """Create a new secret for the signature."""
    renew_secret(player_of(request), pk)
    messages.success(request, _("New secret created. Update the program that checks the signature."))
    return redirect("games:webhook", pk)


@require_POST
@login_required
def delete_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a webhook."""
    remove_webhook(player_of(request), pk)
    messages.success(request, _("Webhook removed."))
    return redirect("games:channels")


recover_with(new_webhook, render_refusal)
recover_with(try_webhook, _render_webhook_refusal)
