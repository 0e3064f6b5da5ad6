from collections.abc import Callable

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from games.common.errors import Invalid
from games.core.models import Game
from games.lobby.invitations import decline_invitation, rematch
from games.lobby.tables import NewTable, add_robots, create_table, join_table, leave_table
from games.play.endings import resign
from tests.helpers.page_client import signed_in, squeezed, text_at
from tests.makers import finished_game, fresh, make_user, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_a_rematch_moves_every_player_up_one_seat() -> None:
    ann, bob, cem = make_user(), make_user(), make_user()
    old = finished_game(ann, bob, cem)
    for player in (cem, ann, bob):
        new = rematch(old.pk, player)
    assert [seat.user for seat in new.seats.order_by("number")] == [bob, cem, ann]
    again = play_on(new)
    for player in (cem, ann, bob):
        third = rematch(again.pk, player)
    assert [seat.user for seat in third.seats.order_by("number")] == [cem, ann, bob]


def test_a_newcomer_to_a_rematch_gets_the_place_of_the_missing_player() -> None:
    ann, bob, cem, dora = make_user(), make_user(), make_user(), make_user()
    old = finished_game(ann, bob, cem)
    new = rematch(old.pk, ann)
    decline_invitation(new.invitations.get(user=cem).code, cem)
    join_table(new.pk, dora)
    new = join_table(new.pk, bob)
    assert [seat.user for seat in new.seats.order_by("number")] == [bob, dora, ann]


def test_the_page_of_a_rematch_names_the_first_player() -> None:
    ann, bob, cem = make_user("Ann"), make_user("Bob"), make_user("Cem")
    new = rematch(finished_game(ann, bob, cem).pk, ann)
    assert "everyone moves up one seat, and Bob sits first this time." in squeezed(
        text_at(signed_in(bob), f"/t/{new.code}/")
    )


def test_two_players_swap_seats_in_a_rematch_and_are_told_so() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    old = finished_game(ann, bob)
    assert "In a rematch, you swap seats." in squeezed(text_at(signed_in(bob), f"/t/{old.code}/"))
    new = rematch(old.pk, ann)
    offered = squeezed(text_at(signed_in(bob), f"/t/{old.code}/"))
    assert "In a rematch, you swap seats." in offered
    assert "everyone moves up" not in offered
    assert "the players swap seats, and Bob sits first this time." in squeezed(
        text_at(signed_in(bob), f"/t/{new.code}/")
    )


def test_a_rematch_against_robots_moves_the_seats_too() -> None:
    ann = make_user()
    old = create_table(
        ann, NewTable(title="marrakech", ruleset="gigamic", seat_count=2, seat_order="joined", robots=["random"])
    )
    resign(old.pk, ann)
    assert rematch(old.pk, ann).seats.get(number=1).user == ann


def test_seats_are_not_rotated_at_other_tables() -> None:
    with pytest.raises(Invalid):
        create_table(make_user(), NewTable(title="marrakech", ruleset="gigamic", seat_count=2, seat_order="rotated"))


def joined(again: Game, bob: User) -> object:
    return join_table(again.pk, bob)


def started_with_a_robot(again: Game, bob: User) -> object:
    decline_invitation(again.invitations.get().code, bob)
    return add_robots(again.pk, make_user("Ann"), ["random"])


def cancelled(again: Game, _bob: User) -> object:
    return leave_table(again.pk, make_user("Ann"))


@pytest.mark.parametrize("change", [joined, started_with_a_robot, cancelled])
def test_the_open_page_of_the_finished_game_learns_what_becomes_of_the_rematch(
    change: Callable[[Game, User], object], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    old = finished_game(ann, bob)
    again = rematch(old.pk, ann)
    page = f"/t/{old.code}/poll/?v={fresh(old).version}"
    client = signed_in(bob)
    assert client.get(page).status_code == 204
    with django_capture_on_commit_callbacks(execute=True):
        change(again, bob)
    assert client.get(page).status_code == 200
