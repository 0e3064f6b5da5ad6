import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts import exports
from accounts.models import User
from games.clocks.models import Turn
from games.common.errors import Conflict, Forbidden, Invalid
from games.conduct.models import RecordedAct
from games.core.choices import Status
from games.core.log import course_of_game, fault_of, whole_log_of
from games.core.models import Entry, EventKind, Game, Seat, TableEvent
from games.core.selectors import seats_of
from games.engine.gamefile import read_one, verify
from games.mail.compose import compose
from games.notifications.models import Kind, Notification
from games.play.after_action import rebuild_derived
from games.play.models import ProposalState
from games.play.operators import Operator
from games.play.proposals import propose
from games.play.undo import repair_game, rewind_game
from games.ratings.formula import START, shown
from games.ratings.inputs import unrated_cause
from games.ratings.models import Rating, RatingVersion, Unrated
from games.ratings.replays import renew
from games.ratings.services import rate_waiting, restore_result, void_result
from games.replay.game_files import game_file, game_record
from games.time_outs import operators
from games.time_outs.repairs import Change, carry_out, preview
from tests.core.test_broken_games import DAMAGES, Damage, garble
from tests.helpers.moving_time import DAY, MovingTime
from tests.helpers.notifications import text_of
from tests.helpers.page_client import forms_of, text_at
from tests.makers import finished_game, fresh, make_user, play_on, started_game
from tests.ratings.rated_games import rating_of, written_rated_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
FEW_RUGS = {"rugs": "4/4/4"}
SHORT: dict[str, dict[str, Any]] = {
    "marrakech": {"options": FEW_RUGS},
    "marram": {"title": "marram", "ruleset": "classic-short"},
}


def operator(reason: str = "A slip.") -> Operator:
    user = make_user(is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="change_game"))
    return Operator(User.objects.get(pk=user.pk), reason)


def numbers_of(game: Game) -> list[tuple[str, int | None, int]]:
    return [(one.chance.label, one.chance.seat, one.chance.number) for one in course_of_game(game).results()]


@pytest.mark.parametrize("title", SHORT)
def test_a_game_goes_back_behind_results_and_to_its_end(title: str) -> None:
    game = play_on(started_game(**SHORT[title]), 12)
    before, target = whole_log_of(game), game.ply // 3
    rewind_game(game.pk, target, operator())
    game = fresh(game)
    assert whole_log_of(game)[: len(before) + 1] == [*before, (None, f"rewind {target}")]
    assert (fault_of(game), rebuild_derived(game.pk)) == ("", False)
    game = fresh(play_on(game, 4))
    rewind_game(game.pk, game.ply - 2, operator())
    game = fresh(play_on(fresh(game)))
    assert (game.status, fault_of(game), game.undone) == (Status.FINISHED, "", 2)
    assert len(numbers_of(game)) == len(set(numbers_of(game)))
    text = game_file(game, game_record(game))
    assert verify(read_one(text)) == ()
    assert list(read_one(text).log) == whole_log_of(game)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_game_goes_back_behind_what_does_not_replay_and_to_its_end(damage: Damage) -> None:
    game = play_on(started_game(options=FEW_RUGS), 9)
    results = set(numbers_of(game))
    damage(game)
    rewind_game(game.pk, 1, operator())
    game = fresh(play_on(fresh(game)))
    assert (game.status, fault_of(game), game.troubled_at) == (Status.FINISHED, "", None)
    kept = course_of_game(game)
    drawn = [one.chance for one in kept.results() if one.ply.number > max(kept.rewinds)]
    assert not {(one.label, one.seat, one.number) for one in drawn} & results
    assert verify(read_one(game_file(game, game_record(game)))) == ()


@pytest.mark.parametrize("lost", ["unreadable", "gone", "gone at the end"])
def test_a_game_is_repaired_if_what_was_taken_back_does_not_replay(lost: str) -> None:
    game = play_on(started_game(options=FEW_RUGS), 9)
    rewind_game(game.pk, 3, operator())
    game = play_on(fresh(game), 2)
    results, damaged = set(numbers_of(game)), Entry.every.filter(game=game, rewind=1, seat__isnull=False)
    if lost == "gone at the end":
        damaged = Entry.every.filter(game=game, rewind=1, ply__gt=5).exclude(notation__startswith="rewind")
    damaged.update(notation="\u00a7") if lost == "unreadable" else damaged.delete()
    assert fault_of(fresh(game))
    assert repair_game(game.pk, "A slip.") == "shortened"
    before = fresh(game).undone
    game = fresh(play_on(fresh(game)))
    assert (game.status, fault_of(game), game.undone) == (Status.FINISHED, "", before)
    kept = course_of_game(game)
    drawn = [one.chance for one in kept.results() if one.ply.number > max(kept.rewinds)]
    assert drawn
    assert not {(one.label, one.seat, one.number) for one in drawn} & results
    assert verify(read_one(game_file(game, game_record(game)))) == ()


