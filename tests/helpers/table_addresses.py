"""The addresses of one table: every page, part and file below /t/CODE/, and every address of the API with its code."""

from django.urls import URLPattern, URLResolver, get_resolver

from games.core.models import Game

CODE, API_CODE = "<slug:code>", "<api_code:id>"


def table_addresses(game: Game) -> list[str]:
    """Return the addresses of a table, with the number 1 and its host's name where more is asked."""
    routes = [route for route in all_routes() if CODE in route or API_CODE in route]
    name = game.host.username if game.host else "-"
    return [f"/{_filled(route, game.code, name)}" for route in routes]


def _filled(route: str, code: str, name: str) -> str:
    values = {CODE: code, API_CODE: code, "<str:name>": name}
    parts = [values.get(part, "1" if part.startswith("<") else part) for part in route.split("/")]
    return "/".join(parts).replace(f"{CODE}.", f"{code}.")


def all_routes() -> list[str]:
    """Return the patterns of all addresses, without the slash before them."""
    return _routes(get_resolver())


def _routes(resolver: URLResolver, before: str = "") -> list[str]:
    found = []
    for one in resolver.url_patterns:
        route = f"{before}{one.pattern}"
        if isinstance(one, URLResolver):
            found += _routes(one, route)
        elif isinstance(one, URLPattern):
            found.append(route)
    return found
