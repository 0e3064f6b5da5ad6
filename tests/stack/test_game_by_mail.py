"""A whole game by email: one player clicks links, one replies, one gives orders in advance.

No player signs in or opens the table. A real SMTP server gets the mails, and ``receive_mail`` gets the replies.
"""

import re
import subprocess
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import make_msgid
from typing import Any

import pytest
import requests

from games.engine.registry import get_title
from games.engine.replay import replay
from tests import servers
from tests.stack.conftest import Stack, text_of
from tests.stack.test_whole_game import Bot, make_bots
from tooling.bootstrap import PYTHON, ROOT

pytestmark = pytest.mark.stack

RUGS = 2
LETTERS = "ABC"  # the API's names of seats
TITLE = get_title("marrakech")
ANSWERS = """
from accounts.models import Profile
Profile.objects.filter(user__username="malik").update(plays_by_reply=True)
"""
UNSENT = """
from games.notifications.models import Notification
print(Notification.objects.filter(game__code={code!r}, channel="email").exclude(state__in=["sent", "dropped"]).count())
"""


@dataclass
class Mailbox:
    """The mails to one player; ``read`` contains the Message-IDs of handled mails."""

    stack: Stack
    address: str
    read: set[str] = field(default_factory=set)

    def next(self, kind: str) -> EmailMessage:
        """Wait for an unread mail of this kind, and mark it as read."""
        servers.wait_for(lambda: bool(self._new(kind)), f"{kind} mail to {self.address}")
        [mail] = self._new(kind)
        self.read.add(str(mail["Message-ID"]))
        return mail

    def _new(self, kind: str) -> list[EmailMessage]:
        mails = {str(mail["Message-ID"]): mail for mail in self.stack.sink.to(self.address)}
        return [mail for name, mail in mails.items() if name.startswith(f"<{kind}.") and name not in self.read]


@dataclass
class Sitting:
    """The game as the API shows it to everyone."""

    bots: dict[str, Bot]
    code: str

    @property
    def watcher(self) -> Bot:
        return next(iter(self.bots.values()))

    def now(self) -> Any:
        return self.watcher.call("GET", f"games/{self.code}/")

    def log(self) -> list[tuple[int | None, str]]:
        """Return the log in the form that ``replay`` needs."""
        entries = [(entry["seat"], entry["action"]) for entry in self.entries()]
        return [(LETTERS.index(letter) if letter else None, action) for letter, action in entries]

    def entries(self) -> list[Any]:
        found: list[Any] = self.watcher.call("GET", f"games/{self.code}/log/")
        return found

    def state(self) -> Any:
        return replay(TITLE, "gigamic", {"rugs": f"{RUGS}/{RUGS}/{RUGS}"}, 3, self.log())

    def acting(self) -> str:
        """Return the name of the acting player, "" when the game is over."""
        seats = self.now()["seats"]
        return next((str(seat["player"]) for seat in seats if seat["acting"]), "")


def press(address: str, place: str = "") -> str:
    """Open a link of a mail and press its button without signing in; return the resulting address."""
    page = requests.get(address, timeout=30)
    assert page.status_code == 200, page.text
    offered = re.search(r'name="action"\s+value="([^"]+)"', page.text)
    assert offered
    done = requests.post(address, {"action": place or offered[1]}, timeout=30)
    assert done.status_code == 200, done.text
    return done.url


def play_by_links(mailbox: Mailbox, sitting: Sitting, order: Callable[[str], None]) -> None:
    """Play a turn by the links of its mail. ``order`` is called after the roll, with the rug to place."""
    links = re.findall(r"\S+/m/\S+", text_of(mailbox.next("turn")))
    question = press(links[0])
    rug = TITLE.notation(TITLE.legal_actions(sitting.state())[-1])
    order(rug)
    press(question, rug)


