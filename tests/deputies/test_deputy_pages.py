from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import delete_account
from games.core.lists import history_of
from games.core.models import Entry, Game
from games.core.selectors import may_see, seats_with_users
from games.deputies.models import Deputy
from games.deputies.selectors import deputy_link_token
from games.deputies.services import accept_request, end_deputy, name_deputy
from games.inbound.handler import execute_command
from games.inbound.reply_parser import Intent, ReplyCommand
from games.inbound.sender_check import VerifiedSender
from games.notifications.links import TurnToken, seat_token, turn_link_token
from games.time_outs import substitutes
from tests.helpers.late_games import DAY, game_of_ada, late_game, make_deputy
from tests.helpers.moving_time import MovingTime
from tests.helpers.page_client import form_to, signed_in, text_at
from tests.helpers.visits import tag_of, visit
from tests.makers import acting_user, any_action, make_user, started_game

pytestmark = [pytest.mark.one_database, pytest.mark.slow]


def offered_game(moving: MovingTime, **settings: Any) -> Game:
    """Return a game of Ada and Cleo in which Ada's seat looks for a player."""
    game = started_game(make_user("Ada"), make_user("Cleo"), **settings)
    substitutes.offer(game, game.seats.get(number=0), moving.now, moving.now)
    return Game.objects.get(pk=game.pk)


def played_by(game: Game) -> set[User | None]:
    return {entry.played_by for entry in Entry.objects.filter(game=game, seat=0).select_related("played_by")}


def test_a_friend_is_named_as_deputy_and_accepts_on_the_pages(moving: MovingTime) -> None:
    ada, ben = signed_in(make_user("Ada")), signed_in(make_user("Ben"))
    ada.post("/deputy/", {"deputy": "ben", "first": "2026-05-10", "last": "2026-05-12"})
    assert "not accepted yet" in text_at(ada, "/deputy/")
    page = text_at(ben, "/")
    assert "Deputy requests" in page
    assert "Sunday 10 May 2026" in page
    ben.post(form_to(page, "/accept/").action)
    assert Deputy.objects.get().accepted_at is not None
    assert "You are the deputy of" in text_at(ben, "/deputy/")
    ada.post(form_to(text_at(ada, "/deputy/"), "/end/").action)
    assert not Deputy.objects.current().exists()
    assert "You are the deputy of" not in text_at(ben, "/deputy/")


@pytest.mark.parametrize(("sent", "said"), [("nobody", "no player with this name"), ("", "required")])
def test_a_refused_name_of_a_deputy_gets_a_reason(moving: MovingTime, sent: str, said: str) -> None:
    response = signed_in(make_user("Ada")).post("/deputy/", {"deputy": sent})
    assert response.status_code == 422
    assert said in response.content.decode()


def test_a_deputy_finds_the_table_and_plays_there(moving: MovingTime) -> None:
    game, ben = late_game(moving, is_private=True), make_user("Ben")
    page = text_at(signed_in(ben), "/")
    assert "You play for others" in page
    assert game.get_absolute_url() in page
    table = text_at(signed_in(ben), game.get_absolute_url())
    assert "You play this turn for Ada, as their deputy." in table
    assert "Notes and diary" not in table
    assert "Orders in advance" not in table
    form = form_to(table, "/act/")
    answer = signed_in(ben).post(form.action, {**form.values, "action": form.offers["action"][0]}, follow=True)
    assert answer.status_code == 200
    assert played_by(game) == {ben}


def test_a_deputy_sees_neither_notes_nor_orders(moving: MovingTime) -> None:
    game, ben = late_game(moving, is_private=True), signed_in(make_user("Ben"))
    assert ben.get(f"/t/{game.code}/orders/").status_code == 403
    assert ben.post(f"/t/{game.code}/notes/save/", {"text": "x", "text_hash": "x"}).status_code == 403
    assert ben.post(f"/t/{game.code}/chat/", {"text": "Hello."}).status_code == 403
    assert ben.post(f"/t/{game.code}/resign/", {"ply": game.ply}).status_code == 403


def test_a_deputy_plans_the_whole_turn(moving: MovingTime) -> None:
    game, ben = late_game(moving), signed_in(make_user("Ben"))
    assert ben.get(f"/t/{game.code}/plan/").status_code == 200


def test_the_link_in_an_email_to_a_deputy_plays_for_the_player(moving: MovingTime) -> None:
    game, ben = late_game(moving, is_private=True), make_user("Ben")
    address = f"/m/{turn_link_token(TurnToken.of(ben, game), '')}/"
    assert "You play this turn for Ada" in text_at(Client(), address)
    Client().post(address, {"action": any_action(game)})
    assert played_by(game) == {ben}


