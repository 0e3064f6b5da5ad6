"""``manage.py demo``, which creates demonstration players and games."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import create_user, verify_address
from games.chat.services import post_message
from games.common.errors import Conflict
from games.core.choices import SeatOrder, Status
from games.core.log import state_of
from games.core.models import Game
from games.core.selectors import title_of
from games.lobby.invitations import invite_address, invite_player
from games.lobby.tables import NewTable, create_table, join_table
from games.notifications.models import Kind, Notification, NotificationReason, NotificationState
from games.notifications.preferences import UnsubscribeScope, stop_mail
from games.play.actions import play_action
from games.play.endings import resign
from games.play.table_times import TimeSettings
from games.ratings.services import rate_waiting

NAMES = ("Amina", "Brahim", "Chama", "Driss")
DOMAIN = "demo.example"  # a reserved domain: emails to it reach no one
GUEST = f"guest@{DOMAIN}"
CHAT_LINES = (
    "Good luck! May Assam walk kindly.",
    "A long walk for so few dirhams.",
    "@{other}, your saffron is growing too fast for my taste.",
    "I can see the souk from here.",
)


@dataclass(frozen=True, slots=True)
class DemoTable:
    """One table of the demonstration. ``players`` are indexes of NAMES, the host first; ``robots`` play as well.

    The game stops at the prompt of kind ``asks`` ("turn" or "place") in turn ``turn``. Without ``turn`` it is played to
    its end. With ``resigns`` the host then resigns. A table with fewer players than ``seats`` stays open; ``invited``
    players, and with ``guest`` the guest's address, get an invitation.
    """

    name: str
    ruleset: str
    players: tuple[int, ...]
    turn: int | None = None
    asks: str = "turn"
    seats: int = 0
    pace: str = "usual"
    is_soft: bool = False
    is_private: bool = False
    robots: tuple[str, ...] = ()
    invited: tuple[int, ...] = ()
    guest: bool = False
    lines: int = 0
    resigns: bool = False
    is_rated: bool = False
    title: str = "marrakech"


DEMO_TABLES = (
    DemoTable("The open courtyard", "gigamic", (0, 1), seats=3, pace="brisk"),
    DemoTable("Two chairs in the shade", "gigamic", (1,), seats=2, is_rated=True),
    DemoTable("The night caravan", "bga-help", (3, 2), seats=4, pace="leisurely"),
    DemoTable("Before breakfast", "gigamic", (2,), seats=2, pace="brisk", is_rated=True),
    DemoTable("Wind from the west", "classic-short", (2, 1), seats=3, title="marram"),
    DemoTable("Sand in the shoes", "classic-long", (3,), seats=2, pace="7d", is_rated=True, title="marram"),
    DemoTable("The quiet riad", "gigamic", (2,), seats=4, is_private=True, invited=(0,), guest=True),
    DemoTable("First threads", "gigamic", (0, 1), turn=3, lines=1, pace="1d"),
    DemoTable("Four at the well", "gigamic", (0, 2, 3, 1), turn=5, asks="place", lines=2),
    DemoTable("The dyers’ street", "bga-help", (3, 0, 2), turn=18, lines=4, pace="leisurely", is_soft=True),
    DemoTable("Turning late", "gigamic-variant", (2, 3), turn=24, asks="place", pace="none"),
    DemoTable("The last bales", "slides", (0, 1, 2, 3), turn=57, lines=3),
    DemoTable("Behind the cedar door", "gigamic", (1, 0), turn=46, asks="place", is_private=True, lines=2),
    DemoTable("Market day", "gigamic", (0, 1), lines=4, is_rated=True),
    DemoTable("A fair price", "gigamic", (2, 3), is_rated=True),
    DemoTable("Three merchants", "gigamic", (1, 2, 3), lines=1, pace="7d", is_rated=True),
    DemoTable("The long evening", "gigamic", (3, 2, 1, 0), pace="leisurely", is_rated=True),
    DemoTable("The weavers’ quarter", "gigamic", (3, 1), turn=20, pace="brisk", is_rated=True),
    DemoTable("Mint tea for three", "gigamic", (2, 1, 3), turn=30, lines=2),
    DemoTable("Footprints", "classic-short", (1, 3), turn=8, title="marram"),
    DemoTable("A riddle for Amina", "gigamic", (0,), turn=9, robots=("greedy",), pace="none"),
    DemoTable("The clockwork bazaar", "gigamic", (1, 3), robots=("careful", "greedy"), pace="1d"),
    DemoTable("A short visit", "bga-help", (2, 0), turn=12, resigns=True, lines=1),
    DemoTable("Over the dunes", "classic-long", (1, 0), turn=10, title="marram"),
    DemoTable("Four in the long grass", "pitchfork-long", (0, 2, 3, 1), turn=29, title="marram"),
    DemoTable("Low tide", "classic-short", (3, 2, 1), is_rated=True, title="marram"),
)


@transaction.atomic
def make_players(password: str, *, mails: bool) -> list[User]:
    """Return the demo's players and create those that are missing. Existing ones keep their password.

    Without ``mails`` they get no emails: their addresses exist only in a development mailbox. Raises Conflict
    (name-taken) if a name belongs to another account; then no player is created.
    """
    players = [_get_or_create_player(name, password) for name in NAMES]
    if not mails:
        for player in players:
            stop_mail(player, UnsubscribeScope.ALL)
    return players


def _get_or_create_player(name: str, password: str) -> User:
    address = f"{name.lower()}@{DOMAIN}"
    user = User.objects.filter(Q(username__iexact=name) | Q(email=address)).first()
    if user is None:
        user = create_user(name, address, password, time_zone="Africa/Casablanca")
    elif user.email != address:
        raise Conflict("name-taken", _("The name %(name)s is already taken here.") % {"name": name})
    verify_address(user)
    return user


def make_games(players: list[User], *, mails: bool) -> Iterator[Game]:
    for plan in DEMO_TABLES:
        host = players[plan.players[0]]
        if not Game.objects.filter(host=host, name=plan.name).exists():
            game = _create_table(plan, players, mails)
            rate_waiting()  # so that later games have ratings at their start
            yield game


@transaction.atomic
def _create_table(plan: DemoTable, players: list[User], mails: bool) -> Game:
    """Create and play one table, in one transaction, so that no worker sends emails about past turns."""
    host, *others = (players[index] for index in plan.players)
    game = create_table(
        host,
        NewTable(
            title=plan.title,
            ruleset=plan.ruleset,
            seat_count=plan.seats or len(plan.players) + len(plan.robots),
            times=TimeSettings(plan.pace, has_soft_deadlines=plan.is_soft),
            is_private=plan.is_private,
            is_rated=plan.is_rated,
            seat_order=SeatOrder.JOINED,  # so that it is Amina's turn in every demonstration
            name=plan.name,
            robots=plan.robots,
        ),
    )
    for player in others:
        game = join_table(game.pk, player)
    for index in plan.invited:
        invite_player(game.pk, host, players[index].username)
    if plan.guest:
        invite_address(game.pk, host, GUEST)
    game = _play(game, plan)
    if plan.resigns:
        game = resign(game.pk, host)
    _drop_mails(game, keep_current=mails)
    game.refresh_from_db()
    return game


def _play(game: Game, plan: DemoTable) -> Game:
    title, posted = title_of(game), 0
    greedy = title.robots["greedy"]
    while game.status == Status.RUNNING:
        state = state_of(game)
        prompt = title.prompt(state)
        if posted < plan.lines and game.turn > 2 * posted:
            _post_line(game, posted)
            posted += 1
        if prompt is None or (game.turn == plan.turn and prompt.kind == plan.asks):
            break
        user = game.seats.get(number=prompt.seat).user
        assert user is not None
        game = play_action(game.pk, user, title.notation(greedy.choose(state, game.ply)), game.ply)
    return game


def _post_line(game: Game, number: int) -> None:
    seats = list(game.seats.select_related("user"))
    author, other = seats[number % len(seats)].user, seats[(number + 1) % len(seats)].user
    assert author is not None
    assert other is not None
    post_message(game.pk, author, CHAT_LINES[number].format(other=other.username))


def _drop_mails(game: Game, *, keep_current: bool) -> None:
    """Drop the queued emails of a demonstration game, or all but the current turn's and the invitations."""
    past = Notification.objects.filter(game=game, state=NotificationState.QUEUED)
    if keep_current:
        past = past.exclude(kind=Kind.INVITATION)
    if keep_current and game.status == Status.RUNNING:
        current = past.filter(kind=Kind.TURN).order_by("pk").last()
        past = past.exclude(pk=current.pk) if current else past
    past.update(state=NotificationState.DROPPED, reason=NotificationReason.DEMONSTRATION)


# Not a secret: in development, everyone can sign in as one of the players.
DEVELOPMENT_PASSWORD = "saffron-and-indigo"  # noqa: S105


class Command(BaseCommand):
    """Creates four players with known passwords and games in every stage. A second run adds only what is missing."""

    help = "Create four demonstration players and games in every stage, and print how to sign in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--force", action="store_true", help="also without DEBUG, with a random password")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create what is missing. Raises CommandError without DEBUG, or if a name belongs to another account."""
        if not (settings.DEBUG or options["force"]):
            raise CommandError(
                "The demonstration is for development (DEBUG=1). Use --force to make it here all the same."
            )
        password = DEVELOPMENT_PASSWORD if settings.DEBUG else secrets.token_urlsafe(12)
        try:
            players = make_players(password, mails=settings.DEBUG)
        except Conflict as error:
            raise CommandError(str(error.message)) from error
        for game in make_games(players, mails=settings.DEBUG):
            about = f"{game.ruleset}, {game.seat_count} players, {game.status}, turn {game.turn}"
            self.stdout.write(f"  {game.name} ({game.code}): {about}")
        names = ", ".join(user.username for user in players)
        self.stdout.write(f"\n  Demonstration players: {names}. Password of new ones: {password}\n")
