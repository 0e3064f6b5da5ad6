from pathlib import Path

from PIL import Image

from tooling.screenshots import HIGH, make_sheets


def picture(folder: Path, name: str, size: tuple[int, int]) -> None:
    Image.new("RGB", size, "#ffffff").save(folder / name)


def whiteness(path: Path) -> int:
    with Image.open(path) as sheet:
        return sum(sheet.convert("L").point(lambda light: 255 if light > 240 else 0).histogram()[255:])


def test_pages_of_one_look_share_a_contact_sheet(tmp_path: Path) -> None:
    for page in ("home", "rules"):
        for look in ("390-light-en", "390-dark-fr"):
            picture(tmp_path, f"entrance.{page}.{look}.jpg", (390, 844))
    make_sheets(tmp_path, tmp_path / "sheets")
    assert sorted(path.name for path in (tmp_path / "sheets").iterdir()) == [
        "390-dark-fr-01.jpg",
        "390-light-en-01.jpg",
    ]


def test_a_long_page_is_cut_into_parts_on_a_contact_sheet(tmp_path: Path) -> None:
    picture(tmp_path, "entrance.rules.390-light-en.jpg", (390, 4 * HIGH))
    assert make_sheets(tmp_path, tmp_path / "sheets") == 1
    pixels = whiteness(tmp_path / "sheets" / "390-light-en-01.jpg")
    wide = 297  # of a column
    assert pixels > 0.97 * wide * 4 * HIGH * wide / 390


def test_a_part_that_does_not_fit_goes_onto_another_contact_sheet(tmp_path: Path) -> None:
    for number in range(5):
        picture(tmp_path, f"entrance.page-{number}.1280-light-en.jpg", (1280, 2400))
    assert make_sheets(tmp_path, tmp_path / "sheets") == 3
