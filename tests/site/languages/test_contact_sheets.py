from pathlib import Path

import pytest

from tooling.contact_sheets import CHAPTERS, SHEETS, sheet, sheets


@pytest.mark.parametrize("path", sheets(), ids=lambda path: path.stem)
def test_the_sentences_of_each_language_are_those_that_a_person_has_read(path: Path) -> None:
    """Read the differences in each language, then run: python -m tooling.contact_sheets."""
    assert sheet(path.stem).splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_every_language_has_a_sheet() -> None:
    assert {path.name for path in SHEETS.iterdir()} == {path.name for path in sheets()}


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            (
                "A stand-in robot played this turn for Nora.",
                "In a rematch, you swap seats.",
                "No tables are waiting for players right now.",
            ),
        ),
        (
            "fr",
            (
                "Un robot de secours a joué ce tour pour Nora.",
                "Pour une revanche, vous échangez vos places.",
                "Aucune table n’attend de joueurs en ce moment.",
            ),
        ),
    ],
)
def test_a_sheet_has_sentences_about_robots_tables_of_two_and_empty_lists(language: str, sentences: tuple[str]) -> None:
    chapters = sheet(language).split("\n\n")
    assert len(chapters) == len(CHAPTERS)
    for chapter, sentence in zip(chapters, sentences, strict=True):
        assert sentence in chapter.splitlines()


def test_a_sheet_has_a_name_or_number_in_every_place() -> None:
    lines = sheet("en").splitlines()
    assert "A stand-in robot has played 1 of your turns in the last year." in lines
    assert not [line for line in lines if "%(" in line]
