"""Boards as PNG pictures for emails."""

from games.engine.scene import Scene
from games.presenters.pictures.crisp_board import crisp_board

SHOWN = 320  # width in pixels, as an email shows it
DENSITY = 2  # drawn at twice that size, to be sharp on every screen


def board_png(scene: Scene, width: int = SHOWN) -> bytes:
    """Return the drawing of a scene as PNG data, ``DENSITY`` times as wide as the email shows it."""
    return crisp_board(scene, width * DENSITY)
