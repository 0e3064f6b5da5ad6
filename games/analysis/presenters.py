"""The page of luck and skill: sentences, two graphs, tables, and the method of the estimate."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import accumulate
from math import sqrt
from statistics import NormalDist

from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.common.wording import labelled, phrase, render_message
from games.core.models import Game, JobState
from games.engine.analysis import Analysis as GameAnalysis
from games.engine.analysis import Decision, Estimate, SeatAnalysis, TurnAnalysis, from_json, sum_estimates
from games.engine.core import Title
from games.engine.messages import Message
from games.pictures.graphs import GraphLine, graph_svg

from .models import Analysis
from .selectors import analysis_summary

MAX_OPEN = 6  # times of ten: less than two in three is no answer
NOTATION = "analysis.notation"
MEASURE = "greedy"  # the robot with which all players are compared
LETTERS = "ABCDEFGHIJ"
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A seat's points with one decimal, which add up: ``luck + choices + left + rest = score``.

    ``luck`` and ``score`` are compared with the table's average. ``choices`` is what the others' choices gave, less
    what one's own lost against the best ones. ``left`` is "" unless a player left the game.
    """

    letter: str
    style: str
    name: str
    luck: str
    choices: str
    left: str
    rest: str
    score: str


@dataclass(frozen=True, slots=True)
class AnalysisRow:
    """A labelled row of numbers, one for each player, as texts with their errors."""

    label: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """One choice: played and best notation ("" if they are the same), its loss, and its skill compared with Greedy."""

    played: str
    best: str
    lost: str
    skill: str


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One turn: its player, the luck of each player in it, and its choices."""

    number: int
    ply: int
    letter: str
    name: str
    luck: tuple[str, ...]
    choices: tuple[ChoiceRow, ...]
    departure: str  # how a player left the game in it, in words


@dataclass(frozen=True, slots=True)
class AnalysisView:
    """The analysis of a game. Only the progress is filled until there is a result."""

    state: str
    turns_done: int
    turns: int
    verdicts: tuple[Verdict, ...] = ()
    luck_graph: str = ""
    skill_graph: str = ""
    sums: tuple[AnalysisRow, ...] = ()
    account: tuple[AnalysisRow, ...] = ()
    rows: tuple[TurnRow, ...] = ()
    notation: str = ""
    method: tuple[str, ...] = ()
    luck_free: str = ""
    skill: str = ""
    reason: str = ""
    is_summary: bool = False

    @property
    def is_under_way(self) -> bool:
        return self.state in {JobState.QUEUED, JobState.RUNNING}

    @property
    def has_failed(self) -> bool:
        return self.state == JobState.FAILED


def analysis_view(
    title: Title,
    row: Analysis,
    names: Sequence[str],
    styles: Mapping[int, str],
    *,
    robots: Mapping[int, str] | None = None,
    departures: Mapping[int, str] | None = None,
    me: int | None = None,
    is_summary: bool = False,
) -> AnalysisView | None:
    """Return the analysis of a game or its progress, None for a title that cannot be analysed.

    ``names`` are the players', ``styles`` those of their lines, ``robots`` the keys of robots, ``departures`` how
    players left the game, in words; all by seat.
    ``me`` is the viewer's seat, ``is_summary`` has the verdicts only.
    """
    if title.analyst is None:
        return None
    if row.state != JobState.DONE:
        return AnalysisView(row.state, row.turns_done, row.turns, is_summary=is_summary)
    renderer = _ResultRenderer(title, row, names, styles, robots or {}, departures or {}, me)
    return renderer.summary() if is_summary else renderer.view(title.analyst.method)


class _ResultRenderer:
    def __init__(
        self,
        title: Title,
        row: Analysis,
        names: Sequence[str],
        styles: Mapping[int, str],
        robots: Mapping[int, str],
        departures: Mapping[int, str],
        me: int | None,
    ) -> None:
        self.departures = departures
        self.title, self.row, self.names, self.styles = title, row, names, styles
        measures = {seat for seat, robot in robots.items() if robot == MEASURE}
        self.result = _measured(from_json(row.result or {}), measures)
        self.luck_free = luck_free_text(self.result.seats, names, me)
        self.me = me
        self.has_left = any(seat.left for seat in self.result.seats)

    def summary(self) -> AnalysisView:
        return AnalysisView(
            self.row.state,
            self.row.turns_done,
            self.row.turns,
            verdicts=self._verdicts(),
            luck_free=self.luck_free,
            skill=self._skill(),
            reason=self._reason(),
            is_summary=True,
        )

    def view(self, method: Sequence[Message]) -> AnalysisView:
        brief = self.summary()
        sums = _("%(name)s: luck %(luck)s, choices %(choices)s, the rest %(rest)s, result %(score)s.")
        summary = " ".join(
            sums
            % {
                "name": f"{row.name} ({row.letter})",
                "luck": row.luck,
                "choices": row.choices,
                "rest": row.rest,
                "score": row.score,
            }
            for row in brief.verdicts
        )
        luck = self._lines(lambda turn, seat: turn.luck[seat])
        skill = self._lines(skill_in)
        rows = tuple(self._row(turn) for turn in self.result.turns)
        return replace(
            brief,
            luck_graph=self._graph(
                luck, _("Luck, added up turn by turn"), summary, [_luck_tip(row) for row in rows], "luck"
            ),
            skill_graph=self._graph(
                skill,
                _("Own choices, compared with Greedy’s, added up turn by turn"),
                summary,
                [_skill_tip(row) for row in rows],
                "skill",
            ),
            sums=tuple(self._sums()),
            account=tuple(self._account()),
            rows=rows,
            notation=phrase(self.title, NOTATION) if NOTATION in self.title.phrases else "",
            method=tuple(render_message(self.title, message, self.names) for message in method),
            is_summary=False,
        )

    def _verdicts(self) -> tuple[Verdict, ...]:
        return tuple(map(self._verdict, self.result.seats))

    def _verdict(self, seat: SeatAnalysis) -> Verdict:
        luck, choices, left, score = (
            round(points, 1) for points in (seat.luck.value, _choices(seat), seat.left, seat.score)
        )
        return Verdict(
            letter=LETTERS[seat.seat],
            style=self.styles.get(seat.seat, ""),
            name=self._name(seat.seat),
            luck=signed(luck),
            choices=signed(choices),
            left=signed(left) if self.has_left else "",
            rest=signed(score - luck - choices - left),
            score=signed(score),
        )

    def _skill(self) -> str:
        """Return whose choices were better or worse than the measure's, in whole points.

        A number within its own error is neither; the table of totals has the errors.
        """
        told = [(seat, seat.skill) for seat in self.result.seats]
        clear = [(seat, skill) for seat, skill in told if abs(skill.value) > max(skill.error, 0.5)]
        if not clear:
            return render_message(self.title, Message("analysis.par", {}), self.names)
        return " ".join(
            render_message(
                self.title,
                Message(
                    f"analysis.{'better' if skill.value > 0 else 'worse'}",
                    {"seat": seat.seat, "points": Message("amount.points", {"count": abs(round(skill.value))})},
                ),
                self.names,
                self.me,
            )
            for seat, skill in clear
        )

    def _reason(self) -> str:
        """Return the parts of the winner's lead in a sentence, "" where several were first or a player left."""
        first, second = sorted(self.result.seats, key=lambda seat: -seat.score)[:2]
        if self.has_left or first.score == second.score:
            return ""
        lead, luck = first.score - second.score, round(first.luck.value - second.luck.value, 1)
        choices = round(_choices(first) - _choices(second), 1)
        if first.seat == self.me:
            text = _("You finished %(points)s ahead of %(second)s: %(parts)s.")
        elif second.seat == self.me:
            text = _("%(first)s finished %(points)s ahead of you: %(parts)s.")
        else:
            text = _("%(first)s finished %(points)s ahead of %(second)s: %(parts)s.")
        parts = _("%(luck)s by luck, %(choices)s by everyone’s choices, and %(rest)s by the rest")
        rest = lead - luck - choices
        values = {"luck": signed(luck), "choices": signed(choices), "rest": signed(rest)}
        points = render_message(self.title, Message("amount.points", {"count": round(lead)}), self.names)
        names = {"first": self.names[first.seat], "second": self.names[second.seat]}
        told = text % {**names, "points": points, "parts": parts % values}
        doubt = _("The estimate explains little of this game.")
        return f"{told} {doubt}" if abs(rest) > lead / 2 else told

    def _name(self, seat: int) -> str:
        return _("You") if seat == self.me else self.names[seat]

    def _lines(self, change_in: Callable[[TurnAnalysis, int], Estimate]) -> list[GraphLine]:
        lines = []
        for seat in range(len(self.result.seats)):
            changes = [change_in(turn, seat) for turn in self.result.turns]
            values = accumulate((change.value for change in changes), initial=0.0)
            variances = accumulate((change.error**2 for change in changes), initial=0.0)
            style = self.styles.get(seat, "")
            lines.append(GraphLine(LETTERS[seat], style, tuple(values), tuple(map(sqrt, variances)), self._name(seat)))
        return lines

    def _graph(self, lines: Sequence[GraphLine], title: str, desc: str, tips: Sequence[str], ident: str) -> SafeString:
        return SafeString(graph_svg(lines, title=title, desc=desc, tips=tips, ident=ident))

    def _row(self, turn: TurnAnalysis) -> TurnRow:
        return TurnRow(
            number=turn.number,
            ply=turn.ply,
            letter="" if turn.seat is None else LETTERS[turn.seat],
            name="" if turn.seat is None else self.names[turn.seat],
            luck=tuple(map(with_error, turn.luck)),
            choices=tuple(map(_choice, turn.decisions)),
            departure=self._departure(turn),
        )

    def _sums(self) -> Iterator[AnalysisRow]:
        seats = self.result.seats
        yield AnalysisRow(_("Luck, all rolls and draws"), tuple(with_error(seat.luck) for seat in seats))
        yield AnalysisRow(_("of which on own turns"), tuple(signed(seat.own_luck) for seat in seats))
        yield AnalysisRow(
            _("Usual range in such a game"), tuple(f"±\N{NO-BREAK SPACE}{_plain(seat.usual, 1)}" for seat in seats)
        )
        yield AnalysisRow(_("Own choices, compared with Greedy’s"), tuple(with_error(seat.skill) for seat in seats))
        yield AnalysisRow(
            _("Lost compared with the best choices"), tuple(with_error(_negative(seat.lost)) for seat in seats)
        )
        yield AnalysisRow(_("Greedy would have lost"), tuple(signed(-seat.par) for seat in seats))

    def _account(self) -> Iterator[AnalysisRow]:
        seats = self.result.seats
        yield AnalysisRow(_("Expected before the first turn"), tuple(signed(seat.start) for seat in seats))
        yield AnalysisRow(_("Luck"), tuple(signed(seat.luck.value) for seat in seats))
        yield AnalysisRow(_("Lost through own choices"), tuple(signed(-seat.lost.value) for seat in seats))
        yield AnalysisRow(_("Gained from other players’ choices"), tuple(signed(seat.gifts) for seat in seats))
        if self.has_left:
            yield AnalysisRow(_("Because players left the game"), tuple(signed(seat.left) for seat in seats))
        yield AnalysisRow(_("Corrections of the estimate"), tuple(signed(seat.rest) for seat in seats))
        yield AnalysisRow(_("Final points, compared with the average"), tuple(signed(seat.score) for seat in seats))

    def _departure(self, turn: TurnAnalysis) -> str:
        """Return how a player left the game in this turn, which may have been another player's; "" for no one."""
        leaver = turn.left.index(min(turn.left))
        text = self.departures.get(leaver, "") if any(turn.left) else ""
        return labelled(LETTERS[leaver], text) if text and leaver != turn.seat else text


