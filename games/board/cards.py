"""Games as cards for their players, and the titles of the site for its visitors."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby, takewhile
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from games.clocks.presenters import PaceView, pace_view, stops_by_game
from games.clocks.selectors import TurnTime, turn_times_for
from games.common.errors import BrokenGame
from games.common.wording import bank_text, message_renderer, phrase, place_name
from games.core.choices import Status
from games.core.log import Log, logs_of, replaying, require_whole
from games.core.models import Game, Seat
from games.core.position_cache import DAY, cached_many, position_key
from games.core.selectors import is_robot, seat_name, seats_by_game
from games.core.visibility import known_plies
from games.engine.core import Title
from games.engine.messages import Message
from games.engine.registry import TITLES, get_title
from games.engine.replay import replay
from games.engine.values import Ply
from games.pictures.registry import art_address, skin_of
from games.play.decorators import table_url
from games.play.robots import FIRST_ROBOT

from .robots import names_with_marks
from .rules import RulesView, minimum_texts, rules_view, short_terms

HEIGHT = 36  # of a picture, in pixels

MAX_NEWS = 4  # steps in words, the latest of those that a player has not seen
NOTHING_PAID = "told.empty"
STEP_END = "\t"  # between steps in the cache
MAX_BRIEF = 160  # characters: four lines of a card


@dataclass(frozen=True, slots=True)
class Opponent:
    """Another player of a game. ``username`` is empty for a former player, ``robot`` for a person."""

    name: str
    username: str
    robot: str


@dataclass(frozen=True)
class GameCard:
    """A game in a list. ``seats`` are in order of play, ``own`` is the player's seat among them.

    ``time`` is that of the player's own turn, or of the turn that others must play. Where the list shows them,
    ``last_steps`` say what was played last, ``new_steps`` are the last steps of the ``unseen`` turns since the player
    looked or acted, ``stops`` why clocks are stopped, and ``ratings`` what stands beside names, by username.
    """

    game: Game
    seats: Sequence[Seat]
    own: Seat | None
    time: TurnTime
    last_steps: tuple[str, ...] = ()
    new_steps: tuple[str, ...] = ()
    unseen: int = 0
    stops: tuple[str, ...] = ()
    ratings: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def address(self) -> str:
        """The address of the table."""
        return table_url("table", self.game.code)

    @property
    def picture(self) -> str:
        """The address of a picture of the board."""
        game = self.game
        return f"{table_url('board_svg', game.code)}?{urlencode({'ply': game.ply, **game.undo_query})}"

    @cached_property
    def rules(self) -> RulesView:
        return rules_of(self.game)

    @cached_property
    def pace(self) -> PaceView:
        return pace_view(self.game.pace, self.game.own_pace)

    @property
    def bank(self) -> str:
        """The player's bank in words when their latest turn came or after it, "" if they have none."""
        times = self.pace.times
        return "" if self.own is None or times is None or times.is_fixed else bank_text(self.own.bank)

    @property
    def short_terms(self) -> list[str]:
        """What is unusual about the clock of the table, and its hints."""
        return [*short_terms(self.game), *([_("hints")] if self.game.has_hints else [])]

    @property
    def minimum(self) -> list[str]:
        """What the table asks of players."""
        return minimum_texts(self.game)

    @cached_property
    def others(self) -> list[Opponent]:
        return [_opponent(seat) for seat in self.seats if seat is not self.own]

    @cached_property
    def names(self) -> SafeString:
        """The others' names in one line, with the ratings that the list shows, robots with their mark."""
        return names_with_marks((self._with_rating(other), other.robot) for other in self.others)

    def _with_rating(self, other: Opponent) -> str:
        rating = self.ratings.get(other.username)
        return f"{other.name} ({rating})" if rating else other.name

    @property
    def news(self) -> str:
        return " ".join(self.new_steps)

    @property
    def last(self) -> str:
        return " ".join(self.last_steps)

    @property
    def brief_news(self) -> str:
        return _brief(self.new_steps or self.last_steps)

    @property
    def brief_last(self) -> str:
        return _brief(self.last_steps)

    @property
    def waits(self) -> bool:
        """True if the player must act."""
        return self.own is not None and self.own.is_acting

    @property
    def robot_thinks(self) -> bool:
        return self.game.status == Status.RUNNING and any(seat.is_acting and is_robot(seat) for seat in self.seats)

    @property
    def acting(self) -> str:
        return ", ".join(seat_name(seat) for seat in self.seats if seat.is_acting)

    @property
    def since(self) -> datetime | None:
        return next((seat.acting_since for seat in self.seats if seat.is_acting), None)

    @property
    def place(self) -> int:
        """The player's place in the result, 0 for none."""
        return (self.own.place or 0) if self.own else 0

    @property
    def place_text(self) -> str:
        return place_name(self.place)

    @property
    def score(self) -> int | None:
        return self.own.score if self.own else None

    @property
    def is_won(self) -> bool:
        return self.place == 1 and self.game.status == Status.FINISHED

    @property
    def is_lost(self) -> bool:
        """True if the only opponent has won."""
        return self.place == 2 and self.game.seat_count == 2 and self.game.status == Status.FINISHED

    @property
    def seated(self) -> int:
        return len(self.seats)

    @property
    def free(self) -> int:
        """The number of seats that anyone can take; ``open_tables`` leaves out those reserved by invitations."""
        return getattr(self.game, "free", self.game.seat_count - len(self.seats))

    @property
    def unread(self) -> int:
        """The number of chat messages that the viewer has not seen, where the list has it."""
        return getattr(self.game, "unread", 0)

    @property
    def empty(self) -> range:
        return range(self.free)


