from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.admin import site
from django.test import Client
from django.utils import timezone

from games.analysis import analyses
from games.analysis.models import Analysis
from games.chat.services import post_message
from games.core.choices import Status
from games.core.log import fault_of, note_trouble
from games.core.models import EventKind, Game, JobState, TableEvent
from games.play import robots
from games.play.endings import resign
from games.replay import films
from tests.core.test_broken_games import DAMAGES, Damage
from tests.helpers.admin_pages import act, is_listed, page, row_page
from tests.makers import acting_user, make_table, make_user, play_on, started_game
from tests.time_outs.test_clocks_admin import clocks, send

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
MARRAM: dict[str, Any] = {"title": "marram", "ruleset": "pitchfork-short"}
WHY = "disk fault"


def running(actions: int = 7) -> Game:
    return play_on(started_game(make_user("Ada"), make_user("Bo"), **MARRAM), actions, in_steps=True)


def finished() -> Game:
    game = running()
    return resign(game.pk, acting_user(game))


@pytest.mark.parametrize("make", [running, finished])
def test_admin_pages_and_clocks_of_marram_show_turns_in_words(admin_client: Client, make: Callable[[], Game]) -> None:
    game = make()
    html = row_page(admin_client, game)
    assert "Ada placed tile" in html
    assert game.commitment in html
    assert "Turn 2, seat B: Bo" in clocks(admin_client, game)


def test_every_admin_list_shows_rows_of_marram(admin_client: Client) -> None:
    game = finished()
    post_message(game.pk, make_user("Ada"), "Well.")
    films.request_film(game, make_user("Ada"), "gif")
    make_table(robots=["greedy"], **MARRAM)
    assert is_listed(page(admin_client, "game", "?title=marram"), game)
    for model in site._registry:
        if model._meta.app_label == "games":
            page(admin_client, model._meta.model_name or "")


def test_an_analysis_of_marram_says_that_the_title_has_no_analyst(admin_client: Client) -> None:
    game = finished()
    assert not Analysis.objects.exists()
    row = Analysis.objects.create(game=game, version=1, due_at=timezone.now(), state=JobState.DONE)  # as it had one
    assert "queued again" in act(admin_client, "again", row)
    analyses.compute(row.pk)
    assert "marram has no analyst" in page(admin_client, "analysis")
    assert "marram has no analyst" in row_page(admin_client, row)
    assert "Luck and skill" not in Client().get(game.get_absolute_url()).content.decode()


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_game_of_marram_is_checked_and_rebuilt(admin_client: Client, damage: Damage) -> None:
    game = damage(running())
    assert fault_of(game)
    assert fault_of(game) in act(admin_client, "replay", game)
    act(admin_client, "rebuild", game, confirmed="yes", reason=WHY)
    game.refresh_from_db()
    assert (fault_of(game), game.troubled_at, game.status) == ("", None, Status.RUNNING)
    assert TableEvent.objects.get(game=game, kind=EventKind.UNDONE).params["reason"] == WHY
    play_on(game, 3)
    assert fault_of(Game.objects.get(pk=game.pk)) == ""


def test_broken_and_sound_games_of_marram_are_aborted_and_their_dice_opened(admin_client: Client) -> None:
    for game in (DAMAGES[0](running()), running()):
        note_trouble(game.pk)
        act(admin_client, "abort", game, confirmed="yes", reason=WHY)
        game.refresh_from_db()
        assert (game.status, game.end_reason) == (Status.ABORTED, "aborted")
        assert game.dice_secret.opened
        assert WHY in Client().get(game.get_absolute_url()).content.decode()


def test_a_seat_of_marram_is_given_to_a_robot(admin_client: Client) -> None:
    game = running()
    seat = game.seats.get(is_acting=True)
    assert "The seat of " in send(admin_client, game, "seat", seat=seat.number or 0, to="robot", name="")
    assert robots.play_one(game.pk)
    assert fault_of(Game.objects.get(pk=game.pk)) == ""
