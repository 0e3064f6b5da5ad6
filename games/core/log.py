"""The log of a game: its readers, its replay to positions, its writer, its check, and its lines that are no actions.

The log of a game that was over long ago is packed (``games.core.packing``). The readers here give the same for both:
where there are no rows of a game that is over, they look for a packed log.
"""

import logging
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any

from django.db.models import F, Q, QuerySet, prefetch_related_objects
from django.utils import timezone

from accounts.models import User
from games.common.errors import BrokenGame, BrokenTurns, NotFound
from games.engine.course import REWIND, Course, Rewind, course_of, next_number, rewind_of
from games.engine.errors import CorruptLog
from games.engine.prompts import OrderFormat
from games.engine.registry import get_title
from games.engine.replay import list_plies, replay, state_hash
from games.engine.values import ABORT, Action, Chance, Ply

from .dice import draw
from .models import Entry, EntryNote, EventKind, Game, Seat, TableEvent
from .packed import digest_of, packed_by_game, packed_entries
from .replica import replica
from .selectors import title_of

Log = list[tuple[int | None, str]]
Line = tuple[int | None, str, int, bool]
LINE = ("seat", "notation", "ply", "is_lost")

MAX_FAULT = 200  # characters
logger = logging.getLogger(__name__)

MAX_ACTIONS = 20  # of one turn


def entries_of(game: Game, first: int = 0) -> list[Entry]:
    """Return the entries that count, from a ply on. Those of a packed log have no id, and no hash: see ``hashed``."""
    if (entries := game.fetched_entries) is None:
        entries = list(game.entries.filter(ply__gte=first).order_by("ply"))
    if not entries and (packed := packed_entries(game)):
        entries = packed.counting()
    return [entry for entry in entries if entry.ply >= first]


def last_entry_of(game: Game) -> Entry | None:
    return game.entries.order_by("ply").last() or next(reversed(entries_of(game)), None)


def every_entry_of(game: Game) -> list[Entry]:
    """Return all entries in the order in which they were written, those that were taken back included."""
    if entries := list(Entry.every.filter(game=game).order_by("pk")):
        return entries
    packed = packed_entries(game)
    return packed.every() if packed else []


def fetch_entries(games: Sequence[Game]) -> None:
    """Read the entries of several games at once, for ``entries_of``. It reads a damaged one again, and raises."""
    prefetch_related_objects(games, "entries")
    packed = packed_by_game(game for game in games if not game.entries.all())
    for game in games:
        with suppress(BrokenGame):
            game.fetched_entries = packed[game.pk].counting() if game.pk in packed else list(game.entries.all())


def fetch_players(entries: Sequence[Entry]) -> None:
    """Read who has played the entries in the place of others, at once."""
    prefetch_related_objects(entries, "played_by__profile")


def hashed(game: Game, entries: Sequence[Entry]) -> Sequence[Entry]:
    """Return the entries that count with the hashes of their positions. Raises BrokenGame."""
    if any(map(_has_no_hash, entries)):
        for entry, ply in zip(entries, plies_of(game), strict=True):
            entry.state_hash = state_hash(title_of(game), ply.after)
    return entries


def _has_no_hash(entry: Entry) -> bool:
    return "state_hash" in entry.get_deferred_fields()


@dataclass(frozen=True, slots=True)
class EntryOrigin:
    """Who or what has made an entry of a seat. ``note`` is an EntryNote, ``played_by`` the id of an account.

    Without a note, the player made it; ``played_by`` is None for the player who began the game in this seat.
    """

    seat: int
    note: str
    played_by: int | None


Origins = dict[int, EntryOrigin]  # by ply
ORIGIN = ("ply", "seat", "notation", "note", "played_by_id")


def log_with_origins(game: Game) -> tuple[Log, Origins]:
    """Return (seat, notation) of all entries, and the origins of the players' entries."""
    rows = replica.rows(game, game.entries.order_by("ply").values_list(*ORIGIN)) if not game.packed else []
    if not rows and (packed := packed_entries(game)):
        rows = [attrgetter(*ORIGIN)(entry) for entry in packed.counting()]
    log, origins = [], {}
    for ply, seat, notation, note, user in rows:
        log.append((seat, notation))
        if seat is not None and note != EntryNote.INHERITED:
            origins[ply] = EntryOrigin(seat, note, user)
    return log, origins


