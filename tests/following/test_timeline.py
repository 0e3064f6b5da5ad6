"""The timeline of followed players: what is in it, its parts, the dashboard, and the API."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import block
from games.core.models import Game, Seat
from games.following import api
from games.following.presenters import timeline_view
from games.following.selectors import timeline_of
from games.following.services import follow
from games.lobby.tables import join_table
from games.ratings.models import PersonalRecord
from tests.core.test_speed import PAGE_STATEMENTS, asked, at_most
from tests.helpers.page_client import signed_in, squeezed, text_at
from tests.helpers.programs import Program
from tests.makers import finished_game, make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def ada() -> User:
    return make_user("Ada")


@pytest.fixture
def ben(ada: User) -> User:
    ben = make_user("Ben")
    follow(ada, ben)
    return ben


def names(user: User, before: int | None = None) -> list[str]:
    return [event.game.name for event in timeline_of(user, 25, before).events]


def ended(game: Game, minutes: int) -> Game:
    """Let a game have ended some minutes ago."""
    at = timezone.now() - timedelta(minutes=minutes)
    Game.objects.filter(pk=game.pk).update(finished_at=at)
    Seat.objects.filter(game=game).update(finished_at=at)
    return game


def over(*players: User, name: str, minutes: int, **settings: object) -> Game:
    return ended(started_and_over(*players, name=name, **settings), minutes)


def started_and_over(*players: User, **settings: object) -> Game:
    """Return a game that counts as finished, without playing it."""
    game = started_game(*players, **settings)
    Game.objects.filter(pk=game.pk).update(status="finished")
    return game


def test_it_has_finished_public_games_and_open_public_tables_without_own_ones(ada: User, ben: User) -> None:
    third = make_user()
    over(ben, third, name="Finished", minutes=5)
    over(ben, third, name="Private", minutes=4, is_private=True)
    over(ada, ben, name="Own", minutes=3)
    over(third, make_user(), name="Of others", minutes=2)
    over(ben, third, name="Long ago", minutes=60 * 24 * 31)
    started_game(ben, third, name="Running")
    Game.objects.filter(pk=over(ben, third, name="Aborted", minutes=1).pk).update(status="aborted")
    make_table(ben, name="Opened", seat_count=3)
    make_table(ben, name="Opened privately", is_private=True)
    join_table(make_table(ben, name="Joined", seat_count=3).pk, ada)
    assert names(ada) == ["Opened", "Finished"]
    assert names(third) == []


def test_a_game_of_two_followed_players_is_one_event(ada: User, ben: User) -> None:
    cleo = make_user("Cleo")
    follow(ada, cleo)
    over(ben, cleo, name="Ours", minutes=1)
    [event] = timeline_of(ada, 5).events
    assert event.players == {ben.pk, cleo.pk}


def test_a_part_full_of_own_games_leads_to_the_next_one(ada: User, ben: User) -> None:
    game = over(ben, make_user(), name="Other", minutes=60)
    for number in range(9):
        over(ada, ben, name="Own", minutes=number)
    first = timeline_of(ada, 1)
    assert first.events == []
    [event] = timeline_of(ada, 1, first.older).events
    assert event.game == game


def test_games_with_someone_who_is_kept_apart_are_left_out(ada: User, ben: User) -> None:
    pest = make_user()
    over(ben, pest, name="Finished", minutes=1)
    join_table(make_table(ben, name="Opened", seat_count=3).pk, pest)
    block(pest, ada)
    assert names(ada) == []


def test_its_parts_follow_each_other_also_at_the_same_instant(ada: User, ben: User) -> None:
    games = [over(ben, make_user(), name=f"Game {number}", minutes=number) for number in range(1, 4)]
    at = timezone.now() - timedelta(minutes=2)
    for game in games[:2]:
        ended(game, 2)
        Game.objects.filter(pk=game.pk).update(finished_at=at)
        Seat.objects.filter(game=game).update(finished_at=at)
    make_table(ben, name="Opened")
    seen: list[str] = []
    before: int | None = None
    for _part in range(4):
        part = timeline_of(ada, 1, before)
        seen, before = seen + [event.game.name for event in part.events], part.older
    assert seen == ["Opened", "Game 2", "Game 1", "Game 3"]
    assert before is None


def test_the_page_says_who_did_what_and_the_dashboard_has_the_latest(ada: User, ben: User) -> None:
    finished_game(ben, make_user("Cleo"), name="The Well")
    client = signed_in(ada)
    page = squeezed(text_at(client, "/following/"))
    assert "Ben finished a game." in page
    assert re.search(r"1\.\s(Ben|Cleo)[^·<]* · [12]\.\s(Ben|Cleo)", page)
    home = squeezed(text_at(client, "/"))
    assert "From players you follow" in home
    assert "The Well" in home
    assert "From players you follow" not in text_at(signed_in(ben), "/").partition('id="main"')[2]


def test_pages_with_a_timeline_take_few_statements(ada: User, ben: User) -> None:
    counts = []
    started_game(ada, make_user())
    started_and_over(ada, make_user())
    client = signed_in(ada)
    for games in (3, 7):
        for number in range(games):
            over(ben, make_user(), name="Game", minutes=number)
        for path in ("/following/", "/"):
            sent = asked(client, path)
            at_most(PAGE_STATEMENTS, sent)
            counts.append(len(sent))
    assert counts[:2] == counts[2:]


def test_the_api_has_the_timeline_in_parts(monkeypatch: pytest.MonkeyPatch, ann: Program) -> None:
    monkeypatch.setattr(api, "PER_PAGE", 2)
    ben = make_user("Ben")
    ann.post("follows/", {"player": "ben"}, 201)
    assert [row["player"] for row in ann.get("follows/")] == ["Ben"]
    for number in range(3):
        over(ben, make_user(), name=f"Game {number}", minutes=number)
    first = ann.get("timeline/")
    assert [row["game"]["name"] for row in first["results"]] == ["Game 0", "Game 1"]
    assert first["results"][0]["players"] == ["Ben"]
    rest = ann.get("timeline/", before=first["next"].rpartition("=")[2])
    assert [row["game"]["name"] for row in rest["results"]] == ["Game 2"]
    assert rest["next"] is None
    ann.post("follows/ben/end/", status=204)
    assert ann.get("timeline/")["results"] == []


def test_a_record_stands_beside_the_game_in_which_it_was_set(ada: User, ben: User) -> None:
    game = over(ben, make_user(), name="Long", minutes=1)
    PersonalRecord.objects.create(user=ben, game=game, title=game.title, kind="time", value=7200, at=timezone.now())
    [line] = timeline_view(ada).lines
    assert line.result == "A record of Ben: Longest game (2 hours)"
    assert line.result in text_at(signed_in(ada), "/following/")
