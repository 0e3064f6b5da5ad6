from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.common.errors import NotFound
from games.core import lists
from games.core.dice import dice_of
from games.core.log import log_of, state_of
from games.core.models import Game, Seat
from games.core.selectors import game_for_viewer, seat_of, seats_of
from games.lobby.invitations import invite_player
from games.lobby.selectors import invitations_of
from games.lobby.tables import leave_table
from games.play import tallies
from games.site import presenters
from tests.makers import acting_user, finished_game, host_of, make_table, make_user, play_on, started_game

pytestmark = pytest.mark.django_db


def test_the_game_that_has_waited_longest_comes_first() -> None:
    ann = make_user()
    games = [started_game(ann, make_user()) for _ in range(3)]
    Seat.objects.filter(game=games[2], user=ann).update(acting_since=timezone.now() - timedelta(days=2))
    assert list(Game.objects.waiting_for(ann)) == [games[2], games[0], games[1]]


def test_the_next_game_is_the_one_with_the_first_deadline() -> None:
    ann, now = make_user(), timezone.now()
    games = [started_game(ann, make_user()) for _ in range(3)]
    for game, days in zip(games, (3, None, 1), strict=True):
        Game.objects.filter(pk=game.pk).update(deadline=now + timedelta(days=days) if days else None)
    assert lists.next_game(ann) == games[2]
    assert lists.next_game(ann, after=games[2].code) == games[0]
    assert list(Game.objects.waiting_for(ann).by("deadline")) == [games[2], games[0], games[1]]


def test_a_game_waits_for_the_acting_player_and_runs_for_the_other() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    assert list(Game.objects.waiting_for(ann)) == [game]
    assert list(Game.objects.waiting_for(bob)) == []
    assert (lists.waiting_count(ann), lists.waiting_count(bob)) == (1, 0)


def test_games_that_wait_come_first_among_current_games_and_finished_games_are_apart() -> None:
    ann, bob = make_user(), make_user()
    first, table, theirs = started_game(ann, bob), make_table(ann), started_game(bob, ann)
    over, last = finished_game(ann, bob), started_game(ann, bob)
    assert list(Game.objects.waiting_for(ann)) == [first, last]
    assert list(Game.objects.others_for(ann)) == [theirs, table]
    assert set(Game.objects.current_for(ann)) == {first, last, theirs, table}
    assert list(Game.objects.finished_by(ann)) == [over]


