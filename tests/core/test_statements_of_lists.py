from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

import pytest
import yaml
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import ApiToken, Block, Household, Profile, User
from games.chat.models import ChatMessage
from games.clocks.models import PlannedHoliday
from games.conduct.models import RecordRole, Rule, Sanction, SanctionKind, Verb
from games.conduct.services import add_record
from games.core.models import Entry, Game, Seat, new_code
from games.deputies.models import Deputy
from games.following.models import Follow, Mark
from games.lobby.models import Invitation, SavedFilter
from games.moderation.models import Case, PlayerReport
from games.notifications.feeds import make_feed
from games.notifications.models import Feed, FeedKind, Frequency, Kind, MailPreference, PushDevice, Webhook
from games.planning.models import DiaryLine, Study, StudyNode
from games.play.models import AdvanceOrder, Proposal
from games.ratings.models import LUCK_FREE, PersonalRecord, RatedGame, Rating, RatingVersion
from games.ratings.seasons import season_at
from tests.helpers.full_runs import MORE
from tests.helpers.page_client import signed_in, text_at
from tests.makers import finished_game, make_table, make_user, play_on, started_game

from .test_speed import PAGE_STATEMENTS, asked, at_most

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]
Row = TypeVar("Row", bound=Model)
AddRows = Callable[[Game, Sequence[User]], object]
SEASONS, SEASON = "/ratings/marrakech/seasons/", season_at(timezone.now()).key
API = "/api/v1/games/?page_size=100"
MINE, HISTORY = ["/", "/players/Ada/", "/players/Ada/games/"], "/players/Ada/games/"


def copy_of(row: Row, **changes: object) -> Row:
    columns = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return type(row)(**{**columns, "id": None, **changes})


def new_people(count: int) -> list[User]:
    users = User.objects.bulk_create(User(username=f"player-{new_code()}") for _ in range(count))
    Profile.objects.bulk_create(Profile(user=user) for user in users)
    return users


def add_games(game: Game, others: Sequence[User], **seat_values: object) -> list[Game]:
    """Add a copy of a game for each of the others, who has there the first seat of a person who is not Ada."""
    seats, entries = list(game.seats.select_related("user")), list(game.entries.all())
    theirs = next(
        (seat.pk for seat in seats if seat.user and seat.user.username != "Ada" and not seat.user.robot), None
    )
    games = Game.objects.bulk_create(copy_of(game, code=new_code(), invite_code=new_code()) for _ in others)
    Seat.objects.bulk_create(
        copy_of(seat, game_id=made.pk, **({"user_id": other.pk, **seat_values} if seat.pk == theirs else {}))
        for made, other in zip(games, others, strict=True)
        for seat in seats
    )
    Entry.objects.bulk_create(copy_of(entry, game_id=made.pk) for made in games for entry in entries)
    return games


def add_offered_seats(game: Game, others: Sequence[User]) -> None:
    add_games(game, others, offered_at=timezone.now())


def add_seats_to_return_to(game: Game, others: Sequence[User]) -> None:
    ada = User.objects.get(username="Ada")
    for made in add_games(game, others):
        now = timezone.now()
        made.seats.filter(user=ada).update(user=None, owner=ada, taken_at=now)


def add_invitations(game: Game, others: Sequence[User]) -> None:
    ada = User.objects.get(username="Ada")
    tables = add_games(game, others)
    Invitation.objects.bulk_create(
        Invitation(game=table, inviter=other, user=ada) for table, other in zip(tables, others, strict=True)
    )


def add_proposals(game: Game, others: Sequence[User]) -> None:
    now = timezone.now()
    Proposal.objects.bulk_create(
        Proposal(game=made, user=other, kind="pause", ply=made.ply, created_at=now, expires_at=now + timedelta(days=1))
        for made, other in zip(add_games(game, others), others, strict=True)
    )


def add_proposals_at_the_table(game: Game, others: Sequence[User]) -> None:
    now, state = timezone.now(), "declined"
    Proposal.objects.bulk_create(
        Proposal(game=game, user=other, kind="pause", ply=0, created_at=now, expires_at=now, state=state)
        for other in others
    )


def add_people_to_represent(game: Game, others: Sequence[User]) -> None:
    ada, now = User.objects.get(username="Ada"), timezone.now()
    add_games(game, others)
    Deputy.objects.bulk_create(
        Deputy(user=other, deputy=ada, created_at=now, accepted_at=now, first=now.date(), last=now.date())
        for other in others
    )


def add_messages(game: Game, others: Sequence[User]) -> None:
    ChatMessage.objects.bulk_create(ChatMessage(game=game, author=other, text="Tea?", ply=1) for other in others)


