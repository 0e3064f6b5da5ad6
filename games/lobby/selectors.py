"""Open tables that match a filter, and invitations: those of a player, those to a table, and one by its code."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.http import QueryDict
from django.urls import Resolver404, resolve

from accounts.blocks import hidden_from
from accounts.models import User
from games.common.errors import NotFound
from games.core.choices import Status
from games.core.models import Game
from games.core.querysets import GameQuerySet
from games.core.selectors import Viewer
from games.play.requirements import awake_with, open_to

from .models import Invitation, InvitationState, SavedFilter, TableNews

MAX_GAMES_LOOKED_AT, MAX_NAMES = 100, 100
MAX_TABLES = 3  # as buttons
MAX_IN_FEED = 20


def matching_tables(user: User | None, filters: Mapping[str, Any], now: datetime) -> GameQuerySet:
    """Return the open tables that match a filter of the lobby: the values of ``LobbyForm``."""
    games = Game.objects.open_tables(user)
    if filters.get("title"):
        games = games.filter(title=filters["title"])
    if filters.get("ruleset"):
        title, ruleset = filters["ruleset"].split(":")
        games = games.filter(title=title, ruleset=ruleset)
    if filters.get("pace"):
        games = games.filter(pace=filters["pace"])
    if filters.get("seats"):
        games = games.filter(seat_count=filters["seats"])
    games = games.sorted_by(filters.get("sort", ""))
    if user and filters.get("open_to_me"):
        games = open_to(games, user, now)
    return awake_with(games, user, filters["hours"], now) if user and filters.get("hours") else games


def saved_filters_of(user: User) -> list[SavedFilter]:
    """Return the filters of the lobby that a player has saved, oldest first."""
    return list(SavedFilter.objects.filter(user=user))


def tables_in_feed(user: User, now: datetime) -> list[Game]:
    """Return the open tables that match a saved filter of a player that is not paused, latest first."""
    rows = SavedFilter.objects.filter(user=user).exclude(news=TableNews.PAUSED)
    found = {game.pk: game for row in rows for game in matching_tables(user, row.criteria, now)[:MAX_IN_FEED]}
    return sorted(found.values(), key=lambda game: -game.pk)[:MAX_IN_FEED]


def tables_of_news(user: User, pks: Sequence[int]) -> list[Game]:
    """Return the tables of an email about new tables that the player can still join, latest first."""
    return list(Game.objects.open_tables(user).filter(pk__in=pks))


def invitations_of(user: User) -> QuerySet[Invitation]:
    """Return the invitations that the user has not answered and still can, with game and inviter."""
    pending = Invitation.objects.without_blocked(user).filter(
        user=user, state=InvitationState.PENDING, game__status=Status.OPEN
    )
    return pending.select_related("game", "inviter__profile")


def pending_of(game: Game) -> list[Invitation]:
    """Return the unanswered invitations to a table, oldest first, with inviters and invited players."""
    pending = Invitation.objects.filter(game=game, state=InvitationState.PENDING)
    return list(pending.select_related("user__profile", "inviter").order_by("id"))


def names_played_with(user: User) -> list[str]:
    """Return the names of the people in the user's latest games. Others are not offered."""
    latest = list(user.seats.order_by("-game").values_list("game", flat=True)[:MAX_GAMES_LOOKED_AT])
    people = User.objects.filter(seats__game__in=latest, robot="", is_active=True).exclude(pk=user.pk)
    people = people.exclude(pk__in=hidden_from(user))
    return list(people.order_by("username").values_list("username", flat=True).distinct()[:MAX_NAMES])


def may_contact(viewer: Viewer, person: User) -> bool:
    """Return True if the viewer may invite or challenge this person, whom they have not blocked."""
    return isinstance(viewer, User) and viewer.is_confirmed and not person.robot and person != viewer


def tables_to_invite_to(viewer: User, person: User) -> list[Game]:
    """Return the viewer's open tables with a free seat at which this person does not sit and is not expected."""
    tables = Game.objects.current_for(viewer).filter(status=Status.OPEN).with_free_seats().order_by("-id")
    here = {"game": OuterRef("pk")}
    invited = person.invitations.filter(**here, state=InvitationState.PENDING)  # also where the person does not see it
    expected = Exists(invited) | Exists(person.seats.filter(**here))
    return list(tables.exclude(expected)[:MAX_TABLES])


def held_for(user: User) -> Invitation | None:
    """Return the invitation that holds a seat until the user has confirmed their address, with its game."""
    held = Invitation.objects.filter(user=user, state=InvitationState.PENDING, held_until__isnull=False)
    return held.select_related("game").first()


def table_of_link(address: str) -> Game | None:
    """Return the table to which this address of the site invites: the invitation's page, or the table with its code.

    None for all other addresses, and for a table that is no longer open.
    """
    path, _mark, query = address.partition("?")
    try:
        page = resolve(path)
    except Resolver404:
        return None
    games, code = Game.objects.filter(status=Status.OPEN), page.kwargs.get("code", "")
    if page.view_name == "games:invitation":
        return games.filter(invitations__code=code, invitations__state=InvitationState.PENDING).first()
    if page.view_name == "games:table":
        return games.filter(code=code, invite_code=QueryDict(query).get("invite", "")).first()
    return None


def invitation_for(code: str, viewer: Viewer) -> Invitation:
    """Return the invitation with this code, as this viewer sees it. Raises NotFound, also for one to another player.

    A visitor who is not signed in may see it, because signing in comes before accepting.
    """
    found = Invitation.objects.filter(code=code).select_related("game__host", "inviter__profile", "user").first()
    if found is None or (isinstance(viewer, User) and found.user_id not in {None, viewer.pk}):
        raise NotFound
    return as_seen_by(found, viewer)


def as_seen_by(invitation: Invitation, viewer: Viewer) -> Invitation:
    """Return an invitation whose link the viewer has: between people who are kept apart, it looks withdrawn."""
    if not Invitation.objects.without_blocked(viewer).filter(pk=invitation.pk).exists():
        invitation.state = InvitationState.WITHDRAWN
    return invitation
