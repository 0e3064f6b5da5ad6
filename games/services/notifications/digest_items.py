"""Results of a digest for the rows that it contains."""

from datetime import datetime

from django.utils import timezone

from games.models import Notification, NotificationReason, NotificationState


def update_digest_items(digest: Notification, state: NotificationState, sent_at: datetime | None = None) -> None:
    """Mark the rows as sent or bounced with their digest, or detach them if it is given up.

    ``pacing`` decides detached rows again. A digest that will be tried again keeps its rows.
    """
    held = digest.digest_items.filter(state=NotificationState.HELD)
    explanation = {"reason": NotificationReason.IN_DIGEST, "detail": digest.key}
    if state == NotificationState.SENT:
        held.update(state=state, sent_at=sent_at, **explanation)
    elif state == NotificationState.BOUNCED:
        digest.digest_items.update(state=state, **explanation)
    elif state in {NotificationState.FAILED, NotificationState.DROPPED}:
        reason = NotificationReason.DIGEST_NOT_SENT
        held.update(digest=None, due_at=timezone.now(), reason=reason, detail=digest.key)
