from games.common.wording import colour_name
from games.engine.marrakech.title import MARRAKECH
from games.engine.messages import Message
from games.engine.prompts import Panel, Stat
from games.engine.scene import Cell, Piece, Scene, Token
from games.mail import tables

NAMES = ["Ada", "Bo"]
PANELS = (
    Panel(0, "c", (Stat("dirhams", "stat.dirhams", 12, "coins"), Stat("rugs", "stat.rugs", 3, "pieces", "c"))),
    Panel(1, "r", (Stat("dirhams", "stat.dirhams", 7, "coins"), Stat("rugs", "stat.rugs", 2, "pieces", "r")), out=True),
)


def _scene(*pieces: Piece, token: Token | None = None) -> Scene:
    """Return a board of two by two cells: a2 b2 above a1 b1."""
    cells = tuple(
        Cell(f"{'ab'[column]}{2 - row}", column, row, Message("cell.empty", {"square": f"{'ab'[column]}{2 - row}"}))
        for row in range(2)
        for column in range(2)
    )
    return Scene("toy", 2, 2, cells, pieces=pieces, tokens=(token,) if token else ())


def test_a_piece_that_lies_across_has_no_wall_inside() -> None:
    board = tables.board_letters(_scene(Piece("1", "rug", "c", ("a2", "b2"), "C")))
    assert board.splitlines()[1] == "2 | C   C |"


def test_a_piece_that_lies_up_and_down_has_no_wall_inside() -> None:
    board = tables.board_letters(_scene(Piece("1", "rug", "c", ("b2", "b1"), "C")))
    assert board.splitlines()[1:4] == ["2 |   | C |", "  +---+   +", "1 |   | C |"]


def test_adjacent_pieces_have_a_wall_between() -> None:
    pieces = Piece("1", "rug", "c", ("a1",), "C", whole=False), Piece("2", "rug", "c", ("b1",), "C", whole=False)
    assert tables.board_letters(_scene(*pieces)).splitlines()[3] == "1 | C | C |"


def test_a_figure_is_an_arrow_beside_the_letter() -> None:
    scene = _scene(Piece("1", "rug", "r", ("a1",), "R", whole=False), token=Token("assam", "a1", "W"))
    assert tables.board_letters(scene).splitlines()[3] == "1 |R< |   |"


def test_the_board_in_text_names_its_columns() -> None:
    assert tables.board_letters(_scene()).splitlines()[-1] == "    a   b"


def test_the_board_in_words_lists_whole_and_half_pieces_by_owner() -> None:
    pieces = (
        Piece("1", "rug", "c", ("b2", "a2"), "C"),
        Piece("2", "rug", "r", ("a1",), "R", whole=False),
        Piece("3", "rug", "c", ("b1",), "C", whole=False),
    )
    sentences = tables.position_sentences(MARRAKECH, _scene(*pieces), PANELS, NAMES)
    assert sentences == ["crimson (Ada): whole on a2-b2; half on b1.", "royal blue (Bo): half on a1."]


def test_the_board_in_words_says_that_it_is_empty() -> None:
    sentences = tables.position_sentences(MARRAKECH, _scene(token=Token("assam", "a1", "N")), PANELS, NAMES)
    assert sentences == ["a1: empty.", "There is nothing else on the board."]


def test_the_legend_of_a_board_has_only_the_pieces_on_it() -> None:
    scene = _scene(Piece("1", "rug", "r", ("a1",), "R", whole=False))
    assert tables.legend(MARRAKECH, scene, PANELS, NAMES) == ["R = royal blue (Bo)"]


def test_a_piece_style_without_a_word_is_called_by_its_key() -> None:
    assert colour_name(MARRAKECH, "zebra") == "zebra"


def test_the_purses_in_words_list_both_piles() -> None:
    state = MARRAKECH.start("gigamic", {}, 2)
    purses = tables.purses_of(MARRAKECH, state, NAMES, 1)
    assert purses.labels == ("Dirhams", "Rugs left", "Visible squares", "Score")
    assert [row.figures for row in purses.rows] == [("30", "12 + 12", "0", "30")] * 2
    assert [row.is_reader for row in purses.rows] == [False, True]
