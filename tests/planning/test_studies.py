from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.errors import SiteError
from accounts.models import User
from accounts.services import delete_account
from games.common.errors import Conflict, Forbidden, Illegal, Invalid, StalePly, TooMany
from games.common.rate_limits import RATES, Rate
from games.core.choices import Status
from games.core.log import log_of
from games.core.models import Game
from games.planning import studies
from games.planning.models import Study, StudyNode
from games.planning.selectors import published_studies
from games.planning.studies import (
    StudyPosition,
    comment_on,
    delete_node,
    promote_node,
    publish_study,
    shift_node,
    take_down_study,
    try_action,
)
from games.play.endings import resign
from tests.makers import host_of, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]


@pytest.fixture
def game() -> Game:
    return started_game(make_user("Amina"), make_user("Brahim"), make_user("Chama"))


@pytest.fixture
def amina(game: Game) -> User:
    return host_of(game)


def tried(game: Game, user: User, *notations: str, after: StudyNode | None = None) -> StudyNode:
    """Try one action after the other and return the last node."""
    for notation in notations:
        after = try_action(game.pk, user, StudyPosition(game.ply, after.pk if after else None), notation)
    assert after
    return after


def refused(kind: type[SiteError], call: Callable[[], object]) -> str:
    """Return the code with which a call is refused, and see that no node was written meanwhile."""
    before = StudyNode.objects.count()
    with pytest.raises(kind) as error:
        call()
    assert StudyNode.objects.count() == before
    return error.value.code


def order(game: Game) -> list[str]:
    return [node.notation for node in StudyNode.objects.filter(study__game=game)]


def test_a_study_tries_a_whole_turn_of_each_seat_with_chosen_faces(game: Game, amina: User) -> None:
    node = tried(game, amina, "F", "2", "d7e7", "L", "4")
    way = [(one.seat, one.notation, one.ply) for one in StudyNode.objects.order_by("id")]
    assert way == [(0, "F", 0), (None, "2", 1), (0, "d7e7", 2), (1, "L", 3), (None, "4", 4)]
    assert node.parent_id


def test_a_study_leaves_the_game_as_it_is(game: Game, amina: User) -> None:
    before = (log_of(game), game.version, game.ply)
    tried(game, amina, "F", "2")
    fresh = Game.objects.get(pk=game.pk)
    assert (log_of(fresh), fresh.version, fresh.ply) == before


def test_a_study_can_begin_at_any_ply_of_the_game(game: Game, amina: User) -> None:
    later = play_on(game, 3)
    assert [try_action(game.pk, amina, StudyPosition(ply), "R4"[ply]).ply for ply in (0, 1)] == [0, 1]
    assert refused(StalePly, lambda: try_action(game.pk, amina, StudyPosition(later.ply + 1), "F")) == "stale-ply"


def test_a_repeated_action_of_a_study_goes_to_its_node(game: Game, amina: User) -> None:
    node = tried(game, amina, "F", "2")
    assert tried(game, amina, "f", "2") == node
    assert StudyNode.objects.count() == 2


@pytest.mark.parametrize(
    ("way", "action", "code"),
    [
        ((), "X", "unreadable"),
        ((), "3", "unreadable"),
        (("F",), "6", "unreadable"),
        (("F", "2"), "a1a2", "not-beside-assam"),
    ],
)
def test_a_study_refuses_an_illegal_action(
    game: Game, amina: User, way: tuple[str, ...], action: str, code: str
) -> None:
    node = tried(game, amina, *way) if way else None
    assert refused(Illegal, lambda: tried(game, amina, action, after=node)) == code


def test_leaving_the_game_cannot_be_tried_in_a_study(game: Game, amina: User) -> None:
    refused(Illegal, lambda: tried(game, amina, "resigns"))


def test_no_action_of_a_study_follows_the_end(game: Game, amina: User) -> None:
    ended = play_on(started_game(amina, make_user("Driss"), options={"rugs": "2/2/2"}))
    code = refused(Conflict, lambda: try_action(ended.pk, amina, StudyPosition(ended.ply), "F"))
    assert code == "line-over"


def test_an_open_table_has_no_study() -> None:
    table = make_table()
    assert refused(Conflict, lambda: try_action(table.pk, host_of(table), StudyPosition(0), "F")) == "not-started"


def test_only_players_of_a_running_game_have_a_study(game: Game, amina: User) -> None:
    salma = make_user("Salma")
    assert refused(Forbidden, lambda: tried(game, salma, "F")) == "not-seated"
    Game.objects.filter(pk=game.pk).update(status="aborted")
    assert tried(game, salma, "F").study.user == salma


def test_each_player_has_a_study_of_their_own(game: Game, amina: User) -> None:
    brahim = User.objects.get(username="Brahim")
    node = tried(game, amina, "F")
    assert tried(game, brahim, "F") != node
    assert refused(Conflict, lambda: tried(game, brahim, "2", after=node)) == "node-gone"
    assert refused(Conflict, lambda: delete_node(game.pk, brahim, node.pk)) == "node-gone"
    assert refused(Conflict, lambda: delete_node(game.pk, User.objects.get(username="Chama"), 1)) == "node-gone"


def test_the_size_of_a_study_is_limited(game: Game, amina: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "MAX_NODES", 2)
    node = tried(game, amina, "F", "2")
    assert refused(Invalid, lambda: tried(game, amina, "d7e7", after=node)) == "full-study"
    assert tried(game, amina, "F", "2") == node


