"""A second opinion on the clock: it goes through time step by step and looks at the calendar at every step.

It shares no code with the clocks of the site and takes the facts as the worked examples write them. All instants must
lie on the steps' grid. It is slow, and easy to check against docs/clock.md.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

Json = Mapping[str, Any]
H, D = 3600, 86400
PACES = {
    "brisk": (1 * D, 12 * H, 2 * D, 2 * H, 3 * D),
    "usual": (3 * D, 1 * D, 6 * D, 6 * H, 8 * D),
    "leisurely": (7 * D, 2 * D, 21 * D, 12 * H, 30 * D),
}
DEFAULT = [["08:00", "00:00"]] * 7


def seconds(text: str) -> int:
    """Return a text as seconds since 1970."""
    return int(datetime.fromisoformat(text).timestamp())


def text(at: int | None) -> str | None:
    """Return seconds since 1970 as a text."""
    return None if at is None else datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Calendar:
    """The local time of a zone at each step from ``begin`` to ``end``."""

    def __init__(self, zone: str, begin: int, end: int, step: int) -> None:
        """Ask the zone for the local time every quarter of an hour, and count the steps in between."""
        self.begin, self.step = begin, step
        self.labels: list[datetime] = []
        for quarter in range(begin, end, 900):
            local = datetime.fromtimestamp(quarter, ZoneInfo(zone)).replace(tzinfo=None)
            self.labels += [local + timedelta(seconds=extra) for extra in range(0, 900, step)]
        self.first: dict[datetime, int] = {}
        for index, label in enumerate(self.labels):
            self.first.setdefault(label, index)
        self.last = {label: index for index, label in enumerate(self.labels)}
        self.days = sorted({label.date() for label in self.labels})

    def find(self, day: date, clock: str, occurrences: dict[datetime, int]) -> int:
        """Return the step of a local time; a skipped one is moved forward by the gap."""
        wanted = datetime.combine(day, datetime.strptime(clock, "%H:%M").time())
        if wanted in occurrences:
            return occurrences[wanted]
        if wanted < self.labels[0]:
            return 0
        before = max((label for label in self.labels if label < wanted), default=self.labels[0])
        return self.last[before] + (wanted - before) // timedelta(seconds=self.step)

    def awake(self, rows: list[Any]) -> list[bool]:
        """Return for each step whether a player with these rows is awake."""
        awake = [False] * len(self.labels)
        for day in self.days:
            row = rows[day.weekday()]
            if row is None:
                continue
            start, end = row
            if start == end:
                steps = [index for index, label in enumerate(self.labels) if label.date() == day]
            else:
                last = day if start < end else day + timedelta(days=1)
                steps = list(range(self.find(day, start, self.first), self.find(last, end, self.last)))
            for index in steps:
                if index < len(awake):
                    awake[index] = True
        return awake


class SteppedTurn:
    """One turn, every step of it."""

    def __init__(self, facts: Json, step: int = 60, days: int = 30) -> None:
        """Find out for each step of some days whether the clock runs."""
        self.facts, self.step = facts, step
        self.came = seconds(facts["came"])
        self.is_fixed = not isinstance(facts["pace"], str) and "fixed" in facts["pace"]
        self.bank, self.increment, self.cap, self.grace, self.ceiling = self._pace()
        self.begin = (self.came // D - 3) * D
        self.times = list(range(self.begin, self.came + days * D, step))
        self.start = self._start()
        self.is_ceiling_pause = self._ceiling_pauses()
        awake = [True] * len(self.times) if self.is_fixed else self._awake()
        self.runs = [one and not paused for one, paused in zip(awake, self.is_ceiling_pause, strict=False)]

    def _pace(self) -> tuple[int, int, int, int, int]:
        pace = self.facts["pace"]
        if isinstance(pace, str):
            bank, *others = PACES[pace]
        elif self.is_fixed:
            bank, *others = pace["fixed"], 0, pace["fixed"], 0, pace["fixed"] + D
        else:
            bank, *others = (pace[name] for name in ("bank", "increment", "cap", "grace", "ceiling"))
        self.initial = bank
        increment, cap, grace, ceiling = others
        return self.facts.get("bank", bank), increment, cap, grace, ceiling

    def _list(self, name: str) -> list[int]:
        return [seconds(each) for each in self.facts.get(name, [])]

    def _start(self) -> int:
        if self.facts.get("notices_off"):
            return self.came
        notified = [at for at in self._list("accepted") + self._list("opened") if at >= self.came]
        return min([*notified, self.came + 12 * H])

    def _awake(self) -> list[bool]:
        hours = self.facts.get("hours", [])
        if not hours:
            return [True] * len(self.times)
        weeks = [(None, {"zone": hours[0]["zone"]}), *((self._acts_from(one), one) for one in hours)]
        awake: list[bool] = []
        views = [
            Calendar(one["zone"], self.begin, self.times[-1] + 1, self.step).awake(one.get("rows", DEFAULT))
            for _from, one in weeks
        ]
        for index, at in enumerate(self.times):
            in_force = max(n for n, (since, _one) in enumerate(weeks) if since is None or since <= at)
            awake.append(views[in_force][index])
        return awake

    def _acts_from(self, one: Json) -> int | None:
        if "saved" not in one:
            return None
        saved = seconds(one["saved"])
        return saved if one.get("first") and self.came >= saved else saved + 48 * H

    def _ceiling_pauses(self) -> list[bool]:
        pauses = [False] * len(self.times)

        def mark(start: int, end: int) -> None:
            for index in range(max(0, start - self.begin) // self.step, len(pauses)):
                if self.times[index] >= end:
                    break
                pauses[index] = True

        names = ["pauses", "outages"]
        if self.facts.get("holidays_allowed", True):
            names.append("holidays")
            for at in self._list("auto_days") + self._list("own_auto_days"):
                mark(at, self._end_of_day(at))
        for name in names:
            for start, end in self.facts.get(name, []):
                mark(seconds(start), 2**62 if end is None else seconds(end))
        for at in self._bouncing():
            mark(at, at + self.step)
        return pauses

    def _end_of_day(self, at: int) -> int:
        begins = [seconds(start) for start, _end in self.facts.get("holidays", [])]
        return min([at + D, *(start for start in begins if at <= start < at + D)])

    def _bouncing(self) -> Iterator[int]:
        """Yield the steps in which emails bounce, for seven days in all."""
        left = 7 * D
        bounces = [
            (seconds(start), 2**62 if end is None else seconds(end)) for start, end in self.facts.get("bounces", [])
        ]
        opened, later = self._list("opened"), self._list("seen") + self._list("accepted")
        for at in range(self.came, self.times[-1] + 1 if bounces else 0, self.step):
            for start, end in bounces:
                works = any(start <= sign <= at for sign in opened) or any(start < sign <= at for sign in later)
                if start <= at < end and not works and left > 0:
                    left -= self.step
                    yield at
                    break

    def count(self, since: int, until: int) -> int:
        """Return the seconds that run from one instant to another."""
        first, last = (max(0, (at - self.begin) // self.step) for at in (since, until))
        return sum(self.runs[first:last]) * self.step

    def after(self, since: int, amount: int) -> int | None:
        """Return the first step at which this many seconds have run since an instant."""
        ran = 0
        for index in range((since - self.begin) // self.step, len(self.times)):
            if ran >= amount:
                return self.times[index]
            ran += self.step * self.runs[index]
        return None

    def deadline(self) -> tuple[int | None, str | None]:
        """Return the deadline and what sets it. Gifts count one after the other, each only if it came in time."""
        given: list[tuple[int, int]] = []
        for at, amount in sorted((seconds(at), amount) for at, amount in self.facts.get("gifts", [])):
            before, _by = self._deadline(given, at)
            if before is None or at <= before:
                given.append((at, amount))
        return self._deadline(given, None)

    def _deadline(self, gifts: list[tuple[int, int]], now: int | None) -> tuple[int | None, str | None]:
        more = sum(amount for _at, amount in gifts)
        found, by = self._by_pace(self.bank + more + self.grace, self.ceiling + more)
        for day in self._list("own_auto_days"):
            if found is None or (now is not None and day > now):
                break
            since = sum(amount for at, amount in gifts if at >= day)
            later = self.after(self._end_of_day(day), max(self.grace, H) + since)
            if later is None or later > found:
                found, by = later, "automatic"
        return found, by if found else None

    def _by_pace(self, bank: int, ceiling: int) -> tuple[int | None, str | None]:
        ran = passed = 0
        since_pause: int | None = None  # what has run since the last pause before the ceiling
        moves = False  # the ceiling has been reached and waits for the end of an hour
        for index in range((self.came - self.begin) // self.step, len(self.times)):
            at = self.times[index]
            if at >= self.start and ran >= bank:
                return at, "bank"
            if not moves and passed >= ceiling and ran >= 8 * H and at >= self.start:
                moves, since_pause = True, self._since_pause(index)
            if moves and since_pause is not None and since_pause >= H:
                return at, "ceiling"
            if self.runs[index]:
                ran += self.step if at >= self.start else 0
                since_pause = since_pause + self.step if moves and since_pause is not None else None
            passed += 0 if self.is_ceiling_pause[index] else self.step
        return None, None

    def _since_pause(self, index: int) -> int:
        """Return what has run since the last pause; 0 in a pause."""
        if not self.runs[index]:
            return 0
        before = index
        while before > 0 and self.runs[before - 1]:
            before -= 1
        return (index - before) * self.step

    def at(self, now: int) -> dict[str, int]:
        """Return charge, left, and the bank after an action."""
        charge = max(0, self.count(self.start, now) - self.grace) if now > self.start else 0
        given = sum(amount for at, amount in self.facts.get("gifts", []) if seconds(at) <= now)
        left = max(0, self.bank + given - charge)
        after = self.initial if self.is_fixed else max(left, min(self.cap, left + self.increment))
        return {"charge": charge, "left": left, "bank_after": after}

    def reminders(self) -> list[int | None]:
        """Return when half and a fifth are left to run."""
        deadline, _by = self.deadline()
        if deadline is None:
            return []
        whole = self.count(self.start, deadline)
        return [self.after(self.start, whole - part) for part in (whole // 2, whole // 5)]
