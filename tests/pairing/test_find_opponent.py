"""Tests of *Find an opponent*: which table or challenge it takes, and what it opens otherwise."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.errors import SiteError
from accounts.models import User
from accounts.services import block
from games.clocks.models import WakingHours
from games.conduct.models import Rule, SanctionKind
from games.conduct.services import sanction
from games.core.choices import Pace, Status
from games.core.models import Game
from games.lobby.tables import join_table
from games.notifications.models import Kind, Notification
from games.pairing import selectors, services
from games.pairing.models import Challenge
from games.pairing.selectors import BATCH, MAX_BATCHES, suitable_challenges, suitable_tables
from games.pairing.services import NEW, FoundTable, NewChallenge, find_opponent, open_challenge, wish_of
from games.play.endings import resign
from games.play.table_times import TimeSettings
from games.ratings.models import Pool, Rating
from games.ratings.selectors import current_version
from tests.helpers.page_client import signed_in
from tests.makers import fresh, make_table, make_user, started_game
from tests.play.test_reliability import be_late

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

POINTS = 173.7


def find(user: User, title: str = "marrakech", **wish: Any) -> FoundTable:
    return find_opponent(user, wish_of(user, title, **wish))


def waiting_table(host: User | None = None, **settings: Any) -> Game:
    return make_table(host, **{"pace": Pace.USUAL, "is_rated": True, **settings})


def rate(user: User, points: int, title: str = "marrakech") -> None:
    version = current_version()
    if version.pk is None:
        version.is_current = True
        version.save()
    mu, now = (points - 1500) / POINTS, timezone.now()
    Rating.objects.create(
        version=version, user=user, title=title, pool=Pool.ALL, mu=mu, var=0.1, games=20, opponents=5, at=now
    )


def test_a_table_that_waits_is_taken_and_the_host_gets_one_email() -> None:
    host, user = make_user(), make_user()
    table = waiting_table(host)
    found = find(user)
    assert (found.game.pk, found.is_new) == (table.pk, False)
    assert fresh(table).status == Status.RUNNING
    kinds = Notification.objects.filter(user=host).values_list("kind", flat=True)
    assert list(kinds) in ([Kind.STARTED], [Kind.TURN])


def test_nobody_waits_so_a_rated_table_for_two_is_opened_once() -> None:
    user = make_user()
    found = find(user)
    game = found.game
    assert found.is_new
    assert (game.seat_count, game.pace, game.is_rated, game.is_private) == (2, Pace.USUAL, True, False)
    assert find(user).game == game


def test_who_opens_a_table_joins_one_like_it_that_was_opened_meanwhile() -> None:
    wish, first = wish_of(None, "marrakech"), find(make_user()).game
    assert find_opponent(make_user(), wish, only=NEW, is_rated=False).is_new
    found = find_opponent(make_user(), wish, only=NEW, is_rated=True)
    assert (found.game, found.is_new) == (first, False)


def test_the_title_is_the_one_played_last() -> None:
    user = make_user()
    assert wish_of(user).title.key == "marrakech"
    started_game(user, make_user(), title="marram", ruleset="classic-short")
    assert wish_of(user).title.key == "marram"


@pytest.mark.parametrize(
    "settings",
    [
        {"is_private": True},
        {"seat_count": 3},
        {"pace": Pace.BRISK},
        {"title": "marram", "ruleset": "classic-short"},
        {"times": TimeSettings(Pace.USUAL, min_games=5)},
    ],
    ids=["private", "seats", "pace", "title", "minimum"],
)
def test_a_table_that_does_not_suit_is_left(settings: dict[str, Any]) -> None:
    table = make_table(**settings) if "times" in settings else waiting_table(**settings)
    assert find(make_user()).is_new
    assert fresh(table).seats.count() == 1


def test_people_who_are_kept_apart_far_away_asleep_or_gone_are_left() -> None:
    user, now = make_user(), timezone.now()
    blocked, strong, asleep, gone = (make_user() for _number in range(4))
    block(blocked, user)
    rate(strong, 1950)
    night = [["02:00", "10:00"]] * 7
    WakingHours.objects.create(user=asleep, zone="UTC", rows=night, saved_at=now, is_first=True)
    WakingHours.objects.create(user=user, zone="UTC", rows=[["12:00", "00:00"]] * 7, saved_at=now, is_first=True)
    User.objects.filter(pk=gone.pk).update(seen_at=now - timedelta(days=15))
    for host in (blocked, strong, asleep, gone):
        waiting_table(host)
    assert find(user).is_new


def test_the_nearest_rating_comes_first() -> None:
    user, near, far = make_user(), make_user(), make_user()
    rate(user, 1600)
    rate(near, 1650)
    rate(far, 1300)
    waiting_table(far)
    table = waiting_table(near)
    assert find(user).game == table


def test_a_sanction_against_rated_games_leaves_unrated_ones() -> None:
    user = make_user()
    sanction(make_user(), user, SanctionKind.UNRATED, Rule.RUDE, "Moths.", days=30)
    rated = waiting_table()
    table = waiting_table(is_rated=False)
    assert find(user).game == table
    found = find(user)
    assert (found.is_new, found.game.is_rated) == (True, False)
    assert fresh(rated).status == Status.OPEN


def test_players_without_a_confirmed_address_are_refused() -> None:
    waiting_table()
    with pytest.raises(SiteError) as error:
        find(make_user(verified=False))
    assert error.value.code == "address-unconfirmed"


def test_who_must_not_start_another_game_reads_why_and_not_that_someone_was_faster(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    user, table, similar = make_user(), waiting_table(), waiting_table(seat_count=3)
    be_late(user, 2)
    opened = find_opponent(user, wish_of(user, "marrakech", 3), only=NEW, is_rated=False)
    monkeypatch.setattr(services, "candidates_for", None)  # they are not looked for in vain
    assert find(user, seat_count=3) == opened  # where they wait already
    for other, seats in ((table, 2), (similar, 3)):
        with pytest.raises(SiteError, match="one-game"):
            find_opponent(user, wish_of(user, "marrakech", seats), only=f"table-{other.pk}")


def test_a_table_that_another_player_has_just_filled_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, user = waiting_table(), waiting_table(), make_user()
    tables = suitable_tables

    def slow(*args: Any) -> Any:
        found = tables(*args)
        assert [one.game.pk for one in found] == [first.pk, second.pk]
        join_table(first.pk, make_user())
        return found

    monkeypatch.setattr(selectors, "suitable_tables", slow)
    assert find(user).game == second


def test_a_table_of_an_earlier_search_is_given_up_when_another_is_found() -> None:
    user = make_user()
    waiting = find(user).game
    other = waiting_table()
    assert find(user).game == other
    assert fresh(waiting).status == Status.CANCELLED


def test_two_who_search_one_after_the_other_meet() -> None:
    one, other = make_user(), make_user()
    waiting = find(one)
    found = find(other)
    assert (waiting.is_new, found.is_new, found.game) == (True, False, waiting.game)


def test_a_standing_challenge_is_taken_and_one_that_asks_for_others_is_not() -> None:
    user, strong, free = make_user(), make_user(), make_user()
    open_challenge(strong, NewChallenge(title="marrakech", ruleset="gigamic", min_rating=1800))
    row = open_challenge(free, NewChallenge(title="marrakech", ruleset="gigamic"))
    found = find(user)
    assert (found.is_new, found.game.status, found.game.is_rated) == (False, Status.RUNNING, True)
    assert {seat.user for seat in found.game.seats.all()} == {user, free}
    assert row.games.count() == 1
    assert find(user).is_new  # both would play each other twice


def test_a_search_reads_a_bounded_number_of_challenges() -> None:
    """Those beyond the first batches are not looked at, however many there are."""
    user, host = make_user(), make_user()
    kind = {"user": host, "title": "marrakech", "ruleset": "gigamic", "seat_count": 2}
    rows = Challenge.objects.bulk_create(Challenge(**kind, min_rating=2900) for _number in range(BATCH * MAX_BATCHES))
    Challenge.objects.create(**kind)
    with CaptureQueriesContext(connection) as queries:
        assert suitable_challenges(user, wish_of(user, "marrakech"), timezone.now()) == []
    assert len(queries) <= 4 * MAX_BATCHES + 2
    Challenge.objects.filter(pk=rows[0].pk).delete()
    assert len(suitable_challenges(user, wish_of(user, "marrakech"), timezone.now())) == 1


def test_the_button_shows_the_table_first_and_leads_visitors_to_an_account() -> None:
    client = signed_in(make_user())
    assert "No one is waiting" not in client.get("/find/").content.decode()  # before a game is chosen
    table = waiting_table(make_user("Brahim"))
    page = client.get("/find/?title=marrakech").content.decode()
    assert "Play with Brahim" in page
    assert fresh(table).status == Status.OPEN
    answer = client.post("/find/", {"title": "marrakech", "only": f"table-{table.pk}"})
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{table.code}/")
    sent = {"title": "marrakech", "only": f"table-{table.pk}", "is_rated": "on"}
    answer = client.post("/find/", sent)
    assert (answer.status_code, "Someone else was faster" in answer.content.decode()) == (409, True)
    assert "No one is waiting for this game" in answer.content.decode()
    answer = client.post("/find/", {"title": "marrakech", "only": "new"}, follow=True)
    assert Game.objects.get(status=Status.OPEN).is_rated is False
    assert "Your table for this game is open" in client.get("/find/?title=marrakech").content.decode()
    page = answer.content.decode()
    assert "While you wait" in page
    assert "No one is waiting" not in page  # it would stay when the game has begun
    assert "/play/greedy/?title=marrakech" in page
    client.logout()
    answer = client.get("/find/", follow=True)
    assert answer.redirect_chain == [("/accounts/signup/?next=%2Ffind%2F", 302)]
    assert "you need a name" in answer.content.decode()
    assert 'href="/find/"' in client.get("/").content.decode()
    assert 'href="/find/"' in client.get("/lobby/").content.decode()


def test_the_button_after_a_game_keeps_its_players_and_its_pace() -> None:
    ada = make_user("Ada")
    game = started_game(ada, make_user(), pace=Pace.BRISK)
    resign(game.pk, ada)
    page = signed_in(ada).get(f"/t/{game.code}/").content.decode()
    assert 'href="/find/?title=marrakech&amp;seat_count=2&amp;pace=brisk"' in page