def test_the_rate_of_actions_in_studies_is_limited(game: Game, amina: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "study", Rate(1, 1 / 3600))
    node = tried(game, amina, "F")
    assert refused(TooMany, lambda: tried(game, amina, "2", after=node)) == "too-many"
    assert refused(TooMany, lambda: shift_node(game.pk, amina, node.pk, 1)) == "too-many"
    assert refused(TooMany, lambda: promote_node(game.pk, amina, node.pk)) == "too-many"
    assert refused(TooMany, lambda: delete_node(game.pk, amina, node.pk)) == "too-many"


def test_a_node_of_a_study_has_a_comment(game: Game, amina: User) -> None:
    node = tried(game, amina, "F")
    assert comment_on(game.pk, amina, node.pk, " Safe.\r\nAnd slow. ").comment == "Safe.\nAnd slow."
    assert refused(Invalid, lambda: comment_on(game.pk, amina, node.pk, "a" * 501)) == "long-comment"
    assert StudyNode.objects.get().comment == "Safe.\nAnd slow."


def test_nodes_of_a_study_can_be_sorted(game: Game, amina: User) -> None:
    first, _second, third = (tried(game, amina, turn) for turn in "LFR")
    shift_node(game.pk, amina, third.pk, -1)
    assert order(game) == ["L", "R", "F"]
    shift_node(game.pk, amina, first.pk, 1)
    assert order(game) == ["R", "L", "F"]
    shift_node(game.pk, amina, third.pk, -1)
    assert order(game) == ["R", "L", "F"]


def test_promoting_a_line_of_a_study_makes_it_the_first_all_the_way(game: Game, amina: User) -> None:
    tried(game, amina, "L", "1")
    turn = tried(game, amina, "R")
    tried(game, amina, "1", after=turn)
    roll = tried(game, amina, "4", after=turn)
    promote_node(game.pk, amina, roll.pk)
    beside = StudyNode.objects.filter(study__game=game)
    assert [node.notation for node in beside.filter(parent=None)] == ["R", "L"]
    assert [node.notation for node in beside.filter(parent=turn)] == ["4", "1"]


def test_promoting_a_long_line_of_a_study_takes_few_statements(
    game: Game, amina: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tried(game, amina, "L")
    turn = tried(game, amina, "R")
    tried(game, amina, "1", after=turn)
    last = tried(game, amina, "4", after=turn)
    with django_assert_max_num_queries(12):
        promote_node(game.pk, amina, last.pk)


def test_deleting_a_node_of_a_study_deletes_only_what_follows_it(game: Game, amina: User) -> None:
    turn = tried(game, amina, "F")
    roll = tried(game, amina, "2", after=turn)
    tried(game, amina, "d7e7", "L", after=roll)
    tried(game, amina, "3", after=turn)
    assert delete_node(game.pk, amina, roll.pk) == StudyPosition(1, turn.pk)
    assert sorted(order(game)) == ["3", "F"]
    assert delete_node(game.pk, amina, turn.pk) == StudyPosition(0)
    assert order(game) == []
    assert refused(Conflict, lambda: comment_on(game.pk, amina, turn.pk, "Gone.")) == "node-gone"


def test_a_study_is_published_after_the_end_and_not_before(game: Game, amina: User) -> None:
    tried(game, amina, "F")
    assert refused(Conflict, lambda: publish_study(game.pk, amina, is_public=True)) == "not-over"
    Game.objects.filter(pk=game.pk).update(status="finished")
    study = publish_study(game.pk, amina, is_public=True)
    over = Game.objects.get(pk=game.pk)
    assert published_studies(over) == [study]
    assert publish_study(game.pk, amina, is_public=True).published_at == study.published_at
    publish_study(game.pk, amina, is_public=False)
    assert published_studies(over) == []


def test_an_empty_study_is_not_published(game: Game, amina: User) -> None:
    Game.objects.filter(pk=game.pk).update(status="finished")
    assert refused(Conflict, lambda: publish_study(game.pk, amina, is_public=True)) == "empty-study"
    delete_node(game.pk, amina, tried(game, amina, "F").pk)
    assert refused(Conflict, lambda: publish_study(game.pk, amina, is_public=True)) == "empty-study"


def test_a_player_without_a_confirmed_address_cannot_publish_a_study(game: Game, amina: User) -> None:
    tried(game, amina, "F")
    Game.objects.filter(pk=game.pk).update(status="finished")
    amina.email = ""
    assert refused(Forbidden, lambda: publish_study(game.pk, amina, is_public=True)) == "address-unconfirmed"
    assert Study.objects.get().published_at is None


def test_administrators_unpublish_a_study(game: Game, amina: User) -> None:
    tried(game, amina, "F")
    Game.objects.filter(pk=game.pk).update(status="finished")
    study = publish_study(game.pk, amina, is_public=True)
    take_down_study(study.pk)
    assert Study.objects.get().published_at is None
    assert refused(Conflict, lambda: take_down_study(study.pk)) == "not-published"


def test_a_resignation_keeps_the_study(game: Game, amina: User) -> None:
    node = tried(game, amina, "F")
    resign(game.pk, amina)
    assert tried(game, amina, "2", after=node)


def test_a_study_with_a_long_line_is_deleted_with_its_author_and_the_game_stays(game: Game, amina: User) -> None:
    study = tried(game, amina, "F").study
    first = StudyNode.objects.get().pk
    StudyNode.objects.bulk_create(  # longer than Python may call itself
        StudyNode(pk=first + ply, study=study, parent_id=first + ply - 1, ply=ply, notation="2")
        for ply in range(1, 350)
    )
    delete_account(amina)
    assert not Study.objects.exists()
    assert Game.objects.get(pk=game.pk).status == Status.RUNNING
