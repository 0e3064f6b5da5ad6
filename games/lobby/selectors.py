"""Invitations: those of a player, those to a table, and one by its code."""

from django.db.models import Exists, OuterRef, QuerySet
from django.http import QueryDict
from django.urls import Resolver404, resolve

from accounts.models import User
from games.common.errors import NotFound
from games.core.choices import Status
from games.core.models import Game
from games.core.selectors import Viewer

from .models import Invitation, InvitationState

MAX_GAMES_LOOKED_AT, MAX_NAMES = 100, 100
MAX_TABLES = 3  # as buttons


def invitations_of(user: User) -> QuerySet[Invitation]:
    """Return the invitations that the user has not answered and still can, with game and inviter."""
    pending = Invitation.objects.filter(user=user, state=InvitationState.PENDING, game__status=Status.OPEN)
    return pending.select_related("game", "inviter__profile")


def pending_of(game: Game) -> list[Invitation]:
    """Return the unanswered invitations to a table, oldest first, with inviters and invited players."""
    pending = Invitation.objects.filter(game=game, state=InvitationState.PENDING)
    return list(pending.select_related("user__profile", "inviter").order_by("id"))


def names_played_with(user: User) -> list[str]:
    """Return the names of the people in the user's latest games. Others are not offered."""
    latest = list(user.seats.order_by("-game").values_list("game", flat=True)[:MAX_GAMES_LOOKED_AT])
    people = User.objects.filter(seats__game__in=latest, robot="", is_active=True).exclude(pk=user.pk)
    return list(people.order_by("username").values_list("username", flat=True).distinct()[:MAX_NAMES])


def tables_to_invite_to(viewer: Viewer, person: User) -> list[Game]:
    """Return the viewer's open tables with a free seat at which this person does not sit and is not expected."""
    if not isinstance(viewer, User) or not viewer.is_confirmed or person.robot or person == viewer:
        return []
    tables = Game.objects.current_for(viewer).filter(status=Status.OPEN).with_free_seats().order_by("-id")
    here = {"game": OuterRef("pk")}
    expected = Exists(invitations_of(person).filter(**here)) | Exists(person.seats.filter(**here))
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
    """Return the invitation with this code. Raises NotFound, also for an invitation to another player.

    A visitor who is not signed in may see it, because signing in comes before accepting.
    """
    invitation = Invitation.objects.select_related("game__host", "inviter__profile", "user").filter(code=code).first()
    if invitation is None or (isinstance(viewer, User) and invitation.user_id not in {None, viewer.pk}):
        raise NotFound
    return invitation
