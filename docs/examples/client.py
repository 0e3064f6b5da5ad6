"""Example client: plays any legal action. Usage: MARRAKECH=https://site TOKEN=mk_... python client.py"""

import json
import os
import random
import time
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


def play(site, token):
    """Play one action in every waiting game of the first page, and return the number of these games."""
    waiting = ask(site, token, "games/?filter=waiting")["results"]
    for row in waiting:
        game = ask(site, token, f"games/{row['id']}/")
        if game["legal"]:
            action = {"ply": game["ply"], "action": random.choice(game["legal"])}
            ask(site, token, f"games/{row['id']}/actions/", action)
    return len(waiting)


if __name__ == "__main__":
    while True:
        if not play(os.environ["MARRAKECH"], os.environ["TOKEN"]):
            time.sleep(60)
