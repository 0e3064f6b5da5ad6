"""What must be true of a simulated site: checked from the stored rows alone, by a program of its own."""

from collections import Counter, defaultdict
from datetime import datetime
from functools import cached_property
from itertools import pairwise

from games.clocks.models import (
    AutomaticHoliday,
    Outage,
    PlannedHoliday,
    TablePause,
    Turn,
    TurnEnd,
    TurnStep,
    UnreachableSpan,
    WakingHours,
)
from games.core.choices import Status
from games.core.log import entries_of
from games.core.models import EntryNote, EventKind, Game, Seat, TableEvent

from .calendar import DAY, FAR, HOUR, Calendar, Interval, days_off, local_days, without
from .habits import Person

GAINS = {TurnEnd.PLAYER, TurnEnd.ORDER, TurnEnd.DEPUTY, TurnEnd.STAND_IN}
EVENT_OF_STEP = {
    "automatic": EventKind.AUTOMATIC,
    "deputy": EventKind.DEPUTY,
    "house": EventKind.STAND_IN,
    "leaves": EventKind.OUT,
    "offered": EventKind.OFFERED,
}


def seconds(moment: datetime) -> int:
    """Return an instant in seconds."""
    return int(moment.timestamp())


class Life:
    """What pauses the clocks of one player: hours, holidays, bounces."""

    def __init__(self, person: Person) -> None:
        """Read the player's rows."""
        user = person.user
        hours = WakingHours.objects.filter(user=user).first()
        rows = tuple(tuple(row) if row else None for row in hours.rows) if hours else None
        self.calendar = Calendar(person.zone, rows, seconds(hours.saved_at) if hours else 0)
        planned = [
            day
            for plan in PlannedHoliday.objects.filter(user=user)
            for day in local_days(
                plan.zone, datetime.combine(plan.first, datetime.min.time()), (plan.last - plan.first).days + 1
            )
        ]
        self.made = {
            seconds(at): FAR for at in AutomaticHoliday.objects.filter(user=user).values_list("began_at", flat=True)
        }
        steps = TurnStep.objects.filter(turn__user=user, kind="automatic").values_list("at", "made_at")
        for at, made_at in steps:
            self.made[seconds(at)] = min(self.made[seconds(at)], seconds(made_at))
        self.planned, self.automatic = days_off(seconds(user.date_joined), planned, self.made)
        spans = UnreachableSpan.objects.filter(user=user).values_list("began_at", "ended_at")
        self.spans = [(seconds(start), seconds(end) if end else FAR) for start, end in spans]


class Facts:
    """All that the check of turns needs, read in a few statements."""

    def __init__(self, people: dict[int, Person]) -> None:
        """Read the rows of all players and tables."""
        self.people = people
        self.lives = {pk: Life(person) for pk, person in people.items()}
        self.outages = [(seconds(row.began_at), seconds(row.ended_at)) for row in Outage.objects.all()]
        self.pauses: dict[int, list[Interval]] = defaultdict(list)
        for pause in TablePause.objects.all():
            assert pause.until is not None
            self.pauses[pause.game_id].append((seconds(pause.began_at), seconds(pause.until)))


