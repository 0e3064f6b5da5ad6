"""Packing of turns, and that all that reads the turns of a game reads packed ones."""

import json
import zlib
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import exports
from accounts.models import User
from games.clocks import packing
from games.clocks.explanation import explain_clocks
from games.clocks.models import PackedTurns, TimeGift, TimeOutClaim, Turn, TurnStep, UnreachableSpan
from games.clocks.packed import RELATED
from games.clocks.selectors import turn_times_of, turns_of
from games.clocks.turn_facts import TurnReader
from games.common.errors import BrokenTurns
from games.core.models import Game, Packed
from games.core.packing import pack_log, unpack_log
from games.play.endings import abort_game
from games.play.undo import repair_game
from games.ratings.inputs import unrated_cause
from games.site.trouble import troubled_games
from games.time_outs import substitutes
from games.time_outs.claims import claim, give_time
from tests.helpers.admin_pages import act
from tests.helpers.late_games import DAY, game_of_ada
from tests.helpers.moving_time import ROUND, MovingTime
from tests.helpers.page_client import text_at
from tests.makers import finished_game, fresh, make_user, play_on, started_game

pytestmark = [pytest.mark.one_database]
MODELS = (Turn, TurnStep, TimeGift, TimeOutClaim)


@pytest.fixture
def game(moving: MovingTime) -> Game:
    """A game that is over, in which Ada got time and was late, and Zoe took her seat; its log is packed."""
    game, cleo = game_of_ada(moving), make_user("Cleo")
    Game.objects.filter(pk=game.pk).update(has_soft_deadlines=True)
    moving.pass_by(2 * DAY)
    give_time(game.pk, cleo, 0, 3600, moving.now)
    claim(game.pk, cleo, 0, moving.now)
    claim(game.pk, cleo, 0, moving.now, wants_substitute=True)
    moving.pass_by(ROUND)
    substitutes.take_seat(game.pk, 0, make_user("Zoe"), moving.now)
    moving.pass_by(DAY)
    abort_game(game.pk)
    assert pack_log(game.pk)
    return fresh(game)


def rows() -> list[dict[str, Any]]:
    """Return all that is stored of turns, without the ids of what belongs to them."""
    found = [row for model in MODELS for row in model.objects.order_by("pk").values()]
    return [{name: value for name, value in row.items() if name != "id" or "came_at" in row} for row in found]


def said_of(game: Game) -> list[object]:
    stories = explain_clocks(game, timezone.now())
    people = User.objects.filter(username__in=("Ada", "Cleo", "Zoe")).order_by("username")
    names = ("Turn", "TurnStep", "TimeGift", "TimeOutClaim")
    documents = [json.loads(one.document(user)) for user in people for one in exports.SUBJECTS]
    exported = [document[name] for document in documents for name in names if name in document]
    told = [(story.title, story.lines) for story in stories]
    return [told, turn_times_of(game), exported, unrated_cause(game, list(game.seats.all()))]


def test_packed_turns_tell_the_same_and_come_back_as_they_were(game: Game) -> None:
    before, said = rows(), said_of(game)
    assert all(model.objects.exists() for model in MODELS)
    assert packing.pack_turns(game.pk)
    assert not any(model.objects.exists() for model in MODELS)
    assert said_of(fresh(game)) == said
    assert not unpack_log(game.pk)  # the turns come first
    assert packing.unpack_turns(game.pk)
    assert rows() == before


def test_packed_turns_name_no_account_that_is_deleted(game: Game) -> None:
    packing.pack_turns(game.pk)
    assert b"Ada" not in zlib.decompress(PackedTurns.objects.get().data)
    for name in ("Ada", "Zoe"):
        User.objects.get(username=name).delete()
    assert {one.player for one in turn_times_of(fresh(game))} == {None}


@pytest.mark.django_db
def test_vague_reports_have_paused_no_more_of_packed_turns() -> None:
    game, now = play_on(started_game(), 12), timezone.now()
    abort_game(game.pk)
    user = turns_of(game)[0].user
    assert user
    first, second = game.turns.filter(user=user).order_by("pk")[:2]
    for turn, days in ((first, 10), (second, 6)):
        Turn.objects.filter(pk=turn.pk).update(came_at=now - days * DAY, ended_at=now - (days - 4) * DAY)
    UnreachableSpan.objects.create(user=user, began_at=now - 11 * DAY, ended_at=now, is_vague=True)

    def bounces() -> list[object]:
        turns = turns_of(fresh(game), RELATED)
        reader = TurnReader(turns, now)
        return [reader.facts(turn).bounces for turn in turns]

    before = bounces()
    assert (pack_log(game.pk), packing.pack_turns(game.pk)) == (True, True)
    assert bounces() == before


