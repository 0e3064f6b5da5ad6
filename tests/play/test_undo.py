from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.clocks.models import Turn, TurnEnd
from games.common.errors import Conflict, StalePly
from games.core.choices import Status
from games.core.log import fault_of, log_of, whole_log_of
from games.core.models import Entry, EventKind, Game, TableEvent
from games.notifications.models import Kind, Notification
from games.play.actions import play_action
from games.play.after_action import rebuild_derived
from games.play.models import ProposalState
from games.play.proposals import answer, propose
from tests.helpers.moving_time import DAY, MovingTime
from tests.helpers.page_client import form_to, forms_of, signed_in, text_at
from tests.makers import any_action, fresh, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
HOUR = timedelta(hours=1)
FEW_RUGS = {"rugs": "4/4/4"}


def after_first_rug() -> tuple[Game, User, User, User]:
    """Return a game in which Ann has laid her first rug, and its players. With three, no rug is drawn from a pile."""
    ann, bob, eve = (make_user() for _ in range(3))
    return play_on(started_game(ann, bob, eve, pace="usual", options=FEW_RUGS), 2), ann, bob, eve


def agreed_undo(game: Game, *players: User) -> Game:
    """Return the game after the first of the players has proposed to undo, and the others have agreed."""
    row = propose(game.pk, players[0], "undo")
    for player in players[1:]:
        answer(game.pk, row.pk, player, True)
    return fresh(game)


def test_a_rug_is_undone_when_all_agree(moving: MovingTime) -> None:
    ann, bob, eve = (make_user() for _ in range(3))
    game = play_on(started_game(ann, bob, eve, pace="usual"), 1)
    moving.pass_by(2 * DAY)
    game = play_on(game, 1)
    log, first = log_of(game), Turn.objects.get(game=game, user=ann)
    assert first.charge
    game = agreed_undo(game, ann, bob, eve)
    assert log_of(game) == log[:-1]
    assert (game.ply, game.turn, game.undone) == (len(log) - 1, 1, 1)
    assert game.seats.get(is_acting=True).user == ann
    first.refresh_from_db()
    again = Turn.objects.get(game=game, ended_at=None)
    assert (first.ended_by, first.bank_after) == (TurnEnd.UNDONE, first.bank - first.charge)
    assert (again.user, again.bank) == (ann, first.bank_after)
    waiting = Turn.objects.get(game=game, user=bob)
    assert (waiting.ended_by, waiting.charge, waiting.bank_after) == (TurnEnd.UNDONE, 0, waiting.bank)
    assert rebuild_derived(game.pk) is False
    assert fault_of(game) == ""


def test_undone_entries_stay_in_the_log_with_the_rewind_that_took_them_back() -> None:
    game, ann, bob, eve = after_first_rug()
    laid = game.entries.get(ply=game.ply - 1)
    game = agreed_undo(game, ann, bob, eve)
    kept, rewind = Entry.every.filter(game=game, rewind=1).order_by("pk")
    assert (kept.pk, kept.seat, kept.notation, kept.state_hash) == (laid.pk, 0, laid.notation, laid.state_hash)
    assert (rewind.seat, rewind.notation) == (None, f"rewind {game.ply}")
    assert whole_log_of(game)[-2:] == [(0, laid.notation), (None, f"rewind {game.ply}")]
    event = TableEvent.objects.get(game=game, kind=EventKind.UNDONE)
    assert (event.seat, event.ply, event.params["what"]) == (0, laid.ply, "turn")
    assert laid.notation in event.params["lines"][0]


def test_a_repeated_turn_after_an_undo_is_announced_again() -> None:
    game, ann, bob, eve = after_first_rug()
    play_on(agreed_undo(game, ann, bob, eve), 1)
    assert Notification.objects.filter(kind=Kind.TURN, user=bob, game=game).count() == 2


def test_a_page_from_before_an_undo_plays_nothing() -> None:
    game, ann, bob, eve = after_first_rug()
    ply = game.ply
    game = play_on(agreed_undo(game, ann, bob, eve), 1)
    assert game.ply == ply
    with pytest.raises(StalePly):
        play_action(game.pk, bob, any_action(game), ply, undone=0)
    assert play_action(game.pk, bob, any_action(game), ply, undone=1).ply > ply


def test_an_undo_does_not_cross_a_roll() -> None:
    game, ann, *_others = after_first_rug()
    row = propose(game.pk, ann, "undo")
    game = play_on(fresh(game), 1)
    row.refresh_from_db()
    assert row.state == ProposalState.EXPIRED
    with pytest.raises(Conflict, match="cannot-undo"):
        propose(game.pk, ann, "undo")
    assert not TableEvent.objects.filter(kind=EventKind.UNDONE).exists()


def test_an_own_roll_cannot_be_undone() -> None:
    ann, bob = make_user(), make_user()
    game = play_on(started_game(ann, bob), 1)
    with pytest.raises(Conflict, match="cannot-undo"):
        propose(game.pk, ann, "undo")


