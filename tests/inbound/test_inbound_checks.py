from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.urls import reverse
from pytest_django.fixtures import Settings

from games.core.models import Game
from games.inbound.incoming_mail import PIPE, IncomingMail, parse_mail
from games.inbound.sender_check import failure_of, is_checked, is_proved
from games.inbound.services import DAY, alert_about_unchecked_mail
from games.mail.compose import compose
from games.notifications.links import TurnToken, reply_address
from games.notifications.models import InboundMail, InboundReason, InboundState
from tests.helpers.notifications import text_of
from tests.helpers.reply_mails import AUTHSERV, answer_to, answers, game_by_mail, letter, received
from tests.makers import make_table, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.one_database]


def refused(data: bytes, **known: object) -> InboundMail:
    """Receive an email that plays nothing; return its row."""
    before = Game.objects.get().ply
    row = received(data, **known)
    assert Game.objects.get().ply == before
    return row


def test_the_senders_address_counts_in_any_letter_case() -> None:
    game, user = game_by_mail()
    assert received(letter(game, user, "L", From=f"<{user.email.upper()}>")).state == InboundState.PLAYED


@pytest.mark.parametrize("field", ["Cc", "Delivered-To", "X-Original-To"])
def test_the_secret_address_may_be_in_another_header(field: str) -> None:
    game, user = game_by_mail()
    key = reply_address(TurnToken.of(user, game))
    data = letter(game, user, "L", To="play@play.example.org", **{field: f"Marrakech <{key.upper()}>"})
    assert received(data).state == InboundState.PLAYED


def test_the_secret_address_may_be_on_the_envelope_alone() -> None:
    game, user = game_by_mail()
    key = reply_address(TurnToken.of(user, game))
    assert received(letter(game, user, "L", To="undisclosed:;"), recipients=(key,)).state == InboundState.PLAYED


def test_a_strangers_reply_plays_nothing_and_the_player_is_warned_once() -> None:
    game, user = game_by_mail()
    row = refused(letter(game, user, "L", From="eve@example.net"))
    assert (row.state, row.user, row.game) == (InboundState.REFUSED, None, game)
    refused(letter(game, user, "F", From="mallory@example.net"))
    assert answers() == 1
    assert answer_to(user).user == user
    assert "eve@example.net" in text_of(compose(answer_to(user)))


def test_a_player_who_does_not_play_by_reply_gets_no_warning_about_strangers() -> None:
    game, user = game_by_mail()
    user.profile.plays_by_reply = False
    user.profile.save(update_fields=["plays_by_reply"])
    refused(letter(game, user, "L", From="eve@example.net"))
    assert answers() == 0


@pytest.mark.parametrize(
    ("written", "sender"),
    [
        ("amina@example.org, eve@example.net", ""),
        ("", ""),
        ("nobody", ""),
        ('"amina@example.org" <eve@example.net>', "eve@example.net"),
        ("amina@example.org.evil.example", "amina@example.org.evil.example"),
        ("Amina <AMINA@Example.org>", "amina@example.org"),
        ("amina@example.org (Amina, at work)", "amina@example.org"),
        ('"Amina \\"<eve@example.net>\\"" <amina@example.org>', "amina@example.org"),
        ("friends: amina@example.org;", ""),
        ("<@eve.example.net:amina@example.org>", ""),
        ("<amina@example.org> <eve@example.net>", ""),
        ('(") eve@example.net (") amina@example.org', ""),
        ("((a) <amina@example.org>", ""),
        ("(" * 3000, ""),
    ],
)
def test_the_sender_of_a_reply_is_the_only_address_in_from(written: str, sender: str) -> None:
    assert IncomingMail(parse_mail(f"From: {written}\n\nL\n".encode()), PIPE).sender == sender


def test_a_reply_with_two_senders_has_no_sender() -> None:
    game, user = game_by_mail()
    assert refused(b"From: eve@example.net\n" + letter(game, user, "L")).state == InboundState.REFUSED


