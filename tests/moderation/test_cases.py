"""Tests of cases: claimed, decided, told to everyone concerned, and written into the record."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings
from rest_framework.test import APIClient

from accounts.errors import SiteError
from accounts.models import User
from games.chat.services import post_message
from games.common.errors import NotFound
from games.common.wording import full_date
from games.conduct.models import RecordedAct, Rule, Sanction, SanctionKind, Verb
from games.conduct.services import appeal, read_sanction, sanction
from games.core.choices import Status
from games.lobby.invitations import invite_player
from games.lobby.models import Invitation, InvitationState
from games.lobby.tables import join_table
from games.moderation.api import WholeCaseSerializer
from games.moderation.models import Case, CaseOutcome
from games.moderation.presenters import moderated_reports
from games.moderation.selectors import ReportSubject, accuracy_of, reports_in
from games.moderation.services import answer, claim, decide, report, tell_moderators
from games.notifications.models import InboundMail, Kind, Notification
from games.table.closed_accounts import leave_what_is_left
from tests.helpers.admin_pages import row_page
from tests.helpers.page_client import signed_in, text_at
from tests.makers import fresh, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def moderator(name: str = "Mo", *permissions: str) -> User:
    user = make_user(name)
    names = permissions or ("moderate",)
    user.user_permissions.set(Permission.objects.filter(codename__in=names, content_type__app_label="games"))
    return User.objects.get(pk=user.pk)


@pytest.fixture
def case() -> Case:
    return report(make_user("Rita"), ReportSubject(make_user("Ben")), Rule.RUDE, "He swears.").case


def mails_to(user: User) -> list[str]:
    return [" ".join(str(sent.body).split()) for sent in mail.outbox if sent.to == [user.email]]


def test_a_case_is_claimed_for_thirty_minutes_by_one_moderator(case: Case) -> None:
    mo, max_ = moderator("Mo"), moderator("Max")
    claim(mo, case.pk)
    with pytest.raises(SiteError, match="claimed"):
        claim(max_, case.pk)
    Case.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    assert claim(max_, case.pk).claimed_by == max_
    with pytest.raises(SiteError, match="not-claimed"):
        decide(mo, case.pk, CaseOutcome.NOTHING, Rule.RUDE, "All is well.")


def test_moderators_hear_once_a_day_of_open_cases_and_find_them(case: Case, admin_client: Client) -> None:
    mo, now = moderator(), timezone.now()
    for later in (timedelta(), timedelta(hours=23), timedelta(hours=25)):
        tell_moderators(now + later)
    assert [text.count("1 case is open.") for text in mails_to(mo)] == [1, 1]
    assert all("/moderation/" in text for text in mails_to(mo))
    assert mails_to(make_user("Rita")) == []
    assert "Open cases of moderation" in text_at(admin_client, "/admin/")
    claim(mo, case.pk)
    decide(mo, case.pk, CaseOutcome.NO_CHAT_7, Rule.RUDE, "You called her a moth.")
    mail.outbox.clear()
    tell_moderators(now + timedelta(days=9))
    assert mails_to(mo) == []
    assert f'href="/moderation/cases/{case.pk}/"' in text_at(signed_in(mo), "/moderation/")


def test_a_case_that_no_moderator_may_see_is_told_to_the_administrators(case: Case, settings: Settings) -> None:
    settings.ADMINS = [("", "boss@example.org")]
    only, now = moderator("Ben"), timezone.now()
    tell_moderators(now)
    assert [sent.to for sent in mail.outbox] == [["boss@example.org"]]
    mail.outbox.clear()
    other = moderator("Mo")
    tell_moderators(now + timedelta(days=1))
    assert [sent.to for sent in mail.outbox] == [[other.email]]
    assert mails_to(only) == []


def test_a_case_tells_what_became_of_its_sanction(case: Case) -> None:
    mo, ben = moderator(), make_user("Ben")
    claim(mo, case.pk)
    decide(mo, case.pk, CaseOutcome.NO_CHAT_7, Rule.RUDE, "You called her a moth.")
    row = appeal(ben, Sanction.objects.get().pk, "She laughed.")
    answer(moderator("Max"), row.pk, "She did.", lifts=True)
    html = " ".join(text_at(signed_in(mo), f"/moderation/cases/{case.pk}/").split())
    assert "Lifted on appeal</strong>" in html
    assert "She did." in html


def test_nobody_decides_about_themselves(case: Case) -> None:
    with pytest.raises(NotFound):  # as a case that does not exist
        claim(case.accused, case.pk)
    with pytest.raises(SiteError, match="own-case"):
        sanction(case.accused, case.accused, SanctionKind.NOTE, Rule.RUDE, "me")


def test_a_decision_needs_a_reason_and_tells_the_accused_and_the_reporters(case: Case) -> None:
    mo, ben, rita = moderator(), make_user("Ben"), make_user("Rita")
    claim(mo, case.pk)
    with pytest.raises(SiteError, match="no-reason"):
        decide(mo, case.pk, CaseOutcome.NO_CHAT_7, Rule.RUDE, "  ")
    decide(mo, case.pk, CaseOutcome.NO_CHAT_7, Rule.RUDE, "You called her a moth.")
    row = Sanction.objects.get()
    assert (row.user, row.kind, row.case) == (ben, SanctionKind.NO_CHAT, case)
    assert row.ends_at
    assert timedelta(days=6) < row.ends_at - timezone.now() <= timedelta(days=7)
    (to_ben,), (to_rita,) = mails_to(ben), mails_to(rita)
    assert to_ben.startswith(f"Hello Ben, You cannot write anything for other players until {full_date(row.ends_at)}.")
    assert all("text/html" in sent.message().as_string() for sent in mail.outbox)
    assert "You called her a moth." in to_ben
    assert "because you have an account at" in to_ben
    assert "something was done" in to_rita
    assert "moth" not in to_rita
    assert "Rita" not in to_ben
    page = text_at(signed_in(ben), "/settings/conduct/")
    assert "You called her a moth." in page
    assert "moderator" in page
    assert "something was done" in text_at(signed_in(rita), "/settings/conduct/")
    assert report(rita, ReportSubject(ben), Rule.SPAM).case != case


def test_who_may_not_start_new_games_leaves_the_tables_that_have_not_begun(case: Case) -> None:
    ben, ada = make_user("Ben"), make_user("Ada")
    own, shared, running = make_table(ben), make_table(ben, seat_count=3), started_game(ben, ada)
    join_table(shared.pk, ada)
    invitation = invite_player(own.pk, ben, "Rita")
    mo = moderator()
    claim(mo, case.pk)
    decide(mo, case.pk, CaseOutcome.NO_GAMES, Rule.RUDE, "You called her a moth.")
    assert "You have left the tables that have not begun." in mails_to(ben)[0]
    shared, invitation = fresh(shared), Invitation.objects.get(pk=invitation.pk)
    assert (fresh(own).status, invitation.state) == (Status.CANCELLED, InvitationState.WITHDRAWN)
    assert (shared.host, list(shared.seats.values_list("user", flat=True))) == (ada, [ada.pk])
    join_table(shared.pk, make_user())
    assert fresh(shared).status == Status.OPEN
    assert running.seats.filter(user=ben).exists()


def test_who_may_not_start_rated_games_leaves_the_rated_tables_that_have_not_begun(case: Case) -> None:
    ben = make_user("Ben")
    rated, plain = make_table(ben, is_rated=True), make_table(ben)
    mo = moderator()
    claim(mo, case.pk)
    decide(mo, case.pk, CaseOutcome.UNRATED, Rule.RUDE, "You gave points away.")
    assert "You have left the rated tables that have not begun." in mails_to(ben)[0]
    assert (fresh(rated).status, fresh(plain).status) == (Status.CANCELLED, Status.OPEN)
    assert fresh(join_table(plain.pk, make_user())).status == Status.RUNNING


def test_where_nothing_is_found_only_the_reporter_is_told(case: Case) -> None:
    mo = moderator()
    claim(mo, case.pk)
    decide(mo, case.pk, CaseOutcome.NOTHING, Rule.RUDE, "A joke among friends.")
    assert not Sanction.objects.exists()
    assert mails_to(make_user("Ben")) == []
    assert "nothing to act on" in mails_to(make_user("Rita"))[0]
    assert "Nothing has been decided about you." in text_at(signed_in(make_user("Ben")), "/settings/conduct/")


def test_the_record_has_every_act_with_its_reason_and_stays_as_it_is(case: Case) -> None:
    mo = moderator()
    claim(mo, case.pk)
    decide(mo, case.pk, CaseOutcome.WARNING, Rule.RUDE, "Mind your words.")
    rows = list(RecordedAct.objects.order_by("pk").values_list("verb", "actor", "after", "reason", "case"))
    assert rows == [
        (Verb.CLAIMED, mo.pk, "", "", case.pk),
        (Verb.DECIDED, mo.pk, "warning", "Mind your words.", case.pk),
        (Verb.SANCTION, mo.pk, "warning", "Mind your words.", case.pk),
    ]
    row = RecordedAct.objects.first()
    assert row
    row.reason = "another"
    for change in (
        row.save,
        row.delete,
        RecordedAct.objects.all().delete,
        lambda: RecordedAct.objects.update(reason=""),
    ):
        with pytest.raises(TypeError):
            change()
    mo.delete()
    assert RecordedAct.objects.count() == 3


def test_a_closed_account_leaves_its_games_and_is_told(case: Case, django_capture_on_commit_callbacks: type) -> None:
    ben, mo = make_user("Ben"), moderator()
    claim(mo, case.pk)
    with django_capture_on_commit_callbacks(execute=True):
        decide(mo, case.pk, CaseOutcome.CLOSED, Rule.RUDE, "Threats.")
    assert not User.objects.get(pk=ben.pk).is_active
    assert "Your account is closed." in mails_to(ben)[0]


def test_a_decision_closes_an_account_at_once_and_the_sweep_leaves_its_games(case: Case) -> None:
    """As if the process stopped between the commit and what follows it."""
    ben, mo = make_user("Ben"), moderator()
    game, table = started_game(ben, make_user()), make_table(ben)
    claim(mo, case.pk)
    decide(mo, case.pk, CaseOutcome.CLOSED, Rule.RUDE, "Threats.")
    assert not User.objects.get(pk=ben.pk).is_active
    assert game.seats.get(user=ben).offered_at is None
    leave_what_is_left(timezone.now())
    assert game.seats.get(user=ben).offered_at
    assert fresh(table).status == Status.CANCELLED


def test_the_only_administrator_is_not_closed_and_nobody_is_told_so(case: Case) -> None:
    User.objects.filter(username="Ben").update(is_superuser=True)
    mo = moderator()
    claim(mo, case.pk)
    with pytest.raises(SiteError, match="last-admin"):
        decide(mo, case.pk, CaseOutcome.CLOSED, Rule.RUDE, "Threats.")
    assert not Sanction.objects.exists()
    assert not mail.outbox
    assert Case.objects.get().closed_at is None


def test_an_appeal_is_sent_once_and_answered_once(case: Case) -> None:
    ben, mo = make_user("Ben"), moderator()
    row = sanction(mo, ben, SanctionKind.NO_CHAT, Rule.RUDE, "Moths.", days=7)
    appeal(ben, row.pk, "It was a quotation.")
    with pytest.raises(SiteError, match="appealed"):
        appeal(ben, row.pk, "Again.")
    with pytest.raises(SiteError, match="not-found"):
        appeal(make_user("Rita"), row.pk, "Not mine.")
    assert "It was a quotation." in text_at(signed_in(mo), "/moderation/")
    max_ = moderator("Max")
    answer(max_, row.pk, "So it was.", lifts=True)
    assert Sanction.objects.get().lifted_at
    assert "has been lifted" in mails_to(ben)[-1]
    with pytest.raises(SiteError, match="answered"):
        answer(max_, row.pk, "No.", lifts=False)


def test_an_appeal_is_answered_by_another_moderator_if_there_is_one(case: Case) -> None:
    ben, mo, max_ = make_user("Ben"), moderator("Mo"), moderator("Max")
    row = sanction(mo, ben, SanctionKind.NO_CHAT, Rule.RUDE, "Moths.", days=7)
    appeal(ben, row.pk, "It was a quotation.")
    why, form = "Another moderator answers the appeal.", f"/moderation/appeals/{row.pk}/"
    with pytest.raises(SiteError, match="own-decision"):
        answer(mo, row.pk, "No.", lifts=False)
    assert Sanction.objects.get().answered_at is None
    page = text_at(signed_in(mo), "/moderation/")
    assert (why in page, form in page) == (True, False)
    page = text_at(signed_in(max_), "/moderation/")
    assert (why in page, form in page) == (False, True)
    client = APIClient()
    client.force_authenticate(mo)
    assert client.get("/api/v1/moderation/appeals/").data[0]["decided_by"] == "Mo"
    refused = client.post(f"/api/v1{form}", {"text": "No.", "lifts": False})
    assert (refused.status_code, why in refused.data["detail"]) == (403, True)
    User.objects.filter(pk=max_.pk).update(is_active=False)
    assert form in text_at(signed_in(mo), "/moderation/")
    assert answer(mo, row.pk, "No.", lifts=False).answered_at


def test_nobody_takes_or_decides_a_case_that_they_have_reported(case: Case) -> None:
    mo, max_, ben = moderator("Mo"), moderator("Max"), make_user("Ben")
    claim(mo, case.pk)
    report(mo, ReportSubject(ben), Rule.SPAM)
    with pytest.raises(SiteError, match="own-report"):
        decide(mo, case.pk, CaseOutcome.NOTE, Rule.SPAM, "Seen.")
    Case.objects.update(claimed_by=None, claimed_until=None)
    with pytest.raises(SiteError, match="own-report"):
        claim(mo, case.pk)
    why = "Another moderator decides the case."
    page = text_at(signed_in(mo), f"/moderation/cases/{case.pk}/")
    assert (why in page, "Take this case" in page) == (True, False)
    client, address = APIClient(), f"/api/v1/moderation/cases/{case.pk}/"
    client.force_authenticate(mo)
    refused = client.post(f"{address}claim/")
    assert (refused.status_code, why in refused.data["detail"]) == (403, True)
    assert Case.objects.get().claimed_by is None
    claim(max_, case.pk)
    decide(max_, case.pk, CaseOutcome.NOTE, Rule.SPAM, "Seen.")
    assert client.get(address).data["closed_by"] == "Max"


def test_administrators_are_told_of_a_case_that_the_only_moderator_has_reported(settings: Settings) -> None:
    settings.ADMINS = [("", "boss@example.org")]
    only, now = moderator("Mo"), timezone.now()
    report(only, ReportSubject(make_user("Ben")), Rule.RUDE)
    tell_moderators(now)
    assert [sent.to for sent in mail.outbox] == [["boss@example.org"]]


def test_the_record_and_the_accuracy_of_reporters_follow_decisions(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    mo, rita = moderator(), make_user("Rita")
    for outcome in (CaseOutcome.NOTE, CaseOutcome.NOTHING, CaseOutcome.NOTE, CaseOutcome.NOTE):
        case = report(rita, ReportSubject(make_user()), Rule.SPAM).case
        claim(mo, case.pk)
        decide(mo, case.pk, outcome, Rule.SPAM, "Seen.")
    assert accuracy_of([rita.pk, None]) == {rita.pk: 75}
    assert report(rita, ReportSubject(make_user()), Rule.SPAM).case.score + 0 == 0
    last = Case.objects.latest("pk")
    assert last.score == 40
    report(make_user(), ReportSubject(last.accused), Rule.SPAM)
    rows = reports_in(last)
    with django_assert_num_queries(1):
        assert [one.accuracy[:3] for one in moderated_reports(rows)] == ["75%", ""]
    assert [one["accuracy"] for one in WholeCaseSerializer(last).data["reports"]] == [75, None]


def test_moderators_work_through_their_pages(case: Case) -> None:
    client = signed_in(moderator())
    assert "Ben" in client.get("/moderation/").content.decode()
    assert "He swears." in client.get(f"/moderation/cases/{case.pk}/").content.decode()
    page = client.post(f"/moderation/cases/{case.pk}/claim/", follow=True).content.decode()
    assert 'name="outcome"' in page
    sent = {"outcome": "warning", "rule": "rude", "reason": "Mind your words."}
    page = client.post(f"/moderation/cases/{case.pk}/", sent, follow=True).content.decode()
    assert "No open cases." in page
    ben = make_user("Ben")
    warning = Sanction.objects.get()
    assert "I have read it" in text_at(signed_in(ben), "/settings/conduct/")
    signed_in(ben).post(f"/settings/conduct/{warning.pk}/read/")
    assert read_sanction(ben, warning.pk).read_at
    assert "I have read it" not in text_at(signed_in(ben), "/settings/conduct/")


def test_a_private_table_is_read_for_half_an_hour_with_a_permission_and_a_recorded_reason() -> None:
    ada = make_user("Ada")
    game = play_on(started_game(ada, make_user("Ben"), is_private=True), 1)
    post_message(game.pk, ada, "Between us.")
    address = f"/moderation/tables/{game.code}/"
    assert signed_in(moderator("Mo")).get(address).status_code == 403
    client = signed_in(moderator("Max", "read_private"))
    asked = text_at(client, address)
    assert "Why do you need to read" in asked
    assert "Between us." not in asked
    assert client.post(address, {"reason": " "}).status_code == 422
    client.post(address, {"reason": "A report."})
    shown = text_at(client, address)
    assert "Between us." in shown
    assert "Ada" in shown
    assert (RecordedAct.objects.get().reason, RecordedAct.objects.get().verb) == ("A report.", Verb.LOOKED)
    assert "A report." in text_at(signed_in(ada), f"/t/{game.code}/record/")
    assert "Between us." not in text_at(signed_in(moderator("Moe", "read_private")), address)  # a reason of their own
    assert '<svg class="board' in client.get(address).content.decode()
    with time_machine.travel(timezone.now() + timedelta(minutes=31), tick=False):
        assert "Between us." not in text_at(client, address)


def test_a_table_that_is_read_leads_back_to_its_case_and_programs_read_it_in_the_same_way() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    game = play_on(started_game(ada, ben, is_private=True), 1)
    post_message(game.pk, ada, "Between us.")
    case = report(ben, ReportSubject(ada, game), Rule.RUDE).case
    mo, max_ = moderator("Mo"), moderator("Max", "read_private")
    for one in (mo, max_):
        one.user_permissions.add(*Permission.objects.filter(codename="moderate"))
    assert f"/moderation/cases/{case.pk}/" in signed_in(max_).get(f"/moderation/tables/{game.code}/").content.decode()
    client, other, address = APIClient(), APIClient(), f"/api/v1/moderation/tables/{game.code}/"
    client.force_authenticate(User.objects.get(pk=max_.pk))
    other.force_authenticate(User.objects.get(pk=mo.pk))
    assert [other.get(address).status_code, client.get(address).status_code] == [403, 403]
    assert client.post(address, {"reason": " "}).status_code == 400
    assert client.post(address, {"reason": "A report."}).status_code == 200
    shown = client.get(address).data
    assert [line["text"] for line in shown["messages"]] == ["Between us."]
    assert (len(shown["log"]), shown["position"] is None) == (game.ply, False)
    assert RecordedAct.objects.get(verb=Verb.LOOKED).reason == "A report."


def test_the_administration_shows_no_turns_messages_or_mails_of_private_tables(admin_client: Client) -> None:
    ada = make_user("Ada")
    game = play_on(started_game(ada, make_user("Ben"), is_private=True), 4)
    message = post_message(game.pk, ada, "Between us.")
    mail_row = InboundMail.objects.create(
        digest="d", user=ada, game=game, sender=ada.email, excerpt="Between us.", state="done"
    )
    about = {"kind": Kind.REPLY, "params": {"said": "Between us."}, "due_at": timezone.now()}
    reply = Notification.objects.create(key="r", user=ada, game=game, **about)
    page = row_page(admin_client, game)
    assert f"/moderation/tables/{game.code}/" in page
    assert game.entries.last().state_hash not in page  # type: ignore[union-attr]
    pages = [page, row_page(admin_client, message), row_page(admin_client, mail_row), row_page(admin_client, reply)]
    pages += [text_at(admin_client, f"/admin/games/{name}/") for name in ("game", "chatmessage", "inboundmail")]
    assert not any("Between us." in one for one in pages)