def test_a_step_that_does_not_replay_or_is_not_there_is_refused() -> None:
    game = DAMAGES[0](play_on(started_game(), 9))
    for ply, code in ((game.ply, "bad-step"), (-1, "bad-step"), (5, "not-sound")):
        with pytest.raises(Invalid, match=code):
            rewind_game(game.pk, ply, operator())
    with pytest.raises(Conflict, match="not-running"):
        rewind_game(finished_game().pk, 1, operator())
    assert not Entry.every.exclude(rewind=0).exists()


def changes_of(game: Game, by: Operator) -> dict[str, Change]:
    other = make_user("Eve")
    return {
        "rewind": lambda: rewind_game(game.pk, 3, by),
        "time": lambda: operators.give_time(game.pk, game.seats.get(is_acting=True).number or 0, timedelta(2), by),
        "robot": lambda: operators.give_seat_to_robot(game.pk, 1, by),
        "player": lambda: operators.give_seat(game.pk, 1, other.username, by),
        "offer": lambda: operators.offer_seat(game.pk, 0, by),
        "pause": lambda: operators.pause(game.pk, fresh(game).created_at + timedelta(5), by),
    }


SAID = {
    "rewind": "The game goes back from step",
    "time": "gets 2 days.",
    "robot": "gets Bob’s seat.",
    "player": "Eve gets Bob’s seat.",
    "offer": "The seat of Ann is offered to other players. This doesn’t count as leaving the game: Ann.",
    "pause": "All clocks are stopped.",
}


DONE = {
    "rewind": "The game went back from step",
    "time": "got 2 days.",
    "robot": "The seat of Bob was given to",
    "player": "The seat of Bob was given to Eve.",
    "offer": "The seat of Ann was offered to other players.",
    "pause": "All clocks were stopped.",
}


@pytest.mark.parametrize("what", SAID)
def test_a_preview_changes_nothing_and_says_what_happens(what: str, moving: MovingTime) -> None:
    game = play_on(started_game(make_user("Ann"), make_user("Bob"), pace="usual"), 7)
    by = operator()
    change = changes_of(game, by)[what]
    rows = [model.objects.count() for model in (TableEvent, Notification, Entry, RecordedAct)]
    said = preview(game.pk, by, change)
    assert fresh(game).version == game.version
    assert [model.objects.count() for model in (TableEvent, Notification, Entry, RecordedAct)] == rows
    done = carry_out(game.pk, by, "Act", change)
    assert SAID[what] in " ".join(said)
    assert SAID[what] not in " ".join(done)
    assert DONE[what] in " ".join(done)
    assert f"Notified: {', '.join(sorted({'Ann', 'Bob', *(['Eve'] if what == 'player' else [])}))}." in said
    act = RecordedAct.objects.get()
    assert (act.actor, act.game, act.reason) == (by.user, game, "A slip.")
    assert act.after == f"Act: {' '.join(done)}"
    if what == "time":  # the email that starts the clock has not left yet
        assert "at the latest" in act.after
        assert "(UTC)" in act.after


def test_a_repair_names_the_columns_and_no_other_act_does() -> None:
    game = play_on(started_game(pace="usual"), 7)
    by, score = operator("A slip"), game.seats.get(number=1).score
    Seat.objects.filter(game=game, number=1).update(score=99)
    text = f"Stored again as it follows from the log: B score: 99 → {score}."
    assert text in preview(game.pk, by, lambda: repair_game(game.pk, by.reason))
    assert "Stored again" not in " ".join(preview(game.pk, by, lambda: operators.give_seat_to_robot(game.pk, 0, by)))
    repair_game(game.pk, by.reason)
    acting = game.seats.get(is_acting=True).user
    mail = compose(Notification.objects.get(kind=Kind.NEWS, user=acting))
    assert "Your deadline is still" in text_of(mail)
    assert "A slip" not in mail.subject


def test_only_who_may_change_games_repairs_them() -> None:
    game = play_on(started_game(), 7)
    with pytest.raises(Forbidden, match="not-an-operator"):
        carry_out(game.pk, Operator(make_user(is_staff=True), "A slip."), "Act", lambda: pytest.fail("it was done"))
    with pytest.raises(Invalid, match="no-reason"):
        carry_out(game.pk, operator(" "), "Act", lambda: pytest.fail("it was done"))


