import os
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Profile
from games.clocks.models import Turn
from games.core.log import state_of
from games.core.models import Entry, Game
from games.engine.registry import get_title
from games.play.after_action import rebuild_derived
from tests.core.test_speed import MAX_TABLE_BYTES, fill_chat
from tests.helpers.page_client import signed_in, squeezed, steps_in, text_at
from tests.makers import acting_user, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

# The largest pages of thousands of games, in the longer language: the edges of all tiles with their directions, for the
# ear, are 12 KB compressed, of which the directions are 0.1.
MOST = MAX_TABLE_BYTES + 7936

# Of 3,700 games of four players in which tiles were laid far from each other, those with the largest pages.
MOST_PLACES = """
10, 28, 4, 72, 48, 59, 8, 64, 35, 77, 79, 82, 28 s1 3 L1, 10 w1 3 B0, 47, 39, 72 w2 0 B0, 59 w3 1 L1, 73, 84, 64
w4 2 B1, 35 e1 1 L0, 17, 36, 77 e2 3 L0, 79 n1e2 2, 61, 33, 39 n1e3 0 B0, 4 s1w4 3 B1, 27, 55, 73 n1w1 2 L0, 48
n2e2 0 L1, 42, 78, 17 s1w2 2 B0, 8 n2e1 1 L0, 13, 34, 82 s1e1 0 L0, 61 s2w2 2 L1, 38, 22, 47 n1w4 0 L1, 27 n3e1
3 B1, 25, 62, 78 s2e1 2 L1, 42 n1e4 3 B0, 21, 60, 36 n1w5 0 L1, 34 e4 2, 53, 46, 22 s2w4 3 B1, 33 e5 2 B0, 18,
24, 25 n2w4 1 L0, 62 n4e1 2 B0, 81, 56, 60 s2e2 0 L2, 21 e6 1 L0, 16, 63, 53 n3w4 1, 46 s2e3 0, 76, 40, 18 s1e4
3 L0, 38 n4w4 0 B0, 57, 80, 81 n2e4 3, 55 n4 0, 3, 1, 16 n1w6 2, 84 n5w4 2, 26, 5, 76 n2w6 0, 40 n2 0 B0, 31,
66, 80 e7 3, 24 s2 1, 65, 70, 56 e8 0, 3 n4e2 2, 68, 43, 26 n3w5 0, 5 n2w7 0, 58, 7, 66 s3 0 L0, f78 2 B0, 44,
65 n4w1 2, 70 s3e2 2, 32, 49, 68 n2w8 0, 43 n4w2 1, 50, 37, 58 s4e2 0, 7 w6 3, 83, 12, 13 n5e2 3 B0, 44 n5e3 3
B0, 45, 30, 32 n5w1 3, 49 e9 2, 6, 41, 50 n1e9 2 L0, 37 n3w8 3, 9, 67, 83 s1e9 0, 12 n4w8 3, 2, 51, 45 s5e2 2,
31 n6e2 1, 23, 15, 41 s6e2 2, 6 w7 0, 52, 69, 9 n2e5 2, 1 s3w4 3, 54, 19, 63 n1e6 3, 2 n7e2 0, 29, 75, 23 s1w7
1, 30 n5w5 2, 71, 20
"""  # a tile fits in 48 cells; 70 tiles, 84 empty cells, 27 boots
MOST_FLIPS = """
82, 10, 65, 26, 4, 20, 32, 73, 35, 2, 46, 33, 82 n1 2, 65 n1e1 1, 12, 41, 4 n1e2 2 L1, 20 w1 3, 39, 29, 32 n2 3
L1, 35 n3 2, 72, 64, 46 n3e1 0 L0, 33 n4 1 L0, 43, 18, 10 n3w1 0 L0, 12 s1 3 B1, 77, 5, 39 w2 2 L1, 29 s2 2, 44,
83, 73 n3e2 0 B0, 64 e2 2 B0, 7, 79, 2 n5 2 B1, 43 s1e2 0 L1, 74, 61, 5 s1e3 1 L0, 77 s2e3 1 B0, 42, 30, 26 n3w2
3 B1, 83 n1w2 0 L1, 59, 9, 7 n1e3 0, 72 n1e4 2 L1, 75, 58, 74 e4 2 B0, 61 n5e1 1 L1, 1, 24, 41 w3 2 L1, 42 n2e4
3 L2, 45, 54, 9 n6 3, 44 s1w3 1 L1, 78, 22, 75 s2w3 3 L0, 58 n1e5 1 B1, 28, 16, 18 n5w1 1 B1, 1 s3 1, 49, 55, 30
s2e1 2, 45 n7 3 B0, 50, 68, 78 s3w1 3, 59 n3e4 2 B0, 34, 37, 79 s1w4 3 L1, 16 n5e2 2, 80, 15, 55 s3w3 1, 24 n5w2
0, 57, 70, 50 n7e1 1, 68 s3e3 0 B1, 69, 11, 37 n5e3 3, 22 s4w1 0 B1, 51, 36, 80 n8 0 B0, 28 n4e4 3, 71, 38, 70
n9 0, 57 n9e1 2 B1, 76, 25, 54 n6e3 0, 69 n7e3 2, 13, 84, 34 n7w1 3 B0, 51 n6e4 2, 60, 53, 15 n9e2 0, 38 n9w1 0,
27, 66, 49 s5w1 2, 25 n10e1 0, 47, 3, 13 n7w2 3, 84 n1w3 0, 23, 17, 60 s4e3 3, 36 s1w5 3, 40, 48, 27 n11e1 2, 66
n7e4 2, 14, 81, 76 s3e4 1, 3 n4e5 1, 19, 56, 17 n5w3 1 B0, 11 n4w3 1, 31, 8, 48 n6e5 2, 53 s5w2 3, 62, 63, 81
n9e3 1, 71 n11 0, 21, 67, 56 n11e2 0
"""  # 24 tiles can be flipped; 72 tiles, 80 empty cells, 32 boots and pitchforks
MOST_ACTIONS = """
67, 48, 38, 19, 51, 42, 36, 13, 81, 23, 28, 78, 38 e1 2, 48 s1e1 0, 60, 61, 51 n1 1, 42 s2e1 3, 54, 55, 81 n1w1
2, 36 s3e1 1, 75, 20, 28 s2 1, 23 e2 2, 29, 11, 61 s2w1 2, 60 e3 2, 12, 70, 19 n2w1 2 L0, 55 n1e3 0, 1, 34, 75
s4e1 1, 20 e4 1, 14, 56, 29 e5 1, 78 s2w2 1 B0, 49, 57, 67 s3w1 0, 12 n1w2 2, 30, 18, 34 n3w1 2, 54 n4w1 3 L1,
8, 72, 14 s1e3 0 B0, 13 s4e2 2, 45, 22, 11 s1w2 3, 57 n1e5 1 L1, 16, 71, 30 n1e6 1, 18 s5e2 3, 17, 10, 1 s4e3 0
B1, 72 n4w2 1, 25, 80, 45 n2e6 1, 22 s2w3 0 B0, 84, 31, 71 s2e3 3 L1, 49 n2e7 1 L0, 40, 33, 17 s6e2 3, 10 n2e3
1, 39, 47, 80 n4w3 2 L1, 25 n3e3 0, 66, 27, 84 n5w3 0, 31 s4 3 L0, 2, 69, 33 s6e3 2, 40 n6w3 2, 65, 58, 47 n1w3
1 L0, 70 n2e8 1, 35, 64, 27 n4e3 0 B0, 66 n2e4 0 B0, 21, 43, 2 n6w4 2, 56 n4e2 3, 52, 4, 16 s4e4 2 L0, 58 n4e4 2
L1, 63, 83, 35 s7e3 2 B0, 39 n5e4 0 B0, 50, 41, 8 s4e5 0 B1, 21 n6e4 2, 82, 73, 52 n7e4 1 L1, 69 n3 1 L1, 62,
32, 63 n2e2 3 L1, 83 s1e5 2, 53, 5, 64 n6w5 1 L0, 50 s2e5 1, 74, 24, 73 s6e4 3, 82 n1w4 0, 59, 6, 32 n5w1 0, 62
n1w5 2, 46, 3, 53 n7e3 3, 65 s2w4 0, 9, 26
"""  # 850 legal actions
GAMES = {
    "places": ("classic-long", MOST_PLACES, 161),
    "flips": ("pitchfork-long", MOST_FLIPS, 109),
    "actions": ("classic-long", MOST_ACTIONS, 850),
}


