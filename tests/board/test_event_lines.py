from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from games.board.log_lines import SENTENCES, EventPeople, event_text, story_of, texts_of
from games.clocks.activity import note_opened
from games.core.log import add_event, log_with_origins
from games.core.models import EventKind, Game, Seat, TableEvent
from games.core.selectors import events_of, seats_of
from games.deputies.models import Deputy
from games.engine.marram.title import MARRAM
from games.play.models import ProposalKind, ProposalState
from games.play.proposals import propose
from games.time_outs import substitutes
from tests.engine.helpers.marram_games import random_game
from tests.helpers.moving_time import ROUND, MovingTime
from tests.helpers.page_client import signed_in, text_at
from tests.makers import acting_user, make_user, play_on, started_game

pytestmark = [pytest.mark.one_database, pytest.mark.slow]

DAY = timedelta(days=1)
OWN = {"bank": 172800, "increment": 43200, "cap": 604800, "grace": 3600, "ceiling": 864000}
UNTIL = "2026-05-08T15:01:00+00:00"


def test_the_draws_of_the_last_turn_are_one_sentence() -> None:
    plies = list(random_game("classic-short", 2, Random(1)))[-4:]
    keys = [message.key for ply in plies for message in MARRAM.describe(ply)]
    assert keys.count("told.drew") > 1
    said = [text.text for text in texts_of(MARRAM, plies, lambda message: message.key)]
    assert [key for text in said for key in text.split() if key.startswith("told.drew")] == ["told.drew.2"]


