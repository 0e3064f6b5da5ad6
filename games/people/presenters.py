"""A player's public page."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from accounts.blocks import block_of, is_blockable
from accounts.models import Profile, User
from accounts.quiet import reader_is_quiet
from accounts.selectors import about_of, display_name, get_profile, households_of
from games.board.cards import GameCard, game_cards
from games.board.robots import RobotView, titles_of_robot
from games.clocks.presenters import PlayerTimeView, absences_of, player_time_view
from games.common.wording import phrase, place_name, render_message
from games.conduct.selectors import excluded_from_ratings
from games.core.lists import PairResult, latest_games_of
from games.core.models import Game
from games.core.selectors import Viewer
from games.engine.core import Title
from games.engine.messages import Message
from games.engine.registry import TITLES
from games.following.presenters import followers_text
from games.following.selectors import follow_of
from games.guides.selectors import newcomers_helped
from games.lobby.selectors import may_contact
from games.play.reliability import games_left
from games.play.tallies import OpponentRecord, PlaceRecord, opponents_of, places_of, running_count
from games.ratings.presenters import RecordView, TitleRating, records_by_title, title_ratings

MAX_SHOWN = 6
SCORE = "points"  # a kind of record
Records = Mapping[str, Sequence[RecordView]]  # by title
MIN_FOR_SHARES = 5  # games: fewer have no percentages, and no favourite rules


@dataclass(frozen=True, slots=True)
class PlacesRow:
    """The places with this number of players, from the first on: (games, percent), None in columns for more players."""

    players: int
    games: int
    places: tuple[tuple[int, int] | None, ...]

    @property
    def has_shares(self) -> bool:
        return self.games >= MIN_FOR_SHARES


@dataclass(frozen=True, slots=True)
class Best:
    """A player's best value. ``game`` is None if that game was deleted."""

    label: str
    text: str
    game: Game | None


@dataclass(frozen=True, slots=True)
class TitleResults:
    """The finished games of one title. ``ruleset`` is the most frequent one, in ``share`` percent of them."""

    key: str
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

    @property
    def has_shares(self) -> bool:
        return self.games >= MIN_FOR_SHARES


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


@dataclass(frozen=True, slots=True)
class ProfileView:
    """A player's public page, with games that the viewer may see.

    ``robots`` describes a robot in each title that it plays, [] for people.
    ``finished_count`` and ``wins`` are numbers of all finished games, ``titles`` tells more of them for each title:
    private games count on the player's own page alone.
    Robots have no ``time`` and no ``opponents``. ``may_contact``: the viewer may invite and challenge the player.
    ``may_block``: the viewer may block the player, or (``is_blocked``) has done so. ``may_follow``: the viewer may
    follow the player, or (``is_followed``) does so. Only the player reads how many ``followers`` they have.
    """

    user: User
    name: str
    profile: Profile
    about: str
    running_count: int
    finished_count: int
    wins: int
    titles: list[TitleResults]
    opponents: list[OpponentView]
    running: list[GameCard]
    finished: list[GameCard]
    is_me: bool
    robots: list[RobotView]
    may_contact: bool = False
    may_block: bool = False
    is_blocked: bool = False
    may_follow: bool = False
    is_followed: bool = False
    followers: str = ""
    absence: str = ""
    time: PlayerTimeView | None = None
    ratings: Sequence[TitleRating] = ()
    is_excluded: bool = False  # left out of the ratings
    left: int = 0  # games of the last year
    helped: int = 0  # newcomers, as a guide: for the player alone

    @property
    def has_equal_places(self) -> bool:
        return any(opponent.level for opponent in self.opponents)


def profile_view(user: User, viewer: Viewer) -> ProfileView:
    cards = game_cards(latest_games_of(user, viewer, MAX_SHOWN), user)
    now, places = timezone.now(), places_of(user, viewer)
    is_me = isinstance(viewer, User) and viewer.pk == user.pk
    may_block = isinstance(viewer, User) and is_blockable(viewer, user)
    is_blocked = isinstance(viewer, User) and may_block and block_of(viewer, user) is not None
    may_follow = may_block and user.is_active and not is_blocked
    absence = None if user.robot else absences_of([user.pk], now).get(user.pk)
    ratings = [] if user.robot else title_ratings(user, now)
    return ProfileView(
        user=user,
        name=display_name(user),
        profile=get_profile(user),
        about="" if reader_is_quiet() else about_of(user),
        running_count=running_count(user, viewer),
        helped=newcomers_helped(user) if is_me else 0,
        finished_count=sum(row.games for row in places),
        wins=sum(row.games for row in places if row.place == 1),
        titles=title_results(places, {} if user.robot else records_by_title(user)),
        opponents=opponent_views(opponents_of(user, viewer)),
        running=[card for card in cards if not card.game.is_over],
        finished=[card for card in cards if card.game.is_over][:MAX_SHOWN],
        is_me=is_me,
        may_contact=may_contact(viewer, user) and not is_blocked,
        may_block=may_block,
        is_blocked=is_blocked,
        may_follow=may_follow,
        is_followed=isinstance(viewer, User) and may_follow and follow_of(viewer, user) is not None,
        followers=followers_text(user) if is_me else "",
        robots=titles_of_robot(user),
        absence=absence.text if absence else "",
        time=None if user.robot else player_time_view(user, viewer, now),
        ratings=ratings,
        is_excluded=not ratings and user.pk in excluded_from_ratings(),
        left=0 if user.robot else games_left(user, now),
    )


