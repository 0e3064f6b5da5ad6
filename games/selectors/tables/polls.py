"""Whether the page of a table has changed: the poll of an open page, and what its next visit has to ask."""

from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from games.models import Analysis, ChatMessage, Deputy, Entry, Game, Status, TableEvent


def poll_key(code: str) -> str:
    """Return the key with which the page of a private table polls. It gives access to nothing else."""
    return salted_hmac("games.polls", code, algorithm="sha1").hexdigest()[:20]


def is_unchanged(code: str, version: int, key: str = "") -> bool:
    """Tell whether this table still has this version.

    Return False for a private table without its key, so that the view decides whether the viewer may see it.
    """
    is_private = Game.objects.filter(code=code, version=version).values_list("is_private", flat=True).first()
    return is_private is False or (is_private is True and constant_time_compare(key, poll_key(code)))


def changes_beside_version(game: Game, visitor: User | None) -> tuple[object, ...]:
    """Return what may change on the page of a game that has begun without a version, and beside the seats.

    ``visitor`` is a viewer without a seat, who may be the deputy of a player.
    """
    found: list[object] = _names_beside_seats(game)
    if game.status == Status.RUNNING and visitor:
        deputies = Deputy.objects.current().filter(deputy=visitor, user__seats__game=game)
        found += deputies.order_by("pk").values_list("pk", "accepted_at", "first", "last")
    if game.status != Status.RUNNING:
        found += Analysis.objects.filter(game=game).values_list("state", "turns_done", "finished_at", "version")
        found += Game.objects.filter(rematch_of=game).values_list("pk", "version", "status")
    return tuple(found)


def _names_beside_seats(game: Game) -> list[object]:
    """Return the names of who has written in the chat or is named in the log."""
    authors = ChatMessage.objects.filter(game=game).order_by().values("author")
    people = authors.union(
        TableEvent.objects.filter(game=game).order_by().values("user"),
        Entry.objects.filter(game=game).order_by().values("played_by"),
    )
    users = User.objects.filter(pk__in=people).order_by("pk")
    return list(users.values_list("pk", "username", "profile__display_name"))
