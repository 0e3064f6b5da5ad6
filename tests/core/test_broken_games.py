import json
import zipfile
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO, StringIO

import pytest
from django.core.cache import caches
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.analysis import analyses
from games.clocks.models import Turn
from games.core.log import note_trouble
from games.core.models import Entry, Game, JobState, Seat
from games.delivery.worker import drain
from games.lobby.robot_games import start_robot_game
from games.notifications.models import Feed, FeedKind, Notification, NotificationState
from games.notifications.preferences import set_preferences
from games.pictures.film import drawing_version
from games.play import robots
from games.play.models import RobotTurn
from games.replay import films
from games.replay.films import render_film
from games.replay.models import FilmFormat
from games.sweep import sweep
from tests.helpers.page_client import signed_in
from tests.helpers.table_addresses import table_addresses
from tests.makers import acting_user, finished_game, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def garble(game: Game) -> Game:
    """Replace an entry in the middle by a text that means nothing."""
    Entry.objects.filter(game=game, ply=2).update(notation="\u00a7\u00a7")
    return game


def take_out(game: Game) -> Game:
    Entry.objects.filter(game=game, ply=2).delete()
    return game


def cut_off(game: Game) -> Game:
    Entry.objects.filter(game=game, ply__gte=game.ply - 2).delete()
    return game


def misplace(game: Game) -> Game:
    """Give an entry to a seat that does not exist."""
    Entry.objects.filter(game=game, ply=2).update(seat=9)
    return game


def misname(game: Game) -> Game:
    """Name rules that do not exist. Nobody can repair that from the log."""
    Game.objects.filter(pk=game.pk).update(ruleset="nonsense")
    return game


Damage = Callable[[Game], Game]
DAMAGES = [garble, take_out, cut_off, misplace]


@pytest.fixture
def player() -> User:
    """A player with a sound running game."""
    user = make_user("Nora")
    play_on(started_game(user, make_user("Victor"), name="Sound table"), 6)
    return user


@pytest.mark.slow
@pytest.mark.parametrize(("damage", "is_over"), [(garble, False), (cut_off, True), (misname, True), (misname, False)])
def test_no_address_of_a_broken_game_answers_500(damage: Damage, is_over: bool) -> None:
    ann, ben = make_user("Ann"), make_user("Ben")
    game = damage(finished_game(ann, ben) if is_over else play_on(started_game(ann, ben), 9))
    client, methods = signed_in(ann), ("get", "post") if damage is garble else ("get",)
    faults = [
        (method, address)
        for address in table_addresses(game)
        for method in methods
        if getattr(client, method)(address, {"ply": game.ply, "action": "x"}).status_code >= 500
    ]
    assert faults == []


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_page_of_a_broken_game_explains_the_fault(damage: Damage, player: User) -> None:
    game = damage(play_on(started_game(player, make_user()), 9))
    answer = signed_in(player).get(game.get_absolute_url())
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "The log of this game cannot be read" in html
    assert "no one loses time" in html
    assert Game.objects.get(pk=game.pk).trouble


def test_the_start_page_says_that_a_broken_game_is_out_of_order(player: User) -> None:
    game = garble(play_on(started_game(player, make_user(), name="Torn"), 9))
    client = signed_in(player)
    client.get(game.get_absolute_url())
    html = client.get("/").content.decode()
    assert "Torn" in html
    assert "This game is out of order" in html
    assert "Sound table" in html


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_home_page_shows_no_broken_game(damage: Damage) -> None:
    games = [finished_game(), finished_game()]
    Game.objects.update(ply=60)
    damage(games[1])
    caches["games"].clear()
    answer = Client().get("/")
    assert answer.status_code == 200
    assert games[1].code not in answer.content.decode()


@pytest.mark.parametrize("is_known", [False, True])
@pytest.mark.parametrize("damage", [garble, misname])
def test_lists_with_a_broken_game_work(player: User, is_known: bool, damage: Damage) -> None:
    friend = make_user("Ada")
    running, over = damage(play_on(started_game(player, friend), 9)), damage(finished_game(player, friend))
    if is_known:
        note_trouble(running.pk)
        note_trouble(over.pk)
    pages = ["/", "/lobby/", "/lobby/seats/", "/players/Nora/", "/players/Nora/games/", "/next/", "/readyz"]
    api = ["games/", "games/?list=waiting", "players/Nora/", "me/"]
    for client in (Client(), signed_in(player)):
        faults = [page for page in [*pages, *(f"/api/v1/{one}" for one in api)] if client.get(page).status_code >= 500]
        assert [page for page in faults if page != "/readyz"] == []


def test_next_leads_to_a_game_that_is_not_broken(player: User) -> None:
    broken = play_on(started_game(player, make_user()), 9)
    Seat.objects.filter(game=broken, user=player).update(is_acting=True, acting_since=timezone.now() - timedelta(9))
    note_trouble(garble(broken).pk)
    sound = Game.objects.get(name="Sound table")
    Seat.objects.filter(game=sound, user=player).update(is_acting=True, acting_since=timezone.now())
    assert sound.code in signed_in(player).get("/next/")["Location"]


def test_feeds_with_a_broken_game_work(player: User) -> None:
    garble(play_on(started_game(player, make_user()), 9))
    for kind, ending in ((FeedKind.CALENDAR, "ics"), (FeedKind.TURNS, "atom")):
        feed = Feed.objects.create(user=player, kind=kind)
        assert Client().get(f"/feeds/{feed.code}.{ending}").status_code == 200


