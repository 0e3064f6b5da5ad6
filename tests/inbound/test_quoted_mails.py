"""Replies that repeat a real email of the site, in the ways of many mail programs."""

import re
from dataclasses import dataclass
from email.message import EmailMessage
from functools import cache

import pytest
from django.utils import timezone

from accounts.models import User
from games.chat.models import ChatMessage
from games.chat.services import post_message
from games.core.log import log_of, state_of
from games.core.models import Game
from games.core.selectors import title_of
from games.engine.marrakech.title import MARRAKECH
from games.inbound import answered_mail
from games.inbound.message_text import parse_mail, reply_lines, text_of_html
from games.inbound.reply_parser import Intent, parse_command
from games.inbound.sent_words import SentText
from games.mail.compose import MailWithPictures, compose, texts_of
from games.mail.offers import examples
from games.mail.reply_words import vocabulary_of
from games.notifications.models import InboundMail, Kind, Notification, NotificationState
from tests.helpers.full_runs import full_only
from tests.helpers.notifications import ROWS, html_of, reader, row_of
from tests.helpers.reply_mails import game_by_mail, letter, plays_by_reply, received
from tests.makers import play_on

from .quotation_styles import HTML_STYLES, STYLES, WIDTHS, html_reply, text_with_links, wrapped

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.one_database]
TITLES = ("marrakech", "marram")


def table_of(title: str, actions: int = 6) -> tuple[Game, User]:
    options = {} if title == MARRAKECH.key else {"title": title, "ruleset": "classic-short"}
    return game_by_mail(actions, **options)


def row_about_turn(game: Game, user: User) -> Notification:
    """Return the row of an email about the turn that has left the site."""
    now, number = timezone.now(), Notification.objects.count()
    about = {"kind": Kind.TURN, "user": user, "game": game, "ply": game.ply, "due_at": now, "sent_at": now}
    return Notification.objects.create(
        key=f"n{number}", state=NotificationState.SENT, message_id=f"<turn.{number}@site>", **about
    )


def text_sent(mail: MailWithPictures) -> str:
    """Return the text of an email as it was sent, with the spaces at the ends of its lines."""
    return str(mail.body)


@dataclass(frozen=True)
class SentMail:
    """An email about a turn, and a move that answers it."""

    title: str
    text: str
    page: str
    move: str
    known: tuple[SentText, ...]


@cache
def sent_mail(title: str) -> SentMail:
    game, user = table_of(title)
    row = row_about_turn(game, user)
    mail = compose(row)
    known = tuple(answered_mail.sent_texts(row))
    return SentMail(title, text_sent(mail), html_of(mail), examples(title_of(game), state_of(game))[0].lower(), known)


def understood(sent: SentMail, reply: EmailMessage) -> tuple[Intent, str, tuple[str, ...]]:
    lines = reply_lines(parse_mail(reply.as_bytes()), sent.known)
    command = parse_command(lines, vocabulary_of(sent.title))
    return command.intent, command.text.lower(), command.remarks


def plain(text: str) -> EmailMessage:
    mail = EmailMessage()
    mail.set_content(text)
    return mail


def quoted(style: str, text: str, width: int) -> str:
    return "\n".join(STYLES[style](wrapped(text, width)))


# Every other style; full runs ask for all.
SOME_STYLES = [style if number % 2 == 0 else full_only(style) for number, style in enumerate(STYLES)]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("style", SOME_STYLES)
def test_a_move_above_a_quotation_of_any_width_is_read_alone(style: str, title: str) -> None:
    sent = sent_mail(title)
    replies = {width: plain(f"{sent.move}\n\n{quoted(style, sent.text, width)}\n") for width in WIDTHS}
    results = {width: understood(sent, reply) for width, reply in replies.items()}
    assert results == dict.fromkeys(WIDTHS, (Intent.PLAY, sent.move, ()))


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("style", SOME_STYLES)
def test_a_move_below_a_quotation_of_any_width_is_read_alone(style: str, title: str) -> None:
    sent = sent_mail(title)
    replies = {width: plain(f"{quoted(style, sent.text, width)}\n\n{sent.move}\n") for width in WIDTHS}
    results = {width: understood(sent, reply) for width, reply in replies.items()}
    assert results == dict.fromkeys(WIDTHS, (Intent.PLAY, sent.move, ()))


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("style", SOME_STYLES)
def test_a_move_above_a_quoted_page_is_read_alone(style: str, title: str) -> None:
    sent = sent_mail(title)
    page = text_with_links(sent.page)
    replies = {width: plain(f"{sent.move}\n\n{quoted(style, page, width)}\n") for width in WIDTHS}
    results = {width: understood(sent, reply) for width, reply in replies.items()}
    assert results == dict.fromkeys(WIDTHS, (Intent.PLAY, sent.move, ()))


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("style", HTML_STYLES)
def test_a_move_in_an_email_of_html_alone_is_read_alone(style: str, title: str) -> None:
    sent = sent_mail(title)
    assert understood(sent, html_reply(style, sent.move, sent.page)) == (Intent.PLAY, sent.move, ())


