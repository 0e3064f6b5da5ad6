from datetime import time

import pytest
from django.test import Client

from accounts.models import Profile, User
from games.mail.compose import compose
from games.notifications import outbox
from games.notifications.models import Frequency, Kind, MailPreference, Notification, NotificationState
from games.notifications.preferences import (
    UnsubscribeScope,
    frequencies_for,
    frequency_of,
    preferences_of,
    set_preferences,
    stop_mail,
)
from tests.helpers.notifications import latest, reader, text_of
from tests.helpers.page_client import squeezed
from tests.makers import make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
PATH = "/mail/settings/"


@pytest.fixture
def user(client: Client) -> User:
    """Return the signed-in player."""
    found = reader(zone="Europe/Paris")
    client.force_login(found)
    return found


def sent(**changes: str) -> dict[str, str]:
    """Return the form as a browser sends it."""
    kinds = dict.fromkeys(["turn", "started", "over", "resigned", "mention", "orders", "bounce", "invitation"], "every")
    return {**kinds, "digest_hour": "8", "quiet_from": "", "quiet_until": "", **changes}


def test_the_page_of_email_settings_shows_what_was_chosen(client: Client, user: User) -> None:
    set_preferences(user, {Kind.TURN: "daily"})
    Profile.objects.filter(user=user).update(quiet_from=time(22), quiet_until=time(7, 30), digest_hour=19)
    page = client.get(PATH).content.decode()
    assert '<option value="daily" selected>' in page
    assert 'value="22:00"' in page
    assert 'value="07:30"' in page
    assert '<option value="19" selected>19:00' in page
    assert "in the Paris time zone" in page
    assert 'name="account"' not in page


def test_saving_email_settings_stores_all_of_them(client: Client, user: User) -> None:
    form = sent(turn="urgent", over="never", digest_hour="20", quiet_from="23:15", quiet_until="06:00")
    assert "Saved." in client.post(PATH, form, follow=True).content.decode()
    assert preferences_of(user) == {"turn": "urgent", "over": "never"}
    profile = Profile.objects.get(user=user)
    assert (profile.digest_hour, profile.quiet_from, profile.quiet_until) == (20, time(23, 15), time(6))


@pytest.mark.parametrize(
    ("preset", "turn", "reminder", "over"),
    [("turns", "", "", "never"), ("daily", "daily", "", "daily"), ("never", "never", "never", "never")],
)
def test_one_button_chooses_the_frequency_of_all_kinds_of_email(
    client: Client, user: User, preset: str, turn: str, reminder: str, over: str
) -> None:
    client.post(PATH, sent(preset=preset))
    found = preferences_of(user)
    assert (found.get("turn", ""), found.get("reminder", ""), found.get("over", "")) == (turn, reminder, over)
    page = squeezed(client.get(PATH).content.decode())
    assert f'value="{preset}" aria-pressed="true"' in page
    assert page.count('aria-pressed="true"') == 1
    client.post(PATH, sent(preset="every"))
    assert preferences_of(user) == {}


def test_the_format_of_emails_is_stored(client: Client, user: User) -> None:
    client.post(PATH, sent(mail_threads="table", mails_as_text="text"))
    profile = Profile.objects.get(user=user)
    assert (profile.mail_threads, profile.mails_as_text) == ("table", True)
    client.post(PATH, sent())
    assert Profile.objects.get(user=user).mails_as_text
    assert '<option value="text" selected>' in client.get(PATH).content.decode()


def test_the_default_frequency_of_emails_needs_no_row(client: Client, user: User) -> None:
    set_preferences(user, {Kind.TURN: "daily"})
    client.post(PATH, sent())
    assert preferences_of(user) == {}


def test_email_settings_that_are_not_sent_stay(client: Client, user: User) -> None:
    set_preferences(user, {Kind.TURN: "daily"})
    Profile.objects.filter(user=user).update(digest_hour=5, quiet_from=time(22), quiet_until=time(7))
    client.post(PATH, {"digest_hour": ""})
    assert preferences_of(user) == {"turn": "daily"}
    profile = Profile.objects.get(user=user)
    assert (profile.digest_hour, profile.quiet_from) == (5, time(22))


