"""Dice of tables that are created with one click: a draft in the form, whose code the browser's share is bound to."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games.common.errors import Conflict, Invalid
from games.core.dice import NewShare, new_draft
from games.core.models import Game, Seat
from games.engine.registry import get_title
from games.lobby.invitations import rematch
from games.lobby.robot_games import start_robot_game
from games.play.endings import resign
from games.play.robots import robots_for
from tests.helpers.device_shares import SHARES, commitment_of
from tests.helpers.page_client import signed_in
from tests.lesson.test_lesson import GOOD
from tests.makers import make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

TAKES_SEAT = re.compile(r"<form[^>]*data-takes-seat[^>]*>.*?</form>", re.DOTALL)


def forms_of(client: Client, path: str) -> list[str]:
    """Return the forms of a page that give their player a seat."""
    return TAKES_SEAT.findall(client.get(path).content.decode())


def sent_by(form: str, share: str = SHARES[0]) -> dict[str, str]:
    """Return what the browser sends with this form."""
    table = re.findall(r'data-table="(\w+)"', form)[0]
    fields = dict(re.findall(r'<input\s+type="hidden"\s+name="(\w+)"\s+value="([^"]*)"', form))
    return {**fields, "commitment": commitment_of(share, table), "table": table}


def finished(*players: User) -> Game:
    return resign(started_game(*players).pk, players[0])


def paths_of_forms(user: User) -> dict[str, Client]:
    """Return the pages with a form that creates a table, each with a client that sees it."""
    robot = robots_for(get_title("marrakech"), ["greedy"])[0]
    over = resign(play_on(started_game(user, make_user()), 4).pk, user)
    paths = ["/play/greedy/", f"/players/{robot.username}/", "/tables/new/", f"/t/{over.code}/"]
    seen = dict.fromkeys([*paths, f"/t/{over.code}/branch/?ply=4"], signed_in(user))
    return {**seen, "/": Client(), f"/learn/?log={'.'.join(GOOD)}": Client(), "/?": signed_in(make_user())}


def test_every_form_that_creates_a_table_has_dice_of_its_own() -> None:
    codes = []
    for path, client in paths_of_forms(make_user()).items():
        forms = forms_of(client, path)
        assert len(forms) == (2 if path == "/" else 1), path  # strangers have a form for each game
        for form in forms:
            assert 'name="draft"' in form, path
            codes += re.findall(r'data-table="(\w+)"', form)
    assert len(set(codes)) == len(codes) == 9


def test_every_form_that_takes_a_seat_names_its_table_and_the_version_of_its_dice() -> None:
    ann, bob = make_user("ann"), make_user("bob")
    game = make_table(ann, seat_count=3)
    over = finished(ann, bob)
    again = rematch(over.pk, ann)
    code = again.invitations.get(user=bob).code
    client = signed_in(bob)
    for path, table in {
        f"/t/{game.code}/": game,
        f"/i/{code}/": again,
        "/": again,
        f"/t/{over.code}/": again,
    }.items():
        assert f'data-table="{table.code}" data-dice="{table.dice_version}"' in " ".join(
            forms_of(client, path)[0].split()
        )
    row = " ".join(client.get("/lobby/").content.decode().split())
    assert f'data-table="{game.code}" data-dice="{game.dice_version}"' in row


def test_a_game_with_one_click_has_the_dice_of_its_form() -> None:
    user = make_user()
    client = signed_in(user)
    sent = sent_by(forms_of(client, "/play/greedy/")[0])
    assert client.post("/play/greedy/", sent).status_code == 302
    game = Game.objects.get(host=user)
    assert (game.code, game.seats.get(user=user).share_commitment) == (sent["table"], sent["commitment"])
    assert client.post("/play/greedy/", sent).headers["Location"] == f"/t/{game.code}/"
    assert Game.objects.filter(host=user).count() == 1


def test_a_form_that_was_used_for_a_game_that_is_over_gets_new_dice() -> None:
    user = make_user()
    client = signed_in(user)
    sent = sent_by(forms_of(client, "/play/greedy/")[0])
    client.post("/play/greedy/", sent)
    resign(Game.objects.get(host=user).pk, user)
    again = client.post("/play/greedy/", sent)
    assert again.status_code == 422
    page = again.content.decode()
    assert "It now has a new secret" in page
    assert client.post("/play/greedy/", sent_by(TAKES_SEAT.findall(page)[0])).status_code == 302
    assert Game.objects.filter(host=user).count() == 2


def test_expired_dice_with_one_click_come_again_and_leave_no_guest(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    sent = sent_by(forms_of(client, "/")[0])
    with monkeypatch.context() as later:
        later.setattr("games.core.dice.DRAFT_LIFETIME", -1)
        answer = client.post("/play/greedy/", sent)
    assert answer.status_code == 422
    assert "its secret has expired" in answer.content.decode()
    assert not User.objects.filter(is_guest=True).exists()
    fresh = sent_by(TAKES_SEAT.findall(answer.content.decode())[0])
    assert client.post("/play/greedy/", fresh).status_code == 302
    assert Game.objects.get().code == fresh["table"] != sent["table"]


def test_expired_dice_do_not_matter_without_a_share_of_the_device() -> None:
    """Without a script, nobody has seen the dice of the form."""
    ann = make_user()
    over = finished(ann, make_user())
    assert Client().post("/play/greedy/", {"draft": "expired"}).status_code == 302
    assert signed_in(ann).post(f"/t/{over.code}/rematch/", {"draft": "expired"}).status_code == 302


def test_a_rematch_has_the_dice_of_its_form_and_expired_ones_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = make_user(), make_user()
    over = finished(ann, bob)
    client, path = signed_in(ann), f"/t/{over.code}/"
    sent = sent_by(forms_of(client, path)[0])
    with monkeypatch.context() as later:
        later.setattr("games.core.dice.DRAFT_LIFETIME", -1)
        answer = client.post(f"{path}rematch/", sent)
    assert answer.status_code == 422
    assert not Game.objects.filter(rematch_of=over).exists()
    fresh = sent_by(TAKES_SEAT.findall(answer.content.decode())[0])
    assert client.post(f"{path}rematch/", fresh).status_code == 302
    game = Game.objects.get(rematch_of=over)
    assert (game.code, game.seats.get().share_commitment) == (fresh["table"], fresh["commitment"])


def test_two_rematches_at_once_give_the_second_player_the_form_of_the_first_table() -> None:
    ann, bob = make_user(), make_user()
    over = finished(ann, bob)
    path, clients = f"/t/{over.code}/", [signed_in(ann), signed_in(bob)]
    forms = [sent_by(forms_of(client, path)[0], share) for client, share in zip(clients, SHARES, strict=False)]
    assert clients[0].post(f"{path}rematch/", forms[0]).status_code == 302
    refused = clients[1].post(f"{path}rematch/", forms[1])
    assert refused.status_code == 409
    game = Game.objects.get(rematch_of=over)
    assert game.seats.count() == 1
    again = sent_by(TAKES_SEAT.findall(refused.content.decode())[0], SHARES[1])
    assert again["table"] == game.code
    assert clients[1].post(f"{path}rematch/", again).status_code == 302
    assert Seat.objects.get(game=game, user=bob).share_commitment == commitment_of(SHARES[1], game.code)


def test_a_program_that_joins_a_rematch_with_a_draft_of_its_own_is_refused() -> None:
    ann, bob = make_user(), make_user()
    over = finished(ann, bob)
    game, draft = rematch(over.pk, ann), new_draft()
    with pytest.raises(Conflict, match="other-table"):
        rematch(over.pk, bob, share=NewShare(commitment_of(SHARES[1], draft.code)), draft=draft.token)
    assert game.seats.count() == 1
    assert rematch(over.pk, bob, share=NewShare(commitment_of(SHARES[1], game.code))) == game


@pytest.mark.parametrize("table", ["", "another"])
def test_a_commitment_of_a_page_for_another_table_is_refused(table: str) -> None:
    game, draft = make_table(seat_count=3), new_draft()
    share = {"commitment": commitment_of(SHARES[0], "another"), "table": table}
    client = signed_in(make_user())
    assert client.post(f"/t/{game.code}/join/", share).status_code == 409
    assert client.post("/play/greedy/", {**share, "draft": draft.token}).status_code == 409
    assert (game.seats.count(), Game.objects.count()) == (1, 1)


def test_a_commitment_without_dice_is_refused() -> None:
    with pytest.raises(Invalid, match="no-draft"):
        start_robot_game(make_user(), "greedy", share=NewShare(commitment_of(SHARES[0], "any")))
    assert not Game.objects.exists()