@pytest.mark.parametrize("style", STYLES)
def test_what_is_taken_back_below_a_quotation_is_read(style: str) -> None:
    sent = sent_mail("marrakech")
    reply = plain(f"Left\n\n{quoted(style, sent.text, 72)}\n\nActually no, right\n")
    assert reply_lines(parse_mail(reply.as_bytes()), sent.known) == ("Left", "Actually no, right")


@pytest.mark.parametrize("mark", ["> ", "", "| "])
def test_a_line_between_repeated_lines_is_read(mark: str) -> None:
    sent = sent_mail("marrakech")
    lines = [f"{mark}{line}" for line in wrapped(sent.text, 76)]
    middle = lines.index("", 8) if not mark else len(lines) // 3
    reply = plain("\n".join([*lines[:middle], "", "Left", "", *lines[middle:]]))
    assert reply_lines(parse_mail(reply.as_bytes()), sent.known) == ("Left",)


def test_a_word_of_the_lines_around_it_is_read_in_every_gap_of_a_repeated_text() -> None:
    sent = sent_mail("marrakech")
    lines = wrapped(sent.text, 76)
    gaps = [number for number, line in enumerate(lines) if not line][1:]
    for gap in gaps:
        reply = plain("\n".join([*lines[:gap], "", "Left", "", *lines[gap:]]))
        assert reply_lines(parse_mail(reply.as_bytes()), sent.known) == ("Left",), lines[gap - 1 : gap + 2]


@pytest.mark.parametrize("own", ["L", "Left", "c4d4", "F – Straight on, to the south", "L – Left, to the east", "left"])
@pytest.mark.parametrize("style", ["nothing around it", "marks", "Outlook", "a rule"])
def test_words_of_the_email_that_a_player_writes_are_read(own: str, style: str) -> None:
    sent = sent_mail("marrakech")
    for text in (sent.text, text_with_links(sent.page)):
        repeated = quoted(style, text, 72)
        above = reply_lines(parse_mail(plain(f"{own}\n\n{repeated}").as_bytes()), sent.known)
        below = reply_lines(parse_mail(plain(f"{repeated}\n\n{own}").as_bytes()), sent.known)
        assert (above, below) == ((own.replace("–", "-"),),) * 2


def test_an_earlier_reply_below_a_quotation_without_marks_is_not_read_again() -> None:
    sent = sent_mail("marrakech")
    header = "From: Bob <bob@example.org>\nSent: Friday\nTo: Marrakech\nSubject: Re: Your turn"
    history = f"{header}\n\nRight\n\n{quoted('Outlook', sent.text, 72)}"
    reply = plain(f"Left\n\n{quoted('Outlook', sent.text, 72)}\n\n{history}\n")
    assert reply_lines(parse_mail(reply.as_bytes()), sent.known) == ("Left",)


def test_a_quotation_that_was_cut_leaves_the_line_below_it() -> None:
    sent = sent_mail("marrakech")
    lines = wrapped(sent.text, 72)
    cut = next(number for number, line in enumerate(lines) if "One line is enough" in line)
    for own in ("L", "F", "Left"):
        reply = plain("\n".join([*lines[: cut + 2], own]))
        assert reply_lines(parse_mail(reply.as_bytes()), sent.known)[-1] == own


