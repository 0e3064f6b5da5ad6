from dataclasses import dataclass
from typing import Any

import pytest
import requests

from tests import servers
from tests.stack.conftest import Stack, text_of

pytestmark = pytest.mark.stack

SIGNED_UP = """
from accounts.services import create_user, create_token, verify_address
for name in {names!r}:
    user = create_user(name, f"{{name}}@example.org", "carpets-and-coins")
    verify_address(user)
    print(create_token(user, "stack")[1])
"""


@dataclass
class Bot:
    """A player with a token."""

    stack: Stack
    name: str
    token: str

    @property
    def address(self) -> str:
        return f"{self.name}@example.org"

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return the JSON response of the API. An error fails the test."""
        headers = {"Authorization": f"Bearer {self.token}"}
        url = f"{self.stack.url}/api/v1/{path}"
        answer = requests.request(method, url, json=body, headers=headers, timeout=20)
        assert answer.ok, answer.text
        return answer.json()

    def wait_for_mail(self, kind: str, count: int) -> None:
        """Wait for this number of mails of a kind, and check that there are not more."""
        servers.wait_for(lambda: self.mail_count(kind) >= count, f"{kind} mail {count} to {self.name}")
        assert self.mail_count(kind) == count

    def mail_count(self, kind: str) -> int:
        """Return the number of mails of a kind so far."""
        ids = [str(mail["Message-ID"]) for mail in self.stack.sink.to(self.address)]
        return len([found for found in ids if found.startswith(f"<{kind}.")])


def make_bots(stack: Stack, *names: str) -> list[Bot]:
    """Return new players. One process makes them all, because it takes a second to start."""
    keys = stack.python(SIGNED_UP.format(names=names)).splitlines()[-len(names) :]
    return [Bot(stack, name, key) for name, key in zip(names, keys, strict=True)]


def test_a_whole_game_is_played_and_every_turn_is_announced(stack: Stack) -> None:
    host, guest = make_bots(stack, "driss", "houda")
    players = {player.name: player for player in (host, guest)}
    table = {"title": "marrakech", "ruleset": "gigamic", "seat_count": 2, "pace": "3d", "options": {"rugs": "2/2/2"}}
    code = host.call("POST", "games/", table)["id"]
    now = guest.call("POST", f"games/{code}/join/", {})
    announced: dict[str, set[int]] = {name: set() for name in players}
    while now["status"] == "running":
        [acting] = [seat["player"] for seat in now["seats"] if seat["acting"]]
        announced[acting].add(now["turn"])
        players[acting].wait_for_mail("turn", len(announced[acting]))
        now = players[acting].call("GET", f"games/{code}/")
        action = {"ply": now["ply"], "action": now["position"]["legal"][0]}
        now = players[acting].call("POST", f"games/{code}/actions/", action)
    for player in players.values():
        player.wait_for_mail("over", 1)
    assert now["status"] == "finished"
    assert min(seat["place"] for seat in now["seats"]) == 1
    assert sum(len(turns) for turns in announced.values()) >= 3


def test_turn_mails_are_one_thread_with_a_picture(stack: Stack) -> None:
    host, guest = make_bots(stack, "nadia", "omar")
    code = host.call("POST", "games/", {"title": "marrakech", "ruleset": "gigamic", "seat_count": 2})["id"]
    now = guest.call("POST", f"games/{code}/join/", {})
    [acting] = [seat["player"] for seat in now["seats"] if seat["acting"]]
    mail = stack.sink.wait_for(f"{acting}@example.org")[-1]
    assert code in str(mail["References"])
    assert f"{stack.url}/t/{code}/" in text_of(mail)
    assert "image/png" in [part.get_content_type() for part in mail.walk()]