def answer(stack: Stack, mail: EmailMessage, address: str, words: str) -> None:
    """Reply to a mail like a phone, and deliver the reply like a mail server."""
    reply = EmailMessage()
    reply["From"], reply["To"] = address, str(mail["Reply-To"])
    reply["Subject"], reply["In-Reply-To"] = f"Re: {mail['Subject']}", str(mail["Message-ID"])
    reply["Message-ID"] = make_msgid(domain="phone.example.org")
    quoted = "\n".join(f"> {line}" for line in text_of(mail).splitlines())
    reply.set_content(f"{words}\n\nSent from my phone\n\nOn Saturday the site wrote:\n{quoted}\n")
    command = [str(PYTHON), "manage.py", "receive_mail", "--recipient", str(mail["Reply-To"]), "--sender", address]
    done = subprocess.run(command, cwd=ROOT, env=stack.env, input=reply.as_bytes(), capture_output=True, check=False)
    assert (done.returncode, done.stdout.decode().partition(":")[0]) == (0, "played"), (done.stdout, done.stderr)


def play_by_replies(mailbox: Mailbox, sitting: Sitting) -> None:
    """Play a turn by replies: in odd rounds the direction and then the rug, otherwise the whole turn at once."""
    mail = mailbox.next("turn")
    if (sitting.now()["turn"] // 3) % 2:
        [whole] = re.findall(r"[LFR](?:; [1-4]: [a-g1-7]{4})+", text_of(mail))
        answer(mailbox.stack, mail, mailbox.address, whole.upper())
    else:
        answer(mailbox.stack, mail, mailbox.address, "Left.")
        result = mailbox.next("reply")
        rug = re.search(r"one of these:\s+([a-g][1-7][a-g][1-7])", text_of(result))
        assert rug, text_of(result)
        answer(mailbox.stack, result, mailbox.address, rug[1].capitalize())
    mailbox.next("reply")


def give_orders(sitting: Sitting, name: str, rug: str) -> None:
    """Order the next turn, before the previous player places a rug, with a second order as a fallback.

    The first order has a rug for every face, so that the turn needs no other action.
    """
    before = sitting.state()
    state = TITLE.apply(before, TITLE.parse(before, TITLE.acting(before)[0], rug))
    [seat] = TITLE.acting(state)
    assert TITLE.orders
    rugs = [f"{face.label}: {face.suggested}" for face in TITLE.orders.plan(state, seat, "F")]
    [assam] = [token.cell for token in TITLE.scene(state).tokens]
    for condition, orders in ((assam, "; ".join(["F", *rugs])), ("", "L")):
        sitting.bots[name].call("POST", f"games/{sitting.code}/orders/", {"condition": condition, "orders": orders})


def test_players_play_by_links_replies_and_orders_in_advance(stack: Stack) -> None:
    bots = {bot.name: bot for bot in make_bots(stack, "malik", "leila", "oumar")}
    stack.python(ANSWERS)
    table = {"title": "marrakech", "ruleset": "gigamic", "seat_count": 3, "seat_order": "joined"}
    code = bots["malik"].call("POST", "games/", {**table, "options": {"rugs": f"{RUGS}/{RUGS}/{RUGS}"}})["id"]
    for name in ("leila", "oumar"):
        bots[name].call("POST", f"games/{code}/join/", {})
    sitting = Sitting(bots, code)
    boxes = {name: Mailbox(stack, player.address) for name, player in bots.items()}
    rounds = 0
    while name := sitting.acting():
        assert name != "oumar", "the orders did not play"
        if name == "malik":
            play_by_replies(boxes[name], sitting)
        else:
            play_by_links(boxes[name], sitting, lambda rug: give_orders(sitting, "oumar", rug))
            rounds += 1
            told = " ".join(text_of(boxes["oumar"].next("orders")).split())  # its lines are wrapped
            assert f"order in advance {2 * rounds - 1}" in told
    assert sitting.now()["status"] == "finished"
    assert turns_of(sitting) == {0: RUGS, 1: RUGS, 2: RUGS}
    assert {entry["seat"] for entry in sitting.entries() if entry["by_order"]} == {"C"}
    assert all(entry["by_order"] for entry in sitting.entries() if entry["seat"] == "C")
    for box in boxes.values():
        box.next("over")
    assert stack.python(UNSENT.format(code=code)) == "0"


def turns_of(sitting: Sitting) -> Counter[int]:
    return Counter(seat for seat, notation in sitting.log() if seat is not None and notation in {"L", "F", "R"})