class CheckedTurn:
    """One turn with what pauses its clock, as far as was known at an instant."""

    def __init__(self, facts: Facts, turn: Turn, known: int) -> None:
        """Collect the pauses."""
        self.turn, self.known = turn, known
        self.pace: dict[str, int] = turn.pace or {}
        self.came = seconds(turn.came_at)
        notified = seconds(turn.notified_at) if turn.notified_at else self.came + 12 * HOUR
        self.start = min(notified, self.came + 12 * HOUR)
        self.life = facts.lives[turn.user_id or 0]
        self.pauses = [*facts.outages, *facts.pauses[turn.game_id], *self._bounces(notified)]
        if not turn.game.forbids_holidays:
            known_days = [day for day in self.life.automatic if self.life.made[day[0]] <= known]
            self.pauses += [*self.life.planned, *known_days]

    def __str__(self) -> str:
        return f"{self.charge}: {vars(self.turn)} {vars(self.life)} {sorted(self.pauses)} {self.came} {self.start}"

    def _bounces(self, notified: int) -> list[Interval]:
        left, found = 7 * DAY, []
        for start, end in self.life.spans:
            if self.turn.notified_by == "email" and start < notified:
                end = min(end, notified)
            since = max(start, self.came)
            until = min(end, since + left)
            if until > since:
                found.append((since, until))
                left -= until - since
        return found

    def ran(self, since: int, until: int) -> int:
        """Return the running time between two instants."""
        return sum(self._awake(*piece) for piece in without((since, until), self.pauses)) if until > since else 0

    def _awake(self, since: int, until: int) -> int:
        return until - since if self.pace["is_fixed"] else self.life.calendar.awake(self.came, since, until)

    def wall(self, until: int) -> int:
        """Return the time since the turn came, nights included but no other pauses."""
        return sum(end - start for start, end in without((self.came, until), self.pauses))

    @cached_property
    def gifts(self) -> list[tuple[int, int]]:
        """The time given in this turn."""
        return [(seconds(gift.at), gift.seconds) for gift in self.turn.gifts.all()]

    def given(self, since: int, until: int) -> int:
        """Return the time given from one instant to another."""
        return sum(amount for at, amount in self.gifts if since <= at <= until)

    @property
    def charge(self) -> int:
        """What the turn costs at the known instant."""
        return max(0, self.ran(self.start, self.known) - int(self.pace["grace"]))

    @property
    def bank_after(self) -> int:
        """What the seat's bank holds when the turn has ended at the known instant."""
        left = max(0, self.turn.bank + self.given(0, self.known) - self.charge)
        if self.turn.ended_by not in GAINS:
            return left
        full = max(left, min(self.pace["cap"], left + self.pace["increment"]))
        return self.pace["bank"] if self.pace["is_fixed"] else full

    def has_run_out(self, at: int) -> bool:
        """Return True if the deadline has come by an instant: the bank is empty, or the longest turn is over."""
        given, ran = self.given(0, at), self.ran(self.start, at)
        own = [seconds(step.at) for step in self.turn.steps.all() if step.kind == "automatic" and seconds(step.at) < at]
        if own and not self.turn.game.forbids_holidays:
            end = next(day[1] for day in self.life.automatic if day[0] == own[-1])
            if self.ran(end, at) < max(self.pace["grace"], HOUR) + self.given(own[-1], at):
                return False
        if ran >= self.turn.bank + given + self.pace["grace"]:
            return True
        return self.wall(at) >= self.pace["ceiling"] + given and ran >= 8 * HOUR and self.ran(at - HOUR, at) == HOUR

    def runs_before(self, at: int) -> bool:
        """Return True if the clock ran in the last minute before an instant."""
        return self.ran(at - 60, at) == 60


def check_everything(people: dict[int, Person]) -> Counter[str]:
    figures: Counter[str] = Counter()
    facts = Facts(people)
    for game in Game.objects.all():
        assert game.status in {Status.FINISHED, Status.ABORTED}, f"{game} is {game.status}"
        assert (game.deadline, game.overdue_at) == (None, None), f"{game} still has a deadline"
        figures["games"] += 1
        figures[str(game.status)] += 1
        check_game(facts, game, figures)
    assert not Turn.objects.filter(ended_at=None).exists(), "an open turn in a game that is over"
    return figures


def check_game(facts: Facts, game: Game, figures: Counter[str]) -> None:
    """Check the turns of a game: each one's time, each time-out, each seat's bank."""
    rows = (
        game.turns.select_related("game", "seat").prefetch_related("steps", "gifts", "claims").order_by("came_at", "id")
    )
    turns = list(rows)
    ends = ends_of_charges(game, turns)
    for turn in turns:
        check_turn(facts, turn, ends[turn.pk], figures)
    events: Counter[tuple[str, int | None]] = Counter(TableEvent.objects.filter(game=game).values_list("kind", "seat"))
    numbers = dict(Seat.objects.filter(game=game).values_list("pk", "number"))
    steps: Counter[tuple[str, int | None]] = Counter(
        (EVENT_OF_STEP[step.kind], numbers[turn.seat_id]) for turn in turns for step in turn.steps.all()
    )
    for key in {*steps, *(key for key in events if key[0] in EVENT_OF_STEP.values())}:
        is_at_all_tables = key[0] == EventKind.AUTOMATIC  # at the player's other tables, too
        assert events[key] >= steps[key], f"{game}: {steps[key]} steps, but {events[key]} lines of {key}"
        assert events[key] == steps[key] or is_at_all_tables, f"{game}: {events[key]} lines of {key}"
    for seat in numbers:
        check_seat(game, [turn for turn in turns if turn.seat_id == seat])
    check_log(game, turns, numbers)