def test_the_link_of_a_former_deputy_plays_nothing(moving: MovingTime) -> None:
    game, ben = late_game(moving), make_user("Ben")
    end_deputy(ben, Deputy.objects.get().pk, moving.now)
    address = f"/m/{turn_link_token(TurnToken.of(ben, game), '')}/"
    Client().post(address, {"action": any_action(game)})
    assert not Entry.objects.filter(game=game, seat=0).exists()


def test_the_link_of_a_deputy_shows_a_private_table_only_as_long_as_the_deputy_may_act(moving: MovingTime) -> None:
    game, ben = late_game(moving, is_private=True), make_user("Ben")
    address = f"/m/{turn_link_token(TurnToken.of(ben, game), '')}/"
    shown = Client().get(address).content.decode()
    assert "This link is for Ben, who plays for Ada." in shown
    assert 'class="board' in shown
    end_deputy(make_user("Ada"), Deputy.objects.get().pk, moving.now)
    answer = Client().get(address)
    assert answer.status_code == 410
    assert "This is a private table." in answer.content.decode()
    assert 'class="board' not in answer.content.decode()


def test_a_deputy_sees_the_result_of_the_turn_behind_the_link(moving: MovingTime) -> None:
    game, ben = late_game(moving, is_private=True), make_user("Ben")
    address = f"/m/{turn_link_token(TurnToken.of(ben, game), '')}/"
    shown = ""
    while "The turn has been played." not in shown:
        played = Client().post(address, {"action": any_action(Game.objects.get(pk=game.pk))})
        assert played.status_code == 302
        shown = Client().get(address := played["Location"]).content.decode()
    assert 'class="board' in shown
    assert "no longer at this table" not in shown


def test_a_reply_of_a_deputy_plays_for_the_player(moving: MovingTime) -> None:
    game, ben = late_game(moving), make_user("Ben")
    sender = VerifiedSender(ben, game, TurnToken.of(ben, game), seats_with_users(game))
    assert execute_command(sender, ReplyCommand(Intent.PLAY, any_action(game))).code == "played"
    assert played_by(game) == {ben}


def test_a_page_of_a_deputy_is_answered_by_304_until_something_changes(moving: MovingTime) -> None:
    game, ben = late_game(moving), signed_in(make_user("Ben"))
    tag = tag_of(ben, game)
    assert visit(ben, game, tag).status_code == 304
    end_deputy(make_user("Ada"), Deputy.objects.get().pk, moving.now)
    page = visit(ben, game, tag)
    assert "as their deputy" not in page.content.decode()
    tag = page["ETag"]
    row = name_deputy(make_user("Ada"), "Ben", moving.now)
    assert visit(ben, game, tag).status_code == 200
    tag = tag_of(ben, game)
    accept_request(make_user("Ben"), row.pk, moving.now)
    assert "as their deputy" in visit(ben, game, tag).content.decode()


def test_a_page_of_a_deputy_changes_when_the_days_begin_and_end(moving: MovingTime) -> None:
    game, ben = game_of_ada(moving, pace="none"), signed_in(make_user("Ben"))
    tomorrow = moving.now.date() + DAY
    make_deputy(make_user("Ada"), make_user("Ben"), moving, first=tomorrow, last=tomorrow)
    for is_deputy in (True, False):
        tag = tag_of(ben, game)
        moving.pass_by(DAY)
        assert ("as their deputy" in visit(ben, game, tag).content.decode()) == is_deputy


def test_a_page_with_a_seat_to_return_to_is_answered_by_304_until_the_right_ends(moving: MovingTime) -> None:
    game, ada = offered_game(moving, pace="none"), signed_in(make_user("Ada"))
    substitutes.take_seat(game.pk, 0, make_user("Dora"), moving.now)
    tag = tag_of(ada, game)
    assert visit(ada, game, tag).status_code == 304
    moving.pass_by(14 * DAY)
    page = visit(ada, game, tag)
    assert page.status_code == 200
    assert "seat/back/" not in page.content.decode()


def test_the_list_of_offered_seats_shows_their_positions(moving: MovingTime) -> None:
    game, other = offered_game(moving), offered_game(moving, is_private=True)
    dora = signed_in(make_user("Dora"))
    page = text_at(dora, "/lobby/seats/")
    assert f"/t/{game.code}/board.svg" in page
    assert other.code not in page
    assert text_at(signed_in(make_user("Cleo")), "/lobby/seats/").count("board.svg") == 0  # at the table already
    assert game.code not in text_at(dora, "/lobby/seats/?pace=brisk")
    form = form_to(page, "/seat/take/")
    dora.post(form.action, form.values)
    assert acting_user(game) == make_user("Dora")
    assert "board.svg" not in text_at(dora, "/lobby/seats/")


def test_the_list_of_offered_seats_takes_few_queries(moving: MovingTime, django_assert_max_num_queries: Any) -> None:
    for _ in range(4):
        game = started_game(make_user(), make_user())
        substitutes.offer(game, game.seats.get(number=0), moving.now, moving.now)
    dora = signed_in(make_user("Dora"))
    with django_assert_max_num_queries(20):
        dora.get("/lobby/seats/")


