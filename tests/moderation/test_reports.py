"""Tests of reports: what is sent along, what is premature, and how they become cases."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.erasure import close_account, erase_due
from accounts.errors import SiteError
from accounts.models import User
from accounts.services import block
from games.chat.models import ChatMessage
from games.chat.services import post_message
from games.clocks.models import Turn
from games.conduct.models import Rule
from games.core.models import Game
from games.lobby.tables import join_table
from games.moderation.models import Case, PlayerReport
from games.moderation.selectors import ReportSubject, copy_of, message_subject, open_cases, reportable_at
from games.moderation.services import report
from tests.helpers.late_games import DAY, game_of_ada, play_turn_by
from tests.helpers.moving_time import ROUND, MovingTime
from tests.helpers.page_client import signed_in, text_at
from tests.makers import acting_user, fresh, make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def code_of(reporter: User, subject: ReportSubject, kind: Rule, text: str = "") -> str:
    with pytest.raises(SiteError) as refused:
        report(reporter, subject, kind, text)
    return refused.value.code


@pytest.fixture
def game() -> Game:
    return started_game(make_user("Ada"), make_user("Ben"), make_user("Cleo"), pace="usual")


def written(game: Game, author: User, *texts: str) -> list[ChatMessage]:
    ids = [ChatMessage.objects.create(game=game, author=author, text=text).pk for text in texts]
    return list(ChatMessage.objects.filter(pk__in=ids))


def test_a_message_is_sent_with_ten_before_and_ten_after_it_as_they_were(game: Game) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    lines = written(game, ben, *[f"line {number}" for number in range(30)])
    sent = report(ada, message_subject(game, ada, lines[15].pk), Rule.RUDE)
    ChatMessage.objects.all().delete()
    copy = PlayerReport.objects.get(pk=sent.pk).copy
    assert [line["text"] for line in copy] == [f"line {number}" for number in range(5, 26)]
    assert [line["text"] for line in copy if line["reported"]] == ["line 15"]


def test_an_erasure_takes_the_name_out_of_the_copies(game: Game) -> None:
    ada, ben, cleo = (make_user(name) for name in ("Ada", "Ben", "Cleo"))
    (asked,) = written(game, cleo, "Ben?")
    (insult,) = written(game, ben, "You carpet moth!")
    sent = report(ada, message_subject(game, ada, insult.pk), Rule.RUDE)
    about = report(ada, ReportSubject(ben), Rule.NAME)
    close_account(ben)
    erase_due(timezone.now() + timedelta(days=8))
    lines = [(line["name"], line["text"]) for line in PlayerReport.objects.get(pk=sent.pk).copy]
    assert lines == [("Cleo", asked.text), ("somebody", insult.text)]
    assert [line["name"] for line in PlayerReport.objects.get(pk=about.pk).copy] == ["somebody"]


def test_the_copy_has_only_what_the_reporter_can_read(game: Game) -> None:
    ada, ben, cleo = (make_user(name) for name in ("Ada", "Ben", "Cleo"))
    block(ada, cleo)
    written(game, cleo, "hidden")
    (said,) = written(game, ben, "said")
    assert [line["text"] for line in copy_of(message_subject(game, ada, said.pk), ada)] == ["said"]


def test_a_hidden_message_is_reported_from_the_page_of_its_writer(game: Game) -> None:
    ada, ben, cleo = (make_user(name) for name in ("Ada", "Ben", "Cleo"))
    block(ada, ben)
    (insult,) = written(game, ben, "You carpet moth!")
    (other,) = written(game, cleo, "said")
    link = f"/t/{game.code}/report/?message={insult.pk}"
    assert link in signed_in(ada).get(f"/t/{game.code}/report/?player=Ben").content.decode()
    assert [line["text"] for line in copy_of(message_subject(game, ada, insult.pk), ada)] == [insult.text, other.text]
    assert link not in signed_in(cleo).get(f"/t/{game.code}/report/?player=Ben").content.decode()


def test_reports_about_one_player_are_one_case_and_repeating_one_changes_nothing(game: Game) -> None:
    ada, ben, cleo = (make_user(name) for name in ("Ada", "Ben", "Cleo"))
    first = report(ada, ReportSubject(ben, game), Rule.RUDE)
    assert report(ada, ReportSubject(ben, game), Rule.RUDE) == first
    report(cleo, ReportSubject(ben), Rule.NAME)
    case = Case.objects.get()
    assert (case.reports.count(), case.score) == (2, 100)


def test_a_player_whose_clock_runs_has_not_stopped(game: Game) -> None:
    acting = acting_user(game)
    waiting = next(user for user in User.objects.filter(seats__game=game) if user != acting)
    assert code_of(waiting, ReportSubject(acting), Rule.STOPPED) == "needs-table"
    assert code_of(acting, ReportSubject(waiting, game), Rule.STOPPED) == "too-early"
    Turn.objects.update(deadline=timezone.now() + timedelta(days=2, minutes=30))
    with pytest.raises(SiteError, match="too-early") as refused:
        report(waiting, ReportSubject(acting, game), Rule.STOPPED)
    assert "still runs for 2\xa0days" in str(refused.value.message)
    Turn.objects.update(deadline=timezone.now() - timedelta(hours=1))
    assert report(waiting, ReportSubject(acting, game), Rule.STOPPED).kind == Rule.STOPPED


@pytest.mark.slow
def test_who_stays_away_can_be_reported_after_each_step_of_the_time_outs(moving: MovingTime) -> None:
    game, ada, cleo = game_of_ada(moving), make_user("Ada"), make_user("Cleo")
    moving.pass_by(DAY - ROUND)
    assert code_of(cleo, ReportSubject(ada, game), Rule.STOPPED) == "too-early"
    for is_offered in (False, True):
        moving.pass_by(1.5 * DAY + ROUND)  # a clock waits half a day for an email that does not leave
        seat = game.seats.get(number=0)
        assert (seat.stand_in_turns > 0, seat.offered_at is not None) == (True, is_offered)
        assert report(cleo, ReportSubject(ada, game), Rule.STOPPED).kind == Rule.STOPPED
        assert code_of(ada, ReportSubject(cleo, game), Rule.STOPPED) == "too-early"
        play_turn_by(cleo, fresh(game))
    moving.pass_by(DAY + ROUND)
    seat = game.seats.select_related("user").get(number=0)
    assert (bool(seat.user and seat.user.robot), seat.owner) == (True, ada)
    assert reportable_at(game, cleo) == [ada]
    assert report(cleo, ReportSubject(ada, game), Rule.STOPPED).kind == Rule.STOPPED
    assert "Report Ada" in text_at(signed_in(cleo), f"/t/{game.code}/report/")


@pytest.mark.slow
def test_a_stand_in_turn_counts_among_the_last_five_turns(moving: MovingTime) -> None:
    game, ada, cleo = game_of_ada(moving), make_user("Ada"), make_user("Cleo")
    moving.pass_by(DAY + ROUND)
    for _turn in range(4):
        play_turn_by(cleo, fresh(game))
        assert report(cleo, ReportSubject(ada, game), Rule.STOPPED)
        play_turn_by(ada, fresh(game))
    play_turn_by(cleo, fresh(game))
    assert code_of(cleo, ReportSubject(ada, game), Rule.STOPPED) == "too-early"


def test_nobody_reports_robots_themselves_or_too_often(game: Game) -> None:
    ada = make_user("Ada")
    robot = make_table(make_user(), robots=["greedy"]).seats.get(user__robot="greedy").user
    assert robot
    assert (
        code_of(ada, ReportSubject(ada), Rule.RUDE) == code_of(ada, ReportSubject(robot), Rule.RUDE) == "not-reportable"
    )
    assert code_of(ada, ReportSubject(make_user()), Rule.OTHER) == "empty-report"
    for _number in range(5):
        report(ada, ReportSubject(make_user()), Rule.SPAM)
    assert code_of(ada, ReportSubject(make_user()), Rule.SPAM) == "too-many"


def test_the_gravest_case_comes_first_then_the_oldest_and_none_about_the_moderator() -> None:
    moderator, reporter = make_user("Mo"), make_user("Rita")
    for name, kind in (("First", Rule.SPAM), ("Second", Rule.SPAM), ("Grave", Rule.RUDE), ("Mo", Rule.RUDE)):
        report(reporter, ReportSubject(make_user(name)), kind)
    assert [case.accused.username for case in open_cases(moderator)] == ["Grave", "First", "Second"]


def test_the_form_shows_what_it_sends_and_leads_to_the_reports(game: Game) -> None:
    ada = make_user("Ada")
    said = post_message(game.pk, make_user("Ben"), "You carpet moth!")
    address = f"/t/{game.code}/report/?message={said.pk}"
    assert "You carpet moth!" in text_at(signed_in(ada), address)
    client = signed_in(ada)
    page = client.post(address, {"kind": "rude", "text": "He is."}, follow=True).content.decode()
    assert "not decided yet" in page
    assert PlayerReport.objects.get().text == "He is."
    refused = client.post(f"/t/{game.code}/report/?player=Ben", {"kind": "other"})
    assert refused.status_code == 422
    assert "Say in a sentence" in refused.content.decode()
    assert "Ben" in text_at(signed_in(ada), f"/t/{game.code}/report/")
    assert mail.outbox == []


def test_a_private_table_cannot_be_reported_from_outside() -> None:
    host = make_user()
    game = make_table(host, is_private=True, seat_count=3)
    join_table(game.pk, make_user())
    assert signed_in(make_user()).get(f"/t/{game.code}/report/").status_code == 404
    assert host not in reportable_at(game, host)