def test_players_read_what_was_taken_back_and_why() -> None:
    game = play_on(started_game(), 7)
    rewind_game(game.pk, 3, operator("A slip"))
    event = TableEvent.objects.get(game=game, kind=EventKind.UNDONE)
    assert (event.params["what"], event.params["reason"]) == ("rewind", "A slip")
    assert event.params["lines"]
    news = Notification.objects.filter(game=game, kind=Kind.NEWS)
    assert news.count() == 2
    email = compose(news[0])
    assert event.params["lines"][0].split()[-1] in text_of(email)
    assert "Reason: A slip. What doesn’t count" in " ".join(text_of(email).split())
    assert "to step 3 (turn" in email.subject
    assert "A slip" not in email.subject
    assert "count any more" not in email.subject


def test_a_player_whose_seat_is_given_away_is_told_by_whom_and_why() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game = play_on(started_game(ann, bob), 7)
    operators.give_seat_to_robot(game.pk, 1, operator("Bob asked for it."))
    text = " ".join(text_of(compose(Notification.objects.get(user=bob, kind=Kind.NEWS))).split())
    assert "The operator of the site has given Bob’s seat to the robot" in text
    assert "Reason: Bob asked for it." in text


def test_a_turn_that_was_over_before_a_draw_stays_as_it_was() -> None:
    game = play_on(started_game(make_user("Ann"), make_user("Bob"), pace="usual", **SHORT["marram"]), 13)
    first = Turn.objects.get(game=game, number=1)
    due = game.entries.filter(seat=None, ply__lt=game.entries.filter(seat=first.seat.number).latest("ply").ply)
    rewind_game(game.pk, due.latest("ply").ply, operator())
    assert game.seats.get(is_acting=True) == first.seat
    assert Turn.objects.get(pk=first.pk).ended_by == first.ended_by
    assert Turn.objects.get(game=game, seat=first.seat, ended_at=None).bank == first.bank_after


def test_a_proposal_about_a_turn_that_was_taken_back_is_closed() -> None:
    game = play_on(started_game(make_user("Ann"), make_user("Bob"), make_user("Eve")), 2)
    row = propose(game.pk, User.objects.get(username="Ann"), "undo")
    rewind_game(game.pk, 0, operator())
    row.refresh_from_db()
    assert row.state == ProposalState.EXPIRED


def test_an_export_has_what_was_taken_back() -> None:
    user, game = make_user(), play_on(started_game(), 4)
    Entry.every.filter(game=game, seat=1).update(played_by=user, note="deputy")
    rewind_game(game.pk, 1, operator())
    rows = [row for one in exports.SUBJECTS for row in (json.loads(one.document(user)).get("Entry") or ())]
    assert {(row["seat"], row["rewind"]) for row in rows} == {(1, 1)}


def test_a_preview_of_a_roll_for_the_order_does_not_say_who_begins() -> None:
    game = play_on(started_game(ruleset="slides", pace="usual"), 5, in_steps=True)
    by = operator()
    said = preview(game.pk, by, lambda: rewind_game(game.pk, 0, by))
    assert "What is due there is rolled or drawn again." in said
    assert not any("deadline" in sentence for sentence in said)


def test_a_preview_of_a_draw_does_not_say_what_is_drawn() -> None:
    game = play_on(started_game(), 7)
    due = next(entry.ply for entry in game.entries.filter(seat=None, ply__gt=3))
    by = operator()
    said = preview(game.pk, by, lambda: rewind_game(game.pk, due, by))
    assert "What is due there is rolled or drawn again." in said
    assert not any("turn of" in sentence for sentence in said)


def test_a_result_that_does_not_count_leaves_the_ratings_as_they_were(moving: MovingTime) -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game = written_rated_game(ann, bob).game
    rate_waiting()
    before, by = shown(rating_of(ann).mu), operator()
    said = preview(game.pk, by, lambda: void_result(game.pk, by))
    assert RatingVersion.objects.get(is_current=True).to_void == []
    assert said == [
        *carry_out(game.pk, by, "Act", lambda: void_result(game.pk, by)),
        "The log of the table tells it, with the reason.",
    ]
    assert unrated_cause(fresh(game), seats_of(game)) == Unrated.VOIDED
    with pytest.raises(Conflict, match="void"):
        void_result(game.pk, by)
    renew(moving.now)
    current = RatingVersion.objects.get(is_current=True)
    assert (current.voided, current.to_void) == ([game.code], [])
    assert f"The rating of Ann changes from {before} to {shown(START.mu)}." in said
    assert not Rating.objects.filter(version=current).exists()


