"""Invitations to a table, their answers, and rematches, which invite the same players."""

from dataclasses import replace
from datetime import datetime, timedelta

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.blocks import MIN_TIME_TO_DECLINE, time_to_decline
from accounts.models import User
from accounts.selectors import live_together, person_by_address, unconfirmed_address
from games.clocks.models import Turn
from games.clocks.waking_hours import could_have_answered
from games.common import rate_limits
from games.common.errors import Conflict, Forbidden, Invalid, NotFound, TooMany
from games.common.people import person_named
from games.common.permissions import require_confirmed_address, require_unblocked
from games.conduct.selectors import Act, require_may
from games.core.choices import SeatOrder, Status
from games.core.dice import NO_SHARE, NewShare, read_draft
from games.core.lock import bump_version, game_for_update
from games.core.models import Game, PackedPlayer, Seat
from games.core.selectors import has_blocked, rematch_of
from games.notifications import outbox
from games.notifications.models import Kind, Presence
from games.notifications.selectors import is_blocked
from games.play.models import AdvanceOrder
from games.play.table_times import time_settings_of
from games.play.tallies import recount

from .models import Invitation, InvitationState
from .selectors import as_seen_by
from .table_names import next_table_name
from .tables import NewTable, create_table, free_seats, join_table

SESSION_KEY = "invited_by_mail"


class InvitationAnswered(Conflict):
    def __init__(self) -> None:
        super().__init__("invitation-answered", _("This invitation has already been answered or withdrawn."))


@transaction.atomic
def invite_player(game_id: int, inviter: User, username: str) -> Invitation:
    """Reserve a seat for a player and notify them. Repeating it changes nothing.

    Raises Invalid (unknown-player, is-robot, already-seated), Forbidden (not-seated, address-unconfirmed,
    you-have-blocked), Conflict (not-open, no-free-seat), TooMany.
    """
    game = _game_to_invite_to(game_id, inviter)
    person = person_named(username)
    if person.robot:
        raise Invalid("is-robot", _("Robots do not need an invitation: the host of the table can add them."))
    require_unblocked(inviter, [person.pk])
    return _invite(game, inviter, person, "")


@transaction.atomic
def challenge_player(host: User, new: NewTable, username: str) -> Game:
    """Open a table and reserve a seat at it for a player. Raises like ``create_table`` and ``invite_player``.

    With somebody of the host's household, it is not rated.
    """
    is_rated = new.is_rated and not live_together([host.pk, person_named(username).pk])
    game = create_table(host, replace(new, is_rated=is_rated))
    invite_player(game.pk, host, username)
    return game


@transaction.atomic
def invite_address(game_id: int, inviter: User, email: str) -> Invitation:
    """Reserve a seat for the reader of this address. Raises like ``invite_player``, and Invalid (address-bounces).

    The inviter does not learn whether the address has an account, so a block refuses nothing. They do learn that it
    bounces, and can tell the person.
    """
    game, email = _game_to_invite_to(game_id, inviter), email.strip().lower()
    if is_blocked(email):
        raise Invalid("address-bounces", _("Emails to this address come back. Check that it is correct."))
    return _invite(game, inviter, None, email)


def _game_to_invite_to(game_id: int, inviter: User) -> Game:
    game = game_for_update(game_id)
    if not game.seats.filter(user=inviter).exists():
        raise Forbidden("not-seated", _("Only players at this table can invite others."))
    require_confirmed_address(inviter)
    require_may(inviter, Act.NEW_GAME)
    if game.status != Status.OPEN:
        raise Conflict("not-open", _("This table is no longer open."))
    return game


def _invite(game: Game, inviter: User, person: User | None, email: str) -> Invitation:
    if person and game.seats.filter(user=person).exists():
        raise Invalid("already-seated", _("This player is already at the table."))
    pending = game.invitations.filter(state=InvitationState.PENDING)
    # An invitation to an address belongs to a player after they have signed up with it.
    existing = (pending.filter(user=person) if person else pending.filter(email=email)).first()
    if existing:
        return existing
    if free_seats(game) < 1:
        raise Conflict("no-free-seat", _("There are no free seats left at this table."))
    if _invited_today(game).filter(**({"user": person} if person else {"email": email})).exists():
        message = _("You can invite a person to the same table only once a day. Try again tomorrow.")
        raise TooMany(rate_limits.DAY, message)
    count_invitation(inviter)
    rate_limits.count_recipient(inviter, person.pk if person else email)
    bump_version(game)
    return offer_seat(game, inviter, person, email)