def _opponent(seat: Seat) -> Opponent:
    username, robot = (seat.user.username, seat.user.robot) if seat.user else ("", "")
    return Opponent(seat_name(seat), username, robot)


def game_cards(games: Iterable[Game], player: User | None) -> list[GameCard]:
    """Return games for a list, with the player's own seat. Reads all seats and people in three queries.

    ``player`` is whose list it is, on profiles and in histories, and not always the viewer.
    """
    games = list(games)
    seats = seats_by_game(games)
    times = turn_times_for(player, [(game, seats[game.pk]) for game in games])
    return [_card(game, seats[game.pk], player, times[game.pk]) for game in games]


def _card(game: Game, seats: Sequence[Seat], player: User | None, time: TurnTime) -> GameCard:
    own = next((seat for seat in seats if player and seat.user_id == player.pk), None)
    return GameCard(game, seats, own, time)


def rules_of(game: Game) -> RulesView:
    return rules_view(get_title(game.title), game.ruleset, game.options, game.seat_count)


def with_news(cards: Sequence[GameCard], now: datetime) -> list[GameCard]:
    """Return the cards of running games with what was played, and why clocks are stopped.

    What was played is cached until the next ply. Others cost one query, and a replay each (2 ms late in a game).
    """
    running = [card for card in cards if card.game.status == Status.RUNNING]
    by_key = {_key(card): card for card in running if card.game.ply}

    def make(keys: list[str]) -> list[str]:
        missing = [by_key[key] for key in keys]
        logs = logs_of([card.game for card in missing])
        return ["\n".join(_texts(card, logs[card.game.pk])) for card in missing]

    texts = cached_many(list(by_key), make, DAY)
    found = {card.game.pk: text.split("\n") for card, text in zip(by_key.values(), texts, strict=True)}
    stops = stops_by_game([(card.game, [seat for seat in card.seats if seat is not card.own]) for card in running], now)
    return [_with_news(card, found.get(card.game.pk, []), stops.get(card.game.pk, ())) for card in cards]


def _with_news(card: GameCard, texts: Sequence[str], stops: tuple[str, ...]) -> GameCard:
    last, news, unseen = texts or ("", "", "0")
    last_steps, new_steps = (tuple(filter(None, steps.split(STEP_END))) for steps in (last, news))
    return replace(card, last_steps=last_steps, new_steps=new_steps, unseen=int(unseen), stops=stops)


def _brief(steps: Sequence[str]) -> str:
    """Return the last steps that a card has room for, at least one. None is cut: its beginning says who played."""
    kept = "".join(steps[-1:])
    for step in reversed(steps[:-1]):
        if len(step) + len(kept) >= MAX_BRIEF:
            break
        kept = f"{step} {kept}"
    return kept


def _names(card: GameCard) -> list[str]:
    return [seat_name(seat) for seat in card.seats]


