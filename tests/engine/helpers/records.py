"""Records and game files that several tests read."""

from typing import Any

from games.engine.gamefile import Record

NAMES = ("Amina", 'Brahim "the Rug"', "C\\D; [E]", "")

GAME = """\
[Title "Marrakech"]
[Ruleset "gigamic"]
[Seats "3"]

1. A L1>c4W c+c5c6
2. B R1>c5N $2:A y+c6d6
3. C F1>c6N $2:B r+d5d6
"""

SHORTEST = """\
1. A L1>c4W c+c5c6
2. B R1>c5N $2:A r+d5d6
3. A F1>c6N c+d6d7
4. B F3>d6S $4:A r+d4d5
5. A L1>e6E c+d5e5
6. B R1>e5S $6:A r+d4e4
7. A F2>e3S c+d3d4
8. B R1>d3W $8:A r+e3e4
9. A L1>d2S c+e2e3
10. B F4>e3N $10:A r+e4f4
11. A F2>e5N c+f4f5
12. B L1>d5W $0/12:A #
"""


def record_of(log: Any, ruleset: str = "gigamic", seats: int = 3, **more: Any) -> Record:
    """Return a record of this log, by default with three players."""
    return Record("marrakech", ruleset, more.pop("options", {}), seats, NAMES[:seats], tuple(log), **more)
