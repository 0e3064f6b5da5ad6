"""Stopping mails from a link in one of them, without signing in, and letting them come again."""

import re

import pytest
from django.core.signing import Signer
from django.test import Client

from accounts.models import User
from games.mail.compose import compose
from games.mail.tokens import SALT, read_stop, stop_token
from games.mail.worth import reason_to_drop
from games.models import Frequency, Game, Kind, MailChoice, MailRefusal, Notification
from games.selectors.mail_choices import Reach, frequency_of
from games.services.invitations import invite_address
from games.services.mail_choices import resume, set_choices, stop
from tests.mail.rows import guest_row, reader, row_of
from tests.makers import host_of, make_table, make_user

pytestmark = pytest.mark.django_db


def choices(user: User) -> dict[tuple[str, int | None], str]:
    """Return what the player has chosen, by kind and table."""
    rows = MailChoice.objects.filter(user=user)
    return {(row.kind, row.game_id): row.frequency for row in rows}


def address(user: User, kind: str = Kind.TURN, game: Game | None = None) -> str:
    """Return the address in a mail."""
    return f"/mail/unsubscribe/{stop_token(user, kind, game)}/"


def test_opening_the_link_changes_nothing(client: Client) -> None:
    user, game = reader(), make_table(name="The Blue Table")
    for _time in range(2):
        answer = client.get(address(user, game=game))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert all(words in page for words in ("It is my turn", "The Blue Table", "All mail but"))
    assert choices(user) == {}


@pytest.mark.parametrize(
    ("reach", "stopped"),
    [("kind", ("turn", False)), ("table", ("", True)), ("all", ("", False)), ("gossip", ("", True))],
)
def test_each_button_stops_its_part_of_the_mail(client: Client, reach: str, stopped: tuple[str, bool]) -> None:
    user, game = reader(), make_table()
    for _time in range(2):
        answer = client.post(address(user, game=game), {"reach": reach})
    assert "Let them come again" in answer.content.decode()
    assert choices(user) == {(stopped[0], game.pk if stopped[1] else None): "never"}


@pytest.mark.parametrize("reach", ["kind", "table", "all"])
def test_each_button_can_be_taken_back(client: Client, reach: str) -> None:
    user, game = reader(), make_table()
    for table in (make_table(), make_table(), game):
        set_choices(user, {Kind.OVER: "daily"}, table)
    before = choices(user)
    client.post(address(user, game=game), {"reach": reach})
    for _time in range(2):
        answer = client.post(address(user, game=game), {"reach": reach, "resume": "on"})
    assert "Let them come again" not in answer.content.decode()
    assert choices(user) == before


def test_a_mail_program_stops_the_list_of_that_mail_without_a_cookie() -> None:
    user = reader()
    row = row_of(Kind.TURN, user)
    header = compose(row).extra_headers["List-Unsubscribe"]
    one_click = Client(enforce_csrf_checks=True)
    for _time in range(2):
        path = re.sub(r"^<http://testserver(.*)>$", r"\1", header)
        assert one_click.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert choices(user) == {("", row.game_id): "never"}
    assert reason_to_drop(row) == "the player has switched this kind off"


@pytest.mark.parametrize(
    ("kind", "with_table", "reach"),
    [
        (Kind.TURN, True, Reach.TABLE),
        (Kind.TURN, False, Reach.KIND),  # a token from before tables were in them
        (Kind.REPLY, True, Reach.TABLE),
        (Kind.INVITATION, True, Reach.KIND),
        (Kind.DIGEST, False, Reach.DIGESTS),
        (Kind.ACCOUNT, False, Reach.ALL),
    ],
)
def test_what_a_mail_program_stops_depends_on_the_mail(kind: Kind, with_table: bool, reach: Reach) -> None:
    found = read_stop(stop_token(reader(), kind, make_table() if with_table else None))
    assert (found.usual, found.is_granted()) == (reach, reach is Reach.DIGESTS)


def test_an_old_token_is_read_for_ever() -> None:
    user = reader()
    found = read_stop(Signer(salt=SALT).sign_object([user.pk, "over"]))
    assert (found.user, found.kind, found.game) == (user, Kind.OVER, None)


def test_a_token_outlives_its_table() -> None:
    user, game = reader(), make_table()
    token = stop_token(user, Kind.TURN, game)
    MailChoice.objects.all().delete()
    Notification.objects.all().delete()
    game.seats.all().delete()
    Game.objects.filter(pk=game.pk).delete()
    assert read_stop(token).reaches == (Reach.KIND, Reach.ALL)


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("token", ["x", "x:y", "WzEsInR1cm4iXQ:forged", "%00", "é"])
def test_a_bad_link_is_answered_kindly(client: Client, token: str, method: str) -> None:
    assert getattr(client, method)(f"/mail/unsubscribe/{token}/").status_code == 404
    assert not MailChoice.objects.exists()


