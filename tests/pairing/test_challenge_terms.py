"""Tests of tables that a standing challenge has opened: whom they let in, and that they count against its limit."""

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import create_token
from games.clocks.models import WakingHours
from games.common.errors import Conflict, Forbidden
from games.core.choices import Status
from games.core.models import Game, Seat
from games.lobby.invitations import accept_invitation, invite_player
from games.lobby.saved_filters import save_filter
from games.lobby.selectors import tables_in_feed
from games.lobby.tables import join_table, leave_table
from games.pairing.models import Challenge
from games.pairing.selectors import challenges_to_show
from games.pairing.services import end_challenge, play_challenge, save_settings
from games.time_outs.substitutes import take_seat
from tests.helpers.page_client import signed_in
from tests.makers import fresh, make_user

from .test_challenges import games_of, look_again, stand
from .test_find_opponent import find, rate

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
ASKED = "This table asks for: rating 1300 to 1700."


@pytest.fixture
def row() -> Challenge:
    """A challenge for three, of a player whose limit is one running game."""
    row = stand(make_user("Ada"), seat_count=3, min_rating=1300, max_rating=1700, max_games=3)
    save_settings(row.user, max_running=1)
    return row


@pytest.fixture
def table(row: Challenge) -> Game:
    """The table that opened when Ben took up the challenge."""
    return play_challenge(make_user("Ben"), row.pk)


@pytest.fixture
def weak() -> User:
    user = make_user("Cy")
    rate(user, 1150)
    return user


def require_refusal(game: Game, user: User) -> str:
    """Check that a player cannot join, and return why."""
    with pytest.raises(Forbidden) as error:
        join_table(game.pk, user)
    assert error.value.code == "below-minimum"
    assert (fresh(game).status, game.seats.count()) == (Status.OPEN, 2)
    return str(error.value.message)


def from_api(user: User, path: str) -> Any:
    _token, key = create_token(user, "test")
    return signed_in(user).get(f"/api/v1/{path}", headers={"Authorization": f"Bearer {key}"}).json()


def test_a_player_outside_the_ratings_of_a_challenge_cannot_join_its_table(table: Game, weak: User) -> None:
    assert require_refusal(table, weak) == f"{ASKED} Your rating is 1150."
    strong = make_user()
    rate(strong, 1690)
    assert join_table(table.pk, strong).status == Status.RUNNING


def test_a_player_without_a_rating_reads_what_it_counts_as() -> None:
    row = stand(seat_count=3, min_rating=1600)
    strong = make_user()
    rate(strong, 1650)
    reason = require_refusal(play_challenge(strong, row.pk), make_user())
    assert reason == "This table asks for: rating from 1600. You have no rating yet, which counts as 1500."


def test_a_player_who_sleeps_when_the_challenger_is_awake_cannot_join() -> None:
    early, late = make_user(), make_user()
    for user, day in ((early, ["04:00", "14:00"]), (late, ["12:00", "22:00"])):
        WakingHours.objects.create(user=user, zone="UTC", rows=[day] * 7, saved_at=timezone.now(), is_first=True)
    table = play_challenge(make_user(), stand(early, seat_count=3, min_hours=4).pk)
    asked = "This table asks for: awake together at least 4 hours a day."
    assert require_refusal(table, late) == f"{asked} Your waking hours overlap less."


def test_find_an_opponent_does_not_seat_a_stranger_who_does_not_fit(table: Game, weak: User) -> None:
    assert find(weak, seat_count=3).is_new
    assert fresh(table).status == Status.OPEN
    fitting = make_user()
    assert find(fitting, seat_count=3).game.pk == table.pk
    assert fresh(table).status == Status.RUNNING


def test_pages_offer_the_table_only_to_those_who_fit(table: Game, weak: User) -> None:
    for user, may_join in ((weak, False), (make_user(), True)):
        client = signed_in(user)
        join = f"/t/{table.code}/join/"
        assert (join in client.get("/lobby/").content.decode()) == may_join
        assert (table.name in client.get("/lobby/?open_to_me=on").content.decode()) == may_join
        page = client.get(f"/t/{table.code}/").content.decode()
        assert (join in page) == may_join
        assert (ASKED in page) == (not may_join)
    answer = signed_in(weak).post(f"/t/{table.code}/join/")
    assert answer.status_code == 403
    assert ASKED in answer.content.decode()


def test_the_api_offers_the_table_only_to_those_who_fit(table: Game, weak: User) -> None:
    for user, may_join in ((weak, False), (make_user(), True)):
        (found,) = from_api(user, "lobby/")
        assert found["refused"] == (not may_join)
        ids = [one["id"] for one in from_api(user, "games/?filter=open&open_to_me=true")["results"]]
        assert ids == [table.code] * may_join
    _token, key = create_token(weak, "test")
    headers, address = {"Authorization": f"Bearer {key}"}, f"/api/v1/games/{table.code}/join/"
    answer = signed_in(weak).post(address, {}, content_type="application/json", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "below-minimum")


def test_the_feed_of_tables_open_to_a_player_leaves_the_table_out(table: Game, weak: User) -> None:
    fitting = make_user()
    for user in (weak, fitting):
        save_filter(user, {"open_to_me": True})
    assert [tables_in_feed(user, timezone.now()) for user in (weak, fitting)] == [[], [table]]


def test_an_invited_player_need_not_fit_the_challenge(table: Game, weak: User) -> None:
    invitation = invite_player(table.pk, User.objects.get(username="Ben"), weak.username)
    assert accept_invitation(invitation.code, weak).status == Status.RUNNING


def test_the_table_keeps_the_terms_of_a_challenge_that_has_ended(row: Challenge, table: Game, weak: User) -> None:
    end_challenge(row.user, row.pk)
    require_refusal(table, weak)


def test_the_terms_go_with_the_player_of_the_challenge(row: Challenge, table: Game, weak: User) -> None:
    leave_table(table.pk, row.user)
    assert join_table(table.pk, weak).seats.count() == 2


def test_who_takes_over_a_seat_of_a_challenge_fits_it(row: Challenge, table: Game, weak: User) -> None:
    game, fitting = join_table(table.pk, make_user()), make_user()
    seat = Seat.objects.exclude(user=row.user).filter(game=game)[0]
    Seat.objects.filter(pk=seat.pk).update(offered_at=timezone.now())
    with pytest.raises(Forbidden, match="below-minimum"):
        take_seat(game.pk, seat.number or 0, weak, timezone.now())
    take_seat(game.pk, seat.number or 0, fitting, timezone.now())
    assert Seat.objects.get(pk=seat.pk).user == fitting


def test_a_challenge_does_not_sit_down_where_someone_does_not_fit_it(weak: User) -> None:
    search = find(make_user(), seat_count=3).game
    join_table(search.pk, weak)
    row = stand(seat_count=3, min_rating=1300)
    assert games_of(row) == []
    assert games_of(stand(seat_count=3)) == [search]


def test_a_table_at_which_a_challenge_has_sat_down_keeps_its_terms(weak: User) -> None:
    search = find(make_user(), seat_count=3).game
    assert games_of(stand(seat_count=3, min_rating=1300)) == [search]
    require_refusal(search, weak)


def test_the_limit_counts_the_open_tables_of_challenges(row: Challenge, table: Game) -> None:
    assert challenges_to_show(make_user(), timezone.now()) == []
    with pytest.raises(Conflict, match="challenge-taken"):
        play_challenge(make_user(), row.pk)
    look_again()
    assert games_of(row) == [table]
    leave_table(table.pk, row.user)
    assert len(challenges_to_show(make_user(), timezone.now())) == 1