def test_quiet_hours_can_be_removed(client: Client, user: User) -> None:
    Profile.objects.filter(user=user).update(quiet_from=time(22), quiet_until=time(7))
    client.post(PATH, sent())
    assert Profile.objects.get(user=user).quiet_from is None


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"quiet_from": "22:00"}, "Enter both times"),
        ({"quiet_until": "07:00"}, "Enter both times"),
        ({"quiet_from": "07:00", "quiet_until": "07:00"}, "Both times are the same"),
        ({"quiet_from": "25 o'clock", "quiet_until": "07:00"}, "Enter a valid time"),
        ({"digest_hour": "24"}, "Select a valid choice"),
        ({"over": "urgent"}, "Select a valid choice"),
        ({"turn": "hourly"}, "Select a valid choice"),
    ],
)
def test_invalid_email_settings_are_explained_and_kept_in_the_form(
    client: Client, user: User, changes: dict[str, str], words: str
) -> None:
    answer = client.post(PATH, sent(mention="daily", **changes))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert words in page
    assert '<option value="daily" selected>' in page
    assert preferences_of(user) == {}


def test_all_emails_can_be_resumed(client: Client, user: User) -> None:
    set_preferences(user, {Kind.TURN: "daily"})
    Profile.objects.filter(user=user).update(quiet_from=time(22), quiet_until=time(7))
    stop_mail(user, UnsubscribeScope.ALL)
    assert "You have turned off all emails" in client.get(PATH).content.decode()
    client.post(PATH, {"resume": "on"})
    assert frequency_of(user, Kind.TURN) == "daily"
    assert Profile.objects.get(user=user).quiet_from == time(22)


def test_tables_with_email_settings_of_their_own_are_listed(client: Client, user: User) -> None:
    game = make_table(user, name="The Blue Table")
    set_preferences(user, {"": "never", Kind.MENTION: "daily"}, game)
    page = client.get(PATH).content.decode()
    assert f'href="/t/{game.code}/mail/">The Blue Table' in page
    assert "All emails from this table – never · Someone mentions you in a chat – a digest once a day" in page


def test_email_settings_ask_visitors_to_sign_in(client: Client) -> None:
    answer = client.get(PATH)
    assert answer.status_code == 302
    assert "/accounts/login/" in answer["Location"]


class TestOneTable:
    def test_the_page_of_a_table_leads_to_its_email_settings(self, client: Client, user: User) -> None:
        game = make_table(user)
        set_preferences(user, {"": "daily"}, game)
        page = client.get(f"/t/{game.code}/").content.decode()
        assert f'href="/t/{game.code}/mail/"' in page
        assert "Emails about this table" in page

    def test_signing_in_returns_to_the_email_settings_of_the_table(self, client: Client) -> None:
        path = f"/t/{make_table(make_user()).code}/mail/"
        assert client.get(path)["Location"] == f"/accounts/login/?next={path}"

    def test_email_settings_of_a_table_apply_only_there(self, client: Client, user: User) -> None:
        game, other = make_table(user), make_table(user)
        answer = client.post(f"/t/{game.code}/mail/", {"all": "urgent", "mention": "never"})
        assert answer["Location"] == f"/t/{game.code}/"
        assert [frequency_of(user, Kind.TURN, table) for table in (game, other)] == ["urgent", "every"]
        assert [frequency_of(user, Kind.MENTION, table) for table in (game, other)] == ["never", "every"]
        assert '<option value="urgent" selected>' in client.get(f"/t/{game.code}/mail/").content.decode()

    def test_email_settings_of_a_table_can_be_removed(self, client: Client, user: User) -> None:
        game = make_table(user)
        set_preferences(user, {"": "never"}, game)
        client.post(f"/t/{game.code}/mail/", {"all": ""})
        assert not MailPreference.objects.exists()

    def test_invalid_email_settings_of_a_table_are_explained(self, client: Client, user: User) -> None:
        answer = client.post(f"/t/{make_table(user).code}/mail/", {"all": "hourly"})
        assert answer.status_code == 422
        assert "Select a valid choice" in answer.content.decode()

    def test_the_email_settings_of_a_table_say_that_all_email_is_off(self, client: Client, user: User) -> None:
        stop_mail(user, UnsubscribeScope.ALL)
        assert "You have turned off all emails" in client.get(f"/t/{make_table(user).code}/mail/").content.decode()