def add_diary_lines(game: Game, others: Sequence[User]) -> None:
    ada = User.objects.get(username="Ada")
    DiaryLine.objects.bulk_create(DiaryLine(game=game, user=ada, ply=1, text=other.username) for other in others)


def add_studies(game: Game, others: Sequence[User]) -> None:
    now = timezone.now()
    studies = Study.objects.bulk_create(Study(game=game, user=other, published_at=now) for other in others)
    StudyNode.objects.bulk_create(StudyNode(study=study, ply=0, notation="L") for study in studies)


def strangers_turn() -> Game:
    return play_on(started_game(make_user("Bo"), make_user("Cem")), 3)


def mine(*, turn: bool = True) -> Game:
    """Return a game of Ada, whose turn it is or is not."""
    players = [make_user("Ada"), make_user("Bo")]
    return play_on(started_game(*(players if turn else players[::-1])), 3)


def add_holidays(game: Game, others: Sequence[User]) -> None:
    ada, now = User.objects.get(username="Ada"), timezone.now()
    PlannedHoliday.objects.bulk_create(
        PlannedHoliday(user=ada, saved_at=now, first=day, last=day, zone="UTC")
        for day in (now.date() + timedelta(days=2 * number) for number, _user in enumerate(others))
    )


def add_orders(game: Game, others: Sequence[User]) -> None:
    ada, before = User.objects.get(username="Ada"), AdvanceOrder.objects.filter(game=game).count()
    AdvanceOrder.objects.bulk_create(
        AdvanceOrder(game=game, user=ada, number=number, rank=number, orders="F")
        for number, _user in enumerate(others, before + 1)
    )


def play_as_often(game: Game, others: Sequence[User]) -> None:
    play_on(game, len(others) + -len(others) % 4, in_steps=True)


def add_rated_games(game: Game, others: Sequence[User]) -> None:
    last, now = RatedGame.objects.count(), timezone.now()
    about = {"title": game.title, "ruleset": game.ruleset, "pool": "2", "finished_at": now}
    played = {"seat": 0, "place": 1, "kind": "played", "weight": 1}
    RatedGame.objects.bulk_create(
        RatedGame(game=made, number=number, inputs=[{**played, "user": other.pk}], **about)
        for number, (made, other) in enumerate(zip(add_games(game, others), others, strict=True), last + 1)
    )


def add_ratings(game: Game, others: Sequence[User]) -> None:
    version, _is_new = RatingVersion.objects.get_or_create(number=1, defaults={"is_current": True})
    now = timezone.now()
    known = {"title": game.title, "var": 0.1, "at": now, "listed_until": now + timedelta(days=9)}
    Rating.objects.bulk_create(
        Rating(version=version, user=other, mu=number / 100, pool=pool, **known)
        for pool in ("all", LUCK_FREE)
        for number, other in enumerate(others)
    )
    add_games(game, others)


def add_tokens(_game: Game, others: Sequence[User]) -> None:
    ada = User.objects.get(username="Ada")
    ApiToken.objects.bulk_create(ApiToken(user=ada, name=other.username, digest=other.username) for other in others)


def add_reports(_game: Game, others: Sequence[User]) -> None:
    """Let Ada report each of the others, and have as many sanctions."""
    ada, now = User.objects.get(username="Ada"), timezone.now()
    for other in others:
        case = Case.objects.create(accused=other, opened_at=now)
        PlayerReport.objects.create(case=case, reporter=ada, kind=Rule.SPAM, copy=[], at=now)
        Sanction.objects.create(user=ada, kind=SanctionKind.NOTE, rule=Rule.SPAM, facts="Many links.", at=now)


def moderated() -> Game:
    make_user("Ada", is_superuser=True)
    return make_table(make_user())


def add_cases(game: Game, others: Sequence[User]) -> None:
    """Let each of the others be reported, appeal against a sanction, and have an act in the record, as has Ada."""
    ada, now = User.objects.get(username="Ada"), timezone.now()
    for other in others:
        Case.objects.create(accused=other, opened_at=now, claimed_by=other)
        Sanction.objects.create(user=other, kind=SanctionKind.NOTE, rule=Rule.SPAM, facts="x", at=now, appealed_at=now)
        for person in (ada, other):
            add_record(other, RecordRole.MODERATOR, Verb.LOOKED, "x", person=person, game=game)


def add_blocks(_game: Game, others: Sequence[User]) -> None:
    ada = User.objects.get(username="Ada")
    Block.objects.bulk_create(Block(blocker=ada, blocked=other) for other in others)


