import re

import pytest

from games.engine import registry
from games.engine.course import Course
from games.engine.gamefile import chance_headers, read_one, verify, write
from games.engine.values import ABORT, Chance, Ply
from tests.engine.helpers.verify_dice_script import found_by_the_engine

from ..helpers.sealed_titles import BIG, MEADOW, sealed_title_record
from ..helpers.verify_dice_script import SCRIPT, faults_in

OTHER = {"*": ",", ",": "*", ";": ",", "=": ":", ":": "=", "-": "x"}


@pytest.fixture(autouse=True)
def titles(monkeypatch: pytest.MonkeyPatch) -> None:
    for title in (MEADOW, BIG):
        monkeypatch.setitem(registry.TITLES, title.key, title)


@pytest.mark.parametrize("title", [MEADOW, BIG])
@pytest.mark.parametrize("seed", range(5))
def test_an_honest_game_of_any_title_is_accepted_by_both_verifiers(title: type, seed: int) -> None:
    record = sealed_title_record(title, seed=seed)  # type: ignore[arg-type]
    text = write(record)
    assert read_one(text) == record
    assert verify(read_one(text)) == ()
    (game,) = SCRIPT.read(text)
    game.check()
    assert game.faults == []
    assert sum(game.counts.values()) == sum(seat is None for seat, _ in record.log)


def test_a_list_of_results_says_what_was_left() -> None:
    text = write(sealed_title_record(MEADOW))
    (first,) = re.findall(r'\[Chance 1 "(.*?);', text)
    assert re.fullmatch(r"draw:A:0:zephyr\*3,quartz\*3,fjord\*2=\w+", first)
    drawn = first.rpartition("=")[2]
    assert f"draw:B:0:-{drawn}=" in text
    assert "wind:-:0:calm*3,a%20gust=" in text


class Bag:
    """A title whose state is the bag that the next draw is from."""

    def chance(self, bag: dict[str, int]) -> Chance:
        return Chance("draw", 0, bag["draws"], tuple((name, bag[name]) for name in bag if name != "draws"))

    def legal_actions(self, _bag: dict[str, int]) -> tuple[str, ...]:
        return ("x", "y")

    def notation(self, action: str) -> str:
        return action


def test_a_refilled_bag_is_listed_whole() -> None:
    bags = [{"draws": 0, "x": 2, "y": 1}, {"draws": 1, "x": 1, "y": 1}, {"draws": 2, "x": 4, "y": 1}]
    plies = [Ply(number, bag, "x", bag) for number, bag in enumerate(bags)]  # type: ignore[arg-type]
    results = Course(Bag(), tuple(plies), (), {}).results()  # type: ignore[arg-type]
    headers = chance_headers(Bag(), results)  # type: ignore[arg-type]
    assert headers == {"Chance 1": "draw:A:0:x*2,y=x;draw:A:1:-x=x;draw:A:2:x*4,y=x;"}


@pytest.mark.parametrize(("leaving", "end"), [(6, "resigns"), (1, "resigns"), (2, ABORT), (0, ABORT)])
def test_a_game_of_any_title_that_a_player_left_is_accepted(leaving: int, end: str) -> None:
    text = write(sealed_title_record(MEADOW, leaving=leaving, end=end))
    assert faults_in(text) == []
    assert verify(read_one(text)) == ()


def test_a_file_of_a_running_game_lists_no_results() -> None:
    record = sealed_title_record(MEADOW)
    headers = {key: value for key, value in record.headers.items() if key != "Secret"}
    running = record.__class__(**{**record.__dict__, "log": record.log[:6], "headers": headers})
    assert "[Chance" not in write(running)


def changed_lists(text: str) -> list[str]:
    """Return the file with each character of the lists changed, one at a time."""
    found = []
    for header in re.finditer(r'\[Chance \d+ "(.*?)"\]', text):
        for at in range(*header.span(1)):
            other = {"*": ",", ",": "*", ";": ",", "=": ":", ":": "=", "-": "x"}.get(
                text[at], "7" if text[at] != "7" else "8"
            )
            found.append(text[:at] + other + text[at + 1 :])
    return found


def test_the_engine_finds_every_changed_character_of_the_list_of_results() -> None:
    text = write(sealed_title_record(MEADOW))
    assert [changed for changed in changed_lists(text) if not found_by_the_engine(changed)] == []


def test_a_false_result_is_found_by_both_verifiers() -> None:
    text = write(sealed_title_record(MEADOW))
    for old, new in (("=calm;", "=a%20gust;"), ("zephyr*3,quartz*3", "zephyr*2,quartz*3")):
        changed = text.replace(old, new, 1)
        assert changed != text
        assert faults_in(changed)
        assert found_by_the_engine(changed)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (";draw:B:0:-", ";draw:B:1:-"),
        (";draw:B:0:-", ";draw:C:0:-"),
        (";draw:B:0:-", ";draw:B:0:-tea,"),
        (";draw:B:0:-", ";draw:B:0:-zephyr*9,"),
        (";draw:B:0:-", "|draw:B:0:-"),
        ('[Chance 1 "', '[Chance 1 "x'),
        ('"]\n\n1.', 'draw:"]\n\n1.'),
    ],
)
def test_an_impossible_list_of_results_is_a_fault(old: str, new: str) -> None:
    text = re.sub(r"(?m)^\[Result.*\n", "", write(sealed_title_record(MEADOW)))
    changed = text.replace(old, new, 1)
    assert changed != text
    assert faults_in(changed)
    assert found_by_the_engine(changed)


def test_a_missing_header_of_results_is_found() -> None:
    text = write(sealed_title_record(MEADOW))
    numbers = re.findall(r"\[Chance (\d+)", text)
    assert len(numbers) > 2
    for number in numbers:
        assert found_by_the_engine(re.sub(rf"\[Chance {number} .*\n", "", text)), number
