import hashlib
import hmac
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest

from games.engine import dice
from games.engine.course import course_of
from games.engine.dice import Shares
from games.engine.marrakech.board import FACE_WEIGHTS
from games.engine.values import Chance

from ..helpers.random_games import TITLE, Log

SECRET = bytes(range(32))
PARTS = (b"sixteen bytes, A", b"sixteen bytes, B")
TABLE = "k3m9"
COMMITMENTS = [dice.share_commitment(part, TABLE) for part in PARTS]
ENTROPY = dice.mix(COMMITMENTS, PARTS)


def roll(seat: int, index: int, secret: bytes = SECRET, entropy: bytes = ENTROPY) -> str:
    return dice.draw(secret, entropy, Chance("roll", seat, index, FACE_WEIGHTS))


def play(seats: int = 2, leaver: int | None = None) -> Log:
    """Play a game by the sealed dice, always the first legal action; ``leaver`` resigns in turn 3."""
    state, log = TITLE.start("slides", {"order": "given"}, seats), []
    while TITLE.outcome(state) is None:
        chance = TITLE.chance(state)
        if chance:
            action = TITLE.parse(state, None, dice.draw(SECRET, ENTROPY, chance))
        elif state.turn == 3 and leaver is not None and not state.seats[leaver].out:
            action = TITLE.parse(state, leaver, "resigns")
        else:
            action = TITLE.legal_actions(state)[0]
        log.append((action.seat, TITLE.notation(action)))
        state = TITLE.apply(state, action)
    return log


def verify(
    log: Log,
    *,
    published: str | None = None,
    secret: bytes = SECRET,
    parts: Sequence[bytes] = PARTS,
    ruleset: str = "slides",
    seats: int = 2,
) -> tuple[dice.DiceFault, ...]:
    course = course_of(TITLE, ruleset, {"order": "given"}, seats, log)
    published = published or dice.commitment(TABLE, SECRET)
    mixes = [(0, dice.mix(COMMITMENTS, parts))]
    return dice.verify(course, table_id=TABLE, published=published, secret=secret, mixes=mixes)


def test_the_commitment_is_the_published_formula() -> None:
    expected = hashlib.sha256(b"marrakech-dice-v2.1" + TABLE.encode() + SECRET).hexdigest()
    assert dice.commitment(TABLE, SECRET) == expected


def test_the_commitment_never_changes() -> None:
    old = dice.commitment(TABLE, SECRET, dice.V2)
    assert old == "e64043fc99e36417118e711f6c871418b994b4481baa3b294d3f8b2cb5e0a9d9"
    assert dice.commitment(TABLE, SECRET) == "b5f9d9ac948a73d9652916d92a738ff112b86f89883b23321a0ef35ce8211813"


def test_the_commitment_of_a_share_contains_its_table_from_version_2_1_on() -> None:
    share = PARTS[0]
    assert dice.share_commitment(share, TABLE) == hashlib.sha256(b"marrakech-sharek3m9" + share).hexdigest()
    assert dice.share_commitment(share, TABLE) != dice.share_commitment(share, "k3m8")
    assert dice.share_commitment(share, TABLE, dice.V2) == hashlib.sha256(share).hexdigest()


def test_the_dice_mix_is_the_hash_of_all_commitments_and_of_the_shares_opened_so_far() -> None:
    sent = bytes.fromhex("".join(COMMITMENTS))
    assert dice.mix(COMMITMENTS, []) == hashlib.sha256(sent).digest()
    assert dice.mix(COMMITMENTS, PARTS[1:]) == hashlib.sha256(sent + PARTS[1]).digest()


def test_version_1_of_the_dice_has_its_own_commitment_and_mixes_the_shares_alone() -> None:
    expected = hashlib.sha256(b"marrakech-dice-v1" + TABLE.encode() + SECRET).hexdigest()
    assert dice.commitment(TABLE, SECRET, dice.V1) == expected
    shares = Shares(dice.V1, tuple(part.hex() for part in PARTS))
    assert shares.mixes == [(0, hashlib.sha256(b"".join(PARTS)).digest())]


