"""Factories for tests: players, tables, games in any stage, all created by the services."""

import itertools
import random
from unittest import mock

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.core.choices import Status
from games.core.dice import NO_SHARE, share_columns_at
from games.core.lock import game_for_update
from games.core.log import LogWriter, state_of
from games.core.models import Game, Seat
from games.core.selectors import seats_of
from games.engine.registry import get_title
from games.lobby import tables
from games.lobby.tables import NewTable, create_table
from games.play.actions import play_action
from games.play.after_action import after_action
from games.play.shares import owes_share
from games.play.table_times import TimeSettings

_numbers = itertools.count(1)


def make_user(name: str = "", *, email: str = "", verified: bool = True, **fields: object) -> User:
    """Return a player who can sign in with the password "carpets-and-coins"."""
    is_new, name = not name, name or f"player{next(_numbers)}"
    email = email or f"{name.lower()}@example.org"
    user = None if is_new else User.objects.filter(username=name).first()
    if user is None:
        user = User.objects.create_user(name, email, "carpets-and-coins")
        EmailAddress.objects.create(user=user, email=email, verified=verified, primary=True)
        if not verified:
            user.email = ""
            user.save(update_fields=["email"])
    for field, value in fields.items():
        setattr(user, field, value)
    if fields:
        user.save(update_fields=list(fields))
    return user


def make_table(host: User | None = None, **settings: object) -> Game:
    """Return an open table, by default for two players with Gigamic's rules. ``pace`` stands for plain times."""
    values = {"title": "marrakech", "ruleset": "gigamic", "seat_count": 2, "seat_order": "joined", **settings}
    if "pace" in values:
        values["times"] = TimeSettings(str(values.pop("pace")))
    return create_table(host or make_user(), NewTable(**values))  # type: ignore[arg-type]


def started_game(*players: User, **settings: object) -> Game:
    """Return a running game of these players (two new ones if none), who sit in the given order.

    The services open and start it, but whether these players may play, which takes a third of the time, is not asked.
    """
    host, *others = players or (make_user(), make_user())
    with mock.patch.multiple(tables, require_may=_allowed, require_reliable=_allowed):
        game = make_table(host, seat_count=1 + len(others), **settings)
    return _seated(game, others)


def _allowed(*_arguments: object, **_options: object) -> None:
    """Stand for a check that lets everyone pass."""


@transaction.atomic
def _seated(game: Game, people: list[User]) -> Game:
    """Give people the free seats of a table, as ``join_table`` does, and start the game."""
    game = game_for_update(game.pk)
    for user in people:
        Seat.objects.create(game=game, user=user, **share_columns_at(game, NO_SHARE))
    game.version += len(people)
    tables._start_if_full(game)
    return game


def fresh(game: Game) -> Game:
    """Return the game as it is stored now."""
    return Game.objects.get(pk=game.pk)


def host_of(game: Game) -> User:
    """Return the player who opened the table, or who has it now."""
    assert game.host is not None
    return game.host


def acting_user(game: Game) -> User:
    """Return the player who must act."""
    return User.objects.get(seats__in=Seat.objects.filter(game=game, is_acting=True))


def any_action(game: Game, chooser: random.Random | None = None) -> str:
    """Return the notation of a legal action: the first, or a random one."""
    title = get_title(game.title)
    actions = title.legal_actions(state_of(game))
    return title.notation(chooser.choice(actions) if chooser else actions[0])


def play_on(game: Game, actions: int = 1000, *, seed: int = 1, in_steps: bool = False) -> Game:
    """Play this number of random actions, or until the game is over. Return the game.

    They are written together, as if they were one turn: only the last turn has its clock, emails and events, which a
    test of those plays ``in_steps``, as the site does. What waits for an action has it in steps, too.
    """
    chooser = random.Random(seed)
    if not in_steps and actions > 1 and _is_plain(game):
        return _write_actions(game, actions, chooser)
    for _step in range(actions):
        if game.is_over:
            break
        action = any_action(game, chooser)
        game = play_action(game.pk, acting_user(game), action, game.ply, without_share=True)
    return game


def _is_plain(game: Game) -> bool:
    """Return True for a running game without robots, shares to give up, orders in advance and proposals."""
    return (
        game.status == Status.RUNNING
        and not game.advance_orders.exists()
        and not game.proposals.exists()
        and not any(seat.user is None or seat.user.robot or owes_share(game, seat) for seat in seats_of(game))
    )


@transaction.atomic
def _write_actions(game: Game, actions: int, chooser: random.Random) -> Game:
    game = game_for_update(game.pk)
    seats, log, state = seats_of(game), LogWriter(game, timezone.now()), state_of(game)
    by = next(seat.number for seat in seats if seat.is_acting)
    for _step in range(actions):
        state = log.append(state, chooser.choice(log.title.legal_actions(state)))
        while chance := log.title.chance(state):
            state = log.resolve_chance(state, chance)
        if log.title.outcome(state):
            break
    after_action(log, state, seats, by)
    return game


def finished_game(*players: User, in_steps: bool = False, **settings: object) -> Game:
    """Return a game of two rugs each that was played at random to its end."""
    return play_on(started_game(*players, options={"rugs": "2/2/2"}, **settings), in_steps=in_steps)
