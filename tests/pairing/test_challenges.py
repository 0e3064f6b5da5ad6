"""Tests of standing challenges: which start games together, when, and what stops them."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from accounts.errors import SiteError
from accounts.models import User
from accounts.services import block
from games.clocks.models import WakingHours
from games.conduct.models import Rule, SanctionKind
from games.conduct.services import sanction
from games.core.choices import Pace, Status
from games.core.models import Game
from games.lobby.tables import join_table
from games.mail.compose import compose
from games.notifications.models import Kind, Notification
from games.pairing.models import Challenge
from games.pairing.selectors import challenges_to_show
from games.pairing.services import (
    MAX_CHALLENGES,
    NewChallenge,
    end_challenge,
    match_waiting,
    open_challenge,
    play_challenge,
    save_settings,
)
from games.play.endings import resign
from tests.helpers.notifications import both
from tests.helpers.page_client import signed_in
from tests.makers import fresh, make_table, make_user, started_game
from tests.play.test_reliability import be_late

from .test_find_opponent import find, rate

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def stand(user: User | None = None, **settings: Any) -> Challenge:
    values = {"title": "marrakech", "ruleset": "gigamic", **settings}
    return open_challenge(user or make_user(), NewChallenge(**values))


def games_of(row: Challenge) -> list[Game]:
    return [pairing.game for pairing in row.games.order_by("pk")]


def look_again(days: int = 1) -> None:
    match_waiting(timezone.now() + timedelta(days=days))


def test_two_challenges_that_fit_start_a_game_and_both_players_get_one_email() -> None:
    one, other = stand(), stand()
    (game,) = games_of(one)
    assert games_of(other) == [game]
    assert (game.status, game.is_rated, game.pace, game.seat_count) == (Status.RUNNING, True, Pace.USUAL, 2)
    for user in (one.user, other.user):
        (row,) = Notification.objects.filter(user=user, kind__in=[Kind.STARTED, Kind.TURN])
        opponent = (other if user == one.user else one).user.username
        for text in both(row):
            assert f"This is a game of your standing challenge, with {opponent}." in text


def test_the_first_email_says_who_has_joined_to_who_has_waited_for_them() -> None:
    host, guest = make_user("Ada"), make_user("Ben")
    game = join_table(make_table(host).pk, guest)
    rows = Notification.objects.filter(game=game, kind__in=[Kind.STARTED, Kind.TURN])
    for row in rows:
        assert [text.count("Ben has joined your table.") for text in both(row)] == [row.user == host] * 2
        assert ("Ben has joined: " in compose(row).subject) == (row.user == host)
    assert {row.user for row in rows} == {host, guest}


@pytest.mark.parametrize(
    "settings",
    [
        {"title": "marram", "ruleset": "classic-short"},
        {"ruleset": "summary"},
        {"seat_count": 3},
        {"pace": Pace.BRISK},
        {"is_rated": False},
        {"min_rating": 1600},
        {"max_rating": 1400},
    ],
    ids=lambda settings: ", ".join(settings),
)
def test_challenges_that_do_not_fit_start_nothing(settings: dict[str, Any]) -> None:
    one, other = stand(), stand(**settings)
    assert games_of(one) == games_of(other) == []


def test_ratings_are_compared_both_ways() -> None:
    weak, strong = make_user(), make_user()
    rate(weak, 1400)
    rate(strong, 1650)
    one = stand(weak, min_rating=1300, max_rating=1700)
    two = stand(strong, min_rating=1500)
    assert games_of(one) == games_of(two) == []
    three = stand(strong, min_rating=1300)
    assert games_of(three) == games_of(one) != []


def test_hours_are_compared() -> None:
    early, late, now = make_user(), make_user(), timezone.now()
    for user, day in ((early, ["04:00", "14:00"]), (late, ["12:00", "22:00"])):
        WakingHours.objects.create(user=user, zone="UTC", rows=[day] * 7, saved_at=now, is_first=True)
    first = stand(early, min_hours=4)
    assert games_of(stand(late)) == games_of(first) == []
    second = stand(early, min_hours=2)
    assert len(games_of(second)) == 1


def test_two_people_play_one_paired_game_at_a_time() -> None:
    one, other = stand(max_games=3), stand(max_games=3)
    assert games_of(one) == games_of(other)
    assert len(games_of(one)) == 1
    stand(max_games=3)
    assert len(games_of(one)) == len(games_of(other)) == 2


def test_a_full_challenge_waits_until_a_game_of_it_ends(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    one, other = stand(), stand()
    (first,) = games_of(one)
    third = stand()
    assert games_of(third) == []
    with django_capture_on_commit_callbacks(execute=True):
        resign(first.pk, other.user)
    assert [game.status for game in games_of(third)] == [Status.RUNNING]
    assert len(games_of(one)) + len(games_of(other)) == 3  # one of them plays the third player, who has met neither


def test_a_table_for_three_starts_when_three_fit() -> None:
    rows = [stand(seat_count=3), stand(seat_count=3)]
    assert games_of(rows[0]) == []
    rows.append(stand(seat_count=3))
    assert len({games_of(row)[0].pk for row in rows}) == 1


def test_paused_challenges_start_when_they_are_resumed() -> None:
    user = make_user()
    save_settings(user, is_paused=True)
    one, other = stand(user), stand()
    assert games_of(one) == games_of(other) == []
    save_settings(user, is_paused=False)
    assert len(games_of(one)) == len(games_of(other)) == 1


def test_the_limit_counts_running_games_against_people_and_the_sweep_sees_when_it_is_free() -> None:
    user = make_user()
    save_settings(user, max_running=1)
    make_table(user, robots=["greedy"])
    running = started_game(user, make_user())
    one, other = stand(user), stand()
    assert games_of(one) == []
    resign(running.pk, user)
    look_again()
    assert len(games_of(one)) == len(games_of(other)) == 1


@pytest.mark.parametrize("kind", [SanctionKind.NO_GAMES, SanctionKind.UNRATED, SanctionKind.WARNING])
def test_a_sanction_stops_the_challenges_of_a_player(kind: SanctionKind) -> None:
    one = stand()
    sanction(make_user(), one.user, kind, Rule.RUDE, "Moths.", days=0 if kind == SanctionKind.WARNING else 30)
    other = stand()
    assert games_of(one) == games_of(other) == []
    assert [row for row, _rating in challenges_to_show(make_user(), timezone.now())] == [other]
    with pytest.raises(SiteError):
        stand(one.user)


def test_challenges_of_people_who_are_kept_apart_or_gone_start_nothing() -> None:
    one, gone = stand(), stand(is_rated=False)
    other = make_user()
    block(one.user, other)
    User.objects.filter(pk=gone.user_id).update(seen_at=timezone.now() - timedelta(days=15))
    assert games_of(stand(other)) == games_of(stand(other, is_rated=False)) == []


def test_an_ended_challenge_starts_nothing_and_its_games_go_on() -> None:
    one, other = stand(max_games=2), stand()
    end_challenge(one.user, one.pk)
    assert games_of(stand()) == []
    assert games_of(other)[0].status == Status.RUNNING
    with pytest.raises(SiteError) as error:
        end_challenge(other.user, one.pk)
    assert error.value.code == "not-found"


def test_a_sweep_asks_as_much_for_many_challenges_that_suit_nobody_as_for_few() -> None:
    for row in (stand(max_games=2), stand(max_games=2)):  # who play each other already
        assert len(games_of(row)) == 1
    look_again()
    counts = []
    for days in (2, 3):
        for _number in range(4):
            stand(min_rating=2900)
        with CaptureQueriesContext(connection) as asked:
            look_again(days)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 20
    assert Game.objects.count() == 1


def test_a_challenge_takes_a_seat_where_a_search_waits() -> None:
    waiting = find(make_user()).game
    row = stand()
    assert [game.pk for game in games_of(row)] == [waiting.pk]
    assert fresh(waiting).status == Status.RUNNING


def test_a_remade_challenge_replaces_the_old_one_and_there_are_only_so_many() -> None:
    user = make_user()
    rows = [stand(user, pace=pace) for pace in (Pace.USUAL, Pace.BRISK, Pace.LEISURELY, Pace.DAY, Pace.WEEK)]
    assert len(rows) == MAX_CHALLENGES
    with pytest.raises(SiteError) as error:
        stand(user)
    assert error.value.code == "too-many-challenges"
    stand(user, replaces=rows[0].pk, max_games=2)
    assert user.challenges.filter(ended_at=None).count() == MAX_CHALLENGES


def test_a_click_plays_a_challenge_once() -> None:
    row, user = stand(), make_user()
    assert play_challenge(user, row.pk).status == Status.RUNNING
    with pytest.raises(SiteError) as error:
        play_challenge(make_user(), row.pk)
    assert error.value.code == "challenge-taken"


def test_who_plays_the_challenge_of_an_unreliable_player_does_not_read_that_players_refusal() -> None:
    row = stand()
    be_late(row.user, 2)
    make_table(row.user)
    with pytest.raises(SiteError) as error:
        play_challenge(make_user(), row.pk)
    assert error.value.code == "challenge-taken"


def test_pages_open_show_play_pause_and_end_challenges(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    user, other = make_user("Amina"), make_user("Omar")
    client = signed_in(user)
    sent = {"ruleset": "marrakech:gigamic", "seat_count": "2", "pace": "usual", "max_games": "2", "rated": "on"}
    page = client.post("/challenges/", {**sent, "min_rating": "1300", "max_rating": "1700"}, follow=True)
    assert "rating 1300 to 1700" in page.content.decode()
    assert client.post("/challenges/", {**sent, "min_rating": "1800", "max_rating": "1700"}).status_code == 422
    row = Challenge.objects.get()
    assert f'name="replaces" value="{row.pk}"' in client.get(f"/challenges/?remake={row.pk}").content.decode()
    visitor = signed_in(other)
    for address in ("/lobby/", "/challenges/"):
        with django_assert_max_num_queries(20):
            assert f"/challenges/{row.pk}/play/" in visitor.get(address).content.decode()
    assert signed_in(other).post(f"/challenges/{row.pk}/play/")["Location"] == f"/t/{Game.objects.get().code}/"
    assert "1 of 2 games" in client.get("/challenges/").content.decode()
    page = client.post("/challenges/settings/", {"paused": "on", "max_running": "3"}, follow=True)
    assert "Your challenges are paused" in page.content.decode()
    client.post(f"/challenges/{row.pk}/end/")
    assert not user.challenges.filter(ended_at=None).exists()
