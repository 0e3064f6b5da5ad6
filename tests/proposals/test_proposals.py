from datetime import timedelta

import pytest
from django.utils import timezone

from games.clocks.models import TablePause, Turn
from games.common.errors import Conflict, Forbidden, Invalid, NotFound
from games.core.choices import Status
from games.core.models import EventKind, Game, TableEvent
from games.notifications.models import Kind, Notification
from games.play.endings import resign
from games.play.models import Proposal, ProposalState
from games.play.proposals import answer, answer_abort, expire_due, propose, withdraw
from tests.helpers.moving_time import DAY, MovingTime
from tests.makers import fresh, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
HOUR = timedelta(hours=1)


def kinds(game: Game) -> list[str]:
    return list(TableEvent.objects.filter(game=game).values_list("kind", flat=True))


def test_a_proposal_asks_the_others_and_takes_effect_with_the_last_answer() -> None:
    ann, bob, eve = (make_user() for _ in range(3))
    game = started_game(ann, bob, eve)
    row = propose(game.pk, ann, "abort")
    assert {mail.user for mail in Notification.objects.filter(kind=Kind.PROPOSAL)} == {bob, eve}
    assert row.expires_at - row.created_at == 3 * DAY
    answer(game.pk, row.pk, bob, True)
    assert fresh(game).status == Status.RUNNING
    assert answer(game.pk, row.pk, eve, True).state == ProposalState.AGREED
    assert fresh(game).status == Status.ABORTED
    assert kinds(game) == ["proposed", "answered", "answered", "closed"]
    # In the log, the answer stands before the end that follows from it.
    assert set(TableEvent.objects.filter(game=game).values_list("ply", flat=True)) == {fresh(game).ply - 1}


def test_each_change_of_a_proposal_lets_open_pages_update() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    versions = [game.version]
    row = propose(game.pk, ann, "pause")
    versions.append(fresh(game).version)
    answer(game.pk, row.pk, bob, False)
    versions.append(fresh(game).version)
    assert versions == sorted(set(versions))


def test_one_refusal_ends_a_proposal() -> None:
    ann, bob, eve = (make_user() for _ in range(3))
    game = started_game(ann, bob, eve)
    row = propose(game.pk, ann, "pause")
    assert answer(game.pk, row.pk, bob, False).state == ProposalState.DECLINED
    with pytest.raises(Conflict, match="proposal-closed"):
        answer(game.pk, row.pk, eve, True)
    told = Notification.objects.filter(kind=Kind.NEWS).values_list("user", flat=True)
    assert set(told) == {ann.pk, eve.pk}


def test_the_same_answer_to_a_proposal_twice_changes_nothing() -> None:
    ann, bob, eve = (make_user() for _ in range(3))
    game = started_game(ann, bob, eve)
    row = propose(game.pk, ann, "pause")
    answer(game.pk, row.pk, bob, True)
    before = fresh(game).version
    answer(game.pk, row.pk, bob, True)
    assert fresh(game).version == before


def test_a_table_has_one_open_proposal_of_a_kind() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    row = propose(game.pk, ann, "pause")
    assert propose(game.pk, ann, "pause") == row
    assert Proposal.objects.count() == 1
    with pytest.raises(Conflict, match="already-proposed"):
        propose(game.pk, bob, "pause")
    with pytest.raises(Conflict, match="already-proposed"):
        propose(game.pk, ann, "pause", {"until": timezone.now() + timedelta(days=3)})
    propose(game.pk, bob, "abort")


def test_agreeing_to_abort_again_after_the_end_is_a_success() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    answer_abort(game.pk, ann, True)
    for _ in range(2):
        assert answer_abort(game.pk, bob, True).status == Status.ABORTED
    with pytest.raises(Conflict, match="not-running"):
        answer_abort(game.pk, bob, False)


def test_only_its_author_withdraws_a_proposal() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    row = propose(game.pk, ann, "pause")
    with pytest.raises(Forbidden, match="not-yours"):
        withdraw(game.pk, row.pk, bob)
    assert withdraw(game.pk, row.pk, ann).state == ProposalState.WITHDRAWN
    withdraw(game.pk, row.pk, ann)
    assert kinds(game) == ["proposed", "closed"]


def test_a_proposal_of_another_table_is_not_found() -> None:
    ann, bob = make_user(), make_user()
    row = propose(started_game(ann, bob).pk, ann, "pause")
    with pytest.raises(NotFound):
        answer(started_game(ann, bob).pk, row.pk, bob, True)


def test_strangers_neither_propose_nor_answer() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    row = propose(game.pk, ann, "pause")
    with pytest.raises(Forbidden, match="not-seated"):
        propose(game.pk, make_user(), "abort")
    with pytest.raises(Forbidden, match="not-seated"):
        answer(game.pk, row.pk, make_user(), False)


def test_a_proposal_ends_after_three_days(moving: MovingTime) -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob, pace="none")
    row = propose(game.pk, ann, "abort")
    moving.pass_by(3 * DAY - HOUR)
    assert fresh(game).seats.filter(wants_abort=True).exists()
    moving.pass_by(2 * HOUR)
    row.refresh_from_db()
    assert row.state == ProposalState.EXPIRED
    assert not fresh(game).seats.filter(wants_abort=True).exists()
    assert Notification.objects.get(kind=Kind.NEWS).user == ann


def test_looking_for_expired_proposals_takes_few_statements(django_assert_max_num_queries: object) -> None:
    with django_assert_max_num_queries(3):  # type: ignore[operator]
        assert expire_due(timezone.now()) == 0