def late_game(ruleset: str, log: str, players: int = 4) -> Game:
    game = started_game(*[make_user() for _ in range(players)], title="marram", ruleset=ruleset)
    title, now = get_title("marram"), timezone.now()
    state, entries = title.start(ruleset, {}, players), []
    for ply, notation in enumerate(log.replace("\n", " ").strip().split(", ")):
        seat = next(iter(title.acting(state)), None)
        state = title.apply(state, title.parse(state, seat, notation))
        entries.append(
            Entry(game=game, ply=ply, seat=seat, notation=notation, at=now, rules_version=game.rules_version)
        )
    Entry.objects.filter(game=game).delete()  # the first tiles, which were drawn from another pile
    Turn.objects.filter(game=game).delete()
    Entry.objects.bulk_create(entries)
    rebuild_derived(game.pk)
    game.refresh_from_db()
    return game


def pages_of_all_steps(client: Client, address: str) -> Iterator[tuple[str, str]]:
    """Yield query and page of each step: of all tiles, and of one flip, cell, rotation and claim; then for a draft."""
    queries, seen = [""], set()
    while queries:
        query = queries.pop(0)
        html = text_at(client, address + query)
        yield query, html
        for notation, link in steps_in(html).items():
            kind = query.count("done="), link.count("done="), notation.startswith("f"), len(notation.split())
            is_tile = notation.isdecimal() and kind[0] == 0
            if (is_tile or kind not in seen) and link not in queries and link.count("done=") < 2:
                seen.add(kind)
                queries.append(link)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"] if "FULL" in os.environ else ["fr"])  # whose words are longer
