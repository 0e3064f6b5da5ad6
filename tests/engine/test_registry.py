from importlib import metadata

import pytest

import games.engine
from games.engine import registry
from games.engine.errors import BadOptions
from games.engine.registry import ENTRY_POINTS, TitleRegistry, get_title

from .helpers.toy import STONES


def test_marrakech_is_the_first_title_of_the_registry() -> None:
    assert next(iter(registry.TITLES)) == "marrakech"
    assert get_title("marrakech") is registry.TITLES["marrakech"]


def test_the_engine_package_has_the_names_that_it_exports() -> None:
    assert games.engine.get_title is get_title


def test_an_unknown_title_is_refused() -> None:
    with pytest.raises(BadOptions, match="unknown-title"):
        get_title("chess")


def test_a_title_of_another_package_is_found_by_its_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    point = metadata.EntryPoint("stones", "tests.engine.helpers.toy:STONES", ENTRY_POINTS)
    monkeypatch.setattr(metadata, "entry_points", lambda group: [point] if group == ENTRY_POINTS else [])
    titles = TitleRegistry()
    assert titles["stones"] is STONES
    assert "stones" in list(titles)


def test_a_title_of_another_package_cannot_replace_one_of_this_project(monkeypatch: pytest.MonkeyPatch) -> None:
    point = metadata.EntryPoint("marrakech", "tests.engine.helpers.toy:STONES", ENTRY_POINTS)
    monkeypatch.setattr(metadata, "entry_points", lambda group: [point])
    assert TitleRegistry()["marrakech"].key == "marrakech"


def test_a_title_can_be_removed_from_the_registry() -> None:
    titles = TitleRegistry()
    titles["stones"] = STONES
    assert len(titles) == len(registry.TITLES) + 1
    del titles["stones"]
    assert "stones" not in titles


def test_titles_of_this_project_come_first_in_the_registry() -> None:
    titles = TitleRegistry()
    titles["stones"] = STONES
    marrakech = titles["marrakech"]
    del titles["marrakech"]
    titles["marrakech"] = marrakech
    assert list(titles)[:2] == ["marrakech", "marram"]
    assert list(titles)[-1] == "stones"


def test_robots_are_named_by_key_and_label() -> None:
    names = registry.robot_names()
    assert {"careful", "Careful", "master", "Master"} <= {*names}
    assert len(names) == 2 * sum(len(title.robots) for title in registry.TITLES.values())
