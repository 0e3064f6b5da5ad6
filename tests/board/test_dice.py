from typing import Any

import pytest
from django.test import Client

from games.board.dice import dice_view
from games.core.choices import Status
from games.core.log import log_of
from games.core.models import DiceSecret, Entry, Game
from games.lobby.tables import leave_table
from games.play.endings import abort_game
from tests.board.test_marram_size import GAMES, late_game
from tests.helpers.page_client import signed_in, squeezed, text_at
from tests.makers import make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]
SHORT = {"rugs": "3/3/3"}


def page_of(game: Game, **kwargs: Any) -> str:
    return text_at(Client(), f"/t/{game.code}/dice/", **kwargs)


def test_an_open_table_shows_the_seal_and_nothing_else_yet() -> None:
    game = make_table()
    html = page_of(game)
    assert game.commitment in html
    assert game.seats.get().entropy not in html
    assert "game.mkg" not in html


def test_a_running_game_shows_who_gave_what_and_the_results_so_far_but_no_secret() -> None:
    game = play_on(started_game(options=SHORT), 4)
    secret = game.dice_secret
    html = page_of(game)
    assert all(seat.entropy in html for seat in game.seats.all())
    assert game.entropy in html
    assert html.count("data-result=") == sum(seat is None for seat, _notation in log_of(game))
    assert "data-digest" not in html
    assert secret.opened == ""


def test_the_dice_page_says_where_the_share_of_a_robot_comes_from() -> None:
    host = make_user()
    assert "marrakech-robot-v1" in text_at(signed_in(host), f"/t/{make_table(host, robots=['greedy']).code}/dice/")
    assert "marrakech-robot-v1" not in page_of(started_game())


def test_a_finished_game_shows_the_secret_and_the_proof_of_every_result() -> None:
    game = play_on(started_game(options=SHORT))
    html = page_of(game)
    assert DiceSecret.objects.get(game=game).opened in html
    assert html.count("data-digest=") == sum(seat is None for seat, _notation in log_of(game))


def test_every_result_of_chance_is_listed_on_the_dice_page() -> None:
    game = play_on(started_game(options=SHORT))
    stored = [notation for seat, notation in log_of(game) if seat is None]
    assert [one.result for one in dice_view(game, None).results] == stored


def test_a_result_without_a_picture_is_written_once() -> None:
    ruleset, log, _actions = GAMES["places"]
    game = late_game(ruleset, log)
    abort_game(game.pk)
    results = [one for one in dice_view(game, None).results if len(one.result) == 1]
    assert results
    assert not any(one.die for one in results)
    one = results[0]
    assert f'<td class="proof__result">{one.text}</td>' in squeezed(page_of(game))


def test_every_result_of_chance_has_an_anchor_on_the_dice_page() -> None:
    results = dice_view(play_on(started_game(options={**SHORT, "order": "rolloff"})), None).results
    places = [(one.label, one.seat, one.number) for one in results]
    assert len(set(places)) == len(places)
    assert {one.what for one in results} == {"The die", "The pile of rugs", "The roll-off"}


def test_the_dice_page_names_colours_and_draws_faces() -> None:
    results = dice_view(play_on(started_game(options=SHORT), 2), None).results
    assert {one.text for one in results if one.label == "pile"} <= {"crimson", "yellow", "royal blue", "pine green"}
    assert {one.die for one in results if one.label == "roll"} <= {"1", "2", "3", "4"}


def test_the_dice_page_finds_a_manipulated_roll() -> None:
    game = play_on(started_game(options={"rugs": "2/2/2"}))
    last = Entry.objects.filter(game=game, seat=None, notation__in=["1", "2", "3", "4"]).latest("ply")
    Entry.objects.filter(game=game, ply__gt=last.ply).delete()
    Entry.objects.filter(pk=last.pk).update(notation="1" if last.notation != "1" else "2")
    Game.objects.filter(pk=game.pk).update(ply=last.ply + 1, status=Status.FINISHED)
    game.refresh_from_db()
    dice = dice_view(game, None)
    assert [one.ply for one in dice.results if not one.is_sound] == [last.ply + 1]
    assert dice.holds
    assert not dice.is_sound
    assert "the sealed result was" in page_of(game)


def test_the_dice_page_finds_another_secret_than_the_sealed_one() -> None:
    game = play_on(started_game(options=SHORT))
    DiceSecret.objects.filter(game=game).update(opened="00" * 32)
    game = Game.objects.get(pk=game.pk)
    assert not dice_view(game, None).holds
    assert "The secret does not match this seal." in page_of(game)


def test_a_cancelled_table_opens_its_secret() -> None:
    host = make_user()
    game = leave_table(make_table(host).pk, host)
    assert DiceSecret.objects.get(game=game).opened in page_of(game)


def test_the_dice_page_says_that_the_seats_were_drawn_by_lot() -> None:
    assert "drew the seats by lot" in page_of(make_table(seat_order="random"))
    assert "drew the seats by lot" not in page_of(make_table())


def test_links_of_the_dice_page_keep_the_key_of_a_private_table() -> None:
    game = play_on(started_game(is_private=True), 2)
    html = page_of(game, data={"invite": game.invite_code})
    assert f"/t/{game.code}/game.mkg?invite={game.invite_code}" in html
    assert f"/t/{game.code}/replay/?invite={game.invite_code}&amp;ply=" in html


def test_the_dice_page_takes_few_statements_for_long_games(django_assert_max_num_queries: Any) -> None:
    game = play_on(started_game(options=SHORT))
    with django_assert_max_num_queries(20):
        page_of(game)


def test_the_table_page_leads_to_the_dice_page_at_every_stage() -> None:
    for game in (make_table(), started_game(), play_on(started_game(options=SHORT))):
        assert f'href="/t/{game.code}/dice/"' in text_at(Client(), f"/t/{game.code}/")


def test_the_rules_say_that_shares_are_opened_after_the_start() -> None:
    html = " ".join(text_at(Client(), "/rules/marrakech/").split())
    assert "keeps it, and shows only its fingerprint. When the game has started, it opens the share." in html
    assert "no one can choose it" in html
