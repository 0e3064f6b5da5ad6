"""Every change of a table by an operator: what it would do, and the change itself with its line in the record.

A preview makes the change and takes it back, so that it says what happens. It says nothing of results of chance that
the change draws: nobody chooses knowing them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.selectors import display_name
from games.board.log_lines import lost_text, taken_back_text
from games.clocks.models import TimeGift, Turn
from games.clocks.selectors import current_pause, open_turns
from games.common.errors import Forbidden, NotFound
from games.common.wording import exact_text, moment_text
from games.conduct.models import RecordRole, Verb
from games.conduct.services import add_record
from games.core.lock import game_for_update
from games.core.models import Entry, EventKind, Game, Seat, TableEvent
from games.core.selectors import is_robot, seat_name, seats_of
from games.engine.course import rewind_of
from games.engine.values import ABORT
from games.notifications.models import Kind, Notification
from games.play.after_action import derived_columns, derived_values
from games.play.operators import Operator, checked
from games.ratings.lock import current_for_update
from games.ratings.replays import Correction, corrections_of
from games.ratings.selectors import is_voided

Change = Callable[[], object]
_DEADLINE = gettext_lazy("New deadline of %(name)s: %(when)s.")
_LATEST_DEADLINE = gettext_lazy("New deadline of %(name)s: at the latest %(when)s, earlier once the email has left.")


class _TakenBackAgain(Exception):
    """The preview is over."""


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """What an operator can change at a table."""

    game: Game
    seats: Mapping[int, str]  # names by number
    people: frozenset[int]  # the seats without robots
    offered: frozenset[int]
    acting: tuple[str, ...]
    turns: Mapping[str, Turn]  # those under way, by name
    columns: Mapping[str, object]  # those that follow from the log
    is_paused: bool
    last_gift: int
    last_notification: int
    last_event: int
    last_entry: int
    is_voided: bool | None  # None if the game is not rated


def preview(game_id: int, by: Operator, change: Change) -> list[str]:
    """Return what a change would do, in sentences. Raises what ``carry_out`` raises."""
    found: list[str] = []
    try:
        with transaction.atomic():
            found = _effects(*_change(game_id, by, change), is_done=False)
            raise _TakenBackAgain
    except _TakenBackAgain:
        return found


@transaction.atomic
def carry_out(game_id: int, by: Operator, what: str, change: Change) -> list[str]:
    """Change a table, and record who did it and why. Return what has changed, in sentences.

    ``what`` names the change in the record. Raises Forbidden (not-an-operator), Invalid (no-reason), and what the
    change raises.
    """
    before, after = _change(game_id, by, change)
    effects = _effects(before, after, is_done=True)
    text = f"{what}: {' '.join(effects)}"
    add_record(
        by.user,
        RecordRole.ADMIN,
        Verb.CHANGED,
        f"Game {after.game}",
        game=after.game,
        after=text,
        reason=checked(by.reason),
    )
    return effects


def _change(game_id: int, by: Operator, change: Change) -> tuple[_Snapshot, _Snapshot]:
    if not by.user.has_perm("games.change_game"):
        raise Forbidden("not-an-operator", gettext_lazy("Only administrators of games can do this."))
    checked(by.reason)
    # What a player does meanwhile is no effect of the change. Who rates games takes the locks in this order, too.
    current_for_update()
    game_for_update(game_id)
    before = _snapshot(game_id)
    change()
    return before, _snapshot(game_id)


def _snapshot(game_id: int) -> _Snapshot:
    game, now = Game.objects.filter(pk=game_id).first(), timezone.now()
    if game is None:
        raise NotFound
    seats = seats_of(game)
    names = {seat.pk: seat_name(seat) for seat in seats}
    return _Snapshot(
        game,
        {seat.number: seat_name(seat) for seat in seats if seat.number is not None},
        frozenset(seat.number for seat in seats if not is_robot(seat) and seat.number is not None),
        frozenset(seat.number for seat in seats if seat.offered_at and seat.number is not None),
        tuple(seat_name(seat) for seat in seats if seat.is_acting),
        {names[turn.seat_id]: turn for turn in open_turns(game)},
        _columns(game, seats),
        current_pause(game, now) is not None,
        _last(TimeGift.objects.filter(turn__game=game).aggregate(last=Max("pk"))),
        _last(Notification.objects.filter(game=game).aggregate(last=Max("pk"))),
        _last(TableEvent.objects.filter(game=game).aggregate(last=Max("pk"))),
        _last(Entry.every.filter(game=game).aggregate(last=Max("pk"))),
        is_voided(game),
    )


def _columns(game: Game, seats: Sequence[Seat]) -> dict[str, object]:
    """Return what follows from the log by its name in the database, with the letters of the seats."""
    rows: list[tuple[str, Game | Seat]] = [("", game), *((f"{seat.letter} ", seat) for seat in seats)]
    return {
        f"{whose}{name}": value
        for whose, row in rows
        for name, value in zip(derived_columns(row), derived_values(row), strict=True)
        if name not in {"version", "deadline", "overdue_at", "acting_since"}
    }


def _last(found: Mapping[str, int | None]) -> int:
    return found["last"] or 0


def _effects(before: _Snapshot, after: _Snapshot, *, is_done: bool) -> list[str]:
    """Return what a change does, or what it did."""
    if _has_drawn(before, after):  # whose turn it is now, and whether the game is over, may say what
        again = _("What was due there was rolled or drawn again.")
        found = [
            *_rewound(before, after, is_done=is_done),
            again if is_done else _("What is due there is rolled or drawn again."),
            *_told(before, after, [Kind.NEWS]),
        ]
    else:
        found = [
            *_rewound(before, after, is_done=is_done),
            *_status(before, after, is_done=is_done),
            *_repaired(before, after),
            *_seats(before, after, is_done=is_done),
            *_clocks(before, after, is_done=is_done),
            *_rated(before, after),
            *_told(before, after),
        ]
    if not is_done and TableEvent.objects.filter(game=after.game, pk__gt=before.last_event).exists():
        found.append(_("The log of the table tells it, with the reason."))
    return found or [_("Nothing changed.") if is_done else _("Nothing changes.")]


def _rewound(before: _Snapshot, after: _Snapshot, *, is_done: bool) -> list[str]:
    """Return how far the game has been taken back, and what does not count any more."""
    new = Entry.every.filter(game=after.game, pk__gt=before.last_entry).order_by("pk")
    rewind = next((one for row in new if (one := rewind_of(row.seat, row.notation))), None)
    if rewind is None:
        return []
    values = {"now": before.game.ply, "turn": before.game.turn, "then": rewind.ply, "turn_then": after.game.turn}
    text = _("The game goes back from step %(now)s (turn %(turn)s) to step %(then)s (turn %(turn_then)s).")
    if is_done:
        text = _("The game went back from step %(now)s (turn %(turn)s) to step %(then)s (turn %(turn_then)s).")
    found = [text % values]
    events = TableEvent.objects.filter(game=after.game, pk__gt=before.last_event, kind=EventKind.UNDONE)
    if not after.game.is_private:
        found += [text for event in events if (text := taken_back_text(event.params))]
    elif rewind.lost:
        found.append(lost_text(rewind.lost))
    return found if _has_drawn(before, after) else [*found, *_turn(after, is_done=is_done)]


def _has_drawn(before: _Snapshot, after: _Snapshot) -> bool:
    """Return True if the change has drawn results of chance that were due."""
    drawn = Entry.objects.filter(game=after.game, pk__gt=before.last_entry, seat=None)
    return drawn.exclude(notation=ABORT).exists()


def _turn(after: _Snapshot, *, is_done: bool) -> list[str]:
    text = _("Then it was the turn of %(names)s.") if is_done else _("Then it is the turn of %(names)s.")
    return [text % {"names": ", ".join(after.acting)}] if after.acting else []


def _status(before: _Snapshot, after: _Snapshot, *, is_done: bool) -> list[str]:
    if before.game.status == after.game.status:
        return []
    states = {"before": before.game.get_status_display(), "after": after.game.get_status_display()}
    text = _("The game was “%(before)s” and became “%(after)s”.")
    return [(text if is_done else _("The game is “%(before)s” and becomes “%(after)s”.")) % states]


def _repaired(before: _Snapshot, after: _Snapshot) -> list[str]:
    """Return which columns did not follow from the log, if the change has stored them again."""
    events = TableEvent.objects.filter(game=after.game, pk__gt=before.last_event, kind=EventKind.OPERATOR)
    if not any(event.params.get("what") == "rebuilt" for event in events):
        return []
    found = [
        f"{name}: {old} → {after.columns[name]}" for name, old in before.columns.items() if after.columns[name] != old
    ]
    columns = _("Stored again as it follows from the log: %(columns)s.") % {"columns": "; ".join(found)}
    mark = _("The log can be replayed: the game is no longer in trouble.")
    return [*([columns] if found else []), *([mark] if before.game.troubled_at else [])]


def _seats(before: _Snapshot, after: _Snapshot, *, is_done: bool) -> list[str]:
    changed = [number for number, name in after.seats.items() if before.seats.get(number) != name]
    offered = sorted(after.offered - before.offered)
    given = _("The seat of %(before)s was given to %(after)s.") if is_done else _("%(after)s gets %(before)s’s seat.")
    found = [given % {"before": before.seats.get(number, ""), "after": after.seats[number]} for number in changed]
    text = _("The seat of %(name)s was offered to other players.")
    if not is_done:
        text = _("The seat of %(name)s is offered to other players.")
    found += [text % {"name": after.seats[number]} for number in offered]
    if gone := [before.seats[number] for number in (*changed, *offered) if number in before.people]:
        found.append(_("This doesn’t count as leaving the game: %(names)s.") % {"names": ", ".join(gone)})
    return found


def _clocks(before: _Snapshot, after: _Snapshot, *, is_done: bool) -> list[str]:
    gifts = TimeGift.objects.filter(turn__game=after.game, pk__gt=before.last_gift)
    text = _("%(name)s got %(time)s.") if is_done else _("%(name)s gets %(time)s.")
    found = [
        text % {"name": display_name(gift.turn.user), "time": exact_text(gift.seconds)}
        for gift in gifts.select_related("turn__user__profile")
        if gift.turn.user
    ]
    if after.is_paused > before.is_paused:
        found.append(_("All clocks were stopped.") if is_done else _("All clocks are stopped."))
    elif after.is_paused < before.is_paused:
        found.append(_("The clocks were started again.") if is_done else _("The clocks run again."))
    for name, turn in after.turns.items():
        if turn.deadline and turn.deadline != (old.deadline if (old := before.turns.get(name)) else None):
            values = {"name": name, "when": f"{moment_text(turn.deadline)} ({timezone.get_current_timezone_name()})"}
            found.append((_DEADLINE if turn.notified_at else _LATEST_DEADLINE) % values)
    return found


def _rated(before: _Snapshot, after: _Snapshot) -> list[str]:
    """Return what becomes of ratings, if the change decides whether the result counts."""
    if after.is_voided == before.is_voided:
        return []
    text = _("The result counts for ratings again. All ratings are computed again within the hour.")
    if after.is_voided:
        text = _("The result doesn’t count for any rating. All ratings are computed again within the hour.")
    return [text, *(_correction_text(one) for one in corrections_of(after.game) or ())]


def _correction_text(one: tuple[str, Correction]) -> str:
    name, correction = one
    return _("The rating of %(name)s changes from %(before)s to %(after)s.") % {
        "name": name,
        "before": correction.before,
        "after": correction.after,
    }


def _told(before: _Snapshot, after: _Snapshot, kinds: Sequence[str] = Kind.values) -> list[str]:
    """Return who gets a notification of these kinds."""
    rows = Notification.objects.filter(
        game=after.game, pk__gt=before.last_notification, user__isnull=False, kind__in=kinds
    )
    names = sorted({display_name(row.user) for row in rows.select_related("user__profile") if row.user})
    return [_("Notified: %(names)s.") % {"names": ", ".join(names)}] if names else []