def _invited_today(game: Game) -> QuerySet[Invitation]:
    return game.invitations.filter(created_at__gt=timezone.now() - timedelta(days=1))


def count_invitation(inviter: User) -> None:
    """Count one invitation by this player. Raises TooMany."""
    rate_limits.count("invite", inviter.pk)


def offer_seat(game: Game, inviter: User, person: User | None, email: str = "", *, rematch: bool = False) -> Invitation:
    """Create an invitation and notify the player. The caller has checked that a seat is free.

    No email is sent to who was invited today by name or by address, or too often by this player: the inviter does not
    learn that both are the same person. Nor is one sent to who is kept apart from someone at the table: their pages do
    not show the invitation, and ``decline_unwanted`` declines it later.
    """
    reader = person or person_by_address(
        email
    )  # the preferences of an account count, although the inviter does not know about it
    same = Q(user=reader) | Q(email=reader.email) if reader and reader.email else Q(user=reader)
    is_known = reader is not None and _invited_today(game).filter(same).exists()
    invitation = Invitation.objects.create(game=game, inviter=inviter, user=person, email=email)
    params: dict[str, str | int] = {"invitation": invitation.code, "rematch": int(rematch)}
    event, address = f"{invitation.pk}", "" if reader else email
    is_counted = person is not None and not rematch  # by the caller
    if reader is not None and has_blocked(game, reader):
        return invitation
    if not is_known and (reader is None or is_counted or rate_limits.may_reach(inviter, reader)):
        outbox.queue(Kind.INVITATION, event, user=reader, email=address, game=game, params=params)
    return invitation


def _pending_invitation(code: str, user: User | None) -> tuple[Game, Invitation]:
    """Return an unanswered invitation as this user sees it, with its game, locked.

    Raises NotFound, Conflict (invitation-answered).
    """
    game_id = Invitation.objects.filter(code=code).values_list("game_id", flat=True).first()
    if game_id is None:
        raise NotFound
    game = game_for_update(game_id)
    invitation = as_seen_by(Invitation.objects.select_related("user").get(code=code), user)
    if invitation.state != InvitationState.PENDING:
        raise InvitationAnswered
    return game, invitation


@transaction.atomic
def accept_invitation(code: str, user: User, *, share: NewShare = NO_SHARE) -> Game:
    """Take the seat of an invitation. If the player already has a seat there, just return the game.

    Anyone with the code can accept an invitation to an address. Raises NotFound (also for another player's invitation),
    Forbidden (you-have-blocked) for one by somebody whom the player has blocked, and like ``join_table``.
    """
    seated = Game.objects.filter(invitations__code=code, seats__user=user).first()
    if seated:
        return seated
    mine = Invitation.objects.filter(code=code, user=user, state=InvitationState.PENDING)
    require_unblocked(user, mine.values_list("inviter", flat=True))
    game, invitation = _pending_invitation(code, user)
    if invitation.user not in {None, user}:
        raise NotFound
    if invitation.user is None:
        _assign(invitation, user)
    return join_table(game.pk, user, share=share)


def _assign(invitation: Invitation, user: User) -> None:
    """Assign an invitation to this player, or withdraw it if they have another one to the same table."""
    others = Invitation.objects.filter(game=invitation.game_id, user=user, state=InvitationState.PENDING)
    if others.exists():
        invitation.state, invitation.answered_at = InvitationState.WITHDRAWN, timezone.now()
    else:
        invitation.user = user
    invitation.save(update_fields=["user", "state", "answered_at"])


@transaction.atomic
def decline_invitation(code: str, user: User | None) -> Game:
    """Decline an invitation and free its seat. Anyone with the code can decline an invitation to an address.

    Raises NotFound (also for another player's invitation), Conflict (invitation-answered).
    """
    game, invitation = _pending_invitation(code, user)
    if invitation.user not in {None, user}:
        raise NotFound
    return _close(game, invitation, InvitationState.DECLINED)


@transaction.atomic
def withdraw_invitation(code: str, user: User) -> Game:
    """Withdraw an invitation, for the inviter, the host and staff.

    Raises Forbidden (not-yours) and like ``decline_invitation``.
    """
    game, invitation = _pending_invitation(code, None)
    if not user.is_staff and user.pk not in {invitation.inviter_id, game.host_id}:
        raise Forbidden("not-yours", _("Only the host or the person who sent this invitation can withdraw it."))
    return _close(game, invitation, InvitationState.WITHDRAWN)


