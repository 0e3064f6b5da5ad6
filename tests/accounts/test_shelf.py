"""What is made once and used again."""

from accounts.shelf import Shelf, stand_in


def test_the_oldest_thing_leaves_a_full_shelf() -> None:
    shelf: Shelf[str] = Shelf(2)
    for name in "abc":
        shelf.put(name, name.upper())
    assert [shelf.get(name) for name in "abc"] == [None, "B", "C"]


def test_a_thing_put_there_anew_is_the_newest_and_drives_nothing_out() -> None:
    shelf: Shelf[str] = Shelf(2)
    for name in "abac":
        shelf.put(name, name.upper())
    assert [shelf.get(name) for name in "abc"] == ["A", None, "C"]


def test_nobody_guesses_a_stand_in() -> None:
    assert stand_in("gap") != stand_in("gap")
