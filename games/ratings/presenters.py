"""Ratings for pages: beside names, on a profile with a graph, after a game, and as leaderboards."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.formats import date_format, number_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import display_name
from games.board.robots import robot_views
from games.common.wording import duration_text, phrase, place_name, render_message
from games.core.models import Game, Seat
from games.core.selectors import Viewer, has_seat, housemate_at, is_robot
from games.engine.core import Title
from games.engine.messages import Message
from games.engine.registry import TITLES
from games.pictures.graphs import rating_graph

from . import formula
from .anchors import Anchor, anchor_of, version_of
from .formula import START, Skill
from .inputs import excluded_among, unrated_cause
from .models import LUCK_FREE, PersonalRecord, Pool, Rating, RatingChange, RatingReason, Unrated
from .seasons import Season, SeasonRow, season_of
from .selectors import (
    MAX_RANKED,
    CurrentRating,
    LeaderboardPage,
    LuckFreePlace,
    changes_by,
    current_rating,
    latest_changes,
    own_records,
    percentile,
    player_ratings,
    ranked_players,
    ratings_at,
    season_places_of,
)

PLUS_MINUS = "\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
PERCENT = "\N{NARROW NO-BREAK SPACE}%"
MAX_SEASONS = 8  # on a profile
SCALED_SEATS = (2, 3, 4)
NEW_PLAYERS = ((1, 2), (1, 1), (1, 2, 3), (1, 2, 3, 4), (1, 1, 3, 4))  # places of their first games


def exact_text(rating: CurrentRating) -> str:
    """Return a rating with its deviation: "1512 ± 60"."""
    return f"{rating.rating}{PLUS_MINUS}{rating.deviation}"


def rating_text(rating: CurrentRating) -> str:
    """Return a rating as it stands beside a name: "1512 ± 60", or "1640 ± 180, new" while little is known."""
    return _text_beside_name(exact_text(rating), is_new=rating.is_new)


def _text_beside_name(text: str, *, is_new: bool) -> str:
    return _("%(rating)s, new") % {"rating": text} if is_new else text


def start_rating_text(seat: Seat) -> str:
    """Return the rating that the player of a rated game had at its start, "" for none and for who came later."""
    if seat.start_rating is None or seat.start_deviation is None or seat.taken_at:
        return ""
    is_new = seat.start_deviation > formula.NEW_ABOVE
    return _text_beside_name(f"{seat.start_rating}{PLUS_MINUS}{seat.start_deviation}", is_new=is_new)


def ratings_beside_names(seats: Iterable[tuple[str, Seat]], now: datetime) -> dict[tuple[int, str], str]:
    """Return the texts beside the names of people in seats, by user and title, in one statement.

    ``seats`` come with their titles. Who has no rating gets no text.
    """
    people = [(title, seat.user_id) for title, seat in seats if seat.user_id and not is_robot(seat)]
    found = ratings_at((user for _title, user in people), {title for title, _user in people}, now)
    return {key: rating_text(rating) for key, rating in found.items()}


@dataclass(frozen=True, slots=True)
class PoolRating:
    name: str
    text: str
    games: int


@dataclass(frozen=True, slots=True)
class TitleRating:
    """A player's rating in a title.

    ``pools`` are those by number of players, ``graph`` is "" before the first game, ``luck_free`` for a player who is
    not in that list. ``seasons`` are those with a place among the first ten, latest first, by key.
    """

    key: str
    name: str
    text: str
    is_new: bool
    games: int
    pools: tuple[PoolRating, ...]
    graph: SafeString
    luck_free: str = ""
    seasons: Sequence[tuple[str, str]] = ()


def title_ratings(user: User, now: datetime) -> list[TitleRating]:
    """Return a player's ratings for the profile, by title."""
    known, names = player_ratings(user, now), dict(Pool.choices)
    found = known.ratings
    changes = latest_changes(user) if found else {}
    luck_free = {place.title: _luck_free_text(place) for place in known.luck_free}
    seasons = dict[str, list[tuple[str, str]]]()
    for one in season_places_of(user)[:MAX_SEASONS] if found else ():
        text = f"{place_name(one.place)}, {season_name(season_of(one.season))}"
        seasons.setdefault(one.title, []).append((one.season, text))
    return [
        TitleRating(
            key=main.title,
            name=TITLES[main.title].name,
            text=exact_text(main),
            is_new=main.is_new,
            games=main.games,
            pools=tuple(
                PoolRating(str(names[one.pool]), exact_text(one), one.games)
                for one in found
                if one.title == main.title and one.pool != Pool.ALL
            ),
            graph=_graph(main, changes.get(main.title, [])),
            luck_free=luck_free.get(main.title, ""),
            seasons=seasons.get(main.title, ()),
        )
        for main in found
        if main.pool == Pool.ALL and main.title in TITLES
    ]


