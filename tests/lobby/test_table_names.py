import re

import pytest

from accounts.models import User
from games.core.models import Game
from games.lobby import table_names
from games.lobby.invitations import rematch
from games.lobby.robot_games import branch_from, start_robot_game
from games.lobby.table_names import next_table_name, roman
from games.play.endings import resign
from tests.helpers.page_client import signed_in, squeezed, text_at
from tests.makers import finished_game, make_table, make_user, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_names, "FIRST", table_names.FIRST[:1])
    monkeypatch.setattr(table_names, "SECOND", table_names.SECOND[:1])


def numbered(user: User) -> list[str]:
    return list(Game.objects.filter(seats__user=user).order_by("pk").values_list("name", flat=True))


def test_the_games_of_a_player_get_different_names_even_if_they_are_over() -> None:
    user = make_user()
    for _number in range(4):
        resign(start_robot_game(user, "random").pk, user)
    assert numbered(user) == [f"The Saffron Table{more}" for more in ("", " II", " III", " IV")]


def test_a_table_in_the_lobby_shares_its_name_with_no_new_one() -> None:
    assert [make_table(make_user()).name for _number in range(3)][1:] == [
        "The Saffron Table II",
        "The Saffron Table III",
    ]


def test_a_private_table_of_others_changes_no_name() -> None:
    make_table(make_user(), is_private=True)
    assert make_table(make_user()).name == "The Saffron Table"


def test_a_name_that_a_player_has_chosen_is_kept() -> None:
    user = make_user()
    assert [make_table(user, name="Ours").name for _number in range(2)] == ["Ours", "Ours"]


@pytest.mark.slow
def test_a_rematch_counts_up() -> None:
    ann, bob = make_user(), make_user()
    game = finished_game(ann, bob, name="The Amber Fountain")
    names = []
    for _number in range(4):
        for player in (ann, bob):
            new = rematch(game.pk, player)
        names.append(new.name)
        game = play_on(new)
    assert names == [f"The Amber Fountain {numeral}" for numeral in ("II", "III", "IV", "V")]


@pytest.mark.slow
def test_a_rematch_leaves_out_a_numeral_that_the_player_has() -> None:
    ann, bob = make_user(), make_user()
    make_table(ann, name="The Amber Fountain II", is_private=True)
    assert rematch(finished_game(ann, bob, name="The Amber Fountain").pk, ann).name == "The Amber Fountain III"


@pytest.mark.slow
def test_a_second_game_from_the_same_position_has_a_name_of_its_own() -> None:
    ann = make_user()
    game = finished_game(ann, make_user(), name="Old")
    names = [branch_from(game, ann, ply=4, seat=0, robot="random").name for _number in range(2)]
    assert names == ["Old · 4", "Old · 4 II"]


def test_a_numeral_fits_into_the_name() -> None:
    name = next_table_name("M" * 60, make_user())
    assert (len(name), name[-4:]) == (60, "M II"[-4:])


@pytest.mark.parametrize("name", ["Chez MIX", "Vitamin C", "The Table IIII", "Table I"])
def test_a_name_that_only_looks_like_a_numeral_is_kept_whole(name: str) -> None:
    assert next_table_name(name, make_user()) == f"{name} II"


def test_numerals_are_roman() -> None:
    assert [roman(number) for number in (1, 4, 9, 14, 40, 49)] == ["I", "IV", "IX", "XIV", "XL", "XLIX"]


def lost_game(user: User, robot: str) -> Game:
    game = start_robot_game(user, robot)
    resign(game.pk, user)
    return game


def buttons_of(user: User, game: Game) -> list[str]:
    html = text_at(signed_in(user), f"/t/{game.code}/").partition("/rematch/")[2].partition("</form>")[0]
    return re.findall(r"<button[^>]*>([^<]*)</button>", squeezed(html))


def test_after_a_lost_game_the_page_offers_the_same_a_stronger_and_a_weaker_robot() -> None:
    user = make_user()
    assert buttons_of(user, lost_game(user, "greedy")) == ["Play again", "Stronger: Careful", "Weaker: Random"]


@pytest.mark.parametrize(
    ("pressed", "robot"), [({}, "greedy"), ({"robot": "careful"}, "careful"), ({"robot": "random"}, "random")]
)
def test_a_new_game_is_against_the_robot_whose_button_was_pressed(pressed: dict[str, str], robot: str) -> None:
    user = make_user()
    old = lost_game(user, "greedy")
    assert signed_in(user).post(f"/t/{old.code}/rematch/", pressed).status_code == 302
    new = Game.objects.get(rematch_of=old)
    assert new.seats.filter(user__robot=robot).count() == 1
    assert new.name == f"{old.name} II"


def test_a_robot_that_does_not_exist_starts_no_game() -> None:
    user = make_user()
    old = lost_game(user, "greedy")
    assert signed_in(user).post(f"/t/{old.code}/rematch/", {"robot": "nobody"}).status_code == 422
    assert Game.objects.count() == 1


def test_the_strongest_robot_has_none_stronger_beside_it() -> None:
    user = make_user()
    game = lost_game(user, "master")
    assert buttons_of(user, game) == ["Play again", "Weaker: Careful"]
