from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from unittest.mock import patch

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.test import Client, TestCase, override_settings
from pytest_django import Settings

from accounts.models import User
from accounts.services import create_user
from games.core.choices import Status
from games.core.log import fault_of, state_of
from games.core.models import Entry, Game, Seat
from games.core.selectors import title_of
from games.lobby.models import Invitation
from games.management.commands import demo
from games.notifications.models import Kind, MailPreference, Notification, NotificationState
from tests.makers import make_table, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]

SHORT = (
    demo.DemoTable("Open", "gigamic", (0, 1), seats=3),
    demo.DemoTable("Asked", "gigamic", (2,), seats=4, is_private=True, invited=(0,), guest=True),
    demo.DemoTable("Begun", "gigamic-variant", (0, 1), turn=3, asks="place", lines=2),
    demo.DemoTable("Finished", "slides", (2, 3), lines=1, is_rated=True),
    demo.DemoTable("Watched", "slides", (3, 2), turn=2, is_rated=True),
    demo.DemoTable("Left", "bga-help", (2, 0), turn=2, resigns=True),
)


def run(command: str, *arguments: str) -> str:
    """Return what the command prints."""
    out = StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


@contextmanager
def short_demo() -> Iterator[None]:
    """Be a development site whose demonstration has only six small tables."""
    backend = "django.core.mail.backends.locmem.EmailBackend"
    with override_settings(DEBUG=True, EMAIL_BACKEND=backend), patch.object(demo, "DEMO_TABLES", SHORT):
        yield


@pytest.fixture
def demo_to_be() -> Iterator[None]:
    with short_demo():
        yield


class TestDemo(TestCase):
    """What one run leaves behind."""

    printed: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.enterClassContext(short_demo())
        super().setUpClass()

    @classmethod
    def setUpTestData(cls) -> None:
        cls.printed = run("demo")

    def test_players_of_the_demo_can_sign_in_with_the_printed_password(self) -> None:
        password = self.printed.split()[-1]
        for name in demo.NAMES:
            client = Client()
            client.post("/accounts/login/", {"login": name, "password": password})
            assert client.session.get("_auth_user_id") == str(User.objects.get(username=name).pk)

    def test_tables_of_the_demo_are_in_every_stage(self) -> None:
        stages = {game.name: (game.status, game.turn) for game in Game.objects.all()}
        assert stages["Open"] == stages["Asked"] == (Status.OPEN, 0)
        assert stages["Begun"] == (Status.RUNNING, 3)
        assert stages["Finished"] == (Status.FINISHED, 30)
        assert stages["Left"][0] == Status.FINISHED

    def test_a_running_game_of_the_demo_asks_what_was_planned(self) -> None:
        game = Game.objects.get(name="Begun")
        prompt = title_of(game).prompt(state_of(game))
        assert prompt is not None
        assert prompt.kind == "place"

    def test_a_rated_game_of_the_demo_has_the_ratings_at_its_start(self) -> None:
        seats = Seat.objects.filter(game__name="Watched")
        assert all(seats.values_list("start_rating", flat=True))

    def test_games_of_the_demo_replay(self) -> None:
        assert [fault_of(game) for game in Game.objects.all()] == [""] * len(SHORT)

    def test_players_of_the_demo_write_in_the_chat(self) -> None:
        assert Game.objects.get(name="Begun").messages.count() == 2

    def test_a_second_run_of_the_demo_changes_nothing(self) -> None:
        before = [model.objects.count() for model in (User, Game, Seat, Entry, Invitation, Notification, EmailAddress)]
        run("demo")
        after = [model.objects.count() for model in (User, Game, Seat, Entry, Invitation, Notification, EmailAddress)]
        assert after == before

    def test_only_relevant_emails_of_the_demo_are_sent(self) -> None:
        queued = Notification.objects.filter(state=NotificationState.QUEUED)
        begun = Game.objects.get(name="Begun")
        acting = Seat.objects.get(game=begun, is_acting=True).user
        assert sorted(queued.values_list("kind", "game__name")) == [
            (Kind.INVITATION, "Asked"),
            (Kind.INVITATION, "Asked"),
            (Kind.TURN, "Begun"),
            (Kind.TURN, "Watched"),
        ]
        assert queued.get(kind=Kind.TURN, game=begun).user == acting

    def test_irrelevant_emails_of_the_demo_say_why_they_were_dropped(self) -> None:
        dropped = Notification.objects.filter(state=NotificationState.DROPPED)
        assert set(dropped.values_list("reason", flat=True)) == {"demonstration"}


