"""The requests, searches and sweeps of ``benchmarks.scale``."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

Works = dict[str, Callable[[], object]]

LISTS = """
/lobby/?page=2
/lobby/?ruleset=marrakech:gigamic&pace=3d
/lobby/?seats=2&sort=pace
/lobby/?seats=4&sort=seats
/lobby/?sort=age
/lobby/?hours=4
/lobby/?open_to_me=on&hours=8
/lobby/seats/
/lobby/seats/?pace=usual&hours=4
/players/regular/
/players/regular/games/
/players/regular/games/?page=last
/players/regular/games/?show=finished
/players/regular/games/?show=won&page=last
/players/regular/games/?ruleset=marrakech:summary
/players/regular/games/?opponent=player
/players/regular/games/?opponent=greedy
/players/regular/games/?show=won&opponent=greedy
/players/greedy/games/?opponent=regular
/players/regular/games/?title=marram
/players/regular/games/?since=2020-01-01&until=2020-12-31
/players/regular/games/?show=lost&before={old_game}
/players/greedy/
/ratings/marrakech/?pool=2
/ratings/marrakech/?pool=lf
/ratings/marrakech/?after={last_rating}
/ratings/marrakech/records/?kind=patch
/ratings/marrakech/records/?kind=patch&after={last_record}
/ratings/marrakech/seasons/{season}/?after={last_score}
/api/v1/ratings/marrakech/?page_size=100
/api/v1/ratings/marrakech/luck-free/?page_size=100
/api/v1/rated-games/?page_size=1000
/sitemap-games-{part}.xml
/feeds/{feed_of_calendar}.ics
/feeds/{feed_of_turns}.atom
/feeds/{feed_of_tables}.atom
/feeds/{feed_of_following}.atom
/readyz?mail
/readyz?games
/players/greedy/games/
/players/greedy/games/?page=3
/players/greedy/games/?show=running
/players/greedy/games/?show=finished
/players/greedy/games/?show=won
/players/greedy/games/?opponent=player
/players/greedy/games/?ruleset=marrakech:summary
/players/player/games/?show=won&opponent=greedy
/players/regular/games/?ruleset=marrakech:gigamic
/api/v1/games/
/api/v1/games/?filter=mine
/api/v1/games/?filter=waiting
/api/v1/games/?filter=open
/api/v1/games/?filter=running
/api/v1/games/?filter=seats
/api/v1/games/?filter=finished
/api/v1/games/?pace=usual
/api/v1/games/?pace=brisk
/api/v1/games/?pace=7d
/api/v1/games/?pace=3d&filter=open
/api/v1/games/?pace=3d&filter=running
/api/v1/games/?pace=7d&filter=finished
/api/v1/games/?seat_count=4
/api/v1/games/?ruleset=summary
/api/v1/games/?title=marram
/api/v1/games/?title=marrakech&ruleset=summary
/api/v1/games/?title=marrakech&filter=open
/api/v1/games/?player=greedy
/api/v1/games/?player=greedy&filter=finished
/api/v1/players/regular/
/api/v1/players/greedy/
"""
AS_REGULAR = """
/players/regular/games/?opponent=greedy
/following/?before={old_game}
/lobby/games/?before={old_game}
/lobby/games/?show=finished&before={old_game}
/lobby/games/?show=finished&title=marrakech&seats=2
/lobby/games/?show=best&title=marram
/lobby/games/?show=best&seats=3
/lobby/games/?show=best&title=marrakech&seats=2
/lobby/games/?show=best&title=marrakech&seats=4
/lobby/games/?show=best&title=marram&seats=2
"""
EXTRA_QUERIES = {
    "/admin/games/heartbeat/": [],
    "/admin/games/game/": ["?q=player1", "?q=greedy", "?q=regular", "?q={public}"],
    "/admin/games/notification/": ["?q=player1", "?q={public}"],
}


def requests_of(world: Any) -> Works:
    from tests.site.access.register import ADDRESSES

    world.names |= names_of_rows()
    works: Works = {}
    for address in ADDRESSES:
        for method, rule, sent in (("get", address.on_get, {}), ("post", address.on_post, address.sent)):
            if set(rule.split()) - {"405", "404"}:
                viewer = "admin" if address.section == "admin" else viewer_who_may(rule)
                works[f"{method} {address.path}"] = partial(world.ask, viewer, method, address.path, sent)
    own_pages = [one.path for one in ADDRESSES if one.section != "admin" and "200" in one.on_get]
    own_pages = [path for path in own_pages if "{" not in path and path != "/games.zip"]  # all own games, by design
    for address in [*own_pages, *AS_REGULAR.split()]:
        works[f"get {address} (regular)"] = partial(world.ask, "regular", "get", address, {})
    for address in LISTS.split():
        works[f"get {address}"] = partial(world.ask, "player", "get", address, {})
    for address in ("/find/", "/challenges/", "/first-game/"):
        works[f"get {address} (other)"] = partial(world.ask, "other", "get", address, {})
    works["post /first-game/ (other)"] = partial(world.ask, "other", "post", "/first-game/", {"title": "marrakech"})
    for viewer in ("stranger", "regular", "regular, dense list"):
        works[f"get / ({viewer})"] = partial(world.ask, viewer, "get", "/", {})
    works["get /players/regular/ (regular)"] = partial(world.ask, "regular", "get", "/players/regular/", {})
    works["get /api/v1/games/ (admin)"] = partial(world.ask, "admin", "get", "/api/v1/games/", {})
    return works | admin_lists(world, works) | sweeps()


def viewer_who_may(rule: str) -> str:
    """Return who is not refused by a rule of the register: the player, or else another viewer."""
    from tests.site.access.access_data import VIEWERS

    statuses = dict(zip(VIEWERS, rule.split(), strict=False))  # one status for all, or one for each
    allowed = [viewer for viewer, status in statuses.items() if status < "400"]
    return "player" if len(statuses) == 1 or "player" in allowed or not allowed else allowed[-1]


def names_of_rows() -> dict[str, object]:
    """Return what addresses of late parts of lists contain: copies of these rows stand before them."""
    from games.core.models import Game
    from games.ratings.models import PersonalRecord, Pool, Rating, SeasonScore
    from games.site.search_engines import GAMES_IN_PART

    board = Rating.objects.filter(title="marrakech", pool=Pool.ALL, version__is_current=True)
    rows = {
        "last_rating": board.order_by("mu"),
        "last_record": PersonalRecord.objects.filter(title="marrakech", kind="patch", is_best=True).order_by("value"),
        "last_score": SeasonScore.objects.filter(title="marrakech", version__is_current=True).order_by("points"),
        "old_game": Game.objects.public_and_finished().order_by("finished_at"),
    }
    names = {name: found.values_list("pk", flat=True).first() for name, found in rows.items()}
    return {**names, "part": (names["old_game"] or 0) // GAMES_IN_PART}


def admin_lists(world: Any, works: Works) -> Works:
    """Return every filter, order and search that the lists of the administration offer."""
    found: Works = {}
    for address in sorted(name.split()[1] for name in works if re.fullmatch(r"get /admin/\w+/\w+/", name)):
        page = world.ask("admin", "get", address, {})
        if page.status_code != 200:
            raise SystemExit(f"{address}: {page.status_code}")
        links = (query.replace("&amp;", "&") for query in re.findall(r'href="(\?[^"]+)"', page.content.decode()))
        queries = {query for query in links if "p=" not in query and "all=" not in query}
        for query in sorted({*queries, *EXTRA_QUERIES.get(address, ["?q=player1"])}):
            found[f"get {address}{query}"] = partial(world.ask, "admin", "get", address + query, {})
    return found


def sweeps() -> Works:
    """Return the periodic work by name. Each is undone."""
    from django.db import transaction
    from django.utils import timezone

    from accounts.services import purge_unconfirmed
    from games.clocks import outages
    from games.delivery import worker
    from games.inbound import canary
    from games.inbound import services as inbound_alerts
    from games.notifications import alerts as failure_alerts
    from games.pictures.film import drawing_version
    from games.play import robots as robot_turns
    from games.replay import films
    from games.sweep import PARTS

    now = timezone.now()
    tasks = [*PARTS, outages.note_heartbeat, robot_turns.due, worker.drain, worker.drain_calls, purge_unconfirmed]
    tasks += [canary.run_hourly_check, failure_alerts.alert_about_failures, inbound_alerts.alert_about_unchecked_mail]

    def undone(work: Callable[[], object]) -> None:
        with transaction.atomic():
            work()
            transaction.set_rollback(True)

    outdated = partial(films.requeue_outdated, now, drawing_version())
    works: Works = {f"sweep {task.__module__.split('.')[-1]}.{task.__name__}": partial(task, now) for task in tasks}
    return {name: partial(undone, work) for name, work in {**works, "sweep films.requeue_outdated": outdated}.items()}
