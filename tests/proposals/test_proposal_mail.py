import pytest

from games.core.models import Game
from games.delivery.relevance import reason_to_drop
from games.mail.compose import compose
from games.mail.event_line import event_line
from games.mail.reply_addresses import reply_address_of
from games.mail.tables import Table
from games.notifications.models import Kind, Notification, NotificationReason
from games.play.models import Proposal, ProposalState
from games.play.proposals import answer, propose, withdraw
from tests.helpers.reply_mails import answer_to, letter, plays_by_reply, received
from tests.makers import make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.usefixtures("mail_comes_in")]


def proposed(kind: str = "abort") -> tuple[Game, Proposal, Notification]:
    """Return a game of Ann, Bob and Eve in which Ann has proposed something, the proposal, and the email to Bob."""
    ann, bob, eve = (plays_by_reply(make_user(name)) for name in ("Ann", "Bob", "Eve"))
    game = started_game(ann, bob, eve)
    row = propose(game.pk, ann, kind)
    return game, row, Notification.objects.get(kind=Kind.PROPOSAL, user=bob)


def test_the_email_about_a_proposal_says_what_it_is_and_links_to_the_answer() -> None:
    _game, _row, mail = proposed()
    message = compose(mail)
    assert "Ann proposes to end the game without a result · " in message.subject
    assert "/p/" in message.body
    assert "Or reply to this email with “yes” or “no”." in message.body
    assert "/p/" in str(message.alternatives[0][0])


def test_push_and_webhooks_say_what_a_proposal_is() -> None:
    game, _row, mail = proposed("pause")
    assert "proposes to pause the game" in event_line(mail, Table(game, mail.user)).text


def test_an_email_about_an_answered_or_closed_proposal_is_not_sent() -> None:
    game, row, mail = proposed()
    assert reason_to_drop(mail) is None
    assert mail.user is not None
    answer(game.pk, row.pk, mail.user, True)
    assert reason_to_drop(mail) == NotificationReason.ANSWERED
    withdraw(game.pk, row.pk, row.user)
    other = Notification.objects.get(kind=Kind.PROPOSAL, user__username="Eve")
    assert reason_to_drop(other) == NotificationReason.OUTDATED


@pytest.mark.parametrize(
    ("words", "state"),
    [("Yes, please.", "open"), ("D’accord !", "open"), ("oui", "open"), ("no", "declined"), ("Non merci", "declined")],
)
def test_a_reply_to_an_email_answers_the_proposal(words: str, state: str) -> None:
    game, row, mail = proposed("pause")
    assert mail.user is not None
    inbound = received(letter(game, mail.user, words, To=reply_address_of(mail)))
    row.refresh_from_db()
    assert inbound.reason == ("declined" if state == "declined" else "agreed")
    assert row.state == state
    assert row.answers.get(user=mail.user).agrees == (state == "open")
    assert "proposal" in compose(answer_to(mail.user)).subject


@pytest.mark.parametrize("words", ["Maybe tomorrow", "yes?", "L", "board"])
def test_other_words_in_a_reply_answer_no_proposal(words: str) -> None:
    game, row, mail = proposed()
    assert mail.user is not None
    assert received(letter(game, mail.user, words, To=reply_address_of(mail))).reason == "unclear-answer"
    assert not row.answers.filter(user=mail.user).exists()
    assert compose(answer_to(mail.user)).body


def test_a_reply_to_a_closed_proposal_changes_nothing() -> None:
    game, row, mail = proposed()
    assert mail.user is not None
    withdraw(game.pk, row.pk, row.user)
    assert received(letter(game, mail.user, "yes", To=reply_address_of(mail))).reason == "closed"
    row.refresh_from_db()
    assert row.state == ProposalState.WITHDRAWN


def test_yes_in_reply_to_an_email_about_a_turn_answers_no_proposal() -> None:
    game, row, mail = proposed()
    assert mail.user is not None
    received(letter(game, mail.user, "yes"))
    assert not row.answers.filter(user=mail.user).exists()
