import pytest
from django.utils import timezone

from accounts.models import User
from games.chat.models import ChatMessage
from games.chat.services import post_message
from games.conduct.models import Rule, SanctionKind
from games.conduct.services import sanction
from games.core.log import state_of
from games.core.models import Entry, Game
from games.core.selectors import title_of
from games.lobby.invitations import invite_player
from games.mail.compose import compose
from games.mail.reply_addresses import reply_address_of
from games.notifications.models import InboundMail, Kind, Notification
from tests.helpers.notifications import html_of, latest, text_of
from tests.helpers.reply_mails import answer_to, game_by_mail, letter, plays_by_reply, received
from tests.makers import make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.one_database]


def said(game: Game) -> list[str]:
    return [message.text for message in ChatMessage.objects.filter(game=game)]


def answer(game: Game, row: Notification, text: str) -> InboundMail:
    """Return the received reply of a notification's recipient to its email."""
    assert row.user
    return received(letter(game, row.user, text, To=reply_address_of(row)))


def places(game: Game) -> set[str]:
    """Return the places where a rug may lie now."""
    game.refresh_from_db()
    prompt = title_of(game).prompt(state_of(game))
    return {choice.notation for choice in prompt.choices} if prompt and prompt.kind == "place" else set()


def turn_mail(game: Game, user: User) -> Notification:
    """Return an email about a turn that was sent just now."""
    now, number = timezone.now(), Notification.objects.count()
    return Notification.objects.create(key=f"n{number}", kind=Kind.TURN, user=user, game=game, due_at=now, sent_at=now)


def test_a_rug_after_the_direction_is_laid_if_it_fits() -> None:
    game, user = game_by_mail()
    assert received(letter(game, user, "F c5c6")).reason == "played"
    is_laid = Entry.objects.filter(game=game, notation="c5c6").exists()
    is_explained = "Your placement does not fit after this roll." in text_of(compose(answer_to(user)))
    assert is_laid != is_explained
    assert is_laid or (places(game) and "c5c6" not in places(game))


@pytest.mark.parametrize("place", ["c8c9", "a1a2"])
def test_no_die_is_rolled_for_a_rug_that_fits_after_no_roll(place: str) -> None:
    game, user = game_by_mail()
    assert received(letter(game, user, f"F {place}")).reason == "illegal"
    assert not Entry.objects.filter(game=game, notation="F").exists()


def test_words_below_the_action_are_posted_in_the_chat() -> None:
    game, user = game_by_mail()
    received(letter(game, user, "left\n\nWhat a game!\nSee you on Sunday.\n\nBest wishes\nAmina"))
    assert said(game) == ["What a game!\nSee you on Sunday."]
    mail = compose(answer_to(user))
    assert "This was posted in the chat of the table:\n  > What a game!\n  > See you on Sunday." in text_of(mail)
    assert "See you on Sunday." in html_of(mail)


@pytest.mark.parametrize("below", ["Thanks!", "Amina", "Cheers\nAmina", "Amina Ltd, +44 20 7946 0958", "-- \nAmina"])
def test_thanks_names_and_signatures_are_not_posted(below: str) -> None:
    game, user = game_by_mail()
    received(letter(game, user, f"left\n\n{below}"))
    assert said(game) == []


def test_words_below_a_refused_action_are_not_posted() -> None:
    game, user = game_by_mail()
    received(letter(game, user, "a1a2\nTake that!"))
    assert said(game) == []


def test_a_chat_line_in_a_reply_is_posted_at_any_time() -> None:
    game, user = game_by_mail()
    row = received(letter(game, user, "chat: I will go left"))
    assert (row.reason, said(game), game.ply) == ("said", ["I will go left"], Game.objects.get(pk=game.pk).ply)
    assert "Posted in the chat" in compose(answer_to(user)).subject


def test_a_chat_message_over_the_limit_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    game, user = game_by_mail()
    monkeypatch.setattr("accounts.rate_limits.seconds_to_wait", lambda *_: 3.0)
    assert received(letter(game, user, "chat: hello")).reason == "not-said"
    assert "Wait a moment and try again." in text_of(compose(answer_to(user)))


@pytest.mark.parametrize(("text", "page"), [("I resign", "/resign/"), ("undo please", "/propose/")])
def test_replies_to_resign_or_undo_are_answered_with_the_page_that_asks(text: str, page: str) -> None:
    game, user = game_by_mail()
    received(letter(game, user, text))
    mail = compose(answer_to(user))
    assert f"/t/{game.code}{page}" in text_of(mail)
    assert f"/t/{game.code}{page}" in html_of(mail)
    assert Game.objects.get(pk=game.pk).status == game.status