def test_a_game_goes_on_to_its_end_after_an_undo() -> None:
    game, ann, bob, eve = after_first_rug()
    game = play_on(agreed_undo(game, ann, bob, eve), seed=7)
    assert game.status == Status.FINISHED
    assert fault_of(game) == ""


def taken_back() -> tuple[Game, User, int]:
    """Return a game in which Ann's rug was taken back, Ann, and the ply that comes again."""
    game, ann, bob, eve = after_first_rug()
    game = agreed_undo(game, ann, bob, eve)
    return game, ann, game.ply


def test_a_page_from_before_an_undo_does_not_play_after_it() -> None:
    game, ann, ply = taken_back()
    page, sent = signed_in(ann), {"ply": ply, "action": any_action(game)}
    assert page.post(f"/t/{game.code}/act/", sent).status_code == 409
    assert page.post(f"/t/{game.code}/plan/", {**sent, "face-1": any_action(game)}).status_code == 409
    assert fresh(game).ply == ply
    form = form_to(text_at(page, f"/t/{game.code}/"), "/act/")
    assert form.values["undone"] == "1"
    assert page.post(form.action, {**form.values, "action": any_action(game)}).status_code == 302
    assert fresh(game).ply > ply


def test_the_form_of_a_whole_turn_names_the_undo_mark() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    Game.objects.filter(pk=game.pk).update(undone=2)
    form = form_to(text_at(signed_in(ann), f"/t/{game.code}/plan/?rotation=F"), "/plan/")
    assert form.values["undone"] == "2"
    assert signed_in(ann).post(form.action, {**form.values, "undone": "1"}).status_code == 409
    assert signed_in(ann).post(form.action, form.values).status_code == 302


def test_a_page_from_before_an_undo_does_not_resign_after_it() -> None:
    game, ann, ply = taken_back()
    page = signed_in(ann)
    assert page.post(f"/t/{game.code}/resign/", {"ply": ply}).status_code == 409
    assert not fresh(game).seats.get(user=ann).is_out
    address = f"/t/{game.code}/resign/"
    form = next(form for form in forms_of(text_at(page, address)) if "ply" in form.values)
    assert form.values["undone"] == "1"
    assert page.post(address, form.values).status_code == 302
    assert fresh(game).seats.get(user=ann).is_out


def test_addresses_of_pictures_change_after_an_undo() -> None:
    game, ann, ply = taken_back()
    page = signed_in(ann)
    assert f"board.svg?ply={ply}&amp;undone=1" in text_at(page, "/")
    replay = text_at(page, f"/t/{game.code}/replay/?ply={ply}")
    assert f"/t/{game.code}/frames/?undone=1" in replay
    for name in ("card.png", "board.png", "board.svg"):
        assert f"/{game.code}/{name}?ply={ply}&amp;undone=1" in replay
    assert "/frames/?undone=1" in text_at(page, f"/embed/{game.code}/")
    assert f"/t/{game.code}/frames/?undone=1" in text_at(page, f"/t/{game.code}/")


def cached(game: Game, path: str) -> str:
    """Return how long everyone may keep what a stranger gets at an address of a table."""
    return Client().get(f"/t/{game.code}/{path}")["Cache-Control"]


@pytest.mark.parametrize("name", ["board.svg", "board.png", "card.png"])
def test_a_picture_of_a_running_game_is_kept_for_long_only_if_its_address_names_the_undo_mark(name: str) -> None:
    game, _ann, ply = taken_back()
    marks = {mark: cached(game, f"{name}?ply={ply}{mark}") for mark in ("", "&undone=0", "&undone=1")}
    long = "public, max-age=604800" + ("" if name == "board.svg" else ", immutable")
    assert marks == {"": "public, max-age=300", "&undone=0": "public, max-age=300", "&undone=1": long}
    play_on(game)
    assert cached(game, f"{name}?ply={ply}") == long


def test_frames_of_a_running_game_are_kept_only_if_their_address_names_the_undo_mark() -> None:
    game, _ann, ply = taken_back()
    marks = [cached(game, f"frames/?to={ply}{mark}") for mark in ("", "&undone=0", "&undone=1")]
    assert marks == ["private, no-cache", "private, no-cache", "public, max-age=3600"]
    play_on(game)
    assert cached(game, f"frames/?to={ply}") == "public, max-age=3600"


def test_addresses_of_pictures_name_the_undo_mark_before_the_first_undo() -> None:
    game, _ann, bob, _eve = after_first_rug()
    page = signed_in(bob)
    assert f"board.svg?ply={game.ply}&amp;undone=0" in text_at(page, "/")
    replay = text_at(page, f"/t/{game.code}/replay/?ply={game.ply}")
    for name in ("card.png", "board.png", "board.svg"):
        assert f"/{game.code}/{name}?ply={game.ply}&amp;undone=0" in replay