@pytest.mark.parametrize("change", [{"turn": 2}, {"game_id": 99}, {"user_id": 99}])
def test_a_forged_secret_address_is_ignored(change: dict[str, int]) -> None:
    game, user = game_by_mail()
    key = TurnToken.of(user, game)
    genuine, other = reply_address(key), reply_address(replace(key, **change))  # type: ignore[arg-type]
    assert genuine != other
    local = genuine.split("@")[0]
    forged = f"{local[:21]}{other.split('@')[0][21:]}@play.example.org"
    row = refused(letter(game, user, "L", To=forged))
    assert (row.state, row.game, answers()) == (InboundState.REFUSED, None, 0)


def test_a_player_without_a_seat_reads_that_and_sees_nothing_of_the_table() -> None:
    game, _user = game_by_mail(name="The Blue Table")
    carol = make_user("Carol")
    row = refused(letter(game, carol, "L"))
    assert (row.state, row.reason, row.game) == (InboundState.ANSWERED, InboundReason.GONE, None)
    mail = compose(answer_to(carol))
    assert mail.subject == "You do not have a seat at this table"
    assert "Blue Table" not in text_of(mail)
    assert refused(letter(game, carol, "L", name="<2@x.example>")).reason == InboundReason.REPEATED
    assert answers() == 1


def test_a_player_of_a_deleted_table_gets_an_answer() -> None:
    user = make_user("Amina")
    table = make_table(user)
    data = letter(table, user, "L")
    table.delete()
    assert received(data).reason == InboundReason.GONE
    assert "The table was deleted" in " ".join(text_of(compose(answer_to(user))).split())


@pytest.mark.parametrize("change", [{"From": "eve@example.net"}, {"Authentication-Results": f"{AUTHSERV}; dkim=fail"}])
def test_an_unverified_reply_about_a_table_without_a_seat_gets_no_answer(change: dict[str, str]) -> None:
    game, _user = game_by_mail()
    row = refused(letter(game, make_user("Carol"), "L", **change))
    assert (row.state, answers()) == (InboundState.REFUSED, 0)


PROOF = {"Authentication-Results": f"{AUTHSERV}; dmarc=pass header.from=example.org"}


@pytest.mark.parametrize("address", ["play@play.example.org", "marrakech@localhost", "play+broken@play.example.org"])
def test_a_proved_player_whose_reply_lost_its_key_gets_a_link(address: str) -> None:
    game, user = game_by_mail()
    row = refused(letter(game, user, "Left", To=address, **PROOF))
    assert (row.state, row.reason, row.user) == (InboundState.ANSWERED, InboundReason.NO_TURN, user)
    mail = compose(answer_to(user))
    assert mail.subject == "Your email belongs to no turn"
    assert "http://testserver/" in text_of(mail)
    assert mail.reply_to == []


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"Authentication-Results": f"{AUTHSERV}; dkim=pass header.d=evil.example"},
        {"Authentication-Results": f"{AUTHSERV}; dmarc=fail"},
        {**PROOF, "From": "nobody@example.org"},
        {**PROOF, "Auto-Submitted": "auto-replied"},
        {**PROOF, "Subject": "Out of office: Your turn"},
    ],
)
def test_an_email_without_a_key_that_no_player_is_proved_to_have_written_gets_no_answer(change: dict[str, str]) -> None:
    game, user = game_by_mail()
    refused(letter(game, user, "Left", To="play@play.example.org", **change))
    assert answers() == 0


def test_a_reply_of_a_closed_account_plays_nothing() -> None:
    game, user = game_by_mail()
    data = letter(game, user, "L")
    user.is_active = False
    user.save(update_fields=["is_active"])
    assert refused(data).state == InboundState.REFUSED


def test_a_site_without_incoming_mail_ignores_replies(settings: Settings) -> None:
    game, user = game_by_mail()
    data = letter(game, user, "L")
    settings.INBOUND_ADDRESS = ""
    assert refused(data).state == InboundState.REFUSED


