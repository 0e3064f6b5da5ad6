import pytest

from games.common.errors import Invalid
from games.lobby.invitations import decline_invitation, rematch
from games.lobby.tables import NewTable, create_table, join_table
from games.play.endings import resign
from tests.helpers.page_client import signed_in
from tests.makers import finished_game, make_user, play_on

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
    ann, bob = make_user("Ann"), make_user("Bob")
    new = rematch(finished_game(ann, bob).pk, ann)
    html = signed_in(bob).get(f"/t/{new.code}/").content.decode()
    assert "everyone moves up one seat, and Bob sits first this time." in " ".join(html.split())


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