CASES: list[tuple[str, dict[str, Any], str]] = [
    (EventKind.OVERDUE, {}, "Nora’s deadline has passed. Any other player can now ask for the game to go on."),
    (EventKind.CLAIM, {}, "Ben asked for the game to go on without waiting for Nora."),
    (EventKind.CLAIM, {"wants_substitute": True}, "Ben asked for another player to take Nora’s seat."),
    (EventKind.AUTOMATIC, {}, "Nora’s deadline passed. A holiday of one day began by itself."),
    (
        EventKind.AUTOMATIC,
        {"asks": True},
        "Nora’s deadline passed. A holiday of one day began by itself. It is the last one for now: "
        "Nora has been asked whether they are still there.",
    ),
    (
        EventKind.DEPUTY,
        {"at": UNTIL},
        "Nora’s deadline passed. Their deputy Ben can play this turn until Saturday 9 May, 15:01.",
    ),
    (EventKind.STAND_IN, {}, "A stand-in robot played this turn for Nora."),
    (EventKind.OUT, {}, "Nora ran out of time and left the game."),
    (EventKind.OFFERED, {}, "Nora’s seat is now open to another player."),
    (EventKind.SUBSTITUTE, {}, "Ben has taken Nora’s seat."),
    (EventKind.ROBOT, {}, "No player took Nora’s seat. The robot Ben plays on."),
    (EventKind.RETURNED, {}, "Ben is back and has their seat again."),
    (EventKind.GIFT, {"seconds": 129600}, "Ben gave Nora more time: 1 day, 12 hours."),
    (EventKind.PAUSED, {"until": UNTIL}, "The game is paused until Friday 8 May, 15:01. All clocks are stopped."),
    (EventKind.PAUSED, {}, "The game is paused until everyone agrees to go on. All clocks are stopped."),
    (
        EventKind.HOLIDAY,
        {"first": "2026-05-11", "last": "2026-05-16"},
        "Nora is on holiday from Monday 11 May, back on Sunday 17 May.",
    ),
    (
        EventKind.HOLIDAY,
        {"first": "2026-12-28", "last": "2026-12-31", "is_change": True},
        "Nora’s holiday has been shortened: back on Friday 1 January 2027.",
    ),
    (EventKind.HOLIDAY, {"is_change": True, "is_cancelled": True}, "Nora’s holiday will not take place."),
    (EventKind.RESUMED, {}, "The game goes on. The clocks run again."),
    (
        EventKind.OUTAGE,
        {"from": UNTIL, "until": "2026-05-08T18:30:00+00:00"},
        "The site was down from Friday 8 May, 15:01 to 18:30. All clocks were stopped.",
    ),
    (
        EventKind.OUTAGE,
        {"from": UNTIL, "until": "2026-05-09T18:30:00+00:00"},
        "The site was down from Friday 8 May, 15:01 to Saturday 9 May, 18:30. All clocks were stopped.",
    ),
    (EventKind.BOUNCE, {}, "Emails are not reaching Nora. Their clock is stopped, for at most 7 days."),
    (EventKind.PACE, {"pace": "leisurely"}, "The pace is now: leisurely (7 days + 2 days per turn)."),
    (EventKind.UNDONE, {}, "Nora’s last turn was taken back."),
    (EventKind.UNDONE, {"what": "resignation"}, "Nora has taken back their resignation."),
    (EventKind.PROPOSED, {"kind": ProposalKind.ABORT}, "Ben proposed to end the game without a result."),
    (
        EventKind.PROPOSED,
        {"kind": ProposalKind.PAUSE, "until": UNTIL},
        "Ben proposed to pause the game until Friday 8 May, 15:01.",
    ),
    (
        EventKind.PROPOSED,
        {"kind": ProposalKind.PAUSE, "until": None},
        "Ben proposed to pause the game until everyone agrees to go on.",
    ),
    (EventKind.PROPOSED, {"kind": ProposalKind.PAUSE}, "Ben proposed a pause."),
    (EventKind.PROPOSED, {"kind": ProposalKind.PACE}, "Ben proposed another pace."),
    (EventKind.PROPOSED, {"kind": ProposalKind.RESUME}, "Ben proposed to end the pause."),
    (EventKind.PROPOSED, {"kind": ProposalKind.UNDO}, "Ben asked to take back their last turn."),
    (
        EventKind.PROPOSED,
        {"kind": ProposalKind.PACE, "pace": "brisk"},
        "Ben proposed another pace: brisk (1 day + 12 hours per turn).",
    ),
    (EventKind.PROPOSED, {}, "Ben proposed something."),
    (EventKind.ANSWERED, {"agrees": True}, "Ben agreed to the proposal."),
    (EventKind.ANSWERED, {"agrees": False}, "Ben did not agree to the proposal."),
    (EventKind.CLOSED, {"state": ProposalState.AGREED}, "Everyone has agreed to the proposal."),
    (EventKind.CLOSED, {}, "The proposal has ended."),
    (EventKind.DESERTED, {}, "No player is left at this table: the game ends without a result."),
    (
        EventKind.PACE,
        {"pace": "own", "own_pace": OWN},
        "The pace is now: custom times (2 days + 12 hours per turn).",
    ),
    (
        EventKind.OFFERED,
        {"reason": "A test."},
        "The operator of the site offers Nora’s seat to other players. Reason: A test.",
    ),
    (
        EventKind.SUBSTITUTE,
        {"reason": "A test."},
        "The operator of the site has given Nora’s seat to Ben. Reason: A test.",
    ),
    (
        EventKind.ROBOT,
        {"reason": "A test."},
        "The operator of the site has given Nora’s seat to the robot Ben. Reason: A test.",
    ),
    (
        EventKind.RETURNED,
        {"reason": "A test."},
        "The operator of the site has given Ben their seat back. Reason: A test.",
    ),
    (
        EventKind.RESUMED,
        {"reason": "A test."},
        "The operator of the site has ended the pause. The clocks run again. Reason: A test.",
    ),
    (
        EventKind.PAUSED,
        {"until": UNTIL, "reason": "A test."},
        "The operator of the site has paused the game until Friday 8 May, 15:01. All clocks are stopped. "
        "Reason: A test.",
    ),
    (
        EventKind.OPERATOR,
        {"seconds": 3600, "reason": "A test."},
        "The operator of the site has given Nora more time: 1 hour. Reason: A test.",
    ),
    (EventKind.OPERATOR, {"reason": "A test."}, "The operator of the site has changed something here. Reason: A test."),
]
NAMES = EventPeople(["Amina", "Nora"], {1: "Nora", 2: "Ben"})


