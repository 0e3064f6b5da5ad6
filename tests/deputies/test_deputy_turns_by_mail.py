"""A deputy's turn by replies, from the request to the end of the turn."""

from email.utils import parseaddr

import pytest
from django.utils import timezone

from accounts.models import User
from games.clocks.models import Turn, TurnStep, TurnStepKind
from games.core.log import state_of
from games.core.models import EntryNote, Game
from games.deputies.models import Deputy
from games.deputies.services import ask_deputy
from games.engine.registry import get_title
from games.mail.compose import compose
from games.notifications.models import InboundMail, InboundReason, Kind, Notification
from tests.helpers.notifications import latest, text_of, words_of
from tests.helpers.reply_mails import answer_to, letter, plays_by_reply, received
from tests.makers import fresh, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.one_database]


def asked(*, is_private: bool = False) -> tuple[Game, User, Notification]:
    """Return a game in which Nora is late, her deputy Dan, who plays by reply, and the email that asks him."""
    nora, dan, now = make_user("Nora"), plays_by_reply(make_user("Dan")), timezone.now()
    game = started_game(nora, make_user("Amina"), pace="usual", is_private=is_private)
    Deputy.objects.create(user=nora, deputy=dan, created_at=now, accepted_at=now)
    turn = Turn.objects.get(game=game, user=nora, ended_at=None)
    TurnStep.objects.create(turn=turn, kind=TurnStepKind.DEPUTY, number=1, at=now, made_at=now)
    ask_deputy(turn, now, now)
    return game, dan, latest(Kind.DEPUTY, dan)


def replied(row: Notification, text: str) -> InboundMail:
    mail = compose(row)
    assert row.user
    assert row.game
    assert mail.reply_to
    name = f"<{InboundMail.objects.count()}@mail.example.org>"
    return received(letter(row.game, row.user, text, name=name, To=parseaddr(mail.reply_to[0])[1]))


def places(game: Game) -> list[str]:
    title, state = get_title(game.title), state_of(game)
    return [title.notation(action) for action in title.legal_actions(state)]


def both_parts(row: Notification) -> list[str]:
    mail = compose(row)
    return [" ".join(part.split()) for part in (text_of(mail), words_of(mail))]


@pytest.mark.parametrize("is_private", [False, True])
def test_a_deputy_is_asked_for_the_rug_after_the_rotation(is_private: bool) -> None:
    game, dan, row = asked(is_private=is_private)
    assert replied(row, "Left").reason == InboundReason.PLAYED
    mail, game = compose(answer_to(dan)), fresh(game)
    assert "rolled" in mail.subject
    assert mail.reply_to
    assert "turn is over" not in mail.subject
    for part in both_parts(answer_to(dan)):
        assert all(place in part for place in places(game))
        assert "turn is over" not in part
        assert "It’s now" not in part


def test_a_deputy_ends_the_turn_by_a_reply_to_the_answer() -> None:
    game, dan, row = asked()
    replied(row, "Left")
    game = fresh(game)
    assert replied(answer_to(dan), places(game)[0]).reason == InboundReason.PLAYED
    assert fresh(game).turn == 2
    notes = game.entries.exclude(seat=None).values_list("note", "played_by")
    assert set(notes) == {(EntryNote.DEPUTY, dan.pk)}
    mail = compose(answer_to(dan))
    assert mail.subject.startswith("Marrakech · Played: Nora’s turn is over")
    assert "your turn is over" not in " ".join(both_parts(answer_to(dan)))


def test_a_deputy_is_named_in_what_has_been_played() -> None:
    game, dan, row = asked()
    replied(row, "Left")
    assert all("(Dan for Nora)" in part for part in both_parts(answer_to(dan)))
    replied(answer_to(dan), places(fresh(game))[0])
    assert all("(Dan for Nora)" in part for part in both_parts(latest(Kind.TURN, User.objects.get(username="Amina"))))
    assert all("(Dan for Nora)" in part for part in both_parts(answer_to(dan)))


def test_turns_of_players_name_no_deputy() -> None:
    game = play_on(started_game(make_user("Nora"), make_user("Amina")), 8)
    row = Notification.objects.filter(kind=Kind.TURN, game=game).latest("pk")
    assert not any(" for Nora)" in part for part in both_parts(row))


@pytest.mark.parametrize("words", ["resign", "undo"])
def test_a_deputy_can_neither_resign_nor_undo(words: str) -> None:
    game, dan, row = asked()
    assert replied(row, words).reason == InboundReason.ILLEGAL
    assert fresh(game).ply == game.ply
    assert "You do not have a seat at this table." in both_parts(answer_to(dan))[0]


def test_a_deputy_whose_turn_is_over_plays_nothing() -> None:
    game, _dan, row = asked()
    replied(row, "Left")
    reply = compose(row)
    game = play_on(fresh(game), 1)
    assert row.user
    data = letter(game, row.user, "Right", name="<late@mail.example.org>", To=parseaddr(reply.reply_to[0])[1])
    assert received(data).reason == InboundReason.LATE
    assert fresh(game).ply == game.ply