def test_a_link_that_a_mail_program_has_cut_says_so(client: Client) -> None:
    cut = address(reader())[:-6] + "/"
    assert "This link is not complete." in client.get(cut).content.decode()


def test_the_link_of_a_deleted_account_is_answered_kindly(client: Client) -> None:
    user = reader()
    path = address(user)
    user.delete()
    assert client.post(path).status_code == 404


def test_nonsense_from_a_button_is_no_error(client: Client) -> None:
    user = reader()
    assert client.post(address(user), {"reach": "x" * 99, "resume": "maybe"}).status_code == 200


class TestAddressesWithoutAnAccount:
    def test_its_reader_stops_invitations_for_good(self, client: Client) -> None:
        row = guest_row(reader())
        path = compose(row).extra_headers["List-Unsubscribe"].removeprefix("<http://testserver").removesuffix(">")
        assert "guest@example.net" in client.get(path).content.decode()
        assert not MailRefusal.objects.exists()
        assert [client.post(path).status_code for _time in range(2)] == [200, 200]
        assert reason_to_drop(row) == "the reader wants no invitations"
        before = Notification.objects.count()
        invite_address(make_table().pk, host_of(Game.objects.latest("pk")), "Guest@example.net")
        assert Notification.objects.count() == before

    def test_its_reader_may_change_their_mind(self, client: Client) -> None:
        path = f"/mail/unsubscribe/{stop_token('guest@example.net', Kind.INVITATION)}/"
        client.post(path)
        client.post(path, {"resume": "on"})
        assert not MailRefusal.objects.exists()

    def test_the_choice_of_its_player_counts(self) -> None:
        user, game = reader(name="Ben"), make_table()
        set_choices(user, {Kind.INVITATION: Frequency.NEVER})
        invite_address(game.pk, host_of(game), user.email)
        assert not Notification.objects.filter(kind=Kind.INVITATION).exists()


class TestUndo:
    def test_a_kind_stops_also_where_a_table_has_a_choice_and_all_is_as_before_then(self) -> None:
        user, game, other = reader(), make_table(), make_table()
        set_choices(user, {Kind.TURN: "daily"})
        set_choices(user, {Kind.TURN: "every", Kind.OVER: "twice"}, game)
        set_choices(user, {"": "urgent"}, other)
        before = choices(user)
        for _time in range(2):
            stop(user, Reach.KIND, Kind.TURN)
        assert {frequency_of(user, Kind.TURN, table) for table in (None, game, other)} == {"never"}
        assert frequency_of(user, Kind.OVER, game) == "twice"
        for _time in range(2):
            resume(user, Reach.KIND, Kind.TURN)
        assert choices(user) == before

    def test_what_was_never_wanted_on_the_site_at_a_table_stays_so(self) -> None:
        user, game = reader(), make_table()
        set_choices(user, {Kind.TURN: "never"})
        set_choices(user, {Kind.TURN: "never"}, game)
        stop(user, Reach.KIND, Kind.TURN)
        resume(user, Reach.KIND, Kind.TURN)
        assert choices(user) == {("turn", game.pk): "never"}

    def test_all_mail_stops_whatever_was_chosen_closer_and_comes_again_as_before(self) -> None:
        user, game = reader(), make_table()
        set_choices(user, {Kind.TURN: "every", Kind.MENTION: "daily"}, game)
        before = choices(user)
        stop(user, Reach.ALL)
        assert {frequency_of(user, kind, game) for kind in (Kind.TURN, Kind.MENTION, Kind.OVER)} == {"never"}
        assert frequency_of(user, Kind.ACCOUNT) == "every"
        resume(user, Reach.ALL)
        assert choices(user) == before

    def test_digests_stop_and_come_again(self) -> None:
        user, game, other = reader(), make_table(), make_user()
        set_choices(user, {Kind.TURN: "twice", Kind.OVER: "never"})
        set_choices(user, {Kind.MENTION: "daily"}, game)
        set_choices(other, {Kind.TURN: "daily"})
        before = choices(user)
        stop(user, Reach.DIGESTS)
        assert set(choices(user).values()) == {"never"}
        assert frequency_of(other, Kind.TURN) == "daily"
        resume(user, Reach.DIGESTS)
        assert choices(user) == before

    @pytest.mark.parametrize(("reach", "kind"), [(Reach.KIND, Kind.ACCOUNT), (Reach.TABLE, Kind.TURN)])
    def test_there_is_nothing_to_stop(self, reach: Reach, kind: Kind) -> None:
        user = reader()
        stop(user, reach, kind)
        assert choices(user) == {}
