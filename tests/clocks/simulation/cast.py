"""Who plays in a simulated world, and at which tables."""

import random
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from accounts.errors import SiteError
from accounts.models import Profile
from accounts.selectors import get_profile
from games.clocks.holidays import plan_holiday
from games.clocks.models import Turn
from games.clocks.waking_hours import save_hours
from games.core.models import Game
from games.deputies.models import Deputy
from games.lobby.tables import NewTable, create_table, join_table
from games.time_outs.claims import give_time
from tests.makers import make_user

from . import acts
from .habits import DAY, HABITS, HOUR, ZONES, Person
from .world import MINUTE, START, World

PACES = ("brisk", "usual", "leisurely", "own", "1d", "3d", "7d", "none")
FAST_PACES = {"brisk", "1d"}
OWN_PACE = {"bank": 129600, "increment": 28800, "cap": 216000, "grace": 10800, "ceiling": 432000, "is_fixed": False}
RUGS = ("2/2/2",) * 7 + ("6/4/3",) * 2 + ("24/15/12",)


def populate(world: World, people: int, games: int, span: timedelta) -> None:
    """Fill a world with players and tables, which begin within a span."""
    for number in range(people):
        person = make_person(world, number, span)
        world.people[person.user.pk] = person
    name_deputies(world)
    for person in world.people.values():
        announce_holidays(world, person, span)
    world.outages = outages(world.chooser, span)
    for _each in range(games):
        world.to_start += 1
        moment = START + span * world.chooser.random() + HOUR
        world.at(moment, lambda: start_game(world))


def make_person(world: World, number: int, span: timedelta) -> Person:
    """Return a player; one in eight deserts, one in ten stays away for weeks without a word."""
    chooser = world.chooser
    habit, zone = HABITS[number % len(HABITS)], ZONES[number % len(ZONES)]
    user = make_user(f"person{number}")
    Profile.objects.filter(pk=get_profile(user).pk).update(
        time_zone=zone, takes_automatic_holidays=chooser.random() < 0.8
    )
    user.refresh_from_db()
    person = Person(user, habit, zone, random.Random(chooser.random()))
    kind = chooser.random()
    if kind < 0.12:
        person.deserts_at = START + span * chooser.random()
    elif kind < 0.22:
        began = START + span * chooser.random()
        person.absences = [(began, began + chooser.randrange(15, 45) * DAY)]
    if chooser.random() < 0.15:
        began = START + span * chooser.random()
        person.bounces = (began, began + chooser.randrange(2, 20) * DAY)
    person.takes_seats, person.claims = chooser.random() < 0.4, True
    if habit.has_declared:
        week = [(time.fromisoformat(row[0]), time.fromisoformat(row[1])) if row else None for row in habit.rows]
        save_hours(user, week, world.now)
    return person


def name_deputies(world: World) -> None:
    """Give every fourth player a friend who may play for them whenever they are late."""
    everyone = list(world.people.values())
    for person in everyone[::4]:
        friend = world.chooser.choice([one for one in everyone if one is not person])
        Deputy.objects.create(
            user=person.user, deputy=friend.user, created_at=world.now, accepted_at=world.now + MINUTE
        )


def announce_holidays(world: World, person: Person, span: timedelta) -> None:
    """Plan holidays of a week or so, each announced some days before."""
    for _each in range(world.chooser.randrange(3)):
        saved = (START + span * world.chooser.random()).replace(second=0, microsecond=0)
        first = saved.date() + world.chooser.randrange(2, 20) * DAY
        last = first + world.chooser.randrange(2, 9) * DAY
        world.at(saved, lambda first=first, last=last: go_on_holiday(world, person, first, last))  # type: ignore[misc]


def go_on_holiday(world: World, person: Person, first: date, last: date) -> None:
    """Announce a holiday; the player then stays away."""
    if person.is_absent(world.now):
        return
    zone = ZoneInfo(person.zone)
    begins, ends = (datetime(day.year, day.month, day.day, tzinfo=zone) for day in (first, last + DAY))
    if any(begins - 2 * DAY < end and start - 2 * DAY < ends for start, end in person.holidays):
        return
    with suppress(SiteError):  # the account does not hold as many days
        plan_holiday(person.user, first, last, world.now)
        person.holidays.append((begins, ends))


def outages(chooser: random.Random, span: timedelta) -> list[tuple[datetime, datetime]]:
    """Return outages, one a month, from a quarter of an hour to a day and a half."""
    found, at = [], START + 5 * DAY
    while at < START + span + 100 * DAY:
        at += chooser.randrange(10 * 1440, 50 * 1440) * MINUTE
        found.append((at, at + chooser.choice([15, 45, 200, 800, 2200]) * MINUTE))
    return found


def start_game(world: World) -> None:
    """Start a table of players whom its pace suits."""
    chooser, settings = world.chooser, table_settings(world.chooser)
    present = [person for person in world.people.values() if suits(person, settings["pace"], world.now)]
    players = chooser.sample(present, chooser.choice([2, 2, 2, 3, 4]))
    options = {"rugs": chooser.choice(RUGS if len(world.people) > 50 else RUGS[:-1])}
    game = create_table(
        players[0].user,
        NewTable(title="marrakech", ruleset="gigamic", seat_count=len(players), options=options, seat_order="joined"),
    )
    Game.objects.filter(pk=game.pk).update(**settings)
    for person in players[1:]:
        game = join_table(game.pk, person.user)
    world.to_start -= 1
    if chooser.random() < 0.05:
        length = chooser.randrange(2, 15) * DAY
        world.at(world.now + chooser.randrange(200) * HOUR, lambda: acts.pause(game.pk, length, world.now))
    if chooser.random() < 0.1:
        world.at(world.now + chooser.randrange(200) * HOUR, lambda: give(world, game.pk))


def table_settings(chooser: random.Random) -> dict[str, Any]:
    """Return the pace of a table, and what happens at its deadlines."""
    pace = chooser.choice(PACES)
    return {
        "pace": pace,
        "own_pace": OWN_PACE if pace == "own" else None,
        "has_soft_deadlines": chooser.random() < 0.25,
        "forbids_holidays": chooser.random() < 0.1,
        "late_rule": "out" if chooser.random() < 0.25 else "house",
    }


def suits(person: Person, pace: str, now: datetime) -> bool:
    """Return True if a player joins tables of a pace now. Without a clock, one plays with reliable people only."""
    if person.is_absent(now) or (person.habit.is_slow and pace in FAST_PACES):
        return False
    return person.is_innocent if pace == "none" else True


def give(world: World, game_id: int) -> None:
    """Let an opponent give time to a player whose turn it is."""
    turn = Turn.objects.filter(game=game_id, ended_at=None, pace__isnull=False).select_related("game", "seat").first()
    other = turn and turn.game.seats.exclude(user=turn.user_id).filter(user__robot="").select_related("user").first()
    if turn and other and other.user:
        number, amount = turn.seat.number or 0, world.chooser.choice([12, 24, 72]) * 3600
        with suppress(SiteError):  # the seat is offered meanwhile
            give_time(game_id, other.user, number, amount, world.now)