def test_an_owner_takes_the_seat_back_on_the_table_page(moving: MovingTime) -> None:
    game, ada, dora = offered_game(moving, is_private=True), make_user("Ada"), make_user("Dora")
    substitutes.take_seat(game.pk, 0, dora, moving.now)
    table = text_at(signed_in(ada), game.get_absolute_url())
    assert "18 May" in table
    assert "for Ada" in text_at(signed_in(dora), game.get_absolute_url())
    assert "Dora plays in your seat." in text_at(signed_in(ada), "/")
    signed_in(ada).post(form_to(table, "/seat/back/").action)
    assert acting_user(game) == ada
    assert not may_see(game, dora)


def test_an_offered_seat_that_nobody_has_taken_can_be_kept(moving: MovingTime) -> None:
    game, ada = offered_game(moving), signed_in(make_user("Ada"))
    page = text_at(ada, "/")
    assert "Your seat is open to another player." in page
    ada.post(form_to(page, "/seat/back/").action)
    assert game.seats.get(number=0).offered_at is None
    assert game.turns.get(ended_at=None).deadline is not None


def test_a_seat_belongs_to_the_substitute_after_two_weeks(moving: MovingTime) -> None:
    game, ada = offered_game(moving, is_private=True, pace="none"), make_user("Ada")
    substitutes.take_seat(game.pk, 0, make_user("Dora"), moving.now)
    moving.pass_by(14 * DAY)
    assert "seat/back/" not in text_at(signed_in(ada), "/")
    assert signed_in(ada).post(f"/t/{game.code}/seat/back/").status_code == 404
    assert history_of(ada, ada).ids == []  # a private table of others


def test_a_game_in_which_a_player_was_replaced_stays_in_their_history(moving: MovingTime) -> None:
    game, ada = offered_game(moving), make_user("Ada")
    substitutes.take_seat(game.pk, 0, make_user("Dora"), moving.now)
    assert game.name in text_at(Client(), "/players/Ada/games/")
    assert history_of(ada, ada, show="running").ids == []


def test_the_link_in_an_email_gives_the_seat_back_to_its_owner(moving: MovingTime) -> None:
    game, ada = offered_game(moving), make_user("Ada")
    substitutes.take_seat(game.pk, 0, make_user("Dora"), moving.now)
    address = f"/m/seat/{seat_token(ada, game)}/"
    assert "someone else plays in your seat" in text_at(Client(), address)
    assert acting_user(game) == make_user("Dora")  # reading changes nothing
    assert "You have your seat back." in Client().post(address).content.decode()
    assert acting_user(game) == ada
    assert Client().post(address, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_the_seat_of_a_deleted_account_can_be_taken(moving: MovingTime) -> None:
    ada, cleo, dora = make_user("Ada"), make_user("Cleo"), make_user("Dora")
    game = started_game(ada, cleo, make_user())
    delete_account(ada)
    table = text_at(signed_in(dora), game.get_absolute_url())
    assert "Take a former player’s seat" in table
    form = form_to(table, "/seat/take/")
    signed_in(dora).post(form.action, form.values)
    assert acting_user(game) == dora
    assert game.seats.get(number=0).owner is None


def requested(moving: MovingTime) -> tuple[Deputy, str]:
    """Return Ada's request to Ben, and the link in its email."""
    row = name_deputy(make_user("Ada"), make_user("Ben").username, moving.now)
    return row, f"/m/deputy/{deputy_link_token(row)}/"


def test_the_link_in_the_email_accepts_a_request_to_be_a_deputy(moving: MovingTime) -> None:
    row, address = requested(moving)
    assert "Ada asks you to play for them " in text_at(Client(), address)
    row.refresh_from_db()
    assert row.accepted_at is None  # reading changes nothing
    assert "You are Ada’s deputy." in Client().post(address, {"answer": "yes"}, follow=True).content.decode()
    row.refresh_from_db()
    assert row.accepted_at == moving.now


def test_the_link_in_the_email_declines_a_request_to_be_a_deputy(moving: MovingTime) -> None:
    row, address = requested(moving)
    assert "This request has ended." in Client().post(address, {"answer": "no"}, follow=True).content.decode()
    assert Client().post(address, {"answer": "yes"}).status_code == 404
    row.refresh_from_db()
    assert (row.accepted_at, row.ended_at) == (None, moving.now)


def test_the_link_of_a_request_to_a_deputy_refuses_other_sites_and_other_answers(moving: MovingTime) -> None:
    row, address = requested(moving)
    assert Client().post(address, {"answer": "yes"}, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert Client().post(address, {"answer": "perhaps"}).status_code == 422
    row.refresh_from_db()
    assert row.accepted_at is None
    delete_account(row.user)
    assert Client().get(address).status_code == 404