@pytest.mark.parametrize(("seat", "index"), [(0, 1), (1, 0), (3, 58)])
def test_a_roll_is_the_published_formula(seat: int, index: int) -> None:
    digest = hmac.new(SECRET, ENTROPY + bytes([seat, 0, 0, 0, index, 0, 0, 0, 0]), hashlib.sha256).digest()
    assert digest[0] < 252
    assert roll(seat, index) == "122334"[digest[0] % 6]


def first_rejected() -> int:
    """Return the first roll of seat 0 whose digest begins with a byte of 252 or more."""
    return next(
        index
        for index in range(10000)
        if hmac.digest(SECRET, ENTROPY + b"\0" + index.to_bytes(4, "big") + bytes(4), "sha256")[0] >= 252
    )


def test_a_roll_rejects_a_byte_of_252_or_more_and_takes_the_next_counter() -> None:
    index = first_rejected()
    tail = bytes([0]) + index.to_bytes(4, "big") + (1).to_bytes(4, "big")
    assert roll(0, index) == "122334"[hmac.digest(SECRET, ENTROPY + tail, "sha256")[0] % 6]


def test_known_rolls_never_change() -> None:
    assert "".join(roll(0, index) for index in range(24)) == "312322314123222243222322"


def test_a_pile_is_drawn_under_its_own_label() -> None:
    chance = Chance("pile", 1, 2, (("r", 11), ("p", 9)))
    digest = hmac.digest(SECRET, ENTROPY + b"pile" + bytes([1, 0, 0, 0, 2, 0, 0, 0, 0]), "sha256")
    assert digest[0] < 240
    assert dice.draw(SECRET, ENTROPY, chance) == ("r" * 11 + "p" * 9)[digest[0] % 20]


def test_chance_without_a_seat_is_drawn_for_seat_255() -> None:
    chance = Chance("tiles", None, 0, (("x", 1), ("y", 1)))
    digest = hmac.digest(SECRET, ENTROPY + b"tiles" + b"\xff" + bytes(8), "sha256")
    assert dice.draw(SECRET, ENTROPY, chance) == "xy"[digest[0] % 2]


def test_weights_over_a_byte_read_two_bytes() -> None:
    chance = Chance("many", 0, 0, (("x", 300), ("y", 700)))
    digest = hmac.digest(SECRET, ENTROPY + b"many" + bytes(9), "sha256")
    number = int.from_bytes(digest[:2], "big")
    assert number < 65000
    assert dice.draw(SECRET, ENTROPY, chance) == ("x" if number % 1000 < 300 else "y")


def test_a_single_outcome_of_chance_is_certain() -> None:
    assert dice.draw(SECRET, ENTROPY, Chance("pile", 0, 0, (("c", 1),))) == "c"


def chi_square(counts: Mapping[Any, int], expected: Mapping[Any, int]) -> float:
    return sum((counts[face] - share) ** 2 / share for face, share in expected.items())


def test_six_thousand_rolls_show_every_face_as_often_as_the_die_has_it() -> None:
    counts = Counter(roll(seat, index) for seat in range(4) for index in range(1500))
    assert chi_square(counts, {"1": 1000, "2": 2000, "3": 2000, "4": 1000}) < 16.27  # one in a thousand


def test_rolls_are_independent_of_each_other() -> None:
    rolls = [roll(0, index) for index in range(7201)]
    counts = Counter(pairwise(rolls))
    share = {"1": 1, "2": 2, "3": 2, "4": 1}
    expected = {(a, b): 200 * share[a] * share[b] for a in share for b in share}
    assert chi_square(counts, expected) < 37.7  # 15 degrees of freedom, one in a thousand