def test_tables_beside_a_broken_game_get_their_emails(player: User) -> None:
    broken = garble(play_on(started_game(player, make_user()), 9))
    Notification.objects.update(due_at=timezone.now(), state=NotificationState.QUEUED)
    drain(timezone.now())
    assert not Notification.objects.exclude(game=broken).exclude(game=None).filter(reason="error").exists()
    assert Game.objects.get(pk=broken.pk).troubled_at is not None


def test_a_digest_leaves_a_broken_game_out() -> None:
    ann = make_user("Ann")
    set_preferences(ann, {"turn": "daily"})
    sound, broken = (play_on(started_game(ann, make_user(), name=name), 8) for name in ("Sound", "Torn"))
    Seat.objects.filter(user=ann).update(is_acting=True, acting_since=timezone.now() - timedelta(hours=1))
    garble(broken)
    digest = Notification.objects.create(key="digest:x", kind="digest", user=ann, due_at=timezone.now())
    for game in (sound, broken):
        Notification.objects.create(
            key=f"turn:{game.pk}", kind="turn", user=ann, game=game, digest=digest, state=NotificationState.HELD,
            due_at=timezone.now() + timedelta(days=1),
        )  # fmt: skip
    for _attempt in range(2):  # the first one finds out
        Notification.objects.filter(pk=digest.pk).update(due_at=timezone.now())
        drain(timezone.now())
    assert Notification.objects.get(pk=digest.pk).state == NotificationState.SENT


def test_the_archive_of_a_player_has_broken_games_too(player: User) -> None:
    broken = garble(play_on(started_game(player, make_user()), 9))
    answer = signed_in(player).get("/games.zip")
    names = zipfile.ZipFile(BytesIO(b"".join(answer.streaming_content))).namelist()  # type: ignore[attr-defined]
    assert [name[-5:] for name in names if broken.code in name] == [".json"]
    assert len([name for name in names if name.endswith(".mkg")]) == 1


def test_robots_play_at_tables_beside_a_broken_game() -> None:
    broken, sound = (start_robot_game(make_user(), "greedy") for _ in range(2))
    Seat.objects.filter(user__robot="").update(is_acting=False)
    Seat.objects.exclude(user__robot="").update(is_acting=True)
    Game.objects.filter(pk=broken.pk).update(options={"rugs": "none"})
    assert not robots.play_one(broken.pk)
    assert robots.due(timezone.now()) == [sound.pk]
    assert RobotTurn.objects.get(seat__game=broken).detail.startswith("BrokenGame")


def test_clocks_of_tables_beside_a_broken_game_go_on(player: User) -> None:
    broken = garble(play_on(started_game(make_user(), make_user()), 9))
    sound = Game.objects.get(name="Sound table")
    now = timezone.now()
    sweep(now, drawing_version())
    past = now - timedelta(days=40)
    Turn.objects.filter(ended_at=None).update(due_at=past, deadline=past, came_at=past - timedelta(days=9))
    sweep(now + timedelta(seconds=30), drawing_version())
    sweep(now + timedelta(seconds=60), drawing_version())
    assert not Turn.objects.filter(game=sound, ended_at=None, due_at=past).exists()
    assert "late" not in Client().get("/readyz").json()["scheduler"]
    assert Client().get("/readyz?games").status_code == 503 or not Game.objects.get(pk=broken.pk).troubled_at


def test_films_and_analyses_of_a_broken_game_say_what_failed() -> None:
    game = garble(finished_game())
    row = films.request_film(game, acting_or_host(game), FilmFormat.GIF)
    films.make(row.pk, render_film, drawing_version())
    for pk in analyses.due(timezone.now()):
        analyses.compute(pk)
    row.refresh_from_db()
    assert (row.state, row.detail[:10]) == (JobState.QUEUED, "BrokenGame")
    assert Game.objects.get(pk=game.pk).troubled_at is not None


def acting_or_host(game: Game) -> User:
    return acting_user(game) if not game.is_over else User.objects.filter(seats__game=game)[0]


def test_commands_go_on_after_a_broken_game(player: User) -> None:
    broken = garble(play_on(started_game(make_user(), make_user()), 9))
    sound = Game.objects.get(name="Sound table")
    Game.objects.filter(pk=sound.pk).update(turn=99)
    out = StringIO()
    with pytest.raises(CommandError, match="1 games do not replay"):
        call_command("rebuild_derived", stdout=out)
    with pytest.raises(CommandError, match="1 of 2 games"):
        call_command("replay_all", stdout=out)
    assert f"{broken.code}: CorruptLog" in out.getvalue()
    assert Game.objects.get(pk=sound.pk).turn != 99


def test_the_api_says_which_game_is_broken(player: User) -> None:
    game = garble(play_on(started_game(player, make_user()), 9))
    answer = signed_in(player).get(f"/api/v1/games/{game.code}/")
    assert answer.status_code == 409
    assert json.loads(answer.content)["code"] == "game-in-trouble"


def test_a_page_made_while_the_game_moves_on_marks_nothing(player: User) -> None:
    game = play_on(started_game(player, make_user()), 9)
    assert note_trouble(game.pk) == ""
    assert Game.objects.get(pk=game.pk).troubled_at is None