@pytest.mark.parametrize("which", GAMES)
def test_a_late_page_of_marram_is_small_at_each_step(which: str, language: str) -> None:
    ruleset, log, actions = GAMES[which]
    game = late_game(ruleset, log)
    assert len(get_title("marram").legal_actions(state_of(game))) == actions
    fill_chat(game)
    Profile.objects.filter(user=acting_user(game)).update(language=language)
    pages = dict(pages_of_all_steps(signed_in(acting_user(game)), f"/t/{game.code}/"))
    assert f'<html lang="{language}"' in squeezed(pages[""])
    assert len(pages) > 5
    assert any("done=" in query for query in pages) == (which != "flips")  # whose player has one action, and no boot
    assert {query: len(html.encode()) for query, html in pages.items() if len(html.encode()) >= MOST} == {}


def test_the_menu_leads_to_the_backs_of_all_tiles() -> None:
    game = started_game(title="marram", ruleset="classic-short")
    html = squeezed(text_at(Client(), f"/t/{game.code}/"))
    menu = html.partition('id="table-menu"')[2].partition("</nav>")[0]
    assert '<a href="/rules/marram/#backs">Both sides of all tiles with a shovel</a>' in menu
    rules = squeezed(text_at(Client(), "/rules/marram/"))
    assert 'id="backs"' in rules
    assert '<img src="/art/marram/backs.svg" alt=""' in rules
    assert Client().get("/art/marram/backs.svg").status_code == 200


def test_the_board_of_marram_in_words_describes_the_inside_of_tiles() -> None:
    game = started_game(make_user(), make_user(), title="marram", ruleset="classic-short")
    html = text_at(Client(), f"/t/{game.code}/?log=all")
    assert re.search(r"<li>0: Tile 0: [^<]*; (grass|sand) in the [^<]*</li>", html)
