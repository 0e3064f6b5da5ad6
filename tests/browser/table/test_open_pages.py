"""No open page contradicts the game: after each change it shows what a page that is opened now shows."""

import os
from collections.abc import Callable
from datetime import timedelta
from difflib import unified_diff

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page

from games.analysis.analyses import compute
from games.analysis.models import Analysis
from games.chat.services import post_message
from games.clocks.holidays import plan_holiday
from games.clocks.turns import recompute
from games.core.lock import game_for_update
from games.core.models import Game
from games.deputies.models import Deputy
from games.deputies.services import accept_request, end_deputy, name_deputy
from games.lobby.invitations import rematch
from games.lobby.tables import join_table
from games.play import proposals
from games.play.actions import play_action
from games.play.endings import resign
from games.time_outs import substitutes, time_outs
from tests.browser.visitors import Visitors
from tests.makers import acting_user, any_action, finished_game, fresh, make_user, play_on, started_game

from .pages import poll, read

pytestmark = pytest.mark.browser
IS_FULL = bool(os.environ.get("FULL"))  # only then: all changes, and in both titles

NAMES = ("Ada", "Bo", "Cleo")


def agree(game: Game, kind: str, values: dict[str, object] | None = None) -> None:
    row = proposals.propose(game.pk, make_user("Ada"), kind, values)
    for name in ("Bo", "Cleo"):
        proposals.answer(game.pk, row.pk, make_user(name), True)


def a_turn(game: Game) -> None:
    play_on(game, 2)


def an_action(game: Game) -> None:
    play_on(game, 1)


def a_message(game: Game) -> None:
    post_message(game.pk, make_user("Bo"), "Mint tea?")


def a_proposal(game: Game) -> None:
    proposals.propose(game.pk, make_user("Bo"), "abort")


def a_refusal(game: Game) -> None:
    row = proposals.propose(game.pk, make_user("Ada"), "pause")
    proposals.answer(game.pk, row.pk, make_user("Bo"), False)


def a_pause(game: Game) -> None:
    agree(game, "pause")


def the_end_of_a_pause(game: Game) -> None:
    agree(game, "pause")
    agree(game, "resume")


def an_undone_turn(game: Game) -> None:
    player = acting_user(game)
    play_on(game, 2 if game.title == "marrakech" else 1)
    row = proposals.propose(game.pk, player, "undo")
    for name in NAMES:
        if name != player.username:
            proposals.answer(game.pk, row.pk, make_user(name), True)


def a_holiday(game: Game) -> None:
    today = timezone.now().date()
    plan_holiday(acting_user(game), today + timedelta(days=1), today + timedelta(days=2), timezone.now())


def a_resignation(game: Game) -> None:
    resign(game.pk, acting_user(game))


def the_end_by_resignations(game: Game) -> None:
    resign(game.pk, make_user("Ada"))
    resign(game.pk, make_user("Bo"))


def an_abort(game: Game) -> None:
    agree(game, "abort")


def an_offered_seat(game: Game) -> None:
    player = acting_user(game)
    with transaction.atomic():
        game = game_for_update(game.pk)
        substitutes.offer(game, game.seats.get(user=player), timezone.now(), timezone.now())


def a_substitute(game: Game) -> None:
    an_offered_seat(game)
    seat = fresh(game).seats.get(offered_at__isnull=False)
    substitutes.take_seat(game.pk, seat.number or 0, make_user("Dora"), timezone.now())


def a_robot_as_substitute(game: Game) -> None:
    player = acting_user(game)
    with transaction.atomic():
        game = game_for_update(game.pk)
        if robot := substitutes.free_robot(game):
            substitutes.give_to_robot(game, game.seats.get(user=player), robot, timezone.now())


def a_passed_deadline(game: Game) -> None:
    now = timezone.now()
    game.turns.filter(ended_at=None).update(notified_at=now - timedelta(days=3))
    with transaction.atomic():
        recompute(game_for_update(game.pk), now)
    time_outs.handle_due_turns(now, fresh(game))


def a_deputy(game: Game) -> None:
    today = timezone.now().date()
    row = name_deputy(acting_user(game), "Dora", timezone.now(), first=today, last=today + timedelta(days=2))
    accept_request(make_user("Dora"), row.pk, timezone.now())


