"""A title is one package and one line in the registry: a toy is set up, played over the pages, mailed and drawn."""

import pytest
from django.test import Client

from games.common.errors import StalePly
from games.core.log import fault_of
from games.core.models import Game
from games.engine import registry
from games.lobby.tables import join_table
from games.mail.compose import compose
from games.notifications.models import Kind
from games.play.actions import play_action
from games.play.proposals import answer, propose
from tests.engine.helpers.toy import STONES
from tests.helpers.notifications import latest
from tests.helpers.page_client import form_to, forms_of, signed_in, text_at
from tests.makers import acting_user, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def stones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.TITLES, STONES.key, STONES)


def running() -> Game:
    """Return a game of stones, opened with the form and joined."""
    client = signed_in(make_user("Ada"))
    form = next(f for f in forms_of(text_at(client, "/tables/new/?title=stones")) if "draft" in f.values)
    client.post("/tables/new/?title=stones", {**form.values, "private": "", "seat_order": "joined"})
    return join_table(Game.objects.get(title="stones").pk, make_user("Bo"))


def test_the_third_title_is_offered_and_opened() -> None:
    assert "?title=stones" in text_at(signed_in(make_user("Ada")), "/tables/new/")
    assert running().title == "stones"


def test_the_third_title_is_played_to_its_end_over_the_pages() -> None:
    game = running()
    for action in ("2", "2", "1"):
        client = signed_in(acting_user(game))
        form = form_to(text_at(client, f"/t/{game.code}/"), "/act/")
        assert action in form.offers["action"]
        assert client.post(form.action, {**form.values, "action": action}).status_code == 302
        game = Game.objects.get(pk=game.pk)
    assert game.status == "finished"
    html = text_at(Client(), f"/t/{game.code}/")
    assert "The last stone is taken. Ada wins." in html
    assert "Bo: 2" in html


def test_the_third_title_refuses_what_its_rules_refuse() -> None:
    game = running()
    response = signed_in(acting_user(game)).post(f"/t/{game.code}/act/", {"ply": game.ply, "action": "7"})
    assert response.status_code == 422
    assert Game.objects.get(pk=game.pk).ply == 0


def test_the_third_title_is_drawn() -> None:
    game = running()
    assert '<svg class="board"' in text_at(Client(), f"/t/{game.code}/")
    assert Client().get(f"/t/{game.code}/board.svg").content.startswith(b"<svg")


def test_the_third_title_is_mailed() -> None:
    game = running()
    mail = compose(latest(Kind.TURN, acting_user(game), game))
    assert game.name in mail.subject
    assert "It’s your turn" in mail.body


def test_the_third_title_is_shown_in_lists_beside_the_others() -> None:
    game = running()
    assert f">{game.name}</a>" in text_at(Client(), "/players/Ada/games/?ruleset=stones:standard")
    assert f">{game.name}</a>" not in text_at(Client(), "/players/Ada/games/?ruleset=marrakech:gigamic")
    assert "Stones · Standard" in text_at(Client(), "/lobby/")
    assert "Stones" in text_at(Client(), "/rules/")


def test_a_game_of_the_third_title_is_downloaded_as_a_file_and_read_again() -> None:
    game = running()
    address = f"/t/{game.code}/"
    assert game.commitment in text_at(Client(), f"{address}dice/")
    text = Client().get(f"{address}game.mkg").content.decode()
    assert '[Title "Stones"]' in text
    assert Client().get(f"{address}game.json").json()["title"] == "stones"
    assert "Ada" in Client().post("/replay/", {"text": text}).content.decode()


def test_turns_of_the_third_title_are_undone_as_no_chance_is_seen() -> None:
    game, ada, bo = running(), make_user("Ada"), make_user("Bo")
    for player in (ada, bo):
        game = play_action(game.pk, player, "2", game.ply)
    before = game.entries.get(ply=0).state_hash
    row = propose(game.pk, ada, "undo")
    assert row.params["ply"] == 0
    answer(game.pk, row.pk, bo, True)
    game = Game.objects.get(pk=game.pk)
    assert (game.ply, game.undone) == (0, 1)
    assert acting_user(game) == ada
    with pytest.raises(StalePly):
        play_action(game.pk, ada, "1", 0, undone=0)
    game = play_action(game.pk, ada, "1", 0, undone=1)
    assert game.entries.get(ply=0).state_hash != before
    assert fault_of(game) == ""


def test_an_undo_of_the_third_title_takes_back_only_the_last_turn_of_its_proposer() -> None:
    game, ada, bo = running(), make_user("Ada"), make_user("Bo")
    for player in (ada, bo):
        game = play_action(game.pk, player, "1", game.ply)
    row = propose(game.pk, bo, "undo")
    answer(game.pk, row.pk, ada, True)
    game = Game.objects.get(pk=game.pk)
    assert [entry.notation for entry in game.entries.all()] == ["1"]
    assert acting_user(game) == bo