def test_a_player_with_replies_turned_off_learns_how_to_turn_them_on() -> None:
    game, user = game_by_mail()
    user.profile.plays_by_reply = False
    user.profile.save(update_fields=["plays_by_reply"])
    assert refused(letter(game, user, "L")).state == InboundState.ANSWERED
    refused(letter(game, user, "F"))
    refused(letter(game, user, "F", name="<3@x.example>"))
    mail = compose(answer_to(user))
    assert (answers(), mail.reply_to) == (2, [])
    assert mail.subject.startswith("Marrakech · Playing by reply is turned off · ")
    assert reverse("accounts:settings") in text_of(mail)


RESULTS = [
    ("dkim=pass header.d=example.org; spf=pass; dmarc=pass", True),
    ("spf=fail smtp.mailfrom=list.example; dkim=pass header.d=example.org", True),
    ("dmarc=pass (p=reject dis=none) header.from=example.org; dkim=fail (body hash)", True),
    ("dkim=none; spf=neutral; dmarc=none", True),
    ("none", True),
    ('dkim=fail reason="signature verification failed"', False),
    ("spf=softfail smtp.mailfrom=example.org", False),
    ("dkim=pass header.d=evil.example; dmarc=fail (p=none) header.from=example.org", False),
    ("dkim=permerror (dmarc=pass)", False),
    ('spf=fail smtp.mailfrom="a; dmarc=pass"@evil.example', False),
    ("spf=fail smtp.mailfrom=a; dmarc=pass@evil.example", False),
    ("dmarc=fail (says (somebody); dmarc=pass ) header.from=example.org", False),
    ("spf=fail smtp.mailfrom=evil.example; dkim=pass header.d=evil.example", False),
    ("spf=fail; dkim=pass header.i=@mail.example.org", True),
    ("spf=fail; dkim=pass (2048-bit key) header.d=example.org header.b=Ab12", True),
]


@pytest.mark.parametrize(("results", "is_taken"), RESULTS)
def test_the_sender_check_of_the_mail_server_counts(results: str, is_taken: bool) -> None:
    data = f"From: a@example.org\nAuthentication-Results: {AUTHSERV}; {results}\n\nL\n".encode()
    assert (failure_of(IncomingMail(parse_mail(data), PIPE)) == "") is is_taken


def test_a_forged_reply_warns_the_player_only() -> None:
    game, user = game_by_mail()
    refused(letter(game, user, "L", Authentication_Results=f"{AUTHSERV}; dkim=fail"))
    assert compose(answer_to(user)).subject.startswith("Marrakech · An email in your name was not accepted")


def test_the_sender_check_of_another_server_does_not_count() -> None:
    game, user = game_by_mail()
    row = received(letter(game, user, "L", Authentication_Results="mx.evil.example; dmarc=fail"))
    assert row.state == InboundState.PLAYED


def test_a_forged_passed_check_does_not_hide_a_failed_one() -> None:
    game, user = game_by_mail()
    data = letter(game, user, "L", Authentication_Results=f"{AUTHSERV}; dmarc=fail")
    painted = f"Authentication-Results: {AUTHSERV}; dkim=pass\n".encode() + data
    assert refused(painted).state == InboundState.REFUSED


@pytest.mark.parametrize(
    ("fields", "is_taken"),
    [
        (["A: dmarc=fail", "A: dmarc=pass"], False),
        (["A: dkim=fail", "A: dmarc=pass; dkim=pass"], False),
        (["A: spf=fail", "R: from evil.example", "A: dkim=pass header.d=example.org"], False),
        (["R: from inside", "A: spf=fail", "A: dkim=pass header.d=example.org", "R: from outside"], True),
        (["A: arc=none", "A: dmarc=pass", "A: dkim=fail", "R: from outside"], True),
        (["A: dmarc=none", "A: dkim=pass header.d=example.org", "A: spf=fail"], True),
    ],
)
def test_a_forged_check_below_the_servers_own_is_ignored(fields: list[str], is_taken: bool) -> None:
    names = {"A: ": f"Authentication-Results: {AUTHSERV}; ", "R: ": "Received: "}
    head = "\n".join(names[line[:3]] + line[3:] for line in fields)
    arrival = IncomingMail(parse_mail(f"{head}\nFrom: a@example.org\n\nL\n".encode()), PIPE)
    assert (failure_of(arrival) == "") is is_taken