def origins_of(entries: Iterable[Entry]) -> Origins:
    """Return the origins of the players' entries."""
    return {
        entry.ply: EntryOrigin(entry.seat, entry.note, entry.played_by_id)
        for entry in entries
        if entry.seat is not None and entry.note != EntryNote.INHERITED
    }


@contextmanager
def replaying(game: Game) -> Iterator[None]:
    """Raise BrokenGame if the engine fails at what is stored of this game, in whatever way."""
    try:
        yield
    except BrokenGame:
        raise
    except Exception as error:
        raise BrokenGame(game.pk, f"{type(error).__name__}: {error}") from error


def require_whole(game: Game, log: Log, ply: int | None = None) -> Log:
    """Return the first ``ply`` entries of a log, as many as the game says by default. Raises BrokenGame."""
    length = game.ply if ply is None else ply
    if len(log) < length:
        raise BrokenGame(game.pk, f"the log has {len(log)} entries, the game says {length}")
    return log[:length]


def log_of(game: Game, ply: int | None = None) -> Log:
    """Return (seat, notation) of the first ``ply`` entries, by default of all. Raises NotFound for a later ply."""
    if ply is not None and not 0 <= ply <= game.ply:
        raise NotFound
    rows = game.entries.order_by("ply").values_list("seat", "notation")
    if not game.packed and (log := replica.rows(game, rows, ply)):
        return log
    packed = packed_entries(game) if ply != 0 else None
    return packed.log()[:ply] if packed else list(rows[:ply])


def logs_of(games: Sequence[Game]) -> dict[int, Log]:
    """Return the logs of several games by their ids, in one query, or two if some are packed."""
    logs: dict[int, Log] = {game.pk: [] for game in games}
    rows = Entry.objects.filter(game__in=logs).order_by("game", "ply").values_list("game", "seat", "notation")
    for game_id, seat, notation in rows:
        logs[game_id].append((seat, notation))
    for pk, packed in packed_by_game(game for game in games if not logs[game.pk]).items():
        with suppress(BrokenGame):  # that log stays empty, which is not as long as the game says
            logs[pk] = packed.log()
    return logs


def whole_log_of(game: Game) -> Log:
    """Return (seat, notation) of all that was ever played, with rewinds; without entries that cannot be replayed."""
    if not game.undone:
        return log_of(game)
    return [(seat, notation) for seat, notation, _ply, is_lost in _lines_of(game) if not is_lost]


def _lines_of(game: Game) -> list[Line]:
    """Return all entries in the order in which they were written."""
    lines: list[Line] = list(Entry.every.filter(game=game).order_by("pk").values_list(*LINE))
    packed = packed_entries(game) if not lines else None
    return packed.lines() if packed else lines


def _first_gap(lines: Iterable[Line]) -> int | None:
    """Return the place of the first rewind before which entries are missing: its ply says how long the log was.

    None if there is no gap but those that are known, as the rewind says.
    """
    length = 0
    for place, (seat, notation, ply, is_lost) in enumerate(lines):
        rewind = rewind_of(seat, notation)
        if rewind and not is_lost and ply > length + rewind.lost:
            return place
        length = rewind.ply if rewind else ply + 1
    return None


def course_of_game(game: Game) -> Course:
    """Return everything that was ever played at a table, as far as it is stored. Raises BrokenGame."""
    lines = _lines_of(game) if game.undone else []
    if (gap := _first_gap(lines)) is not None:
        raise BrokenGame(game.pk, f"of what was taken back by “{lines[gap][1]}”, entries are missing")
    log = [(seat, notation) for seat, notation, _ply, is_lost in lines if not is_lost] or log_of(game)
    with replaying(game):
        return course_of(get_title(game.title), game.ruleset, game.options, game.seat_count, log)