def rolls_of(log: Log, seat: int, seats: int) -> list[str]:
    due = ((TITLE.chance(ply.before), ply) for ply in course_of(TITLE, "slides", {"order": "given"}, seats, log).plies)
    return [TITLE.notation(ply.action) for chance, ply in due if chance and chance.seat == seat]


def test_a_resignation_does_not_shift_the_dice_of_others() -> None:
    stayed, left = rolls_of(play(3), 0, 3), rolls_of(play(3, leaver=1), 0, 3)
    both = min(len(stayed), len(left))
    assert both > 3
    assert stayed[:both] == left[:both]


def test_an_honest_game_verifies() -> None:
    assert verify(play()) == ()


def test_a_game_that_a_seat_left_verifies() -> None:
    assert verify(play(3, leaver=2), seats=3) == ()


def test_a_game_that_is_left_while_the_die_is_due_verifies() -> None:
    assert verify([(0, "F"), (1, "resigns")]) == ()


@pytest.mark.parametrize("byte", range(32))
def test_verification_finds_any_changed_byte_of_the_secret(byte: int) -> None:
    changed = bytes(value ^ (i == byte) for i, value in enumerate(SECRET))
    assert verify(play(), secret=changed)[0].code == "commitment"


def test_verification_finds_another_commitment() -> None:
    (fault,) = verify(play(), published="0" * 64)
    assert (fault.ply, fault.code, fault.found) == (-1, "commitment", "0" * 64)


@pytest.mark.parametrize(("part", "byte"), [(part, byte) for part in (0, 1) for byte in range(16)])
def test_verification_finds_any_changed_byte_of_the_players(part: int, byte: int) -> None:
    changed = list(PARTS)
    changed[part] = bytes(value ^ (i == byte) for i, value in enumerate(PARTS[part]))
    assert any(fault.code == "roll" for fault in verify(play(), parts=changed))


@pytest.mark.parametrize("which", range(8))
def test_verification_finds_any_changed_roll(which: int) -> None:
    log = play()
    number = [i for i, (seat, _) in enumerate(log) if seat is None][which]
    rolled = log[number][1]
    other = "1" if rolled != "1" else "2"
    assert verify([*log[:number], (None, other)]) == (dice.DiceFault(number, "roll", rolled, other),)


def test_a_fresh_pile_gives_both_colours_alike() -> None:
    secrets = (hashlib.sha256(bytes([number % 256, number // 256])).digest() for number in range(2000))
    counts = Counter(dice.draw(secret, ENTROPY, Chance("pile", 0, 0, (("c", 12), ("y", 12)))) for secret in secrets)
    assert chi_square(counts, {"c": 1000, "y": 1000}) < 10.83  # one in a thousand


def test_an_uneven_pile_gives_each_colour_by_its_share() -> None:
    secrets = (hashlib.sha256(bytes([number % 256, number // 256])).digest() for number in range(2000))
    counts = Counter(dice.draw(secret, ENTROPY, Chance("pile", 1, 5, (("r", 3), ("p", 7)))) for secret in secrets)
    assert chi_square(counts, {"r": 600, "p": 1400}) < 10.83  # one in a thousand


def test_all_six_faces_of_the_die_come_alike() -> None:
    faces = tuple((str(face), 1) for face in range(1, 7))
    counts = Counter(
        dice.draw(SECRET, ENTROPY, Chance("roll", seat, i, faces)) for seat in range(4) for i in range(1500)
    )
    assert chi_square(counts, {str(face): 1000 for face in range(1, 7)}) < 20.52  # one in a thousand


@pytest.mark.parametrize("bit", [0, 77, 255])
def test_another_secret_gives_unrelated_dice(bit: int) -> None:
    other = bytes(value ^ (1 << bit % 8 if i == bit // 8 else 0) for i, value in enumerate(SECRET))
    same = sum(roll(0, index) == roll(0, index, secret=other) for index in range(1800))
    assert abs(same - 500) < 65  # (1 + 4 + 4 + 1) / 36 of them, within 3.4 standard deviations
