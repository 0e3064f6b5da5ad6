"""How a player has done in finished games: places, scores, the title's highlight, rules, opponents."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from accounts.selectors import display_name
from games.engine.core import Title
from games.engine.messages import Message
from games.engine.registry import TITLES
from games.models import Game, PlaceTally
from games.selectors.tables.seats import Viewer
from games.selectors.tallies import OpponentRecord, best_games_of

from ..wording import phrase, render_message


@dataclass(frozen=True, slots=True)
class Best:
    """A player's best value. ``game`` is None if the viewer may not see that game."""

    label: str
    text: str
    game: Game | None


@dataclass(frozen=True, slots=True)
class PlacesRow:
    """The places in games with this number of players, from the first on: (number of games, percent).

    They are None in columns for more players.
    """

    players: int
    games: int
    places: tuple[tuple[int, int] | None, ...]


@dataclass(frozen=True, slots=True)
class TitleResults:
    """The finished games of one title. ``ruleset`` is the most frequent one, in ``share`` percent of them."""

    name: str
    games: int
    average: str
    bests: tuple[Best, ...]
    ruleset: str
    ruleset_key: str
    ruleset_games: int
    share: int
    columns: tuple[str, ...]
    rows: tuple[PlacesRow, ...]


@dataclass(frozen=True, slots=True)
class OpponentView:
    """An opponent, and in how many games the player was ahead, behind, and level. ``robot`` is empty for a person."""

    name: str
    username: str
    robot: str
    games: int
    ahead: int
    behind: int
    level: int


def title_results(tallies: Sequence[PlaceTally], viewer: Viewer) -> list[TitleResults]:
    """Return the results of each title, the one that was played most often first."""
    shown = [tally for tally in tallies if tally.title in TITLES]
    visible = best_games_of(shown, viewer)
    by_title = groupby(sorted(shown, key=attrgetter("title")), key=attrgetter("title"))
    found = [_results(TITLES[key], list(rows), visible) for key, rows in by_title]
    return sorted(found, key=attrgetter("games"), reverse=True)


def _results(title: Title, tallies: Sequence[PlaceTally], visible: dict[int, Game]) -> TitleResults:
    games, scored = (sum(getattr(tally, name) for tally in tallies) for name in ("games", "scored"))
    rules = Counter[str]()
    for tally in tallies:
        rules[tally.ruleset] += tally.games
    ruleset, count = rules.most_common(1)[0]
    known = title.rulesets.get(ruleset)
    seats = max(tally.seat_count for tally in tallies)
    total = sum(tally.score_sum for tally in tallies)
    return TitleResults(
        name=title.name,
        games=games,
        average=number_format(total / scored, 1) if scored else "",
        bests=(*_best_score(tallies, visible), *_best_highlight(title, tallies, visible)),
        ruleset=phrase(title, known.label) if known else ruleset,
        ruleset_key=f"{title.key}:{ruleset}" if known and known.offered else "",
        ruleset_games=count,
        share=_percent(count, games),
        columns=tuple(place_name(place) for place in range(1, seats + 1)),
        rows=tuple(_places(tallies, seats)),
    )


def _best_score(tallies: Sequence[PlaceTally], visible: dict[int, Game]) -> list[Best]:
    with_score = [tally for tally in tallies if tally.best_score is not None]
    if not with_score:
        return []
    best = max(with_score, key=attrgetter("best_score"))
    return [Best(_("Best score"), str(best.best_score), visible.get(best.best_game_id or 0))]


def _best_highlight(title: Title, tallies: Sequence[PlaceTally], visible: dict[int, Game]) -> list[Best]:
    with_one = [tally for tally in tallies if tally.highlight is not None]
    if title.highlight is None or not with_one:
        return []
    best = max(with_one, key=attrgetter("highlight"))
    text = render_message(title, Message(title.highlight.amount, {"count": best.highlight or 0}), ())
    return [Best(phrase(title, title.highlight.label), text, visible.get(best.highlight_game_id or 0))]


def _places(tallies: Iterable[PlaceTally], columns: int) -> Iterable[PlacesRow]:
    """Yield a row for each number of players."""
    numbers = Counter[tuple[int, int]]()
    for tally in tallies:
        numbers[tally.seat_count, tally.place] += tally.games
    for players in sorted({count for count, _place in numbers}):
        games = sum(number for (count, _place), number in numbers.items() if count == players)
        places = [numbers[players, place] for place in range(1, players + 1)]
        shares = [(number, _percent(number, games)) for number in places]
        yield PlacesRow(players, games, (*shares, *[None] * (columns - players)))


def place_name(place: int) -> str:
    """Return "1st", "2nd" ..."""
    names = {1: _("1st"), 2: _("2nd"), 3: _("3rd")}
    return names.get(place) or _("%(place)sth") % {"place": place}


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole)


def opponent_views(records: Iterable[OpponentRecord]) -> list[OpponentView]:
    """Return the opponents for the page."""
    return [
        OpponentView(
            name=display_name(record.opponent),
            username=record.opponent.username,
            robot=record.opponent.robot,
            games=record.games,
            ahead=record.ahead,
            behind=record.behind,
            level=record.level,
        )
        for record in records
    ]