def state_of(game: Game, ply: int | None = None) -> object:
    """Return the state after the whole log, or after its first ``ply`` entries. Raises BrokenGame."""
    log = log_of(game, ply)
    require_whole(game, log, ply)
    with replaying(game):
        return replay(get_title(game.title), game.ruleset, game.options, game.seat_count, log)


def plies_of(game: Game, ply: int | None = None) -> list[Ply]:
    """Return every ply with the states around it. Raises BrokenGame."""
    log = log_of(game, ply)
    require_whole(game, log, ply)
    with replaying(game):
        return list_plies(get_title(game.title), game.ruleset, game.options, game.seat_count, log)


def fault_of(game: Game) -> str:
    """Replay the game, and what was taken back; compare state hashes. Return what is wrong, or "" for a sound log."""
    return replay_and_compare(game)[0]


def replay_and_compare(game: Game) -> tuple[str, object]:
    """Return what is wrong with the log, "" if it is sound, and the state after it."""
    state: object = None
    try:
        entries = entries_of(game)
        packed = packed_entries(game) if any(map(_has_no_hash, entries)) else None
        if [entry.ply for entry in entries] != list(range(game.ply)):
            return f"the log has {len(entries)} entries, the game says {game.ply}", None
        with replaying(game):
            title, hashes = get_title(game.title), list[str]()
            state = title.start(game.ruleset, game.options, game.seat_count)
            log = [(entry.seat, entry.notation) for entry in entries]
            for entry, ply in zip(entries, title.iter_plies(state, log), strict=True):
                state = ply.after
                hashes.append(state_hash(title, state))
                if not packed and hashes[-1] != entry.state_hash:
                    step = entry.ply + 1
                    return f"the position at step {step} ({entry.notation}) is not the one that was stored", None
            if packed and digest_of(hashes) != packed.digest:
                return "the positions of the packed log are not those that were stored", None
            if game.undone:
                course_of_game(game)  # the next result of chance needs it
    except BrokenGame as error:
        return error.fault, None
    return "", state


def sound_length(game: Game) -> int:
    """Return how many entries that count, from the start on, replay to the positions that were stored.

    What came after something that was taken back and does not replay is not sound: its dice depend on that. A packed
    log is sound or not: nothing can be taken back from it.
    """
    if game.packed:
        return 0 if fault_of(game) else game.ply
    broken = _first_broken(game)
    sound = _sound_length(game)
    return sound if broken is None else min(sound, game.entries.filter(pk__lt=broken).count())


def _first_broken(game: Game) -> int | None:
    """Return the id of the first of all entries that does not replay, or before which some are missing."""
    if not game.undone:
        return None
    rows = list(Entry.every.filter(game=game).order_by("pk").values_list("pk", *LINE))
    gap = _first_gap(row[1:] for row in rows)
    found = [] if gap is None else [rows[gap][0]]
    log = {pk: (seat, notation) for pk, seat, notation, _ply, is_lost in rows if not is_lost}
    try:
        course_of(get_title(game.title), game.ruleset, game.options, game.seat_count, list(log.values()))
    except CorruptLog as error:
        found.append(list(log)[int(error.params["ply"])])
    return min(found, default=None)


def _sound_length(game: Game) -> int:
    hashes = list(game.entries.order_by("ply").values_list("ply", "state_hash"))
    title, length = get_title(game.title), 0
    try:
        with replaying(game):
            start = title.start(game.ruleset, game.options, game.seat_count)
            for ply, (number, stored) in zip(title.iter_plies(start, log_of(game)), hashes, strict=True):
                if number != length or state_hash(title, ply.after) != stored:
                    break
                length += 1
    except BrokenGame:
        return length
    return length