def event(about: str, **params: Any) -> TableEvent:
    """Return an event of Ben's about Nora's seat, on 4 May 2026."""
    return TableEvent(kind=about, seat=1, user_id=2, params={"player": 1, **params}, at=timezone.now(), ply=3)


@pytest.mark.parametrize(("kind", "params", "text"), CASES)
def test_every_event_is_a_plain_sentence(moving: MovingTime, kind: str, params: dict[str, Any], text: str) -> None:
    assert event_text(event(kind, **params), NAMES) == text
    with translation.override("fr"):
        french = event_text(event(kind, **params), NAMES)
    assert french != text
    assert french.endswith(".")


def test_every_kind_of_table_event_has_a_sentence() -> None:
    assert set(SENTENCES) == set(EventKind)


def test_a_gift_of_time_without_a_giver_was_given_by_the_operator(moving: MovingTime) -> None:
    gift = event(EventKind.GIFT, seconds=86400, reason="Our server was slow.")
    gift.user_id = None
    assert event_text(gift, NAMES) == "Nora got more time: 1 day. Reason: Our server was slow."


def late_game(moving: MovingTime) -> tuple[Game, User, User]:
    """Return a game in which a stand-in has played Nora's turn, and now Ben must act."""
    nora, ben = make_user("Nora"), make_user("Ben")
    nora.profile.takes_automatic_holidays = False
    nora.profile.save()
    game = started_game(nora, ben, pace="1d")
    note_opened(game.pk, nora, moving.now)
    moving.pass_by(DAY + ROUND)
    game.refresh_from_db()
    return game, nora, ben


def test_the_log_of_the_table_tells_of_a_stand_in_turn(moving: MovingTime) -> None:
    game, _nora, ben = late_game(moving)
    page = signed_in(ben).get(f"/t/{game.code}/").content.decode()
    log = page[page.index('id="log"') :]
    assert "A stand-in robot played this turn for Nora." in log
    assert "(played by a stand-in robot)" not in log  # the line says it
    assert page.count("A stand-in robot played this turn for Nora.") == 1


def test_the_replay_tells_of_a_stand_in_turn(moving: MovingTime) -> None:
    game, _nora, ben = late_game(moving)
    page = text_at(signed_in(ben), f"/t/{game.code}/replay/")
    assert "A stand-in robot played this turn for Nora." in page
    assert "(played by a stand-in robot)" not in page


def test_a_turn_by_a_stand_in_without_an_event_line_has_a_mark(moving: MovingTime) -> None:
    game, _nora, ben = late_game(moving)
    TableEvent.objects.filter(game=game).delete()
    assert "(played by a stand-in robot)" in text_at(signed_in(ben), f"/t/{game.code}/replay/")


def test_the_log_of_the_api_has_events_and_who_played(moving: MovingTime) -> None:
    game, _nora, _ben = late_game(moving)
    add_event(game, EventKind.RESUMED, moving.now)
    rows = Client().get(f"/api/v1/games/{game.code}/log/").json()
    assert {row["note"] for row in rows if row["seat"]} == {"house"}
    found = [(row["ply"], one) for row in rows for one in row["events"]]
    assert [(one["kind"], one["seat"], ply + 1) for ply, one in found[:1]] == [("house", "A", found[0][1]["ply"])]
    assert found[0][1]["text"] == "A stand-in robot played this turn for Nora."
    assert [(one["kind"], one["ply"]) for one in rows[-1]["events"]] == [("resumed", game.ply)]