def a_deputys_action(game: Game) -> None:
    a_deputy(game)
    play_action(game.pk, make_user("Dora"), any_action(game), game.ply, without_share=True)


def a_former_deputy(game: Game) -> None:
    a_deputy(game)
    end_deputy(acting_user(game), Deputy.objects.get().pk, timezone.now())


CHANGES = [
    an_action,
    a_turn,
    a_message,
    a_proposal,
    a_refusal,
    a_pause,
    the_end_of_a_pause,
    an_undone_turn,
    a_holiday,
    a_resignation,
    the_end_by_resignations,
    an_abort,
    an_offered_seat,
    a_substitute,
    a_robot_as_substitute,
    a_passed_deadline,
    a_deputy,
    a_deputys_action,
    a_former_deputy,
]


def a_rematch(game: Game) -> None:
    rematch(game.pk, make_user("Bo"))


def the_start_of_the_rematch(game: Game) -> None:
    table = rematch(game.pk, make_user("Bo"))
    for name in ("Ada", "Cleo"):
        join_table(table.pk, make_user(name))


def an_analysis(game: Game) -> None:
    compute(Analysis.objects.get(game=game).pk)


def the_end_of_that_pause(game: Game) -> None:
    agree(game, "resume")


# One after the other, on the same open pages. In a full run, each change stands alone, in both titles.
SAMPLES = {
    "marrakech": [
        an_undone_turn,
        a_pause,
        the_end_of_that_pause,
        a_holiday,
        a_passed_deadline,
        a_substitute,
        a_resignation,
    ],
    "marram": [a_turn, an_undone_turn, an_abort],
}
AT_THE_END = [a_message, a_rematch, the_start_of_the_rematch, an_analysis]


@pytest.fixture(params=["marrakech", "marram"])
def game(request: pytest.FixtureRequest, transactional_db: None) -> Game:
    settings = {"title": "marram", "ruleset": "classic-short"} if request.param == "marram" else {}
    return play_on(started_game(*map(make_user, NAMES), pace="1d", **settings), 6)


def watchers(visit: Visitors, game: Game) -> dict[str, Page]:
    """Open the table for every seat, in a full run for a player without one, and for a visitor without an account."""
    users = {name: make_user(name) for name in (*NAMES, "Dora")}
    seen = users if IS_FULL else NAMES
    return {name: visit(users[name], game.get_absolute_url()) for name in seen} | {
        "a visitor": visit(None, game.get_absolute_url())
    }


def differences(page: Page, game: Game) -> list[str]:
    """Return how an open page differs from one opened now by the same viewer, twice.

    Once may be because something has happened between the two answers, such as a clock that another page has started.
    """
    found = list[str]()
    for _attempt in range(2):
        poll(page)
        now = page.context.new_page()
        now.goto(game.get_absolute_url())
        found = list(unified_diff(read(page), read(now), "open", "now", n=1, lineterm=""))
        now.close()
        if not found:
            break
    return found


def contradictions(pages: dict[str, Page], game: Game, change: Callable[[Game], object]) -> list[str]:
    """Return how the open pages differ from new ones after a change."""
    change(fresh(game))
    for page in pages.values() if change is an_analysis else ():
        page.locator(".verdicts").wait_for()  # it asks by itself every three seconds
    found = {name: lines for name, page in pages.items() if (lines := differences(page, game))}
    return [f"after {change.__name__}, {name}:\n" + "\n".join(lines) for name, lines in found.items()]


@pytest.mark.parametrize("change", CHANGES if IS_FULL else [None])
def test_an_open_page_shows_what_a_new_one_shows(
    visit: Visitors, game: Game, change: Callable[[Game], object] | None
) -> None:
    pages = watchers(visit, game)
    for one in [change] if change else SAMPLES[game.title]:
        assert contradictions(pages, game, one) == []


def test_an_open_page_of_a_finished_game_shows_what_a_new_one_shows(visit: Visitors, transactional_db: None) -> None:
    game = finished_game(*map(make_user, NAMES))
    pages = watchers(visit, game)
    for change in AT_THE_END if IS_FULL else [a_rematch, the_start_of_the_rematch]:
        assert contradictions(pages, game, change) == []
