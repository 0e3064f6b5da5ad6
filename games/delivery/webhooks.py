"""Delivery of webhooks: signed POST requests to web addresses that players have given."""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.emails import FlowedMail
from games.common.errors import Invalid
from games.common.wording import one_line
from games.core.selectors import may_see
from games.mail.webhook_body import body_of, event_of, sample_of
from games.notifications.links import link
from games.notifications.models import CallError, Notification, Webhook, WebhookShape
from games.notifications.recipient import user_locale
from games.notifications.webhooks import count_test, note_called, note_failed

from .email import DeliveryError, TargetGone
from .safe_http import BackingOff, Unreachable, post_with_backoff

GONE_STATUSES = {410}
GONE_STATUSES_BY_SHAPE = {
    WebhookShape.DISCORD: {404, 410},
    WebhookShape.SLACK: {404, 410},
}  # their answers for a webhook that was removed there


class WebhookFailed(DeliveryError):
    """The receiver could not be reached or refused the request. The text says what it answered."""


def send(row: Notification) -> str:
    """Call the webhook of a row. Return the status. Raises WebhookFailed, BackingOff, TargetGone (never again)."""
    hook = row.webhook
    if hook is None or hook.disabled_at:
        raise TargetGone(CallError.SWITCHED_OFF)
    if hook.game and not may_see(hook.game, hook.user):
        raise TargetGone(CallError.NOT_VISIBLE)
    try:
        with user_locale(hook.user):
            status = _call(hook, body_of(row, hook), event_of(row, hook), str(row.pk))
    except (WebhookFailed, TargetGone) as error:
        _note_failure(hook, error, timezone.now(), for_good=isinstance(error, TargetGone))
        raise
    note_called(hook, timezone.now())
    return str(status)


@dataclass(frozen=True, slots=True)
class WebhookTest:
    """The result of a test. ``answer`` is the status of the response, or the reason why there is none."""

    is_good: bool
    answer: str


def send_test(hook: Webhook) -> WebhookTest:
    """Send a sample in the current language. Raises TooMany. A success counts like one of a notification."""
    count_test(hook.user)
    try:
        status = _call(hook, sample_of(hook), "test", "test")
    except (WebhookFailed, TargetGone, BackingOff) as error:
        return WebhookTest(False, str(error))
    note_called(hook, timezone.now())
    return WebhookTest(True, str(status))


def _call(hook: Webhook, body: bytes, event: str, delivery: str) -> int:
    """Send a request and return the status. Raises the errors of ``send``."""
    try:
        answer = post_with_backoff(hook.user, hook.url, body, headers_of(hook, body, event, delivery))
    except Invalid as refusal:
        raise TargetGone(CallError(refusal.code)) from None
    except Unreachable as error:
        raise WebhookFailed(error.code, **error.params) from None
    if answer.status in GONE_STATUSES_BY_SHAPE.get(WebhookShape(hook.shape), GONE_STATUSES):
        raise TargetGone(CallError.STATUS, status=answer.status)
    if not answer.is_good:
        raise WebhookFailed(CallError.STATUS, status=answer.status)
    return answer.status


def headers_of(hook: Webhook, body: bytes, event: str, delivery: str) -> dict[str, str]:
    moment = str(int(timezone.now().timestamp()))
    return {
        "Content-Type": "application/json; charset=utf-8",
        "X-Marrakech-Event": event,
        "X-Marrakech-Delivery": delivery,
        "X-Marrakech-Timestamp": moment,
        "X-Marrakech-Signature": f"sha256={signature(hook.secret, moment, body)}",
    }


def signature(secret: str, moment: str, body: bytes) -> str:
    """Return HMAC-SHA256 of "moment.body" in hexadecimal."""
    return hmac.new(secret.encode(), moment.encode() + b"." + body, hashlib.sha256).hexdigest()


def _note_failure(hook: Webhook, error: DeliveryError, now: datetime, *, for_good: bool) -> None:
    """Store the failure. Write to the owner if it switched the webhook off."""
    if not note_failed(hook, error.code, now, params=error.params, for_good=for_good) or not hook.user.is_confirmed:
        return
    with user_locale(hook.user):
        context = {
            "site_name": settings.SITE_NAME,
            "host": hook.host,
            "error": str(error),
            "url": link("games:channels"),
        }
        subject = one_line(render_to_string("mail/webhook_off/subject.txt", context))
        text = render_to_string("mail/webhook_off/body.txt", context)
    FlowedMail(subject, text, None, [hook.user.email]).send()