def test_the_log_names_a_deputy_and_a_substitute(moving: MovingTime) -> None:
    nora, ben, zoe = make_user("Nora"), make_user("Ben"), make_user("Zoe")
    game = play_on(started_game(nora, ben, pace="usual"), 1)
    ben_plays = {"user": nora, "deputy": make_user("Dora"), "created_at": moving.now, "accepted_at": moving.now}
    deputy = Deputy.objects.create(**ben_plays).deputy
    game.entries.filter(seat=0).update(note="deputy", played_by=deputy)
    origins = log_with_origins(game)[1]
    assert set(story_of(seats_of(game), origins, events_of(game)).marks.values()) == {"(Dora for Nora)"}
    game.entries.filter(seat=0).update(note="", played_by=None)
    substitutes.offer(game, Seat.objects.get(game=game, number=0), moving.now, moving.now)
    substitutes.take_seat(game.pk, 0, zoe, moving.now)
    story = story_of(seats_of(game), log_with_origins(game)[1], events_of(game))
    assert set(story.marks.values()) == {"(played by Nora)"}
    texts = [line.text for line in story.events_between(0, None)]
    assert texts == ["Nora’s seat is now open to another player.", "Zoe has taken Nora’s seat."]


def test_an_open_page_gets_an_event_without_a_new_ply(moving: MovingTime) -> None:
    game = started_game(make_user("Nora"), make_user("Ben"), pace="usual")
    client = signed_in(acting_user(game))
    shown: dict[str, str | int] = {"v": game.version, "seen": game.ply, "stage": "running", "event": 0}
    add_event(game, EventKind.RESUMED, moving.now)
    answer = client.get(f"/t/{game.code}/poll/", shown, headers={"HX-Request": "true"}).content.decode()
    assert "The game goes on. The clocks run again." in answer[answer.index('id="said"') :][:200]
    assert "The game goes on. The clocks run again." in answer[answer.index('id="log"') :]


def test_a_chat_message_announces_no_old_event(moving: MovingTime) -> None:
    game = started_game(make_user("Nora"), make_user("Ben"), pace="usual")
    last = add_event(game, EventKind.RESUMED, moving.now)
    shown: dict[str, str | int] = {"v": 0, "seen": game.ply, "stage": "running", "event": last.pk}
    answer = signed_in(acting_user(game)).get(f"/t/{game.code}/poll/", shown, headers={"HX-Request": "true"})
    assert 'id="log"' in answer.content.decode()  # every update has all parts
    assert 'id="said"' not in answer.content.decode()


def test_events_of_an_undone_turn_stand_before_its_undoing() -> None:
    events = [event(EventKind.STAND_IN), event(EventKind.UNDONE), event(EventKind.RESUMED)]
    for pk, (one, ply) in enumerate(zip(events, (5, 4, 5), strict=True), 1):
        one.pk, one.ply, one.user_id, one.params = pk, ply, None, {}
    story = story_of([], {}, events)
    assert [line.event.kind for line in story.events_between(0, 5)] == [EventKind.STAND_IN, EventKind.UNDONE]
    assert [line.event.kind for line in story.events_between(5, None)] == [EventKind.RESUMED]


def test_a_holiday_that_began_at_another_table_says_so(moving: MovingTime) -> None:
    ada = make_user("Ada")
    late, other = started_game(ada, make_user(), pace="1d"), started_game(make_user(), ada, pace="usual")
    note_opened(late.pk, ada, moving.now)
    moving.pass_by(DAY + ROUND)
    event = TableEvent.objects.get(game=other, kind=EventKind.AUTOMATIC)
    assert event_text(event, EventPeople(["Cleo", "Ada"], {ada.pk: "Ada"})) == (
        "A holiday of one day began by itself for Ada, whose deadline passed at another table."
    )


def test_the_line_of_a_proposal_says_what_was_proposed(moving: MovingTime) -> None:
    ann = make_user("Ann")
    game = started_game(ann, make_user("Bo"), pace="usual")
    propose(game.pk, ann, "pause", {"until": moving.now + 10 * DAY})
    propose(game.pk, ann, "pace", {"pace": "leisurely"})
    texts = [line.text for line in story_of(seats_of(game), {}, events_of(game)).events_between(0, None)]
    assert texts == [
        "Ann proposed to pause the game until Thursday 14 May, 09:00.",
        "Ann proposed another pace: leisurely (7 days + 2 days per turn).",
    ]
