"""A small site with a user of each role, and private tables."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from http.cookies import SimpleCookie
from typing import Any

import time_machine
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.test.client import ClientHandler
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts.models import User
from accounts.services import block, create_token
from games.analysis.models import Analysis
from games.chat.services import post_message
from games.clocks.models import AutomaticHoliday, Outage, PlannedHoliday, TablePause, UnreachableSpan, WakingHours
from games.conduct.models import Rule, SanctionKind
from games.conduct.services import sanction
from games.core.models import Game, Heartbeat
from games.deputies.selectors import deputy_link_token
from games.deputies.services import name_deputy
from games.lobby.invitations import invite_address, invite_player
from games.lobby.saved_filters import save_filter
from games.lobby.tables import join_table
from games.moderation.selectors import ReportSubject
from games.moderation.services import report
from games.notifications.feeds import make_feed
from games.notifications.links import TurnToken, seat_token, turn_link_token, unsubscribe_token
from games.notifications.models import (
    BlockReason,
    DeliveryEvent,
    InboundMail,
    Kind,
    MailBlock,
    Notification,
    PushDevice,
    Webhook,
)
from games.pairing.selectors import invitation_token
from games.pairing.services import NewChallenge, open_challenge
from games.planning.models import Note
from games.planning.notes import add_diary_line
from games.planning.studies import StudyPosition, publish_study, try_action
from games.play.endings import resign
from games.play.models import RobotTurn
from games.play.proposals import propose
from games.proposals.presenters import proposal_link_token
from games.ratings.seasons import season_at
from games.ratings.services import rate_waiting
from games.replay.models import Film
from tests.makers import finished_game, make_table, make_user, started_game

from .register import WEEK, filled

VIEWERS = ("stranger", "other", "invited", "opponent", "player", "admin")
OUTSIDERS = ("stranger", "other")
UNKNOWN_CODE = "zzzzzzzzzz"  # a code that no table has
SAFE = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "EXPLAIN", "PRAGMA")
TABLES = ("private", "open", "over")  # names of private tables
SECRETS = (*TABLES, "key", "invitation", "guest")
CHANGING = re.compile(r'value="[A-Za-z0-9]{64}"|[0-9a-f]{32}')  # CSRF tokens


@dataclass(frozen=True)
class Answer:
    """What the tests look at of an answer. ``shown`` is what a visitor sees, without the codes of private tables."""

    status: int
    headers: Mapping[str, str]
    is_framed: bool
    shown: int
    told: frozenset[str]  # the SECRETS that it contains
    statements: tuple[str, ...]  # those that changed data


@dataclass
class AccessData:
    """``names`` fill the placeholders of addresses and forms; ``jars`` are the viewers' cookies.

    It is always the moment when the world was made: later, /readyz would miss the scheduler and the workers.
    """

    names: dict[str, Any] = field(default_factory=dict)
    jars: dict[str, str] = field(default_factory=dict)
    handlers: dict[bool, ClientHandler] = field(default_factory=dict)  # each loads all middleware
    answers: dict[tuple[str, ...], Answer] = field(default_factory=dict)
    made_at: datetime = field(default_factory=timezone.now)

    def client(self, viewer: str, **options: Any) -> Client:
        """Return a fresh browser of this viewer."""
        client = Client(**options)
        client.handler = self.handlers.setdefault(client.handler.enforce_csrf_checks, client.handler)
        client.cookies = SimpleCookie(self.jars[viewer])
        return client

    def add_viewer(self, name: str, user: User | None) -> None:
        """Give a viewer the cookies of a browser, of a signed-in one for a user."""
        client = Client()
        if user is not None:
            client.force_login(user, "accounts.backends.NameOrAddress")
        self.jars[name] = client.cookies.output(header="", sep=";")

    def ask(self, viewer: str, method: str, address: str, data: dict[str, str] | str, **options: Any) -> HttpResponse:
        """Send one request as this viewer and undo its changes. The data is a form, or JSON for the API."""
        url = address.format(**self.names)
        if isinstance(data, str):
            body: dict[str, Any] = {"data": filled(data, self.names), "content_type": "application/json"}
        else:
            body = {"data": {name: filled(value, self.names) for name, value in data.items()}}
        cache.clear()  # each request starts with fresh rate limits
        client = self.client(viewer, raise_request_exception=False, **options)
        with time_machine.travel(self.made_at, tick=False), transaction.atomic():
            answer: HttpResponse = getattr(client, method)(url, **body)
            if answer.streaming:  # read it now; names in a zip are plain text
                read = b"".join(answer).decode("latin-1")
                answer = HttpResponse(read, status=answer.status_code, headers=dict(answer.headers))
            transaction.set_rollback(True)
        return answer

    def answer(self, viewer: str, method: str, address: str, sent: dict[str, str] | str = "") -> Answer:
        """Ask once, and give the same answer to all tests. What is sent is left out if the method is not post."""
        data = sent if method == "post" else {}
        key = (viewer, method, address, str(data))
        if key not in self.answers:
            with writes() as statements:
                found = self.ask(viewer, method, address, data)
            self.answers[key] = self._noted(found, statements)
        return self.answers[key]

    def _noted(self, found: HttpResponse, statements: list[str]) -> Answer:
        body, location = found.content.decode(errors="replace"), found.headers.get("Location", "")  # some are pictures
        told = frozenset(name for name in SECRETS if self.names[name] in body)
        for name in TABLES:
            body, location = (text.replace(self.names[name], UNKNOWN_CODE) for text in (body, location))
        shown = hash((found.status_code, location, CHANGING.sub("", body)))
        is_framed = bool(getattr(found, "xframe_options_exempt", False))
        return Answer(found.status_code, dict(found.headers), is_framed, shown, told, tuple(statements))


def make_access_data() -> AccessData:
    """Create users, tables, and one row of everything that has a page."""
    world = AccessData()
    people = {name: make_user(name) for name in VIEWERS[1:-1]}
    people["admin"] = make_user("admin", is_staff=True, is_superuser=True)
    finished_game(people["player"], people["opponent"], is_rated=True, in_steps=True)  # sets records, too
    rate_waiting()
    _tables(world, people)
    _rows(world, people)
    _name_rows(world)
    for viewer in VIEWERS:
        world.add_viewer(viewer, people.get(viewer))
    world.made_at = timezone.now()
    return world


def _tables(world: AccessData, people: dict[str, User]) -> None:
    player, opponent = people["player"], people["opponent"]
    private = started_game(player, opponent, is_private=True)
    over = started_game(player, opponent, is_private=True)
    try_action(over.pk, player, StudyPosition(over.ply), "F")
    resign(over.pk, opponent)
    publish_study(over.pk, player, is_public=True)
    analysis = Analysis.objects.create(game=over, version=1, due_at=timezone.now())
    Film.objects.create(game=over, format="gif", version=1, due_at=timezone.now(), data=b"GIF89a")
    table = make_table(player, seat_count=4, is_private=True)
    join_table(table.pk, opponent)
    invitation = invite_player(table.pk, player, "invited")
    guest = invite_address(make_table(player, is_private=True).pk, player, "guest@example.org")
    public = started_game(player, opponent)
    world.names |= {
        "private": private.code,
        "over": over.code,
        "open": table.code,
        "key": table.invite_code,
        "public": public.code,
        "proposal": proposal_link_token(propose(public.pk, opponent, "pause"), player),
        "link": turn_link_token(TurnToken.of(player, public), "F"),
        "seat_link": seat_token(player, public),
        "lobby": make_table(player, seat_count=3).code,
        "ply": private.ply,
        "invitation": invitation.code,
        "invitation_link": invitation_token(invitation, people["invited"]),
        "guest": guest.code,
    }
    post_message(private.pk, player, "Hello.")
    add_diary_line(private.pk, player, "The corner looks dear.")
    Note.objects.create(game=private, user=player, text="Buy tea.")
    _numbers(world, game=private, analysis=analysis)
    world.names["version"] = Game.objects.get(pk=private.pk).version


def _rows(world: AccessData, people: dict[str, User]) -> None:
    player, other = people["player"], people["other"]
    new = EmailAddress.objects.create(user=other, email="new@example.org")
    UserSession.objects.create(user=player, ip="192.0.2.1", session_key="gone", user_agent="test")
    TOTP.activate(make_user("careful"), generate_totp_secret())
    token, _clear = create_token(player, "robot")
    block(player, make_user("pest"))
    deputy = name_deputy(player, other.username, timezone.now())
    world.names |= {
        "confirm": EmailConfirmationHMAC(new).key,
        "reset": f"{user_pk_to_url_str(other)}-{default_token_generator.make_token(other)}",
        "deputy_id": deputy.pk,
        "deputy_link": deputy_link_token(deputy),
        "stop": unsubscribe_token(player, Kind.TURN),
        "type": ContentType.objects.get_for_model(Game).pk,
        "friend": "careful",
        "title_with_guide": "marrakech",
        "filter_id": save_filter(player, {}).pk,
        "season": season_at(timezone.now()).key,
        "week": WEEK,
        **{f"day_{number}": timezone.now().date() + timedelta(days=number) for number in (5, 6)},
    }
    Heartbeat.objects.create(name="scheduler", at=timezone.now())
    seat = make_table(make_user("patient"), robots=["greedy"]).seats.get(user__robot="greedy")
    RobotTurn.objects.create(seat=seat, ply=0, due_at=timezone.now())
    InboundMail.objects.create(digest="0" * 64, source="pipe", sender=player.email, user=player)
    _channels(world, player)
    _clocks(world, player)
    MailBlock.objects.create(email="gone@example.org", reason=BlockReason.BOUNCE, began_at=timezone.now())
    mail = Notification.objects.filter(user=player).first()
    DeliveryEvent.objects.create(event="delivered", notification=mail, at=timezone.now())
    day = timezone.now().date() + timedelta(days=9)
    holiday = PlannedHoliday.objects.create(user=player, saved_at=timezone.now(), first=day, last=day, zone="UTC")
    challenge = open_challenge(player, NewChallenge(title="marrakech", ruleset="gigamic"))
    found = sanction(people["admin"], player, SanctionKind.NOTE, Rule.RUDE, "Moths.")
    case = report(make_user("patient"), ReportSubject(make_user("pest")), Rule.RUDE).case
    _numbers(world, holiday=holiday, user=player, token=token, sanction=found, case=case, challenge=challenge)


def _clocks(world: AccessData, player: User) -> None:
    """Make rows about clocks. The public game has a turn, a proposal, and an event about it."""
    game, now = Game.objects.get(code=world.names["public"]), timezone.now()
    since = now - timedelta(days=2)
    Outage.objects.create(began_at=since, ended_at=since + timedelta(hours=1))
    TablePause.objects.create(game=game, began_at=since, ended_at=since)
    WakingHours.objects.create(user=player, zone="UTC", rows=[["08:00", "00:00"]] * 7, saved_at=since)
    AutomaticHoliday.objects.create(user=player, began_at=since)
    UnreachableSpan.objects.create(user=player, began_at=since, ended_at=since)


def _channels(world: AccessData, player: User) -> None:
    device = PushDevice.objects.create(user=player, endpoint="https://push.example.org/1", name="Firefox")
    hook = Webhook.objects.create(user=player, url="https://127.0.0.1/", shape="slack", secret="secret")
    patient = make_user("patient")
    world.names |= {
        name: make_feed(patient, kind).code for name, kind in {"feed": "turns", "calendar": "calendar"}.items()
    }
    _numbers(world, device=device, hook=hook, feed=make_feed(player, "turns"))


def _numbers(world: AccessData, **rows: Any) -> None:
    world.names |= {f"{name}_id": row.pk for name, row in rows.items()}


def _name_rows(world: AccessData) -> None:
    """Name the latest row of every model in the administration."""
    for model in admin.site._registry:
        row = model._default_manager.order_by("pk").last()
        assert row, f"Make a row of {model.__name__} in tests/site/access/access_data.py: its admin pages are tested"
        world.names[f"{model._meta.model_name}_pk"] = row.pk


@contextmanager
def writes() -> Iterator[list[str]]:
    """Collect the statements that change data."""
    found: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.lstrip("( \n").upper().startswith(SAFE):
            found.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield found


def routes(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[str]:
    """Yield the route of every address of the site, as ``resolve(...).route`` gives it."""
    for pattern in (resolver or get_resolver()).url_patterns:
        part = str(pattern.pattern)
        route = prefix + (part.removeprefix("^") if prefix else part)
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from routes(pattern, route)