@pytest.mark.django_db
def test_damaged_turns_are_refused_and_nothing_is_deleted() -> None:
    game = finished_game()
    assert (pack_log(game.pk), packing.pack_turns(game.pk)) == (True, True)
    PackedTurns.objects.update(data=zlib.compress(b'{"format":1}'))
    with pytest.raises(BrokenTurns):
        packing.unpack_turns(game.pk)
    assert (PackedTurns.objects.count(), fresh(game).packed) == (1, Packed.TURNS)


@pytest.mark.django_db
def test_turns_are_packed_when_no_figure_about_players_needs_them() -> None:
    now, game = timezone.now(), finished_game()
    assert packing.pack_due(now + timedelta(days=396)) == 0
    assert pack_log(game.pk)
    assert [packing.pack_due(now + timedelta(days=days)) for days in (390, 396, 396)] == [0, 1, 0]


@pytest.fixture
def damaged() -> Game:
    """A finished game whose packed turns cannot be read."""
    game = finished_game()
    assert (pack_log(game.pk), packing.pack_turns(game.pk)) == (True, True)
    PackedTurns.objects.update(data=b"x" + bytes(PackedTurns.objects.get().data))
    return fresh(game)


@pytest.mark.django_db
def test_a_game_with_damaged_turns_is_in_trouble_and_all_else_is_shown(damaged: Game) -> None:
    page, said = f"/t/{damaged.code}/", "The times of the turns of this game cannot be read."
    assert said in text_at(Client(), f"{page}replay/")
    found = fresh(damaged)
    assert found.trouble.startswith("the packed turns cannot be read")
    assert said in text_at(Client(), f"{page}replay/?ply=5")
    assert (fresh(damaged).troubled_at, fresh(damaged).version) == (found.troubled_at, found.version)
    assert Client().get(page).status_code == 200
    for refused in (f"{page}times.csv", f"/api/v1/games/{damaged.code}/times/"):
        answer = Client().get(refused)
        assert (answer.status_code, said in answer.content.decode()) == (409, True)
    (one,) = troubled_games(timezone.now())
    assert "what is stored of it: the packed turns cannot be read" in one.troubles[0].text


@pytest.mark.django_db
@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(b"", id="empty"),
        pytest.param(zlib.compress(b"[]"), id="a list"),
        pytest.param(zlib.compress(b'{"format":1}'), id="no columns"),
        pytest.param(None, id="no row"),
    ],
)
def test_the_refusal_of_damaged_turns_marks_the_game(damaged: Game, damage: bytes | None) -> None:
    rows = PackedTurns.objects.all()
    rows.delete() if damage is None else rows.update(data=damage)
    assert Client().get(f"/t/{damaged.code}/times.csv").status_code == 409
    assert fresh(damaged).trouble.startswith("the packed turns")


@pytest.mark.django_db
def test_a_game_with_damaged_turns_that_is_not_rated_says_no_reason(damaged: Game) -> None:
    Game.objects.update(is_rated=True)
    assert unrated_cause(fresh(damaged), list(damaged.seats.all())) is None
    assert fresh(damaged).trouble


@pytest.mark.django_db
def test_operators_read_that_turns_are_damaged(damaged: Game, admin_client: Client) -> None:
    said = "the packed turns cannot be read"
    assert said in text_at(admin_client, reverse("admin:games_game_clocks", args=[damaged.pk]))
    assert said in act(admin_client, "replay", damaged)
    assert fresh(damaged).trouble
    with pytest.raises(CommandError, match=said):
        call_command("clocks", game=damaged.code)
    with pytest.raises(CommandError, match="1 of 1 games"):
        call_command("replay_all", stdout=StringIO())


@pytest.mark.django_db
def test_only_a_backup_of_damaged_turns_repairs_the_game(damaged: Game) -> None:
    Client().get(f"/t/{damaged.code}/replay/")
    with pytest.raises(BrokenTurns):
        repair_game(damaged.pk, "The disk was full.")
    assert fresh(damaged).troubled_at
    PackedTurns.objects.update(data=bytes(PackedTurns.objects.get().data)[1:])
    assert repair_game(damaged.pk, "The disk was full.") == "rebuilt"
    assert fresh(damaged).troubled_at is None