def add_followed(game: Game, others: Sequence[User]) -> None:
    ada, now = User.objects.get(username="Ada"), timezone.now()
    Follow.objects.bulk_create(Follow(follower=ada, followed=other) for other in others)
    Household.objects.bulk_create(Household(user=ada, other=other) for other in others)
    SavedFilter.objects.bulk_create(SavedFilter(user=ada, last_table=0) for _other in others)
    tables = add_games(game, others)
    Mark.objects.bulk_create(Mark(user=ada, game=table) for table in tables)
    about = {"title": game.title, "kind": "patch", "at": now, "is_best": True}
    PersonalRecord.objects.bulk_create(
        PersonalRecord(user=other, game=table, value=3, **about) for other, table in zip(others, tables, strict=True)
    )


def add_channels(game: Game, others: Sequence[User]) -> None:
    ada = User.objects.get(username="Ada")
    tables = add_games(game, others)
    PushDevice.objects.bulk_create(PushDevice(user=ada, endpoint=other.username, name="Firefox") for other in others)
    Webhook.objects.bulk_create(Webhook(user=ada, game=table, url="https://example.org/") for table in tables)
    Feed.objects.bulk_create(Feed(user=ada, game=table, kind=FeedKind.TABLE) for table in tables)
    MailPreference.objects.bulk_create(
        MailPreference(user=ada, game=table, kind=Kind.TURN, frequency=Frequency.NEVER) for table in tables
    )


def add_passkeys(_game: Game, others: Sequence[User]) -> None:
    ada = User.objects.get(username="Ada")
    Authenticator.objects.bulk_create(
        Authenticator(user=ada, type="webauthn", data={"name": other.username, "credential": {}}) for other in others
    )


LISTS: dict[str, tuple[Callable[[], Game], AddRows, list[str]]] = {
    "games that wait": (mine, add_games, [*MINE, f"{API}&filter=waiting", f"{API}&filter=mine"]),
    "games that wait for others": (lambda: mine(turn=False), add_games, [*MINE, f"{API}&filter=running"]),
    "games against robots": (
        lambda: make_table(make_user("Ada"), seat_count=2, robots=["greedy"]),
        add_games,
        ["/", f"{HISTORY}?show=running"],
    ),
    "own tables": (
        lambda: make_table(make_user("Ada"), seat_count=3),
        add_games,
        ["/", "/lobby/", f"{API}&filter=mine"],
    ),
    "finished games": (
        lambda: finished_game(make_user("Ada"), make_user("Bo")),
        add_games,
        [*MINE, f"{HISTORY}?show=won", f"{API}&filter=finished", f"{API}&player=Ada"],
    ),
    "invitations": (lambda: make_table(make_user("Bo"), seat_count=3), add_invitations, ["/", "/api/v1/invitations/"]),
    "proposals": (mine, add_proposals, ["/"]),
    "seats left": (mine, add_seats_to_return_to, ["/"]),
    "people to play for": (strangers_turn, add_people_to_represent, ["/", "/deputy/", "/api/v1/deputies/"]),
    "open tables": (
        lambda: make_table(make_user("Bo"), seat_count=3),
        add_games,
        ["/lobby/", "/lobby/?hours=2&open_to_me=on", "/api/v1/lobby/", f"{API}&filter=open"],
    ),
    "games to watch": (strangers_turn, add_games, ["/lobby/", API]),
    "seats that look for a player": (
        strangers_turn,
        add_offered_seats,
        ["/lobby/seats/", "/lobby/seats/?hours=2&open_to_me=on", f"{API}&filter=seats"],
    ),
    "proposals at a table": (mine, add_proposals_at_the_table, ["/api/v1/games/CODE/proposals/"]),
    "messages": (mine, add_messages, ["/t/CODE/", "/api/v1/games/CODE/messages/"]),
    "diary": (mine, add_diary_lines, ["/t/CODE/notes/"]),
    "studies": (
        lambda: finished_game(make_user("Ada"), make_user("Bo")),
        add_studies,
        ["/t/CODE/", "/t/CODE/studies/"],
    ),
    "log": (
        mine,
        play_as_often,
        ["/t/CODE/?log=all", "/t/CODE/replay/", "/t/CODE/dice/", "/t/CODE/frames/"]
        + [f"/api/v1/games/CODE/{name}/" for name in ("log", "times", "file")]
        + ["/t/CODE/times.csv", "/t/CODE/game.mkg"],
    ),
    "orders in advance": (lambda: mine(turn=False), add_orders, ["/t/CODE/", "/api/v1/games/CODE/orders/"]),
    "holidays": (mine, add_holidays, ["/time/", "/api/v1/me/holidays/"]),
    "reports and sanctions": (mine, add_reports, ["/settings/conduct/", "/api/v1/reports/", "/api/v1/sanctions/"]),
    "cases and the record": (
        moderated,
        add_cases,
        ["/api/v1/record/", *(f"/api/v1/moderation/{name}/" for name in ("cases", "appeals", "record"))],
    ),
    "blocked players": (mine, add_blocks, ["/settings/blocks/", "/api/v1/blocks/", "/lobby/", "/t/CODE/", API]),
    "tokens": (mine, add_tokens, ["/settings/tokens/"]),
    "followed players, marked games, records and filters": (
        mine,
        add_followed,
        [
            *("/following/players/", "/api/v1/follows/", "/lobby/games/?show=marked", "/api/v1/marks/"),
            *("/settings/household/", "/api/v1/household/", "/lobby/filters/", "/api/v1/saved-filters/"),
            *("/ratings/marrakech/records/", "/api/v1/ratings/marrakech/records/patch/"),
        ],
    ),
    "devices, webhooks and feeds": (
        mine,
        add_channels,
        ["/notifications/", "/mail/settings/", "/notifications/?table=CODE"],
    ),
    "rated games": (
        lambda: finished_game(make_user("Ada"), make_user("Bo")),
        add_rated_games,
        ["/api/v1/rated-games/", SEASONS, f"{SEASONS}{SEASON}/", f"/api/v1{SEASONS}", f"/api/v1{SEASONS}{SEASON}/"],
    ),
    "leaderboard": (
        lambda: make_table(make_user("Bo"), seat_count=3, is_rated=True),
        add_ratings,
        [
            "/ratings/marrakech/",
            "/ratings/marrakech/?pool=lf",
            "/api/v1/ratings/marrakech/",
            "/api/v1/ratings/marrakech/luck-free/",
            "/lobby/",
        ],
    ),
    "results against a player": (
        lambda: finished_game(make_user("Ada"), make_user("Bo")),
        add_games,
        ["/api/v1/players/Ada/against/Bo/", "/players/Ada/games/?opponent=Bo"],
    ),
    "passkeys": (mine, add_passkeys, ["/accounts/2fa/", "/accounts/2fa/webauthn/"]),
}
NAMES = {"id": "CODE", "title": "marrakech", "season": SEASON, "name": "Ada", "opponent": "Bo", "kind": "patch"}
NO_ROWS = {"/api/v1/titles/", "/api/v1/ratings/marrakech/robots/"}  # they are code