def test_without_a_trusted_server_no_sender_check_counts(settings: Settings) -> None:
    settings.INBOUND_AUTHSERV_ID = ""
    game, user = game_by_mail()
    assert received(letter(game, user, "L", Authentication_Results="; dmarc=fail")).state == InboundState.PLAYED


def test_a_failed_sender_check_reported_by_the_source_counts() -> None:
    game, user = game_by_mail()
    assert refused(letter(game, user, "L"), failure="spf=fail").state == InboundState.REFUSED


NOW = datetime(2031, 5, 1, 12, 0, tzinfo=UTC)


def with_results(results: str) -> IncomingMail:
    """Return an email from example.org with these results of the server."""
    field = f"Authentication-Results: {results}\n" if results else ""
    return IncomingMail(parse_mail(f"{field}From: amina@example.org\n\nL\n".encode()), PIPE)


@pytest.mark.parametrize(
    "results",
    [
        f"{AUTHSERV}; dmarc=pass header.from=example.org",
        f"{AUTHSERV}; dkim=pass header.d=example.org",
        f"{AUTHSERV}; dkim=pass header.i=@mail.example.org",
        f"{AUTHSERV}; spf=pass smtp.mailfrom=amina@example.org",
        f"{AUTHSERV}; spf=pass smtp.mailfrom=example.org",
    ],
)
def test_a_sender_is_proved(results: str) -> None:
    assert is_proved(with_results(results))
    assert is_checked(with_results(results))


@pytest.mark.parametrize(
    "results",
    [
        "",
        "evil.example; dmarc=pass",
        f"{AUTHSERV}; none",
        f"{AUTHSERV}; dkim=pass header.d=evil.example",
        f"{AUTHSERV}; dkim=pass",
        f"{AUTHSERV}; spf=pass smtp.mailfrom=eve@evil.example",
        f"{AUTHSERV}; spf=pass",
        f"{AUTHSERV}; dkim=neutral header.d=example.org",
        f"{AUTHSERV}; dmarc=none; spf=softfail smtp.mailfrom=example.org",
    ],
)
def test_a_sender_is_not_proved(results: str) -> None:
    assert not is_proved(with_results(results))


def test_an_unproved_reply_plays_nothing_and_the_player_reads_why(settings: Settings) -> None:
    settings.INBOUND_AUTH = "require"
    game, user = game_by_mail()
    row = received(letter(game, user, "L"))
    assert (row.state, row.reason, row.user) == (InboundState.REFUSED, InboundReason.UNPROVED, None)
    game.refresh_from_db()
    assert game.turn == 1
    assert "nothing proves it" in " ".join(text_of(compose(answer_to(user))).split())


def test_a_proved_reply_is_played(settings: Settings) -> None:
    settings.INBOUND_AUTH = "require"
    game, user = game_by_mail()
    row = received(letter(game, user, "L", **PROOF))
    assert (row.state, row.is_checked) == (InboundState.PLAYED, True)


def signed(*fields: str, more: str = "") -> str:
    return f"v=1; a=rsa-sha256; d=example.org; s=k; {more} h={':'.join(fields)};\r\n bh=x=; b=AbC="