def _key(card: GameCard) -> str:
    game, own = card.game, card.own
    what = f"news{game.undo_mark}" + (f".{own.number}.{own.seen_ply}" if own else "")
    return position_key(what, game.code, game.ply, get_language() or "", _names(card))


def _texts(card: GameCard, log: Log) -> tuple[str, str, str]:
    """Return the last action with its result, the last steps that the player of the list has not seen, their turns.

    What was drawn from a pile is nothing new: it is "" here, and the log has it. Who has acted has seen what was
    before, and the result. The player whose list it is reads it, and is "you". The texts are "" for none and for a log
    that does not replay.
    """
    game, title = card.game, get_title(card.game.title)
    names, reader = _names(card), card.own.number if card.own else None
    with suppress(BrokenGame), replaying(game):
        log = require_whole(game, log)
        at = max((ply for ply, (seat, _notation) in enumerate(log) if seat is not None), default=None)
        if at is not None:
            mine, seen = _last_of(reader, log), _seen(card.own, log)
            begin = min(at, max(seen, len(log) - MAX_NEWS), len(log) if mine is None else mine)
            state = replay(title, game.ruleset, game.options, game.seat_count, log[:begin])
            plies = known_plies(game, title.iter_plies(state, log[begin:]), None)
            if mine is not None and seen == mine + 1:
                seen += _results(title, plies[mine - begin :])
            first = max(seen, len(log) - MAX_NEWS)
            shown = min(at, first)
            say = message_renderer(title, names, reader)
            texts = ["" if _is_drawn(title, ply) else _short_text(title, ply, say) for ply in plies[shown - begin :]]
            last = texts[at - shown : at - shown + 1 + _results(title, plies[at - begin :])]
            return STEP_END.join(last), STEP_END.join(texts[first - shown :]), str(_turns(log[seen:]))
    return "", "", "0"


def _short_text(title: Title, ply: Ply, say: Callable[[Message], str]) -> str:
    """Return what a ply did in one line, without the sentence that nothing had to be paid."""
    return " ".join(" ".join(say(one) for one in title.describe(ply) if one.key != NOTHING_PAID).split())


def _turns(log: Log) -> int:
    """Return how many turns there are in a part of a log."""
    return sum(1 for _seat in groupby(seat for seat, _notation in log if seat is not None))


def _is_drawn(title: Title, ply: Ply) -> bool:
    """Return True for something drawn from a pile."""
    chance = title.chance(ply.before) if ply.action.seat is None else None
    return chance is not None and chance.label == "pile"


def _last_of(seat: int | None, log: Log) -> int | None:
    """Return the number of a seat's last action, None for none."""
    return next((ply for ply in reversed(range(len(log))) if seat is not None and log[ply][0] == seat), None)


def _seen(own: Seat | None, log: Log) -> int:
    """Return how many steps the player of a list has seen: all in a list of others' games."""
    if own is None:
        return len(log)
    last = _last_of(own.number, log)
    return own.seen_ply if last is None else max(own.seen_ply, last + 1)


def _results(title: Title, plies: Sequence[Ply]) -> int:
    """Return how many random results in the same turn, such as a roll, the first of these plies has had at once."""
    turn = title.turn(plies[0].before)
    later = takewhile(lambda ply: ply.action.seat is None and title.turn(ply.before) == turn, plies[1:])
    return sum(1 for _ply in later)


@dataclass(frozen=True, slots=True)
class TitleCard:
    """A title as visitors see it: what one does in it, and the addresses of pictures of this size."""

    key: str
    name: str
    summary: str
    min_seats: int
    max_seats: int
    pictures: tuple[str, ...]
    width: int
    has_first_robot: bool
    height: int = HEIGHT


def title_cards() -> list[TitleCard]:
    return [_title_card(title) for title in TITLES.values()]


def _title_card(title: Title) -> TitleCard:
    skin = skin_of(title.key)
    wide, high = skin.style_size
    return TitleCard(
        key=title.key,
        name=title.name,
        summary=phrase(title, "title.summary") if title.phrases.get("title.summary") else "",
        min_seats=title.min_seats,
        max_seats=title.max_seats,
        pictures=tuple(art_address(title.key, name) for name in skin.emblem),
        width=HEIGHT * wide // high,
        has_first_robot=FIRST_ROBOT in title.robots,
    )
