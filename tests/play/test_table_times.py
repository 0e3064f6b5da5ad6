from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.board.rules import clock_terms, short_terms
from games.clocks.models import Turn, TurnEnd
from games.clocks.paces import BRISK, is_too_fast_for
from games.clocks.presenters import pace_view
from games.common.errors import Invalid
from games.common.wording import duration_text
from games.core.choices import LateRule, Pace
from games.core.models import Game
from games.lobby.invitations import rematch
from games.lobby.robot_games import start_robot_game
from games.mail.tables import Table
from games.play.table_times import TimeSettings, time_settings_of
from tests.helpers.page_client import signed_in, text_at
from tests.makers import finished_game, host_of, make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
HOUR, DAY = 3600, 86400
OWN = {"bank": 2 * DAY, "increment": 12 * HOUR, "cap": 4 * DAY, "grace": HOUR, "ceiling": 5 * DAY}
SPECIAL = TimeSettings("own", OWN, True, True, LateRule.OUT, "careful")


def page_form(**changes: str) -> dict[str, str]:
    return {"ruleset": "gigamic", "seat_count": "2", "pace": "usual", "seat_order": "random", **changes}


def own_form(**changes: int) -> dict[str, str]:
    """Return the same with an own pace, in hours."""
    hours = {name: seconds // HOUR for name, seconds in OWN.items()} | changes
    sent = {f"own_{name}_number": count for name, count in hours.items()}
    units = {f"own_{name}_unit": "hours" for name in hours}
    return page_form(pace="own", **{name: str(value) for name, value in sent.items()}, **units)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (30, "less than a minute"),
        (60, "1 minute"),
        (HOUR + 60, "1 hour, 1 minute"),
        (DAY + 90, "1 day"),
        (2 * DAY + 6 * HOUR + 59, "2 days, 6 hours"),
    ],
)
def test_durations_have_two_units(seconds: int, text: str) -> None:
    assert duration_text(seconds) == text


class TestSettings:
    def test_time_settings_are_stored_and_copied_to_a_rematch(self) -> None:
        assert time_settings_of(make_table(times=SPECIAL)) == SPECIAL
        over = finished_game(times=SPECIAL)
        assert time_settings_of(rematch(over.pk, host_of(over))) == SPECIAL

    @pytest.mark.parametrize(
        ("times", "code"),
        [
            (TimeSettings("2d"), "unknown-pace"),
            (TimeSettings("own"), "bad-pace"),
            (TimeSettings("own", {**OWN, "bank": 61 * DAY}), "bad-pace"),
            (TimeSettings("own", {**OWN, "cap": DAY}), "bad-pace"),
            (TimeSettings(late_rule="shot"), "unknown-late-rule"),
            (TimeSettings(late_robot="nobody"), "unknown-robot"),
        ],
    )
    def test_time_settings_that_are_not_allowed_are_refused(self, times: TimeSettings, code: str) -> None:
        with pytest.raises(Invalid) as error:
            make_table(times=times)
        assert error.value.code == code
        assert not Game.objects.exists()

    def test_a_bound_of_a_time_setting_is_named(self) -> None:
        with pytest.raises(Invalid) as error:
            make_table(times=TimeSettings("own", {**OWN, "grace": 25 * HOUR}))
        assert str(error.value.message) == "Free time in each turn: Choose a time from 0 hours to 24 hours."

    def test_a_custom_pace_gives_each_seat_its_bank(self) -> None:
        game = started_game(times=SPECIAL)
        assert {seat.bank for seat in game.seats.all()} == {2 * DAY}
        turn = Turn.objects.get(game=game)
        assert (turn.pace or {})["ceiling"] == 5 * DAY

    def test_games_with_robots_have_no_clock(self) -> None:
        assert start_robot_game(make_user(), "greedy").pace == Pace.NONE


