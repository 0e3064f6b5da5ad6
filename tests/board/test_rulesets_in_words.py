"""Names, summaries and options of the rulesets, checked against the rules that the engine plays."""

import re
from collections.abc import Callable

import pytest

from games.board.rules import compare_rulesets, rules_view
from games.common.wording import phrase, title_and_rules
from games.engine.marrakech import options as marrakech
from games.engine.marram import options as marram
from games.engine.registry import TITLES

EVERY = [
    (title.key, ruleset, seats)
    for title in TITLES.values()
    for ruleset in title.rulesets
    for seats in range(title.min_seats, title.max_seats + 1)
]
OF_MARRAKECH = [(ruleset, seats) for title, ruleset, seats in EVERY if title == "marrakech"]
OF_MARRAM = [(ruleset, seats) for title, ruleset, seats in EVERY if title == "marram"]
SEATS_IN_WORDS = {"two": 2, "three": 3, "four": 4}
# What a name or a summary says, and how the rules of the game are then
SAYS: dict[str, Callable[[marrakech.Rules], bool]] = {
    r"turn last": lambda rules: rules.rotate_at_end,
    r"at the end of your turn": lambda rules: rules.rotate_at_end,
    r"you turn Assam left or right|must turn left or right": lambda rules: not rules.straight,
    r"or leave him as he is": lambda rules: rules.straight,
    r"[Ff]acing south": lambda rules: rules.start == 2,
    r"Always turn": lambda rules: not rules.straight,
    r"no rug may lie across two others": lambda rules: not rules.two_halves,
    r"out at zero|lose your last dirham": lambda rules: rules.out_when == "zero",
    r"cover (?:a whole rug of your )?own": lambda rules: rules.cover_own,
    r"last one plays on|plays on alone": lambda rules: rules.plays_on,
    r"roll-off": lambda rules: rules.rolloff,
    r"One colour each": lambda rules: rules.colours == 1,
}


def _numbers_of_rugs(text: str) -> list[int]:
    """Return the numbers of rugs that a text gives for every table, without those it contrasts them with."""
    return [int(number) for number in re.findall(r"(?<!instead of )\b(\d+) rugs", text)]


@pytest.mark.parametrize(("ruleset", "seats"), OF_MARRAKECH)
def test_a_ruleset_of_marrakech_says_what_is_played_with_these_seats(ruleset: str, seats: int) -> None:
    view, rules = rules_view(TITLES["marrakech"], ruleset, {}, seats), marrakech.rules_for(ruleset, {}, seats)
    text = f"{view.name}. {view.summary}"
    assert {*_numbers_of_rugs(text)} <= {rules.rugs}
    assert [said for said, holds in SAYS.items() if re.search(said, text) and not holds(rules)] == []
    assert [word for word, count in SEATS_IN_WORDS.items() if f"with {word}" in text and count != seats] == []


@pytest.mark.parametrize(("ruleset", "seats"), OF_MARRAKECH)
def test_a_ruleset_that_plays_like_classic_says_so_and_no_other_does(ruleset: str, seats: int) -> None:
    rules, classic = (marrakech.rules_for(key, {}, seats) for key in (ruleset, "gigamic"))
    summary = rules_view(TITLES["marrakech"], ruleset, {}, seats).summary
    is_same = rules._replace(ruleset="gigamic") == classic and ruleset != "gigamic"
    assert summary.startswith("Plays like Classic;") == is_same
    if summary.startswith("Plays like Classic, but Assam starts facing south"):
        assert rules._replace(ruleset="gigamic", start=0) == classic


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rugs_that_are_the_same_are_not_named_as_a_difference(seats: int) -> None:
    rugs = [marrakech.rules_for(ruleset, {}, seats).rugs for ruleset in ("bga-help", "gigamic")]
    name = title_and_rules("marrakech", "bga-help", seats)
    assert ("rugs" in name) == (rugs[0] != rugs[1])


@pytest.mark.parametrize(("ruleset", "seats"), OF_MARRAM)
def test_a_ruleset_of_marram_says_what_is_played_with_these_seats(ruleset: str, seats: int) -> None:
    title, rules = TITLES["marram"], marram.rules_for(ruleset, {}, seats)
    view = rules_view(title, ruleset, {}, seats)
    assert view.summary.endswith(f" {rules.last_turn // seats} turns each.")
    assert (view.name.split(", ")[0] == "Pitchfork") == rules.has_forks == ("Pitchforks claim" in view.summary)
    assert view.name.split(", ")[1] == rules.length


@pytest.mark.parametrize(("title", "ruleset", "seats"), EVERY)
def test_no_two_rulesets_of_a_title_have_the_same_name(title: str, ruleset: str, seats: int) -> None:
    names = [title_and_rules(title, other, seats) for other in TITLES[title].rulesets]
    assert names.count(title_and_rules(title, ruleset, seats)) == 1
    assert names[0].startswith(f"{TITLES[title].name} · ")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_value_of_an_option_says_what_is_played_with_these_seats(seats: int) -> None:
    title = TITLES["marrakech"]
    for rugs in next(spec.values for spec in title.option_specs if spec.name == "rugs"):
        rules = marrakech.rules_for("gigamic", {"rugs": rugs}, seats)
        assert phrase(title, f"value.rugs.{rugs}.{seats}") == str(rules.rugs)


def test_a_ruleset_plays_like_the_first_only_if_all_its_rules_are_the_same() -> None:
    same = {
        key: [rules.key for rules in compare_rulesets(title).rulesets if rules.same_as] for key, title in TITLES.items()
    }
    assert same == {"marrakech": ["summary"], "marram": []}


@pytest.mark.parametrize("ruleset", sorted({ruleset for ruleset, _seats in OF_MARRAM}))
def test_a_ruleset_of_marram_says_what_is_played_with_any_number_of_seats(ruleset: str) -> None:
    title = TITLES["marram"]
    number = re.search(
        r"(\d+) turns each with two players, (\d+) with three, (\d+) with four", rules_view(title, ruleset, {}).summary
    )
    assert number
    turns = [marram.rules_for(ruleset, {}, seats).last_turn // seats for seats in (2, 3, 4)]
    assert [int(count) for count in number.groups()] == turns