def _measured(result: GameAnalysis, seats: Set[int]) -> GameAnalysis:
    """Return the result with no skill for the robot with which all players are compared.

    Its estimate is not exactly 0, for its choices are judged by other samples than those it was made from.
    """
    none = Estimate(0.0, 0.0)
    return replace(
        result,
        seats=tuple(replace(seat, skill=none) if seat.seat in seats else seat for seat in result.seats),
        turns=tuple(
            replace(turn, decisions=tuple(replace(one, skill=none) for one in turn.decisions))
            if turn.seat in seats
            else turn
            for turn in result.turns
        ),
    )


def luck_free_text(seats: Sequence[SeatAnalysis], names: Sequence[str], me: int | None) -> str:
    """Return where the viewer would have come with average dice, for a visitor who would have come first.

    The errors of the luck say how sure that is. If a player has left, the result says nothing of the dice, so the
    sentence is about the time before.
    """
    ahead = max(seats, key=lambda seat: seat.luck_free)
    seat = seats[me] if me is not None else ahead
    place = 1 + sum(other.luck_free > seat.luck_free for other in seats)
    if any(one.left for one in seats):
        return _until_left(names[seat.seat], place, is_mine=me is not None, has_left=seat.left < 0)
    times = round(10 * _sureness(seat, seats))
    if len(seats) == 2 and times <= MAX_OPEN:
        return _("With average dice, it would have been about even.")
    words = {"player": names[seat.seat], "place": _came(place), "times": times}
    if times == 10:
        text = _("With average dice, %(player)s would have come %(place)s.")
        own = _("With average dice, you would have come %(place)s.")
    elif times > MAX_OPEN:
        text = _("With average dice, %(player)s would have come %(place)s, %(times)s times out of 10.")
        own = _("With average dice, you would have come %(place)s, %(times)s times out of 10.")
    else:
        text = _("With average dice, it would have been close: perhaps %(player)s would have come %(place)s.")
        own = _("With average dice, it would have been close: perhaps you would have come %(place)s.")
    return (text if me is None else own) % words


