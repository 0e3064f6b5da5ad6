import re

import pytest
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from games.analysis import analyses
from games.analysis.models import Analysis
from games.core.models import Game, JobState
from games.play.endings import resign
from tests.helpers.page_client import HTMX, signed_in, squeezed, text_at
from tests.makers import finished_game, host_of, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


def analysed() -> Game:
    game = finished_game(make_user("Amina"), make_user("Brahim"))
    analyses.compute(game.analysis.pk)
    return game


def section(html: str) -> str:
    found = re.search(r'<section class="[^"]*" id="analysis".*?</section>', squeezed(html))
    assert found
    return found.group()


def sums(html: str) -> dict[str, list[float]]:
    """Return luck, choices, the rest and result by player."""
    found = re.findall(r'<th scope="row">.*?</svg>(.*?)</th>(.*?)</tr>', html)
    texts = {name.strip(): re.findall(r"[+−]?\d+\.\d(?=</)", cells) for name, cells in found}
    return {name: [float(text.replace("−", "-")) for text in numbers] for name, numbers in texts.items()}


def test_the_analysis_of_a_finished_table_adds_up_for_each_seat() -> None:
    game = analysed()
    html = section(text_at(Client(), f"/t/{game.code}/"))
    assert set(sums(html)) == {"Amina (A)", "Brahim (B)"}
    assert all(round(luck + choices + rest - score, 1) == 0 for luck, choices, rest, score in sums(html).values())
    assert "Greedy" in html
    assert "±" not in html
    assert "table-list--lines" in html  # on a phone, each name above its numbers
    assert "You (A)" in sums(section(text_at(signed_in(host_of(game)), f"/t/{game.code}/")))


def test_the_analysis_leads_to_the_numbers_behind_it() -> None:
    game = analysed()
    html = section(text_at(Client(), f"/t/{game.code}/"))
    assert f'href="/t/{game.code}/analysis/"' in html
    assert html.count("<table") == 1


def test_an_analysis_has_two_graphs() -> None:
    assert section(text_at(Client(), f"/t/{analysed().code}/analysis/")).count('<svg class="graph"') == 2


def test_every_turn_of_an_analysis_leads_to_its_position() -> None:
    game = analysed()
    html = section(text_at(Client(), f"/t/{game.code}/analysis/"))
    assert f'<a href="/t/{game.code}/replay/?ply={game.ply}#play">4</a>' in html


def test_an_analysis_explains_how_it_was_estimated() -> None:
    html = section(text_at(Client(), f"/t/{analysed().code}/analysis/"))
    assert "standard error" in html
    assert "Final points, compared with the average" in html


def test_an_analysis_says_of_what_the_lead_of_the_winner_consists() -> None:
    game = analysed()
    row = Analysis.objects.get(game=game)
    assert row.result
    for sign, seat in zip((1, -1), row.result["seats"], strict=True):
        lost = {"value": 3 - sign, "error": 0.1}
        seat.update(luck={"value": 1.5 * sign, "error": 0.1}, lost=lost, left=0, gifts=3 + sign, score=5 * sign)
    row.save()
    parts = "+3.0 by luck, +4.0 by everyone’s choices, and +3.0 by the rest."
    for name in ("analysis/", ""):
        html = section(text_at(Client(), f"/t/{game.code}/{name}"))
        assert f"Amina finished 10 points ahead of Brahim: {parts}" in html
        assert sums(html) == {"Amina (A)": [1.5, 2.0, 1.5, 5.0], "Brahim (B)": [-1.5, -2.0, -1.5, -5.0]}
    assert "explains little" not in html
    mine, other = (
        section(text_at(signed_in(User.objects.get(username=name)), f"/t/{game.code}/analysis/"))
        for name in ("Amina", "Brahim")
    )
    assert f"You finished 10 points ahead of Brahim: {parts}" in mine
    assert f"Amina finished 10 points ahead of you: {parts}" in other


def test_a_lead_that_is_mostly_not_explained_is_doubted() -> None:
    game = analysed()
    row = Analysis.objects.get(game=game)
    assert row.result
    for sign, seat in zip((1, -1), row.result["seats"], strict=True):
        nothing = {"value": 0, "error": 0.1}
        seat.update(luck=nothing, lost=nothing, left=0, gifts=0, score=5 * sign)
    row.save()
    html = section(text_at(Client(), f"/t/{game.code}/analysis/"))
    assert "0.0 by everyone’s choices, and +10.0 by the rest. The estimate explains little of this game." in html


