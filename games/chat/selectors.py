"""The chat of a table."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.blocks import block_of, blocked_by, muted_by
from accounts.models import User
from accounts.selectors import is_quiet
from games.core.choices import Status
from games.core.models import Game, Seat
from games.core.selectors import Viewer
from games.deputies.selectors import deputyships_at
from games.notifications.models import Kind, Notification

from .models import ChatMessage

MAX_MESSAGES = 200


def messages_for(game: Game, viewer: Viewer, *, unhidden: User | None = None) -> QuerySet[ChatMessage]:
    """Return the messages of a table that this viewer, who may see the table, may read: none in quiet mode.

    Those of people whom the viewer has blocked are left out, where the viewer sits only if the viewer hides them, but
    for those of ``unhidden``, whom the viewer wants to report. Whoever sees a private table only as the deputy of a
    player reads what was written during the deputyship.
    """
    messages = ChatMessage.objects.filter(game=game)
    if isinstance(viewer, User) and is_quiet(viewer):
        return messages.none()
    if isinstance(viewer, User):
        is_elsewhere = ~Exists(Seat.objects.filter(game=game, user=viewer))
        hidden = Q(author__in=muted_by(viewer)) | Q(is_elsewhere, author__in=blocked_by(viewer))
        if unhidden and block_of(viewer, unhidden):
            hidden &= ~Q(author=unhidden)
        messages = messages.exclude(hidden)
    if not game.is_private or not isinstance(viewer, User):
        return messages
    if Game.objects.visible_to(viewer, to_deputies=False).filter(pk=game.pk).exists():
        return messages
    spans = Q()
    for since, until in deputyships_at(game, viewer):
        spans |= Q(at__gte=since, at__lt=until) if until else Q(at__gte=since)
    return messages.filter(spans)


def messages_of(game: Game, viewer: Viewer, limit: int = MAX_MESSAGES) -> list[ChatMessage]:
    """Return the latest messages that the viewer may read, oldest first, with authors."""
    latest = messages_for(game, viewer).select_related("author__profile").order_by("-id")[:limit]
    return list(reversed(latest))


def strangers_at(game: Game, user: User) -> set[int]:
    """Return the ids of the other people at a table with whom the user has finished no game."""
    others = set(game.seats.filter(user__robot="").exclude(user=user).values_list("user_id", flat=True))
    known = Seat.objects.filter(user__in=others, game__status=Status.FINISHED, game__seats__user=user)
    return others - set(known.values_list("user_id", flat=True))


def times_to_strangers(user: User, since: datetime, most: int) -> list[datetime]:
    """Return when the user wrote since then where someone sits with whom they have finished no game, latest first."""
    known = Seat.objects.filter(game__status=Status.FINISHED, game__seats__user=user).values("user")
    strangers = Seat.objects.filter(game=OuterRef("game"), user__robot="").exclude(user=user).exclude(user__in=known)
    written = ChatMessage.objects.filter(Exists(strangers), author=user, at__gt=since).order_by("-at")
    return list(written.values_list("at", flat=True)[:most])


def guide_at(game: Game) -> int | None:
    """Return the id of the guide in a newcomer's first game with a person, None in other games."""
    guided = getattr(game, "guided", None)  # a row of the subject guides, which stands above this one
    return guided.guide_id if guided else None


def tables_with_text(user: User, text: str, since: datetime) -> int:
    """Return at how many tables the user has written exactly this since then."""
    same = ChatMessage.objects.filter(author=user, text=text, at__gte=since)
    return same.order_by().values("game").distinct().count()


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of the chat. ``author`` is the author's id, None for a former player, whose ``username`` is ""."""

    id: int
    author: int | None
    username: str
    text: str
    ply: int
    at: datetime


def recent_lines(game: Game, viewer: Viewer, limit: int) -> list[ChatLine]:
    """Return the latest lines that the viewer may read, oldest first."""
    columns = ("id", "author_id", "author__username", "text", "ply", "at")
    latest = messages_for(game, viewer).order_by("-id").values_list(*columns)[:limit]
    return [ChatLine(pk, author, name or "", text, ply, at) for pk, author, name, text, ply, at in reversed(latest)]


def messages_before_turn_mail(row: Notification, limit: int) -> list[ChatMessage]:
    """Return the messages since the recipient's last email about a turn there, oldest first, with authors.

    Emails never bring what people write whom the recipient has blocked.
    """
    if row.user is not None and is_quiet(row.user):
        return []
    earlier = Notification.objects.filter(kind=Kind.TURN, user=row.user, game=row.game, channel=row.channel)
    last = earlier.filter(pk__lt=row.pk, sent_at__isnull=False).order_by("-pk").first()
    messages = ChatMessage.objects.filter(game=row.game).select_related("author__profile").order_by("-id")
    if row.user is not None:
        messages = messages.exclude(author__in=blocked_by(row.user))
    if last is not None:
        messages = messages.filter(at__gt=last.sent_at)
    return list(reversed(messages[:limit]))