class TestForm:
    def test_the_form_explains_the_named_paces_first(self) -> None:
        html = text_at(signed_in(make_user()), "/tables/new/")
        places = [
            html.index(f'name="pace" value="{pace}"')
            for pace in ("brisk", "usual", "leisurely", "none", "1d", "3d", "7d", "own")
        ]
        assert places == sorted(places)
        assert "Each turn adds 12 hours, up to 2 days." in html

    def test_a_table_has_the_time_settings_of_the_form(self) -> None:
        client = signed_in(make_user())
        sent = {"soft": "yes", "no_holidays": "on", "late_rule": "out", "late_robot": "careful"}
        client.post("/tables/new/", {**own_form(), **sent})
        assert time_settings_of(Game.objects.get()) == SPECIAL

    def test_custom_times_out_of_bounds_are_explained(self) -> None:
        response = signed_in(make_user()).post("/tables/new/", own_form(cap=24, ceiling=12))
        html = response.content.decode()
        assert response.status_code == 422
        assert "Choose a time from 2 days to 90 days." in html
        assert "Choose a time from 24 hours to 120 days." in html
        assert not Game.objects.exists()

    def test_a_missing_custom_time_is_asked_for(self) -> None:
        sent = {**own_form(), "own_bank_number": ""}
        response = signed_in(make_user()).post("/tables/new/", sent)
        assert "Enter a whole number of hours or days." in response.content.decode()

    def test_custom_times_count_only_for_a_custom_pace(self) -> None:
        signed_in(make_user()).post("/tables/new/", {**own_form(cap=1), "pace": "brisk"})
        assert (Game.objects.get().pace, Game.objects.get().own_pace) == ("brisk", None)

    def test_a_slow_player_is_warned_of_the_brisk_pace(self) -> None:
        slow = make_user()
        assert "your time would run out" not in text_at(signed_in(slow), "/tables/new/")
        take_turns(slow, timedelta(hours=30))
        assert "You usually take about 1 day, 6 hours for a turn." in text_at(signed_in(slow), "/tables/new/")
        make_table(pace="brisk")
        assert "your time would run out" in text_at(signed_in(slow), "/lobby/")


def take_turns(user: object, length: timedelta) -> None:
    """Store ten turns of a player that took some time."""
    now = timezone.now()
    for _number in range(10):
        game = started_game(user, make_user())  # type: ignore[arg-type]
        game.turns.update(
            user=user, came_at=now - length, notified_at=now - length, ended_at=now, ended_by=TurnEnd.PLAYER
        )


def test_a_pace_is_too_fast_for_players_who_usually_use_more_than_a_turn_adds() -> None:
    assert not is_too_fast_for(BRISK, 20 * 3600)  # a third of it asleep
    assert is_too_fast_for(BRISK, 22 * 3600)


class TestWords:
    def test_the_time_terms_of_a_table_say_what_is_unusual(self) -> None:
        game = make_table(times=SPECIAL)
        assert short_terms(game) == ["soft deadlines", "no holidays", "late players are out"]
        terms = dict(clock_terms(game))
        assert terms["Pace"].startswith("Custom times. You start with 2 days. Each turn adds 12 hours, up to 4 days.")
        assert terms["Late players"] == "They are out of the game."
        assert terms["Holidays"] == "They do not stop the clock at this table."

    def test_a_table_without_a_clock_has_no_time_terms(self) -> None:
        game = make_table(times=TimeSettings("none", has_soft_deadlines=True))
        assert short_terms(game) == []
        assert clock_terms(game) == [("Pace", "No clock")]

    @pytest.mark.parametrize(
        ("pace", "label"),
        [("usual", "usual (3 days + 1 day per turn)"), ("7d", "7 days per turn"), ("none", "no clock")],
    )
    def test_a_pace_is_named_with_its_times_once(self, pace: str, label: str) -> None:
        assert pace_view(pace).label == label

    def test_an_increment_of_zero_is_described(self) -> None:
        view = pace_view("own", {**OWN, "increment": 0})
        assert view.label == "custom times (2 days for all turns together)"
        assert "Turns add no time. An answer within" in view.summary

    def test_a_grace_of_zero_is_not_mentioned(self) -> None:
        assert "costs nothing" not in pace_view("own", {**OWN, "grace": 0}).summary

    @pytest.mark.parametrize("address", ["/t/{code}/", "/lobby/"])
    def test_time_terms_are_shown_before_joining(self, address: str) -> None:
        game = make_table(times=SPECIAL)
        html = text_at(Client(), address.format(code=game.code))
        assert ("They are out of the game." if "/t/" in address else "late players are out") in html

    def test_an_invitation_email_has_the_time_terms(self) -> None:
        facts = dict(Table(make_table(times=SPECIAL), None).facts())
        assert facts["At the deadline"] == "Nothing happens until another player asks for the game to go on."

    def test_a_page_explains_the_time_terms(self) -> None:
        html = text_at(Client(), "/clocks/")
        assert 'id="brisk"' in html
        assert "nights included" in html


@pytest.mark.parametrize("pace", ["brisk", "usual", "leisurely", "1d", "3d", "7d", "none"])
def test_the_lobby_is_filtered_by_pace(pace: str) -> None:
    make_table(name="Wanted", pace=pace)
    make_table(name="Other", times=TimeSettings("own", OWN))
    html = text_at(Client(), f"/lobby/?pace={pace}")
    assert ">Wanted</a>" in html
    assert ">Other</a>" not in html
