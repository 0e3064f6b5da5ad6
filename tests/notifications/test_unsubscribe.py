import re

import pytest
from django.core.signing import Signer
from django.test import Client

from accounts.models import User
from games.core.models import Game
from games.delivery.relevance import reason_to_drop
from games.lobby.invitations import invite_address
from games.mail.compose import compose
from games.notifications.links import UNSUBSCRIBE_SALT, read_unsubscribe_token, unsubscribe_token
from games.notifications.models import (
    Frequency,
    InvitationOptOut,
    Kind,
    MailPreference,
    Notification,
    NotificationReason,
)
from games.notifications.preferences import (
    UnsubscribeScope,
    frequency_of,
    is_stopped,
    resume_mail,
    set_preferences,
    stop_mail,
)
from tests.helpers.notifications import guest_row, reader, row_of
from tests.makers import host_of, make_table, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def choices(user: User) -> dict[tuple[str, int | None], str]:
    """Return the player's choices by kind and table."""
    rows = MailPreference.objects.filter(user=user)
    return {(row.kind, row.game_id): row.frequency for row in rows}


def address(user: User, kind: str = Kind.TURN, game: Game | None = None) -> str:
    return f"/mail/unsubscribe/{unsubscribe_token(user, kind, game)}/"


def test_opening_the_unsubscribe_link_changes_nothing(client: Client) -> None:
    user, game = reader(), make_table(name="The Blue Table")
    for _time in range(2):
        answer = client.get(address(user, game=game))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert all(words in page for words in ("Emails about your turns", "The Blue Table", "All emails except"))
    assert choices(user) == {}


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind.policy.is_optional])
def test_the_page_names_the_emails_of_each_kind(client: Client, kind: Kind) -> None:
    words = str(kind.policy.emails)
    assert words
    assert words in client.get(address(reader(), kind)).content.decode()


@pytest.mark.parametrize(
    ("scope", "stopped"),
    [("kind", ("turn", False)), ("table", ("", True)), ("all", ("", False)), ("gossip", ("", True))],
)
def test_each_unsubscribe_button_stops_its_part_of_email(client: Client, scope: str, stopped: tuple[str, bool]) -> None:
    user, game = reader(), make_table()
    for _time in range(2):
        answer = client.post(address(user, game=game), {"scope": scope})
    assert "Turn them on again" in answer.content.decode()
    assert choices(user) == {(stopped[0], game.pk if stopped[1] else None): "never"}


@pytest.mark.parametrize("scope", ["kind", "table", "all"])
def test_each_unsubscribe_button_can_be_undone(client: Client, scope: str) -> None:
    user, game = reader(), make_table()
    for table in (make_table(), make_table(), game):
        set_preferences(user, {Kind.OVER: "daily"}, table)
    before = choices(user)
    client.post(address(user, game=game), {"scope": scope})
    for _time in range(2):
        answer = client.post(address(user, game=game), {"scope": scope, "resume": "on"})
    assert "Turn them on again" not in answer.content.decode()
    assert choices(user) == before


def test_a_mail_program_unsubscribes_from_the_list_of_an_email_without_a_cookie() -> None:
    user = reader()
    row = row_of(Kind.TURN, user)
    header = compose(row).extra_headers["List-Unsubscribe"]
    one_click = Client(enforce_csrf_checks=True)
    for _time in range(2):
        path = re.sub(r"^<http://testserver(.*)>$", r"\1", header)
        assert one_click.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert choices(user) == {("", row.game_id): "never"}
    assert reason_to_drop(row) == NotificationReason.SWITCHED_OFF


@pytest.mark.parametrize(
    ("kind", "with_table", "scope"),
    [
        (Kind.TURN, True, UnsubscribeScope.TABLE),
        (Kind.TURN, False, UnsubscribeScope.KIND),  # a token from before tables were in them
        (Kind.REPLY, True, UnsubscribeScope.TABLE),
        (Kind.INVITATION, True, UnsubscribeScope.KIND),
        (Kind.DIGEST, False, UnsubscribeScope.DIGESTS),
        (Kind.ACCOUNT, False, UnsubscribeScope.ALL),
    ],
)
def test_one_click_unsubscription_depends_on_the_email(kind: Kind, with_table: bool, scope: UnsubscribeScope) -> None:
    user = reader()
    found = read_unsubscribe_token(unsubscribe_token(user, kind, make_table() if with_table else None))
    assert found.default_scope == scope
    assert is_stopped(user, found.default_scope, kind, found.game) == (scope is UnsubscribeScope.DIGESTS)


def test_an_old_unsubscribe_token_stays_valid() -> None:
    user = reader()
    found = read_unsubscribe_token(Signer(salt=UNSUBSCRIBE_SALT).sign_object([user.pk, "over"]))
    assert (found.user, found.kind, found.game) == (user, Kind.OVER, None)


def test_an_unsubscribe_token_outlives_its_table() -> None:
    user, game = reader(), make_table()
    token = unsubscribe_token(user, Kind.TURN, game)
    MailPreference.objects.all().delete()
    Notification.objects.all().delete()
    game.seats.all().delete()
    Game.objects.filter(pk=game.pk).delete()
    assert read_unsubscribe_token(token).scopes == (UnsubscribeScope.KIND, UnsubscribeScope.ALL)


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("token", ["x", "x:y", "WzEsInR1cm4iXQ:forged", "%00", "é"])
def test_an_invalid_unsubscribe_link_gets_an_explanation(client: Client, token: str, method: str) -> None:
    assert getattr(client, method)(f"/mail/unsubscribe/{token}/").status_code == 404
    assert not MailPreference.objects.exists()


