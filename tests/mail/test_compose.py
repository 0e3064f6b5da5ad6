import re
from datetime import UTC, datetime

import pytest

from games.clocks.models import Turn
from games.core.log import state_of
from games.core.models import Game
from games.core.selectors import seat_name, seats_of
from games.engine.registry import get_title
from games.lobby.invitations import invite_player
from games.mail.compose import compose
from games.mail.contexts import CONTEXTS
from games.mail.event_line import line_of
from games.mail.tables import Table
from games.notifications.models import Kind
from games.play.endings import abort_game, resign
from tests.helpers.notifications import (
    KINDS_WITH_MAIL,
    code_of,
    guest_row,
    html_of,
    latest,
    mail_of,
    pictures_of,
    reader,
    row_of,
    shared_mail,
    text_of,
    words_of,
)
from tests.makers import acting_user, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

DRAWN = [Kind.STARTED, Kind.TURN, Kind.OVER, Kind.RESIGNED]
LINK = re.compile(r"https?://[^\s\"'<>]+")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", KINDS_WITH_MAIL)
def test_a_composed_email_has_a_subject_a_text_and_a_page(kind: str, language: str) -> None:
    mail = shared_mail(kind, language)
    assert "The Blue Table" in mail.subject
    assert "The Blue Table" in text_of(mail)
    assert f'<html lang="{language}"' in html_of(mail)


@pytest.mark.parametrize("kind", KINDS_WITH_MAIL)
def test_the_html_of_an_email_has_the_name_of_the_table(kind: str) -> None:
    _head, read = html_of(shared_mail(kind)).split('class="main"', 1)
    assert "The Blue Table" in re.sub(r"<[^>]*>", "", read)


def test_french_standings_in_an_email_have_their_narrow_spaces() -> None:
    assert re.search("Dirhams\u202f: \\d", words_of(shared_mail(Kind.OVER, "fr")))


@pytest.mark.parametrize("kind", KINDS_WITH_MAIL)
def test_no_english_email_has_a_blank_before_a_colon(kind: str) -> None:
    assert " : " not in words_of(shared_mail(kind))


@pytest.mark.parametrize("kind", KINDS_WITH_MAIL)
def test_an_email_links_only_to_this_site_and_loads_nothing(kind: str) -> None:
    mail = shared_mail(kind)
    links = LINK.findall(html_of(mail)) + LINK.findall(text_of(mail))
    assert links
    assert {link for link in links if not link.startswith("http://testserver/")} == set()
    assert re.findall(r'(?:src|background)="(?!cid:)', html_of(mail)) == []
    assert "url(" not in html_of(mail)


@pytest.mark.parametrize("kind", KINDS_WITH_MAIL)
def test_an_email_is_small_enough_to_be_shown_whole(kind: str) -> None:
    mail = shared_mail(kind)
    assert len(mail.message().as_bytes()) < 100_000


@pytest.mark.parametrize("kind", KINDS_WITH_MAIL)
def test_both_parts_of_an_email_have_an_unsubscribe_link(kind: str) -> None:
    mail = shared_mail(kind)
    for part in (text_of(mail), html_of(mail)):
        assert "http://testserver/mail/unsubscribe/" in part
        assert "http://testserver/mail/settings/" in part


@pytest.mark.parametrize("kind", KINDS_WITH_MAIL)
def test_the_text_part_of_an_email_contains_no_markup(kind: str) -> None:
    text = text_of(shared_mail(kind))
    assert "&amp;" not in text
    assert "&quot;" not in text
    assert "<td" not in text


@pytest.mark.parametrize("kind", DRAWN)
def test_the_board_of_an_email_is_an_attached_picture(kind: str) -> None:
    mail = shared_mail(kind)
    (picture,) = pictures_of(mail)
    name = str(picture["Content-ID"]).strip("<>")
    assert f'src="cid:{name}"' in html_of(mail)
    assert bytes(picture.get_payload(decode=True))[:8] == b"\x89PNG\r\n\x1a\n"
    assert mail.message().get_content_type() == "multipart/related"


@pytest.mark.parametrize("kind", DRAWN)
def test_an_email_without_pictures_has_letters_and_words(kind: str) -> None:
    mail = shared_mail(kind)
    assert "    a   b   c   d   e   f   g" in text_of(mail)
    assert "Assam stands here, facing" in text_of(mail)
    alt = re.search(r'alt="([^"]*)"', html_of(mail))
    assert alt
    assert "Assam stands here, facing" in alt[1]


