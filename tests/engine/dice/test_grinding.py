"""The attack of docs/dice.md: whoever knows the secret and comes last tries shares until the dice please.

Against version 1 it works. From version 2 on, it gains nothing after the first opening of somebody else.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator

from games.engine import dice
from games.engine.marrakech.board import FACE_WEIGHTS
from games.engine.values import Chance

SECRET, TABLE = bytes(range(32)), "k3m9xw7abc"
WANTED = [(1, "1"), (0, "4"), (1, "1"), (0, "4")]  # the attacker has seat 1
TRIES = 20_000  # one in 1,296 pleases


def numbers(salt: int) -> Iterator[bytes]:
    return (hashlib.sha256(f"{salt} {number}".encode()).digest() for number in range(TRIES))


def first_rolls(mixed: bytes, first: int = 0) -> list[str]:
    """Return the four results that the attacker cares about, counted from ``first``."""
    counts: Counter[int] = Counter()
    found = []
    for seat, _face in WANTED:
        found.append(dice.draw(SECRET, mixed, Chance("roll", seat, first + counts[seat], FACE_WEIGHTS)))
        counts[seat] += 1
    return found


def pleased(mixed: bytes) -> int:
    return sum(face == wanted for face, (_seat, wanted) in zip(first_rolls(mixed), WANTED, strict=True))


def pleases(mixed: bytes) -> bool:
    return first_rolls(mixed) == [face for _seat, face in WANTED]


def grind(salt: int, mix_with: Callable[[bytes], bytes]) -> bytes:
    return next(share for share in numbers(salt) if pleases(mix_with(share)))


def test_in_version_1_of_the_dice_the_last_share_chooses_the_results() -> None:
    honest = b"sixteen bytes, A"
    share = grind(1, lambda share: dice.mix((), [honest, share]))
    assert pleases(dice.mix((), [honest, share]))


def test_since_version_2_of_the_dice_the_last_commitment_chooses_only_results_before_an_honest_opening() -> None:
    honest = b"sixteen bytes, A"
    first = dice.share_commitment(honest, TABLE)

    def mix_with(share: bytes) -> bytes:
        return dice.mix([first, dice.share_commitment(share, TABLE)], [])

    share = grind(2, mix_with)
    assert pleases(mix_with(share))  # the docs say so: no honest share is open yet
    assert not pleases(dice.mix([first, dice.share_commitment(share, TABLE)], [honest]))


def test_results_of_a_ground_commitment_are_fair_after_an_honest_opening() -> None:
    """The attacker opens at once and grinds what the honest share has no part in; then the honest share is opened."""
    counts: Counter[str] = Counter()
    games = 300
    for game in range(games):
        honest = hashlib.sha256(f"honest {game}".encode()).digest()
        first = dice.share_commitment(honest, TABLE)
        tries = (hashlib.sha256(f"{game} {number}".encode()).digest() for number in range(12))
        share = max(tries, key=lambda share: pleased(dice.mix([first, dice.share_commitment(share, TABLE)], [share])))
        after = dice.mix([first, dice.share_commitment(share, TABLE)], [share, honest])
        results = first_rolls(after)
        counts.update(f"{seat} {face}" for face, (seat, _wanted) in zip(results, WANTED, strict=True))
    expected = {
        f"{seat} {face}": 2 * games * weight / 6
        for seat in (0, 1)
        for face, weight in zip("1234", (1, 2, 2, 1), strict=True)
    }
    square = sum((counts[key] - share) ** 2 / share for key, share in expected.items())
    assert square < 22.46  # 6 degrees of freedom, one in a thousand


def test_grinding_a_commitment_gains_much_before_an_honest_opening() -> None:
    """The measure of the test above finds what grinding gains, where it gains something."""
    gained = 0
    for game in range(40):
        first = dice.share_commitment(hashlib.sha256(f"honest {game}".encode()).digest(), TABLE)
        tries = (hashlib.sha256(f"{game} {number}".encode()).digest() for number in range(12))
        gained += max(pleased(dice.mix([first, dice.share_commitment(share, TABLE)], [share])) for share in tries)
    assert gained > 40 * 1.5  # by chance 40 * 2 / 3
