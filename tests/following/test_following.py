"""Following players: who can, what a block does, the pages and the API."""

import pytest

from accounts.models import User
from accounts.services import block, create_guest, deactivate
from games.common.errors import Conflict, Forbidden, Invalid
from games.following import presenters, selectors, services
from games.following.models import Follow
from games.following.selectors import followed_ids, follower_count, timeline_of
from games.following.services import follow, unfollow
from tests.helpers.page_client import form_to, signed_in, text_at
from tests.makers import finished_game, make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def ada() -> User:
    return make_user("Ada")


@pytest.fixture
def ben() -> User:
    return make_user("Ben")


def test_following_twice_is_following_once(ada: User, ben: User) -> None:
    assert follow(ada, ben) == follow(ada, ben)
    assert (followed_ids(ada), followed_ids(ben)) == ({ben.pk}, set())
    assert (follower_count(ada), follower_count(ben)) == (0, 1)
    unfollow(ada, ben)
    unfollow(ada, ben)
    assert not Follow.objects.exists()


def test_only_other_people_can_be_followed(ada: User, ben: User) -> None:
    make_table(ada, robots=["greedy"])
    robot, guest = User.objects.get(robot="greedy"), create_guest("en")
    deactivate(ben)
    ben.refresh_from_db()
    for user, other in ((ada, ada), (ada, robot), (ada, guest), (guest, ada), (ada, ben)):
        with pytest.raises(Invalid) as refused:
            follow(user, other)
        assert refused.value.code == "not-followable"
    assert not Follow.objects.exists()


def test_a_block_ends_the_following_of_the_blocker_and_the_other_notices_nothing(ada: User, ben: User) -> None:
    follow(ada, ben)
    follow(ben, ada)
    block(ben, ada)
    assert Follow.objects.get().follower == ada
    assert follower_count(ben) == 0


def test_who_is_blocked_sees_the_same_buttons_and_what_the_profile_shows(ada: User, ben: User) -> None:
    block(ben, ada)
    client = signed_in(ada)
    page = text_at(client, "/players/Ben/")
    assert form_to(page, "/challenge/")
    assert "You follow Ben." in client.post(form_to(page, "/follow/").action, follow=True).content.decode()
    game = started_game(ben, make_user())
    assert f"/t/{game.code}/" in text_at(client, "/players/Ben/")
    assert f"/t/{game.code}/" in text_at(client, "/following/players/")
    assert f"/t/{game.code}/" not in text_at(client, "/following/")
    assert timeline_of(ada, 5).events == []
    assert follower_count(ben) == 0
    with pytest.raises(Forbidden, match="you-have-blocked"):
        follow(ben, ada)


def test_there_is_a_limit_to_followed_players(monkeypatch: pytest.MonkeyPatch, ada: User, ben: User) -> None:
    monkeypatch.setattr(services, "MAX_FOLLOWED", 1)
    follow(ada, ben)
    with pytest.raises(Conflict) as refused:
        follow(ada, make_user())
    assert refused.value.code == "too-many-followed"
    assert follow(ada, ben)


def test_a_player_is_followed_from_their_page_and_reads_only_a_number(ada: User, ben: User) -> None:
    client = signed_in(ada)
    page = client.post(form_to(text_at(client, "/players/Ben/"), "/follow/").action, follow=True).content.decode()
    assert "You follow Ben." in page
    assert "follows you" not in page
    own = text_at(signed_in(ben), "/players/Ben/")
    assert "1 player follows you." in own
    assert "Ada" not in own
    client.post(form_to(page, "/unfollow/").action)
    assert not Follow.objects.exists()


def test_many_followers_are_not_counted_to_the_end(monkeypatch: pytest.MonkeyPatch, ada: User, ben: User) -> None:
    for module in (presenters, selectors):
        monkeypatch.setattr(module, "MAX_FOLLOWERS", 3)
    for number in range(4):
        follow(make_user(f"Fan{number}"), ada)
    follow(ada, ben)
    client = signed_in(ada)
    for address in ("/players/Ada/", "/following/players/"):
        assert "3 or more players follow you." in text_at(client, address)


def test_the_list_shows_running_public_games_and_invites_with_one_click(ada: User, ben: User) -> None:
    follow(ada, ben)
    shown = started_game(ben, make_user(), name="Shown")
    started_game(ben, make_user(), name="Hidden", is_private=True)
    finished_game(ben, make_user(), name="Over")
    table = make_table(ada, name="My table")
    client = signed_in(ada)
    page = text_at(client, "/following/players/")
    assert f'href="/t/{shown.code}/"' in page
    assert "Hidden" not in page
    assert "Over" not in page
    form = form_to(page, "/unfollow/")
    assert f'formaction="/t/{table.code}/invite/"' in page
    client.post(f"/t/{table.code}/invite/", {"player": form.values["player"]})
    assert table.invitations.get().user == ben
    assert "/invite/" not in text_at(client, "/following/players/")


def test_the_list_takes_as_many_statements_for_many_players(ada: User, django_assert_max_num_queries: object) -> None:
    make_table(ada)
    for _ in range(5):
        other = make_user()
        follow(ada, other)
        started_game(other, make_user())
    client = signed_in(ada)
    client.get("/following/players/")
    with django_assert_max_num_queries(10):  # type: ignore[operator]
        client.get("/following/players/")