def _luck_free_text(one: LuckFreePlace) -> str:
    if one.players is None:
        return _("%(place)s of %(players)s or more") % {
            "place": place_name(one.place),
            "players": number_format(MAX_RANKED),
        }
    counts = {"place": place_name(one.place), "players": one.players, "percent": one.percentile}
    return _("%(place)s of %(players)s, ahead of %(percent)s%%") % counts


def _graph(main: CurrentRating, changes: Sequence[RatingChange]) -> SafeString:
    if not changes:
        return SafeString("")
    values = [formula.points(changes[0].mu_before), *(formula.points(change.mu_after) for change in changes)]
    errors = [formula.deviation(changes[0].var_before), *(formula.deviation(change.var_after) for change in changes)]
    title = _("Rating in %(title)s after each rated game") % {"title": TITLES[main.title].name}
    tips, ident = [_tip(change) for change in changes], f"rating-{main.title}"
    return SafeString(
        rating_graph(
            values, errors, title=title, desc="; ".join(dict.fromkeys((tips[0], tips[-1]))), tips=tips, ident=ident
        )
    )


def _tip(change: RatingChange) -> str:
    day = date_format(localtime(change.rated_game.finished_at), "DATE_FORMAT")
    return f"{day}: {formula.shown(change.mu_after)}{PLUS_MINUS}{round(formula.deviation(change.var_after))}"


@dataclass(frozen=True, slots=True)
class ChangeView:
    """What a game did to a player's rating. ``reason`` says why it counted in another way than usual, or is ""."""

    name: str
    username: str
    before: int
    after: int
    reason: str

    @property
    def difference(self) -> str:
        size = self.after - self.before
        return f"{MINUS if size < 0 else '+' if size else '±'}{abs(size)}"


def change_views(game: Game) -> list[ChangeView]:
    """Return what a finished game did to the ratings of its players, [] for a game that is not rated (yet)."""
    return [
        ChangeView(
            name=display_name(change.user),
            username=change.user.username,
            before=formula.shown(change.mu_before),
            after=formula.shown(change.mu_after),
            reason=str(RatingReason(change.reason).label) if change.reason else "",
        )
        for change in (changes_by(game) if game.is_rated else ())
    ]


def unrated_text(game: Game, seats: Sequence[Seat], viewer: Viewer) -> str:
    """Return why a begun game is not rated: "" for one that is, and for one with robots only, as nobody wonders there.

    Only who has a seat there reads of a household.
    """
    cause = unrated_cause(game, seats)
    if cause == Unrated.HOUSEHOLD and not has_seat(seats, viewer):
        return _("This game is not rated.")
    return str(cause.label) if cause and cause != Unrated.ALONE else ""


def rating_terms(game: Game, seats: Sequence[Seat], viewer: Viewer) -> list[tuple[str, str]]:
    """Return what a viewer reads of ratings at a table: nothing at private ones, which are never rated."""
    if game.is_private:
        return []
    if other := housemate_at(game, viewer):
        text = _("With %(name)s and you at the table, the game is not rated: you live together.")
        return [(_("Rating"), text % {"name": display_name(other)})]
    return [(_("Rating"), unrated_text(game, seats, viewer) or _rated_text(game, seats))]


