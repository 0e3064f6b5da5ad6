"""Example client: accepts invitations, opens its shares of the dice, and plays any legal action.

Usage: MARRAKECH=https://site TOKEN=mk_... python client.py
"""

import base64
import hashlib
import json
import os
import random
import secrets
import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

# The curve P-256, for the signatures of receipts.
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)


def ask(site, token, path, body=None):
    """Send GET, or POST with a body, and return the JSON answer. Wait and repeat after 429."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(f"{site}/api/v1/{path}", data, headers), timeout=30) as answer:
            return json.loads(answer.read() or "{}")
    except HTTPError as error:
        if error.code == 429:
            time.sleep(int(error.headers["Retry-After"]))
            return ask(site, token, path, body)
        return json.load(error)  # a problem document: its "code" says what is wrong


def commitment_of(share, table):
    """Return the commitment to a share, which is bound to the table."""
    return hashlib.sha256(b"marrakech-share" + table.encode() + bytes.fromhex(share)).hexdigest()


def draw_share(folder, table):
    """Draw a share of the dice of a table, keep it in a file, and return its commitment."""
    share = secrets.token_hex(32)
    commitment = commitment_of(share, table)
    (folder / commitment).write_text(share)
    return commitment


def add(one, other):
    """Add two points of the curve. None stands for zero."""
    if one is None or other is None:
        return one or other
    if one[0] == other[0] and (one[1] + other[1]) % P == 0:
        return None
    rise, run = (3 * one[0] ** 2 - 3, 2 * one[1]) if one == other else (other[1] - one[1], other[0] - one[0])
    slope = rise * pow(run, -1, P) % P
    x = (slope**2 - one[0] - other[0]) % P
    return x, (slope * (one[0] - x) - one[1]) % P


def times(number, point):
    """Add a point to itself this often."""
    total = None
    for bit in bin(number)[2:]:
        total = add(add(total, total), point if bit == "1" else None)
    return total


def is_signed(receipt, key):
    """Return True if the site's key has signed the receipt."""
    lines = [str(receipt[name]) for name in ("table", "seat", "commitment", "step", "results", "mixed")]
    digest = int(hashlib.sha256("\n".join(["marrakech-receipt-v1", *lines]).encode()).hexdigest(), 16)
    r, s = (int.from_bytes(base64.b64decode(receipt["signature"])[at : at + 32], "big") for at in (0, 32))
    point = tuple(int.from_bytes(base64.b64decode(key)[at:][:32], "big") for at in (-64, -32))
    if not (0 < r < N and 0 < s < N):
        return False
    inverse = pow(s, -1, N)
    found = add(times(digest * inverse % N, G), times(r * inverse % N, point))
    return found is not None and found[0] % N == r


def is_proven(answer, share, table, seat):
    """Return True if the site's answer to the opening of a share proves that the share is part of K from now on."""
    receipt, shares = answer.get("receipt"), [one["share"] for one in answer.get("opened", [])]
    if not receipt or not shares or shares[-1] != share:
        return False
    fixed = [answer["commitments"][one["seat"]] for one in answer["opened"]]
    mixed = hashlib.sha256(bytes.fromhex("".join(answer["commitments"] + shares))).hexdigest()
    return (
        fixed == [commitment_of(one, table) for one in shares]
        and (receipt["table"], receipt["seat"], receipt["commitment"]) == (table, seat, fixed[-1])
        and receipt["mixed"] == mixed
        and is_signed(receipt, answer["key"])
    )


def may_play(site, token, game, folder):
    """Open our share of the dice, and return False if the site does not keep its word about it.

    The share is kept until its receipt stands in the game, the receipt for good.
    """
    dice, table, seat = game["dice"], game["id"], "ABCDEFGHIJ".index(game["you"]["seat"])
    share = folder / dice["commitments"][seat] if dice["version"] > 2 else None
    kept = share and share.with_suffix(".receipt")
    if not share or not (share.exists() or kept.exists()):
        return True  # the share is not ours
    if not kept.exists():
        answer = ask(site, token, f"games/{table}/share/", {"share": share.read_text()})
        if answer.get("code") == "share-given-up":
            return True  # this seat has played without it: the log says so
        key = folder / "site.key"
        if not is_proven(answer, share.read_text(), table, seat) or (key.exists() and key.read_text() != answer["key"]):
            return False
        game = ask(site, token, f"games/{table}/")
        if answer["receipt"]["step"] > game["ply"] and not game["undone"]:
            return False  # until that step, the site could choose the dice
        key.write_text(answer["key"])
        kept.write_text(json.dumps(answer["receipt"]))
    if json.loads(kept.read_text()) not in game["dice"]["receipts"]:
        return False
    share.unlink(missing_ok=True)
    return True


def accept(site, token, folder):
    """Accept all invitations, each with a share of our own."""
    for invitation in ask(site, token, "invitations/"):
        commitment = draw_share(folder, invitation["game"]["id"])
        ask(site, token, f"invitations/{invitation['id']}/accept/", {"commitment": commitment})


def play(site, token, folder):
    """Play one action in every waiting game of the first page, and return the number of actions."""
    played = 0
    for row in ask(site, token, "games/?filter=waiting")["results"]:
        game = ask(site, token, f"games/{row['id']}/")
        if not may_play(site, token, game, folder):
            print(f"{row['id']}: your share of the dice is not in the log. Nothing was played: tell the table.")
        elif game["legal"]:
            action = {"ply": game["ply"], "action": random.choice(game["legal"])}
            ask(site, token, f"games/{row['id']}/actions/", action)
            played += 1
    return played


if __name__ == "__main__":
    shares = Path("shares")
    shares.mkdir(mode=0o700, exist_ok=True)
    while True:
        accept(os.environ["MARRAKECH"], os.environ["TOKEN"], shares)
        if not play(os.environ["MARRAKECH"], os.environ["TOKEN"], shares):
            time.sleep(60)