def _sureness(seat: SeatAnalysis, seats: Sequence[SeatAnalysis]) -> float:
    """Return about how likely each of the others is on the same side of a seat without luck as by the estimate.

    Luck is compared with the table's average, so the errors of two seats point in opposite directions.
    """
    sure = 1.0
    for other in seats:
        error, others = seat.luck.error, other.luck.error
        spread = sqrt(error**2 + others**2 + 2 * error * others / (len(seats) - 1))
        if other is not seat and spread:
            sure *= NormalDist().cdf(abs(seat.luck_free - other.luck_free) / spread)
    return sure


def _choices(seat: SeatAnalysis) -> float:
    """Return what the others' choices gave a seat, less what it lost by its own, against the best ones."""
    return seat.gifts - seat.lost.value


def _until_left(name: str, place: int, *, is_mine: bool, has_left: bool) -> str:
    if not is_mine and has_left:
        text = _("%(player)s left the game, and would have been ahead until then with average dice.")
        return text % {"player": name}
    if not is_mine:
        text = _("Until a player left the game, %(player)s would have been ahead with average dice.")
        return text % {"player": name}
    if place == 1:
        return _("Until a player left the game, you would have been ahead with average dice.")
    return _("Until a player left the game, you would have been behind with average dice.")


def luck_sentence(game: Game, names: Sequence[str], me: int | None) -> str:
    """Return ``luck_free_text`` for a finished game, "" while its analysis is not ready."""
    row = analysis_summary(game)
    if row is None or row.state != JobState.DONE:
        return ""
    return luck_free_text(from_json(row.result or {}).seats, names, me)