def _rated_text(game: Game, seats: Sequence[Seat]) -> str:
    if not game.is_rated:
        return _("This game is not rated.")
    if {seat.user_id for seat in seats}.isdisjoint(excluded_among(seats)):
        return _("This game is rated: it changes the ratings of its players.")
    return _("One player is left out of the ratings: the game is rated as if that player were not there.")


@dataclass(frozen=True, slots=True)
class LeaderView:
    rank: int
    name: str
    username: str
    text: str
    games: int


def leader_views(page: LeaderboardPage, title: str, pool: str, now: datetime) -> list[LeaderView]:
    """Return the rows of a leaderboard. Those of the luck-free list have no number that looks like a rating."""
    players = ranked_players(title, pool, now) if pool == LUCK_FREE else None

    def text(rank: int, row: Rating) -> str:
        if pool != LUCK_FREE:
            return exact_text(current_rating(row, now))
        return f"{percentile(rank, players)}{PERCENT}" if players else ""

    return [
        LeaderView(
            rank=rank,
            name=display_name(row.user),
            username=row.user.username,
            text=text(rank, row),
            games=row.games,
        )
        for rank, row in enumerate(page.rows, page.first)
    ]


def own_rating_text(viewer: User | AnonymousUser, title: str, pool: str, now: datetime) -> str:
    """Return the viewer's rating of all tables, "" beside another leaderboard and before the first rated game."""
    found = ratings_at([viewer.pk], {title}, now) if isinstance(viewer, User) and pool == Pool.ALL else {}
    return "".join(exact_text(rating) for rating in found.values())


def leaderboards_of(title: Title) -> list[tuple[str, str]]:
    """Return the leaderboards of a title with their names: of all tables, of each size, and without luck."""
    sizes = {Pool.ALL.value, *map(str, table_sizes(title))}
    pools = [(key, str(name)) for key, name in Pool.choices if key in sizes]
    return [*pools, (LUCK_FREE, _("luck-free"))] if title.analyst else pools


def season_name(season: Season) -> str:
    """Return "October – December 2026"."""
    first, last = season.begins.date(), season.ends.date() - timedelta(days=1)
    return f"{date_format(first, 'F')} – {date_format(last, 'F Y')}"


@dataclass(frozen=True, slots=True)
class SeasonRowView:
    """A row of a season. ``username`` is "" for an account that has been deleted, ``luck_free`` without such games."""

    place: int
    name: str
    username: str
    points: str
    games: int
    luck_free: str


def season_views(rows: Sequence[SeasonRow]) -> list[SeasonRowView]:
    """Return rows of a season with the names of their players, in one statement."""
    people = User.objects.select_related("profile").in_bulk([row.user for row in rows])
    return [
        SeasonRowView(
            place=row.place,
            name=display_name(people[row.user]) if row.user in people else _("a former player"),
            username=people[row.user].username if row.user in people else "",
            points=number_format(row.points, 1),
            games=row.games,
            luck_free=_with_sign(row.luck_free) if row.luck_free else "",
        )
        for row in rows
    ]


def _with_sign(value: float) -> str:
    return f"{MINUS if value < 0 else '+'}{number_format(abs(round(value, 1)), 1)}"


@dataclass(frozen=True, slots=True)
class RobotRating:
    """The fixed ratings of a robot, for each number of players: None where they have not been measured."""

    key: str
    name: str
    anchors: tuple[Anchor | None, ...]

    @property
    def texts(self) -> list[str]:
        return [_anchor_text(anchor) for anchor in self.anchors]


def _anchor_text(anchor: Anchor | None) -> str:
    if anchor is None:
        return "–"
    return f"{anchor.rating}{PLUS_MINUS}{anchor.error}" if anchor.error else str(anchor.rating)


def robot_ratings(title: Title) -> list[RobotRating]:
    """Return the fixed ratings of the robots of a title, the strongest first."""
    sizes = table_sizes(title)
    return [
        RobotRating(
            robot.key,
            robot.name,
            tuple(anchor_of(title.key, robot.key, version_of(title.key, robot.key), seats) for seats in sizes),
        )
        for robot in reversed(robot_views(title))
    ]