@pytest.mark.parametrize("text", ["lwft", "I think left"])
def test_an_almost_clear_reply_is_answered_with_a_link(text: str) -> None:
    game, user = game_by_mail()
    received(letter(game, user, text))
    mail = compose(answer_to(user))
    assert mail.subject.startswith("Marrakech · Did you mean L? · ")
    assert text_of(mail).startswith(f"Marrakech · Classic · {game.name}\n\nDid you mean L? ")
    assert "\nL: Left, to the" in text_of(mail)
    assert "Yes, that is what I meant" in html_of(mail)
    assert not Entry.objects.filter(game=game, notation="L").exists()


def test_a_reply_to_a_mention_goes_to_the_chat() -> None:
    game, user = game_by_mail()
    other = game.seats.exclude(user=user).get().user
    assert other
    plays_by_reply(other)
    post_message(game.pk, user, f"@{other.username} mint tea?")
    row = latest("mention", other)
    assert "Reply to this email to answer in the chat." in text_of(compose(row))
    assert answer(game, row, "With pleasure, and with sugar!").reason == "said"
    assert said(game)[-1] == "With pleasure, and with sugar!"


def test_an_action_in_reply_to_a_mention_is_played_in_the_players_turn() -> None:
    game, user = game_by_mail()
    other = game.seats.exclude(user=user).get().user
    assert other
    post_message(game.pk, other, f"@{user.username} your turn!")
    assert answer(game, latest("mention", user), "left").reason == "played"


def test_an_action_out_of_turn_is_answered_and_not_posted() -> None:
    game, user = game_by_mail()
    other = game.seats.exclude(user=user).get().user
    assert other
    plays_by_reply(other)
    post_message(game.pk, user, f"@{other.username} mint tea?")
    assert answer(game, latest("mention", other), "left").reason == "late"
    assert len(said(game)) == 1


@pytest.mark.parametrize("kind", [Kind.OVER, Kind.NEWS, Kind.RESIGNED, Kind.ORDERS])
def test_every_email_about_a_table_has_an_address_for_chat(kind: Kind) -> None:
    game, user = game_by_mail()
    row = Notification(kind=kind, user=user, game=game)
    assert answer(game, row, "Good game, everybody in this round!").reason == "said"


def test_an_answer_to_a_yes_names_the_page_of_the_table() -> None:
    host, guest = make_user("Amina"), plays_by_reply(make_user("Bob"))
    game = make_table(host)
    invite_player(game.pk, host, guest.username)
    assert answer(game, latest("invitation", guest), "Yes, I am in!").reason == "joined"
    assert f"/t/{game.code}/" in text_of(compose(answer_to(guest)))


def test_a_digest_about_one_table_can_be_answered() -> None:
    game, user = game_by_mail()
    row = Notification.objects.create(key="d", kind=Kind.DIGEST, user=user, due_at=game.created_at)
    assert answer(game, row, "left").reason == "played"


def test_a_digest_about_two_tables_has_no_reply_address() -> None:
    game, user = game_by_mail()
    started_game(user, make_user("Cleo"))
    row = Notification.objects.create(key="d", kind=Kind.DIGEST, user=user, due_at=game.created_at)
    assert reply_address_of(row) == ""


def test_an_email_about_a_turn_shows_the_chat_since_the_last_one() -> None:
    game, user = game_by_mail()
    post_message(game.pk, user, "before")
    turn_mail(game, user)
    post_message(game.pk, user, "Mint <tea>?")
    mail = compose(turn_mail(game, user))
    assert "== Chat ==\n\nAmina: Mint <tea>?" in text_of(mail)
    assert "Mint &lt;tea&gt;?" in html_of(mail)
    assert "before" not in text_of(mail)
    assert "What you write below your turn in a reply is posted in the chat." in text_of(mail)


def test_an_email_without_new_messages_has_no_chat() -> None:
    game, user = game_by_mail()
    assert "== Chat ==" not in text_of(compose(turn_mail(game, user)))


def test_who_may_not_write_plays_by_email_and_reads_why_nothing_was_said() -> None:
    game, user = game_by_mail()
    sanction(make_user(), user, SanctionKind.NO_CHAT, Rule.RUDE, "Moths.", days=7)
    assert received(letter(game, user, "F\n\nYou carpet moth!")).reason == "played"
    assert said(game) == []
    assert "You cannot write messages for now." in " ".join(text_of(compose(answer_to(user))).split())
