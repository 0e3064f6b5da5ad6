"""Rated games: who took part how, frozen when a game ends.

A game is rated if its table said so before it started, and every person has finished two turns. Then nothing that
happens later changes what it says, but the ratings can be computed from it again.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.db.models import Exists, OuterRef

from accounts.selectors import live_together
from games.clocks.models import Turn, TurnEnd
from games.clocks.selectors import turns_of
from games.common import signals
from games.common.errors import BrokenTurns
from games.common.signals import send_after_commit
from games.conduct.selectors import excluded_from_ratings
from games.core.choices import Status
from games.core.log import entries_of, note_if_broken, state_of
from games.core.models import Entry, EntryNote, EventKind, Game, Seat, TableEvent
from games.core.selectors import handed_over, is_robot, title_of
from games.engine.prompts import SCORE
from games.engine.values import OUT_OF_TIME, RESIGNS

from .anchors import version_of
from .formula import chance_ahead, pair_weight
from .ledger import counted
from .models import InputKind, RatedGame, Unrated
from .selectors import current_version

MIN_TURNS = 2  # of each person: otherwise nothing was played
FOR_BOTH = 2  # seats: there a resignation counts for both, as nearly every lost game ends so
OWN_PART = 0.75  # of the decisions of a seat, which its player must have made
REPEATED_WITHIN = timedelta(days=90)
LEFT_WITHIN, MAX_LEFT = timedelta(days=14), 3
FINISHED_BY = (TurnEnd.PLAYER, TurnEnd.ORDER, TurnEnd.DEPUTY, TurnEnd.STAND_IN)
OWN_NOTES = ("", EntryNote.ORDER)
GONE = (RESIGNS, OUT_OF_TIME)
Input = dict[str, Any]


def freeze(game: Game) -> RatedGame | None:
    """Write what the ratings need of a game that has just ended, in the caller's transaction, and wake a worker.

    Returns None for a game that is not rated: see ``unrated_cause``.
    """
    if not game.is_rated or game.status != Status.FINISHED or game.finished_at is None:
        return None
    seats = list(game.seats.select_related("user").order_by("number"))
    cause, inputs = _judge(game, seats)
    if cause:
        return None
    about = {"title": game.title, "ruleset": game.ruleset, "pool": str(game.seat_count)}
    values = {**about, "finished_at": game.finished_at, "inputs": inputs}
    rated, is_new = RatedGame.objects.get_or_create(game=game, defaults=values)
    if is_new:
        send_after_commit(signals.game_rated)
    return rated


def _judge(game: Game, seats: Sequence[Seat]) -> tuple[Unrated | None, Sequence[Input]]:
    """Return why a finished game is not rated, or what its rating needs."""
    if are_of_one_household(game, seats):
        return Unrated.HOUSEHOLD, ()
    turns = turns_of(game)
    if any(_finished(turns, seat) < MIN_TURNS for seat in seats if _first_player(turns, seat)):
        return Unrated.SHORT, ()
    inputs = _Inputs(game, seats, turns).all()
    has_played = any(one["kind"] == InputKind.PLAYED for one in inputs)
    return None if has_played else Unrated.NOBODY, inputs


def unrated_cause(game: Game, seats: Sequence[Seat]) -> Unrated | None:
    """Return why a begun game is not rated, None for one that is and for tables that never are or were not to be.

    Only who has a seat may read of a household.
    """
    if game.started_at is None or game.is_private or game.has_hints or game.branched_from_id:
        return None
    is_taken = any(seat.taken_at for seat in seats)
    if not game.is_rated or (is_taken and game.status == Status.RUNNING):
        may_live_together = any(getattr(seat, "has_household", True) for seat in seats)  # ``seats_of`` may know it
        if may_live_together and are_of_one_household(game, seats):
            return Unrated.HOUSEHOLD
        if not game.is_rated:
            people = [seat for seat in seats if seat.taken_at or not is_robot(seat)]
            return Unrated.ALONE if len(people) < 2 else None
    if game.status != Status.FINISHED:
        has_players = counted([{"user": seat.user_id} for seat in seats], excluded_among(seats))
        return Unrated.NO_RESULT if game.is_over else None if has_players else Unrated.EXCLUDED
    if rated := RatedGame.objects.filter(game=game).first():
        if game.code in current_version().decided_void():
            return Unrated.VOIDED
        return None if counted(rated.inputs, excluded_from_ratings()) else Unrated.EXCLUDED
    try:
        return _judge(game, seats)[0]
    except BrokenTurns as error:  # nobody knows any more
        note_if_broken(error)
        return None


def excluded_among(seats: Iterable[Seat]) -> list[int]:
    """Return who is left out of the ratings, nobody if ``seats_of`` has found that none of these players is."""
    return excluded_from_ratings() if any(getattr(seat, "is_excluded", True) for seat in seats) else []


def are_of_one_household(game: Game, seats: Iterable[Seat]) -> bool:
    """Return True if two players of a game had said before its start that they live together, and say so still."""
    return live_together((one for seat in seats for one in (seat.user_id, seat.owner_id)), game.started_at)


def _finished(turns: Iterable[Turn], seat: Seat) -> int:
    return sum(turn.seat_id == seat.pk and turn.ended_by in FINISHED_BY for turn in turns)


def _first_player(turns: Iterable[Turn], seat: Seat) -> int | None:
    """Return who began the game in a seat, None for a robot and a deleted account."""
    if seat.taken_at is None:
        return None if is_robot(seat) else seat.user_id
    return next((turn.user_id for turn in turns if turn.seat_id == seat.pk), None)


def _is_own(entry: Entry) -> bool:
    """Return True for what the first player of a seat has played, also by an order in advance."""
    return entry.played_by_id is None and entry.note in OWN_NOTES


@dataclass(frozen=True, slots=True)
class _Decisions:
    """The decisions of a seat: all, and those of its first player, with orders in advance."""

    all: int = 0
    own: int = 0

    @property
    def are_own(self) -> bool:
        return self.own >= OWN_PART * self.all


class _Inputs:
    def __init__(self, game: Game, seats: Sequence[Seat], turns: Sequence[Turn]) -> None:
        self.game, self.seats, self.turns = game, seats, turns
        entries = entries_of(game)
        every = Counter(entry.seat for entry in entries)
        by_player = Counter(entry.seat for entry in entries if _is_own(entry))
        self.decisions = {seat: _Decisions(every[seat], by_player[seat]) for seat in every if seat is not None}
        gone = {entry.seat: entry for entry in entries if entry.played_by_id is None and entry.notation in GONE}
        self.gone = {seat: entry.notation for seat, entry in gone.items()}
        others = {entry.seat: entry for entry in reversed(entries) if not _is_own(entry)}  # the first of each seat
        self.left_at = {seat: entry.at for seat, entry in {**others, **gone}.items()}

    def all(self) -> list[Input]:
        found = [one for seat in self.seats for one in self._of_seat(seat)]
        people = [one["user"] for one in found if "user" in one]
        met = self._met(people) if len(people) > 1 else {}
        for one in found:
            if "user" in one:
                others = [other for other in people if other != one["user"]]
                weights = [pair_weight(met.get((one["user"], other), 0)) for other in others]
                is_void = one["kind"] == InputKind.LEFT and self._has_left_often(one["user"], self.left_at[one["seat"]])
                one["weight"] = 0.0 if is_void else sum(weights) / len(weights) if weights else 1.0
        return found

    def _of_seat(self, seat: Seat) -> list[Input]:
        """Return who had a seat: a robot, its first player, and the player who has taken it over."""
        number, place = seat.number or 0, seat.place or len(self.seats)
        if seat.taken_at is None and is_robot(seat) and seat.user:
            robot = {"robot": seat.user.robot, "version": version_of(self.game.title, seat.user.robot)}
            return [{"seat": number, **robot, "place": place, "kind": InputKind.ROBOT.value}]
        found, first = list[Input](), _first_player(self.turns, seat)
        has_seat = seat.user_id == first
        if first and not self._is_given_away(number, first, has_seat=has_seat):
            part = self._part_of_first(number, place, has_seat=has_seat)
            left = {"left_at": self.left_at[number].isoformat()} if part["kind"] == InputKind.LEFT else {}
            found.append({"seat": number, "user": first, **part, **left})
        if seat.taken_at and seat.user and not is_robot(seat) and seat.user_id != first:
            kind, better = InputKind.SUBSTITUTE.value, self._better(number, place)
            found.append({"seat": number, "user": seat.user_id, "place": place, "kind": kind, "better": better})
        return found

    def _is_given_away(self, number: int, first: int, *, has_seat: bool) -> bool:
        """Return True if the seat of its first player was given to others by an operator, so that it says nothing."""
        is_whole = has_seat and self.decisions.get(number, _Decisions()).are_own
        return number not in self.gone and not is_whole and (self.game.pk, first) in self._given

    @cached_property
    def _given(self) -> set[tuple[int, int]]:
        return handed_over([self.game.pk], ever=True)

    def _part_of_first(self, number: int, place: int, *, has_seat: bool) -> Input:
        """Return how the first player of a seat took part. Who let others play comes last."""
        is_own = self.decisions.get(number, _Decisions()).are_own
        if number in self.gone:
            is_lost = self.gone[number] == RESIGNS and len(self.seats) == FOR_BOTH and is_own and has_seat
            return {"place": place, "kind": (InputKind.RESIGNED if is_lost else InputKind.LEFT).value}
        if not is_own:
            return {"place": len(self.seats), "kind": InputKind.LEFT.value}
        return {"place": place, "kind": InputKind.PLAYED.value}

    def _better(self, number: int, place: int) -> float:
        """Return by how much more of the others are behind a seat than could be expected when a substitute took it."""
        events = TableEvent.objects.filter(game=self.game, seat=number, kind=EventKind.SUBSTITUTE)
        taken = events.order_by("-id").first()
        if taken is None or len(self.seats) < 2:
            return 0.0
        title = title_of(self.game)
        points = {
            panel.seat: next((stat.value for stat in panel.stats if stat.kind == SCORE), 0)
            for panel in title.panels(state_of(self.game, taken.ply))
        }
        mine, left = points.pop(number, 0), max(1, self.game.ply - taken.ply) / max(1, self.game.ply)
        expected = sum(chance_ahead(mine - other, left) for other in points.values())
        ends = [seat.place or len(self.seats) for seat in self.seats if seat.number != number]
        beaten = sum(1.0 if place < other else 0.5 * (place == other) for other in ends)
        return (beaten - expected) / (len(self.seats) - 1)

    def _met(self, people: Sequence[int]) -> Mapping[tuple[int, int], int]:
        """Return how many rated games each two of these people have had lately."""
        since = self._finished_at - REPEATED_WITHIN
        seats = Seat.objects.filter(user__in=people, finished_at__gt=since, game__rated_game__isnull=False)
        by_game = dict[int, list[int]]()
        for game, user in seats.exclude(game=self.game).values_list("game", "user"):
            by_game.setdefault(game, []).append(user)
        met = dict[tuple[int, int], int]()
        for together in by_game.values():
            for one in together:
                for other in together:
                    met[one, other] = met.get((one, other), 0) + 1
        return met

    def _has_left_often(self, user: int, left_at: datetime) -> bool:
        """Return True if three other games that a player left count within two weeks with one left at that time.

        They may have ended long after that. Those that were written without that time count by their end.
        """
        played = Exists(Turn.objects.filter(game=OuterRef("game"), user=user))
        games = RatedGame.objects.filter(played, finished_at__gt=left_at - LEFT_WITHIN).exclude(game=self.game)
        times = sorted(
            datetime.fromisoformat(one["left_at"]) if "left_at" in one else finished_at
            for finished_at, inputs in games.values_list("finished_at", "inputs")
            for one in inputs
            if one.get("user") == user and one["kind"] == InputKind.LEFT and one["weight"]
        )
        spans = zip(times, times[MAX_LEFT - 1 :], strict=False)
        return any(max(last, left_at) - min(first, left_at) < LEFT_WITHIN for first, last in spans)

    @property
    def _finished_at(self) -> datetime:
        assert self.game.finished_at is not None
        return self.game.finished_at
