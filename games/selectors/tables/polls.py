"""Whether the page of a table has changed: the poll of an open page, and what its next visit has to ask."""

from django.db.models import Q
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from games.models import Analysis, ChatMessage, Deputy, Entry, Game, Kind, MailPreference, Seat, Status, TableEvent

from .seats import acting_elsewhere


def poll_key(code: str) -> str:
    """Return the key with which the page of a private table polls. It gives access to nothing else."""
    return salted_hmac("games.polls", code).hexdigest()[:20]


def is_unchanged(code: str, version: int, key: str = "") -> bool:
    """Tell whether this table still has this version.

    Return False for a private table without its key, so that the view decides whether the viewer may see it.
    """
    is_private = Game.objects.filter(code=code, version=version).values_list("is_private", flat=True).first()
    return is_private is False or (is_private is True and constant_time_compare(key, poll_key(code)))


def changes_beside_version(game: Game, viewer: User | None) -> tuple[object, ...]:
    """Return what may change on the page of a game that has begun, for a viewer, without ``Game.version``."""
    found: list[object] = _names_at(game)
    seat = Seat.objects.filter(game=game, user=viewer).values_list("version").first() if viewer else None
    if viewer and seat:
        found += [seat, acting_elsewhere(viewer, game), *_mail_preferences_at(game)]
    elif viewer and game.status == Status.RUNNING:
        deputies = Deputy.objects.current().filter(deputy=viewer, user__seats__game=game)
        found += deputies.order_by("pk").values_list("pk", "accepted_at", "first", "last")
    if game.status != Status.RUNNING:
        found += Analysis.objects.filter(game=game).values_list("state", "turns_done", "finished_at", "version")
        found += Game.objects.filter(rematch_of=game).values_list("pk", "version", "status")
    return tuple(found)


def _names_at(game: Game) -> list[object]:
    """Return the names on the page of a game, with the address, without which a player cannot use the chat."""
    seats = Seat.objects.filter(game=game).order_by()
    people = seats.values("user").union(
        seats.values("owner"),
        ChatMessage.objects.filter(game=game).order_by().values("author"),
        TableEvent.objects.filter(game=game).order_by().values("user"),
        Entry.objects.filter(game=game).order_by().values("played_by"),
    )
    users = User.objects.filter(pk__in=people).order_by("pk")
    return list(users.values_list("pk", "username", "email", "profile__display_name"))


def _mail_preferences_at(game: Game) -> list[object]:
    """Return how often the players of a game want emails about turns."""
    rows = MailPreference.objects.filter(Q(game=None) | Q(game=game), user__seats__game=game, kind__in=["", Kind.TURN])
    return list(rows.order_by("pk").values_list("user", "game", "kind", "frequency"))