def _came(place: int) -> str:
    names = (pgettext("came", "first"), pgettext("came", "second"), pgettext("came", "third"))
    return names[place - 1] if place <= len(names) else pgettext("came", "last")


def skill_in(turn: TurnAnalysis, seat: int) -> Estimate:
    """Return the skill that the decisions of a turn add to a seat."""
    return sum_estimates([decision.skill for decision in turn.decisions] if turn.seat == seat else [])


def signed(value: float) -> str:
    """Return a number with its sign and one decimal, as the reader's language writes it."""
    rounded = round(value, 1)
    return f"{MINUS if rounded < 0 else '+' if rounded else ''}{_plain(abs(rounded), 1)}"


def with_error(estimate: Estimate) -> str:
    """Return a number and its standard error with one decimal each, or "0" for a certain 0."""
    return (
        f"{signed(estimate.value)} ±\N{NO-BREAK SPACE}{_plain(estimate.error, 1)}"
        if estimate.value or estimate.error
        else "0"
    )


def _plain(value: float, digits: int) -> str:
    return number_format(round(value, digits), decimal_pos=digits)


def _negative(estimate: Estimate) -> Estimate:
    return Estimate(-estimate.value, estimate.error)


def _choice(decision: Decision) -> ChoiceRow:
    best = "" if decision.best == decision.played else decision.best
    return ChoiceRow(decision.played, best, with_error(_negative(decision.lost)), with_error(decision.skill))


def _luck_tip(row: TurnRow) -> str:
    changes = ", ".join(f"{LETTERS[seat]} {text}" for seat, text in enumerate(row.luck))
    return f"{row.number} {row.name}: {changes}"


def _skill_tip(row: TurnRow) -> str:
    return f"{row.number} {row.name}: " + ", ".join(f"{choice.played} {choice.skill}" for choice in row.choices)