def test_robots_agree_to_every_proposal() -> None:
    ann = make_user()
    game = make_table(ann, seat_count=2, robots=["greedy"])
    assert propose(game.pk, ann, "pause").state == ProposalState.AGREED
    assert propose(game.pk, ann, "abort").state == ProposalState.AGREED
    assert fresh(game).status == Status.ABORTED


def test_the_answer_of_a_player_who_leaves_is_not_needed() -> None:
    ann, bob, eve = (make_user() for _ in range(3))
    game = started_game(ann, bob, eve)
    row = propose(game.pk, ann, "pause")
    answer(game.pk, row.pk, bob, True)
    resign(game.pk, eve)
    row.refresh_from_db()
    assert row.state == ProposalState.AGREED
    assert TablePause.objects.filter(game=game, ended_at=None).exists()


def test_the_end_of_the_game_closes_its_proposals() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    row = propose(game.pk, ann, "pause")
    resign(game.pk, bob)
    row.refresh_from_db()
    assert row.state == ProposalState.EXPIRED


def test_clocks_stop_in_an_agreed_pause_and_go_on_at_its_date(moving: MovingTime) -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob, pace="usual")
    before = Turn.objects.get(game=game).deadline
    row = propose(game.pk, ann, "pause", {"until": moving.now + 10 * DAY})
    answer(game.pk, row.pk, bob, True)
    deadline = Turn.objects.get(game=game).deadline
    assert before
    assert deadline
    assert deadline >= before + 9 * DAY
    assert fresh(game).deadline == deadline
    moving.pass_by(10 * DAY + HOUR)
    assert TableEvent.objects.filter(game=game, kind=EventKind.RESUMED).count() == 1
    pause = TablePause.objects.get(game=game)
    assert pause.ended_at == pause.until
    assert Turn.objects.get(game=game).deadline == deadline


def test_players_can_end_an_agreed_pause_before_its_date(moving: MovingTime) -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob, pace="usual")
    row = propose(game.pk, ann, "pause")
    answer(game.pk, row.pk, bob, True)
    assert Turn.objects.get(game=game).deadline is None
    moving.pass_by(5 * DAY)
    row = propose(game.pk, bob, "resume")
    assert fresh(game).deadline is None
    answer(game.pk, row.pk, ann, True)
    assert fresh(game).deadline is not None
    with pytest.raises(Conflict, match="not-paused"):
        propose(game.pk, bob, "resume")


def test_playing_in_an_agreed_pause_is_allowed() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob, pace="usual")
    row = propose(game.pk, ann, "pause")
    answer(game.pk, row.pk, bob, True)
    assert play_on(game, 2).ply > game.ply


def test_a_second_pause_and_one_over_thirty_days_are_refused() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    for days in (-1, 31):
        with pytest.raises(Invalid, match="bad-date"):
            propose(game.pk, ann, "pause", {"until": timezone.now() + days * DAY})
    row = propose(game.pk, ann, "pause")
    answer(game.pk, row.pk, bob, True)
    with pytest.raises(Conflict, match="already-paused"):
        propose(game.pk, ann, "pause")


def test_a_proposed_pace_acts_from_the_next_turn_on(moving: MovingTime) -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob, pace="none")
    row = propose(game.pk, ann, "pace", {"pace": "usual"})
    answer(game.pk, row.pk, bob, True)
    game = fresh(game)
    assert (game.pace, game.deadline) == ("usual", None)
    game = play_on(game, 2)
    assert Turn.objects.get(game=game, ended_at=None).bank == 3 * DAY.total_seconds()
    assert game.deadline is not None


def test_a_bank_gets_at_least_the_initial_time_of_a_new_pace(moving: MovingTime) -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob, pace="brisk")
    row = propose(game.pk, ann, "pace", {"pace": "leisurely"})
    answer(game.pk, row.pk, bob, True)
    game = play_on(fresh(game), 2)
    assert {seat.bank for seat in game.seats.all()} == {7 * 86400}


def test_a_custom_pace_within_the_limits_can_be_proposed() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    own = {"bank": 86400, "increment": 3600, "cap": 86400, "grace": 0, "ceiling": 86400}
    row = propose(game.pk, ann, "pace", {"pace": "own", "own_pace": own})
    answer(game.pk, row.pk, bob, True)
    assert fresh(game).own_pace == own


@pytest.mark.parametrize("values", [{"pace": "now"}, {"pace": "own"}, {}])
def test_an_unknown_pace_cannot_be_proposed(values: dict[str, object]) -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    with pytest.raises(Invalid, match="bad-pace"):
        propose(game.pk, ann, "pace", values)


def test_an_out_of_bounds_or_unchanged_pace_cannot_be_proposed() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob, pace="usual")
    own = {"bank": 1, "increment": 3600, "cap": 86400, "grace": 0, "ceiling": 86400}
    with pytest.raises(Invalid, match="bad-pace"):
        propose(game.pk, ann, "pace", {"pace": "own", "own_pace": own})
    with pytest.raises(Conflict, match="same-pace"):
        propose(game.pk, ann, "pace", {"pace": "usual"})


def test_the_old_way_to_abort_makes_a_proposal() -> None:
    ann, bob, eve = (make_user() for _ in range(3))
    game = started_game(ann, bob, eve)
    answer_abort(game.pk, ann, True)
    answer_abort(game.pk, bob, True)
    assert [seat.wants_abort for seat in game.seats.all()] == [True, True, False]
    answer_abort(game.pk, bob, False)
    assert not game.seats.filter(wants_abort=True).exists()
    assert answer_abort(game.pk, bob, False).proposals.get().state == ProposalState.DECLINED