def test_every_list_of_the_api_is_among_the_lists() -> None:
    document = yaml.safe_load((Path(__file__).parents[2] / "docs" / "openapi.yaml").read_text(encoding="utf-8"))
    found = set()
    for path, operations in document["paths"].items():
        for content in operations.get("get", {}).get("responses", {}).get("200", {}).get("content", {}).values():
            schema = content.get("schema", {})
            if schema.get("type") == "array" or "Paginated" in schema.get("$ref", ""):
                found.add(path.format(**NAMES))
    walked = {path.partition("?")[0] for _make, _add, paths in LISTS.values() for path in paths}
    assert len(found) > 5
    assert found - walked == NO_ROWS


@pytest.mark.parametrize("name", LISTS)
def test_a_list_takes_as_many_statements_for_many_rows_as_for_three(name: str) -> None:
    make, add, paths = LISTS[name]
    game = make()
    client, addresses = signed_in(make_user("Ada")), [path.replace("CODE", game.code) for path in paths]
    add(game, new_people(2))
    few = {path: asked(client, path) for path in addresses}
    add(Game.objects.get(pk=game.pk), new_people(MORE))
    for path in addresses:
        many = asked(client, path)
        at_most(PAGE_STATEMENTS, many)
        assert len(many) == len(few[path]), "\n".join([path, *few[path], "-----", *many])


@pytest.mark.parametrize("kind", ["calendar", "turns"])
def test_a_feed_takes_as_many_statements_for_many_turns_as_for_three(kind: str) -> None:
    game, client = mine(), Client()
    feed = make_feed(make_user("Ada"), kind)
    address = f"/feeds/{feed.code}.{'ics' if kind == 'calendar' else 'atom'}"
    add_games(game, new_people(2))
    few = asked(client, address)
    add_games(game, new_people(MORE))
    many = asked(client, address)
    at_most(PAGE_STATEMENTS, many)
    assert len(many) == len(few)


def test_the_page_of_sessions_takes_as_many_statements_for_twenty_as_for_three() -> None:
    ada, counts = make_user("Ada"), []
    client = signed_in(ada)
    for number in (2, 17):
        keys = [signed_in(ada).session.session_key for _ in range(number)]
        UserSession.objects.bulk_create(UserSession(user=ada, ip="192.0.2.1", session_key=key) for key in keys)
        assert client.get("/accounts/sessions/").status_code == 200
        with CaptureQueriesContext(connection) as captured:
            client.get("/accounts/sessions/")
        counts.append(len(captured))
    assert text_at(client, "/accounts/sessions/").count("<time") == 20
    assert counts[0] == counts[1]
