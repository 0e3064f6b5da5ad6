"""The simulated site: events in the order of time, the sweep when something is due, outages."""

import heapq
import itertools
import random
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

import time_machine
from django.db.models import Min

from accounts.errors import SiteError
from accounts.models import User
from games.clocks.activity import note_accepted, note_opened, note_seen
from games.clocks.models import Turn
from games.core.choices import LateRule, Status
from games.core.models import EventKind, Game, Heartbeat, Seat, TableEvent
from games.notifications.bounces import note_bounce
from games.notifications.models import Kind, Notification
from games.pictures.film import drawing_version
from games.play import robots
from games.play.actions import play_action
from games.sweep import sweep
from games.time_outs import claims, substitutes, time_outs
from tests.makers import any_action

from . import acts
from .habits import DAY, HOUR, Person

MINUTE = timedelta(minutes=1)
START = datetime.fromisoformat("2026-05-04T09:00:00+00:00")
MAX_LENGTH = 1500 * DAY  # by then every game has ended
Work = Callable[[], None]


class World:
    """Players, their tables, and the present. Everything happens at whole minutes."""

    def __init__(self, seed: int, traveller: time_machine.Traveller) -> None:
        """Begin with an empty site."""
        self.chooser = random.Random(seed)
        self.traveller, self.now = traveller, START
        self.people: dict[int, Person] = {}
        self.outages: list[tuple[datetime, datetime]] = []
        self.to_start = 0
        self._events: list[tuple[datetime, int, Work]] = []
        self._numbers = itertools.count()
        self._last_turn = self._last_event = 0
        self._swept_for: tuple[datetime | None, int] = (None, 0)
        sweep(self.now, drawing_version())

    def at(self, moment: datetime | None, work: Work) -> None:
        """Let something happen at a moment; None means never."""
        if moment is not None:
            whole = moment.replace(second=0, microsecond=0)
            heapq.heappush(self._events, (max(whole, self.now), next(self._numbers), work))

    def run(self) -> None:
        """Let time pass until every game has ended."""
        while self.to_start or Game.objects.filter(status=Status.RUNNING).exists():
            assert self.now < START + MAX_LENGTH, "some games never end"
            due = self._next_due()
            if not self._events or (due and due + MINUTE <= self._events[0][0]):
                assert due, f"nothing will ever happen at {list(Game.objects.filter(status=Status.RUNNING))}"
                self._sweep_at(max(due + MINUTE, self.now), due)
            else:
                moment, _number, work = heapq.heappop(self._events)
                self._happen(moment, work)
            self._look_around()

    def _happen(self, moment: datetime, work: Work) -> None:
        """Let an event happen; while the site is down, later."""
        if outage := self._outage_at(moment):
            self.at(outage[1] + self.chooser.randrange(1, 180) * MINUTE, work)
            return
        self._move_to(moment)
        Heartbeat.objects.filter(name="scheduler").update(at=moment)
        work()

    def _sweep_at(self, moment: datetime, due: datetime) -> None:
        if outage := self._outage_at(moment):
            began, moment = outage
            self.outages.remove(outage)
            Heartbeat.objects.filter(name="scheduler").update(at=began)
        self._move_to(moment)
        if not outage:
            Heartbeat.objects.filter(name="scheduler").update(at=moment - MINUTE)
        times = self._swept_for[1] + 1 if self._swept_for[0] == due else 1
        assert times < 50, f"the sweep does not handle what is due at {due}"
        self._swept_for = due, times
        sweep(self.now, drawing_version())

    def _outage_at(self, moment: datetime) -> tuple[datetime, datetime] | None:
        return next((outage for outage in self.outages if outage[0] < moment < outage[1]), None)

    def _move_to(self, moment: datetime) -> None:
        self.now = max(moment, self.now)
        self.traveller.move_to(self.now, tick=False)

    def _next_due(self) -> datetime | None:
        turns = Turn.objects.filter(ended_at=None).aggregate(due=Min("due_at"), remind=Min("remind_at"))
        offered = Seat.objects.filter(finished_at=None).aggregate(at=Min("offered_at"))["at"]
        moments = [turns["due"], turns["remind"], offered + DAY if offered else None]
        return min((at for at in moments if at), default=None)

    def _look_around(self) -> None:
        """Let robots play, and people react to what is new."""
        while games := robots.due(self.now):
            for pk in games:
                robots.play_one(pk)
        for turn in Turn.objects.filter(pk__gt=self._last_turn).order_by("pk"):
            self._last_turn = turn.pk
            if turn.ended_at is None:
                self._turn_came(turn)
        for event in TableEvent.objects.filter(pk__gt=self._last_event).order_by("pk"):
            self._last_event = event.pk
            self._react(event)

    def _turn_came(self, turn: Turn) -> None:
        person = self.people[turn.user_id or 0]
        delay = self.chooser.choice([1, 1, 2, 3, 5, 40, 300]) * MINUTE
        self.at(self.now + delay, lambda: self._email_arrives(turn, person))
        self.at(person.answer_time(self.now), lambda: self._visit(turn, person))

    def _email_arrives(self, turn: Turn, person: Person) -> None:
        rows = Notification.objects.filter(kind=Kind.TURN, user=person.user, game=turn.game_id, channel="email")
        row = rows.filter(ply=turn.ply).order_by("-pk").first()
        person.user.refresh_from_db()
        if row is None or person.user.bounced_at:
            return
        if person.bounces_at(self.now):
            note_bounce(person.user.email, acts.HARD_BOUNCE, "550 no such user", self.now, row)
        elif is_open(turn):
            note_accepted(row, self.now)

    def _visit(self, turn: Turn, person: Person) -> None:
        """Look at the table, mostly play, and sometimes come back later."""
        if not is_open(turn) or person.is_absent(self.now):
            if is_open(turn):
                self.at(person.answer_time(self.now), lambda: self._visit(turn, person))
            return
        user = person.user
        user.refresh_from_db()
        note_seen(user, self.now)
        game = turn.game
        time_outs.handle_due_turns(self.now, game)
        note_opened(game.pk, user, self.now)
        if self.chooser.random() < 0.15:
            self.at(person.answer_time(self.now), lambda: self._visit(turn, person))
        else:
            self.play_turn(game.pk, user)

    def play_turn(self, game_id: int, user: User) -> None:
        """Play a whole turn at random, if it is the player's."""
        game = Game.objects.get(pk=game_id)
        while not game.is_over and game.seats.filter(user=user, is_acting=True, offered_at=None).exists():
            number, turn = game.seats.get(user=user).number, game.turn
            game = play_action(game.pk, user, any_action(game, self.chooser), game.ply)
            if game.turn != turn or number is None:
                break

    def _react(self, event: TableEvent) -> None:
        """Let substitutes, owners, deputies and opponents do what an event asks them for."""
        game, number = event.game_id, event.seat or 0
        if event.kind == EventKind.OFFERED:
            free = [person for person in self.people.values() if person.takes_seats and not person.is_absent(self.now)]
            if free and self.chooser.random() < 0.6:
                substitute = self.chooser.choice(free)
                self.at(substitute.answer_time(self.now), lambda: self._take(game, number, substitute))
        elif event.kind == EventKind.DEPUTY:
            self.at(self.now + self.chooser.randrange(1, 40) * HOUR, lambda: acts.play_as_deputy(self, game, number))
        elif event.kind == EventKind.OVERDUE:
            self.at(self.now + self.chooser.randrange(60, 5000) * MINUTE, lambda: self._claim(game, number))
        elif event.kind in {EventKind.SUBSTITUTE, EventKind.ROBOT}:
            owner = Seat.objects.get(game=game, number=number).owner_id
            person = self.people.get(owner or 0)
            back = next((end for start, end in person.absences if start <= self.now < end), None) if person else None
            if person and back and not person.is_gone(back):
                self.at(back, lambda: self._take_back(game, person))

    def _take(self, game: int, number: int, person: Person) -> None:
        with suppress(SiteError):  # somebody else was faster
            note_seen(person.user, self.now)
            substitutes.take_seat(game, number, person.user, self.now)

    def _take_back(self, game: int, person: Person) -> None:
        with suppress(SiteError):  # too late
            note_seen(person.user, self.now)
            substitutes.take_back(game, person.user, self.now)

    def _claim(self, game: int, number: int) -> None:
        """Let an opponent claim, unless nobody does; then the player has as much time as it takes."""
        turn = Turn.objects.filter(game=game, seat__number=number, ended_at=None, overdue_at__isnull=False).first()
        if turn is None:
            return
        others = [self.people[seat.user_id] for seat in turn.game.seats.all() if seat.user_id in self.people]
        present = [one for one in others if one.user.pk != turn.user_id and not one.is_absent(self.now)]
        if not present:
            self.at(self.now + 5 * DAY, lambda: self._claim(game, number))
            return
        wants_substitute = self.chooser.random() < 0.3 and turn.game.late_rule == LateRule.STAND_IN
        with suppress(SiteError):  # the player has got more time meanwhile
            claims.claim(game, self.chooser.choice(present).user, number, self.now, wants_substitute=wants_substitute)


def is_open(turn: Turn) -> bool:
    """Return True if a turn has not ended, with what is stored of it by now."""
    turn.refresh_from_db()
    return turn.ended_at is None
