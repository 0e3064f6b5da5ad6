"""Random facts of turns, as the worked examples write them: everything on a grid of five minutes."""

from typing import Any

from hypothesis import strategies as st

from games.clocks.instants import DAY, HOUR

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
GRID = 300  # seconds
NAMES = ("holidays", "pauses", "outages")  # of pauses that stop the ceiling, too


def on_grid(least: int, most: int) -> st.SearchStrategy[int]:
    """Return seconds that are a multiple of five minutes, both bounds included."""
    return st.integers(least // GRID, most // GRID).map(lambda steps: steps * GRID)


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
def pauses(draw: st.DrawFn, came: int, most: int = 3 * DAY) -> list[str]:
    """Return a pause that begins shortly before the turn or in it."""
    start = came + draw(on_grid(-DAY, 8 * DAY))
    end = start + draw(on_grid(GRID, most))
    return [str(text(start)), str(text(end))]


@st.composite
def turns(draw: st.DrawFn, with_bounces: bool = True) -> dict[str, Any]:
    came = instant(draw(st.sampled_from(SEASONS))) + draw(on_grid(0, 3 * DAY))
    facts: dict[str, Any] = {"pace": draw(paces()), "came": text(came)}
    later = on_grid(0, 15 * HOUR).map(lambda after: text(came + after))
    facts["accepted"] = draw(st.lists(later, max_size=2))
    facts["opened"] = draw(st.lists(later, max_size=1))
    zones = draw(st.lists(st.sampled_from(ZONES), max_size=2))
    facts["hours"] = [{"zone": zone, "rows": draw(rows())} for zone in zones]
    for one in facts["hours"][1:]:
        one["saved"] = text(came + draw(on_grid(-3 * DAY, 4 * DAY)))
    for name in NAMES:
        facts[name] = draw(st.lists(pauses(came), max_size=2))
    if with_bounces:
        facts["bounces"] = draw(st.lists(pauses(came, 9 * DAY), max_size=2))
    gift = st.tuples(on_grid(0, 5 * DAY), on_grid(GRID, DAY))
    facts["gifts"] = [[text(came + at), amount] for at, amount in draw(st.lists(gift, max_size=2))]
    if isinstance(facts["pace"], str):
        facts["bank"] = draw(on_grid(0, 6 * DAY))
    return facts