def test_an_email_has_its_own_colours_for_dark_screens() -> None:
    assert "prefers-color-scheme: dark" in html_of(shared_mail(Kind.TURN))


def test_a_turn_mail_names_table_opponent_turn_and_assams_square() -> None:
    row = row_of(Kind.TURN, reader())
    game = Game.objects.get()
    scene = get_title(game.title).scene(state_of(game))
    want = (
        f"Marrakech · Your turn at The Blue Table with Amina, turn {game.turn}: Assam stands on {scene.tokens[0].cell}"
    )
    assert compose(row).subject == want


def test_a_turn_mail_says_the_deadline_in_the_readers_zone_and_words() -> None:
    row = row_of(Kind.TURN, reader("fr", "Asia/Seoul"))
    Game.objects.update(deadline=datetime(2031, 2, 28, 18, 5, tzinfo=UTC))
    Turn.objects.update(notified_at=datetime(2031, 2, 1, tzinfo=UTC))
    row = latest(Kind.TURN, row.user)
    for part in (text_of(compose(row)), html_of(compose(row))):
        assert "1er mars 2031 à 03:05" in part
        assert "heure locale (Séoul)" in part


@pytest.mark.parametrize(("language", "zone"), [("tlh", "Mars/Olympus"), ("", ""), ("en", "America"), ("en", "../etc")])
def test_an_email_to_an_unknown_language_or_time_zone_is_in_english_and_utc(language: str, zone: str) -> None:
    mail = mail_of(Kind.TURN, reader(language, zone))
    assert '<html lang="en"' in html_of(mail)
    assert " UTC: " in text_of(mail)


def test_a_turn_mail_of_a_table_without_a_clock_says_so() -> None:
    first = reader()
    started_game(first, make_user(), pace="none")
    assert "There is no clock" in text_of(compose(latest(Kind.TURN, first)))


def test_a_turn_mail_describes_the_turns_since_the_readers_last_one() -> None:
    user = reader()
    text = text_of(compose(row_of(Kind.TURN, user)))
    game = Game.objects.get()
    assert f"Turn {game.turn - 1}\n  - Amina " in text
    assert f"Turn {game.turn - 2}\n" not in text


def test_a_turn_mail_names_the_next_rug_of_two_colours() -> None:
    user = reader()
    mail = compose(row_of(Kind.TURN, user))
    assert text_of(mail).count("Next rug: ") == 3  # the question, and both players' purses


def test_an_invitation_describes_rules_pace_and_the_seal_of_the_dice() -> None:
    mail = mail_of(Kind.INVITATION, reader())
    for part in (text_of(mail), html_of(mail)):
        assert "Classic. The rules from the box" in part
        assert "3 days per turn" in part
        assert Game.objects.get().commitment in part


def test_an_invitation_links_to_its_own_page() -> None:
    mail = mail_of(Kind.INVITATION, reader())
    code = latest(Kind.INVITATION).params["invitation"]
    assert f"http://testserver/i/{code}/" in text_of(mail)
    assert f"http://testserver/i/{code}/" in html_of(mail)


def test_an_invitation_offers_no_choice_for_a_table_that_is_not_yet_the_readers() -> None:
    mail = mail_of(Kind.INVITATION, reader())
    assert "Fewer from this table" not in text_of(mail) + html_of(mail)


def test_a_mail_about_a_table_links_to_the_settings_of_that_table() -> None:
    row = row_of(Kind.STARTED, reader())
    assert f"Fewer from this table: http://testserver/t/{code_of(row)}/mail/" in text_of(compose(row))


def test_an_email_about_the_start_names_who_went_first_however_far_the_game_has_come() -> None:
    game = started_game(make_user("Amina"), make_user("Ben"))
    first = seat_name(seats_of(game)[0])
    row = latest(Kind.STARTED, game=game)
    while acting_user(game) == seats_of(game)[0].user:
        game = play_on(game, 1)
    row.game = game
    assert f"{first} goes first" in compose(row).subject
    assert f"First turn: {first}." in line_of(row).text