@pytest.mark.usefixtures("demo_to_be")
class TestDemoElsewhere:
    def test_the_demo_leaves_an_existing_user_of_the_same_name_alone(self) -> None:
        create_user("chama", "somebody@example.org", "a password of her own")
        with pytest.raises(CommandError, match="The name Chama is already taken"):
            run("demo")
        assert User.objects.count() == 1
        assert not Game.objects.exists()

    def test_the_demo_refuses_a_site_that_is_not_for_development(self, settings: Settings) -> None:
        settings.DEBUG = False
        with pytest.raises(CommandError, match="DEBUG"):
            run("demo")
        assert not User.objects.exists()

    def test_a_forced_demo_draws_a_password_and_sends_no_email(self, settings: Settings) -> None:
        settings.DEBUG = False
        first = run("demo", "--force").split()[-1]
        assert User.objects.get(username="Amina").check_password(first)
        assert first != "saffron-and-indigo"
        assert not Notification.objects.exclude(state=NotificationState.DROPPED).exists()
        assert MailPreference.objects.filter(user__username="Amina", kind="", frequency="never").exists()


def test_the_plans_of_the_demo_cover_every_stage_and_number_of_players() -> None:
    played = [plan for plan in demo.DEMO_TABLES if not plan.seats]
    assert {len(plan.players) for plan in played if plan.turn is None} == {2, 3, 4}
    assert {plan.asks for plan in played if plan.turn} == {"turn", "place"}
    assert any(plan.is_private and plan.invited for plan in demo.DEMO_TABLES)
    assert len({plan.ruleset for plan in demo.DEMO_TABLES}) >= 4
    assert len({plan.name for plan in demo.DEMO_TABLES}) == len(demo.DEMO_TABLES)


class TestReplayAll:
    def test_replay_all_accepts_sound_games(self) -> None:
        play_on(started_game(), 5)
        make_table()
        assert "1 games replay" in run("replay_all")

    def test_replay_all_names_a_fault_and_fails(self) -> None:
        sound, faulty = play_on(started_game(), 3), play_on(started_game(), 3)
        Entry.objects.filter(game=faulty, ply=1).update(state_hash="0" * 16)
        out = StringIO()
        with pytest.raises(CommandError, match="1 of 2 games"):
            call_command("replay_all", stdout=out)
        assert f"{faulty.code}: the position at step 2" in out.getvalue()
        assert sound.code not in out.getvalue()

    def test_replay_all_names_a_column_that_does_not_follow_from_the_log(self) -> None:
        game = play_on(started_game(), 3)
        game.seats.filter(number=1).update(score=99)
        out = StringIO()
        with pytest.raises(CommandError, match="1 of 1 games"):
            call_command("replay_all", stdout=out)
        assert f"{game.code}: seat 1 score is 99, should be" in out.getvalue()

    def test_replay_all_reports_a_ruleset_that_is_gone(self) -> None:
        game = started_game()
        Game.objects.filter(pk=game.pk).update(ruleset="forgotten")
        with pytest.raises(CommandError, match="1 of 1 games"):
            run("replay_all")

    def test_replay_all_shows_progress_in_a_terminal_only(self, monkeypatch: pytest.MonkeyPatch) -> None:
        started_game()
        assert "\r" not in run("replay_all")
        terminal = StringIO()
        monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
        call_command("replay_all", stdout=terminal)
        assert "1 of 1 games, 0 s left" in terminal.getvalue()


class TestRebuildDerived:
    def test_rebuild_derived_repairs_every_started_game(self) -> None:
        games = [play_on(started_game(), 4), play_on(started_game(), 4)]
        Game.objects.update(turn=99)
        output = run("rebuild_derived")
        assert all(f"{game.code}: rebuilt" in output for game in games)
        assert [Game.objects.get(pk=game.pk).turn for game in games] == [game.turn for game in games]

    def test_rebuild_derived_leaves_games_that_were_not_named(self) -> None:
        damaged, other = play_on(started_game(), 4), play_on(started_game(), 4)
        Game.objects.update(turn=99)
        run("rebuild_derived", damaged.code)
        assert Game.objects.get(pk=damaged.pk).turn == damaged.turn
        assert Game.objects.get(pk=other.pk).turn == 99

    def test_rebuild_derived_refuses_an_unknown_code_before_it_begins(self) -> None:
        game = play_on(started_game(), 4)
        Game.objects.update(turn=99)
        with pytest.raises(CommandError, match="nowhere"):
            run("rebuild_derived", game.code, "nowhere")
        assert Game.objects.get(pk=game.pk).turn == 99
