"""Records: what players have done best in public games, with the game."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.core.log import plies_of
from games.core.models import Game
from games.engine.registry import get_title
from games.play.endings import resign
from games.ratings.models import PersonalRecord
from games.ratings.presenters import record_text
from games.ratings.records import recount_records, store_records
from games.ratings.selectors import best_records, own_records, records_page
from tests.makers import finished_game, make_user, play_on, started_game

pytestmark = pytest.mark.django_db
TITLE = get_title("marrakech")


def values(user: User) -> dict[str, int]:
    return {row.kind: row.value for row in own_records(user)}


def written(user: User, value: int, *, days: int = 0, **fields: object) -> PersonalRecord:
    """Write a record of the longest patch in a game of its own."""
    game = started_game(user, make_user())
    about = {"title": "marrakech", "kind": "patch", "at": game.created_at + timedelta(days=days), **fields}
    return PersonalRecord.objects.create(user=user, game=game, value=value, **about)


def test_a_public_game_sets_records_for_its_players() -> None:
    ada, ben = make_user(), make_user()
    game = finished_game(ada, ben)

    patches, rents = (dict(zip((ada, ben), feat.of(plies_of(game)), strict=True)) for feat in TITLE.feats[:2])
    for user in (ada, ben):
        assert values(user)["patch"] == patches[user]
        assert values(user).get("rent") == rents[user]
        assert all(row.game == game for row in own_records(user))


def test_a_game_of_days_can_be_the_longest_one() -> None:
    ada, ben = make_user(), make_user()
    for days in (2, 1, 3, 0):
        game = play_on(started_game(ada, ben), 9)
        Game.objects.filter(pk=game.pk).update(started_at=timezone.now() - timedelta(days=days))
        resign(game.pk, ada)

    times = PersonalRecord.objects.filter(user=ben, kind=PersonalRecord.TIME).order_by("pk")
    assert [row.value // 86400 for row in times] == [2, 3]


def test_a_private_game_sets_none() -> None:
    finished_game(make_user(), make_user(), is_private=True)

    assert not PersonalRecord.objects.exists()


def test_only_a_better_game_sets_another_one() -> None:
    ada, ben = make_user(), make_user()
    written(ada, 1)
    finished_game(ada, ben)

    assert values(ada)["patch"] > 1
    rows = PersonalRecord.objects.filter(user=ada, kind="patch").order_by("value")
    assert [row.is_best for row in rows] == [False, True]

    written(ada, 49)
    finished_game(ada, ben)

    assert values(ada)["patch"] == 49
    assert PersonalRecord.objects.filter(user=ada, kind="patch").count() == 3


def test_of_two_games_that_end_at_the_same_moment_the_better_one_is_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben = make_user(), make_user()
    game = play_on(started_game(ada, ben), 40)
    monkeypatch.setattr("games.ratings.records.lock_work", lambda _name: written(ada, 49))  # it was waited for
    resign(game.pk, ada)

    best = PersonalRecord.objects.filter(user=ada, kind="patch", is_best=True)
    assert [row.value for row in best] == [49]
    assert values(ben)["patch"]


def test_a_player_who_took_over_a_seat_sets_none() -> None:
    ada, ben = make_user(), make_user()
    game = play_on(started_game(ada, ben), 40)
    game.seats.filter(user=ben).update(taken_at=game.started_at)
    resign(game.pk, ada)

    assert not PersonalRecord.objects.exists()


def test_the_list_has_the_best_of_each_player() -> None:
    ada, ben = make_user(), make_user()
    rows = [written(ada, 9, is_best=False), written(ada, 11), written(ben, 10)]

    assert list(best_records("marrakech", "patch")) == [rows[1], rows[2]]
    assert list(best_records("marrakech", "rent")) == []


def test_a_game_that_becomes_private_leaves_the_lists() -> None:
    ada = make_user()
    written(ada, 9, is_best=False)
    second = written(ada, 11, days=1)
    Game.objects.filter(pk=second.game_id).update(is_private=True)

    assert list(best_records("marrakech", "patch")) == []
    assert values(ada) == {"patch": 9}


def test_a_voided_game_and_an_excluded_player_have_no_records_until_they_count_again() -> None:
    ada, ben = make_user(), make_user()
    game = finished_game(ada, ben)
    before = values(ada)

    call_command("rate", "--void", game.code)
    assert not PersonalRecord.objects.exists()
    call_command("rate", "--restore", game.code)
    assert values(ada) == before
    call_command("rate", "--exclude", ada.username, "--reason", "Two accounts.")
    assert not values(ada)
    assert values(ben)


def test_records_can_be_found_again_from_the_logs() -> None:
    players = [make_user(), make_user()]
    for _game in range(3):
        finished_game(*players)
    before = [values(player) for player in players]
    PersonalRecord.objects.all().delete()

    recount_records()

    assert [values(player) for player in players] == before
    store_records(Game.objects.earliest("pk"))
    assert [values(player) for player in players] == before


def test_a_record_is_told_with_its_unit() -> None:
    assert record_text(TITLE, "patch", 12) == "12 squares"
    assert record_text(TITLE, "rent", 1) == "1 dirham"
    assert record_text(TITLE, "no-rent", 41) == "41 points"
    assert record_text(TITLE, "time", 86400 * 30) == "30 days"
    assert record_text(get_title("marram"), "snake", 7) == "7 tiles"


def test_the_profile_the_page_and_the_api_show_a_record_with_its_game(client: Client) -> None:
    ada = make_user("Ada")
    game = finished_game(ada, make_user(), name="The saffron table")
    patch = record_text(TITLE, "patch", values(ada)["patch"])

    for path in ("/players/Ada/", "/ratings/marrakech/records/", "/ratings/marrakech/records/?kind=patch"):
        html = client.get(path).content.decode()
        assert "Longest patch" in html
        assert patch in html
        assert f"/t/{game.code}/" in html
    (row,) = [one for one in client.get("/api/v1/players/Ada/").json()["records"] if one["kind"] == "patch"]
    assert (row["value"], row["game"]) == (values(ada)["patch"], game.code)
    listed = client.get("/api/v1/ratings/marrakech/records/patch/").json()["results"]
    assert {"Ada", game.code} <= {value for row in listed for value in row.values()}


def test_a_long_list_goes_on_after_its_last_row() -> None:
    rows = [written(make_user(), value) for value in (9, 7, 7, 5)]

    first = records_page("marrakech", "patch", None, 2)
    assert (first.rows, first.next) == (rows[:2], rows[1].pk)
    rest = records_page("marrakech", "patch", first.next, 2)
    assert (rest.rows, rest.next) == (rows[2:], None)


@pytest.mark.slow
def test_a_list_of_the_api_ends_although_more_than_a_thousand_have_done_the_same(client: Client) -> None:
    game, people = started_game(), range(1250)
    users = User.objects.bulk_create(User(username=f"P{one}", email=f"p{one}@example.org") for one in people)
    about = {"game": game, "title": "marrakech", "kind": "patch", "value": 7, "at": game.created_at}
    PersonalRecord.objects.bulk_create(PersonalRecord(user=user, **about) for user in users)
    listed, url = list[str](), "/api/v1/ratings/marrakech/records/patch/?page_size=100"
    while url and len(listed) < 2 * len(people):
        page = client.get(url).json()
        listed, url = listed + [row["name"] for row in page["results"]], page["next"]
    assert sorted(listed) == sorted(user.username for user in users)