def test_analysis_dice_and_replay_lead_to_each_other() -> None:
    game = analysed()
    pages = {name: f"/t/{game.code}/{name}/" for name in ("analysis", "dice", "replay")}
    for name, address in pages.items():
        html = text_at(Client(), address)
        assert all(f'href="{other}"' in html for other in pages.values() if other != address), name
    Analysis.objects.all().delete()
    assert not any(pages["analysis"] in text_at(Client(), pages[name]) for name in ("dice", "replay"))


def test_a_page_with_an_analysis_stops_polling() -> None:
    assert "hx-trigger" not in section(text_at(Client(), f"/t/{analysed().code}/"))


def test_a_page_without_its_analysis_polls() -> None:
    game = finished_game()
    html = section(text_at(Client(), f"/t/{game.code}/"))
    assert f'hx-get="/t/{game.code}/analysis/?brief=1"' in html
    assert "The game will be analysed in a moment." in html


def test_the_progress_of_an_analysis_is_shown() -> None:
    game = finished_game()
    Analysis.objects.update(state=JobState.RUNNING, turns=48, turns_done=12)
    html = section(text_at(Client(), f"/t/{game.code}/"))
    assert "turn 12 of 48" in html
    assert '<progress class="analysis__progress" max="48" value="12"' in html


def test_a_failed_analysis_is_reported_on_the_page() -> None:
    game = finished_game()
    Analysis.objects.update(state=JobState.FAILED)
    assert "could not be analysed" in section(text_at(Client(), f"/t/{game.code}/"))


def test_an_analysis_of_an_earlier_method_is_not_shown() -> None:
    game = analysed()
    Analysis.objects.update(version=0)
    assert "The game will be analysed in a moment." in section(text_at(Client(), f"/t/{game.code}/"))


def test_an_open_page_gets_the_analysis_alone() -> None:
    assert text_at(Client(), f"/t/{analysed().code}/analysis/", headers=HTMX).strip().startswith("<section")


def test_an_open_table_gets_what_a_reload_would_show() -> None:
    game = analysed()
    html = text_at(Client(), f"/t/{game.code}/analysis/?brief=1", headers=HTMX)
    assert section(html) == section(text_at(Client(), f"/t/{game.code}/"))
    assert "Show graphs" in html


def test_an_analysis_is_a_page_without_scripts() -> None:
    html = text_at(Client(), f"/t/{analysed().code}/analysis/")
    assert "<html" in html
    assert section(html)


def test_a_running_game_has_no_analysis() -> None:
    assert Client().get(f"/t/{started_game().code}/analysis/").status_code == 404


def test_an_earlier_position_has_no_analysis() -> None:
    game = analysed()
    assert 'id="analysis"' not in text_at(Client(), f"/t/{game.code}/?ply=3")


def test_a_private_table_hides_its_analysis() -> None:
    game = finished_game(is_private=True)
    assert Client().get(f"/t/{game.code}/analysis/").status_code == 404
    assert signed_in(host_of(game)).get(f"/t/{game.code}/analysis/").status_code == 200


def test_an_analysis_is_fetched_with_the_invite_code() -> None:
    game = finished_game(is_private=True)
    html = text_at(Client(), f"/t/{game.code}/?invite={game.invite_code}")
    assert f'hx-get="/t/{game.code}/analysis/?invite={game.invite_code}&amp;brief=1"' in html


def test_the_analysis_explains_the_effect_of_a_player_who_left() -> None:
    game = play_on(started_game(options={"rugs": "3/3/3"}), 7)
    resign(game.pk, game.seats.order_by("number")[0].user)  # type: ignore[arg-type]
    analyses.compute(Analysis.objects.get().pk)
    html = text_at(Client(), f"/t/{game.code}/analysis/")
    assert "Because players left the game" in html
    assert html.partition("Turn by turn")[2].count('<span class="soft">A: resigned</span>') == 1


def test_numbers_of_an_analysis_are_formatted_for_the_language() -> None:
    game = analysed()
    Analysis.objects.update(finished_at=timezone.now())
    with translation.override("fr"):
        html = text_at(Client(headers={"accept-language": "fr"}), f"/t/{game.code}/analysis/")
    assert re.search(r"[0-9],[0-9] ±\N{NO-BREAK SPACE}[0-9],[0-9]", html)


def test_sentence_and_graph_tell_the_same_choices_and_greedy_has_none() -> None:
    game = analysed()
    User.objects.filter(username="Brahim").update(robot="greedy")
    result = Analysis.objects.get().result
    assert result
    for seat in result["seats"]:
        seat["skill"] = {"value": -16.9, "error": 1.0}
    Analysis.objects.update(result=result)
    html = section(text_at(Client(), f"/t/{game.code}/analysis/"))
    assert "The choices of Amina were about 17 points worse than Greedy’s. With" in html
