"""Replies of players, for tests."""

from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path

from accounts.models import Profile, User
from games.core.models import Game
from games.inbound.handler import receive
from games.inbound.incoming_mail import PIPE, IncomingMail, parse_mail
from games.mail.compose import compose
from games.notifications.links import TurnToken, reply_address
from games.notifications.models import InboundMail, Notification
from tests.makers import acting_user, make_table, make_user, play_on, started_game

from .notifications import latest

SAMPLES = Path(__file__).parents[1] / "inbound" / "samples"
ADDRESS = "play@play.example.org"
AUTHSERV = "mx.example.org"


def game_by_mail(actions: int = 0, **settings: object) -> tuple[Game, User]:
    """Return a game after this many actions, and the acting player, who plays by reply."""
    game = play_on(started_game(make_user("Amina"), make_user("Bob"), **settings), actions)
    return game, plays_by_reply(acting_user(game))


def plays_by_reply(user: User) -> User:
    """Turn on playing by reply; return the player."""
    Profile.objects.filter(user=user).update(plays_by_reply=True)
    return User.objects.get(pk=user.pk)


def letter(game: Game, user: User, text: str, *, name: str = "", **headers: str) -> bytes:
    """Return a plain reply of this player to the current turn. A header of None is left out."""
    mail = EmailMessage()
    written = {
        "From": f"A Player <{user.email}>",
        "To": reply_address(TurnToken.of(user, game)),
        "Subject": "Re: Your turn",
        "Message-ID": name or f"<{abs(hash((text, game.ply)))}@mail.example.org>",
        **{key.replace("_", "-"): value for key, value in headers.items()},
    }
    for key, value in written.items():
        mail[key] = value
    mail.set_content(text)
    return mail.as_bytes()


def received(data: bytes, **known: object) -> InboundMail:
    """Receive an email through the pipe; return its row."""
    row = receive(IncomingMail(parse_mail(data), PIPE, **known))  # type: ignore[arg-type]
    assert row is not None
    return row


def reply_to(row: Notification, text: str, **headers: str) -> InboundMail:
    """Receive a reply of the row's reader to its email; return the reply's row."""
    return received(reply_data(row, text, **headers))


def reply_data(row: Notification, text: str, **headers: str) -> bytes:
    """Return a reply of the row's reader to its email."""
    mail = compose(row)
    assert row.user
    assert mail.reply_to
    name = f"<{InboundMail.objects.count()}.{abs(hash(text))}@mail.example.org>"
    game = row.game or make_table()
    return letter(game, row.user, text, name=name, To=parseaddr(mail.reply_to[0])[1], **headers)


def answer_to(user: User) -> Notification:
    """Return the latest answer to this player."""
    return latest("reply", user)


def answers() -> int:
    """Return the number of answers."""
    return Notification.objects.filter(kind="reply").count()


def sample(name: str) -> bytes:
    """Return a sample email."""
    return (SAMPLES / f"{name}.eml").read_bytes()
