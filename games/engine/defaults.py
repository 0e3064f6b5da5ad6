"""Defaults for a simple title: one ruleset, no options, plain prompts, panels and sentences."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .analysis import Analyst
from .core import Terminal, Title, TurnFormat, TurnParser
from .errors import BadNotation, CorruptLog, IllegalAction
from .json_reader import read_json
from .messages import Message, gettext_noop, in_english
from .prompts import Choice, Feature, Held, OrderFormat, Panel, Prompt, ReplyWords
from .scoresheet import Scoresheet, TurnText, Word
from .values import SEAT_LETTERS, Feat, Gain, Highlight, Log, OptionSpec, Ply, Robot, Ruleset, check_options

# Turns of game files for a title without a notation of its own: a line for every ply, ``3. B take2``


_CHANCE = "-"  # stands for the letter where chance or the table acts


class PlainTurnParser:
    """The parser of a sheet with one ply a line."""

    def __init__(self, title: Title, sheet: Scoresheet) -> None:
        self._title, self._sheet = title, sheet
        self.order = tuple(range(sheet.seats))
        self.options: Mapping[str, str] = sheet.options

    def plies(self) -> Iterator[tuple[int, Ply]]:
        state = self._title.start(self._sheet.ruleset, self.options, self._sheet.seats)
        for number, words in enumerate(self._sheet.lines):
            ply = self._ply(number, words, state)
            yield words[0].line, ply
            state = ply.after

    def _ply(self, number: int, words: list[Word], state: Any) -> Ply:
        letters = (_CHANCE, *SEAT_LETTERS[: self._sheet.seats])
        end = words[-1]._replace(column=words[-1].column + len(words[-1].text), text="")
        count, who, what, *_ = *words, end, end, end
        if count.text != f"{number + 1}.":
            count.refuse("contradiction", f"{number + 1}.")
        if who.text not in letters:
            who.refuse("unreadable", " ".join(letters))
        seat = None if who.text == _CHANCE else SEAT_LETTERS.index(who.text)
        text = " ".join(word.text for word in words[2:])
        try:
            action = self._title.parse(state, seat, text)
            return Ply(number, state, action, self._title.apply(state, action))
        except (BadNotation, IllegalAction) as error:
            legal = self._title.legal_actions(state)
            what.refuse(error.code, " ".join(map(self._title.notation, legal)))


class PlainTurnFormat:
    """The ``TurnFormat`` of ``Defaults``."""

    headers: tuple[str, ...] = ()
    ending = "mkg"
    lists_results = True

    def read(self, title: Title, sheet: Scoresheet) -> TurnParser:
        return PlainTurnParser(title, sheet)

    def write(self, title: Title, seats: int, first: Any, plies: Sequence[Ply]) -> TurnText:
        last = plies[-1].after if plies else first
        lines = []
        for number, ply in enumerate(plies, 1):
            letter = _CHANCE if ply.action.seat is None else SEAT_LETTERS[ply.action.seat]
            lines.append(f"{number}. {letter} {title.notation(ply.action)}")
        order = tuple(range(seats))
        return TurnText(order, {}, lines, self.result(title, last, order))

    def result(self, title: Title, state: Any, order: tuple[int, ...]) -> str:
        """Return points by letter, ``A 3, B out``."""
        ended = title.outcome(state)
        if ended is None or not ended.standings:
            return "*"
        by_seat = sorted(ended.standings, key=lambda standing: standing.seat)
        return ", ".join(
            f"{SEAT_LETTERS[standing.seat]} {'out' if standing.score is None else standing.score}"
            for standing in by_seat
        )


PLAIN_TURN_FORMAT = PlainTurnFormat()


# Defaults for a simple title: one ruleset, no options, plain prompts, panels and sentences


MAX_TRIED = 200  # actions


PHRASES: dict[str, str] = {
    "ruleset.standard": gettext_noop("Standard"),
    "ruleset.standard.summary": gettext_noop("The only rules of this game."),
    "prompt.act": gettext_noop("It’s your turn."),
    "choice.notation": gettext_noop("%(notation)s"),
    "told.notation": gettext_noop("%(seat)s: %(notation)s"),
    "told.chance": gettext_noop("Chance: %(notation)s"),
}


class Defaults:
    """A mixin for titles: the optional half of the protocol, built on the other half.

    A title that uses it writes key, name, start, acting, chance, legal_actions, apply, parse, notation, outcome,
    to_json, from_json and scene; its ``phrases`` must include ``defaults.PHRASES``.
    """

    rules_version = 1
    min_seats = 2
    max_seats = 2
    rulesets: Mapping[str, Ruleset] = {
        "standard": Ruleset("standard", "ruleset.standard", "ruleset.standard.summary", {})
    }
    option_specs: tuple[OptionSpec, ...] = ()
    short_game: Mapping[str, str] = {}
    has_secrets = False
    phrases: Mapping[str, str] = PHRASES
    robots: Mapping[str, Robot] = {}
    highlight: Highlight | None = None
    feats: tuple[Feat, ...] = ()
    analyst: Analyst | None = None
    turn_format: TurnFormat = PLAIN_TURN_FORMAT
    orders: OrderFormat | None = None
    reply_words = ReplyWords()

    def check_start(self, ruleset: str, changes: Mapping[str, str], seats: int) -> dict[str, str]:
        """Return all options of a game, for ``start``. Raises BadOptions."""
        seats_allowed = self.min_seats, self.max_seats
        return check_options(self.rulesets, self.option_specs, *seats_allowed, ruleset, changes, seats)

    def turn(self, state: Any) -> int:
        """Return 0: turns are not counted, and the whole game is one group."""
        return 0

    def replay(self: Title, state: Any, log: Log) -> Any:
        for ply in self.iter_plies(state, log):
            state = ply.after
        return state

    def iter_plies(self: Title, state: Any, log: Log) -> Iterator[Ply]:
        for number, (seat, text) in enumerate(log):
            try:
                action = self.parse(state, seat, text)
                after = self.apply(state, action)
            except (BadNotation, IllegalAction) as error:
                raise CorruptLog(error.code, ply=number, entry=text[:40]) from error
            yield Ply(number, state, action, after)
            state = after

    def view(self, state: Any, seat: int | None) -> Any:
        return state

    def view_ply(self, ply: Ply, seat: int | None) -> Ply:
        """Return the ply with the views of its states, and the whole action."""
        before, after = self.view(ply.before, seat), self.view(ply.after, seat)
        return ply if before is ply.before and after is ply.after else Ply(ply.number, before, ply.action, after)

    def position_line(self: Title, state: Any) -> str:
        return json.dumps(self.to_json(state), separators=(",", ":"))

    def read_position(self: Title, text: str) -> Any:
        return self.from_json(read_json(text))

    def perft(self: Title, state: Any, depth: int) -> int:
        """Apply every legal action, and each result of chance once."""
        actions = self.legal_actions(state) if depth > 0 else ()
        if depth < 2:
            return len(actions) if depth > 0 else 1
        return sum(self.perft(self.apply(state, action), depth - 1) for action in actions)

    @property
    def terminal(self: Title) -> Terminal:
        return PlainTerminal(self)

    def prompt(self: Title, state: Any, chosen: str = "") -> Prompt | None:
        """Offer the legal actions of the first acting seat, each with its notation as label, in one step."""
        if chosen:
            raise BadNotation("unreadable", text=chosen)
        acting = self.acting(state)
        if not acting:
            return None
        texts = [self.notation(action) for action in self.legal_actions(state)]
        choices = tuple(Choice(text, Message("choice.notation", {"notation": text})) for text in texts)
        return Prompt(acting[0], "turn", Message("prompt.act"), choices)

    def panels(self, state: Any) -> tuple[Panel, ...]:
        return ()

    def features(self, state: Any) -> tuple[Feature, ...]:
        return ()

    def progress(self, state: Any) -> Message | None:
        return None

    def held(self, state: Any, seat: int) -> tuple[Held, ...]:
        return ()

    def shortlist(self: Title, state: Any, count: int, *, is_advised: bool) -> tuple[Any, ...]:
        """Return the actions with the most points at once, of those with any; () if there are too many to try."""
        legal = self.legal_actions(state)
        if len(legal) > MAX_TRIED:
            return ()
        plies = [Ply(0, state, action, self.apply(state, action)) for action in legal]
        points = [sum(gain.points for gain in self.gains(ply) if gain.seat == ply.action.seat) for ply in plies]
        found = sorted((number for number, gained in enumerate(points) if gained > 0), key=lambda one: -points[one])
        return tuple(legal[number] for number in found[:count])

    def describe(self: Title, ply: Ply) -> tuple[Message, ...]:
        seat, text = ply.action.seat, self.notation(ply.action)
        if seat is None:
            return (Message("told.chance", {"notation": text}),)
        return (Message("told.notation", {"seat": seat, "notation": text}),)

    def inside(self, state: Any, cell: str) -> tuple[Message, ...]:
        return ()

    def gains(self, ply: Ply) -> tuple[Gain, ...]:
        return ()

    def turn_line(self: Title, plies: Sequence[Ply]) -> str:
        return " ".join(self.notation(ply.action) for ply in plies)


class PlainTerminal:
    """The ``Terminal`` of ``Defaults``: cells and panels as lists."""

    help = "type one of the listed actions; resigns: leave the game; q: quit"

    def __init__(self, title: Title) -> None:
        self._title = title

    def lines(self, state: Any, in_colour: bool = False) -> list[str]:
        scene = self._title.scene(state)
        cells = [in_english(self._title.phrases, cell.text) for cell in scene.cells]
        return [self._heading(state), *cells, *self._seats(state)]

    def _heading(self, state: Any) -> str:
        ended, due = self._title.outcome(state), self._title.chance(state)
        if ended:
            winners = [SEAT_LETTERS[one.seat] for one in ended.standings if one.place == 1]
            won = f": {' and '.join(winners)} {'share the win' if len(winners) > 1 else 'wins'}" if winners else ""
            return f"{self._title.name}; game over, {ended.reason}{won}"
        if due:
            whose = "" if due.seat is None else f" for {SEAT_LETTERS[due.seat]}"
            return f"{self._title.name}; {due.label} is due{whose}"
        return f"{self._title.name}; {' and '.join(SEAT_LETTERS[seat] for seat in self._title.acting(state))} to act"

    def _seats(self, state: Any) -> list[str]:
        acting = self._title.acting(state)
        return [
            f"{'->' if panel.seat in acting else '  '} {SEAT_LETTERS[panel.seat]}"
            + "".join(f"  {stat.name} {stat.value}" for stat in panel.stats)
            + ("  out" if panel.out else "")
            for panel in self._title.panels(state)
        ]
