"""The first action of a seat whose share of the dice is not open: who is asked, and what the log says then."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.common.errors import Conflict, Illegal
from games.core.dice import open_share
from games.core.log import state_of
from games.core.models import Entry, EventKind, Game, TableEvent
from games.deputies.services import accept_request, name_deputy
from games.engine.gamefile import read_one, verify
from games.mail.compose import compose
from games.notifications.links import TurnToken, turn_link_token
from games.notifications.models import Notification
from games.play import stand_in
from games.play.actions import play_action
from games.play.orders import add_order, play_turn
from games.play.undo import go_back
from games.replay.game_files import game_document, game_file, game_record
from games.time_outs import substitutes
from tests.helpers.device_shares import device_game, share_of
from tests.helpers.order_texts import whole_turn
from tests.helpers.page_client import signed_in
from tests.helpers.reply_mails import answer_to, letter, plays_by_reply, received, reply_to
from tests.makers import acting_user, any_action, fresh, make_user, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def told(game: Game, user: User) -> tuple[str, int | None]:
    """Return who gave up the share of a player, and after how many steps."""
    seat = game.seats.get(user=user)
    return seat.share_given_up, seat.share_given_up_ply


def log_texts(game: Game) -> str:
    return Client().get(f"/t/{game.code}/").content.decode()


def assert_untouched(game: Game, user: User) -> None:
    assert (fresh(game).ply, told(game, user)) == (game.ply, ("", None))
    assert not TableEvent.objects.filter(game=game, kind=EventKind.SHARE).exists()


def test_a_first_action_without_the_share_is_a_question() -> None:
    game, _people = device_game()
    player = acting_user(game)
    with pytest.raises(Conflict, match="share-due"):
        play_action(game.pk, player, any_action(game), game.ply)
    with pytest.raises(Conflict, match="share-due"):
        play_turn(game.pk, player, whole_turn(state_of(game), 0), game.ply)
    assert_untouched(game, player)


def test_an_illegal_first_action_is_no_question() -> None:
    game, _people = device_game()
    with pytest.raises(Illegal):
        play_action(game.pk, acting_user(game), "c1c2", game.ply)


def test_a_player_who_agrees_plays_without_the_share_and_the_log_says_so() -> None:
    game, _people = device_game()
    player = acting_user(game)
    play_action(game.pk, player, any_action(game), game.ply, without_share=True)
    assert told(game, player) == ("player", game.ply)
    assert f"{player} played without adding their share" in log_texts(game)
    own = signed_in(player).get(f"/t/{game.code}/").content.decode()
    assert "You played without adding your share" in own
    with pytest.raises(Conflict, match="share-given-up"):
        open_share(game.pk, player, share_of(game, player))
    assert game.seats.get(user=player).opening_number is None


def test_later_actions_are_no_question() -> None:
    game, _people = device_game()
    player = acting_user(game)
    game = play_action(game.pk, player, any_action(game), game.ply, without_share=True)
    ply = game.ply
    assert play_action(game.pk, acting_user(game), any_action(game), game.ply).ply > ply
    assert TableEvent.objects.filter(game=game, kind=EventKind.SHARE).count() == 1


def test_an_open_share_and_one_of_the_site_are_no_question() -> None:
    game, _people = device_game()
    player = acting_user(game)
    open_share(game.pk, player, share_of(game, player))
    ply = game.ply
    assert play_action(game.pk, player, any_action(game), ply).ply > ply
    assert told(game, player) == ("", None)


def test_no_roll_waits_for_the_device_of_another_player() -> None:
    game, people = device_game()
    player = acting_user(game)
    other = next(one for one in people if one != player)
    game = play_action(game.pk, player, any_action(game), game.ply, share=share_of(game, player))
    assert Entry.objects.filter(game=game, seat=None).latest("ply").ply == game.ply - 1
    assert told(game, other) == ("", None)


def test_tables_of_version_2_ask_nothing() -> None:
    game, _people = device_game()
    Game.objects.filter(pk=game.pk).update(dice_version=2)
    player, ply = acting_user(game), game.ply
    assert play_action(game.pk, player, any_action(game), ply).ply > ply
    assert told(game, player) == ("", None)


def test_the_page_asks_and_its_button_plays() -> None:
    game, _people = device_game()
    player = acting_user(game)
    client, sent = signed_in(player), {"action": any_action(game), "ply": str(game.ply)}
    answer = client.post(f"/t/{game.code}/act/", sent)
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Play without your share in the results?" in html
    assert_untouched(game, player)
    form = html[html.index('name="without_share"') - 900 :]
    again = dict(re.findall(r'<input type="hidden" name="(action|ply|without_share)" value="([^"]*)">', form))
    assert again == {**sent, "without_share": "on"}
    assert client.post(f"/t/{game.code}/act/", again).status_code == 302
    assert told(game, player)[0] == "player"


def test_the_link_of_an_email_asks_and_its_button_plays() -> None:
    game, _people = device_game()
    player = acting_user(game)
    action = any_action(game)
    address = reverse("games:turn_link", args=[turn_link_token(TurnToken.of(player, game), action)])
    answer = Client().post(address, {"action": action})
    assert answer.status_code == 409
    assert 'name="without_share" value="on"' in answer.content.decode()
    assert_untouched(game, player)
    assert Client().post(address, {"action": action, "without_share": "on"}).status_code == 302
    assert told(game, player)[0] == "player"


def test_the_page_of_a_whole_turn_asks_and_its_button_plays() -> None:
    game, _people = device_game()
    player = acting_user(game)
    client, sent = signed_in(player), {"rotation": "F", "ply": str(game.ply)}
    answer = client.post(f"/t/{game.code}/plan/", sent)
    assert answer.status_code == 409
    assert 'name="rotation" value="F"' in answer.content.decode()
    assert_untouched(game, player)
    assert client.post(f"/t/{game.code}/plan/", {**sent, "without_share": "on"}).status_code == 302
    assert told(game, player)[0] == "player"


def test_the_api_asks_by_a_code_and_plays_with_the_member() -> None:
    game, _people = device_game()
    player, api = acting_user(game), APIClient()
    api.force_authenticate(player)
    sent = {"action": any_action(game), "ply": game.ply}
    answer = api.post(f"/api/v1/games/{game.code}/actions/", sent, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "share-due")
    assert_untouched(game, player)
    answer = api.post(f"/api/v1/games/{game.code}/actions/", {**sent, "without_share": True}, format="json")
    assert answer.status_code == 200
    assert answer.json()["dice"]["given_up"] == [{"seat": "A", "ply": game.ply, "by": "player"}]


def asked_by_mail() -> tuple[Game, User, Notification]:
    """Return a game whose acting player has replied "left", the player, and the email that asks about the share."""
    game, _people = device_game()
    player = plays_by_reply(acting_user(game))
    row = received(letter(game, player, "left"))
    assert (row.state, row.reason) == ("answered", "confirm")
    return game, player, answer_to(player)


@pytest.mark.usefixtures("mail_comes_in")
def test_a_reply_by_email_is_asked_and_yes_plays_it() -> None:
    game, player, question = asked_by_mail()
    assert "Play without your share in the results?" in compose(question).subject
    assert_untouched(game, player)
    assert reply_to(question, "Yes").state == "played"
    assert told(game, player) == ("player", game.ply)
    assert Entry.objects.get(game=game, ply=game.ply).notation == "L"


@pytest.mark.usefixtures("mail_comes_in")
@pytest.mark.parametrize("text", ["no", "perhaps", "right", "no problem"])
def test_another_answer_than_yes_plays_nothing_without_the_share(text: str) -> None:
    game, player, question = asked_by_mail()
    assert reply_to(question, text).state == "answered"
    assert_untouched(game, player)


@pytest.mark.usefixtures("mail_comes_in")
def test_a_yes_to_the_question_plays_nothing_once_the_game_has_moved_on() -> None:
    game, player, question = asked_by_mail()
    open_share(game.pk, player, share_of(game, player))
    moved = play_action(game.pk, player, "R", game.ply)
    assert reply_to(question, "yes").reason == "late"
    assert fresh(game).ply == moved.ply


@pytest.mark.usefixtures("mail_comes_in")
def test_yes_after_the_share_was_opened_plays_with_it() -> None:
    game, player, question = asked_by_mail()
    open_share(game.pk, player, share_of(game, player))
    assert reply_to(question, "yes").state == "played"
    assert told(game, player) == ("", None)


def test_a_deputy_is_not_asked_and_gives_the_share_up() -> None:
    game, _people = device_game()
    player, deputy, now = acting_user(game), make_user("Ben"), timezone.now()
    day = timezone.localdate(now)
    row = name_deputy(player, deputy.username, now, first=day, last=day)
    accept_request(deputy, row.pk, now)
    play_action(game.pk, deputy, any_action(game), game.ply)
    assert told(game, player) == ("deputy", game.ply)
    assert "A deputy played for" in log_texts(game)


def test_a_stand_in_gives_the_share_up_by_a_time_out() -> None:
    game, _people = device_game()
    player = acting_user(game)
    stand_in.play(game, game.seats.get(user=player).number or 0, timezone.now())
    assert told(game, player) == ("time-out", 2)
    assert "turn was played without them" in log_texts(game)


def test_an_order_in_advance_gives_the_share_up_by_its_player() -> None:
    game, people = device_game()
    first = acting_user(game)
    second = next(player for player in people if player != first)
    add_order(game.pk, second, "", "L")
    while not game.seats.get(user=second).share_given_up:
        game = play_action(
            game.pk, first, any_action(game), game.ply, share="" if game.ply > 2 else share_of(game, first)
        )
    assert told(game, second)[0] == "player"


def test_a_player_who_takes_over_the_seat_is_not_asked() -> None:
    game, _people = device_game()
    player, new, now = acting_user(game), make_user("Cleo"), timezone.now()
    substitutes.give_to_player(game, game.seats.get(user=player), new, now, "")
    game = fresh(game)
    play_action(game.pk, new, any_action(game), game.ply)
    assert told(game, new)[0] == "time-out"


def test_a_share_stays_given_up_when_the_action_is_taken_back() -> None:
    game, _people = device_game()
    start, game = game.ply, play_on(game, 2)
    second = acting_user(game)
    play_action(game.pk, second, any_action(game), game.ply, without_share=True)
    place = game.ply
    assert told(game, second) == ("player", place)
    go_back(fresh(game), start, timezone.now(), "disk fault")
    assert told(game, second) == ("player", place)
    with pytest.raises(Conflict, match="share-given-up"):
        open_share(game.pk, second, share_of(game, second))
    game = fresh(game)
    assert f"B {place} player" in game_file(game, game_record(game))
    assert place in [row["ply"] for row in APIClient().get(f"/api/v1/games/{game.code}/").json()["dice"]["given_up"]]
    game = play_on(game, 2)
    game = play_action(game.pk, second, any_action(game), game.ply)
    assert told(game, second) == ("player", place)
    assert TableEvent.objects.filter(game=game, kind=EventKind.SHARE, seat=1).count() == 1
    game = fresh(play_on(game))
    assert verify(read_one(game_file(game, game_record(game)))) == ()


def test_the_file_of_a_game_says_who_gave_a_share_up() -> None:
    game, people = device_game()
    first = acting_user(game)
    open_share(game.pk, first, share_of(game, first))
    game = play_on(fresh(game))
    text, document = game_file(game, game_record(game)), game_document(game, game_record(game))
    second = next(player for player in people if player != first)
    by, ply = told(game, second)
    assert f'[Given up "B {ply} player"]' in text
    assert f'[Acted "A 2; B {ply}"]' in text
    assert read_one(text).given_up == game_record(game).given_up
    assert [(seat["given_up_by"], seat["given_up_at"]) for seat in document["seats"]] == [(None, None), (by, ply)]
