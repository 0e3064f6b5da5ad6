"""What becomes of the rows that hang on a digest, once it is known what became of the digest."""

from datetime import datetime

from django.utils import timezone

from games.models import Notification, NotificationState


def update_digest_items(digest: Notification, state: NotificationState, sent_at: datetime | None = None) -> None:
    """Let the rows share the fate of their digest: sent with it, come back with it, free again where it is given up.

    Rows that are free are judged anew. A digest that is to be tried again keeps them.
    """
    held, key = digest.digest_items.filter(state=NotificationState.HELD), digest.key
    if state == NotificationState.SENT:
        held.update(state=state, sent_at=sent_at, reason=f"in {key}")
    elif state == NotificationState.BOUNCED:
        digest.digest_items.update(state=state, reason=f"in {key}")
    elif state in {NotificationState.FAILED, NotificationState.DROPPED}:
        held.update(digest=None, due_at=timezone.now(), reason=f"{key} did not leave")
