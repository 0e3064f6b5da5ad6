"""Playing the actions of one turn, and the checks before them."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.clocks.models import TurnEnd
from games.common.errors import Conflict, Forbidden, Illegal, StalePly, Unreadable
from games.core.choices import Status
from games.core.dice import add_opening
from games.core.lock import game_for_update
from games.core.log import LogWriter, entries_of, state_of
from games.core.models import Entry, EntryNote, Game, GivenUpBy, Seat
from games.core.selectors import seats_of, title_of
from games.deputies.selectors import represented_seat, represents_someone
from games.engine.core import Title
from games.engine.drafts import can_continue
from games.engine.errors import BadNotation, EngineError, IllegalAction
from games.engine.messages import message_to_json, refusal
from games.engine.values import Action

from .after_action import after_action
from .shares import give_up_share, require_share


def play_action(
    game_id: int,
    user: User,
    notation: str,
    expected_ply: int,
    *,
    undone: int | None = None,
    share: str = "",
    without_share: bool = False,
) -> Game:
    """Play one action, like ``play_actions``."""
    return play_actions(
        game_id, user, [notation], expected_ply, undone=undone, share=share, without_share=without_share
    )


@transaction.atomic
def play_actions(
    game_id: int,
    user: User,
    notations: Sequence[str],
    expected_ply: int,
    *,
    undone: int | None = None,
    share: str = "",
    without_share: bool = False,
) -> Game:
    """Play actions of one turn for the user, with the results of chance after them. Return the updated game.

    All of them are played or none. No chance acts between them: where it is due, and where the turn is over, only the
    last action may stand. The user has the seat, or is its player's deputy and may act now.
    ``undone`` is how often a turn had been taken back when the user saw that ply, None if that is not known. ``share``
    is the user's share of the dice if their device sends it: it is opened before the action. If it is not open,
    ``without_share`` says that the user gives it up. What the user has played at this ply already, sent again after a
    lost answer, changes nothing.

    Raises StalePly if the game has moved on, Conflict (not-running, share-due), Forbidden
    (not-seated, not-your-turn), Illegal (turn-over, or with the engine's reason as code), and what ``open_share``
    raises. An error changes nothing.
    """
    game = game_for_update(game_id)
    if has_played(game, user, notations, expected_ply, undone):
        return game
    acting = acting_seat(game_id, user, expected_ply, undone, share)
    log, after = LogWriter(acting.game, timezone.now()), acting.state
    for number, notation in enumerate(notations):
        if number and not can_continue(log.title, acting.state, after, acting.number):
            raise Illegal("turn-over", _("Your turn is over before “%(action)s”.") % {"action": notation[:80]})
        action = legal_action(log.title, after, acting.number, notation)
        after = log.append(after, action, acting.note, acting.deputy)
    acting.settle_share(without_share, expected_ply)
    after_action(log, after, acting.seats, acting.number, acting.ended_by)
    return acting.game


def has_played(game: Game, user: User, notations: Sequence[str], ply: int, undone: int | None = None) -> bool:
    """Return True if the user has played these actions at this ply: the request comes again after a lost answer."""
    entries = own_entries(game, user, ply, undone)[: len(notations)]
    if not 0 < len(notations) == len(entries) or [row.ply for row in entries] != [*range(ply, ply + len(entries))]:
        return False
    title, state = title_of(game), state_of(game, ply)
    for row, notation in zip(entries, notations, strict=True):
        action = title.parse(state, row.seat, row.notation)
        if not _means(title, state, row.seat, notation, action):
            return False
        state = title.apply(state, action)
    return True


def own_entries(game: Game, user: User, ply: int, undone: int | None) -> list[Entry]:
    """Return what the user has played from this ply on, for the own seat or as a deputy.

    A robot waits for no answer: its second worker is refused.
    """
    if user.robot or not 0 <= ply < game.ply or undone not in {None, game.undone}:
        return []
    own_seats = set(game.seats.filter(user=user).values_list("number", flat=True))
    return [entry for entry in entries_of(game, ply) if _is_own(entry, user, own_seats)]


def _is_own(entry: Entry, user: User, own_seats: Container[int | None]) -> bool:
    if entry.note == EntryNote.DEPUTY:
        return entry.played_by_id == user.pk
    return entry.seat in own_seats and not entry.note and entry.played_by_id in {None, user.pk}


def _means(title: Title, state: object, seat: int | None, notation: str, action: Action) -> bool:
    """Return True if the notation means this action in this state."""
    try:
        found: Action = title.parse(state, seat, notation)
    except EngineError:
        return False
    return found == action


@dataclass(frozen=True, slots=True)
class ActingSeat:
    """The seat that acts, in its locked game. ``deputy`` is who acts, if it is not the seat's player."""

    game: Game
    seat: Seat
    number: int
    state: object
    seats: list[Seat]
    deputy: User | None = None

    @property
    def note(self) -> str:
        return EntryNote.DEPUTY if self.deputy else ""

    @property
    def ended_by(self) -> TurnEnd:
        return TurnEnd.DEPUTY if self.deputy else TurnEnd.PLAYER

    def settle_share(self, without_share: bool, ply: int) -> None:
        """Give up the seat's share of the dice if it is not open. Raises Conflict (share-due): only with consent."""
        if not self.deputy and not without_share:
            require_share(self.game, self.seat)
        by = GivenUpBy.DEPUTY if self.deputy else GivenUpBy.PLAYER
        give_up_share(self.game, self.seat, by, ply, timezone.now())


def acting_seat(game_id: int, user: User, expected_ply: int, undone: int | None = None, share: str = "") -> ActingSeat:
    """Lock the game and return the acting seat of the user, or the one for which the user is the deputy.

    A share of the dice is opened. Raises like ``play_action``.
    """
    game = game_for_update(game_id)
    seats = seats_of(game)
    own = next((seat for seat in seats if seat.user_id == user.pk), None)
    represented = None if own else represented_seat(game, seats, user, timezone.now())
    if not own and not represented and expected_ply != game.ply and represents_someone(game, user):
        raise StalePly  # the deputy's turn is over: played by the player, or twice by the deputy
    seat = _require_running(game, own or represented)
    if expected_ply != game.ply or undone not in {None, game.undone}:
        raise StalePly
    if share and own:
        add_opening(game, user, share)
        own.refresh_from_db(fields=["opening_number", "opening_ply"])
    state = state_of(game)
    if seat.number not in title_of(game).acting(state):
        raise Forbidden("not-your-turn", _("It’s not your turn."))
    assert seat.number is not None  # set while the game runs
    return ActingSeat(game, seat, seat.number, state, seats, user if represented else None)


def legal_action(title: Title, state: object, seat: int | None, notation: str) -> Action:
    """Return the legal action of a notation. Raises Illegal, Unreadable.

    Resigning is an action of the engine too, but it is not among the legal actions: it has its own service.
    """
    try:
        action: Action = title.parse(state, seat, notation)
        if action in title.legal_actions(state):
            return action
        title.apply(state, action)  # raises the reason
    except BadNotation as error:
        raise Unreadable(error.code, refusal_text(title, error), refusal_messages(title, error)) from error
    except IllegalAction as error:
        raise Illegal(error.code, refusal_text(title, error), refusal_messages(title, error)) from error
    raise Unreadable("not-offered", _("You can’t play this now."))


def running_seat(game: Game, user: User) -> Seat:
    """Return the user's seat in a running game. Raises Conflict (not-running) or Forbidden (not-seated)."""
    return _require_running(game, game.seats.filter(user=user).first())


def playing_seat(game: Game, user: User) -> Seat:
    """Return the seat of a player who may act at the table. Raises as ``running_seat``, and Conflict (already-out)."""
    seat = running_seat(game, user)
    if seat.is_out:
        raise Conflict("already-out", _("You are already out of this game."))
    return seat


def _require_running(game: Game, seat: Seat | None) -> Seat:
    if seat is None:
        raise Forbidden("not-seated", _("You do not have a seat at this table."))
    if game.status != Status.RUNNING:
        raise Conflict("not-running", _("This game is not running."))
    return seat


def refusal_text(title: Title, error: EngineError) -> str:
    phrase = title.phrases.get(refusal(error).key)
    return gettext(phrase) % error.params if phrase else gettext("The rules do not allow this.")


def refusal_messages(title: Title, error: EngineError) -> list[dict[str, Any]]:
    """Return the reason as messages of the title, for a later text in another language."""
    message = refusal(error)
    return [message_to_json(message)] if message.key in title.phrases else []
