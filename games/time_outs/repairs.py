"""Every change of a table by an operator: what it would do, and the change itself with its line in the record.

A preview makes the change and takes it back, so that it says what happens. It says nothing of results of chance that
the change draws: nobody chooses knowing them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.selectors import display_name
from games.board.log_lines import taken_back_text
from games.clocks.models import TimeGift
from games.clocks.selectors import current_pause, open_turns
from games.common.errors import Forbidden, NotFound
from games.common.wording import exact_text, moment_text
from games.conduct.models import RecordRole, Verb
from games.conduct.services import add_record
from games.core.models import Entry, EventKind, Game, TableEvent
from games.core.selectors import is_robot, seat_name, seats_of
from games.engine.course import rewind_of
from games.engine.values import ABORT
from games.notifications.models import Kind, Notification
from games.play.operators import Operator, checked
from games.ratings.models import RatingVersion
from games.ratings.replays import Correction, corrections_without

Change = Callable[[], object]


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
    deadlines: Mapping[str, datetime | None]  # by name
    is_paused: bool
    last_gift: int
    last_notification: int
    last_event: int
    last_entry: int
    to_void: frozenset[str]


def preview(game_id: int, by: Operator, what: str, change: Change) -> list[str]:
    """Return what a change would do, in sentences. Raises what ``carry_out`` raises."""
    found: list[str] = []
    try:
        with transaction.atomic():
            found = carry_out(game_id, by, what, change)
            raise _TakenBackAgain
    except _TakenBackAgain:
        return found


@transaction.atomic
def carry_out(game_id: int, by: Operator, what: str, change: Change) -> list[str]:
    """Change a table, and record who did it and why. Return what has changed, in sentences.

    ``what`` names the change in the record. Raises Forbidden (not-an-operator), Invalid (no-reason), and what the
    change raises.
    """
    if not by.user.has_perm("games.change_game"):
        raise Forbidden("not-an-operator", gettext_lazy("Only administrators of games can do this."))
    reason, before = checked(by.reason), _snapshot(game_id)
    change()
    after = _snapshot(game_id)
    effects = _effects(before, after) or [_("Nothing changes.")]
    text = f"{what}: {' '.join(effects)}"
    add_record(
        by.user, RecordRole.ADMIN, Verb.CHANGED, f"Game {after.game}", game=after.game, after=text, reason=reason
    )
    return effects


def _snapshot(game_id: int) -> _Snapshot:
    game, now = Game.objects.filter(pk=game_id).first(), timezone.now()
    if game is None:
        raise NotFound
    seats = seats_of(game)
    names = {seat.pk: seat_name(seat) for seat in seats}
    version = RatingVersion.objects.filter(is_current=True).first()
    return _Snapshot(
        game,
        {seat.number: seat_name(seat) for seat in seats if seat.number is not None},
        frozenset(seat.number for seat in seats if not is_robot(seat) and seat.number is not None),
        frozenset(seat.number for seat in seats if seat.offered_at and seat.number is not None),
        tuple(seat_name(seat) for seat in seats if seat.is_acting),
        {names[turn.seat_id]: turn.deadline for turn in open_turns(game)},
        current_pause(game, now) is not None,
        _last(TimeGift.objects.filter(turn__game=game).aggregate(last=Max("pk"))),
        _last(Notification.objects.filter(game=game).aggregate(last=Max("pk"))),
        _last(TableEvent.objects.filter(game=game).aggregate(last=Max("pk"))),
        _last(Entry.every.filter(game=game).aggregate(last=Max("pk"))),
        frozenset([*version.to_void, *version.voided] if version else ()),
    )


def _last(found: Mapping[str, int | None]) -> int:
    return found["last"] or 0


def _effects(before: _Snapshot, after: _Snapshot) -> list[str]:
    if _has_drawn(before, after):  # whose turn it is now, and whether the game is over, may say what
        again = _("What is due there is rolled or drawn again.")
        return [*_rewound(before, after), again, *_told(before, after, [Kind.NEWS])]
    return [
        *_rewound(before, after),
        *_status(before, after),
        *_seats(before, after),
        *_clocks(before, after),
        *_void(before, after),
        *_told(before, after),
    ]


def _rewound(before: _Snapshot, after: _Snapshot) -> list[str]:
    """Return how far the game has been taken back, and what does not count any more."""
    new = Entry.every.filter(game=after.game, pk__gt=before.last_entry).order_by("pk")
    rewind = next((one for row in new if (one := rewind_of(row.seat, row.notation))), None)
    if rewind is None:
        return []
    values = {"now": before.game.ply, "then": rewind.ply}
    found = [_("The game goes back from step %(now)s to step %(then)s.") % values]
    events = TableEvent.objects.filter(game=after.game, pk__gt=before.last_event, kind=EventKind.UNDONE)
    if not after.game.is_private:
        found += [text for event in events if (text := taken_back_text(event.params))]
    if rewind.lost:
        text = ngettext(
            "%(count)d result that can’t be replayed is lost, too.",
            "%(count)d results that can’t be replayed are lost, too.",
            rewind.lost,
        )
        found.append(text % {"count": rewind.lost})
    return found if _has_drawn(before, after) else [*found, *_turn(after)]


def _has_drawn(before: _Snapshot, after: _Snapshot) -> bool:
    """Return True if the change has drawn results of chance that were due."""
    drawn = Entry.objects.filter(game=after.game, pk__gt=before.last_entry, seat=None)
    return drawn.exclude(notation=ABORT).exists()


def _turn(after: _Snapshot) -> list[str]:
    return [_("Then it is the turn of %(names)s.") % {"names": ", ".join(after.acting)}] if after.acting else []


def _status(before: _Snapshot, after: _Snapshot) -> list[str]:
    if before.game.status != after.game.status:
        states = {"before": before.game.get_status_display(), "after": after.game.get_status_display()}
        return [_("The game was “%(before)s” and is “%(after)s” then.") % states]
    is_same = (before.game.ply, before.game.undone) == (after.game.ply, after.game.undone)
    if is_same and (before.acting != after.acting or before.game.troubled_at != after.game.troubled_at):
        return [_("What follows from the log is stored again."), *_turn(after)]
    return []


def _seats(before: _Snapshot, after: _Snapshot) -> list[str]:
    changed = [number for number, name in after.seats.items() if before.seats.get(number) != name]
    found = [
        _("The seat of %(before)s is that of %(after)s then.")
        % {"before": before.seats.get(number, ""), "after": after.seats[number]}
        for number in changed
    ]
    offered = sorted(after.offered - before.offered)
    found += [_("The seat of %(name)s is open to other players.") % {"name": after.seats[number]} for number in offered]
    if gone := [before.seats[number] for number in (*changed, *offered) if number in before.people]:
        found.append(_("This doesn’t count as leaving the game: %(names)s.") % {"names": ", ".join(gone)})
    return found


def _clocks(before: _Snapshot, after: _Snapshot) -> list[str]:
    found = [
        _("%(name)s gets %(time)s.") % {"name": display_name(gift.turn.user), "time": exact_text(gift.seconds)}
        for gift in TimeGift.objects.filter(turn__game=after.game, pk__gt=before.last_gift).select_related(
            "turn__user__profile"
        )
        if gift.turn.user
    ]
    if after.is_paused != before.is_paused:
        found.append(_("All clocks are stopped.") if after.is_paused else _("The clocks run again."))
    for name, deadline in after.deadlines.items():
        if deadline and deadline != before.deadlines.get(name):
            values = {"name": name, "when": moment_text(deadline)}
            found.append(_("The deadline of %(name)s is %(when)s.") % values)
    return found


def _void(before: _Snapshot, after: _Snapshot) -> list[str]:
    if after.game.code not in after.to_void - before.to_void:
        return []
    found = [_("The result doesn’t count for any rating. All ratings are computed again within the hour.")]
    corrections = corrections_without(after.game)
    if corrections is None:
        return found
    return found + [_correction_text(one) for one in corrections]


def _correction_text(one: tuple[str, Correction]) -> str:
    name, correction = one
    return _("The rating of %(name)s changes from %(before)s to %(after)s.") % {
        "name": name,
        "before": correction.before,
        "after": correction.after,
    }


def _told(before: _Snapshot, after: _Snapshot, kinds: Sequence[str] = Kind.values) -> list[str]:
    """Return who gets a notification of these kinds, and that the table reads the reason."""
    rows = Notification.objects.filter(
        game=after.game, pk__gt=before.last_notification, user__isnull=False, kind__in=kinds
    )
    names = sorted({display_name(row.user) for row in rows.select_related("user__profile") if row.user})
    found = [_("Notified: %(names)s.") % {"names": ", ".join(names)}] if names else []
    has_event = TableEvent.objects.filter(game=after.game, pk__gt=before.last_event).exists()
    return [*found, _("The log of the table tells it, with the reason.")] if has_event else found