def _close(game: Game, invitation: Invitation, state: InvitationState) -> Game:
    invitation.state, invitation.answered_at = state, timezone.now()
    invitation.save(update_fields=["state", "answered_at"])
    bump_version(game)
    return game


def mail_key(invitation: Invitation) -> str:
    """Return the key in the link of the email to an address without an account, and nowhere else.

    Who has it has read the email. It works while nobody has taken the invitation, so once.
    """
    return salted_hmac("games.lobby.mail_key", f"{invitation.pk}:{invitation.email}", algorithm="sha256").hexdigest()


def is_mail_key(invitation: Invitation, key: str) -> bool:
    """Return True if this key came from the email of an invitation that is still free."""
    is_free = invitation.user_id is None and invitation.state == InvitationState.PENDING
    return is_free and bool(invitation.email) and constant_time_compare(mail_key(invitation), key)


def note_mail_key(session: SessionBase, code: str, key: str) -> None:
    """Remember in the session of a browser the invitation whose email was opened there last, with its key."""
    session[SESSION_KEY] = [code, key]


def take_mail_key(session: SessionBase, code: str) -> str:
    """Return the key, once, if the email of this invitation was the last one opened in this browser; "" if not."""
    noted, key = session.pop(SESSION_KEY, ["", ""])
    return str(key) if noted == code else ""


@transaction.atomic
def link_sign_up(code: str, user: User, key: str = "") -> bool:
    """Link a new account to the invitation that it came from. It gets the seat when its address is confirmed.

    Returns True if its address need not be confirmed again: it came from the email, with its key, and kept the address.
    Guests had an account before, so they confirm it in the usual way.
    """
    pending = Invitation.objects.filter(code=code, user=None, state=InvitationState.PENDING, game__status=Status.OPEN)
    game_id = pending.values_list("game_id", flat=True).first()
    if game_id is None:
        return False
    game_for_update(game_id)
    invitation = pending.first()  # read again under the lock
    if invitation is None:
        return False
    has_read = is_mail_key(invitation, key) and unconfirmed_address(user).lower() == invitation.email
    invitation.user, invitation.accept_on_verification = user, True
    invitation.save(update_fields=["user", "accept_on_verification"])
    return has_read and not user.seats.exists()


HELD_FOR = timedelta(hours=1)


@transaction.atomic
def hold_seat(game_id: int, user: User) -> bool:
    """Hold a seat for a new account that came by the invitation link: for an hour, or until its address is confirmed.

    A table holds one seat at a time. Returns False if there is none to hold.
    """
    game = game_for_update(game_id)
    is_held = game.invitations.filter(state=InvitationState.PENDING, held_until__isnull=False).exists()
    if game.status != Status.OPEN or is_held or free_seats(game) < 1:
        return False
    until = timezone.now() + HELD_FOR
    Invitation.objects.create(game=game, user=user, held_until=until, accept_on_verification=True)
    bump_version(game)
    return True


def release_held_seats(now: datetime) -> None:
    """Free the seats that new accounts have not confirmed in time."""
    due = Invitation.objects.filter(state=InvitationState.PENDING, held_until__lte=now)
    for pk, game_id in due.values_list("pk", "game_id"):
        with transaction.atomic():
            game = game_for_update(game_id)
            invitation = due.filter(pk=pk).first()  # read again under the lock
            if invitation:
                _close(game, invitation, InvitationState.WITHDRAWN)


def decline_unwanted(now: datetime) -> None:
    """Decline the invitations between people who are kept apart, after the waking time that a person might have taken.

    So the inviter learns no more than from any other player who does not want to play.
    """
    since = now - MIN_TIME_TO_DECLINE
    unwanted = Invitation.objects.to_blocked().filter(state=InvitationState.PENDING, created_at__lte=since)
    for pk, game_id in unwanted.order_by("game", "pk").values_list("pk", "game_id"):
        with transaction.atomic():
            game = game_for_update(game_id)
            invitation = unwanted.filter(pk=pk).select_related("user__profile").first()  # read again under the lock
            if invitation and _could_have_declined(invitation, now):
                _close(game, invitation, InvitationState.DECLINED)


def _could_have_declined(invitation: Invitation, now: datetime) -> bool:
    person, after = invitation.user, time_to_decline(invitation.code)
    return person is not None and could_have_answered(person, invitation.created_at, after, now)