def ends_of_charges(game: Game, turns: list[Turn]) -> dict[int, int]:
    """Return until when each turn is charged: until its end, or until its seat was offered to others."""
    found: dict[int, int] = {}
    offered: dict[int, int | None] = defaultdict(lambda: None)
    settled = {EventKind.SUBSTITUTE, EventKind.ROBOT, EventKind.RETURNED}
    taken = [(event.seat, seconds(event.at)) for event in game.events.filter(kind__in=settled)]
    for turn in turns:
        assert turn.ended_at is not None
        since, came = offered[turn.seat_id], seconds(turn.came_at)
        if since is not None and any(seat == turn.seat.number and since <= at <= came for seat, at in taken):
            offered[turn.seat_id] = None
        steps = [seconds(step.at) for step in turn.steps.all() if step.kind == "offered"]
        before, ended = offered[turn.seat_id], seconds(turn.ended_at)
        if steps and turn.ended_by != TurnEnd.STAND_IN:
            before = steps[0]
        found[turn.pk] = ended if before is None else max(seconds(turn.came_at), min(before, ended))
        offered[turn.seat_id] = steps[0] if steps and turn.ended_by == TurnEnd.STAND_IN else before
        if turn.ended_by in {TurnEnd.PLAYER, TurnEnd.ORDER, TurnEnd.DEPUTY, TurnEnd.REPLACED}:
            offered[turn.seat_id] = None
    return found


def check_turn(facts: Facts, turn: Turn, until: int, figures: Counter[str]) -> None:
    """Check what a turn cost, and that its clock ran out before any time-out."""
    figures["turns"] += 1
    figures[f"turns {turn.game.pace}"] += 1
    if turn.ended_by == TurnEnd.STAND_IN and facts.people[turn.user_id or 0].is_innocent:
        figures[f"innocent {turn.game.pace}"] += 1
    if turn.pace is None:
        assert not turn.steps.exists()
        return
    checked = CheckedTurn(facts, turn, until)
    assert turn.charge == checked.charge, f"{turn} of {turn.game}: charge {turn.charge}, not {checked}"
    assert turn.bank_after == checked.bank_after, f"{turn} of {turn.game}: bank {turn.bank_after}, not {checked}"
    figures["charged"] += turn.charge or 0
    for step in turn.steps.all():
        figures["steps"] += 1
        figures[f"step {step.kind}"] += 1
        check_step(facts, turn, step)


def check_step(facts: Facts, turn: Turn, step: TurnStep) -> None:
    """Check that a step was not made too early, or while the clock was paused."""
    what, at = f"{step} of {turn.game} at {step.at}", seconds(step.at)
    assert step.made_at >= step.at, f"{what} was made before it was due"
    checked = CheckedTurn(facts, turn, seconds(step.made_at) - 1)
    asked = [seconds(one.at) for one in turn.steps.all() if one.kind == "deputy" and seconds(one.at) <= at]
    since = asked[0] if asked else at
    if step.kind != "deputy" and asked:
        day = sum(end - start for start, end in without((since, at), facts.outages))
        assert day >= DAY, f"{what}: the deputy had {day} seconds"
    if turn.game.has_soft_deadlines:
        claims = [seconds(claim.at) for claim in turn.claims.all() if seconds(claim.at) <= since]
        is_long_ago = checked.has_run_out(since - 30 * DAY)
        assert claims or is_long_ago, f"{what}: nobody claimed"
    else:
        assert checked.runs_before(since), f"{what}: the clock was paused"
    assert checked.has_run_out(since), f"{what}: there was time left"


def check_seat(game: Game, turns: list[Turn]) -> None:
    """Check that each turn of a seat begins after the one before, with the bank that it left."""
    timed = [turn for turn in turns if turn.pace]
    for before, after in pairwise(timed):
        assert before.ended_at is not None
        assert before.ended_at <= after.came_at, f"{game}: two turns of one seat at once"
        assert before.ply < after.ply or before.ended_by == TurnEnd.REPLACED, f"{game}: a doubled turn"
        full = (before.pace or {})["bank"]
        if before.user_id == after.user_id and not (after.pace or {})["is_fixed"]:
            assert after.bank == before.bank_after, f"{game}: {after.bank} instead of {before.bank_after}"
        elif (after.pace or {})["is_fixed"]:
            assert after.bank == full
    if timed:
        assert timed[0].bank == (timed[0].pace or {})["bank"]


def check_log(game: Game, turns: list[Turn], numbers: dict[int, int | None]) -> None:
    """Check that the stand-in turns are exactly the turns that say so, each once."""
    played = [(entry.seat, entry.ply) for entry in entries_of(game) if entry.note == EntryNote.STAND_IN]
    stand_in = [(numbers[turn.seat_id], turn) for turn in turns if turn.ended_by == TurnEnd.STAND_IN]
    for seat, turn in stand_in:
        assert any(number == seat and ply >= turn.ply for number, ply in played), f"{game}: no stand-in turn"
        assert any(step.kind == "house" for step in turn.steps.all()), f"{game}: no step of a stand-in"
    for seat, ply in played:
        covering = [turn for number, turn in stand_in if number == seat and turn.ply <= ply]
        assert covering, f"{game}: a stand-in played {ply} without a turn"
    starts = Counter(turn.ply for _seat, turn in stand_in)
    assert max(starts.values(), default=1) == 1, f"{game}: a turn was played twice"
