"""Ratings that follow from rated games: as they end, and in a replay of them all."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import TestCase
from django.utils import timezone

from accounts.models import User
from games.conduct.models import RecordedAct
from games.core.models import EventKind, Heartbeat, TableEvent
from games.delivery import worker
from games.notifications.models import Notification
from games.ratings import formula
from games.ratings.formula import Skill
from games.ratings.lock import current_for_update
from games.ratings.models import RatedGame, Rating, RatingChange, RatingVersion
from games.ratings.replays import HEARTBEAT, renew, replay
from games.ratings.services import rate_waiting, wake_waiting
from games.sweep import PARTS
from games.tasks import rate_games
from tests.makers import make_user

from .rated_games import START, played_rated_game, rating_of, written_rated_game

pytestmark = pytest.mark.django_db


def people(count: int) -> list[User]:
    return [make_user() for _player in range(count)]


def season() -> list[User]:
    """Write forty games of six people, with leavers and tables of two to four, and rate them. Return the people."""
    players = people(6)
    for number in range(40):
        order = [players[(number * step + step) % 6] for step in (1, 3, 5, 2)][: 2 + number % 3]
        order = list(dict.fromkeys(order))
        if len(order) > 1:
            kinds = ["played"] * (len(order) - 1) + ["left" if number % 7 == 0 else "played"]
            written_rated_game(*order, hours=30 * number, kinds=kinds)
    rate_waiting()
    return players


def bits() -> list[tuple[object, ...]]:
    """Return all current ratings, to the last bit."""
    rows = Rating.objects.filter(version__is_current=True).order_by("user", "title", "pool")
    return [(row.user_id, row.pool, row.mu.hex(), row.var.hex(), row.games, row.opponents, row.at) for row in rows]


def changes() -> list[tuple[object, ...]]:
    """Return all current changes, to the last bit."""
    rows = RatingChange.objects.filter(version__is_current=True).order_by("rated_game__number", "user", "pool")
    values = rows.values_list("rated_game", "user", "pool", "place", "weight", "reason")
    floats = [(row.mu_before.hex(), row.var_before.hex(), row.mu_after.hex(), row.var_after.hex()) for row in rows]
    return list(zip(values, floats, strict=True))


def rate(*arguments: str) -> str:
    """Run ``manage.py rate`` and return what it prints."""
    out = StringIO()
    call_command("rate", *arguments, stdout=out)
    return out.getvalue()


def test_a_game_moves_the_rating_of_all_tables_and_that_of_its_size() -> None:
    ada, ben = people(2)
    rated = written_rated_game(ada, ben)

    assert rate_waiting() == 1

    for pool in ("all", "2"):
        assert formula.shown(rating_of(ada, pool).mu) == 1583
        assert formula.shown(rating_of(ben, pool).mu) == 1417
    assert (rating_of(ada).games, rating_of(ada).opponents, rating_of(ada).at) == (1, 1, START)
    assert not Rating.objects.filter(pool="3").exists()
    change = RatingChange.objects.get(user=ada, pool="all")
    assert (change.rated_game, change.mu_before, change.mu_after) == (rated, 0.0, rating_of(ada).mu)


def test_what_a_substitute_gains_is_multiplied_by_the_weight_of_the_game() -> None:
    ada, ben = people(2)
    rated = written_rated_game(ada, ben, kinds=["substitute"])
    rated.inputs[0] |= {"weight": 0.25, "better": 0.5}
    rated.save(update_fields=["inputs"])

    rate_waiting()

    after = rating_of(ada, "2")
    assert Skill(after.mu, after.var) == formula.with_gain(formula.START, 0.5, 0.25)


def test_a_really_played_game_is_rated() -> None:
    ada, ben = people(2)
    game = played_rated_game(ada, ben)

    rate_waiting()

    places = {seat.user_id: seat.place or 0 for seat in game.seats.all()}
    is_ada_better = rating_of(ada).mu > rating_of(ben).mu
    assert is_ada_better == (places[ada.pk] < places[ben.pk])


def test_games_are_numbered_in_the_order_of_their_ends() -> None:
    players = people(2)
    late, early = written_rated_game(*players, hours=2), written_rated_game(*players, hours=1)
    same = written_rated_game(*players, hours=2)

    rate_waiting()

    ordered = RatedGame.objects.order_by("number").values_list("pk", "number")
    assert list(ordered) == [(early.pk, 1), (late.pk, 2), (same.pk, 3)]


def test_a_second_worker_finds_nothing_to_rate() -> None:
    written_rated_game(*people(2))
    rate_waiting()
    before = bits()

    assert rate_waiting() == 0
    assert bits() == before


def test_two_games_cannot_have_the_same_number() -> None:
    players = people(2)
    written_rated_game(*players, number=1)

    with pytest.raises(IntegrityError), transaction.atomic():
        written_rated_game(*players, number=1)


def test_there_is_one_current_version() -> None:
    RatingVersion.objects.create(number=1, is_current=True)

    with pytest.raises(IntegrityError), transaction.atomic():
        RatingVersion.objects.create(number=2, is_current=True)


def test_idle_time_before_a_game_counts() -> None:
    ada, ben, cleo = people(3)
    for number in range(12):
        written_rated_game(*([ada, ben] if number % 2 else [ben, ada]), hours=number)
    rate_waiting()
    var = rating_of(ada).var
    last = written_rated_game(ada, cleo, hours=11 + 24 * 100)

    rate_waiting()

    change = RatingChange.objects.get(user=ada, rated_game=last, pool="all")
    assert change.var_before == pytest.approx(var + 100 * formula.IDLE_VAR_PER_DAY)


def test_the_sweep_finds_games_whose_message_was_lost() -> None:
    assert wake_waiting in PARTS
    written_rated_game(*people(2))

    with TestCase.captureOnCommitCallbacks() as early:
        wake_waiting(START)
    with TestCase.captureOnCommitCallbacks() as due:
        wake_waiting(START + timedelta(minutes=2))
    assert (len(early), len(due)) == (0, 1)


def test_a_replay_computes_the_same_bits() -> None:
    season()
    before, history = bits(), changes()

    assert "0 ratings change." in rate()

    assert bits() == before
    assert changes() == history
    assert RatingVersion.objects.get(is_current=True).number == 2


def test_games_after_a_replay_go_on_in_its_version() -> None:
    players = season()
    rate()
    written_rated_game(*players[:2], hours=5000)
    rate_waiting()
    before = bits()

    rate()

    assert bits() == before


def test_games_that_end_during_a_replay_are_entered_before_the_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    players, late, locks = season(), list[RatedGame](), list[RatingVersion]()

    def lock_after_a_game() -> RatingVersion:
        if locks:  # the second lock is the one of the switch
            late.append(written_rated_game(*players[:2], hours=5000))
            rate_waiting()
        locks.append(current_for_update())
        return locks[-1]

    monkeypatch.setattr("games.ratings.replays.current_for_update", lock_after_a_game)
    rate()

    assert RatingChange.objects.filter(version__is_current=True, rated_game=late[0]).count() == 4
    before = bits()
    monkeypatch.undo()
    rate()
    assert bits() == before


def test_a_replay_under_way_is_neither_begun_again_nor_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    season()
    RatingVersion.objects.update(formula=0)
    numbers = []

    def begin_another(*_args: object) -> bool:
        numbers.append(RatingVersion.objects.filter(is_current=False).get().number)
        Heartbeat.objects.filter(name="ratings").delete()  # as after an hour
        renew(timezone.now())
        with pytest.raises(CommandError, match="being computed"):
            rate()
        return False

    replay(voided=[], excluded=[], progress=begin_another)
    assert {*numbers} == {RatingVersion.objects.get(is_current=True).number}
    Heartbeat.objects.create(name=HEARTBEAT, at=timezone.now() - timedelta(minutes=11))  # of a stopped one
    rate()


def test_a_trial_of_a_replay_changes_nothing() -> None:
    season()
    before, rows = bits(), RatingChange.objects.count()
    code = RatedGame.objects.get(number=3).game.code

    printed = rate("--dry-run", "--void", code)

    assert "would be rated" in printed
    assert "0 ratings change." not in printed
    assert (bits(), RatingChange.objects.count(), RatingVersion.objects.count()) == (before, rows, 1)
    assert not Notification.objects.exists()


def test_a_voided_game_changes_only_those_linked_by_games() -> None:
    ada, ben, cleo, dan, eve = people(5)
    void = written_rated_game(ada, ben)
    written_rated_game(ben, cleo, hours=1)
    written_rated_game(dan, eve, hours=2)
    rate_waiting()
    before = {user: rating_of(user).mu for user in (ben, cleo, dan, eve)}

    rate("--void", void.game.code)

    assert not Rating.objects.filter(version__is_current=True, user=ada).exists()
    assert rating_of(ben).mu != before[ben]
    assert rating_of(cleo).mu != before[cleo]
    assert (rating_of(dan).mu, rating_of(eve).mu) == (before[dan], before[eve])

    rate("--restore", void.game.code)
    assert rating_of(ben).mu == before[ben]
    events = TableEvent.objects.filter(game=void.game, kind=EventKind.OPERATOR).values_list("params__what", flat=True)
    assert list(events) == ["voided", "restored"]
    acts = RecordedAct.objects.filter(game=void.game).order_by("pk").values_list("after", flat=True)
    assert list(acts) == ["The result doesn’t count for ratings.", "The result counts for ratings again."]


def test_what_a_command_decides_is_recorded_although_the_ratings_are_being_computed() -> None:
    game = written_rated_game(*people(2)).game
    rate_waiting()
    Heartbeat.objects.create(name=HEARTBEAT, at=timezone.now())
    for _attempt in range(2):
        with pytest.raises(CommandError, match="being computed"):
            rate("--void", game.code)
    assert RatingVersion.objects.get().to_void == [game.code]
    assert RecordedAct.objects.get().game == TableEvent.objects.get(kind=EventKind.OPERATOR).game == game


def test_an_excluded_player_is_left_out_of_all_games_and_of_those_to_come() -> None:
    ada, ben, cleo = people(3)
    written_rated_game(ada, ben, cleo)
    rate_waiting()

    rate("--exclude", ada.username, "--reason", "Two accounts.")
    written_rated_game(ada, ben, hours=1)
    rate_waiting()

    assert not Rating.objects.filter(version__is_current=True, user=ada).exists()
    assert formula.shown(rating_of(ben).mu) == 1553
    assert formula.shown(rating_of(cleo).mu) == 1447
    assert rating_of(ben).opponents == 1


def test_who_moves_by_five_points_gets_one_sentence_that_names_nobody() -> None:
    ada, ben, cleo, dan = people(4)
    void = written_rated_game(ada, ben)
    written_rated_game(cleo, dan, hours=1)
    rate_waiting()

    rate("--void", void.game.code)
    worker.drain(START)

    sent = {message.to[0]: message for message in mail.outbox}
    assert set(sent) == {ada.email, ben.email}
    assert sent[ben.email].subject == "[Marrakech by Mail] Your rating in Marrakech has been corrected"
    text = " ".join(str(sent[ben.email].body).split())
    assert "All ratings have been computed again: yours in Marrakech is now 1500 instead of 1417." in text
    assert ada.username not in text


def test_the_command_refuses_unknown_games_and_players() -> None:
    season()
    before = bits()

    for arguments in (("--void", "nosuchgame"), ("--exclude", "Nobody")):
        with pytest.raises(CommandError):
            rate(*arguments)
    assert (bits(), RatingVersion.objects.count()) == (before, 1)


def test_only_the_version_before_the_current_one_is_kept() -> None:
    season()
    for _replay in range(3):
        rate()

    assert list(RatingVersion.objects.order_by("number").values_list("number", "is_current")) == [(3, False), (4, True)]


def test_a_new_formula_rates_all_games_again_once_and_writes_to_those_who_move() -> None:
    ada, ben = people(2)
    void = written_rated_game(ben, ada)
    written_rated_game(ada, ben, hours=1)
    rate_waiting()
    rate("--void", void.game.code)
    mail.outbox.clear()
    version = RatingVersion.objects.filter(is_current=True)
    version.update(formula=formula.VERSION - 1)
    Rating.objects.update(mu=1.0)

    for _twice in range(2):
        rate_games()

    assert [(row.number, row.formula, row.voided) for row in version] == [(3, formula.VERSION, [void.game.code])]
    assert formula.shown(rating_of(ada).mu) == 1583
    assert {message.to[0] for message in mail.outbox} == {ada.email, ben.email}


def test_a_deleted_account_has_no_rating_and_the_others_keep_theirs() -> None:
    ada, ben = people(2)
    written_rated_game(ada, ben)
    rate_waiting()
    before = rating_of(ben).mu

    ada.delete()
    rate()

    assert rating_of(ben).mu == before
    assert Rating.objects.filter(version__is_current=True).count() == 2


def test_a_player_is_listed_with_a_certain_rating_and_five_opponents_for_90_days_at_most() -> None:
    ada, *others = people(6)
    for number in range(45):
        pair = [ada, others[number % 4]]
        written_rated_game(*(pair if number % 2 else pair[::-1]), hours=number)
    rate_waiting()
    assert (rating_of(ada).opponents, rating_of(ada).listed_until) == (4, None)

    written_rated_game(ada, others[4], hours=50)
    rate_waiting()

    rating = rating_of(ada)
    assert rating.opponents == 5
    assert formula.deviation(rating.var) < 75
    spare = 75**2 - formula.deviation(rating.var) ** 2
    assert rating.listed_until == START + timedelta(hours=50) + min(timedelta(days=90), timedelta(days=spare / 23.3))
    assert formula.deviation(rating_of(others[4]).var) > 75
    assert rating_of(others[4]).listed_until is None