def test_an_email_about_the_start_leaves_out_the_turn_in_progress() -> None:
    game = started_game(make_user(), reader())
    row = latest(Kind.STARTED, game=game)
    turns = CONTEXTS[Kind.STARTED](row, Table(play_on(game, 1), row.user))["recent_turns"]
    assert [turn.number for turn in turns] == [0]


def test_an_invitation_describes_the_changed_options() -> None:
    host, user = make_user("Amina"), reader()
    game = make_table(host, options={"rugs": "12/8/6"})
    invite_player(game.pk, host, user.username)
    assert "Rugs per player: a short game" in text_of(compose(latest(Kind.INVITATION)))


def test_an_invited_person_without_an_account_gets_the_inviters_language() -> None:
    mail = compose(guest_row(reader("fr", name="Amina")))
    assert mail.to == ["guest@example.net"]
    assert '<html lang="fr"' in html_of(mail)
    assert "Vous n’avez pas de compte" in text_of(mail)
    assert "/mail/unsubscribe/" in mail.extra_headers["List-Unsubscribe"]


def test_the_email_about_the_end_has_standings_and_opened_dice() -> None:
    user = reader()
    mail = compose(row_of(Kind.OVER, user))
    game = Game.objects.select_related("dice_secret").get()
    assert mail.subject == "Marrakech · You have won: the game at The Blue Table is over"
    for part in (text_of(mail), html_of(mail)):
        dice_page = f"/t/{game.code}/dice/"
        for expected in (dice_page, "Visible squares"):
            assert expected in part
    for digits in (game.commitment, game.entropy, game.dice_secret.opened):
        assert digits in text_of(mail)
        assert digits not in html_of(mail)  # one line and a link


def test_the_email_to_the_loser_names_the_winner() -> None:
    loser = make_user("Amina")
    row_of(Kind.OVER, reader(name="Bob"))
    assert compose(latest(Kind.OVER, loser)).subject == "Marrakech · Bob has won: the game at The Blue Table is over"


def test_the_email_about_a_game_without_a_result_says_so() -> None:
    user = reader()
    game = started_game(user, make_user(), name="The Blue Table")
    abort_game(play_on(game, 4).pk)
    mail = compose(latest(Kind.OVER, user))
    assert mail.subject == "Marrakech · No result: the game at The Blue Table has ended"
    assert "the game at The Blue Table is over.\nThe game ended without a result." in text_of(mail)


def test_the_email_about_the_end_names_a_player_who_left() -> None:
    mail = mail_of(Kind.RESIGNED, reader())
    assert mail.subject == "Marrakech · Amina resigned at The Blue Table"
    assert "The game goes on" in text_of(mail)
    for part in (text_of(mail), html_of(mail)):
        assert part.count("Their money left the game.") == 1
    assert "(resigned): Their money left the game." in text_of(mail)


def test_the_email_about_the_end_says_that_the_money_of_a_player_left() -> None:
    amina, user = make_user("Amina"), reader()
    game = resign(play_on(started_game(amina, user), 2).pk, amina)
    for one, whose in ((user, "Their"), (amina, "Your")):
        mail = compose(latest(Kind.OVER, one, game))
        for part in (text_of(mail), html_of(mail)):
            assert f"{whose} money left the game." in part
            assert "Dirhams: 0" not in part
            assert "(resigned)" in part
            assert "out of the game" not in part
        assert f"(resigned): {whose} money left the game." in text_of(mail)


def test_a_chat_message_in_an_email_is_quoted_and_escaped() -> None:
    user = reader()
    mail = mail_of(Kind.MENTION, user)
    assert f"> @{user.username}, shall we <b>play</b> on?" in text_of(mail)
    assert f"@{user.username}, shall we &lt;b&gt;play&lt;/b&gt; on?" in html_of(mail)


def test_a_notification_of_an_unknown_kind_is_not_composed() -> None:
    row = row_of(Kind.STARTED, reader())
    row.kind = "gossip"
    with pytest.raises(ValueError, match="gossip"):
        compose(row)


@pytest.mark.parametrize("kind", KINDS_WITH_MAIL)
def test_an_email_says_why_it_comes(kind: str) -> None:
    mail, why = mail_of(kind, reader()), str(Kind(kind).policy.why)
    assert why.startswith("You are receiving this because")
    assert why in text_of(mail)
    assert why in words_of(mail)
