"""SQLite finds the rows of lists, and those that workers look for, by an index, however many games there are."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.services import purge_unconfirmed
from games.analysis import analyses
from games.core import jobs, lists
from games.core.models import Game, Seat
from games.delivery import worker
from games.following.lists import best_games, finished_games
from games.following.selectors import timeline_of
from games.following.services import follow
from games.lobby.invitations import claim_invitations
from games.notifications import bounces, outbox
from games.notifications.selectors import tables_of
from games.play import robots
from games.play.reliability import reliability_counter
from games.ratings.models import Rating, RatingVersion, SeasonScore
from games.ratings.seasons import Season, season_page
from games.ratings.selectors import leaderboard_page
from games.replay.models import Film
from games.site.search_engines import game_parts
from tests.makers import make_table, make_user, started_game
from tests.plans import plans

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.sqlite]
DAY = timedelta(days=1)
IN_ORDER = "SEARCH games_seat USING COVERING INDEX seat_history (user_id=?)"


def test_the_query_for_robots_reads_their_seats_only() -> None:
    make_table(make_user(), robots=["greedy"])
    plan = plans(lambda: robots.due(timezone.now()))
    assert re.search(r"SEARCH accounts_user .*INDEX user_robots \(robot>\?\)", plan), plan
    assert re.search(r"SEARCH games_seat .*INDEX seat_waiting \(user_id=\?\)", plan), plan


def test_the_query_for_due_mail_reads_due_rows_only() -> None:
    for channels in (worker.MAILS, worker.CALLS):
        plan = plans(lambda channels=channels: outbox.due(timezone.now(), by=channels))  # type: ignore[misc]
        assert re.search(r"SEARCH games_notification .*INDEX notification_state \(state=\? AND due_at<\?\)", plan), plan


def test_games_that_wait_for_a_player_are_found_by_seats_that_act() -> None:
    user = make_user()
    for work in (lambda: list(Game.objects.waiting_for(user).order_by("-id")), lambda: lists.waiting_count(user)):
        plan = plans(work)
        assert re.search(r"SEARCH games_seat .*INDEX seat_waiting \(user_id=\?\)", plan), plan


def test_offered_seats_are_found_without_reading_games() -> None:
    for work in (lambda: list(Seat.objects.offered()), lambda: list(Game.objects.with_offered_seats())):
        assert "INDEX seat_offered" in plans(work)


def test_won_games_are_found_by_their_place() -> None:
    user = make_user()
    assert "INDEX seat_won (user_id=?)" in plans(lambda: lists.history_of(user, None, show="won"))


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("pace=3d", "game_lobby_pace"),
        ("seats=2&sort=pace", "game_lobby_seats"),
        ("ruleset=marrakech:gigamic", "game_lobby_ruleset"),
        ("ruleset=marrakech:gigamic&pace=3d&seats=2", "game_lobby_"),
    ],
)
def test_filters_of_the_lobby_read_open_tables_only(client: Client, query: str, index: str) -> None:
    make_table()
    plan = plans(lambda: client.get(f"/lobby/?{query}"))
    assert f"SEARCH games_game USING INDEX {index}" in plan, plan


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("filter=open&pace=3d", "game_lobby_pace"),
        ("filter=open&title=marrakech", "game_status"),
        ("title=marram", "game_title"),
        ("title=marrakech&ruleset=summary", "game_ruleset"),
        ("title=marrakech&pace=7d", "game_pace"),
    ],
)
def test_filters_of_the_api_read_the_rarest_games(client: Client, query: str, index: str) -> None:
    plan = plans(lambda: client.get(f"/api/v1/games/?{query}"))
    assert re.search(rf"SEARCH games_game USING INDEX {index}\b", plan), plan


@pytest.mark.parametrize("query", ["", "&filter=finished"])
def test_games_of_a_player_in_the_api_are_in_the_order_of_an_index(client: Client, query: str) -> None:
    make_user("greedy_one")
    plan = plans(lambda: client.get(f"/api/v1/games/?player=greedy_one{query}"))
    assert plan.endswith(f"{IN_ORDER}\nSEARCH games_game USING INTEGER PRIMARY KEY (rowid=?)"), plan


def test_a_history_against_an_opponent_reads_a_bounded_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "MAX_HISTORY", 2)
    user, opponent = make_user(), make_user()
    for _ in range(3):
        started_game(user, make_user()), started_game(opponent, make_user())
    for show in lists.HISTORY_FILTERS[:3]:
        plan = plans(lambda show=show: lists.history_of(user, None, show=show, opponent=opponent))  # type: ignore[misc]
        assert re.search(r"SEARCH games_seat .*\(game_id=\? AND user_id=\?\)", plan), plan
        assert re.search(r"SEARCH T\d .*\(game_id=\? AND user_id=\?\)", plan), plan
        assert "SCAN games" not in plan, plan
    plan = plans(lambda: lists.history_of(user, None, ruleset=("marrakech", "gigamic")))
    assert "game_ruleset (ruleset=? AND id>?)" not in plan, plan


def test_histories_are_filtered_by_few_games_of_the_opponent_or_ruleset() -> None:
    user, opponent = make_user(), make_user()
    started_game(user, opponent)
    for few in ({"opponent": opponent}, {"ruleset": ("marrakech", "gigamic")}):
        plan = plans(lambda few=few: lists.history_of(user, None, **few))  # type: ignore[misc]
        assert re.search(r"SEARCH games_seat .*\(game_id=\? AND user_id=\?\)", plan), plan


def test_the_closest_games_of_a_size_are_found_in_their_order() -> None:
    plan = plans(lambda: best_games(None, {"seat_count": 3}, timezone.now()))
    assert "INDEX recent_game_close (seat_count=?" in plan, plan


def test_the_last_games_of_a_kind_are_found_in_their_order() -> None:
    plan = plans(lambda: list(finished_games(None, {"title": "marram", "seat_count": 3})[:25]))
    assert "INDEX game_kind_end (title=? AND seat_count=?)" in plan, plan
    assert "TEMP B-TREE" not in plan


def test_the_ends_in_a_timeline_are_found_without_reading_games() -> None:
    user = make_user()
    follow(user, make_user())
    plan = plans(lambda: timeline_of(user, 5))
    assert "INDEX seat_finished (user_id=? AND finished_at>?)" in plan, plan
    assert "SEARCH games_game USING INTEGER PRIMARY KEY" not in plan


def test_later_parts_of_lists_of_players_begin_at_their_place() -> None:
    ada, now = make_user(), timezone.now()
    version = RatingVersion.objects.create(number=1, is_current=True)
    about = {"version": version, "title": "marrakech"}
    rating = Rating.objects.create(user=ada, pool="all", mu=1.0, var=0.1, at=now, listed_until=now + DAY, **about)
    score = SeasonScore.objects.create(person=ada.pk, season="2027-1", points=1, **about)
    plan = plans(lambda: leaderboard_page("marrakech", "all", now, rating.pk, 50))
    assert all(f"INDEX rating_leaderboard (version_id=? AND title=? AND pool=? AND mu{side}?)" in plan for side in "<>")
    plan = plans(lambda: season_page("marrakech", Season(2027, 1), version, 50, score.pk))
    assert all(f"(version_id=? AND title=? AND season=? AND points{side}?)" in plan for side in "<>"), plan


def test_the_parts_of_the_sitemap_are_found_without_reading_all_games() -> None:
    plan = plans(game_parts)
    assert "INDEX game_status (status=?)" in plan, plan
    assert "TEMP B-TREE" not in plan, plan


def test_running_tables_of_a_player_are_found_without_those_that_are_over() -> None:
    user = make_user()
    for work in (lambda: tables_of(user), lambda: lists.game_alone_with_robot(user, "greedy")):
        plan = plans(work)
        assert re.search(r"INDEX seat_(finished \(user_id=\? AND finished_at=\?|unfinished \(user_id=\?)\)", plan), plan


def test_turns_in_seats_of_others_are_found_by_these_seats() -> None:
    user = make_user()
    assert "INDEX seat_taken (user_id=?" in plans(lambda: reliability_counter(user, timezone.now()))


def test_unconfirmed_accounts_are_found_by_their_age() -> None:
    plan = plans(lambda: purge_unconfirmed(timezone.now()))
    assert "INDEX user_unconfirmed (robot=? AND last_login=? AND date_joined<?)" in plan, plan
    assert "INDEX user_unconfirmed (robot=? AND last_login<?)" in plan


def test_lost_jobs_are_found_by_their_time() -> None:
    assert "INDEX analysis_due (state=? AND due_at<?)" in plans(lambda: analyses.wake_lost(timezone.now()))
    assert "INDEX film_due (state=? AND due_at<?)" in plans(lambda: jobs.lost(Film, timezone.now()))


def test_reports_find_their_email_by_the_id_of_the_service() -> None:
    report = bounces.Report("service", "1", "delivered", "an-id", "nadia@example.org", "", "", None)
    plan = plans(lambda: bounces.store_report(report, timezone.now()))
    assert "INDEX notification_at_provider (provider_id=?)" in plan


def test_invitations_of_a_new_player_are_found_by_address_and_account() -> None:
    plan = plans(lambda: claim_invitations(make_user(), "nadia@example.org"))
    assert "SEARCH games_invitation USING INDEX invitation_address (email=? AND state=?)" in plan
    assert "INDEX invitation_state" not in plan


@pytest.mark.parametrize(
    ("address", "index"),
    [
        ("accounts/user/?robot=yes", "user_robots (robot>?)"),
        ("games/analysis/?state__exact=running", "analysis_state (state=?)"),
        ("games/film/?state__exact=done", "film_state (state=?)"),
        ("games/game/?title=marram", "game_title (title=?)"),
        ("games/game/?trouble=running", "game_troubled"),
        ("games/game/?waiting=3", "seat_acting (acting_since<?)"),
        ("games/invitation/?q=nadia@example.org", "invitation_address (email=?)"),
        ("games/notification/?kind=invitation", "notification_kind (kind=?)"),
        ("games/notification/?channel=webhook", "notification_call (channel=?)"),
        ("games/notification/?state__exact=sent", "notification_by_state (state=?)"),
        ("games/notification/?q=nadia@example.org", "notification_address (email=?)"),
        ("games/robotturn/?state__exact=failed", "robot_turn_state (state=?)"),
    ],
)
def test_admin_lists_are_filtered_by_an_index(admin_client: Client, address: str, index: str) -> None:
    plan = plans(lambda: admin_client.get(f"/admin/{address}"))
    assert plan.count(f"INDEX {index}") == 2, plan  # the page and the number of pages


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("open=yes", "SCAN games_turn USING INDEX turn_open_since"),  # in its order; it has open turns only
        ("open=due", "SEARCH games_turn USING INDEX turn_due (due_at<?)"),
        ("open=failing", "SEARCH games_turn USING INDEX turn_due (due_at<?)"),
    ],
)
def test_turns_in_the_admin_are_found_by_an_index(admin_client: Client, query: str, index: str) -> None:
    plan = plans(lambda: admin_client.get(f"/admin/games/turn/?{query}"))
    assert index in plan, plan
