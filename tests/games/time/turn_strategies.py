"""Random facts of turns, as the worked examples write them: everything on whole minutes."""

from typing import Any

from hypothesis import strategies as st

from games.services.time.instants import DAY, HOUR

from .brute_force import text
from .example_facts import instant

ZONES = [
    "UTC",
    "Europe/Paris",
    "America/New_York",
    "America/Sao_Paulo",
    "America/St_Johns",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Asia/Tokyo",
    "Africa/Casablanca",
    "Australia/Lord_Howe",
    "Pacific/Auckland",
    "Pacific/Chatham",
    "Pacific/Kiritimati",
]
SEASONS = [  # days before changes of the clocks somewhere, and an ordinary one
    "2026-02-13T00:00:00Z",
    "2026-03-05T00:00:00Z",
    "2026-03-25T00:00:00Z",
    "2026-04-01T00:00:00Z",
    "2026-06-10T00:00:00Z",
    "2026-09-23T00:00:00Z",
    "2026-10-01T00:00:00Z",
    "2026-10-21T00:00:00Z",
]
NAMES = ("holidays", "pauses", "outages")  # of rests that stop the ceiling, too


@st.composite
def rows(draw: st.DrawFn) -> list[list[str] | None]:
    """Return the waking hours of a week, at least eight hours on at least four days."""
    resting = draw(st.sets(st.integers(0, 6), max_size=3))
    week: list[list[str] | None] = []
    for day in range(7):
        start = draw(st.integers(0, 47)) * 30
        length = draw(st.sampled_from([8 * 60, 10 * 60, 14 * 60, 16 * 60 + 30, 20 * 60, 24 * 60]))
        end = (start + length) % (24 * 60)
        clocks = [f"{minutes // 60:02}:{minutes % 60:02}" for minutes in (start, end)]
        week.append(None if day in resting else clocks)
    return week


def paces() -> st.SearchStrategy[Any]:
    """Return named, fixed and own paces whose turns end within a few weeks."""
    own = st.builds(
        lambda bank, grace, ceiling: {
            "bank": bank * HOUR,
            "increment": 12 * HOUR,
            "cap": bank * HOUR + 2 * DAY,
            "grace": grace * HOUR,
            "ceiling": ceiling * HOUR,
        },
        st.integers(1, 72),
        st.integers(0, 24),
        st.integers(24, 144),
    )
    return st.one_of(st.sampled_from(["brisk", "usual"]), st.just({"fixed": DAY}), own)


@st.composite
def rests(draw: st.DrawFn, came: int, most: int = 3 * 24 * 60) -> list[str]:
    """Return a rest that begins shortly before the turn or in it."""
    start = came + draw(st.integers(-24 * 60, 8 * 24 * 60)) * 60
    end = start + draw(st.integers(1, most)) * 60
    return [str(text(start)), str(text(end))]


@st.composite
def turns(draw: st.DrawFn, with_bounces: bool = True) -> dict[str, Any]:
    """Return the facts of a turn."""
    came = instant(draw(st.sampled_from(SEASONS))) + draw(st.integers(0, 3 * 24 * 60)) * 60
    facts: dict[str, Any] = {"pace": draw(paces()), "came": text(came)}
    later = st.integers(0, 15 * 60).map(lambda minutes: text(came + minutes * 60))
    facts["accepted"] = draw(st.lists(later, max_size=2))
    facts["opened"] = draw(st.lists(later, max_size=1))
    zones = draw(st.lists(st.sampled_from(ZONES), max_size=2))
    facts["hours"] = [{"zone": zone, "rows": draw(rows())} for zone in zones]
    for one in facts["hours"][1:]:
        one["saved"] = text(came + draw(st.integers(-3 * 24 * 60, 4 * 24 * 60)) * 60)
    for name in NAMES:
        facts[name] = draw(st.lists(rests(came), max_size=2))
    if with_bounces:
        facts["bounces"] = draw(st.lists(rests(came, 9 * 24 * 60), max_size=2))
    gift = st.tuples(st.integers(0, 5 * 24 * 60), st.integers(1, 24 * 60))
    facts["gifts"] = [[text(came + at * 60), amount * 60] for at, amount in draw(st.lists(gift, max_size=2))]
    if isinstance(facts["pace"], str):
        facts["bank"] = draw(st.integers(0, 6 * 24 * 60)) * 60
    return facts