def test_a_truncated_unsubscribe_link_gets_an_explanation(client: Client) -> None:
    cut = address(reader())[:-6] + "/"
    assert "This link is incomplete." in client.get(cut).content.decode()


def test_the_unsubscribe_link_of_a_deleted_account_gets_an_explanation(client: Client) -> None:
    user = reader()
    path = address(user)
    user.delete()
    assert client.post(path).status_code == 404


def test_invalid_values_of_an_unsubscribe_button_are_ignored(client: Client) -> None:
    assert client.post(address(reader()), {"scope": "x" * 99, "resume": "maybe"}).status_code == 200


class TestAddressesWithoutAnAccount:
    def test_a_reader_without_an_account_stops_invitations_for_good(self, client: Client) -> None:
        row = guest_row(reader())
        path = compose(row).extra_headers["List-Unsubscribe"].removeprefix("<http://testserver").removesuffix(">")
        assert "guest@example.net" in client.get(path).content.decode()
        assert not InvitationOptOut.objects.exists()
        assert [client.post(path).status_code for _time in range(2)] == [200, 200]
        assert reason_to_drop(row) == NotificationReason.OPTED_OUT
        before = Notification.objects.count()
        invite_address(make_table().pk, host_of(Game.objects.latest("pk")), "Guest@example.net")
        assert Notification.objects.count() == before

    def test_a_reader_without_an_account_may_resume_invitations(self, client: Client) -> None:
        path = f"/mail/unsubscribe/{unsubscribe_token('guest@example.net', Kind.INVITATION)}/"
        client.post(path)
        client.post(path, {"resume": "on"})
        assert not InvitationOptOut.objects.exists()

    def test_the_email_settings_of_a_player_count_for_the_address(self) -> None:
        user, game = reader(name="Ben"), make_table()
        set_preferences(user, {Kind.INVITATION: Frequency.NEVER})
        invite_address(game.pk, host_of(game), user.email)
        assert not Notification.objects.filter(kind=Kind.INVITATION).exists()


class TestUndo:
    def test_stopping_a_kind_of_email_also_changes_tables_and_is_undone_completely(self) -> None:
        user, game, other = reader(), make_table(), make_table()
        set_preferences(user, {Kind.TURN: "daily"})
        set_preferences(user, {Kind.TURN: "every", Kind.OVER: "twice"}, game)
        set_preferences(user, {"": "urgent"}, other)
        before = choices(user)
        for _time in range(2):
            stop_mail(user, UnsubscribeScope.KIND, Kind.TURN)
        assert {frequency_of(user, Kind.TURN, table) for table in (None, game, other)} == {"never"}
        assert frequency_of(user, Kind.OVER, game) == "twice"
        for _time in range(2):
            resume_mail(user, UnsubscribeScope.KIND, Kind.TURN)
        assert choices(user) == before

    def test_a_table_set_to_never_on_the_site_stays_so_after_an_undo(self) -> None:
        user, game = reader(), make_table()
        set_preferences(user, {Kind.TURN: "never"})
        set_preferences(user, {Kind.TURN: "never"}, game)
        stop_mail(user, UnsubscribeScope.KIND, Kind.TURN)
        resume_mail(user, UnsubscribeScope.KIND, Kind.TURN)
        assert choices(user) == {("turn", game.pk): "never"}

    def test_stopping_all_email_overrides_other_settings_and_can_be_undone(self) -> None:
        user, game = reader(), make_table()
        set_preferences(user, {Kind.TURN: "every", Kind.MENTION: "daily"}, game)
        before = choices(user)
        stop_mail(user, UnsubscribeScope.ALL)
        assert {frequency_of(user, kind, game) for kind in (Kind.TURN, Kind.MENTION, Kind.OVER)} == {"never"}
        assert frequency_of(user, Kind.ACCOUNT) == "every"
        resume_mail(user, UnsubscribeScope.ALL)
        assert choices(user) == before

    def test_digests_can_be_stopped_and_resumed(self) -> None:
        user, game, other = reader(), make_table(), make_user()
        set_preferences(user, {Kind.TURN: "twice", Kind.OVER: "never"})
        set_preferences(user, {Kind.MENTION: "daily"}, game)
        set_preferences(other, {Kind.TURN: "daily"})
        before = choices(user)
        stop_mail(user, UnsubscribeScope.DIGESTS)
        assert set(choices(user).values()) == {"never"}
        assert frequency_of(other, Kind.TURN) == "daily"
        resume_mail(user, UnsubscribeScope.DIGESTS)
        assert choices(user) == before

    @pytest.mark.parametrize(
        ("scope", "kind"), [(UnsubscribeScope.KIND, Kind.ACCOUNT), (UnsubscribeScope.TABLE, Kind.TURN)]
    )
    def test_account_mail_cannot_be_stopped(self, scope: UnsubscribeScope, kind: Kind) -> None:
        user = reader()
        stop_mail(user, scope, kind)
        assert choices(user) == {}