def test_only_words_of_a_player_are_read_without_any_of_their_own() -> None:
    sent = sent_mail("marrakech")
    for style in STYLES:
        reply = plain(quoted(style, sent.text, 72))
        assert reply_lines(parse_mail(reply.as_bytes()), sent.known) == ()


def played(game: Game) -> list[str]:
    return [notation for seat, notation in log_of(game) if seat is not None]


def reply_to(game: Game, user: User, row: Notification, text: str, **headers: str) -> InboundMail:
    return received(letter(game, user, text, In_Reply_To=row.message_id, **headers))


def said(game: Game, user: User) -> list[str]:
    return [message.text for message in ChatMessage.objects.filter(game=game, author=user)]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("style", ["nothing around it", "Outlook", "introduced, english", "marks, wrapped twice"])
def test_a_reply_with_its_email_is_played_and_posts_only_its_own_words(style: str, title: str) -> None:
    game, user = table_of(title)
    opponent = next(seat.user for seat in game.seats.all() if seat.user != user)
    assert opponent
    post_message(game.pk, opponent, "Right is wrong, I would go left. Shall we?")
    row = row_about_turn(game, user)
    text = quoted(style, text_sent(compose(row)), 76)
    move, before = examples(title_of(game), state_of(game))[0], len(log_of(game))
    assert reply_to(game, user, row, f"{move}\nMint tea for everyone!\n\n{text}").reason == "played"
    assert said(game, user) == ["Mint tea for everyone!"]
    assert log_of(game)[before][1] == move


def test_an_email_is_known_by_its_table_if_its_id_is_not() -> None:
    game, user = table_of("marrakech")
    text = text_sent(compose(row_about_turn(game, user)))
    assert received(letter(game, user, f"F\n\n{text}")).reason == "played"


def test_the_time_that_is_left_may_have_changed_since_the_email() -> None:
    game, user = table_of("marrakech")
    row = row_about_turn(game, user)
    text, count = re.subn(r"3(?=\s+days\s+left)", "2", text_sent(compose(row)))
    assert count == 1
    known = tuple(answered_mail.sent_texts(row))
    for width in range(30, 81):
        lines = "\n".join(wrapped(text, width))
        assert reply_lines(parse_mail(plain(f"Right\n\n{lines}").as_bytes()), known) == ("Right",)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", ROWS)
def test_an_email_of_any_kind_is_known_in_a_reply(kind: str, language: str) -> None:
    row = row_of(kind, plays_by_reply(reader(language, name="Reader")))
    mail = compose(row)
    known = tuple(answered_mail.sent_texts(row))
    for text in (text_sent(mail), text_with_links(html_of(mail))):
        for width in WIDTHS:
            repeated = quoted("introduced, french", text, width)
            above = plain(f"Volontiers !\n\n{repeated}")
            below = plain(f"{repeated}\n\nVolontiers !")
            assert reply_lines(parse_mail(above.as_bytes()), known) == ("Volontiers !",)
            assert reply_lines(parse_mail(below.as_bytes()), known) == ("Volontiers !",)


def test_an_answer_of_the_site_is_known_like_its_other_emails() -> None:
    game, user = table_of("marrakech")
    received(letter(game, user, "What a day that was yesterday"))
    row = Notification.objects.get(kind=Kind.REPLY, user=user)
    Notification.objects.filter(pk=row.pk).update(sent_at=timezone.now(), message_id="<reply@site>")
    row.refresh_from_db()
    text = text_sent(compose(row))
    assert reply_to(game, user, row, f"F\n\n{text}").reason == "played"