def test_a_voided_result_counts_again_as_before(moving: MovingTime) -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game, by = written_rated_game(ann, bob).game, operator("It was Bob.")
    rate_waiting()
    before, of_bob = rating_of(ann).mu, shown(rating_of(bob).mu)
    with pytest.raises(Conflict, match="counts"):
        restore_result(game.pk, by)
    void_result(game.pk, by)
    renew(moving.now)
    Notification.objects.all().delete()
    said = preview(game.pk, by, lambda: restore_result(game.pk, by))
    assert said == [
        "The result counts for ratings again. All ratings are computed again within the hour.",
        f"The rating of Ann changes from {shown(START.mu)} to {shown(before)}.",
        f"The rating of Bob changes from {shown(START.mu)} to {of_bob}.",
        "Notified: Ann, Bob.",
        "The log of the table tells it, with the reason.",
    ]
    carry_out(game.pk, by, "Let the result count again", lambda: restore_result(game.pk, by))
    assert unrated_cause(fresh(game), seats_of(game)) is None
    renew(moving.pass_by(DAY))
    current = RatingVersion.objects.get(is_current=True)
    assert (current.voided, current.to_void, current.to_restore) == ([], [], [])
    assert rating_of(ann).mu == before
    act = RecordedAct.objects.get()
    assert (act.actor, act.game, act.reason) == (by.user, game, "It was Bob.")
    assert act.after.startswith("Let the result count again: The result counts for ratings again.")
    email = text_of(compose(Notification.objects.get(user=ann, kind=Kind.NEWS)))
    assert "the result of this game counts for ratings again. Reason: It was Bob." in " ".join(email.split())


def test_what_is_decided_while_ratings_are_computed_waits_for_the_next_time(
    moving: MovingTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (written_rated_game(make_user(), make_user()).game for _ in range(2))
    rate_waiting()
    void_result(first.pk, operator())

    def decide(*_args: object) -> None:
        monkeypatch.undo()
        restore_result(first.pk, operator())
        void_result(second.pk, operator())

    monkeypatch.setattr("games.ratings.replays.jobs.beat", decide)
    for expected in (([first.code], [second.code], [first.code]), ([second.code], [], [])):
        renew(moving.pass_by(DAY))
        current = RatingVersion.objects.get(is_current=True)
        assert (current.voided, current.to_void, current.to_restore) == expected


def test_the_page_of_games_in_trouble_says_what_is_wrong_and_leads_to_what_can_be_done(
    admin_client: Client, moving: MovingTime
) -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    sound, late = started_game(ann, bob, name="Sound"), started_game(ann, bob, name="Late", pace="usual")
    broken, other, idle = (play_on(started_game(ann, bob, name=name), 9) for name in ("Broken", "Other", "Idle"))
    garble(broken)
    Game.objects.filter(pk=other.pk).update(turn=77)
    Seat.objects.filter(game=idle).update(is_acting=False)
    failed = Notification.objects.filter(game=other, user=ann, kind=Kind.TURN).first()
    Notification.objects.filter(pk=failed.pk if failed else 0).update(state="failed", due_at=moving.now)
    Turn.objects.filter(game=late, ended_at=None).update(deadline=moving.now - timedelta(days=3))
    html = " ".join(text_at(admin_client, "/admin/trouble/").split())
    for text in (
        "The log can’t be replayed: CorruptLog",
        "What is stored of the game is not what follows from its log.",
        "No player has a turn.",
        "passed 3 days ago.",
        "An email to Ann failed",
        f'href="/admin/games/game/{broken.pk}/clocks/#rewind"',
    ):
        assert text in html
    assert sound.code not in html
    form = next(
        form
        for form in forms_of(text_at(admin_client, f"/admin/games/game/{broken.pk}/clocks/"))
        if "ply" in form.values
    )
    assert form.values["action"] == "rewind"
    assert fresh(other).turn == 77


def test_the_page_of_a_game_shows_what_would_happen_before_it_does_it(admin_client: Client) -> None:
    game = play_on(started_game(), 9)
    address, before = f"/admin/games/game/{game.pk}/clocks/", game.ply
    form = next(form for form in forms_of(text_at(admin_client, address)) if form.values.get("action") == "rewind")
    html = admin_client.post(address, {**form.values, "ply": 4, "reason": "A slip."}).content.decode()
    assert f"The game goes back from step {before} (turn {game.turn}) to step 4 (turn" in html
    assert fresh(game).ply == before
    late = {"action": "abort", "version": game.version - 1, "reason": "A slip.", "confirmed": "yes"}
    assert "Something has changed at this table." in admin_client.post(address, late).content.decode()
    assert fresh(game).status == Status.RUNNING
    confirming = next(form for form in forms_of(html) if form.values.get("confirmed") == "yes")
    html = admin_client.post(address, confirming.values, follow=True).content.decode()
    assert f"The game went back from step {before} (turn {game.turn}) to step 4 (turn" in html
    assert fresh(game).undone == 1
    table = " ".join(text_at(Client(), f"/t/{game.code}/").split())
    assert f"to step 4 (turn {fresh(game).turn}). Reason: A slip. What doesn’t count any more: " in table
    assert "taken back, doesn’t count" in text_at(Client(), f"/t/{game.code}/dice/")