SIGNED_WITH_KEY = [
    ("K", (), [signed("From", "To", "Subject")], True),
    ("K", (), [signed("from", "to", "to", "cc")], True),
    ("K", (), [signed("from", "to"), signed("to")], True),
    ("K", (), [], True),
    ("Cc: K", (), [signed("from", "to", "cc")], True),
    ("Cc: K", (), [signed("from", "to")], False),
    ("K", (), [signed("from", "subject")], False),
    ("K", (), [signed("from", "to"), signed("from")], False),
    ("K", (), [signed("from", "to", more="l=0;")], False),
    ("other", (), [signed("from", "to")], False),
    ("other", ("Delivered-To: K",), [signed("from", "to", "delivered-to")], False),
    ("other", ("To: K",), [signed("from", "to")], False),
    ("other", ("To: K",), [signed("from", "to", "to")], True),
]


@pytest.mark.parametrize(("to", "on_top", "signatures", "is_played"), SIGNED_WITH_KEY)
def test_where_a_proof_is_required_the_key_stands_in_a_signed_field(
    settings: Settings, to: str, on_top: tuple[str, ...], signatures: list[str], is_played: bool
) -> None:
    settings.INBOUND_AUTH = "require"
    game, user = game_by_mail()
    key = reply_address(TurnToken.of(user, game))
    fields = [f"DKIM-Signature: {one}" for one in signatures] + [field.replace("K", key) for field in on_top]
    head = {"To": "friend@example.org", "Cc": key} if to == "Cc: K" else {"To": key if to == "K" else "a@example.org"}
    data = letter(game, user, "L", **head, **PROOF)
    row = received("".join(f"{field}\n" for field in fields).encode() + data, recipients=(key,))
    assert row.state == (InboundState.PLAYED if is_played else InboundState.REFUSED)
    assert row.detail == ("" if is_played else "key-not-signed")


SEEN_BY_ANOTHER_PROGRAM = [
    "DKIM-Signature: v=1; h=from:to;\nTo: friend@example.org\nX-More: a\rTo: K\n\nL\n",
    "To: K\nContent-Type: multipart/mixed; boundary=b\nDKIM-Signature : v=1; h=from;\n\n--b\n\nL\n--b--\n",
]


@pytest.mark.parametrize("rest", SEEN_BY_ANOTHER_PROGRAM)
def test_a_header_that_programs_read_in_two_ways_signs_no_key(settings: Settings, rest: str) -> None:
    settings.INBOUND_AUTH = "require"
    game, user = game_by_mail()
    key = reply_address(TurnToken.of(user, game))
    proof = "".join(f"{name}: {value}\n" for name, value in PROOF.items())
    head = f"{proof}From: {user.email}\nMessage-ID: <1@x.example>\n"
    row = received(f"{head}{rest.replace('K', key, 1)}".encode(), recipients=(key,))
    assert (row.state, row.detail) == (InboundState.REFUSED, "key-not-signed")
    assert Game.objects.get().ply == game.ply


def test_administrators_hear_once_that_nobody_checks_senders(settings: Settings) -> None:
    settings.ADMINS = [("", "root@example.org")]
    stranger, checked = b"From: eve@example.net\n\nL\n", f"Authentication-Results: {AUTHSERV}; none\n".encode()
    with time_machine.travel(NOW, tick=False) as clock:
        received(stranger)
        assert not alert_about_unchecked_mail(NOW)
        clock.move_to(NOW + DAY)
        assert alert_about_unchecked_mail(NOW + DAY)
        assert not alert_about_unchecked_mail(NOW + DAY + timedelta(minutes=1))
        received(checked + stranger)
        assert not alert_about_unchecked_mail(NOW + DAY)
        clock.move_to(NOW + 3 * DAY)
        assert not alert_about_unchecked_mail(NOW + 3 * DAY)  # no mail at all
        received(b"From: mallory@example.net\n\nL\n")
        assert alert_about_unchecked_mail(NOW + 3 * DAY)
    assert [alert.to for alert in mail.outbox] == [["root@example.org"]] * 2
    assert "INBOUND_AUTHSERV_ID" in mail.outbox[0].body