def compositions(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the key of each row that is composed again."""
    composed: list[int] = []

    def texts_of_row(row: Notification) -> tuple[str, str]:
        composed.append(row.pk)
        return "", ""

    monkeypatch.setattr(answered_mail, "texts_of", texts_of_row)
    return composed


def test_another_players_email_is_not_composed(monkeypatch: pytest.MonkeyPatch) -> None:
    composed = compositions(monkeypatch)
    game, user = table_of("marrakech")
    opponent = next(seat.user for seat in game.seats.all() if seat.user != user)
    assert opponent
    theirs, mine = row_about_turn(game, opponent), row_about_turn(game, user)
    words = "twelve words of a player who has more to say than a move"
    reply_to(game, user, theirs, f"F\n{words}", References=theirs.message_id)
    assert composed == [mine.pk]


def test_nothing_is_composed_for_a_stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    composed = compositions(monkeypatch)
    game, user = table_of("marrakech")
    row = row_about_turn(game, user)
    assert reply_to(game, user, row, "L " * 100, From="eve@example.net").reason == "stranger"
    assert reply_to(game, user, row, "L\n" + "> much that is quoted\n" * 100).reason == "played"
    assert composed == []


def test_a_reply_is_read_if_its_email_cannot_be_composed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(row: Notification) -> tuple[str, str]:
        raise KeyError(row.kind)

    monkeypatch.setattr(answered_mail, "texts_of", fails)
    game, user = table_of("marrakech")
    row = row_about_turn(game, user)
    text = "On Fri, 27 Nov 2026, the site <play@x.example> wrote:\n\nIt is your turn. " + "Many words. " * 9
    assert reply_to(game, user, row, f"F\n\n{text}").reason == "played"


@pytest.mark.parametrize("title", TITLES)
def test_a_reply_to_an_email_of_an_earlier_turn_plays_nothing(title: str) -> None:
    game, user = table_of(title)
    row = row_about_turn(game, user)
    text, late = text_sent(compose(row)), letter(game, user, "")
    game = play_on(game, 6)
    before = log_of(game)
    to = parse_mail(late)["To"]
    assert reply_to(game, user, row, f"F\n\n{text}", To=to).reason == "late"
    assert log_of(game) == before


def test_texts_of_an_email_are_those_that_are_sent() -> None:
    game, user = table_of("marrakech")
    row = row_about_turn(game, user)
    text, page = texts_of(row)
    sent = compose(row)
    assert " ".join(text.split()) == " ".join(text_sent(sent).split())
    assert set(text_of_html(html_of(sent)).split()) <= set(text_of_html(page).split())


@pytest.mark.parametrize("title", TITLES)
def test_short_lines_of_the_email_below_the_name_of_the_site_are_not_read(title: str) -> None:
    sent = sent_mail(title)
    lines = wrapped(sent.text, 72)
    below = "\n".join([*(line for line in lines if line)][2::3])
    reply = plain(f"{sent.move}\n\nAmina\n\nFrom: Marrakech by Mail <play@example.org>\n\n{below}\n")
    assert understood(sent, reply)[:2] == (Intent.PLAY, sent.move)
    assert reply_lines(parse_mail(reply.as_bytes()), sent.known)[:1] == (sent.move,)


HEADINGS = [
    "Am Fr., 27. Nov. 2026 um 20:42 Uhr schrieb Marrakech by Mail <play@example.org>:",
    "Am Fr., 27. Nov. 2026 um 20:42 Uhr schrieb Marrakech by Mail\n<play@example.org>:",
    "Marrakech by Mail <play@example.org> schrieb am Fr., 27. Nov. 2026 um 20:42:",
    "Marrakech by Mail <play@example.org> wrote on 27 Nov 2026\n20:42:",
    "Le ven. 27 nov. 2026 à 20:42, Marrakech by Mail <play@example.org> a écrit :",
    "Marrakech by Mail a écrit le 27/11/2026 à 20:42 :",
    "On Fri, 27 Nov 2026 at 20:42, Marrakech by Mail wrote:",
    'Gesendet: Freitag, 27. November 2026 um 20:42 Uhr\nVon: "Marrakech by Mail" <play@example.org>\nAn: amina@a.org',
    "Envoyé : vendredi 27 novembre 2026\nDe : Marrakech by Mail <play@example.org>\nÀ : amina@a.org",
]


@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize("title", TITLES)
def test_nothing_between_a_heading_and_the_last_line_of_the_email_is_read(title: str, heading: str) -> None:
    sent = sent_mail(title)
    lines = [line for line in wrapped(sent.text, 72) if line]
    said = [line for line in lines if "eply" in line or "hoose" in line][:4] or lines[:4]
    for below in (said, lines[2::3], [said[0], sent.move, "f70 1 L2", *said[1:]], ["Left, f70 1 L2"]):
        reply = plain("\n".join([sent.move, "", heading, *below]))
        assert reply_lines(parse_mail(reply.as_bytes()), sent.known) == (sent.move,)
