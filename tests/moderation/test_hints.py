"""Tests of hints: shared browsers and addresses, and points given away. They are shown, and decide nothing."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.analysis.models import Analysis
from games.conduct.models import Rule, Trace
from games.conduct.services import note_trace, old_traces
from games.core.models import Game, JobState
from games.engine.analysis import Decision, Estimate, TurnAnalysis, summarise, to_json
from games.moderation.hints import gifts_of, hints_about, lost_on_purpose, preferences, shared_places
from games.moderation.models import Case
from games.moderation.selectors import ReportSubject
from games.moderation.services import report
from tests.helpers.page_client import signed_in, text_at
from tests.makers import finished_game, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = timezone.now()


@pytest.fixture(autouse=True)
def _no_earlier_traces() -> None:
    cache.clear()


def be_at(name: str, address: str, device: str = "", times: int = 4) -> None:
    for number in range(times):
        note_trace(make_user(name), address, device, NOW - timedelta(hours=number))


def test_opponents_in_one_browser_or_mostly_at_one_address_are_a_hint() -> None:
    ada, ben, carl, dora = (make_user(name) for name in ("Ada", "Ben", "Carl", "Dora"))
    started_game(ada, ben, carl)
    be_at("Ada", "192.0.2.7", "red")
    be_at("Ben", "198.51.100.1", "red", 1)
    be_at("Carl", "192.0.2.7")
    be_at("Dora", "192.0.2.7", "red")  # has never met Ada
    assert dora
    found = {one.person.username: (one.browser, one.near, one.times) for one in shared_places(ada, NOW)}
    assert found == {"Ben": (1, 0, 1), "Carl": (0, 4, 4)}
    assert shared_places(dora, NOW) == []


def test_meetings_are_counted_among_the_times_of_who_acted_more_rarely() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    started_game(ada, ben)
    be_at("Ada", "192.0.2.7", "red", 1)
    for minutes in (-10, 0, 10):
        note_trace(ben, "192.0.2.7", "red", NOW + timedelta(minutes=minutes))
    for user, times in ((ada, 1), (ben, 1)):
        (found,) = shared_places(user, NOW + timedelta(hours=1))
        assert (found.near, found.network, found.times) == (1, 1, times)


def test_the_same_network_alone_or_few_meetings_are_none() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    started_game(ada, ben)
    be_at("Ada", "192.0.2.7", "red")
    be_at("Ben", "192.0.2.8", "blue")
    be_at("Ben", "192.0.2.7", "blue", 2)
    assert shared_places(ada, NOW) == []


def test_a_trace_has_no_address_is_made_by_acting_and_is_gone_after_90_days() -> None:
    ada = make_user("Ada")
    game = started_game(ada, make_user())
    client = signed_in(ada)
    client.get(f"/t/{game.code}/")
    assert not Trace.objects.exists()
    for _twice in range(2):
        client.post(f"/t/{game.code}/chat/", {"text": "Hello."})
    row = Trace.objects.get()
    assert row.user == ada
    assert "127.0.0.1" not in str(row.__dict__)
    assert row.at <= timezone.now()
    assert not old_traces(row.at + timedelta(days=89))
    assert old_traces(row.at + timedelta(days=90, seconds=1))


def turn(seat: int, given: Sequence[float]) -> TurnAnalysis:
    nothing = (0.0,) * len(given)
    luck = tuple(Estimate(0.0, 0.0) for _one in given)
    values: dict[str, Any] = {"before": nothing, "rest": nothing, "luck": luck, "spread": nothing, "left": nothing}
    return TurnAnalysis(number=1, seat=seat, ply=1, given=tuple(given), decisions=(), **values)


def store(game: Game, turns: Sequence[TurnAnalysis]) -> None:
    done = {"version": 1, "result": to_json(summarise(turns)), "state": JobState.DONE, "due_at": NOW}
    Analysis.objects.update_or_create(game=game, defaults=done)


def test_a_gift_is_what_one_seat_gets_more_than_the_rest() -> None:
    turns = [turn(0, [-3, 3, 0]), turn(0, [-2, 1, 1]), turn(1, [1, -2, 1]), turn(0, [0, 0, 0])]
    assert preferences(turns, 0, 1) == [3]
    assert preferences(turns, 0, 2) == [-3]
    assert preferences([turn(0, [-3, 3])], 0, 1) == []


def test_points_given_away_again_and_again_are_a_hint_on_the_page_of_a_case_and_nothing_else() -> None:
    ada, ben, carl, mo = make_user("Ada"), make_user("Ben"), make_user("Carl"), make_user("Mo", is_superuser=True)
    for _game in range(3):
        game = finished_game(ada, ben, carl)
        turns = [turn(0, [-3, 3, 0])] * 7 + [turn(1, [1, -2, 1]), turn(2, [2, 0, -2])]
        store(game, turns)
    best = gifts_of(ada, timezone.now())[0]
    assert (best.giver, best.receiver, best.games, best.points, best.is_hint) == (ada, ben, 3, 63, True)
    assert gifts_of(carl, timezone.now()) == []
    case = report(carl, ReportSubject(ada, game), Rule.TOGETHER).case
    page = text_at(signed_in(mo), f"/moderation/cases/{case.pk}/")
    assert "Ada gave Ben 63 ± 13.7 points more than the rest of the table, in 3 analysed games" in page
    assert "(far beyond chance)" in page
    assert Case.objects.get().closed_at is None


def statements_of_hints(user: User) -> int:
    with CaptureQueriesContext(connection) as captured:
        hints_about(user, timezone.now())
    return len(captured)


def test_hints_take_as_many_statements_for_many_games_as_for_few() -> None:
    ada, ben, carl = make_user("Ada"), make_user("Ben"), make_user("Carl")
    counts = list[int]()
    for _three_more in range(2):
        for _game in range(3):
            played(finished_game(ada, ben), 0, 3.0)
            store(finished_game(ada, ben, carl), [turn(0, [-3, 3, 0])] * 7)
        counts.append(statements_of_hints(ada))
    assert counts[0] == counts[1] < 20


def played(game: Game, seat: int, loss: float) -> None:
    """Store an analysis in which each decision of a seat is about so much worse than a plain player's."""
    nothing, sure = (0.0, 0.0), Estimate(0.0, 0.1)
    turns = [
        replace(
            turn(seat, nothing),
            decisions=(Decision(number, "a", "b", ("b",), sure, Estimate(-loss + 0.1 * (number % 3), 0.1)),),
        )
        for number in range(10)
    ]
    store(game, turns)


def test_who_plays_far_worse_against_one_opponent_in_games_of_two_is_a_hint() -> None:
    ada, ben, carl = make_user("Ada"), make_user("Ben"), make_user("Carl")
    for opponent, loss in ((ben, 3.0), (carl, 0.2)):
        for _game in range(3):
            played(finished_game(ada, opponent), 0, loss)
    (found,) = lost_on_purpose(ada, timezone.now())
    assert (found.opponent, found.games, round(found.points), found.is_hint) == (ben, 3, 28, True)
    assert found.error < 1
    assert lost_on_purpose(carl, timezone.now()) == []
