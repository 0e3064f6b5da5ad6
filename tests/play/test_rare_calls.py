import pytest
from django.utils import timezone

from games.chat.services import mark_read
from games.common.errors import Illegal, Unreadable
from games.core.models import Game
from games.play.models import Proposal, ProposalState
from games.play.orders import play_turn_to_place
from games.play.proposals import propose, settle
from games.play.undo import repair_game
from games.time_outs.time_outs import handle_time_out
from tests.makers import acting_user, make_table, make_user, started_game

pytestmark = pytest.mark.django_db


def test_a_table_that_has_not_begun_needs_no_repair() -> None:
    table = make_table()
    assert repair_game(table.pk, "to be sure") == ""
    assert not table.events.exists()


def test_an_empty_chat_is_not_marked_as_read() -> None:
    game = started_game()
    mark_read(game, acting_user(game), 1)
    assert set(game.seats.values_list("read_message", flat=True)) <= {0, None}


def test_a_deleted_turn_does_not_time_out() -> None:
    game = started_game()
    assert handle_time_out(0, game.pk, timezone.now()) == []
    assert Game.objects.get(pk=game.pk).ply == game.ply


def test_a_proposal_that_someone_has_not_answered_stays_open() -> None:
    game = started_game(make_user(), make_user(), make_user())
    row = propose(game.pk, acting_user(game), "abort")
    settle(game, timezone.now())
    assert Proposal.objects.get(pk=row.pk).state == ProposalState.OPEN


def test_a_turn_with_an_unknown_rotation_is_refused() -> None:
    game = started_game()
    with pytest.raises((Illegal, Unreadable)):
        play_turn_to_place(game.pk, acting_user(game), "B", "d5d6", game.ply)
    assert Game.objects.get(pk=game.pk).ply == game.ply