def title_results(places: Sequence[PlaceRecord], records: Records) -> list[TitleResults]:
    """Return the results of each title, the one that was played most often first."""
    shown = [row for row in places if row.title in TITLES]
    by_title = groupby(sorted(shown, key=attrgetter("title")), key=attrgetter("title"))
    found = [_results(TITLES[key], list(rows), records.get(key, ())) for key, rows in by_title]
    return sorted(found, key=attrgetter("games"), reverse=True)


def _results(title: Title, places: Sequence[PlaceRecord], records: Sequence[RecordView]) -> TitleResults:
    games, scored = (sum(getattr(row, name) for row in places) for name in ("games", "scored"))
    rules = Counter[str]()
    for row in places:
        rules[row.ruleset] += row.games
    ruleset, count = rules.most_common(1)[0]
    known = title.rulesets.get(ruleset)
    seats = max(row.seat_count for row in places)
    total = sum(row.score_sum for row in places)
    return TitleResults(
        key=title.key,
        name=title.name,
        games=games,
        average=number_format(total / scored, 1) if scored else "",
        bests=(
            *_best_score(places),
            *_best_highlight(title, places),
            *(Best(one.label, one.text, one.game) for one in records if one.kind != SCORE),  # the score is there
        ),
        ruleset=phrase(title, known.label) if known else ruleset,
        ruleset_key=f"{title.key}:{ruleset}" if known and known.offered else "",
        ruleset_games=count,
        share=_percent(count, games),
        columns=tuple(place_name(place) for place in range(1, seats + 1)),
        rows=tuple(_places(places, seats)),
    )


def _best_score(places: Sequence[PlaceRecord]) -> list[Best]:
    with_score = [row for row in places if row.best_score is not None]
    if not with_score:
        return []
    best = max(with_score, key=attrgetter("best_score"))
    return [Best(_("Best score"), str(best.best_score), best.best_game)]


def _best_highlight(title: Title, places: Sequence[PlaceRecord]) -> list[Best]:
    with_one = [row for row in places if row.highlight is not None]
    if title.highlight is None or not with_one:
        return []
    best = max(with_one, key=attrgetter("highlight"))
    text = render_message(title, Message(title.highlight.amount, {"count": best.highlight or 0}), ())
    return [Best(phrase(title, title.highlight.label), text, best.highlight_game)]


def _places(rows: Iterable[PlaceRecord], columns: int) -> Iterable[PlacesRow]:
    numbers = Counter[tuple[int, int]]()
    for row in rows:
        numbers[row.seat_count, row.place] += row.games
    for players in sorted({count for count, _place in numbers}):
        games = sum(number for (count, _place), number in numbers.items() if count == players)
        places = [numbers[players, place] for place in range(1, players + 1)]
        shares = [(number, _percent(number, games)) for number in places]
        yield PlacesRow(players, games, (*shares, *[None] * (columns - players)))


@dataclass(frozen=True, slots=True)
class PairRow:
    """The games of two players at tables of one size. ``places`` are those of the first player, from the first on."""

    players: int
    games: int
    ahead: int
    behind: int
    places: tuple[int, ...]

    @property
    def level(self) -> int:
        return self.games - self.ahead - self.behind


@dataclass(frozen=True, slots=True)
class HouseholdRow:
    """What was said about living with a player. ``state`` is "asked" (the viewer confirms it), "waits" or "in"."""

    person: User
    state: str
    since: datetime | None


def household_rows(user: User) -> list[HouseholdRow]:
    """Return what a player has said and must confirm, latest first."""
    return [
        HouseholdRow(
            row.other if row.user_id == user.pk else row.user,
            "in" if row.confirmed_at else "waits" if row.user_id == user.pk else "asked",
            row.confirmed_at,
        )
        for row in households_of(user)
    ]


def pair_rows(results: Sequence[PairResult]) -> list[PairRow]:
    """Return the results of two players by the number of seats."""
    found = []
    for players in sorted({one.seats for one in results}):
        rows = [one for one in results if one.seats == players]
        places = [sum(one.games for one in rows if one.place == place) for place in range(1, players + 1)]
        ahead, behind = (sum(one.games for one in rows if sign * (one.other - one.place) > 0) for sign in (1, -1))
        found.append(PairRow(players, sum(one.games for one in rows), ahead, behind, tuple(places)))
    return found


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole)


def opponent_views(records: Iterable[OpponentRecord]) -> list[OpponentView]:
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