def lose_broken_entries(game: Game, sound: int) -> int:
    """Mark what does not replay before it is taken back. Return how many results that may have been.

    ``sound`` is the ``sound_length``. What an entry was that is gone, nobody knows: it counts as a result.
    """
    every = Entry.every.filter(game=game, is_lost=False)
    found, number = Q(rewind=0, ply__gte=sound), game.undone
    while number and _rewound_to(every.filter(rewind=number)) > sound:  # what led to the entries that do not replay
        found |= Q(rewind=number)
        number -= 1
    gone = game.ply - every.filter(rewind=0, ply__lt=game.ply).count()
    if broken := _first_broken(game):
        found |= Q(pk__gte=broken)
        gone += _count_missing(game)
    rows = _lines_by_pk(every.filter(found))
    _move_shares(game, list(every.order_by("pk").values_list("pk", flat=True)), rows)
    every.filter(pk__in=rows).update(is_lost=True)
    rewinds = [rewind for entry in rows.values() if (rewind := rewind_of(*entry))]
    others = sum(seat is None and text != ABORT for seat, text in rows.values()) - len(rewinds)
    return others + sum(rewind.lost for rewind in rewinds) + max(0, gone)


def _lines_by_pk(entries: QuerySet[Entry]) -> dict[int, tuple[int | None, str]]:
    rows = entries.order_by("pk").values_list("pk", "seat", "notation")
    return {pk: (seat, notation) for pk, seat, notation in rows}


def _count_missing(game: Game) -> int:
    """Return how many entries that were taken back are not there any more."""
    every, missing = Entry.every.filter(game=game), 0
    for row in every.filter(seat=None, notation__startswith=REWIND):
        if rewind := rewind_of(row.seat, row.notation):
            there = every.filter(rewind=row.rewind).exclude(pk=row.pk).count()
            missing += max(0, row.ply - rewind.ply - there)
    return missing


def _rewound_to(entries: QuerySet[Entry]) -> int:
    last = entries.filter(seat=None).order_by("pk").last()
    rewind = rewind_of(None, last.notation) if last else None
    return rewind.ply if rewind else -1


def _move_shares(game: Game, before: Sequence[int], lost: Container[int]) -> None:
    """Give openings of shares, and first actions without one, their places in the log without the lost entries."""
    for seat in game.seats.all():
        for name in ("opening_ply", "share_given_up_ply"):
            if (place := getattr(seat, name)) is not None:
                setattr(seat, name, sum(pk not in lost for pk in before[:place]))
                if name == "share_given_up_ply" and any(pk in lost for pk in before[place : place + 1]):
                    seat.share_given_up_ply = None  # it stays given up, and has no place until the seat acts again
        seat.save(update_fields=["opening_ply", "share_given_up_ply"])