class TestWhatCounts:
    def test_the_closest_email_setting_counts(self) -> None:
        user, game = reader(), make_table()
        found = [frequency_of(user, Kind.TURN, game)]
        for kind, often, table in [
            ("", "daily", None),
            ("turn", "once", None),
            ("", "twice", game),
            ("turn", "urgent", game),
        ]:
            set_preferences(user, {kind: often}, table)
            found.append(frequency_of(user, Kind.TURN, game))
        assert found == ["every", "daily", "once", "twice", "urgent"]

    @pytest.mark.parametrize(
        ("kind", "chosen", "means"),
        [
            ("over", "urgent", "never"),
            ("over", "once", "every"),
            ("mention", "once", "once"),
            ("over", "daily", "daily"),
        ],
    )
    def test_the_frequency_of_a_whole_table_depends_on_the_kind(self, kind: str, chosen: str, means: str) -> None:
        user, game = reader(), make_table()
        set_preferences(user, {"": chosen}, game)
        assert frequency_of(user, kind, game) == means

    def test_only_emails_about_turns_can_be_urgent(self) -> None:
        assert [kind for kind in Kind if Frequency.URGENT in frequencies_for(kind)] == [Kind.TURN]

    def test_a_silenced_table_stays_so_whatever_was_chosen_for_a_kind(self) -> None:
        user, game = reader(), make_table()
        set_preferences(user, {"": "never", "turn": "every"}, game)
        assert frequency_of(user, Kind.TURN, game) == "never"

    def test_emails_of_a_silenced_table_are_not_queued(self) -> None:
        user, game = reader(), make_table()
        set_preferences(user, {"": "never"}, game)
        assert outbox.queue(Kind.MENTION, "1", user=user, game=game) is None
        assert outbox.queue(Kind.MENTION, "1", user=user, game=make_table())


def test_a_change_of_email_settings_reconsiders_held_emails() -> None:
    user = make_user()
    started_game(user, make_user())
    row = latest(Kind.TURN, user)
    Notification.objects.filter(pk=row.pk).update(state=NotificationState.HELD, due_at="2099-01-01T00:00Z")
    set_preferences(user, {Kind.OVER: "daily"})
    row.refresh_from_db()
    assert row.due_at.year < 2099


SENTENCE = "Nora gets no emails about turns at this table."


def test_opponents_read_who_has_unsubscribed(client: Client) -> None:
    nora, ben = make_user("Nora"), make_user("Ben")
    game = started_game(nora, ben)
    client.force_login(ben)
    page = client.get(game.get_absolute_url())
    assert SENTENCE not in page.content.decode()
    stop_mail(nora, UnsubscribeScope.TABLE, Kind.TURN, game)
    again = client.get(game.get_absolute_url(), headers={"If-None-Match": page.headers.get("ETag", "")})
    assert SENTENCE in again.content.decode()
    game = play_on(game, 2)
    assert SENTENCE in text_of(compose(latest(Kind.TURN, ben)))
    client.force_login(nora)
    assert "You get no emails about your turns at this table." in client.get(game.get_absolute_url()).content.decode()


def test_the_email_settings_of_a_table_count_more_than_the_general_ones(client: Client) -> None:
    nora, ben = make_user("Nora"), make_user("Ben")
    game = started_game(nora, ben)
    set_preferences(nora, {Kind.TURN: "never"})
    client.force_login(ben)
    assert SENTENCE in client.get(game.get_absolute_url()).content.decode()
    set_preferences(nora, {Kind.TURN: "every"}, game)
    assert SENTENCE not in client.get(game.get_absolute_url()).content.decode()
    assert SENTENCE not in Client().get(game.get_absolute_url()).content.decode()


def test_the_link_of_an_email_to_its_table_asks_strangers_to_sign_in_and_returns() -> None:
    user = make_user("Ada")
    game = make_table(user, is_private=True)
    for code in (game.code, "nosuchtable"):
        answer = Client().get(f"/t/{code}/mail/")
        assert (answer.status_code, answer["Location"]) == (302, f"/accounts/login/?next=/t/{code}/mail/")
    signing_in = {"login": "Ada", "password": "carpets-and-coins", "next": f"/t/{game.code}/mail/"}
    answer = Client().post("/accounts/login/", signing_in)
    assert answer["Location"] == f"/t/{game.code}/mail/"
