"""Example client: accepts invitations, opens its shares of the dice, and plays any legal action.

Usage: MARRAKECH=https://site TOKEN=mk_... python client.py
"""

import hashlib
import json
import os
import random
import secrets
import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def ask(site, token, path, body=None):
    """Send GET, or POST with a body, and return the JSON answer. Wait and repeat after 429."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(f"{site}/api/v1/{path}", data, headers), timeout=30) as answer:
            return json.load(answer)
    except HTTPError as error:
        if error.code == 429:
            time.sleep(int(error.headers["Retry-After"]))
            return ask(site, token, path, body)
        return json.load(error)  # a problem document: its "code" says what is wrong


def draw_share(folder):
    """Draw a share of the dice, keep it in a file, and return its commitment."""
    share = secrets.token_bytes(32)
    commitment = hashlib.sha256(share).hexdigest()
    (folder / commitment).write_text(share.hex())
    return commitment


def own_share(game, folder):
    """Return the share of a game that is waiting to be opened, "" if it is open already or not ours."""
    dice, seat = game["dice"], "ABCDEFGHIJ".index(game["you"]["seat"])
    kept = folder / dice["commitments"][seat] if dice["version"] > 1 and not dice["shares"][seat] else None
    return kept.read_text() if kept and kept.exists() else ""


def accept(site, token, folder):
    """Accept all invitations, each with a share of our own."""
    for invitation in ask(site, token, "invitations/"):
        ask(site, token, f"invitations/{invitation['id']}/accept/", {"commitment": draw_share(folder)})


def play(site, token, folder):
    """Play one action in every waiting game of the first page, and return the number of these games."""
    waiting = ask(site, token, "games/?filter=waiting")["results"]
    for row in waiting:
        game = ask(site, token, f"games/{row['id']}/")
        if game["legal"]:
            action = {"ply": game["ply"], "action": random.choice(game["legal"])}
            action["share"] = own_share(game, folder)
            ask(site, token, f"games/{row['id']}/actions/", action)
    return len(waiting)


if __name__ == "__main__":
    shares = Path("shares")
    shares.mkdir(mode=0o700, exist_ok=True)
    while True:
        accept(os.environ["MARRAKECH"], os.environ["TOKEN"], shares)
        if not play(os.environ["MARRAKECH"], os.environ["TOKEN"], shares):
            time.sleep(60)