def test_a_dashboard_shows_the_first_games_and_counts_all(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = make_user(), make_user()
    games = [started_game(ann, bob) for _ in range(3)]
    monkeypatch.setattr(presenters, "MAX_CURRENT", 2)
    shown = presenters.dashboard_of(ann)
    assert (shown.waiting, shown.others, shown.waiting_count, shown.has_more) == (games[:2], [], 3, True)


def test_the_lobby_shows_public_tables_with_a_free_seat() -> None:
    ann = make_user()
    free, private, kept, mine = make_table(), make_table(is_private=True), make_table(), make_table(ann)
    make_user("guest")
    invite_player(kept.pk, host_of(kept), "guest")
    started_game()
    assert set(Game.objects.open_tables()) == {free, mine}
    assert list(Game.objects.open_tables(ann)) == [free]
    assert private.pk not in {game.pk for game in Game.objects.open_tables()}


def test_unanswered_invitations_are_listed_until_the_table_is_gone() -> None:
    game, bob = make_table(), make_user("bob")
    invite_player(game.pk, host_of(game), "bob")
    assert [invitation.game for invitation in invitations_of(bob)] == [game]
    leave_table(game.pk, host_of(game))
    assert not invitations_of(bob)


def test_a_private_table_does_not_exist_for_outsiders() -> None:
    game, bob = make_table(is_private=True), make_user("bob")
    for outsider in (AnonymousUser(), None, make_user(), make_user(is_staff=True, is_superuser=True)):
        with pytest.raises(NotFound):
            game_for_viewer(game.code, outsider)
    invite_player(game.pk, host_of(game), "bob")
    for insider in (host_of(game), bob):
        assert game_for_viewer(game.code, insider) == game


@pytest.mark.parametrize(("code", "invite_code"), [("", "\0"), ("\0", "")])
def test_a_code_that_no_database_can_look_for_opens_nothing(code: str, invite_code: str) -> None:
    game = make_table(is_private=True)
    with pytest.raises(NotFound):
        game_for_viewer(code or game.code, None, invite_code)


def test_the_invite_code_opens_a_private_table() -> None:
    game = make_table(is_private=True)
    assert game_for_viewer(game.code, None, game.invite_code) == game
    with pytest.raises(NotFound):
        game_for_viewer(game.code, None, "wrong")


def test_finding_a_table_takes_few_statements(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    ann, bob = make_user(), make_user()
    public, private = started_game(ann, make_user()), started_game(ann, make_user(), is_private=True)
    with django_assert_max_num_queries(3):
        game_for_viewer(public.code, bob)
    with django_assert_max_num_queries(4):
        game_for_viewer(private.code, ann)
    with django_assert_max_num_queries(4), pytest.raises(NotFound):
        game_for_viewer(private.code, bob)


def test_private_games_are_left_out_of_a_history_for_others() -> None:
    ann, bob = make_user(), make_user()
    public, private = started_game(ann, bob), started_game(ann, bob, is_private=True)
    assert lists.history_of(ann, bob).ids == [private.pk, public.pk]
    assert lists.history_of(ann, None).ids == [public.pk]


def test_a_game_of_a_lost_and_another_seat_is_listed_once() -> None:
    ann = make_user()
    game = finished_game(ann, make_user())
    Seat.objects.filter(game=game).exclude(user=ann).update(owner=ann)
    assert lists.latest_games_of(ann, None, 3) == [game]


def test_a_players_record_counts_running_finished_and_won_games() -> None:
    ann, bob = make_user(), make_user()
    started_game(ann, bob)
    over = finished_game(ann, bob)
    winner = User.objects.filter(seats__in=over.seats.filter(place=1)).first()
    assert winner is not None
    assert tallies.record_of(winner, None) == tallies.PlayerRecord(running=1, finished=1, wins=1)
    assert tallies.record_of(make_user(), None) == tallies.PlayerRecord(0, 0, 0)


@pytest.mark.one_database  # it reads SQLite's plans
@pytest.mark.sqlite
@pytest.mark.parametrize("name", ["waiting_for", "others_for", "finished_by", "played_by"])
def test_a_list_of_a_player_is_read_in_the_order_of_an_index(name: str) -> None:
    plan = getattr(Game.objects, name)(make_user())[:50].explain()
    assert "SEARCH games_seat USING" in plan
    assert "TEMP B-TREE FOR ORDER BY" not in plan, plan


@pytest.mark.slow
def test_the_secret_of_the_dice_is_readable_only_after_the_end() -> None:
    game = play_on(started_game(options={"rugs": "2/2/2"}), 2)
    assert dice_of(game, seats_of(game)).secret == ""
    assert len(dice_of(game, seats_of(game)).shares.shares) == 2
    game = play_on(game)
    assert dice_of(game, seats_of(game)).secret


def test_an_open_table_shows_its_commitment_only() -> None:
    game = make_table()
    facts = dice_of(game, seats_of(game))
    assert (len(facts.commitment), facts.shares.shares, facts.entropy, facts.secret) == (64, ("",), "", "")


def test_a_ply_that_has_not_been_played_is_not_found() -> None:
    game = play_on(started_game(), 2)
    assert len(log_of(game, 2)) == 2
    assert state_of(game, 0) != state_of(game)
    with pytest.raises(NotFound):
        log_of(game, game.ply + 1)


def test_a_viewer_without_account_has_no_seat() -> None:
    game = started_game()
    assert seat_of(game, AnonymousUser()) is None
    assert seat_of(game, acting_user(game)) == game.seats.get(number=0)