class LogWriter:
    """The new entries of one game: appended under its lock, inserted together by ``store``.

    Each method takes the state before and returns the state after. ``game.ply`` grows with every entry.
    """

    def __init__(self, game: Game, now: datetime) -> None:
        self.game, self.title, self.now = game, title_of(game), now
        self._entries: list[Entry] = []
        self._course: Course | None = None

    def append(self, state: object, action: Action, note: str = "", played_by: User | None = None) -> object:
        """Apply one action and append its entry. The entry's seat is null for chance.

        ``played_by`` is who acted for the player of the seat.
        """
        after = self.title.apply(state, action)
        entry = Entry(
            game=self.game,
            ply=self.game.ply,
            seat=action.seat,
            notation=self.title.notation(action),
            at=self.now,
            rules_version=self.game.rules_version,
            state_hash=state_hash(self.title, after),
            note=note,
            played_by=played_by,
        )
        self._entries.append(entry)
        self.game.ply += 1
        return after

    def append_text(self, state: object, seat: int | None, notation: str) -> object:
        """Apply one action from its notation, which must be legal."""
        return self.append(state, self.title.parse(state, seat, notation))

    def resolve_chance(self, state: object, chance: Chance) -> object:
        return self.append_text(state, None, draw(self.game, self._numbered(chance)))

    def _numbered(self, chance: Chance) -> Chance:
        """Return what is due with a number that no result has had, also none that was taken back."""
        if not self.game.undone:
            return chance
        if self._course is None:
            self._course = course_of_game(self.game)
        return chance._replace(number=next_number(self._course, chance))

    def append_rewind(self, ply: int, lost: int) -> object:
        """Let the first ``ply`` entries count, under the game's lock. Return the position after them.

        ``lost`` is how many results are taken back that cannot be replayed.
        """
        game, number = self.game, self.game.undone + 1
        Entry.objects.filter(game=game, ply__gte=ply).update(rewind=number)
        was, game.ply, game.undone = game.ply, ply, number
        state = state_of(game)
        Entry.every.create(
            game=game,
            ply=was,
            notation=Rewind(ply, lost).notation,
            at=self.now,
            rules_version=game.rules_version,
            state_hash=state_hash(self.title, state),
            rewind=number,
        )
        return state

    def execute_orders(
        self, form: OrderFormat, orders: Any, state: object, note: str = "", played_by: User | None = None
    ) -> object:
        """Play one turn, or the rest of it, by orders, with results of chance; stop where the orders end.

        ``OrderFormat.problems`` must have found no problem. Entries of the seat get the note, those of chance do not.
        """
        turn = self.title.turn(state)
        while self.title.turn(state) == turn and self.title.outcome(state) is None:
            if chance := self.title.chance(state):
                state = self.resolve_chance(state, chance)
            elif action := form.next_action(orders, state):
                state = self.append(state, action, note, played_by)
            else:
                break
        return state

    def play_turn(self, choose: Callable[[object], Action], state: object, note: str) -> object:
        """Play the rest of the turn under way with actions that ``choose`` picks, and its chance. Return the state."""
        turn = self.title.turn(state)
        while self.title.turn(state) == turn and self.title.outcome(state) is None:
            if chance := self.title.chance(state):
                state = self.resolve_chance(state, chance)
            else:
                state = self.append(state, choose(state), note)
        return state

    def store(self, players: Mapping[int | None, User] | None = None) -> None:
        """Insert the new entries in one statement. ``players`` play in the place of the first players of the seats."""
        for entry in self._entries:
            if entry.seat is not None and entry.played_by_id is None and players:
                entry.played_by = players.get(entry.seat)
        Entry.objects.bulk_create(self._entries)
        self._entries = []


def note_trouble(game_id: int, other: str = "") -> str:
    """Check a game at which something has failed, and note what is wrong with its log. Return that, "" if it is sound.

    The log is read again: a page may have failed only because the game moved on while it was made. ``other`` is what
    is wrong with the packed turns, which do not change.
    """
    game = Game.objects.exclude(started_at=None).filter(pk=game_id).first()
    fault = (fault_of(game) or other)[:MAX_FAULT] if game else ""
    unknown = Game.objects.filter(pk=game_id, troubled_at=None)
    if game and fault and unknown.update(troubled_at=timezone.now(), trouble=fault, version=F("version") + 1):
        logger.error("a game is in trouble", extra={"game": game.code, "fault": fault})
    return fault


def note_if_broken(error: BaseException) -> None:
    """Note the trouble of a game if that is what an error is about."""
    if isinstance(error, BrokenGame):
        note_trouble(error.game_id, error.fault if isinstance(error, BrokenTurns) else "")


Param = str | int | bool | Mapping[str, Any] | Sequence[Any] | None


def add_event(
    game: Game,
    kind: EventKind,
    now: datetime,
    *,
    seat: int | None = None,
    user: User | None = None,
    params: Mapping[str, Param] | None = None,
) -> TableEvent:
    """Add a line to the log of a table, whose row is locked, and let open pages update.

    ``seat`` is the number of the seat concerned, ``user`` who did it; without one, the site did. The player of the seat
    at this time is remembered in ``params``, because another may have it when the line is read.
    """
    values: dict[str, Param] = dict(params or {})
    if seat is not None:
        values["player"] = Seat.objects.filter(game=game, number=seat).values_list("user_id", flat=True).first()
    event = TableEvent.objects.create(game=game, ply=game.ply, kind=kind, seat=seat, user=user, params=values, at=now)
    game.version += 1
    game.save(update_fields=["version"])
    return event