def table_sizes(title: Title) -> Sequence[int]:
    """Return the numbers of players that have a rating of their own."""
    return [seats for seats in range(title.min_seats, title.max_seats + 1) if str(seats) in Pool.values]


@dataclass(frozen=True, slots=True)
class FormulaExample:
    """A game rated by the formula alone, for programs to compare with: by player the rating before, place, after."""

    title: str
    rows: tuple[tuple[str, int, str], ...]


def formula_examples() -> list[FormulaExample]:
    """Return games of new players of each title, and one of established players."""
    tables = [(title, (START,) * len(places), places) for title in TITLES.values() for places in NEW_PLAYERS]
    marrakech = TITLES["marrakech"]
    established = tuple(Skill(formula.skill_of(rating), (50 / formula.POINTS) ** 2) for rating in (1400, 1600, 1500))
    tables += [(marrakech, established[:2], (1, 2)), (marrakech, established, (1, 2, 3))]
    return [_formula_example(*table) for table in tables]


def _formula_example(title: Title, skills: Sequence[Skill], places: Sequence[int]) -> FormulaExample:
    entrants = [formula.Entrant(skill, place) for skill, place in zip(skills, places, strict=True)]
    after = formula.rate(entrants, formula.scale_of(title.key, len(skills)))
    rows = zip(map(_skill_text, skills), places, map(_skill_text, after), strict=True)
    return FormulaExample(title.name, tuple(rows))


def _skill_text(skill: Skill) -> str:
    rating, deviation = formula.points(skill.mu), formula.deviation(skill.var)
    return f"{number_format(rating, 2)}{PLUS_MINUS}{number_format(deviation, 2)}"


def formula_context() -> dict[str, Any]:
    """Return the numbers of the formula and its examples for the page that explains it."""
    return {
        "middle": round(formula.MIDDLE),
        "points": formula.POINTS,
        "start": formula.START_VAR,
        "idle": round(formula.IDLE_VAR_PER_DAY * formula.POINTS**2, 1),
        "scales": [
            (title.name, [formula.scale_of(title.key, seats) for seats in SCALED_SEATS]) for title in TITLES.values()
        ],
        "scaled_seats": SCALED_SEATS,
        "examples": formula_examples(),
    }


@dataclass(frozen=True, slots=True)
class RecordView:
    """What a player has done best, and in which game."""

    kind: str
    label: str
    text: str
    name: str
    username: str
    game: Game
    at: datetime


def record_view(record: PersonalRecord) -> RecordView:
    title = TITLES[record.title]
    return RecordView(
        kind=record.kind,
        label=record_label(title, record.kind),
        text=record_text(title, record.kind, record.value),
        name=display_name(record.user),
        username=record.user.username,
        game=record.game,
        at=record.at,
    )


def record_kinds(title: Title) -> list[tuple[str, str]]:
    """Return the kinds of records of a title with their names."""
    kinds = [*(feat.key for feat in title.feats), PersonalRecord.TIME]
    return [(kind, record_label(title, kind)) for kind in kinds]


def record_label(title: Title, kind: str) -> str:
    label = next((feat.label for feat in title.feats if feat.key == kind), "")
    return phrase(title, label) if label else _("Longest game")


def record_text(title: Title, kind: str, value: int) -> str:
    amount = next((feat.amount for feat in title.feats if feat.key == kind), "")
    return render_message(title, Message(amount, {"count": value}), ()) if amount else duration_text(value)


def records_by_title(user: User) -> dict[str, list[RecordView]]:
    """Return a player's records for the profile, by title, in the order of the title."""
    found = dict[str, list[RecordView]]()
    for record in own_records(user):
        if record.title in TITLES:
            found.setdefault(record.title, []).append(record_view(record))
    order = {title: [kind for kind, _name in record_kinds(TITLES[title])] for title in found}
    return {
        title: sorted(
            (view for view in views if view.kind in order[title]), key=lambda view: order[title].index(view.kind)
        )
        for title, views in found.items()
    }
