"""Parts of drawings: pure functions that return SVG text. board_svg puts them in order."""