def withdraw_invitations_to(user: User, other: User) -> None:
    """Withdraw the invitations that a player has sent to another whom they have just blocked."""
    sent = Invitation.objects.filter(inviter=user, user=other, state=InvitationState.PENDING)
    for pk, game_id in list(sent.order_by("game", "pk").values_list("pk", "game_id")):
        game = game_for_update(game_id)
        if invitation := sent.filter(pk=pk).first():
            _close(game, invitation, InvitationState.WITHDRAWN)


@transaction.atomic
def claim_invitations(user: User, email: str) -> list[Game]:
    """Assign the invitations to a newly confirmed address to this player; seat them at the table they signed up for.

    Returns the tables at which they have been seated.
    """
    joined = []
    pending = Invitation.objects.filter(state=InvitationState.PENDING, game__status=Status.OPEN)
    to_address = pending.filter(user=None, email=email.lower()).exclude(email="")
    to_user = pending.filter(user=user, accept_on_verification=True)
    # Two statements: for one with "or", SQLite reads all pending invitations.
    for game_id, pk in sorted([row for rows in (to_address, to_user) for row in rows.values_list("game_id", "pk")]):
        game = game_for_update(game_id)
        mine = (to_address | to_user).filter(pk=pk)  # read again under the lock
        if invitation := mine.exclude(game__seats__user=user).first():
            if invitation.user is None:
                _assign(invitation, user)
            if invitation.accept_on_verification and not has_blocked(game, user):
                joined.append(join_table(game.pk, user))
    return joined


def give_games(guest: User, user: User) -> None:
    """Give the guest's seats and orders to a player, in the caller's transaction."""
    tables = list(Seat.objects.filter(user=guest).values_list("game", flat=True))
    for model in (AdvanceOrder, Presence):
        model.objects.filter(user=guest, game__in=tables).update(user=user)
    Turn.objects.filter(user=guest).update(user=user)
    PackedPlayer.objects.filter(user=guest).update(user=user)
    Game.objects.filter(host=guest).update(host=user)
    Seat.objects.filter(user=guest).update(user=user)
    recount([guest.pk, user.pk])


@transaction.atomic
def rematch(game_id: int, user: User, *, share: NewShare = NO_SHARE, draft: str = "", robot: str = "") -> Game:
    """Create a table with the settings and players of a finished one, or join the existing rematch.

    People get an invitation, robots a seat, or ``robot`` in their place. At the start everyone moves up one seat. The
    name counts up. Raises Forbidden (not-seated, you-have-blocked), TooMany, Conflict (not-over), and like
    ``create_table`` and ``join_table``.
    """
    game = game_for_update(game_id)
    if not game.seats.filter(user=user).exists():
        raise Forbidden("not-seated", _("You did not play at this table."))
    if game.status not in {Status.FINISHED, Status.ABORTED}:
        raise Conflict("not-over", _("This game is not over yet."))
    found = rematch_of(game, user)
    bump_version(game)  # so that the open pages of the others show the rematch
    if found:
        for_table = read_draft(draft).code if draft and share.table is None else share.table
        return join_table(found.pk, user, share=replace(share, table=for_table))
    return _open_rematch(game, user, share, draft, robot)


def _open_rematch(game: Game, user: User, share: NewShare, draft: str, robot: str) -> Game:
    """Open a table like this one, and invite its people.

    If one stands at which someone sits who is kept apart from the player, it stays the rematch of the others.
    """
    others = list(Seat.objects.filter(game=game, user__is_active=True).exclude(user=user).select_related("user"))
    people = [seat.user for seat in others if seat.user and not seat.user.robot]
    require_unblocked(user, [person.pk for person in people])
    if people:
        count_invitation(user)  # otherwise opening and leaving rematches could send any number of emails
    is_rematch = rematch_of(game, None) is None
    if is_rematch:
        Game.objects.filter(rematch_of=game).update(rematch_of=None)  # cancelled ones
    new_game = create_table(
        user,
        NewTable(
            title=game.title,
            ruleset=game.ruleset,
            options=game.options,
            seat_count=game.seat_count,
            times=time_settings_of(game),
            is_private=game.is_private,
            has_hints=game.has_hints,
            is_rated=game.is_rated,
            seat_order=SeatOrder.ROTATED if is_rematch else SeatOrder.RANDOM,
            name=next_table_name(game.name, user),
            share=share,
            draft=draft,
            robots=[robot or seat.user.robot for seat in others if seat.user and seat.user.robot],
            rematch_of=game if is_rematch else None,
        ),
    )
    for person in people:
        offer_seat(new_game, user, person, rematch=True)
    return new_game
