"""Delivery reports of mail services, as anymail receives them."""

import re
from typing import Any

from django.utils import timezone

from games.notifications import bounces

# The site does not track who opens an email or follows its links.
IGNORED_EVENTS = {"opened", "clicked"}
SOFT_BOUNCE = re.compile(
    r"soft|transient|temporary|undetermined|quota|full|blocked|\b4\.\d+\.\d+\b|\b5\.2\.[23]\b", re.IGNORECASE
)
DETAIL_KEYS = ("event", "type", "Type", "TypeCode", "bounceType", "severity", "reason", "raw_reason", "error")


def receive_tracking_event(event: Any, esp_name: str, **_kwargs: Any) -> None:
    if event.event_type in IGNORED_EVENTS:
        return
    report = bounces.Report(
        service=esp_name,
        event_id=_clean(event.event_id),
        event=_clean(event.event_type),
        message_id=_clean(event.message_id),
        recipient=_clean(event.recipient),
        reject_reason=_clean(event.reject_reason),
        detail=_clean(event.mta_response or event.description),
        at=event.timestamp,
        is_soft=_is_soft(event),
    )
    bounces.store_report(report, timezone.now())


def _clean(value: object) -> str:
    """Return a value as text that every database accepts."""
    return "" if value is None else str(value).replace("\0", "").strip()


def _is_soft(event: Any) -> bool:
    """Return True for a bounce that may be temporary: for several services anymail does not tell the two apart."""
    raw = event.esp_event if isinstance(event.esp_event, dict) else {}
    texts = [event.description, event.mta_response, *(raw.get(name) for name in DETAIL_KEYS)]
    return raw.get("hard_bounce") is False or bool(SOFT_BOUNCE.search(" ".join(str(part) for part in texts if part)))
