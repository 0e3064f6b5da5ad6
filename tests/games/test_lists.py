"""Lists of tables, and who may see which."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.errors import NotFound
from games.models import Seat
from games.selectors import lists
from games.selectors.dice import dice_of
from games.selectors.games import game_for_viewer, version_of
from games.selectors.log import log_of, state_of
from games.selectors.seats import seat_of
from games.services.tables.invitations import invite_player
from games.services.tables.setup import leave_table
from tests.makers import acting_user, finished_game, host_of, make_table, make_user, play_on, started_game

pytestmark = pytest.mark.django_db


def test_the_game_that_has_waited_longest_comes_first() -> None:
    ann = make_user()
    games = [started_game(ann, make_user()) for _ in range(3)]
    Seat.objects.filter(game=games[2], user=ann).update(acting_since=timezone.now() - timedelta(days=2))
    assert list(lists.waiting_for(ann)) == [games[2], games[0], games[1]]
    assert lists.next_waiting(ann) == games[2]
    assert lists.next_waiting(ann, after=games[2]) == games[0]


def test_a_game_waits_for_one_and_runs_for_the_other() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    assert list(lists.waiting_for(bob)) == []
    assert list(lists.running_of(bob)) == [game]
    assert list(lists.running_of(ann)) == []


def test_the_waiting_time_is_the_viewers_own() -> None:
    ann = make_user()
    game = started_game(ann, make_user())
    assert vars(lists.waiting_for(ann).get())["waiting_since"] == game.seats.get(user=ann).acting_since


def test_open_and_finished_tables_have_their_own_lists() -> None:
    ann = make_user()
    table, over = make_table(ann), finished_game(ann, make_user())
    assert list(lists.open_of(ann)) == [table]
    assert list(lists.finished_of(ann)) == [over]


def test_the_lobby_shows_public_tables_with_a_free_seat() -> None:
    ann = make_user()
    free, private, kept, mine = make_table(), make_table(is_private=True), make_table(), make_table(ann)
    make_user("guest")
    invite_player(kept.pk, host_of(kept), "guest")
    started_game()
    assert set(lists.lobby()) == {free, mine}
    assert list(lists.lobby(ann)) == [free]
    assert private.pk not in {game.pk for game in lists.lobby()}


def test_unanswered_invitations_are_listed_until_the_table_is_gone() -> None:
    game, bob = make_table(), make_user("bob")
    invite_player(game.pk, host_of(game), "bob")
    assert [invitation.game for invitation in lists.invitations_of(bob)] == [game]
    leave_table(game.pk, host_of(game))
    assert not lists.invitations_of(bob)


def test_a_private_table_does_not_exist_for_outsiders() -> None:
    game, bob = make_table(is_private=True), make_user("bob")
    for outsider in (AnonymousUser(), None, make_user()):
        with pytest.raises(NotFound):
            game_for_viewer(game.code, outsider)
        with pytest.raises(NotFound):
            version_of(game.code, outsider)
    invite_player(game.pk, host_of(game), "bob")
    for insider in (host_of(game), bob, make_user(is_staff=True)):
        assert game_for_viewer(game.code, insider) == game
        assert version_of(game.code, insider) >= 0


def test_an_invite_code_that_no_database_can_look_for_opens_nothing() -> None:
    game = make_table(is_private=True)
    with pytest.raises(NotFound):
        game_for_viewer(game.code, None, "\0")


def test_the_invite_code_opens_a_private_table() -> None:
    game = make_table(is_private=True)
    assert game_for_viewer(game.code, None, game.invite_code) == game
    with pytest.raises(NotFound):
        game_for_viewer(game.code, None, "wrong")


def test_asking_for_news_costs_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, make_user(), is_private=True)
    with django_assert_num_queries(1):
        version_of(game.code, ann)
    with django_assert_num_queries(2), pytest.raises(NotFound):  # an invitation would be a reason, too
        version_of(game.code, bob)


def test_private_games_are_left_out_of_a_history_for_others() -> None:
    ann, bob = make_user(), make_user()
    public, private = started_game(ann, bob), started_game(ann, bob, is_private=True)
    assert [seat.game for seat in lists.history_of(ann, bob)] == [private, public]
    assert [seat.game for seat in lists.history_of(ann, None)] == [public]


def test_a_record_counts_running_finished_and_won_games() -> None:
    ann, bob = make_user(), make_user()
    started_game(ann, bob)
    over = finished_game(ann, bob)
    winner = User.objects.filter(seats__in=over.seats.filter(place=1)).first()
    assert winner is not None
    assert lists.record_of(winner) == lists.Record(running=1, finished=1, wins=1)
    assert lists.record_of(make_user()) == lists.Record(0, 0, 0)


def test_lists_cost_the_same_for_one_game_and_for_many(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    ann = make_user()
    for _ in range(8):
        started_game(ann, make_user())
    with django_assert_max_num_queries(2):
        rows = list(lists.waiting_for(ann))
        assert {seat.user and seat.user.profile.time_zone for game in rows for seat in game.seats.all()} == {"UTC"}


@pytest.mark.slow
def test_the_secret_of_the_dice_is_known_only_after_the_end() -> None:
    game = play_on(started_game(options={"rugs": "2/2/2"}), 2)
    assert dice_of(game).secret == ""
    assert len(dice_of(game).shares) == 2
    assert dice_of(play_on(game)).secret


def test_an_open_table_shows_its_commitment_only() -> None:
    facts = dice_of(make_table())
    assert (len(facts.commitment), facts.shares, facts.entropy, facts.secret) == (64, (), "", "")


def test_a_ply_that_has_not_been_played_does_not_exist() -> None:
    game = play_on(started_game(), 2)
    assert len(log_of(game, 2)) == 2
    assert state_of(game, 0) != state_of(game)
    with pytest.raises(NotFound):
        log_of(game, game.ply + 1)


def test_a_viewer_without_account_has_no_seat() -> None:
    game = started_game()
    assert seat_of(game, AnonymousUser()) is None
    assert seat_of(game, acting_user(game)) == game.seats.get(number=0)
