from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.clocks.models import Outage, Turn
from games.conduct.models import RecordedAct
from games.core.models import EventKind, TableEvent
from games.play.proposals import answer, propose
from games.time_outs.operators import Operator, give_time
from tests.helpers.admin_pages import page, row_page
from tests.helpers.late_games import DAY, game_of_ada
from tests.helpers.moving_time import START, MovingTime
from tests.makers import make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
DECLARE = "admin:games_outage_declare"


def test_turns_are_filtered_by_what_the_sweep_has_to_do(admin_client: Client, moving: MovingTime) -> None:
    late, early = game_of_ada(moving), started_game(pace="usual")
    Turn.objects.filter(game=late).update(due_at=moving.now)
    assert early.code in page(admin_client, "turn", "?open=yes")
    due = page(admin_client, "turn", "?open=due")
    assert late.code in due
    assert early.code not in due
    assert late.code not in page(admin_client, "turn", "?open=failing")
    Turn.objects.filter(game=late).update(failed_at=moving.now, failure="RuntimeError: broken")
    assert "RuntimeError: broken" in page(admin_client, "turn", "?open=failing")


@pytest.mark.parametrize("word", ["Ada", "code"])
def test_turns_are_found_by_player_and_table(admin_client: Client, moving: MovingTime, word: str) -> None:
    wanted, other = game_of_ada(moving), started_game()
    html = page(admin_client, "turn", f"?q={wanted.code if word == 'code' else word}")
    assert wanted.code in html
    assert other.code not in html


def test_the_admin_page_of_a_turn_has_the_time_given(admin_client: Client, moving: MovingTime) -> None:
    game = game_of_ada(moving)
    gift = give_time(game.pk, 0, DAY, Operator(make_user("op"), "A bad day."))
    assert "A bad day." in row_page(admin_client, gift.turn)


def test_the_admin_page_of_a_proposal_has_the_answers(admin_client: Client, moving: MovingTime) -> None:
    game = game_of_ada(moving)
    row = propose(game.pk, make_user("Ada"), "abort")
    answer(game.pk, row.pk, make_user("Cleo"), False)
    html = row_page(admin_client, row)
    assert "Ada" in html
    assert "Cleo" in html


def test_an_outage_is_declared_with_a_reason(admin_client: Client, moving: MovingTime) -> None:
    game = game_of_ada(moving)
    moving.pass_by(DAY / 2)
    assert reverse(DECLARE) in page(admin_client, "outage")
    sent = {"began_at": "2026-05-04T12:00", "ended_at": "2026-05-04T15:00", "reason": "The disk was full."}
    html = admin_client.post(reverse(DECLARE), sent).content.decode()
    assert "Declare an outage: nothing has changed yet" in html
    effects = (
        "Clocks under way that are computed again: 1. Tables: 1.",
        "Each clock gets back what it ran in this time, at most 3 hours.",
    )
    assert all(effect in html for effect in effects)
    assert (Outage.objects.count(), RecordedAct.objects.count()) == (0, 0)
    assert Turn.objects.get(game=game, ended_at=None).deadline == START + DAY
    html = admin_client.post(reverse(DECLARE), {**sent, "confirmed": "yes"}, follow=True).content.decode()
    assert "Outage declared." in html
    assert "The disk was full." in html
    row = RecordedAct.objects.get()
    assert (row.actor and row.actor.username, row.reason, row.after) == (
        "boss",
        "The disk was full.",
        " ".join(effects),
    )
    assert Turn.objects.get(game=game, ended_at=None).deadline == START + DAY + timedelta(hours=3)
    assert TableEvent.objects.get(game=game, kind=EventKind.OUTAGE).params["reason"] == "The disk was full."


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"reason": ""}, "This field is required."),
        ({"ended_at": "2026-05-04T08:00"}, "An outage ends after it has begun"),
        ({"ended_at": "2026-05-04T23:00"}, "not in the future"),
        ({"began_at": "2025-05-04T08:00"}, "Declare at most 30 days."),
    ],
)
def test_an_outage_with_impossible_values_is_refused(
    admin_client: Client, moving: MovingTime, values: dict[str, str], message: str
) -> None:
    sent = {"began_at": "2026-05-04T08:00", "ended_at": "2026-05-04T08:30", "reason": "A test.", **values}
    assert message in admin_client.post(reverse(DECLARE), sent, follow=True).content.decode()
    assert not Outage.objects.exists()


def test_an_administrator_with_read_permission_declares_no_outage(viewer: Client) -> None:
    assert reverse(DECLARE) not in page(viewer, "outage")
    assert viewer.get(reverse(DECLARE)).status_code == 403
